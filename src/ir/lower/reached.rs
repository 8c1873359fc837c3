//! Whether something was reached: a value, somebody in a blank, a run.

use super::super::{Binary, Operand, Register, Shape, Unary};
use super::Lowering;
use super::partial_value::{Context, PartialValue};
use super::states::Run;
use crate::model::{Expr, InvocationId};

impl<'m> Lowering<'m, '_> {
    /// Whether what an expression comes to was reached; never unreached itself.
    pub fn is_reached(&mut self, context: &Context<'m>, entity: &PartialValue<'m>, whole: &'m Expr) -> Operand {
        match entity {
            PartialValue::Thing(_) | PartialValue::Plan(..) | PartialValue::Item(..) => Operand::Value(1),
            PartialValue::Absent => Operand::Value(0),
            PartialValue::Run(invocation, nth) => {
                let ran = self.has_run((*invocation, *nth));
                self.emit.reached(ran)
            }
            PartialValue::List(elements) => {
                let reached: Vec<Operand> =
                    elements.iter().map(|element| self.is_reached(context, element, whole)).collect();
                reached.into_iter().fold(Operand::Value(0), |a, b| self.emit.binary(Binary::Or, a, b))
            }
            // A dash is told from a value, and stops nothing.
            PartialValue::Row(table, keys) => {
                let quiet = Context { stops: false, ..context.clone() };
                let columns = 0..self.system.tables[*table].columns.len();
                let cells: Vec<PartialValue<'m>> =
                    columns.map(|column| self.row(&quiet, *table, keys, column, whole)).collect();
                self.is_reached(context, &PartialValue::List(cells), whole)
            }
            PartialValue::Scalar(_)
            | PartialValue::Roll(..)
            | PartialValue::Card(..)
            | PartialValue::Dice(..)
            | PartialValue::DiceByLevel(..) => {
                let value = self.number_of(context, entity);
                self.emit.unary(Unary::IsReached, value)
            }
        }
    }

    /// 1 where a run took place, and unreached where it did not.
    fn has_run(&mut self, run: Run) -> Operand {
        match self.states.get(run).and_then(|state| state.ran) {
            Some(ran) => ran,
            // The line in hand comes again, and the run may stand behind it.
            None if self.loops > 0 => Operand::Register(self.ran_register(run)),
            None => Operand::Unreached,
        }
    }

    /// A run begins.
    pub fn now_runs(&mut self, invocation: InvocationId) {
        let certain = self.branches == 0 && self.loops == 0 && self.frames.iter().all(|frame| frame.to_end.is_empty());
        if certain {
            self.state((invocation, 0)).ran = Some(Operand::Value(1));
        } else if self.loops > 0 || self.state((invocation, 0)).ran != Some(Operand::Value(1)) {
            let ran = self.ran_register((invocation, 0));
            self.emit.copy(ran, Operand::Value(1));
        }
    }

    /// What is written inside a run has not run yet when that begins anew.
    pub fn nested_have_not_run(&mut self, invocation: InvocationId) {
        for nested in self.scene.invocations[invocation].nested.values() {
            let ran = self.ran_register((*nested, 0));
            self.emit.copy(ran, Operand::Unreached);
            self.nested_have_not_run(*nested);
        }
    }

    /// The register of whether a run took place, where that is seen at the table.
    pub fn ran_register(&mut self, run: Run) -> Register {
        if let Some(Operand::Register(ran)) = self.state(run).ran {
            return ran;
        }
        let ran = self.emit.register(None, Shape::YesNo, None);
        self.state(run).ran = Some(Operand::Register(ran));
        ran
    }
}
