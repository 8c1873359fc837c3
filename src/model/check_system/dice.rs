//! Named dice.

use super::checker::SystemChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::{Env, Typer};
use crate::model::{DiceBody, DiceId, Type};
use crate::syntax::ast::{self, CellKind, Grid};

impl SystemChecker<'_> {
    /// What named dice roll.
    pub fn dice_body(&mut self, id: DiceId) {
        let Some(written) = self.sources.dice.get(&id).copied() else { return };
        let env = Env::of_parameters(&self.system.dice[id].params);
        match written {
            ast::DiceBody::Expr { expr, judged } => {
                let body = self.typer().wanted(&env, expr, &Type::Dice);
                let dice = &mut self.system.dice[id];
                dice.body = DiceBody::Expr(body);
                dice.judged = (!judged.is_empty()).then(|| judged.iter().map(|(face, _)| *face).collect());
            }
            ast::DiceBody::Rows(grid) => {
                if let Some(body) = self.typer().dice_rows(grid, &env) {
                    self.system.dice[id].body = body;
                }
            }
        }
    }
}

impl Typer<'_> {
    /// Open-ended dice: what is rolled, and what its faces come to.
    fn dice_rows(&mut self, grid: &Grid, env: &Env) -> Option<DiceBody> {
        let (header, rows) = grid.rows.split_first()?;
        self.check_widths(header, rows);
        let Some(ast::Cell { kind: CellKind::Value(rolled, _), .. }) = header.cells.first() else { return None };
        let dice = self.wanted(env, rolled, &Type::Dice);
        let that = self.notes.variable(header.span, Type::Number);
        let mut inner = env.clone();
        inner.variables.push(("that".into(), that));
        let mut typed = Vec::new();
        for row in rows {
            let (Some(band), Some(ast::Cell { kind: CellKind::Value(result, _), .. })) =
                (row.cells.first(), row.cells.get(1))
            else {
                self.report(
                    Diagnostic::error(codes::CELLS, row.span, "a row needs faces and their value")
                        .help("write `20 | 20 + 1d20`; `that` is the number rolled"),
                );
                continue;
            };
            let Some(bounds) = self.constant_band(band) else { continue };
            typed.push((bounds, self.wanted(&inner, result, &Type::Dice)));
        }
        Some(DiceBody::Rows { dice, that, rows: typed })
    }
}
