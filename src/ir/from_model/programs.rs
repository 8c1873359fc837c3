//! A whole program, from what there is at the start to its last instruction.

use super::super::{Program, secrecy};
use super::Lowering;
use super::partial_value::Context;
use crate::model::Statement;

impl<'m> Lowering<'m, '_> {
    /// Everybody and everything, and what happens.
    pub fn whole_scene(&mut self, statements: &'m [Statement]) {
        self.things();
        let context = Context::scene();
        self.statements(&context, statements);
    }

    /// The program, unless something is wrong.
    pub fn finish(mut self) -> Option<Program> {
        self.emit.done();
        self.deck_classes();
        secrecy::propagate(&mut self.emit.program, &self.emit.choices);
        (!self.sink.has_errors()).then_some(self.emit.program)
    }
}
