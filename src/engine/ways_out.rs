//! What would have to be different in a scene so that something comes about in it: values that it writes, and blanks and fields that it
//! leaves out.

use std::cell::Cell;
use std::collections::BTreeSet;

use super::asked_by_a_rule::AskedByARule;
use super::encounter::Encounter;
use super::later_changes::{Cause, lines};
use super::line_order::{holds_both, move_before};
use super::lines_that_set::{lines_that_set, set_to};
use super::other_names::{OtherName, other_names};
use super::other_numbers::{other_numbers, tied_to};
use super::other_order::Ordered;
use super::places::{Holder, Other, Place, Written, put};
use super::unsaid::{Said, Unsaid, filled_by_rules, read_together};
use crate::diagnostic::Diagnostic;
use crate::model::listing::one_of;
use crate::model::{
    Argument, Entry, ExprKind, Invocation, InvocationId, KindId, Local, LocalId, Named, RunMade, Scene, Statement,
    StatementKind, ThingId, Type, constant_of,
};
use crate::source::Span;

/// So many values are named, each of which keeps something from coming about.
const MOST_CAUSES: usize = 3;

/// So many other names are tried in the places of those that are written.
const MOST_NAMES: usize = 12;

/// So many times as many rounds are tried.
const MORE_ROUNDS: [i64; 2] = [2, 5];

/// A remark with a cause, and scenes without it.
type Explained = (Diagnostic, Vec<Scene>);

/// A search for what keeps from coming about that of which a remark speaks.
pub(super) struct WaysOut<'w> {
    pub(super) encounter: &'w Encounter,
    pub(super) remark: &'w Diagnostic,
    /// Where the remark stands.
    pub(super) place: Span,
    /// Whether it comes about in another scene.
    pub(super) comes_about: &'w dyn Fn(&Scene) -> bool,
}

/// A remark with the first ways out that are found, where something holds of the scene with a change; so many changed scenes are tried.
pub(super) fn with_ways_out(
    (encounter, remark, place): (&Encounter, &Diagnostic, Span),
    most: u32,
    holds: &dyn Fn(&Encounter) -> bool,
) -> Option<Diagnostic> {
    let left = Cell::new(most);
    let comes_about = &|scene: &Scene| {
        let is_left = left.replace(left.get().saturating_sub(1)) > 0;
        is_left && encounter.of_scene(scene.clone()).is_ok_and(|changed| holds(&changed))
    };
    WaysOut { encounter, remark, place, comes_about }.all().map(|(found, _)| found)
}

impl WaysOut<'_> {
    /// The first ways out that are found, of all that are looked for.
    fn all(&self) -> Option<Explained> {
        let Self { encounter, remark, place, comes_about } = *self;
        let rule = AskedByARule { encounter, remark, place, comes_about };
        let found = rule.changed_before().or_else(|| {
            let found = self.in_another_order()?;
            // That everything is put inside of one period is the last way out.
            Some(rule.written_before().unwrap_or(found))
        });
        let found = found.or_else(|| self.kept_from_it()).or_else(|| rule.changed_behind()).or_else(|| self.lacks());
        let found = found.or_else(|| self.lacks_before());
        let found = found.or_else(|| self.lacks_of_those_who_take_part()).or_else(|| self.kept_by_a_number());
        found.or_else(|| self.kept_by_whom())
    }

    /// Somebody or something at a place of which the remark speaks, with whom in another one's place it would come about.
    fn kept_by_whom(&self) -> Option<Explained> {
        let written = Written(self.encounter);
        let is_told = |entry: &Entry| self.remark.labels.iter().any(|label| label.span == entry.span);
        let told = written.places().into_iter().filter_map(|place| Some((place, written.entry(place)?)));
        let (place, entry, other) = told.filter(|(_, entry)| is_told(entry)).find_map(|(place, entry)| {
            let mut others = written.others(place, entry, |_, _| Vec::new()).into_iter();
            let is_another = |other: &Other| matches!(other, Other::Thing(_));
            let brings_about = |other: &Other| is_another(other) && (self.comes_about)(&self.changed(place, *other));
            others.find(brings_about).map(|other| (place, entry, other))
        })?;
        let cause = Cause { place, entry, other, is_one_of_several: false };
        let found = self.encounter.with_way_at_a_mark(self.remark.clone(), &cause);
        Some((found, vec![self.changed(place, other)]))
    }

    /// Names that runs write, each with the name of somebody or something of which the remark speaks, if it would come about with that
    /// one in its place.
    pub(super) fn kept_by_another_name(&self) -> Option<(Explained, Vec<OtherName>)> {
        let spoken_of = self.spoken_of();
        let wanted = other_names(self.encounter).into_iter().filter(|name| spoken_of.contains(&name.other));
        self.with_names(wanted.collect())
    }

    /// The same of what the blanks of the runs concerned take, with any other name.
    pub(super) fn kept_by_what_is_taken(&self) -> Option<(Explained, Vec<OtherName>)> {
        let (runs, _) = self.concerned();
        let is_wanted = |name: &OtherName| runs.contains(&name.run) && !name.is_of_a_role();
        self.with_names(other_names(self.encounter).into_iter().filter(is_wanted).collect())
    }

    /// The remark with those of some names with which it would come about.
    pub(super) fn with_names(&self, names: Vec<OtherName>) -> Option<(Explained, Vec<OtherName>)> {
        let Self { encounter, remark, .. } = *self;
        let here = names.into_iter().filter(|name| name.span.source == self.place.source).take(MOST_NAMES);
        let tried = here.map(|name| (name, name.put_into(encounter, &encounter.scene)));
        let found: Vec<(OtherName, Scene)> =
            tried.filter(|(_, changed)| (self.comes_about)(changed)).take(MOST_CAUSES).collect();
        let (names, scenes): (Vec<OtherName>, Vec<Scene>) = found.into_iter().unzip();
        if names.is_empty() {
            return None;
        }
        let words = |names: &mut dyn Iterator<Item = &OtherName>| {
            let words: Vec<String> = names.map(|name| name.in_words(encounter)).collect();
            one_of(words.iter().map(String::as_str))
        };
        let places: BTreeSet<Span> = names.iter().map(|name| name.span).collect();
        let at = if places.len() > 1 { "at one of the marked places" } else { "there" };
        let found = places.into_iter().fold(remark.clone(), |found, place| {
            let there = words(&mut names.iter().filter(|name| name.span == place));
            found.also(place, format!("with {there} here it would be different"))
        });
        let otherwise = remark.help.as_deref().unwrap_or("remove this");
        let help = format!("if that is what you meant, write {} {at}; if not, {otherwise}", words(&mut names.iter()));
        Some(((found.help(help), scenes), names))
    }

    /// Lines that set a flag or a field for which the condition asks, with another value of which it would come about.
    pub(super) fn kept_by_a_line_that_sets(&self) -> Option<Explained> {
        let set = lines_that_set(self.encounter, self.remark);
        let tried = set.iter().flat_map(|set| set.others.iter().map(move |(value, words)| (set, *value, words)));
        tried.take(MOST_NAMES).find_map(|(set, value, words)| {
            let mut mended = self.encounter.scene.clone();
            set_to(&mut mended.statements, set.line, value);
            (self.comes_about)(&mended).then(|| {
                let why = if set.is_in_vain {
                    "this sets it to what it is already".to_owned()
                } else {
                    format!("with `{words}` here it would be different")
                };
                let what = self.encounter.sources.slice(set.place);
                let help = format!("write `set {what} = {words}` there, or remove this");
                (self.remark.clone().also(set.line, why).help(help), vec![mended])
            })
        })
    }

    /// Another order of the lines in which it would come about.
    pub(super) fn in_another_order(&self) -> Option<Explained> {
        let Self { encounter, remark, place, comes_about } = *self;
        Ordered { encounter, remark, place, comes_about }.otherwise()
    }

    /// More rounds, of which one would end a repetition that none ends.
    pub(super) fn in_more_rounds(&self) -> Option<Explained> {
        let all = lines(&self.encounter.scene.statements);
        // One round is none that is repeated.
        let most = all.into_iter().find_map(|line| rounds_until(line, self.place)).filter(|most| *most > 1)?;
        let with_rounds = |times: i64| {
            let mut scene = self.encounter.scene.clone();
            let more = most.saturating_mul(times);
            allow_rounds(&mut scene.statements, self.place, more);
            (more, scene)
        };
        let mut all = MORE_ROUNDS.into_iter().map(with_rounds);
        let (more, scene) = all.find(|(_, scene)| (self.comes_about)(scene))?;
        let help = format!(
            "more rounds may make it true: write `up to {more}`, or ask for less; without `until`, `up to` sets the number of rounds"
        );
        Some((self.remark.clone().help(help), vec![scene]))
    }

    /// The values without which it would come about: each alone, those of the runs and of those concerned before all others.
    pub(super) fn kept_from_it(&self) -> Option<Explained> {
        let [near, far] = self.near_and_far();
        let found = |(place, entry)| self.instead(place, entry);
        let mut causes: Vec<Cause<'_>> = near.into_iter().filter_map(found).take(MOST_CAUSES).collect();
        if causes.is_empty() {
            causes.extend(far.into_iter().find_map(found));
        }
        let mended: Vec<Scene> = causes.iter().map(|cause| self.changed(cause.place, cause.other)).collect();
        let first: (Span, &dyn Fn(Span) -> bool) = (self.place, &|line| self.is_mended_by_going_first(line));
        let explained = || (self.encounter.with_cause(self.remark.clone(), &causes, first), mended);
        (!causes.is_empty()).then(explained)
    }

    /// The values that this file writes: those of the runs and of those concerned, and all others.
    fn near_and_far(&self) -> [Vec<(Place, &Entry)>; 2] {
        let written = Written(self.encounter);
        let here = written
            .places()
            .into_iter()
            .filter_map(|place| Some((place, written.entry(place)?)))
            .filter(|(_, entry)| entry.span.source == self.place.source);
        let (runs, things) = self.concerned();
        let is_near = |holder: Holder| match holder {
            Holder::Blank(run, _) | Holder::Item(run, ..) => runs.contains(&run),
            Holder::Field(thing, _) => things.contains(&thing),
            Holder::Ladder(..) => false,
        };
        let (near, far) = here.partition(|(place, _)| is_near(place.holder));
        [near, far]
    }

    /// The first number of somebody or something with another one of which it would come about, those concerned before all others; if
    /// the rules demand something of it together with another value, with both.
    pub(super) fn kept_by_a_number(&self) -> Option<Explained> {
        // A number of a run says how hard something is, and another result with another one is no cause.
        let is_of_a_thing = |(place, _): &(Place, &Entry)| matches!(place.holder, Holder::Field(..));
        let all: Vec<(Place, &Entry)> = self.near_and_far().concat().into_iter().filter(is_of_a_thing).collect();
        let alone = all.iter().find_map(|(place, entry)| {
            let others = other_numbers(self.encounter, *place, entry);
            let other = others.into_iter().find(|other| (self.comes_about)(&self.changed(*place, *other)))?;
            Some(vec![Cause { place: *place, entry, other, is_one_of_several: false }])
        });
        let causes = alone.or_else(|| all.iter().find_map(|number| self.kept_by_two(*number)))?;
        let mut mended = self.encounter.scene.clone();
        for cause in &causes {
            put(&mut mended, cause.place, cause.other);
        }
        Some((self.encounter.with_causes_together(self.remark.clone(), &causes), vec![mended]))
    }

    /// A number and what the rules tie to it, if it would come about with other values of both.
    fn kept_by_two<'s>(&'s self, (place, entry): (Place, &'s Entry)) -> Option<Vec<Cause<'s>>> {
        let tied = tied_to(self.encounter, place);
        let numbers = other_numbers(self.encounter, place, entry);
        let both = numbers.into_iter().flat_map(|number| tied.iter().map(move |tied| (number, *tied)));
        let (number, (other_place, other)) = both.into_iter().find(|(number, (other_place, other))| {
            let mut scene = self.changed(place, *number);
            put(&mut scene, *other_place, *other);
            (self.comes_about)(&scene)
        })?;
        let tied = Written(self.encounter).entry(other_place)?;
        let cause = |place, entry, other| Cause { place, entry, other, is_one_of_several: false };
        Some(vec![cause(place, entry, number), cause(other_place, tied, other)])
    }

    /// What else could stand at a place, so that it comes about; to leave it out is tried first.
    fn instead<'e>(&self, place: Place, entry: &'e Entry) -> Option<Cause<'e>> {
        let mut others = Written(self.encounter).others(place, entry, |_, _| Vec::new());
        others.sort_by_key(|other| *other != Other::LeftOut);
        let brings_about =
            |other: &Other| !matches!(other, Other::Thing(_)) && (self.comes_about)(&self.changed(place, *other));
        let mut others = others.into_iter().filter(brings_about);
        let other = others.next()?;
        let is_one_of_several = other != Other::LeftOut && others.next().is_some();
        Some(Cause { place, entry, other, is_one_of_several })
    }

    /// Whether it comes about once the line of the scene around another place comes before its own.
    fn is_mended_by_going_first(&self, other: Span) -> bool {
        let mut scene = self.encounter.scene.clone();
        if !holds_both(&scene.statements, self.place, other) {
            return true;
        }
        move_before(&mut scene.statements, self.place, other);
        (self.comes_about)(&scene)
    }

    fn changed(&self, cause: Place, other: Other) -> Scene {
        let mut scene = self.encounter.scene.clone();
        put(&mut scene, cause, other);
        scene
    }

    /// Blanks that a run leaves out: of the run in which the remark stands any, and first those that no rule fills; of each other run those
    /// that take somebody or something of whom the remark speaks.
    pub(super) fn lacks(&self) -> Option<Explained> {
        let (concerned, things) = self.concerned();
        let kinds: BTreeSet<KindId> = things.iter().map(|thing| self.encounter.scene.things[*thing].kind).collect();
        let by_rules = filled_by_rules(&self.encounter.system.procedures);
        let usual = self.runs().find_map(|(id, run)| {
            self.left_out_by((id, run), &|blank, local| {
                if let Type::Thing(kind) = local.ty {
                    kinds.contains(&kind)
                } else {
                    concerned.contains(&id) && !by_rules.contains(&(run.procedure, blank))
                }
            })
        });
        usual.or_else(|| {
            let mut here = self.runs().filter(|(id, _)| concerned.contains(id));
            here.find_map(|found| self.left_out_by(found, &|_, local| !matches!(local.ty, Type::Thing(_))))
        })
    }

    /// Blanks that runs leave out which take somebody or something of whom the remark speaks: what such a run does to them may hang on
    /// what else it says.
    pub(super) fn lacks_where_it_is_taken(&self) -> Option<Explained> {
        let spoken_of = self.spoken_of();
        let by_rules = filled_by_rules(&self.encounter.system.procedures);
        let takes = |run: &Invocation| {
            let mut entries = run.arguments.values().flat_map(Argument::all_entries);
            entries.any(|entry| matches!(entry.value.kind, ExprKind::Thing(thing) if spoken_of.contains(&thing)))
        };
        self.runs().filter(|(_, run)| takes(run)).find_map(|(id, run)| {
            let is_wanted = |blank: LocalId, local: &Local| {
                !matches!(local.ty, Type::Thing(_)) && !by_rules.contains(&(run.procedure, blank))
            };
            self.left_out_by((id, run), &is_wanted)
        })
    }

    /// Everybody and everything that is named where the remark speaks.
    fn spoken_of(&self) -> BTreeSet<ThingId> {
        let is_told = |span: Span| self.remark.labels.iter().any(|label| label.span.contains(span));
        let named = self.encounter.scene.uses.iter().filter(|(_, span)| is_told(*span));
        named.filter_map(|(named, _)| if let Named::Thing(thing) = named { Some(thing) } else { None }).collect()
    }

    /// Words that a run which comes before leaves out, where somebody acts in it who is concerned.
    fn lacks_before(&self) -> Option<Explained> {
        let (concerned, things) = self.concerned();
        let acts = |run: &Invocation| [run.by, run.versus].into_iter().flatten().any(|thing| things.contains(&thing));
        let mut before =
            self.runs().filter(|(id, run)| run.span.start < self.place.start && acts(run) && !concerned.contains(id));
        before.find_map(|found| self.left_out_by(found, &|_, local| matches!(local.ty, Type::YesNo | Type::Level(_))))
    }

    /// What is not said of those who take part in the run at which the remark stands, nor in the settings.
    fn lacks_of_those_who_take_part(&self) -> Option<Explained> {
        let (run, _) = self.runs().find(|(_, run)| run.span == self.place)?;
        let unsaid = Unsaid { encounter: self.encounter, at: self.place, counts_in: self.comes_about };
        let mut fields = unsaid.of_those_who_take_part(run);
        if fields.is_empty() {
            fields = unsaid.settings();
        }
        let said = one_of(fields.iter().map(String::as_str));
        let help = format!("it would be different with {said}, which is missing here: add that, or remove this");
        (!fields.is_empty()).then(|| (self.remark.clone().help(help), Vec::new()))
    }

    /// The runs that this file writes.
    fn runs(&self) -> impl Iterator<Item = (InvocationId, &Invocation)> {
        let runs = self.encounter.scene.invocations.pairs();
        runs.filter(|(_, run)| run.made == RunMade::Written && run.span.source == self.place.source)
    }

    /// The wanted blanks that a run leaves out.
    fn left_out_by(
        &self,
        (id, run): (InvocationId, &Invocation),
        is_wanted: &dyn Fn(LocalId, &Local) -> bool,
    ) -> Option<Explained> {
        let scene = &self.encounter.scene;
        let unsaid = Unsaid { encounter: self.encounter, at: run.span, counts_in: self.comes_about };
        let mut blanks: Vec<Said> = unsaid.blanks(scene, id, is_wanted);
        if blanks.is_empty() {
            return None;
        }
        // What a line of the rules reads instead would do as well, though rules fill it elsewhere.
        let beside = |said: &Said| read_together(self.encounter, Holder::Blank(id, said.blank));
        let beside: BTreeSet<LocalId> = blanks.iter().flat_map(beside).collect();
        let known: BTreeSet<LocalId> = blanks.iter().map(|said| said.blank).collect();
        let is_beside = |blank: LocalId, local: &Local| {
            beside.contains(&blank) && !known.contains(&blank) && matches!(local.ty, Type::Number | Type::Level(_))
        };
        blanks.extend(unsaid.blanks(scene, id, &is_beside));
        let said = one_of(blanks.iter().map(|said| said.words.as_str()));
        let add = if blanks.len() == 1 { "that" } else { "one of these" };
        let help = format!("it would be different if `{}` had {said}: add {add}, or remove this", run.path);
        let found = self.remark.clone();
        let is_told_there = found.labels.iter().any(|label| label.span == run.span && !label.text.is_empty());
        let found = if is_told_there { found } else { found.also(run.span, format!("this line leaves out {said}")) };
        Some((found.help(help), blanks.into_iter().flat_map(|said| said.scenes).collect()))
    }

    /// The runs of which a remark speaks or in which it stands, and everybody and everything of whom it speaks or who takes part in them.
    fn concerned(&self) -> (BTreeSet<InvocationId>, BTreeSet<ThingId>) {
        let Encounter { scene, .. } = self.encounter;
        let (mut runs, mut things) = (BTreeSet::new(), BTreeSet::new());
        for label in &self.remark.labels {
            for (named, _) in scene.uses.iter().filter(|(_, span)| label.span.contains(*span)) {
                if let Named::Invocation(run) = named {
                    runs.insert(run);
                } else if let Named::Thing(thing) = named {
                    things.insert(thing);
                }
            }
            let is_in = |run: &Invocation| {
                let texts = run.texts.values().flat_map(|texts| texts.values());
                run.span == label.span || texts.into_iter().any(|text| text.span == label.span)
            };
            runs.extend(scene.invocations.pairs().filter(|(_, run)| is_in(run)).map(|(id, _)| id));
        }
        // What a run says decides about the runs inside of it.
        let around = scene.invocations.pairs().filter(|(_, outer)| outer.nested.values().any(|run| runs.contains(run)));
        let around: Vec<InvocationId> = around.map(|(id, _)| id).collect();
        runs.extend(around);
        let named = |run: &InvocationId| {
            let run = &scene.invocations[*run];
            let entries = run.arguments.values().flat_map(Argument::all_entries);
            let named = entries
                .filter_map(|entry| if let ExprKind::Thing(thing) = entry.value.kind { Some(thing) } else { None });
            named.chain(run.by).chain(run.versus).collect::<Vec<ThingId>>()
        };
        things.extend(runs.iter().flat_map(named));
        (runs, things)
    }
}

/// How many rounds a line repeats at most, if it ends by what is asked at a place.
fn rounds_until(line: &Statement, place: Span) -> Option<i64> {
    let StatementKind::Repeat { most, until: Some(until), .. } = &line.kind else { return None };
    if until.span == place { constant_of(most) } else { None }
}

/// Lets the line that ends by what is asked at a place repeat so many rounds.
fn allow_rounds(lines: &mut [Statement], place: Span, rounds: i64) {
    for line in lines {
        if let StatementKind::Repeat { most, until: Some(until), .. } = &mut line.kind
            && until.span == place
        {
            most.kind = ExprKind::Number(rounds);
        }
        for block in line.blocks_mut() {
            allow_rounds(block, place, rounds);
        }
    }
}
