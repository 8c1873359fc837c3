//! Rows, columns and levels that an overlay adds to a scale, a ladder or a table.
//!
//! An addition is a small table: its header names the columns, and the first cell of each row says which row is
//! meant. An existing row gets cells in new columns only. A cell that is not given is a dash.

use smol_str::format_smolstr;

use crate::diagnostic::{Diagnostic, codes, nearest::guess};
use crate::model::listing::one_of;
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{Beside, Cell, CellKind, Expr, ExprKind, Grid, MoreRows, Row, Trivia, UnaryOp};
use crate::syntax::print_cell;

/// What is added, understood: nothing has been changed yet.
pub struct Additions {
    /// Its names and places: `row bow`, `column noisy`.
    pub names: Vec<(SharedText, Span)>,
    /// New columns: the cell of the header, and the cells of rows that are there already.
    columns: Vec<(Cell, Vec<(usize, Cell)>)>,
    /// New rows, each with a cell for every column, the new ones last.
    rows: Vec<Row>,
    /// Where they go.
    at: usize,
    form: Form,
    /// The row they follow.
    anchor: Option<Span>,
}

/// How a scale is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// All levels in one row.
    Line,
    /// A header, and a row for each level.
    Rows,
}

/// Understands what is added to a grid.
pub fn understand(old: &Grid, more: &MoreRows, placed: &[(Span, Span)]) -> Result<Additions, Diagnostic> {
    let form = if more.word.text == "scale" && old.rows.len() == 1 { Form::Line } else { Form::Rows };
    let new = Reading { name: more.name.text(), word: &more.word.text, old, form };
    let (at, anchor) = new.place(more.beside.as_ref(), placed)?;
    let found = Additions { names: Vec::new(), columns: Vec::new(), rows: Vec::new(), at, anchor, form };
    if old.rows.is_empty() {
        let rows = more.grid.rows.clone();
        let names = rows.iter().filter_map(|row| row.cells.first()).map(|cell| named("row", cell)).collect();
        return Ok(Additions { names, rows, ..found });
    }
    let width = old.rows.first().map_or(0, |header| header.cells.len());
    if form == Form::Line || (width == 1 && more.grid.rows.len() == 1) {
        return new.levels(&more.grid, found);
    }
    new.rows(&more.grid, found)
}

struct Reading<'r> {
    name: SharedText,
    word: &'r str,
    old: &'r Grid,
    form: Form,
}

impl Reading<'_> {
    /// What heads the rows, in order.
    fn heads(&self) -> Vec<(SharedText, Span)> {
        match self.form {
            Form::Line => self.old.rows.iter().flat_map(|row| &row.cells).map(head).collect(),
            Form::Rows => self.old.rows.iter().skip(1).filter_map(|row| row.cells.first()).map(head).collect(),
        }
    }

    /// Where new rows go, and the row they follow.
    fn place(&self, beside: Option<&Beside>, placed: &[(Span, Span)]) -> Result<(usize, Option<Span>), Diagnostic> {
        let heads = self.heads();
        let Some(Beside { after, row }) = beside else { return Ok((heads.len(), None)) };
        let wanted = row.text();
        let Some(found) = heads.iter().position(|(head, _)| *head == wanted) else {
            let names: Vec<&str> = heads.iter().map(|(head, _)| head.as_str()).collect();
            let near = guess(&wanted, names.iter().copied());
            let message = format!("`{}` has no {} `{wanted}`", self.name, self.one());
            let listed = || format!("the {} can be {}", self.one(), one_of(names));
            return Err(complain(row.span(), message).did_you_mean(near, listed));
        };
        if !after {
            return Ok((found, None));
        }
        let anchor = heads[found].1;
        let others = heads.iter().skip(found + 1).take_while(|(_, head)| placed.contains(&(anchor, *head)));
        Ok((found + 1 + others.count(), Some(anchor)))
    }

    /// What its rows are called.
    fn one(&self) -> &'static str {
        if self.word == "table" { "row" } else { "level" }
    }

    /// Levels in one row, for a scale without columns.
    fn levels(&self, more: &Grid, found: Additions) -> Result<Additions, Diagnostic> {
        let [only] = more.rows.as_slice() else {
            let told = complain(more.span, format!("`{}` has no columns", self.name));
            return Err(told.help("write the new levels in one row: `{ small | large }`"));
        };
        let known = self.heads();
        let mut names = Vec::new();
        for cell in &only.cells {
            let (level, span) = head(cell);
            self.is_new(&known, &level, span)?;
            names.push((format_smolstr!("row {level}"), span));
        }
        let rows = only
            .cells
            .iter()
            .map(|cell| Row { cells: vec![cell.clone()], span: cell.span, trivia: Trivia::default() })
            .collect();
        Ok(Additions { names, rows, ..found })
    }

    fn is_new(&self, known: &[(SharedText, Span)], wanted: &str, span: Span) -> Result<(), Diagnostic> {
        let there = known.iter().find(|(head, there)| head == wanted && self.old.span.contains(*there));
        let Some((_, there)) = there else { return Ok(()) };
        let message = format!("`{}` already has a {} `{wanted}`", self.name, self.one());
        let told = complain(span, message).also(*there, "this one");
        let (word, name) = (self.word, &self.name);
        Err(told.help(format!("`extend` only adds; write `replace {word} {name} …` to change what is there")))
    }

    /// Rows below a header.
    fn rows(&self, more: &Grid, mut found: Additions) -> Result<Additions, Diagnostic> {
        let columns = self.old.rows.first().map(|header| header.cells.as_slice()).unwrap_or_default();
        let Some((header, rows)) = self.split(columns, more)? else { return Ok(found) };
        let known: Vec<String> = columns.iter().map(print_cell).collect();
        let in_old: Vec<Option<usize>> =
            header.cells.iter().map(|cell| known.iter().position(|name| *name == print_cell(cell))).collect();
        let heads = self.heads();
        let new: Vec<usize> = (0..header.cells.len()).filter(|place| in_old[*place].is_none()).collect();
        found.names = new.iter().map(|place| named("column", &header.cells[*place])).collect();
        found.columns = new.iter().map(|place| (header.cells[*place].clone(), Vec::new())).collect();
        for row in rows {
            check_width(header, row)?;
            let Some(first) = row.cells.first() else { continue };
            let whole = new.len() + 1 < header.cells.len() || new.is_empty();
            let there = heads.iter().position(|(head, _)| *head == print_cell(first));
            // Of two rows of a table that hold, the later one counts. What two overlays add is found elsewhere.
            let again = |there: &usize| self.word == "table" || !self.old.span.contains(heads[*there].1);
            if let Some(there) = there.filter(|there| !(whole && again(there))) {
                if whole {
                    self.is_new(&heads, &print_cell(first), first.span)?;
                }
                for (place, (_, cells)) in new.iter().zip(&mut found.columns) {
                    cells.push((there, row.cells[*place].clone()));
                }
            } else {
                let all = self.whole_row(columns, (header, &in_old), row)?;
                found.names.push(named("row", first));
                found.rows.push(all);
            }
        }
        Ok(found)
    }

    /// The header of what is added, and its rows.
    fn split<'g>(&self, columns: &[Cell], more: &'g Grid) -> Result<Option<(&'g Row, &'g [Row])>, Diagnostic> {
        let Some((header, rows)) = more.rows.split_first() else { return Ok(None) };
        let first = |cells: &[Cell]| cells.first().map(print_cell).unwrap_or_default();
        if columns.is_empty() || first(&header.cells) == first(columns) {
            return Ok(Some((header, rows)));
        }
        let names: Vec<String> = columns.iter().map(print_cell).collect();
        let told = complain(header.span, format!("rows added to `{}` need a header", self.name));
        let told = self.old.rows.iter().take(1).fold(told, |told, row| told.also(row.span, "like this one"));
        Err(told.help(format!("write `{}` first, and the new rows below", names.join(" | "))))
    }

    /// A new row with its cells in the order of the system, those of new columns last.
    fn whole_row(
        &self,
        columns: &[Cell],
        (header, in_old): (&Row, &[Option<usize>]),
        row: &Row,
    ) -> Result<Row, Diagnostic> {
        let mut cells = Vec::new();
        for (place, column) in columns.iter().enumerate() {
            let Some(here) = in_old.iter().position(|old| *old == Some(place)) else {
                // A column of another overlay, of which this one knows nothing.
                if !self.old.span.contains(column.span) {
                    cells.push(Cell { span: row.span, kind: CellKind::Dash });
                    continue;
                }
                let missing = print_cell(column);
                let told = complain(header.span, format!("a new row of `{}` needs a column `{missing}`", self.name));
                return Err(told
                    .also(column.span, "this one")
                    .help("a dash `-` in a cell means that it cannot happen"));
            };
            cells.push(row.cells[here].clone());
        }
        let new = row.cells.iter().zip(in_old).filter(|(_, old)| old.is_none()).map(|(cell, _)| cell.clone());
        cells.extend(new);
        Ok(Row { cells, span: row.span, trivia: Trivia::default() })
    }
}

impl Additions {
    /// The numbers that its rows speak of.
    pub fn bands(&self) -> Vec<Band> {
        let heads = self.rows.iter().filter_map(|row| row.cells.first());
        heads.filter_map(|cell| Some((numbers(cell)?, cell.span))).collect()
    }

    /// Adds them, and says which rows are beside which: the row they follow, and their own first cells.
    pub fn lay(self, grid: &mut Grid) -> Vec<(Span, Span)> {
        let placed =
            self.rows.iter().filter_map(|row| self.anchor.zip(row.cells.first().map(|cell| cell.span))).collect();
        if let (Form::Line, [line]) = (self.form, grid.rows.as_mut_slice()) {
            let new = self.rows.into_iter().flat_map(|row| row.cells);
            line.cells.splice(self.at..self.at, new);
            return placed;
        }
        for (header, cells) in self.columns {
            for (place, row) in grid.rows.iter_mut().enumerate() {
                let cell = match place.checked_sub(1) {
                    None => header.clone(),
                    Some(place) => {
                        let told = cells.iter().find(|(there, _)| *there == place).map(|(_, cell)| cell.clone());
                        told.unwrap_or(Cell { span: row.span, kind: CellKind::Dash })
                    }
                };
                row.cells.push(cell);
            }
        }
        let at = (self.at + 1).min(grid.rows.len());
        grid.rows.splice(at..at, self.rows);
        placed
    }
}

fn complain(at: Span, message: String) -> Diagnostic {
    Diagnostic::error(codes::BAD_OVERLAY, at, message)
}

fn check_width(header: &Row, row: &Row) -> Result<(), Diagnostic> {
    let (cells, wanted) = (row.cells.len(), header.cells.len());
    if cells == wanted {
        return Ok(());
    }
    let message = format!("this row has {cells} cells, but the header has {wanted}");
    let told = Diagnostic::error(codes::CELLS, row.span, message).also(header.span, "the header");
    Err(told.help("separate the cells with `|`; a dash `-` means that it cannot happen"))
}

/// The numbers that a row of a table speaks of, and where.
pub type Band = ((i64, i64), Span);

/// Two overlays that say what holds for the same number.
pub fn overlap(known: &[(SharedText, Band)], new: &[Band], table: &str) -> Option<Diagnostic> {
    new.iter().find_map(|((low, high), span)| {
        let same = |(name, ((from, to), first)): &&(SharedText, Band)| {
            name == table && first.source != span.source && from <= high && low <= to
        };
        let (_, ((from, _), first)) = known.iter().find(same)?;
        let shared = low.max(from);
        let message = format!("two house rules set `{table}` for {shared}");
        let told = Diagnostic::error(codes::BAD_OVERLAY, *span, message).also(*first, "added here first");
        Some(told.help("use one of the two house rules, or write a third in place of both"))
    })
}

/// The numbers of a cell, as far as they are written down.
pub fn numbers(cell: &Cell) -> Option<(i64, i64)> {
    let bound = |bound: &Option<Expr>, open: i64| bound.as_ref().map_or(Some(open), number);
    match &cell.kind {
        CellKind::Dash => None,
        CellKind::Value(value, _) => number(value).map(|number| (number, number)),
        CellKind::Band(low, high) => bound(low, i64::MIN).zip(bound(high, i64::MAX)),
    }
}

pub fn number(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Number { value, unit: None } => Some(*value),
        ExprKind::Unary(UnaryOp::Minus, inner) => number(inner)?.checked_neg(),
        ExprKind::Unary(UnaryOp::Plus, inner) => number(inner),
        ExprKind::Number { .. }
        | ExprKind::Die(_)
        | ExprKind::Decimal { .. }
        | ExprKind::Dice { .. }
        | ExprKind::Keep { .. }
        | ExprKind::Text(_)
        | ExprKind::Name(_)
        | ExprKind::Question
        | ExprKind::Member(..)
        | ExprKind::Call(..)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::If(..) => None,
    }
}

/// What stands first in a row, as it is written.
fn head(cell: &Cell) -> (SharedText, Span) {
    (print_cell(cell).into(), cell.span)
}

fn named(what: &str, cell: &Cell) -> (SharedText, Span) {
    (format_smolstr!("{what} {}", print_cell(cell)), cell.span)
}
