//! Periods as a scene puts them to use: the blanks of their upkeep.

use super::super::{FormId, Hooks, PeriodId, PeriodUse, SlotId};
use super::Checker;
use super::forms::new_form;
use super::kept::of_kept;
use super::members::is_ask;
use super::scene::join;
use crate::syntax::ast::{self, Line, StatementKind};

impl<'a> Checker<'a> {
    /// A period in use: a form that holds the blanks of its upkeep. What stands after it is not known yet.
    pub fn period_use(&mut self, period: PeriodId, line: Option<(&'a Line, usize)>) -> PeriodUse {
        let procedure = self.model.periods[period.0].procedure;
        let span = line.map_or(self.model.periods[period.0].span, |(line, _)| line.words.span());
        let form = FormId(self.model.forms.len());
        let name = self.model.periods[period.0].name.clone();
        self.model.forms.push(new_form(name.clone(), name, procedure, span));
        if let Some((line, used)) = line {
            self.model.forms[form.0].title = line.text.as_ref().map(|t| t.text.clone());
            if used < line.words.words.len() {
                let asked = self.model.procedures[procedure.0].slots.iter().position(|s| is_ask(&s.kind));
                match asked {
                    Some(slot) => self.value_line(form, SlotId(slot), line, used),
                    None => self.misplaced(
                        line.words.span(),
                        "this period asks for nothing",
                        "remove the words after its name",
                    ),
                }
            }
            self.period_blanks(form, period, line.body.as_deref().unwrap_or_default());
        }
        let hooks = Hooks { before: self.before_period(period), after: Vec::new() };
        PeriodUse { period, form, hooks }
    }

    /// Fills the blanks of a period from the lines between its braces.
    pub fn period_blanks(&mut self, form: FormId, period: PeriodId, body: &'a [ast::Statement]) {
        for statement in body {
            let is_blank = self.is_period_blank(period, statement);
            let (kept, statement) = of_kept(statement);
            if let (StatementKind::Line(line), true) = (&statement.kind, is_blank) {
                self.form_line(form, line, None, kept);
            }
        }
    }

    /// Whether a line fills a blank of a period's upkeep.
    pub fn is_period_blank(&self, period: PeriodId, statement: &ast::Statement) -> bool {
        let procedure = self.model.periods[period.0].procedure;
        let StatementKind::Line(line) = &of_kept(statement).1.kind else { return false };
        (1..=line.words.words.len()).rev().any(|used| {
            let name = join(&line.words.words[..used]);
            self.model.procedures[procedure.0].slots.iter().any(|slot| slot.name == name && is_ask(&slot.kind))
        })
    }
}
