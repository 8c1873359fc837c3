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
        self.begin_screen_for(emit::visibility(concealment))
    }

    fn begin_screen_for(&mut self, visibility: Visibility) -> Visibility {
        let around = self.around;
        self.around = around.max(visibility);
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
        match run.and_then(|run| self.kept_outside(run)) {
            Some(kept) => self.behind_the_screen(value, kept),
            None => value,
        }
    }

    /// For whom a run is of which less is known here than in it.
    fn kept_outside(&self, run: InvocationId) -> Option<Visibility> {
        self.states.get((run, 0))?.kept.filter(|kept| *kept > self.around)
    }

    /// For whom an item is that a kept run has planned: who reads that it is there, or its name, reads a secret as well.
    pub fn kept_item(&self, element: &PartialValue<'m>) -> Option<Visibility> {
        element.item().and_then(|(run, ..)| self.kept_outside(run))
    }

    /// For whom it is how many there are of these, and whatever is counted by them.
    pub fn kept_items(&self, elements: &[PartialValue<'m>]) -> Option<Visibility> {
        elements.iter().filter_map(|element| self.kept_item(element)).max()
    }

    /// Lays out the lines for an element of a list. For an item that a kept run has planned they are kept as a whole, since each of them
    /// tells that the item is there.
    pub fn lines_for(&mut self, element: &PartialValue<'m>, lay_out: impl FnOnce(&mut Self)) {
        let Some(kept) = self.kept_item(element) else { return lay_out(self) };
        let (first, around) = (self.emit.here(), self.begin_screen_for(kept));
        lay_out(self);
        self.end_screen(around);
        self.emit.veil(first, kept);
    }
}
