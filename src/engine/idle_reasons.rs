//! Why a value makes no difference: what prevents it, and what it would need in order to count.

use super::encounter::Encounter;
use super::heard::Ears;
use super::in_the_way::{in_the_way, not_run, stated_in_the_way};
use super::places::{Holder, Other, Place, put};
use super::trial::Trial;
use super::unsaid::{Said, Unsaid, filled_by_rules};
use crate::diagnostic::Diagnostic;
use crate::ir::Program;
use crate::model::listing::one_of;
use crate::model::{Entry, InvocationId, Local, LocalId, Named, Scene, Type};

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
        let missing = self.missing((place, entry, others));
        if missing.is_empty() {
            let way = or_out("change the scene so that it counts");
            return (!must_be_there).then(|| found.help(format!("{same}: {way}")));
        }
        let way = if must_be_there { "add that" } else { "add that, or remove this" };
        let beside = one_of(missing.iter().map(String::as_str));
        Some(found.help(format!("{same}: it only counts together with {beside}, which is missing here; {way}")))
    }

    /// What the scene leaves out, and beside which what stands at a place counts: blanks of the same run that take a value and that no
    /// rule fills; if there are none, such blanks once what the run says in words is left out; other blanks; settings of those who take
    /// part, or of the system.
    fn missing(&self, (place, entry, others): (Place, &Entry, &[Other])) -> Vec<String> {
        let scene = &self.encounter.scene;
        let counts_in = &|scene: &Scene| self.counts_in(scene, place, others);
        let unsaid = Unsaid { encounter: self.encounter, at: entry.span, counts_in };
        let (Holder::Blank(run, _) | Holder::Item(run, ..)) = place.holder else { return Vec::new() };
        let by_rules = filled_by_rules(&self.encounter.system.procedures);
        let is_usual = |blank: LocalId, local: &Local| {
            !matches!(local.ty, Type::Thing(_)) && !by_rules.contains(&(scene.invocations[run].procedure, blank))
        };
        let words = |said: Vec<Said>| said.into_iter().map(|said| said.words).collect();
        let usual = |scene: &Scene| words(unsaid.blanks(scene, run, &is_usual));
        let ways: [&dyn Fn() -> Vec<String>; 5] = [
            &|| usual(scene),
            &|| usual(&self.without_words(run, entry)),
            &|| words(unsaid.blanks(scene, run, &|_, _| true)),
            &|| unsaid.of_those_who_take_part(run),
            &|| unsaid.settings(),
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
        let Ok(with) = self.laid_out(scene, &self.for_reasons) else { return false };
        let choice = self.choice(place.holder);
        let is_heard = |again: Program| {
            self.with_ears(0, choice.as_deref(), |ears| {
                Ears { allowance: &self.for_reasons, ..ears }.hear_otherwise(&with, &again)
            })
        };
        others.iter().any(|other| {
            let mut scene = scene.clone();
            self.written().put_beside_price(&mut scene, place, *other);
            self.laid_out(&scene, &self.for_reasons).is_ok_and(&is_heard)
        })
    }

    /// Whether the rules refuse the scene without a value there.
    fn must_be_there(&self, place: Place) -> bool {
        let is_asked_otherwise = self.choice(place.holder).is_some();
        let declared = self.written().declared(place.holder);
        place.of_several.is_none() && !is_asked_otherwise && declared.is_some_and(|declared| !declared.may_be_absent)
    }
}

/// Whether a place belongs to one of the things that are tried instead.
fn is_of_any(place: Place, others: &[Other]) -> bool {
    matches!(place.holder, Holder::Field(thing, _) if others.contains(&Other::Thing(thing)))
}
