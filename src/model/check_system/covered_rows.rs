//! Rows of tables that others cover completely: the last matching row counts, so these never do.

use super::checker::SystemChecker;
use super::overlay_rows::numbers;
use crate::diagnostic::{Diagnostic, codes};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{Cell, CellKind, Expr, ExprKind, Grid, Row};
use crate::syntax::print_cell;

/// For which values of its key a row holds.
enum Keys {
    /// From one number to another.
    Numbers(i64, i64),
    /// One value with a name.
    Word(SharedText),
    /// Whatever it is.
    All,
}

impl SystemChecker<'_> {
    /// Remarks on rows that never count. A house rule may well put a row in the place of one of the system's.
    pub fn covered_rows(&mut self) {
        let mut found: Vec<Diagnostic> = Vec::new();
        for grid in self.sources.tables.values() {
            found.extend(self.covered_in(grid));
            found.extend(self.said_already_in(grid));
        }
        self.notes.sink.extend(found);
    }

    fn covered_in(&self, grid: &Grid) -> Vec<Diagnostic> {
        let heads = grid.rows.iter().skip(1).filter_map(|row| row.cells.first());
        let rows: Vec<(Keys, Span)> = heads.filter_map(|cell| Some((keys(cell)?, cell.span))).collect();
        let covered = rows.iter().enumerate().filter_map(|(place, (own, span))| {
            let stays = |other: &Span| other.source == span.source || !self.system.is_overlaid(*other);
            let by = covering(own, &rows.iter().skip(place + 1).filter(|(_, other)| stays(other)))?;
            let found = Diagnostic::warning(codes::IDLE, *span, "this row never counts");
            let found = by.into_iter().fold(found, |found, by| {
                found.also(by, "whenever it matches, a later row matches too, such as this one")
            });
            Some(found.help("the last row that matches counts: give each row its own keys, or remove this one"))
        });
        covered.collect()
    }
}

impl SystemChecker<'_> {
    /// Rows of house rules for keys for which the rows of the system give the same.
    fn said_already_in(&self, grid: &Grid) -> Vec<Diagnostic> {
        let with_keys = |row: &'_ Row| Some((keys(row.cells.first()?)?, row.clone()));
        let rows: Vec<(Keys, Row)> = grid.rows.iter().skip(1).filter_map(with_keys).collect();
        let is_own = |row: &Row| self.system.is_overlaid(row.span);
        let mut found = Vec::new();
        for (own, row) in rows.iter().filter(|(_, row)| is_own(row)) {
            let others: Vec<(&Keys, &Row)> =
                rows.iter().filter(|(_, other)| other.span != row.span).map(|(keys, other)| (keys, other)).collect();
            let Some(same) = holding_in_place(own, &others) else { continue };
            if !same.iter().all(|other| !is_own(other) && says(other) == says(row)) {
                continue;
            }
            let message = "this row changes nothing: without it the table gives the same values";
            let remark = Diagnostic::warning(codes::IDLE, row.span, message);
            let remark = same.into_iter().fold(remark, |remark, other| remark.also(other.span, "this already says so"));
            found.push(remark.help("change its keys or what it gives, or remove it"));
        }
        found
    }
}

/// The rows that count for the keys of a row where that one is not there: the last that holds for each. Nothing where some key has none.
fn holding_in_place<'r>(own: &Keys, others: &[(&Keys, &'r Row)]) -> Option<Vec<&'r Row>> {
    let last = |holds: &dyn Fn(&Keys) -> bool| others.iter().rev().find(|(keys, _)| holds(keys)).map(|(_, row)| *row);
    let mut found: Vec<&Row> = Vec::new();
    match own {
        Keys::All => return None,
        Keys::Word(word) => found.push(last(&|keys| match keys {
            Keys::Word(other) => other == word,
            Keys::All => true,
            Keys::Numbers(..) => false,
        })?),
        Keys::Numbers(low, high) => {
            let bounds = others
                .iter()
                .filter_map(|(keys, _)| if let Keys::Numbers(from, to) = keys { Some((*from, *to)) } else { None });
            // Wherever a row begins or ends another may count.
            let changes = bounds.flat_map(|(from, to)| [Some(from), to.checked_add(1)]).flatten();
            let mut places: Vec<i64> = changes.filter(|place| low < place && place <= high).chain([*low]).collect();
            places.sort_unstable();
            for place in places {
                let row = last(&|keys| match keys {
                    Keys::Numbers(from, to) => *from <= place && place <= *to,
                    Keys::All => true,
                    Keys::Word(_) => false,
                })?;
                if !found.iter().any(|known| known.span == row.span) {
                    found.push(row);
                }
            }
        }
    }
    Some(found)
}

/// What a row gives, as it is printed.
fn says(row: &Row) -> Vec<String> {
    row.cells.iter().skip(1).map(print_cell).collect()
}

/// Later rows that together hold wherever a row does.
fn covering<'r>(own: &Keys, later: &(impl Iterator<Item = &'r (Keys, Span)> + Clone)) -> Option<Vec<Span>> {
    let alone = later.clone().find(|(keys, _)| match (keys, own) {
        (Keys::All, _) => true,
        (Keys::Word(other), Keys::Word(own)) => other == own,
        (Keys::Numbers(from, to), Keys::Numbers(low, high)) => from <= low && high <= to,
        (Keys::Word(_) | Keys::Numbers(..), _) => false,
    });
    if let Some((_, span)) = alone {
        return Some(vec![*span]);
    }
    let Keys::Numbers(low, high) = own else { return None };
    let (mut next, mut by) = (*low, Vec::new());
    loop {
        let reach = later.clone().filter_map(|(keys, span)| match keys {
            Keys::Numbers(from, to) if *from <= next && next <= *to => Some((*to, *span)),
            Keys::Numbers(..) | Keys::Word(_) | Keys::All => None,
        });
        let (to, span) = reach.max_by_key(|(to, _)| *to)?;
        by.push(span);
        if to >= *high {
            return Some(by);
        }
        next = to.checked_add(1)?;
    }
}

/// What a row is for, as far as it is written down.
fn keys(cell: &Cell) -> Option<Keys> {
    if let Some((low, high)) = numbers(cell) {
        return Some(Keys::Numbers(low, high));
    }
    let CellKind::Value(Expr { kind: ExprKind::Name(name), .. }, _) = &cell.kind else { return None };
    let word = name.text();
    Some(if word == "otherwise" { Keys::All } else { Keys::Word(word) })
}
