//! Rows of dice: one and no more for whatever the dice can show.

use super::cells::Bounds;
use super::checker::SystemChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{DiceBody, Expr};
use crate::syntax::ast::{self, Grid};

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
