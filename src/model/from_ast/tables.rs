//! Rules and tables: pure look-ups and formulas with parameters.

use super::super::{Expr, ExprKind, Rule, RuleId, Table, TableId, Type, VarId};
use super::scales::level_name;
use super::{Checker, Env};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Cell, CellKind, Declaration, DeclarationKind, Grid, Row};

type Params = [(String, Type, VarId)];

impl<'a> Checker<'a> {
    /// Names and parameters of everything that can be called, so that bodies may call in any order.
    pub fn signatures(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            let (name, span) = (declaration.name.text(), declaration.name.span());
            match &declaration.kind {
                DeclarationKind::Rule { params, body } => {
                    let params = self.params(params);
                    self.model.rules.push(Rule { name, span, params, body: Expr::unknown(body.span) });
                    self.rules_open.push(Some(body));
                }
                DeclarationKind::Table { params, grid } => {
                    let params = self.params(params);
                    self.model.tables.push(Table { name, span, params, rows: Vec::new(), columns: Vec::new() });
                    self.tables_open.push(Some(grid));
                }
                DeclarationKind::Dice { params, body: written } => {
                    let params = self.params(params);
                    let body = super::super::DiceBody::Expr(Expr::unknown(span));
                    self.model.dice.push(super::super::Dice { name, span, params, body, judged: None });
                    self.dice_open.push(Some(written));
                }
                _ => {}
            }
        }
    }

    /// The bodies of all rules and tables.
    pub fn rules_and_tables(&mut self) {
        for place in 0..self.model.rules.len() {
            self.ensure_rule(RuleId(place), self.model.rules[place].span);
        }
        for place in 0..self.model.tables.len() {
            self.ensure_table(TableId(place), self.model.tables[place].span);
        }
    }

    /// Types a rule's body when it is first needed; a rule that needs itself is reported.
    pub fn ensure_rule(&mut self, id: RuleId, caller: Span) -> Type {
        if let Some(body) = self.rules_open[id.0].take() {
            self.rules_busy.push(id);
            let env = env_of(&self.model.rules[id.0].params);
            let hint = self.names.scales.get(&self.model.rules[id.0].name).map(|id| self.level_type(*id));
            let typed = self.expr(&env, body, hint.as_ref());
            self.rules_busy.pop();
            self.model.rules[id.0].body = typed;
        } else if self.rules_busy.contains(&id) {
            let begin = self.rules_busy.iter().position(|busy| *busy == id).unwrap_or(0);
            let through =
                self.rules_busy.iter().skip(begin + 1).map(|rule| format!("`{}`", self.model.rules[rule.0].name));
            let through: Vec<String> = through.collect();
            let name = &self.model.rules[id.0].name;
            let message = match through.as_slice() {
                [] => format!("the rule `{name}` needs itself"),
                some => format!("the rule `{name}` needs itself through {}", some.join(", then ")),
            };
            self.report(
                Diagnostic::error(codes::RECURSION, caller, message)
                    .also(self.model.rules[id.0].span, "declared here")
                    .help("a rule may use other rules, but never itself; every answer must come to an end"),
            );
            return Type::Unknown;
        }
        self.model.rules[id.0].body.ty.clone()
    }

    /// Types a table's rows when they are first needed.
    /// No when it needs itself.
    pub fn ensure_table(&mut self, id: TableId, caller: Span) -> bool {
        let Some(grid) = self.tables_open[id.0].take() else {
            if self.tables_busy.contains(&id) {
                let table = &self.model.tables[id.0];
                let complaint = needs_itself("table", &table.name, table.span, caller);
                self.report(complaint);
                return false;
            }
            return true;
        };
        self.tables_busy.push(id);
        self.table_rows(id, grid);
        self.tables_busy.pop();
        true
    }

    fn table_rows(&mut self, id: TableId, grid: &'a Grid) {
        let params = self.model.tables[id.0].params.clone();
        let (header, rows) = match grid.rows.split_first() {
            Some((header, rows)) => (Some(header), rows),
            None => (None, &[][..]),
        };
        let Some(header) = header.filter(|_| !rows.is_empty()) else {
            let name = &self.model.tables[id.0].name;
            let message = format!("the table `{name}` needs your numbers");
            self.report(
                Diagnostic::error(codes::NEEDS_NUMBERS, grid.span, message)
                    .help("the rulebook leaves this table out; write a header and at least one row"),
            );
            return;
        };
        self.check_widths(header, rows);
        if params.is_empty() {
            let help = "write `table name(key) { … }` or `table name(row, column) { … }`";
            let complaint = Diagnostic::error(codes::ARGUMENTS, self.model.tables[id.0].span, "a table needs a key");
            self.report(complaint.help(help));
        } else if params.get(1).is_some_and(|second| self.heads_values(&second.1, header)) {
            self.two_keys(id, &params, grid, header, rows);
        } else {
            self.one_key(id, &params, header, rows);
        }
    }

    /// Whether the header's cells are values of the second parameter; otherwise they name columns, and the second
    /// parameter is just visible in the rows.
    fn heads_values(&self, second: &Type, header: &Row) -> bool {
        header.cells.iter().skip(1).any(|cell| match &cell.kind {
            CellKind::Value(ast::Expr { kind: ast::ExprKind::Name(name), .. }, _) => {
                match (name.text().as_str(), second) {
                    ("otherwise", _) => true,
                    (name, Type::Level(scale)) => self.model.scales[scale.0].level(name).is_some(),
                    (name, second) => *second == Type::YesNo && matches!(name, "yes" | "no"),
                }
            }
            _ => true,
        })
    }

    fn one_key(&mut self, id: TableId, params: &Params, header: &Row, rows: &'a [Row]) {
        let env = env_of(params);
        let names: Vec<Option<String>> = header.cells.iter().skip(1).map(|cell| self.header_name(cell)).collect();
        let hints: Vec<Option<Type>> = names
            .iter()
            .map(|n| n.as_ref().and_then(|n| self.names.scales.get(n)).map(|id| self.level_type(*id)))
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
        for (place, name) in names.into_iter().enumerate() {
            let column: Vec<Option<Expr>> =
                typed.iter().map(|(_, cells)| cells.get(place).cloned().flatten()).collect();
            let ty = self.column_type(&column);
            self.model.tables[id.0].columns.push((name.unwrap_or_default(), ty));
        }
        self.model.tables[id.0].rows = typed;
    }

    /// A table by two keys: the header's cells are values of the second.
    fn two_keys(&mut self, id: TableId, params: &Params, grid: &'a Grid, header: &'a Row, rows: &'a [Row]) {
        let env = env_of(params);
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
        let name = grid.rows[0].cells.first().and_then(level_name).map_or_else(String::new, |(name, _)| name);
        self.model.tables[id.0].columns.push((name, ty));
        self.model.tables[id.0].rows = typed;
    }

    /// Whether a key lies where a cell says: at a value, or in a band. `a..` reaches to the next row, since the last row
    /// that holds counts.
    fn key_condition(&mut self, env: &Env, param: &(String, Type, VarId), cell: &'a Cell) -> Expr {
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

    fn bound(&mut self, env: &Env, expr: &'a ast::Expr) -> Expr {
        let typed = self.expr(env, expr, Some(&Type::Number));
        self.fit(typed, &Type::Number, env)
    }
}

/// The complaint about something that would have to be known before it is known.
pub fn needs_itself(what: &str, name: &str, declared: Span, caller: Span) -> Diagnostic {
    Diagnostic::error(codes::RECURSION, caller, format!("the {what} `{name}` needs itself"))
        .also(declared, "declared here")
        .help("it may use others, but never itself; every answer must come to an end")
}

/// An environment that knows the parameters.
pub fn env_of(params: &Params) -> Env {
    Env { variables: params.iter().map(|(name, _, variable)| (name.clone(), *variable)).collect(), ..Env::default() }
}

fn compare(left: Expr, op: BinaryOp, right: Expr) -> Expr {
    Expr { span: right.span, ty: Type::YesNo, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
}

fn and(left: Expr, right: Expr) -> Expr {
    Expr { span: left.span, ty: Type::YesNo, kind: ExprKind::Binary(BinaryOp::And, Box::new(left), Box::new(right)) }
}
