//! Whether a run took place: known at once, or stored in a register if it is known only at the table.

use super::super::{Binary, Operand, Register, Shape};
use super::partial_value::PartialValue;
use super::states::Run;
use super::{Lowering, emit};
use crate::model::InvocationId;

impl Lowering<'_, '_> {
    /// 1 where a run took place, and unreached where it did not.
    pub fn has_run(&mut self, (run, nth): Run) -> Operand {
        let run = (self.scene.first_of_name(run), nth);
        match self.states.get(run).and_then(|state| state.ran) {
            Some(ran) => ran,
            // The line in hand comes again, and the run may stand behind it.
            None if self.loops > 0 => Operand::Register(self.ran_register(run)),
            None => Operand::Unreached,
        }
    }

    /// What a run was given, as a line of the scene reads it: unreached where the run did not take place.
    pub fn where_it_ran<'m>(&mut self, run: Run, given: PartialValue<'m>) -> PartialValue<'m> {
        let Operand::Register(ran) = self.has_run(run) else { return given };
        // What holds 1 or nothing leaves a value as it is, or takes it away.
        given.map_scalars(&mut |value| match emit::known(value) {
            Some(_) => self.emit.binary(Binary::Multiply, value, Operand::Register(ran)),
            None => value,
        })
    }

    /// A run begins.
    pub fn now_runs(&mut self, invocation: InvocationId) {
        let invocation = self.scene.first_of_name(invocation);
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
    pub fn ran_register(&mut self, (run, nth): Run) -> Register {
        let run = (self.scene.first_of_name(run), nth);
        if let Some(Operand::Register(ran)) = self.state(run).ran {
            return ran;
        }
        let ran = self.emit.register(None, Shape::YesNo, None);
        self.state(run).ran = Some(Operand::Register(ran));
        ran
    }
}
