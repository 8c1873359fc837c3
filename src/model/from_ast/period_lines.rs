//! Periods as a scene puts them to use: the blanks of their upkeep.

use super::super::{Hooks, InvocationId, LocalId, PeriodId, PeriodUse};
use super::Checker;
use super::invocations::new_invocation;
use super::kept::of_kept;
use super::members::is_ask;
use super::scene::join;
use crate::syntax::ast::{self, Line, StatementKind};

impl<'a> Checker<'a> {
    /// A period in use: a invocation that holds the blanks of its upkeep. What stands after it is not known yet.
    pub fn period_use(&mut self, period: PeriodId, line: Option<(&'a Line, usize)>) -> PeriodUse {
        let procedure = self.model.periods[period.0].procedure;
        let span = line.map_or(self.model.periods[period.0].span, |(line, _)| line.words.span());
        let invocation = InvocationId(self.model.invocations.len());
        let name = self.model.periods[period.0].name.clone();
        self.model.invocations.push(new_invocation(name.clone(), name, procedure, span));
        if let Some((line, used)) = line {
            self.model.invocations[invocation.0].title = line.text.as_ref().map(|t| t.text.clone());
            if used < line.words.words.len() {
                let asked = self.model.procedures[procedure.0].locals.iter().position(|s| is_ask(&s.kind));
                match asked {
                    Some(local) => self.value_line(invocation, LocalId(local), line, used),
                    None => self.misplaced(
                        line.words.span(),
                        "this period asks for nothing",
                        "remove the words after its name",
                    ),
                }
            }
            self.period_blanks(invocation, period, line.body.as_deref().unwrap_or_default());
        }
        let hooks = Hooks { before: self.before_period(period), after: Vec::new() };
        PeriodUse { period, invocation, hooks }
    }

    /// Fills the blanks of a period from the lines between its braces.
    pub fn period_blanks(&mut self, invocation: InvocationId, period: PeriodId, body: &'a [ast::Statement]) {
        for statement in body {
            let is_blank = self.is_period_blank(period, statement);
            let (kept, statement) = of_kept(statement);
            if let (StatementKind::Line(line), true) = (&statement.kind, is_blank) {
                self.invocation_line(invocation, line, None, kept);
            }
        }
    }

    /// Whether a line arguments a blank of a period's upkeep.
    pub fn is_period_blank(&self, period: PeriodId, statement: &ast::Statement) -> bool {
        let procedure = self.model.periods[period.0].procedure;
        let StatementKind::Line(line) = &of_kept(statement).1.kind else { return false };
        (1..=line.words.words.len()).rev().any(|used| {
            let name = join(&line.words.words[..used]);
            self.model.procedures[procedure.0].locals.iter().any(|local| local.name == name && is_ask(&local.kind))
        })
    }
}
