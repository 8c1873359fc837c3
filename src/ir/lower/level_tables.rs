//! Tables whose keys are levels and whose cells are plain numbers: looked up in one instruction, however many rows they have.

use super::super::{Binary, Instruction, Operand, Unary, Value};
use super::expressions::bound;
use super::partial_value::{Context, PartialValue};
use super::tables::TableKey;
use super::{Lowering, emit};
use crate::model::{CellValue, TableId, Type, constant_of};
use crate::source::Span;

/// With more combinations of levels than this a table stays a row of questions.
const MOST_CELLS: usize = 4096;

/// What a combination of levels leads to.
#[derive(Clone, Copy)]
enum Found {
    Number(Value),
    Dash,
    /// No row is of them.
    Nothing,
}

impl<'m> Lowering<'m, '_> {
    /// The cell for keys that are known only at the table; `None` if such a table has to be gone through row by row.
    pub fn level_row(
        &mut self,
        context: &Context<'m>,
        (table, column): (TableId, usize),
        keys: &[PartialValue<'m>],
        span: Span,
    ) -> Option<PartialValue<'m>> {
        let sizes = self.levels_of_keys(table, column)?;
        let keys = keys.iter().map(|key| if let PartialValue::Scalar(key) = key { Some(*key) } else { None });
        let keys = keys.collect::<Option<Vec<Operand>>>()?;
        // What is known beforehand is computed now, and marks show which rows are reached.
        if self.covering || keys.iter().all(|key| emit::known(*key).is_some()) {
            return None;
        }
        let found = self.cells_by_level((table, column), &sizes)?;
        let has = |what: fn(&Found) -> bool| found.iter().any(what);
        let has_dash = has(|cell| matches!(cell, Found::Dash));
        if has_dash && has(|cell| matches!(cell, Found::Nothing)) {
            return None;
        }
        let cells =
            found.into_iter().map(|cell| if let Found::Number(number) = cell { number } else { None }).collect();
        let cells = self.table(TableKey::Rows(table, column), |_| cells);
        let key = self.combination(&keys, &sizes);
        let into = self.emit.temporary();
        self.emit.push(Instruction::Lookup { into, table: cells, key });
        let value = Operand::Register(into);
        if has_dash && context.stops {
            self.stop_at_dash(value, key, |lowering| lowering.dash_in_table(context, table, span));
        }
        Some(PartialValue::Scalar(value))
    }

    /// How many levels each key can be, if all keys are levels and all cells of a column plain numbers.
    fn levels_of_keys(&self, table: TableId, column: usize) -> Option<Vec<usize>> {
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

    /// What each combination of levels leads to, the last key changing first; `None` if a row hangs on something else.
    fn cells_by_level(&mut self, (table, column): (TableId, usize), sizes: &[usize]) -> Option<Vec<Found>> {
        let declared = &self.system.tables[table];
        let all = sizes.iter().product();
        let mut found = Vec::with_capacity(all);
        for place in 0..all {
            let (mut rest, mut keys) = (place, Vec::new());
            for size in sizes.iter().rev() {
                keys.push(PartialValue::Scalar(Operand::Value(i64::try_from(rest % size).unwrap_or(0))));
                rest /= size;
            }
            keys.reverse();
            let inner = bound(&Context::scene(), &declared.params, keys);
            let mut cell = Found::Nothing;
            for (condition, cells) in declared.rows.iter().rev() {
                let holds = self.operand(&inner, condition);
                if emit::is_yes(holds)? {
                    cell = cells[column].as_ref().map_or(Found::Dash, |cell| Found::Number(constant_of(cell)));
                    break;
                }
            }
            found.push(cell);
        }
        Some(found)
    }

    /// Where the cell of these levels stands; unreached if one of them is.
    fn combination(&mut self, keys: &[Operand], sizes: &[usize]) -> Operand {
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
