//! Tables: look-ups by one or two keys.

use super::cells::level_name;
use super::checker::SystemChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::{Env, Typer};
use crate::model::{CellValue, Expr, ExprKind, TableId, Type, VarId};
use crate::shared_text::SharedText;
use crate::syntax::ast::{self, BinaryOp, Cell, CellKind, Grid, Row};

type Params = [(SharedText, Type, VarId)];

impl SystemChecker<'_> {
    /// The rows and columns of a table.
    pub fn table_rows(&mut self, id: TableId) {
        let Some(grid) = self.sources.tables.get(&id).copied() else { return };
        let (rows, columns) = self.typer().table(id, grid);
        let header = grid.rows.first().map_or(&[][..], |header| &header.cells);
        let named = if columns.len() + 1 == header.len() { &header[1..] } else { header };
        let table = &mut self.system.tables[id];
        table.places = named.iter().take(columns.len()).map(|cell| cell.span).collect();
        (table.rows, table.columns) = (rows, columns);
    }
}

/// The rows of a table, and its columns with their types.
type Typed = (Vec<(Expr, Vec<CellValue>)>, Vec<(SharedText, Type)>);

impl Typer<'_> {
    fn table(&mut self, id: TableId, grid: &Grid) -> Typed {
        let table = &self.system.tables[id];
        let (header, rows) = match grid.rows.split_first() {
            Some((header, rows)) => (Some(header), rows),
            None => (None, &[][..]),
        };
        let Some(header) = header.filter(|_| !rows.is_empty()) else {
            let message = format!("the table `{}` needs your numbers", table.name);
            self.report(
                Diagnostic::error(codes::NEEDS_NUMBERS, grid.span, message)
                    .help("write a header and at least one row, with the numbers from the rulebook"),
            );
            return Typed::default();
        };
        self.check_widths(header, rows);
        let params = &table.params;
        if params.is_empty() {
            let help = "write `table NAME(KEY) { … }` or `table NAME(ROW, COLUMN) { … }`";
            let complaint = Diagnostic::error(codes::ARGUMENTS, table.span, "a table needs a key");
            self.report(complaint.help(help));
            Typed::default()
        } else if params.get(1).is_some_and(|second| self.heads_values(&second.1, header)) {
            self.two_keys(params, header, rows)
        } else {
            self.one_key(params, header, rows)
        }
    }

    /// Whether the header's cells are values of the second parameter; otherwise they name columns, and the second
    /// parameter is just visible in the rows.
    fn heads_values(&self, second: &Type, header: &Row) -> bool {
        header.cells.iter().skip(1).any(|cell| match &cell.kind {
            CellKind::Value(ast::Expr { kind: ast::ExprKind::Name(name), .. }, _) => {
                match (name.text().as_str(), second) {
                    ("otherwise", _) => true,
                    (name, Type::Level(scale)) => self.system.scales[*scale].level(name).is_some(),
                    (name, second) => *second == Type::YesNo && matches!(name, "yes" | "no"),
                }
            }
            CellKind::Dash | CellKind::Band(..) | CellKind::Value(..) => true,
        })
    }

    fn one_key(&mut self, params: &Params, header: &Row, rows: &[Row]) -> Typed {
        let env = Env::of_parameters(params);
        let names: Vec<Option<SharedText>> = header.cells.iter().skip(1).map(|cell| self.header_name(cell)).collect();
        let hints: Vec<Option<Type>> = names
            .iter()
            .map(|n| n.as_ref().and_then(|n| self.system.names.scales.get(n)).map(|id| self.system.level_type(*id)))
            .collect();
        let mut typed = Vec::new();
        for row in rows {
            let Some(first) = row.cells.first() else { continue };
            let condition = self.key_condition(&env, &params[0], first);
            let mut cells = Vec::new();
            for (cell, hint) in row.cells.iter().skip(1).zip(&hints) {
                cells.push(self.cell(cell, &env, hint.as_ref()));
            }
            typed.push((condition, cells));
        }
        let mut columns = Vec::new();
        for (place, name) in names.into_iter().enumerate() {
            let column: Vec<Option<Expr>> =
                typed.iter().map(|(_, cells)| cells.get(place).cloned().flatten()).collect();
            columns.push((name.unwrap_or_default(), self.column_type(&column)));
        }
        (typed, columns)
    }

    /// A table by two keys: the header's cells are values of the second.
    fn two_keys(&mut self, params: &Params, header: &Row, rows: &[Row]) -> Typed {
        let env = Env::of_parameters(params);
        let mut typed: Vec<(Expr, Vec<Option<Expr>>)> = Vec::new();
        for row in rows {
            let Some(first) = row.cells.first() else { continue };
            let in_row = self.key_condition(&env, &params[0], first);
            for (cell, key) in row.cells.iter().zip(&header.cells).skip(1) {
                let in_column = self.key_condition(&env, &params[1], key);
                let both = and(in_row.clone(), in_column);
                let value = self.cell(cell, &env, None);
                typed.push((both, vec![value]));
            }
        }
        let column: Vec<Option<Expr>> = typed.iter().map(|(_, cells)| cells[0].clone()).collect();
        let ty = self.column_type(&column);
        let name = header.cells.first().and_then(level_name).map_or_else(SharedText::default, |(name, _)| name);
        (typed, vec![(name, ty)])
    }

    /// Whether a key lies where a cell says: at a value, or in a band. `a..` reaches to the next row, since the last row
    /// that holds counts.
    fn key_condition(&mut self, env: &Env, param: &(SharedText, Type, VarId), cell: &Cell) -> Expr {
        let key = Expr { span: cell.span, ty: param.1.clone(), kind: ExprKind::Var(param.2) };
        match &cell.kind {
            CellKind::Dash => Expr { span: cell.span, ty: Type::YesNo, kind: ExprKind::Number(0) },
            CellKind::Value(ast::Expr { kind: ast::ExprKind::Name(name), span }, _) if name.text() == "otherwise" => {
                Expr { span: *span, ty: Type::YesNo, kind: ExprKind::Number(1) }
            }
            CellKind::Value(expr, _) => {
                let value = self.expr(env, expr, Some(&param.1));
                let value = self.fit(value, &param.1, env);
                compare(key, BinaryOp::Is, value)
            }
            CellKind::Band(low, high) => {
                let low = low.as_ref().map(|low| self.bound(env, low));
                let high = high.as_ref().map(|high| self.bound(env, high));
                let above = low.map(|low| compare(key.clone(), BinaryOp::GreaterOrEqual, low));
                let below = high.map(|high| compare(key, BinaryOp::LessOrEqual, high));
                match (above, below) {
                    (Some(above), Some(below)) => and(above, below),
                    (Some(one), None) | (None, Some(one)) => one,
                    (None, None) => Expr { span: cell.span, ty: Type::YesNo, kind: ExprKind::Number(1) },
                }
            }
        }
    }

    fn bound(&mut self, env: &Env, expr: &ast::Expr) -> Expr {
        self.wanted(env, expr, &Type::Number)
    }
}

fn compare(left: Expr, op: BinaryOp, right: Expr) -> Expr {
    Expr { span: right.span, ty: Type::YesNo, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
}

fn and(left: Expr, right: Expr) -> Expr {
    Expr { span: left.span, ty: Type::YesNo, kind: ExprKind::Binary(BinaryOp::And, Box::new(left), Box::new(right)) }
}
