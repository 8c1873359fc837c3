//! What is hidden from someone, and stays hidden wherever it is read.

use super::super::Operand;
use super::Lowering;
use super::emit;
use super::lowering::Given;
use super::partial_value::PartialValue;
use super::states::Run;
use crate::model::{InvocationId, LocalId};
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
        let Some(kept) = run.and_then(|run| self.kept_outside(run)) else { return value };
        if value.is_known_by_itself() {
            self.touch(kept);
        }
        self.behind_the_screen(value, kept)
    }

    /// For whom a run is of which less is known here than in it.
    fn kept_outside(&self, run: InvocationId) -> Option<Visibility> {
        self.states.get((run, 0))?.kept.filter(|kept| *kept > self.around)
    }

    /// What is read, and for whom it is as far as no register tells that; whoever asks sees to it.
    pub fn touching<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> (T, Visibility) {
        let outer = std::mem::replace(&mut self.touched, Visibility::All);
        let value = read(self);
        (value, std::mem::replace(&mut self.touched, outer))
    }

    /// The expression in hand reads something that is kept so, and lies in no register.
    pub fn touch(&mut self, kept: Visibility) {
        if kept > self.around {
            self.touched = self.touched.max(kept);
        }
    }

    /// It reads what lies in a blank.
    pub fn touch_blank(&mut self, run: Run, local: LocalId) {
        if let Some(kept) = self.states.get(run).and_then(|state| state.kept_blanks.get(&local)) {
            self.touch(*kept);
        }
    }

    /// A blank holds this from now on, and it is for whom it was.
    pub fn hold(&mut self, run: Run, local: LocalId, (value, kept): Given<'m>) {
        let state = self.state(run);
        state.blanks.insert(local, value);
        if !kept.is_for_all() {
            state.kept_blanks.insert(local, kept);
        }
    }

    /// A number that was worked out from something kept, known only at the table: neither what it is tells of that nor whether there
    /// is one.
    pub fn kept_number(&mut self, value: Operand, kept: Visibility) -> Operand {
        if kept.is_for_all() { value } else { self.emit.hide_whether_reached(value, kept) }
    }

    /// For whom an entry of a list is, or an item of a plan: who reads that it is there, or its name, reads a secret as well. Of a run
    /// that is still to be laid out, the scene says for whom it is.
    pub fn kept_entry(&self, entry: &PartialValue<'m>) -> Visibility {
        let kept = if let PartialValue::Scalar(Operand::Register(register)) = entry {
            self.emit.program.secrecy.registers.get(register).copied()
        } else {
            let run = entry.inside();
            let said = run.and_then(|run| self.scene.invocations[run].concealment).map(emit::visibility);
            said.max(run.and_then(|run| self.kept_outside(run)))
        };
        kept.filter(|kept| *kept > self.around).unwrap_or(Visibility::All)
    }

    /// Lays out lines that are kept as a whole if what they are for is, since each of them tells that it is there.
    pub fn kept_lines(&mut self, kept: Visibility, lay_out: impl FnOnce(&mut Self)) {
        if kept.is_for_all() {
            return lay_out(self);
        }
        let (first, around) = (self.emit.here(), self.begin_screen_for(kept));
        lay_out(self);
        self.end_screen(around);
        self.emit.veil(first, kept);
    }

    /// Lays out a line that is kept as a whole if it names somebody whom only a kept run knows, and asks them something, tells them
    /// something or changes something of theirs.
    pub fn kept_with_whom_it_names(&mut self, lay_out: impl FnOnce(&mut Self)) {
        let first = self.emit.here();
        let ((), kept) = self.touching(lay_out);
        if !kept.is_for_all() {
            self.emit.veil(first, kept);
        }
    }
}
