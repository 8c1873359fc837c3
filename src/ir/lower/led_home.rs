//! What is wrong in a line of the rules for the values that a scene writes, told where the scene leads to that line.

use std::sync::Arc;

use super::Lowering;
use crate::model::InvocationId;
use crate::shared_text::SharedText;
use crate::source::Span;

impl Lowering<'_, '_> {
    /// Puts a line of the scene, and who acts there, before what was found wrong in the rules since a mark.
    pub fn lead_home(&mut self, mark: usize, line: Span) {
        if self.is_of_rules(line) || self.sink.mark() == mark {
            return;
        }
        let acting = self.acting();
        let rules: Vec<bool> = self
            .sink
            .iter()
            .skip(mark)
            .map(|found| found.labels.first().is_some_and(|at| self.is_of_rules(at.span)))
            .collect();
        let mut rules = rules.into_iter();
        self.sink.change_since(mark, |found| {
            let is_of_rules = rules.next() == Some(true);
            if !found.is_error() || !is_of_rules {
                return found;
            }
            let mut found = found;
            if let Some(first) = found.labels.first_mut().filter(|first| first.text.is_empty()) {
                "stopped here".clone_into(&mut first.text);
            }
            found.led_by(line, acting.clone())
        });
    }

    /// Whether a place is one of the rules; a system that is named as a file of one's own is counted among the texts of the scene.
    fn is_of_rules(&self, place: Span) -> bool {
        let mut procedures = self.system.procedures.iter();
        place.source.is_of_system() || procedures.any(|procedure| procedure.span.source == place.source)
    }

    /// Who plays which role.
    pub fn role_names(&self, invocation: InvocationId) -> Arc<[(SharedText, SharedText)]> {
        let written = &self.scene.invocations[invocation];
        let procedure = &self.system.procedures[written.procedure];
        let pairs = [(procedure.by, written.by), (procedure.versus, written.versus)];
        let named = pairs.into_iter().filter_map(|(local, who)| Some((local?, who?)));
        named
            .map(|(local, who)| {
                let thing = &self.all_things[who];
                (procedure.locals[local].name.clone(), thing.called())
            })
            .collect()
    }

    /// `strike (effort by Mara), in lunge (attack by Mara versus Roque)`: the runs in hand.
    fn acting(&self) -> String {
        let runs = self.frames.iter().rev().map(|frame| {
            let written = &self.scene.invocations[frame.invocation];
            let procedure = &self.system.procedures[written.procedure];
            let mut words = format!("{} ({}", written.name, procedure.name);
            for (word, (_, who)) in [" by ", " versus "].into_iter().zip(self.role_names(frame.invocation).iter()) {
                words.push_str(word);
                words.push_str(who);
            }
            words.push(')');
            words
        });
        runs.collect::<Vec<_>>().join(", in ")
    }
}
