//! Rows of dice: exactly one for each result of the dice.

use super::cells::Bounds;
use super::checker::SystemChecker;
use crate::model::DiceBody;
use crate::syntax::ast;

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
            self.rows_beyond(grid, &dice, (&bands, false));
        }
    }
}
