//! Runs that a line of the rules ends before they have a result, whatever the dice show.

use super::ledger::End;
use super::pieces::Piece;
use super::reasons::Accounts;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{InvocationId, Named};
use crate::source::Span;

impl Accounts<'_> {
    /// Remarks on a run that never gets past a line which ends it before dice fall; behind them its end is one that it comes to. Of one
    /// that an expectation brings along nothing is said: that it ends may be just what is claimed. Nor where other lines are to come: the
    /// verdict of each says so itself; nor where this line is why something in the run has no effect.
    pub fn always_stopped(&mut self, run: InvocationId) {
        let written = &self.scene.invocations[run];
        if self.programs.is_empty() || !self.is_alone(written.span) {
            return;
        }
        if self.scene.expects.iter().any(|expect| expect.scene.is_some() && expect.span.contains(written.span)) {
            return;
        }
        let Some(End { line, says, asks: false }) = self.end_of(run) else { return };
        if self.sink.iter().any(|found| found.labels.iter().any(|label| label.span == *line)) {
            return;
        }
        let (message, otherwise) = self.never("this is always stopped", &[Piece::Past(run, *line)]);
        let says = says.as_ref().map(|says| format!(": {says}")).unwrap_or_default();
        let found = Diagnostic::warning(codes::IDLE, written.span, format!("{message}{says}"));
        let help = otherwise.unwrap_or("remove it, or change the scene so that it continues");
        self.sink.push(found.also(*line, "the rule that stops it").help(help));
        self.stopped.insert(run);
    }

    /// Drops what was said since a mark of conditions that ask for something of a run which is always stopped: that it is, is why.
    pub fn keep_causes(&mut self, mark: usize) {
        let is_stopped = |named: Named| matches!(named, Named::Invocation(run) if self.stopped.contains(&run));
        let asked: Vec<Span> =
            self.uses_of_scene().filter(|(named, _)| is_stopped(*named)).map(|(_, span)| span).collect();
        self.sink.retain_since(mark, |found| {
            !found.labels.iter().any(|label| asked.iter().any(|asked| label.span.contains(*asked)))
        });
    }

    /// The first line that a run never gets past. A run to which nothing comes is not ended either.
    pub fn end_of(&self, run: InvocationId) -> Option<&End> {
        let mut ends = self.ledger.ends.get(&run).into_iter().flatten();
        let has_taken = |piece| self.ledger.has_taken(piece);
        ends.find(|end| has_taken(Piece::EndBy(run, end.line)) && !has_taken(Piece::Past(run, end.line)))
    }
}
