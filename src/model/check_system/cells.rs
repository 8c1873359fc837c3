//! Cells of scales, ladders, tables and dice.

use smol_str::ToSmolStr;

use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::{Env, Typer};
use crate::model::{Expr, Type};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, Cell, CellKind, ExprKind, Row};

/// Inclusive bounds; open where `None`.
pub type Bounds = (Option<i64>, Option<i64>);

impl Typer<'_> {
    /// Every row must have as many cells as the header.
    pub fn check_widths(&mut self, header: &Row, rows: &[Row]) {
        for row in rows {
            if row.cells.len() != header.cells.len() {
                let (found, wanted) = (row.cells.len(), header.cells.len());
                let message = format!("this row has {found} cells, but the header has {wanted}");
                self.report(
                    Diagnostic::error(codes::CELLS, row.span, message)
                        .also(header.span, "the header")
                        .help("separate the cells with `|`; a dash `-` means that it cannot happen"),
                );
            }
        }
    }

    /// The name in a cell of a header.
    pub fn header_name(&mut self, cell: &Cell) -> Option<SharedText> {
        if let CellKind::Value(ast::Expr { kind: ExprKind::Name(name), .. }, _) = &cell.kind {
            return Some(name.text());
        }
        self.report(
            Diagnostic::error(codes::COLUMN, cell.span, "a header names its columns").help("write a word here"),
        );
        None
    }

    /// What stands in a cell; `None` for a dash.
    pub fn cell(&mut self, cell: &Cell, env: &Env, hint: Option<&Type>) -> Option<Expr> {
        match &cell.kind {
            CellKind::Dash => None,
            CellKind::Value(expr, _) => {
                if matches!(expr.kind, ExprKind::Question) {
                    let message = "this cell needs a number";
                    let help = "write the number from the rulebook, or `-` if it cannot happen";
                    self.report(Diagnostic::warning(codes::NEEDS_NUMBERS, cell.span, message).help(help));
                }
                Some(self.expr(env, expr, hint))
            }
            CellKind::Band(..) => {
                self.report(Diagnostic::error(codes::COLUMN, cell.span, "a band is not allowed in this column").help(
                    "bands belong in the columns `rolls` and `judged` of a ladder, or in a table's first column",
                ));
                Some(Expr::unknown(cell.span))
            }
        }
    }

    /// The type that all cells share.
    pub fn column_type(&mut self, cells: &[Option<Expr>]) -> Type {
        let known: Vec<(Type, Span)> =
            cells.iter().flatten().filter(|e| e.ty != Type::Unknown).map(|e| (e.ty.clone(), e.span)).collect();
        let dice = known.iter().any(|(ty, _)| *ty == Type::Dice);
        let Some((first, _)) = known.first().cloned() else { return Type::Number };
        if dice {
            return Type::Dice;
        }
        if let Some((other, span)) = known.iter().find(|(ty, _)| *ty != first) {
            let message =
                format!("this is {}, but the column began with {}", self.type_name(other), self.type_name(&first));
            self.report(
                Diagnostic::error(codes::WRONG_TYPE, *span, message)
                    .help("use the same type of value in the whole column"),
            );
        }
        first
    }

    /// `4`, `3..5`, `..2`, `6..`; `None` for a dash.
    pub fn constant_band(&mut self, cell: &Cell) -> Option<Bounds> {
        match &cell.kind {
            CellKind::Dash => None,
            CellKind::Value(expr, _) => {
                let number = self.constant(expr)?;
                Some((Some(number), Some(number)))
            }
            CellKind::Band(low, high) => {
                let low = match low {
                    Some(low) => Some(self.constant(low)?),
                    None => None,
                };
                let high = match high {
                    Some(high) => Some(self.constant(high)?),
                    None => None,
                };
                if let (Some(low), Some(high)) = (low, high)
                    && low > high
                {
                    self.report(
                        Diagnostic::error(codes::ORDER, cell.span, format!("no number lies in {low}..{high}"))
                            .help(format!("write `{high}..{low}`, the smaller number first")),
                    );
                    return Some((Some(high), Some(low)));
                }
                Some((low, high))
            }
        }
    }
}

/// The words or the number in a cell.
pub fn level_name(cell: &Cell) -> Option<(SharedText, Option<i64>)> {
    match &cell.kind {
        CellKind::Value(ast::Expr { kind: ExprKind::Name(name), .. }, _) => Some((name.text(), None)),
        CellKind::Value(ast::Expr { kind: ExprKind::Number { value, unit: None }, .. }, _) => {
            Some((value.to_smolstr(), Some(*value)))
        }
        CellKind::Dash | CellKind::Band(..) | CellKind::Value(..) => None,
    }
}
