//! What a system needs and a scene does not give it, as it is written.

use super::Lowering;
use super::partial_value::Context;
use super::written_values::{fixing, unchanged_settings};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Argument, InvocationId, LocalKind};
use crate::source::Span;

impl<'m> Lowering<'m, '_> {
    /// What the system needs does not hold, as the scene is written: said at the one value that it hangs on, or at the line of
    /// the run. Nothing is said where it hangs on a setting that is refused already.
    pub fn is_not_met(&mut self, context: &Context<'m>, condition: Span, says: String) {
        let run = context.invocation.map(|(run, _)| run);
        if run.is_some_and(|run| self.is_said_of_those_in(run, &says)) {
            return;
        }
        let mut values = run.map_or_else(Vec::new, |run| fixing((self.system, self.scene), run, condition));
        let only = if let [only] = values.as_slice() { Some(*only) } else { None };
        if values.is_empty() {
            values = unchanged_settings((self.system, self.scene), condition);
            if values.iter().any(|setting| self.is_refused_at(*setting)) {
                return;
            }
        }
        let (place, others) = match (only, run) {
            (Some(only), _) => (only, [].as_slice()),
            (None, Some(run)) => (self.scene.invocations[run].span, values.as_slice()),
            (None, None) => (condition, [].as_slice()),
        };
        let found = Diagnostic::error(codes::REFUSED, place, says).also(condition, "the rules require this");
        let found = others.iter().fold(found, |found, value| found.also(*value, "it depends on this"));
        let help = match (only, others) {
            (Some(only), _) if run.is_some_and(|run| self.can_be_left_out(run, only)) => "change this, or remove it",
            (None, [_, ..]) => "change one of the marked values so that this holds",
            // What the rules say is said, and where.
            (Some(_), _) | (None, []) => return self.sink.push(found),
        };
        self.sink.push(found.help(help));
    }

    /// Whether what a run says at a place need not be said.
    fn can_be_left_out(&self, run: InvocationId, place: Span) -> bool {
        let written = &self.scene.invocations[run];
        let locals = &self.system.procedures[written.procedure].locals;
        let said = |argument: &Argument| argument.entries().iter().any(|entry| entry.span == place);
        let mut here = written.arguments.iter().filter(|(_, argument)| said(argument));
        here.any(|(blank, _)| {
            matches!(&locals[*blank].kind, LocalKind::Ask { default, optional, .. } if *optional || default.is_some())
        })
    }

    /// Whether the same is said already of those who act in a run: what they are is refused by itself.
    fn is_said_of_those_in(&self, run: InvocationId, says: &str) -> bool {
        let written = &self.scene.invocations[run];
        let acting = || written.by.iter().chain(&written.versus).map(|thing| &self.all_things[*thing]);
        let is_of = |place: Span| {
            acting().any(|thing| {
                thing.span == place
                    || thing.fields.values().flat_map(Argument::entries).any(|entry| entry.span == place)
            })
        };
        self.sink.iter().any(|found| {
            found.code == codes::REFUSED
                && found.message == says
                && found.labels.first().is_some_and(|label| is_of(label.span))
        })
    }

    fn is_refused_at(&self, place: Span) -> bool {
        let is_there = |found: &Diagnostic| found.labels.first().is_some_and(|label| label.span == place);
        self.sink.iter().any(|found| found.code == codes::REFUSED && is_there(found))
    }
}
