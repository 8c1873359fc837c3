//! A whole program, from what there is at the start to its last instruction.

use super::super::{Address, Instruction, Program, passes, secrecy};
use super::Lowering;
use super::checkpoint::Checkpoint;
use super::partial_value::Context;
use super::turns;
use crate::model::Statement;

impl<'m> Lowering<'m, '_> {
    /// Everybody and everything, and what happens.
    pub fn whole_scene(&mut self, statements: &'m [Statement]) {
        self.things();
        let context = Context::scene();
        self.statements(&context, statements);
    }

    /// The program, and what is known at its end, unless something is wrong.
    pub fn finish_and_keep(mut self) -> Option<(Program, Option<Checkpoint>)> {
        let checkpoint = self.checkpoint();
        Some((self.finish()?, checkpoint))
    }

    /// Finds out what some run comes to, where it hangs on that what has taken effect.
    pub fn settle_accounts(&mut self) {
        if !self.ledger.is_open() {
            return;
        }
        let is_sound = !self.sink.has_errors();
        let reached = |program: &Program| if is_sound { passes::reached(program) } else { None };
        let (as_stated, whatever_falls) = (reached(&self.emit.program), reached(&with_open_dice(&self.emit.program)));
        let some_run = |reached: &Option<Vec<bool>>, at: Address| {
            reached.as_ref().and_then(|reached| reached.get(at.0 as usize)).copied().unwrap_or(true)
        };
        self.ledger.settle(&|at| some_run(&whatever_falls, at), &|at| some_run(&as_stated, at));
    }

    /// A program of which nothing is told, so that it need not say for whom anything is.
    pub fn finish_unveiled(mut self) -> Option<Program> {
        self.emit.done();
        self.deck_classes();
        (!self.sink.has_errors()).then_some(self.emit.program)
    }

    /// The program, unless something is wrong.
    pub fn finish(mut self) -> Option<Program> {
        self.emit.done();
        self.deck_classes();
        self.settle_accounts();
        let veils = self.emit.program.secrecy.veils.clone();
        secrecy::propagate(&mut self.emit.program, &self.emit.choices);
        turns::kept_orders(&self.emit.program, &veils, self.sink);
        (!self.sink.has_errors()).then_some(self.emit.program)
    }
}

/// The program as if no line stated what dice and cards show.
fn with_open_dice(program: &Program) -> Program {
    let mut open = program.clone();
    for instruction in &mut open.code {
        if let Instruction::Roll(roll) = instruction {
            roll.shown = None;
        } else if let Instruction::Draw { shown, .. } = instruction {
            *shown = None;
        }
    }
    open
}
