//! Levels without a row in a table although lines look it up with them: a house rule that adds a level seldom knows
//! every table.

use std::collections::{BTreeMap, BTreeSet};

use super::checker::SystemChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::all_of;
use crate::model::reaching::{Lookups, Missed};
use crate::model::{Expr, ExprKind, ScaleId, Table, Type, VarId, constant_of};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, UnaryOp};
use crate::syntax::print_cell;

impl SystemChecker<'_> {
    /// Finds the levels of which tables have no row.
    pub fn find_gaps(&mut self) {
        let gaps = self.system.tables.pairs().map(|(id, table)| (id, self.gaps_of(table)));
        self.system.gaps = gaps.filter(|(_, gaps)| !gaps.is_empty()).collect();
    }

    fn gaps_of(&self, table: &Table) -> Vec<(usize, i64)> {
        let mut found = Vec::new();
        for (place, (_, ty, variable)) in table.params.iter().enumerate().filter(|_| !table.rows.is_empty()) {
            let Type::Level(scale) = ty else { continue };
            let levels = (0..self.system.scales[*scale].levels.len()).filter_map(|level| i64::try_from(level).ok());
            let missing = levels.filter(|level| {
                let mut rows = table.rows.iter();
                rows.all(|(condition, _)| holds_for(condition, *variable, *level) == Some(false))
            });
            found.extend(missing.map(|level| (place, level)));
        }
        found
    }

    /// Remarks on missing rows that lines want: at a level that a house rule adds, and otherwise at the table.
    pub fn missing_rows(&mut self, lookups: Lookups) {
        let missed = lookups.unasked();
        let mut of_levels: BTreeMap<Span, Vec<(Missed, Span)>> = BTreeMap::new();
        for (missed, place) in missed {
            let Some((_, level)) = self.level_of(missed) else { continue };
            let table = self.system.tables[missed.0].span;
            let at = if self.system.is_overlaid(level) && table.source != level.source { level } else { table };
            of_levels.entry(at).or_default().push((missed, place));
        }
        for (at, missed) in of_levels {
            let found = self.missing_row(at, &missed);
            self.report(found);
        }
    }

    fn missing_row(&self, at: Span, missed: &[(Missed, Span)]) -> Diagnostic {
        let names: BTreeSet<&str> =
            missed.iter().map(|((table, ..), _)| self.system.tables[*table].name.as_str()).collect();
        let levels: BTreeSet<&str> = missed.iter().filter_map(|(missed, _)| Some(self.level_of(*missed)?.0)).collect();
        let (tables, levels) = (all_of(names.iter().copied()), all_of(levels));
        let verb = if names.len() == 1 { "has" } else { "have" };
        let what = if missed.iter().all(|((_, key, _), _)| *key == 1) { "column" } else { "row" };
        let found = Diagnostic::warning(codes::GAP, at, format!("{tables} {verb} no {what} for {levels}"));
        let places: BTreeSet<Span> = missed.iter().map(|(_, place)| *place).collect();
        let found = places.into_iter().take(3).fold(found, |found, place| {
            found.also(place, "looked up here: a run with that level continues without a value")
        });
        let Some((first, _)) = missed.first() else { return found };
        found.help(self.way_out(*first, at))
    }

    /// What to write.
    fn way_out(&self, missed: Missed, at: Span) -> String {
        let ((table, key, _), name) = (missed, &self.system.tables[missed.0].name);
        let level = self.level_of(missed).map_or("…", |(level, _)| level);
        let header = self.sources.tables.get(&table).and_then(|grid| grid.rows.first());
        let cells: Vec<String> = header.iter().flat_map(|row| &row.cells).map(print_cell).collect();
        let row = |first: &str, count: usize| {
            std::iter::once(first).chain(std::iter::repeat_n("…", count)).collect::<Vec<&str>>().join(" | ")
        };
        let (head, row) = if key == 1 {
            let first = cells.first().map_or("…", String::as_str);
            (format!("{first} | {level}"), row("…", 1))
        } else {
            (cells.join(" | "), row(level, cells.len().saturating_sub(1)))
        };
        let dash = "a dash means that it cannot happen";
        if self.system.tables[table].span == at {
            let what = if key == 1 { format!("the column `{level}`") } else { format!("the row `{row}`") };
            return format!("write {what} in it, or a row `otherwise`; {dash}; or read it with `… otherwise 0`");
        }
        format!("write `extend table {name} {{ … }}` with the lines `{head}` and `{row}` between the braces; {dash}")
    }

    /// The name of a level, and where it is written.
    fn level_of(&self, (table, key, level): Missed) -> Option<(&str, Span)> {
        let Type::Level(scale) = self.system.tables[table].params.get(key)?.1 else { return None };
        self.level_at(scale, level)
    }

    fn level_at(&self, scale: ScaleId, level: i64) -> Option<(&str, Span)> {
        let (scale, place) = (&self.system.scales[scale], usize::try_from(level).ok()?);
        Some((scale.levels.get(place)?.as_str(), *scale.places.get(place)?))
    }
}

/// Whether the condition of a row holds where a key is this level, as far as that hangs on the key alone.
fn holds_for(condition: &Expr, key: VarId, level: i64) -> Option<bool> {
    let of = |condition: &Expr| holds_for(condition, key, level);
    if let ExprKind::Number(number) = condition.kind {
        return Some(number != 0);
    }
    if let ExprKind::Unary(UnaryOp::Not, inner) = &condition.kind {
        return of(inner).map(|holds| !holds);
    }
    let ExprKind::Binary(op, left, right) = &condition.kind else { return None };
    if *op == BinaryOp::And || *op == BinaryOp::Or {
        let decides = *op == BinaryOp::Or;
        let (one, other) = (of(left), of(right));
        if one == Some(decides) || other == Some(decides) {
            return Some(decides);
        }
        return (one.is_some() && other.is_some()).then_some(!decides);
    }
    let is_key = matches!(left.kind, ExprKind::Var(variable) if variable == key);
    let same = constant_of(right).filter(|_| is_key && *op == BinaryOp::Is)? == level;
    Some(same)
}
