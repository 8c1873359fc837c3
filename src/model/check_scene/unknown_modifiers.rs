//! Modifiers that count only for those who know of them, and that nobody who takes them ever knows.

use std::collections::{BTreeMap, BTreeSet};

use super::making::Making;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Entry, NamedModifierId, Scene, ThingId};
use crate::source::{SourceId, Span};

/// Where modifiers are taken by somebody who does not know of them.
#[derive(Default)]
pub struct UnknownModifiers {
    /// By whom a modifier is taken first, and where.
    unknown: BTreeMap<NamedModifierId, (ThingId, Span)>,
    /// Those that count somewhere.
    counting: BTreeSet<NamedModifierId>,
}

impl UnknownModifiers {
    /// An entry of a blank is met; `has_learned` says who has learned of a modifier by a line before.
    pub fn met(
        &mut self,
        scene: &Scene,
        making: &[Making],
        entry: &Entry,
        has_learned: impl Fn(NamedModifierId, ThingId) -> bool,
    ) {
        let Some(id) = entry.named else { return };
        let who = making.iter().rev().find_map(|making| scene.invocations[making.run].by);
        // What is known to nobody is meant to count for nobody yet, and the verdict shows it so.
        let known = scene.named_modifiers[id].known.as_ref().filter(|known| !known.is_empty());
        match who {
            Some(who) if known.is_some_and(|known| !known.contains(&who)) && !has_learned(id, who) => {
                self.unknown.entry(id).or_insert((who, entry.span));
            }
            Some(_) | None => {
                self.counting.insert(id);
            }
        }
    }

    /// Somebody learns of a modifier in lines that come again, and so may know of it in those before.
    pub fn learned_in_rounds(&mut self, id: NamedModifierId) {
        self.counting.insert(id);
    }

    /// The same in lines that stand for themselves.
    pub fn and(mut self, other: Self) -> Self {
        self.counting.extend(other.counting);
        for (id, taken) in other.unknown {
            self.unknown.entry(id).or_insert(taken);
        }
        self
    }

    /// Remarks on those that a text declares and that count for nobody.
    pub fn remarks(self, scene: &Scene, source: SourceId) -> Vec<Diagnostic> {
        let of_nobody = self.unknown.iter().filter(|(id, _)| !self.counting.contains(id));
        let here = of_nobody.filter(|(id, _)| scene.named_modifiers[**id].span.source == source);
        let remark = |(id, (who, place)): (&NamedModifierId, &(ThingId, Span))| {
            let (modifier, who) = (&scene.named_modifiers[*id], &scene.things[*who].name);
            let name = &modifier.name;
            let message = format!("`{name}` counts for nobody: `{who}`, who takes it here, does not know of it");
            let found = Diagnostic::warning(codes::IDLE, *place, message);
            found.also(modifier.span, "this says who knows of it").help(format!(
                "if `{who}` finds it out, write `reveal {name} to {who}` above this run; otherwise name `{who}` behind \
                 `known to`, or take it out here"
            ))
        };
        here.map(remark).collect()
    }
}
