//! Periods as used in a scene: the blanks of their upkeep.

use super::checker::SceneChecker;
use super::leftovers::Takes;
use super::secrecy::secrecy_of;
use super::words::Beginnings;
use crate::model::{Hooks, Invocation, InvocationId, Local, PeriodId, PeriodUse};
use crate::syntax::ast::{self, Line, StatementKind};

impl<'a> SceneChecker<'a> {
    /// A period in use: an invocation that holds the blanks of its upkeep. What stands after it is not known yet.
    pub fn period_use(&mut self, period: PeriodId, line: Option<(&'a Line, usize)>) -> PeriodUse {
        let procedure = self.system.periods[period].procedure;
        let span = line.map_or(self.system.periods[period].span, |(line, _)| line.words.span());
        let invocation = self.scene.invocations.next_id();
        let name = self.system.periods[period].name.clone();
        self.scene.invocations.push(Invocation::named(name.clone(), name, procedure, span));
        if let Some((line, used)) = line {
            let title = line.text.as_ref().map(|text| self.fixed_text(text));
            self.scene.invocations[invocation].title = title;
            let takes = Takes { value: used < line.words.words.len(), text: true, body: true };
            let named = self.system.periods[period].name.clone();
            self.nothing_more(line, &format!("`{named}`"), takes);
            if used < line.words.words.len() {
                let asked = self.system.procedures[procedure].locals.find(Local::is_blank);
                match asked {
                    Some(local) => self.value_line(invocation, local, line, used),
                    None => self.misplaced(
                        line.words.span(),
                        "this period takes no values",
                        "remove the words after its name",
                    ),
                }
            }
            self.period_blanks(invocation, period, line.body.as_deref().unwrap_or_default());
        }
        self.own_runs(invocation);
        let hooks = Hooks { before: self.typer().before_period(period), after: Vec::new() };
        PeriodUse { period, invocation, hooks }
    }

    /// Fills the blanks of a period from the lines between its braces.
    pub fn period_blanks(&mut self, invocation: InvocationId, period: PeriodId, body: &'a [ast::Statement]) {
        for statement in body {
            let is_blank = self.is_period_blank(period, statement);
            let (secrecy, statement) = secrecy_of(statement);
            if let (StatementKind::Line(line), true) = (&statement.kind, is_blank) {
                self.invocation_line(invocation, line, None, secrecy);
            }
        }
    }

    /// Whether a line fills a blank of a period's upkeep.
    pub fn is_period_blank(&self, period: PeriodId, statement: &ast::Statement) -> bool {
        let procedure = self.system.periods[period].procedure;
        let StatementKind::Line(line) = &secrecy_of(statement).1.kind else { return false };
        let beginnings = Beginnings::of(&line.words.words);
        self.system.procedures[procedure].locals.iter().any(|local| local.is_blank() && beginnings.has(&local.name))
    }
}
