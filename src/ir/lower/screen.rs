//! What is kept from somebody, and stays so wherever it is read.

use super::Lowering;
use super::emit;
use super::partial_value::PartialValue;
use crate::model::InvocationId;
use crate::semantics::visibility::Visibility;
use crate::syntax::ast::Concealment;

impl<'m> Lowering<'m, '_> {
    /// Numbers that players must not learn are worked with at the table only, so that none of them melts into another.
    pub fn behind_the_screen(&mut self, entity: PartialValue<'m>, visibility: Visibility) -> PartialValue<'m> {
        entity.map_scalars(&mut |value| self.emit.hide(value, visibility))
    }

    /// Everything is kept so that is laid out until [`Lowering::end_screen`], which takes what this answers.
    pub fn begin_screen(&mut self, concealment: Concealment) -> Visibility {
        let around = self.around;
        self.around = around.max(emit::visibility(concealment));
        around
    }

    /// What stands behind this is kept as what stands around it.
    pub fn end_screen(&mut self, around: Visibility) {
        self.around = around;
    }

    /// What a run holds is kept from now on as what stands around it.
    pub fn keep_run(&mut self, run: InvocationId) {
        let around = self.around;
        self.state((run, 0)).kept = Some(around);
    }

    /// What is read of this run, plan or item. Inside of a kept run its blanks are known beforehand; whoever reads them elsewhere
    /// reads a secret.
    pub fn read_from_outside(&mut self, run: Option<InvocationId>, value: PartialValue<'m>) -> PartialValue<'m> {
        let kept = run.and_then(|run| self.states.get((run, 0))?.kept);
        match kept.filter(|kept| *kept > self.around) {
            Some(kept) => self.behind_the_screen(value, kept),
            None => value,
        }
    }
}
