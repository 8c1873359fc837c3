//! Named modifiers that count for nobody, since those for whom the scene takes them do not know about them.

use super::pieces::Piece;
use super::reasons::Accounts;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Argument, Invocation};

impl Accounts<'_> {
    /// Remarks on the named modifiers that a run takes for somebody who never knows about them, where they count for nobody else either:
    /// people may well believe different things.
    pub fn not_known(&mut self, run: &Invocation) {
        // An expectation has people of its own.
        let Some(who) = run.by.and_then(|who| self.scene.things.get(who)).map(|who| &who.name) else { return };
        for entry in run.arguments.values().flat_map(Argument::all_entries) {
            let Some(id) = entry.named.filter(|_| self.ledger.has_taken(Piece::Named(entry.span))) else { continue };
            let Some(named) = self.scene.named_modifiers.get(id).filter(|_| !self.ledger.has_taken(Piece::Known(id)))
            else {
                continue;
            };
            let name = &named.name;
            let message = format!("`{name}` counts for nobody: {who} does not know about it");
            let start = match named.known.as_deref() {
                Some([]) => "nobody knows about it at the start",
                Some(_) | None => "only those named here know about it at the start",
            };
            let help = format!(
                "add `{who}` to those it is `known to`, write `reveal {name} to {who}` before this, or remove it"
            );
            let found = Diagnostic::warning(codes::IDLE, entry.span, message).also(named.span, start);
            self.sink.push(found.help(help));
        }
    }
}
