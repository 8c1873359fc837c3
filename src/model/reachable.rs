//! Everything of a system that a test could reach: procedures, rules, rows and branches, each with its place.

use super::{DiceBody, Expr, ExprKind, Statement, StatementKind, System};
use crate::source::Span;

/// Something that a test could reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reachable {
    /// What it is, for people: ``rule `toll` ``, ``level `dim` of `light` ``.
    pub what: String,
    /// Where it is written.
    pub span: Span,
    /// For a level: its scale and its place, or its number where numbers head the rows.
    pub level: Option<(usize, i64)>,
}

impl System {
    /// All of it, in the order of declaration.
    pub fn reachable(&self) -> Vec<Reachable> {
        let mut found = Vec::new();
        for (id, scale) in self.scales.iter().enumerate() {
            let counts = scale.ladder.is_some() || !scale.columns.is_empty();
            for (place, level) in scale.levels.iter().enumerate().filter(|_| counts) {
                let what = format!("level `{level}` of `{}`", scale.name);
                let number = scale.numbers.as_ref().and_then(|numbers| numbers.get(place)).copied();
                let level = number.unwrap_or_else(|| i64::try_from(place).unwrap_or(i64::MAX));
                found.push(Reachable {
                    what,
                    span: scale.places.get(place).copied().unwrap_or(scale.span),
                    level: Some((id, level)),
                });
            }
        }
        for table in &self.tables {
            for (row, (condition, _)) in table.rows.iter().enumerate() {
                found.push(item(format!("row {} of `{}`", row + 1, table.name), condition.span));
            }
        }
        for dice in &self.dice {
            match &dice.body {
                DiceBody::Rows { rows, .. } => {
                    for (row, (_, result)) in rows.iter().enumerate() {
                        found.push(item(format!("row {} of `{}`", row + 1, dice.name), result.span));
                    }
                }
                DiceBody::Expr(expr) => branches(&dice.name, expr, &mut found),
            }
        }
        for rule in &self.rules {
            found.push(item(format!("rule `{}`", rule.name), rule.span));
            branches(&rule.name, &rule.body, &mut found);
        }
        for procedure in &self.procedures {
            found.push(item(format!("`{}`", procedure.name), procedure.span));
            self.statements(&procedure.name, &procedure.body, &mut found);
        }
        found
    }

    fn statements(&self, name: &str, body: &[Statement], found: &mut Vec<Reachable>) {
        for statement in body {
            match &statement.kind {
                StatementKind::If { branches: cases, otherwise } => {
                    for (condition, body) in cases {
                        found.push(item(format!("a branch of `{name}`"), condition.span));
                        self.statements(name, body, found);
                    }
                    self.statements(name, otherwise, found);
                }
                StatementKind::Decide { rows, .. } => {
                    for (_, value) in rows {
                        found.push(item(format!("a row of `decide` in `{name}`"), value.span));
                    }
                }
                StatementKind::Stop { why, .. } => {
                    found.push(item(format!("the stop “{why}” of `{name}`"), statement.span));
                }
                StatementKind::ForEach { body, .. }
                | StatementKind::Step { body, .. }
                | StatementKind::Concealed { body, .. } => self.statements(name, body, found),
                StatementKind::Let { value, .. } | StatementKind::Set { value, .. } => {
                    found.extend(self.of_house(name, statement.span));
                    branches(name, value, found);
                }
                StatementKind::Sum { rows, .. } => {
                    for row in rows {
                        found.extend(self.of_house(name, row.span));
                        branches(name, &row.value, found);
                    }
                }
                // Nothing in these is reached apart from the line itself.
                StatementKind::Ask(_)
                | StatementKind::Roll { .. }
                | StatementKind::Draw { .. }
                | StatementKind::Shuffle(_)
                | StatementKind::Resolve { .. }
                | StatementKind::Choose { .. }
                | StatementKind::Run { .. }
                | StatementKind::Cut { .. }
                | StatementKind::Pay { .. }
                | StatementKind::Needs { .. }
                | StatementKind::Add { .. }
                | StatementKind::Note { .. }
                | StatementKind::Signal { .. }
                | StatementKind::Reveal { .. }
                | StatementKind::Invocation(_)
                | StatementKind::Tally(_)
                | StatementKind::Chance(_)
                | StatementKind::Period { .. }
                | StatementKind::Repeat { .. }
                | StatementKind::Turns(_)
                | StatementKind::ChooseOption { .. } => found.extend(self.of_house(name, statement.span)),
            }
        }
    }

    /// A line or a row that a house rule has put into a procedure. Lines of the system are reached with what stands around them.
    fn of_house(&self, name: &str, span: Span) -> Option<Reachable> {
        let house = self.houses.iter().find(|house| house.span.source == span.source)?;
        Some(item(format!("a line of house rule `{}` in `{name}`", house.name), span))
    }
}

fn item(what: String, span: Span) -> Reachable {
    Reachable { what, span, level: None }
}

/// The branches of conditional expressions.
fn branches(name: &str, expr: &Expr, found: &mut Vec<Reachable>) {
    if let ExprKind::If(cases, otherwise) = &expr.kind {
        for (_, value) in cases {
            found.push(item(format!("a branch of `{name}`"), value.span));
        }
        found.push(item(format!("the last branch of `{name}`"), otherwise.span));
    }
    for part in expr.parts() {
        branches(name, part, found);
    }
}
