//! Another name in the place of one that a scene writes: who acts in a run, against whom, and what a blank takes.

use super::encounter::Encounter;
use super::places::{Holder, Other, Place, Written, put};
use crate::model::{Argument, ExprKind, Invocation, InvocationId, Named, RunMade, Scene, ThingId};
use crate::source::Span;

/// Where a run names somebody or something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    By,
    Versus,
    Blank(Place),
}

/// Another name that could stand where one is written.
#[derive(Clone, Copy)]
pub(super) struct OtherName {
    pub(super) run: InvocationId,
    slot: Slot,
    /// Who or what is named there now.
    now: ThingId,
    pub(super) other: ThingId,
    /// Where that is written.
    pub(super) span: Span,
}

impl OtherName {
    /// Whether it stands for who acts, or against whom.
    pub(super) fn is_of_a_role(&self) -> bool {
        match self.slot {
            Slot::By | Slot::Versus => true,
            Slot::Blank(_) => false,
        }
    }

    /// Whether it stands at this place.
    pub(super) fn is_at(&self, place: Place) -> bool {
        self.slot == Slot::Blank(place)
    }

    /// As the scene would write it: by vale, cover door.
    pub(super) fn in_words(&self, encounter: &Encounter) -> String {
        let name = &encounter.scene.things[self.other].name;
        match self.slot {
            Slot::By => format!("by {name}"),
            Slot::Versus => format!("versus {name}"),
            Slot::Blank(place) => {
                let declared = Written(encounter).declared(place.holder);
                format!("{} {name}", declared.map(|declared| declared.name).unwrap_or_default())
            }
        }
    }

    /// The scene with this name. Runs inside that take the role from the run around them take the new name too.
    pub(super) fn put_into(&self, encounter: &Encounter, scene: &Scene) -> Scene {
        let mut scene = scene.clone();
        match self.slot {
            Slot::By => scene.invocations[self.run].by = Some(self.other),
            Slot::Versus => scene.invocations[self.run].versus = Some(self.other),
            Slot::Blank(place) => put(&mut scene, place, Other::Thing(self.other)),
        }
        if self.is_of_a_role() {
            self.follow(encounter, &mut scene, self.run);
        }
        scene
    }

    fn follow(&self, encounter: &Encounter, scene: &mut Scene, around: InvocationId) {
        let inside: Vec<InvocationId> = scene.invocations[around].nested.values().copied().collect();
        for run in inside {
            let is_written =
                |who, word| role_written(encounter, &encounter.scene.invocations[run], who, word).is_some();
            let (by, versus) = (is_written(self.now, "by"), is_written(self.now, "versus"));
            let written = &mut scene.invocations[run];
            if written.by == Some(self.now) && !by {
                written.by = Some(self.other);
            }
            if written.versus == Some(self.now) && !versus {
                written.versus = Some(self.other);
            }
            self.follow(encounter, scene, run);
        }
    }
}

/// Every other name for which somebody may ask: of somebody or something of the same kind, in each run that the scene writes. Nobody
/// stands against themselves.
pub(super) fn other_names(encounter: &Encounter) -> Vec<OtherName> {
    let scene = &encounter.scene;
    let runs = scene.invocations.pairs().filter(|(_, run)| run.made == RunMade::Written);
    let named = runs.flat_map(|(id, run)| {
        let role = move |slot, who: Option<ThingId>, word| {
            let who = who?;
            Some((id, slot, who, role_written(encounter, run, who, word)?))
        };
        let roles = [role(Slot::By, run.by, "by"), role(Slot::Versus, run.versus, "versus")].into_iter().flatten();
        roles.chain(blanks(id, run))
    });
    let others = named.flat_map(|(run, slot, now, span)| {
        let kind = scene.things[now].kind;
        let alike = scene.things.pairs().filter(move |(other, thing)| *other != now && thing.kind == kind);
        alike.map(move |(other, _)| OtherName { run, slot, now, other, span })
    });
    let is_against_itself = |name: &OtherName| {
        let run = &scene.invocations[name.run];
        name.is_of_a_role() && [run.by, run.versus].contains(&Some(name.other))
    };
    others.filter(|name| !is_against_itself(name)).collect()
}

/// The names in the blanks of a run.
fn blanks(id: InvocationId, run: &Invocation) -> impl Iterator<Item = (InvocationId, Slot, ThingId, Span)> {
    let entries = run.arguments.iter().flat_map(|(blank, argument)| {
        let is_list = matches!(argument, Argument::List(_));
        let entries = argument.entries().iter().enumerate();
        entries.map(move |(which, entry)| (*blank, is_list.then_some(which), entry))
    });
    entries.filter_map(move |(blank, of_several, entry)| {
        let ExprKind::Thing(now) = entry.value.kind else { return None };
        let place = Place { holder: Holder::Blank(id, blank), of_several };
        Some((id, Slot::Blank(place), now, entry.span))
    })
}

/// Where the line of a run says who fills a role of it, with the word before the name.
fn role_written(encounter: &Encounter, run: &Invocation, who: ThingId, word: &str) -> Option<Span> {
    let is_behind = |span: &Span| span.source == run.span.source && span.start >= run.span.end;
    let uses = encounter.scene.uses.iter().filter(|(named, span)| *named == Named::Thing(who) && is_behind(span));
    let name = uses.map(|(_, span)| span).min_by_key(|span| span.start)?;
    let before = encounter.sources.slice(Span { end: name.start, ..run.span });
    let start = before.trim_end().strip_suffix(word).filter(|head| !head.contains('\n'))?.len();
    Some(Span { start: run.span.start + u32::try_from(start).ok()?, ..name })
}
