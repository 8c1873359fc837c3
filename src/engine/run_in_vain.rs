//! Lines that run something only to change what is there, and never do.

use std::collections::BTreeSet;

use super::later_changes::{change_in, changing_in, lines};
use super::setting_lines::without_line;
use super::trial::Trial;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{InvocationId, Named, RunMade, Statement, StatementKind};
use crate::shared_text::SharedText;
use crate::source::Span;

/// A line that runs something, and whose turn it is there.
type Line<'s> = (Span, InvocationId, Option<&'s SharedText>);

impl Trial<'_> {
    /// Remarks on runs that roll, ask, tell and change nothing, in each run of the scene that comes to them. A person may begin or end
    /// something as a matter of form, so that is said of people only in the turn of somebody else.
    pub(super) fn run_in_vain(&self) -> Vec<Diagnostic> {
        let scene = &self.encounter.scene;
        let mut found = Vec::new();
        runs_in(&scene.statements, None, &mut found);
        let idle = found.into_iter().filter(|line| self.is_for_a_change(line) && self.changes_nothing(line));
        idle.map(|line| self.runs_in_vain(line)).collect()
    }

    /// Whether a line runs something only for what that changes, so that nothing else asks for it.
    fn is_for_a_change(&self, (place, run, turn): &Line<'_>) -> bool {
        let (system, scene) = (&self.encounter.system, &self.encounter.scene);
        let written = &scene.invocations[*run];
        let is_formal = written.by.is_some_and(|who| {
            let has_turn = |name: &SharedText| scene.things[who].name == *name;
            turn.is_none_or(has_turn) || !lines(&scene.statements).into_iter().any(|line| has_a_turn(line, &has_turn))
        });
        let is_known = self.known.iter().any(|known| place.contains(*known) || known.contains(*place));
        let asked = scene.uses.iter().chain(scene.expects.iter().flat_map(|expect| expect.uses.iter()));
        let is_asked =
            asked.filter(|(named, _)| *named == Named::Invocation(*run)).any(|(_, span)| !place.contains(span));
        let is_here = scene.statements.first().is_some_and(|first| first.span.source == place.source);
        let changes = |line: &Statement| change_in(line).is_some();
        !is_formal
            && !is_known
            && !is_asked
            && is_here
            && changing_in(system, written.procedure, &mut BTreeSet::new(), &changes)
    }

    /// Whether a scene in which nobody is told that a run takes place is the same without it.
    fn changes_nothing(&self, (place, run, _): &Line<'_>) -> bool {
        let mut untold = self.encounter.scene.clone();
        untold.invocations[*run].made = RunMade::Bookkeeping;
        let (Ok(untold), Ok(without)) = (self.again(&untold), self.again(&without_line(&self.encounter.scene, *place)))
        else {
            return false;
        };
        self.are_alike(&untold, &without)
    }

    fn runs_in_vain(&self, (place, run, turn): Line<'_>) -> Diagnostic {
        let (system, scene) = (&self.encounter.system, &self.encounter.scene);
        let written = &scene.invocations[run];
        let name = &system.procedures[written.procedure].name;
        if let (Some(by), Some(who)) = (written.by, turn) {
            let by = &scene.things[by].name;
            let message =
                format!("this `{name}` is by `{by}`, for whom it changes nothing, but this is the turn of `{who}`");
            let help = format!("write `by {who}`, or remove the line");
            return Diagnostic::warning(codes::ROLE, place, message).help(help);
        }
        let message = format!("this `{name}` changes nothing when the scene begins as written");
        let help = "remove the line, or change what is between its braces; keep it if an earlier scene may have changed the values";
        Diagnostic::warning(codes::IDLE, place, message).help(help)
    }
}

/// The lines that run something, and whose turn it is there.
fn runs_in<'s>(all: &'s [Statement], turn: Option<&'s SharedText>, found: &mut Vec<Line<'s>>) {
    for line in all {
        if let StatementKind::Invocation(run) = line.kind {
            found.push((line.span, run, turn));
        } else if let StatementKind::Turns(turns) = &line.kind {
            for one in turns {
                runs_in(&one.body, Some(&one.who), found);
            }
        } else {
            for block in line.blocks() {
                runs_in(block, turn, found);
            }
        }
    }
}

/// Whether a line gives somebody a turn.
fn has_a_turn(line: &Statement, is_theirs: &dyn Fn(&SharedText) -> bool) -> bool {
    matches!(&line.kind, StatementKind::Turns(turns) if turns.iter().any(|turn| is_theirs(&turn.who)))
}
