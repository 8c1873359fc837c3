//! Why a value makes no difference: what prevents it, and what it would need in order to count.

use std::cell::OnceCell;

use super::encounter::Encounter;
use super::heard::{Ears, Known};
use super::in_the_way::{in_the_way, not_run, stated_in_the_way};
use super::other_names::{OtherName, other_names};
use super::places::{Holder, Other, Place, put};
use super::trial::Trial;
use super::unsaid::{Said, Unsaid, filled_by_rules, read_together};
use crate::diagnostic::Diagnostic;
use crate::ir::{Program, lower};
use crate::model::listing::one_of;
use crate::model::{Entry, Invocation, InvocationId, Local, LocalId, Named, Scene, Type};
use crate::source::Span;

/// So many other names are tried.
const MOST_NAMES: usize = 8;

impl Trial<'_> {
    /// With what keeps it from counting: another value that is written down, or one that is not. Where neither is found, it is to be
    /// taken out; nothing is said of what has to be there.
    pub(super) fn explained(
        &self,
        found: Diagnostic,
        (place, entry, others): (Place, &Entry, &[Other]),
        same: &str,
    ) -> Option<Diagnostic> {
        let changed = |(changed, change): (Place, Other)| {
            let mut scene = self.encounter.scene.clone();
            put(&mut scene, changed, change);
            scene
        };
        let counts_with = |change| self.counts_in(&changed(change), place, others);
        let must_be_there = self.must_be_there(place);
        let or_out = |way: &str| if must_be_there { way.to_owned() } else { format!("remove it, or {way}") };
        if let Some((change, why)) = in_the_way(self.written(), place, &counts_with) {
            // Another thing in its place is alike by chance: what that one is makes a difference.
            if is_of_any(change.0, others) {
                return None;
            }
            let way = or_out("change the marked value, which keeps this from counting");
            return Some(
                found.also(why.span, "with another value here, it would count").help(format!("{same}: {way}")),
            );
        }
        let counts_in = |scene: &Scene| self.counts_in(scene, place, others);
        if let Some(stated) = stated_in_the_way(&self.encounter.scene, place.holder, &counts_in) {
            let way = or_out("remove the method");
            return Some(found.also(stated, "without this, it would count").help(format!("{same}: {way}")));
        }
        if let Some(readers) = self.readers_that_are_not_run(place.holder) {
            let way = or_out("run a procedure that reads it");
            return Some(found.help(format!("{same}: it counts in {readers}, which is not run here; {way}")));
        }
        // What people are is said of them elsewhere, and a line that has to say something says it of anybody.
        let has_to_be_said = self.written().is_default(place) || !self.can_be_without(place);
        let of_people = OnceCell::new();
        let of_people = || of_people.get_or_init(|| self.missing_of_people((place, entry, others))).clone();
        if has_to_be_said && !of_people().is_empty() {
            return None;
        }
        if let Some(way) = self.counts_elsewhere((place, entry, others), must_be_there) {
            return Some(found.help(format!("{same}: {way}")));
        }
        // Then it says what this is like, and who is in that condition is not for it to say.
        if self.counts_in_a_condition((place, entry, others)) {
            return None;
        }
        let mut missing = of_people();
        if missing.is_empty() {
            missing = self.missing_settings((place, entry, others));
        }
        if !missing.is_empty() {
            return Some(found.help(format!("{same}: {}", counts_beside(&missing, must_be_there))));
        }
        if must_be_there {
            return None;
        }
        let named = self.with_names_with_which_it_counts(&found, (place, others), same);
        named.or_else(|| Some(found.help(format!("{same}: remove it, or change the scene so that it counts"))))
    }

    /// With other names in the run in which a value stands, and in the one around it, with each of which the value would count.
    fn with_names_with_which_it_counts(
        &self,
        found: &Diagnostic,
        (place, others): (Place, &[Other]),
        same: &str,
    ) -> Option<Diagnostic> {
        let (Holder::Blank(run, _) | Holder::Item(run, ..)) = place.holder else { return None };
        let Encounter { scene, .. } = self.encounter;
        let is_around = |outer: InvocationId| scene.invocations[outer].nested.values().any(|nested| *nested == run);
        let is_near = |name: &OtherName| (name.run == run || is_around(name.run)) && !name.is_at(place);
        let tried = other_names(self.encounter).into_iter().filter(is_near).take(MOST_NAMES);
        let names = tried.filter(|name| self.counts_in(&name.put_into(self.encounter, scene), place, others));
        let names: Vec<(Span, String)> = names.map(|name| (name.span, name.in_words(self.encounter))).collect();
        let words = one_of(names.iter().map(|(_, words)| words.as_str()));
        let mark = |found: Diagnostic, (place, words): &(Span, String)| {
            found.also(*place, format!("with `{words}` here it would count"))
        };
        let found = names.iter().fold(found.clone(), mark);
        let help = format!("{same}: write {words} if that is what you meant, or remove this");
        (!names.is_empty()).then(|| found.help(help))
    }

    /// Where else a value would count, or what is missing beside which it would: of the run in which it stands.
    pub(super) fn counts_elsewhere(
        &self,
        (place, entry, others): (Place, &Entry, &[Other]),
        must_be_there: bool,
    ) -> Option<String> {
        let or_out = if must_be_there { "" } else { ", or remove it" };
        let moved = |way: String| format!("it would count in {way}{or_out}");
        let beside = self.run_beside((place, entry, others)).map(moved);
        beside.or_else(|| {
            let missing = self.missing((place, entry, others));
            let is_missing = !missing.is_empty();
            let missing = is_missing.then(|| counts_beside(&missing, must_be_there));
            missing.or_else(|| self.run_around((place, entry, others)).map(moved))
        })
    }

    /// A run beside the one in which a value stands, in the braces of the same line, where it would count instead.
    fn run_beside(&self, (place, entry, others): (Place, &Entry, &[Other])) -> Option<String> {
        let (Holder::Blank(run, blank), None) = (place.holder, place.of_several) else { return None };
        let (_, outer) = self.around(run)?;
        let scene = &self.encounter.scene;
        let is_beside = |other: InvocationId| {
            let written = &scene.invocations[other];
            other != run
                && written.procedure == scene.invocations[run].procedure
                && !written.arguments.contains_key(&blank)
        };
        let mut beside = outer.nested.iter().filter(|(_, other)| is_beside(**other));
        let counts = |other: InvocationId| self.counts_moved((place, entry, others), (other, blank));
        beside.find(|(_, other)| counts(**other)).map(|(name, _)| format!("`{name}`: move it there"))
    }

    /// The run around the one in which a value stands, where a blank of that name would count instead, and how it gets there.
    fn run_around(&self, (place, entry, others): (Place, &Entry, &[Other])) -> Option<String> {
        let (Holder::Blank(run, blank), None) = (place.holder, place.of_several) else { return None };
        let (outer_id, outer) = self.around(run)?;
        let Encounter { system, scene, .. } = self.encounter;
        let local = &system.procedures[scene.invocations[run].procedure].locals[blank];
        let is_alike = |other: &Local| other.is_blank() && other.name == local.name && other.ty == local.ty;
        let (there, _) = system.procedures[outer.procedure].locals.pairs().find(|(_, other)| is_alike(other))?;
        let is_free = !outer.arguments.contains_key(&there);
        let (from, to) = (&scene.invocations[run].name, &outer.name);
        (is_free && self.counts_moved((place, entry, others), (outer_id, there)))
            .then(|| format!("`{to}`: move it out of the braces of `{from}`, into those of `{to}` around them"))
    }

    /// The run in whose braces a run stands.
    fn around(&self, run: InvocationId) -> Option<(InvocationId, &Invocation)> {
        let all = self.encounter.scene.invocations.pairs();
        let mut around = all.filter(|(_, outer)| outer.nested.values().any(|nested| *nested == run));
        around.next()
    }

    /// Whether a value would count, and take effect, in a blank of another run.
    fn counts_moved(
        &self,
        (place, entry, others): (Place, &Entry, &[Other]),
        (other, there): (InvocationId, LocalId),
    ) -> bool {
        let Holder::Blank(run, blank) = place.holder else { return false };
        let mut scene = self.encounter.scene.clone();
        let moved = scene.invocations[run].arguments.remove(&blank);
        scene.invocations[other].arguments.extend(moved.map(|moved| (there, moved)));
        let moved = Place { holder: Holder::Blank(other, there), ..place };
        self.counts_in(&scene, moved, others) && self.is_unremarked(&scene, entry.span)
    }

    /// Whether nothing is said of what stands at a place in another scene, as far as it shows there what takes effect.
    fn is_unremarked(&self, scene: &Scene, at: Span) -> bool {
        let Ok(again) = self.encounter.of_scene_accounted(scene.clone()) else { return false };
        let made = (again.program.as_ref(), [].as_slice());
        let found = again.remarks.followed((&again.system, &again.scene), made, &lower::perhaps);
        !found.iter().filter_map(|found| found.labels.first()).any(|label| label.span == at)
    }

    /// Whether it counts once somebody who takes part is in a condition in which the rules can bring them. Dice seldom show that it does,
    /// so it counts unless it is shown that it does not.
    fn counts_in_a_condition(&self, (place, entry, others): (Place, &Entry, &[Other])) -> bool {
        let (Holder::Blank(run, _) | Holder::Item(run, ..)) = place.holder else { return false };
        let (allowance, choice) = (&self.for_conditions, self.choice(place.holder));
        let is_alike = |one: &Program, other: &Program| {
            self.with_ears(0, choice.as_deref(), |ears| {
                Ears { allowance, ..ears }.hear_the_same(one, &Known::default(), other)
            })
        };
        let counts_in = &|scene: &Scene| {
            let Ok(with) = self.laid_out(scene, allowance) else { return false };
            let differs = others.iter().any(|other| {
                let mut scene = scene.clone();
                self.written().put_beside_price(&mut scene, place, *other);
                self.laid_out(&scene, allowance).is_ok_and(|again| !is_alike(&with, &again))
            });
            differs && allowance.spend(1).is_ok()
        };
        Unsaid { encounter: self.encounter, at: entry.span, counts_in }.in_a_condition(run)
    }

    /// What is not said of those who take part, and beside which it counts.
    fn missing_of_people(&self, (place, entry, others): (Place, &Entry, &[Other])) -> Vec<String> {
        let (Holder::Blank(run, _) | Holder::Item(run, ..)) = place.holder else { return Vec::new() };
        let counts_in = &|scene: &Scene| self.counts_in(scene, place, others);
        Unsaid { encounter: self.encounter, at: entry.span, counts_in }.of_those_who_take_part(run)
    }

    /// What is not said in the settings, and beside which it counts.
    fn missing_settings(&self, (place, entry, others): (Place, &Entry, &[Other])) -> Vec<String> {
        if let Holder::Field(..) = place.holder {
            return Vec::new();
        }
        let counts_in = &|scene: &Scene| self.counts_in(scene, place, others);
        Unsaid { encounter: self.encounter, at: entry.span, counts_in }.settings()
    }

    /// Whether the rules take the scene without a value there.
    fn can_be_without(&self, place: Place) -> bool {
        let without = || self.encounter.with(&[(place, Other::LeftOut)]);
        !self.must_be_there(place) && without().is_ok_and(|without| without.refusing_all().is_none())
    }

    /// What the run leaves out, and beside which what stands at a place counts: blanks that no rule fills; if there are none, such blanks
    /// that take a value once what the run says in words is left out; other blanks. Those that a line of the rules reads together with it
    /// come first.
    fn missing(&self, (place, entry, others): (Place, &Entry, &[Other])) -> Vec<String> {
        let scene = &self.encounter.scene;
        // What does nothing where it stands may do nothing beside these either, whatever else they change.
        let counts_in = &|scene: &Scene| self.counts_in(scene, place, others) && self.is_unremarked(scene, entry.span);
        let unsaid = Unsaid { encounter: self.encounter, at: entry.span, counts_in };
        let (Holder::Blank(run, _) | Holder::Item(run, ..)) = place.holder else { return Vec::new() };
        let by_rules = filled_by_rules(&self.encounter.system.procedures);
        let procedure = scene.invocations[run].procedure;
        let is_filled = |blank: LocalId| by_rules.contains(&(procedure, blank));
        let is_thing = |local: &Local| matches!(local.ty, Type::Thing(_));
        let together = read_together(self.encounter, place.holder);
        let is_near = |blank: LocalId| together.contains(&blank);
        let words = |said: Vec<Said>| said.into_iter().map(|said| said.words).collect::<Vec<String>>();
        let blanks = |scene: &Scene, wanted: &dyn Fn(LocalId, &Local) -> bool| words(unsaid.blanks(scene, run, wanted));
        let usual = |blank: LocalId, local: &Local| !is_thing(local) && !is_filled(blank);
        // What takes something of which the scene has none is as open as what takes a value.
        let is_of_none = |local: &Local| matches!(local.ty, Type::Thing(kind) if !scene.things.iter().any(|thing| thing.kind == kind));
        let ways: [&dyn Fn() -> Vec<String>; 3] = [
            &|| {
                let near = blanks(scene, &|blank, _| is_near(blank) && !is_filled(blank));
                let far = blanks(scene, &|blank, local| {
                    !is_near(blank) && !is_filled(blank) && (usual(blank, local) || is_of_none(local))
                });
                [near, far].concat()
            },
            &|| blanks(&self.without_words(run, entry), &usual),
            &|| blanks(scene, &|_, _| true),
        ];
        ways.into_iter().map(|way| way()).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The scene in which a run leaves out all that it says in words, but for one entry.
    fn without_words(&self, run: InvocationId, entry: &Entry) -> Scene {
        let Encounter { system, scene, .. } = self.encounter;
        let mut bare = scene.clone();
        bare.invocations[run].arguments.retain(|blank, argument| {
            let is_in_words =
                matches!(system.procedures[scene.invocations[run].procedure].locals[*blank].ty, Type::YesNo);
            !is_in_words || argument.entries().iter().any(|written| written.span == entry.span)
        });
        bare
    }

    /// The procedures and periods that alone read a setting, if the scene runs none of them.
    fn readers_that_are_not_run(&self, holder: Holder) -> Option<String> {
        let Encounter { system, scene, .. } = self.encounter;
        let Holder::Field(thing, field) = holder else { return None };
        let kind = scene.things[thing].kind;
        let read = system.uses.iter().filter(|(used, _)| *used == Named::Field(kind, field)).map(|(_, span)| span);
        let read = read.filter(|span| *span != system.kinds[kind].fields[field].span);
        let readers: Option<Vec<&str>> = read.map(|span| not_run(system, scene, span)).collect();
        readers.filter(|readers| !readers.is_empty()).map(one_of)
    }

    /// Whether what stands at a place counts in another scene: a few runs tell something else with other values there.
    fn counts_in(&self, scene: &Scene, place: Place, others: &[Other]) -> bool {
        let allowance = &self.for_reasons;
        let Ok(with) = self.laid_out(scene, allowance) else { return false };
        let choice = self.choice(place.holder);
        let is_heard = |again: Program| {
            self.with_ears(0, choice.as_deref(), |ears| Ears { allowance, ..ears }.hear_otherwise(&with, &again))
        };
        others.iter().any(|other| {
            let mut scene = scene.clone();
            self.written().put_beside_price(&mut scene, place, *other);
            self.laid_out(&scene, allowance).is_ok_and(&is_heard)
        })
    }

    /// Whether the rules refuse the scene without a value there.
    pub(super) fn must_be_there(&self, place: Place) -> bool {
        let is_asked_otherwise = self.choice(place.holder).is_some();
        let declared = self.written().declared(place.holder);
        place.of_several.is_none() && !is_asked_otherwise && declared.is_some_and(|declared| !declared.may_be_absent)
    }
}

/// Beside what something counts, and what to do then.
fn counts_beside(missing: &[String], must_be_there: bool) -> String {
    let beside = one_of(missing.iter().map(String::as_str));
    let way = if must_be_there { "add that" } else { "add that, or remove this" };
    format!("it would count together with {beside}, which is missing here; {way}")
}

/// Whether a place belongs to one of the things that are tried instead.
fn is_of_any(place: Place, others: &[Other]) -> bool {
    matches!(place.holder, Holder::Field(thing, _) if others.contains(&Other::Thing(thing)))
}
