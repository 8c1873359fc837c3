//! Tables whose keys are levels and whose cells are plain numbers: looked up in one instruction, however many rows they have.

use super::super::{Binary, Operand, Unary, Value};
use super::Lowering;
use crate::model::{CellValue, TableId, Type, constant_of};

/// With more combinations of levels than this a table stays a row of questions.
const MOST_CELLS: usize = 4096;

/// What a combination of levels leads to.
#[derive(Clone, Copy)]
pub enum Found {
    Number(Value),
    Dash,
    /// No row is of them.
    Nothing,
}

impl Lowering<'_, '_> {
    /// How many levels each key can be, if all keys are levels and all cells of a column plain numbers.
    pub fn levels_of_keys(&self, table: TableId, column: usize) -> Option<Vec<usize>> {
        let declared = &self.system.tables[table];
        let is_plain = |cell: &CellValue| cell.as_ref().is_none_or(|cell| constant_of(cell).is_some());
        let size = |ty: &Type| {
            if let Type::Level(scale) = ty { Some(self.system.scales[*scale].levels.len()) } else { None }
        };
        let sizes = declared.params.iter().map(|(_, ty, _)| size(ty)).collect::<Option<Vec<usize>>>()?;
        let combinations = sizes.iter().try_fold(1_usize, |all, size| all.checked_mul(*size))?;
        let fits = combinations <= MOST_CELLS && declared.rows.iter().all(|(_, cells)| is_plain(&cells[column]));
        fits.then_some(sizes)
    }

    /// Where the cell of these levels stands; unreached if one of them is.
    pub fn combination(&mut self, keys: &[Operand], sizes: &[usize]) -> Operand {
        let mut place = Operand::Value(0);
        for (key, size) in keys.iter().zip(sizes) {
            let size = Operand::Value(i64::try_from(*size).unwrap_or(0));
            let before = self.emit.binary(Binary::Multiply, place, size);
            place = self.emit.binary(Binary::Add, before, *key);
        }
        place
    }

    /// Stops where a cell that was looked up is a dash: its key is there, and it is not.
    pub fn stop_at_dash(&mut self, value: Operand, key: Operand, stop: impl FnOnce(&mut Self)) {
        let reached = self.emit.unary(Unary::IsReached, value);
        let missing = self.emit.not(reached);
        let asked = self.emit.unary(Unary::IsReached, key);
        let dash = self.emit.binary(Binary::And, missing, asked);
        let over = self.emit.unless(dash);
        self.branches += 1;
        stop(self);
        self.branches -= 1;
        self.emit.land(over);
    }
}
