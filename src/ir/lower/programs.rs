//! A whole program, from what there is at the start to its last instruction.

use super::super::{Program, secrecy};
use super::Lowering;
use super::checkpoint::Checkpoint;
use super::partial_value::Context;
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
        secrecy::propagate(&mut self.emit.program, &self.emit.choices);
        (!self.sink.has_errors()).then_some(self.emit.program)
    }
}
