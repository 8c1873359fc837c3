//! Named dice.

use super::cells::Bounds;
use super::checker::SystemChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::{Env, Typer};
use crate::model::{DiceBody, DiceId, Expr, Type};
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

impl SystemChecker<'_> {
    /// Of rows of dice one and no more must hold whatever those dice can show, as far as that is known beforehand.
    pub fn rows_of_dice(&mut self) {
        for (id, written) in self.sources.dice.clone() {
            let named = &self.system.dice[id];
            let (ast::DiceBody::Rows(grid), DiceBody::Rows { dice, rows, .. }) = (written, &named.body) else {
                continue;
            };
            // Of a row that is no row it has been said.
            if rows.len() + 1 != grid.rows.len() {
                continue;
            }
            let bands: Vec<Option<Bounds>> = rows.iter().map(|(band, _)| Some(*band)).collect();
            let (name, dice) = (named.name.clone(), dice.clone());
            self.check_tiling(grid, &bands, &name, false);
            self.check_dice(grid, &dice, &bands, &name);
            self.rows_beyond(grid, &dice, &bands);
        }
    }

    /// Remarks on rows of faces that the dice do not have.
    fn rows_beyond(&mut self, grid: &Grid, dice: &Expr, bands: &[Option<Bounds>]) {
        let Some((least, most)) = self.dice_range(dice) else { return };
        for (row, (low, high)) in grid.rows.iter().skip(1).zip(bands.iter().flatten()) {
            if low.is_some_and(|low| low > most) || high.is_some_and(|high| high < least) {
                let help = format!("the dice show {least} to {most}: take the row out, or roll other dice");
                self.report(Diagnostic::warning(codes::IDLE, row.span, "this row never counts").help(help));
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
                    Diagnostic::error(codes::CELLS, row.span, "a row says which faces, and what they come to")
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
