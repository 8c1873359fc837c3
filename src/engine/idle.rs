//! Parts of a scene that could be different, or left out, without any difference, found by trying: settings of the system,
//! blanks, and settings of the items of a plan.

use super::encounter::Encounter;
use super::places::{Holder, Other, Place};
use super::remarks::Explained;
use super::trial::Trial;
use crate::diagnostic::{Diagnostic, Label, codes};
use crate::model::{Argument, Entry, ExprKind, Named, ThingId, Type, constant_of};
use crate::source::Span;

impl Encounter {
    /// Everything that is worth a look in a script that compiles: what [`warnings`](Self::warnings) holds, each with its cause where
    /// one is found, and what takes longer to find. Where each run that is tried is refused, what refuses it is told instead of what
    /// never happens. Then what no run of the scene comes to although no single value rules it out, found by following all runs.
    /// Then what stops some of the runs by dice, and how often that is. Then settings and blanks whose values make no difference in
    /// this scene, whatever they are: with each other value that is tried,
    /// and without it where it may be left out, the same is rolled, asked, refused and told, and the same is left for a
    /// later scene. Of lists and families each entry is tried alone; one of a list also beside fewer of the others, so that nothing is
    /// said of several of which one suffices.
    ///
    /// What is told is what the text of a verdict says. That a value is only computed with is no difference, nor that `why` would
    /// show it; a value that no line of the rules reads is what somebody asks for, and so counts as told. That a choice
    /// which the scene states is told as stated is no difference either: it is an echo. A text into which the value is
    /// put tells it.
    ///
    /// This lays the scene out once for almost each value that it writes, so it is for checking a script and not for
    /// running it. Nothing is said of people and things, who may be written down in full, nor of settings in another file,
    /// nor where somebody is cast. The trial of values has a limited number of steps in all, never more than a call has, and heeds the
    /// engine's `Cancel`; of what it has not come to by then, as at the end of a very long scene, nothing is said. Runs that are tried for a way out have the steps of a call each, so a scene with many lines that
    /// are always stopped takes long.
    ///
    /// ```
    /// use assize::{Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lamps", "system lamps\nkind person { }\none night { deep : yes/no = no, cold : 0..3 = 1 }\n\
    ///     procedure wait by person { ask long : 0..9 = 1, let left = if night.deep then long + night.cold else 0 }");
    /// let engine = Engine::with(shelf);
    /// let remarks = |scene: &str| engine.compile("night.asz", scene).map(|encounter| encounter.remarks().len());
    /// assert!(remarks("use lamps\nnight { cold 2 }\nperson ada\nwait here by ada { long 3 }")? > 0);
    /// assert_eq!(remarks("use lamps\nnight { cold 2, deep yes }\nperson ada\nwait here by ada { long 3 }")?, 0);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn remarks(&self) -> Vec<Diagnostic> {
        let Explained { remarks: told, mended } = self.explained_warnings();
        if let Some(refused) = self.refusing_all_with_ways_out() {
            // What never happens in a scene that nobody can play follows from that.
            let others = told.iter().filter(|found| found.code != codes::IDLE).cloned();
            return others.chain([refused]).collect();
        }
        let is_told = |found: &Diagnostic| told.iter().any(|told| is_at_one_place(told, found));
        let new: Vec<Diagnostic> = self.followed().into_iter().filter(|found| !is_told(found)).collect();
        let Explained { remarks: new, mended: new_mended } = self.with_causes(new);
        let (mut found, mended) = ([told.as_slice(), &new].concat(), [mended.as_slice(), &new_mended].concat());
        let nearly_all = self.stopped_now_and_then(&mut found);
        if self.refused_by_dice(&mut found) || nearly_all {
            return found;
        }
        self.always_stopped(&mut found);
        self.levels_left_out(&mut found);
        if let Some(program) = self.program.as_ref().filter(|_| self.scene.cast.is_empty()) {
            let trial = Trial::of(self, program, &found);
            found = found.into_iter().map(|found| trial.with_where_it_counts(found)).collect();
            let mended: Vec<Encounter> = mended.into_iter().filter_map(|scene| self.of_scene(scene).ok()).collect();
            for remark in trial.places().into_iter().filter_map(|place| trial.remark(place, &mended)) {
                // Of several values in a run that is stopped the same is said.
                if !found.iter().any(|found| is_at_one_place(found, &remark)) {
                    found.push(remark);
                }
            }
            found.extend(trial.set_in_vain());
            found.extend(trial.run_in_vain());
        }
        found
    }
}

impl Trial<'_> {
    /// Everything that can be tried, in the order in which it is written: blanks, what is said of the items of a plan, and fields of
    /// something of which there is one.
    /// Settings of another file are for other scenes as well.
    fn places(&self) -> Vec<Place> {
        let Encounter { system, scene, .. } = self.encounter;
        let Some(first) = scene.statements.first() else { return Vec::new() };
        let is_tried = |place: &Place| match place.holder {
            Holder::Blank(..) | Holder::Item(..) => true,
            Holder::Field(thing, _) => system.kinds[scene.things[thing].kind].single,
            Holder::Ladder(..) => false,
        };
        let here =
            |place: &Place| self.written().entry(*place).is_some_and(|entry| entry.span.source == first.span.source);
        self.written().places().into_iter().filter(|place| is_tried(place) && here(place)).collect()
    }

    /// A remark on a value that makes no difference, unless it would make one in a scene in which what is told already is mended.
    fn remark(&self, place: Place, mended: &[Encounter]) -> Option<Diagnostic> {
        let entry = self.written().entry(place)?;
        let is_known = self.known.iter().any(|span| entry.span.contains(*span) || span.contains(entry.span));
        if is_known || !self.is_read(place.holder) {
            return None;
        }
        let others = self.others(place, entry);
        let is_unasked = self.is_unasked(place);
        let makes_none = is_unasked || (!others.is_empty() && self.is_idle(place, &others));
        if !makes_none || mended.iter().any(|mended| self.counts_where_it_is(mended, place, &others)) {
            return None;
        }
        let name = self.written().name(place, entry);
        let beside = if self.written().is_priced(place.holder) { " except for its cost" } else { "" };
        let message = format!("`{name}` makes no difference here{beside}");
        let found = Diagnostic::warning(codes::IDLE, entry.span, message);
        let is_needless = is_unasked || matches!(others.as_slice(), [Other::LeftOut]);
        let same = if is_needless { "without it" } else { "with other values" };
        let same = format!("the results are the same {same}");
        self.explained(found, (place, entry, &others), &same)
    }

    /// A remark on a value that does nothing where it stands, with where or beside what it would count; no lines of the rules then, which
    /// say less.
    fn with_where_it_counts(&self, found: Diagnostic) -> Diagnostic {
        let written = self.written();
        let is_bare = |label: &Label| label.span.source.is_of_system() || label.text.is_empty();
        let Some(at) = found.labels.first().filter(|_| found.code == codes::IDLE && found.labels.iter().all(is_bare))
        else {
            return found;
        };
        let places = written.places().into_iter().filter(|place| matches!(place.holder, Holder::Blank(..)));
        let here = places.filter_map(|place| Some((place, written.entry(place)?)));
        let Some((place, entry)) = here.into_iter().find(|(_, entry)| entry.span == at.span) else { return found };
        let others = self.others(place, entry);
        let way = self.counts_elsewhere((place, entry, &others), self.must_be_there(place));
        way.map_or_else(
            || found.clone(),
            |way| {
                let mut found = found.clone();
                found.labels.truncate(1);
                found.help(way)
            },
        )
    }

    /// What else is tried there. One of several things is written for what it is, so another one in its place tells nothing of it.
    /// What costs points goes on costing them, unless somebody is asked for it; and an entry in a list of an item has words that
    /// are told with the whole, so it is not left out.
    fn others(&self, place: Place, entry: &Entry) -> Vec<Other> {
        let written = self.written();
        let (is_priced, is_asked) = (written.is_priced(place.holder), entry.value.kind == ExprKind::Question);
        let is_listed = matches!(place.holder, Holder::Item(..))
            && written.declared(place.holder).is_some_and(|declared| declared.ty.is_list());
        let others = written.others(place, entry, near).into_iter();
        others
            .filter(|other| match other {
                Other::Number(_) => !(is_priced && is_asked),
                Other::Thing(other) => {
                    let could_be = place.of_several.is_none() && !is_priced && written.could_be_meant(entry, *other);
                    could_be && !self.shares_a_number(entry, *other)
                }
                Other::LeftOut | Other::Asked => !is_priced && !is_listed,
            })
            .collect()
    }

    /// Whether a thing has a number in common with the one that is written: then all may come out alike by chance.
    fn shares_a_number(&self, entry: &Entry, other: ThingId) -> bool {
        let ExprKind::Thing(written) = entry.value.kind else { return false };
        let Encounter { system, scene, .. } = self.encounter;
        let number = |thing: ThingId, field: usize| match scene.things[thing].fields.get(&field) {
            Some(Argument::One(entry)) => constant_of(&entry.value),
            Some(Argument::List(_) | Argument::Forms(_) | Argument::Plan(_)) | None => None,
        };
        let fields = system.kinds[scene.things[written].kind].fields.iter().enumerate();
        let mut numbers = fields.filter(|(_, field)| field.ty == Type::Number).map(|(at, _)| at);
        numbers.any(|at| number(written, at).is_some_and(|now| number(other, at) == Some(now)))
    }

    /// Whether some line of the system reads it: what nobody reads is a note of whoever plays.
    fn is_read(&self, holder: Holder) -> bool {
        let Encounter { system, scene, .. } = self.encounter;
        let (named, declared) = match holder {
            Holder::Blank(run, blank) => {
                let procedure = scene.invocations[run].procedure;
                (Named::Local(procedure, blank), system.procedures[procedure].locals[blank].span)
            }
            Holder::Field(thing, field) => {
                let kind = scene.things[thing].kind;
                (Named::Field(kind, field), system.kinds[kind].fields[field].span)
            }
            // Nobody writes it.
            Holder::Ladder(..) => return true,
            // Where a plan says what it costs, that reads nothing.
            Holder::Item(..) => {
                let Some((plan, qualifier)) = self.written().qualifier(holder) else { return false };
                let (named, plan) = (Named::Qualifier(plan, qualifier), &system.plans[plan]);
                let is_price = |span: Span| plan.named_at.iter().any(|line| line.contains(span));
                return system.uses.iter().any(|(used, span)| used == named && !is_price(span));
            }
        };
        system.uses.iter().any(|(used, span)| used == named && span != declared)
    }
}

/// Whether two remarks stand at the same place.
fn is_at_one_place(one: &Diagnostic, other: &Diagnostic) -> bool {
    let place = |found: &Diagnostic| found.labels.first().map(|label| label.span);
    place(one) == place(other)
}

/// Numbers that are tried in the place of this one.
fn near(now: i64, (low, high): (i64, i64)) -> Vec<i64> {
    let steps = [1, -1, 7, -7].map(|step| now.saturating_add(step));
    // Where a number is a bonus or a count, one of the other sign is seldom what could stand there, and refused.
    let near = steps.into_iter().filter(|number| (*number < 0) == (now < 0)).chain([0]);
    near.filter(|number| (low..=high).contains(number)).collect()
}
