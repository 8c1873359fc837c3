//! A whole program, from what there is at the start to its last instruction.

use std::collections::BTreeSet;

use super::super::passes::Reached;
use super::super::{Instruction, Program, Register, flow, passes, secrecy};
use super::Lowering;
use super::checkpoint::Checkpoint;
use super::partial_value::Context;
use super::turns;
use crate::model::{Statement, ThingId};

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
        // Behind other lines registers have other numbers by now, and nothing that they hold is known beforehand.
        let asked = if self.before.is_some() { Vec::new() } else { self.ledger.asked_registers() };
        let carried = self.carried();
        let as_stated = is_sound.then(|| passes::reached(&self.emit.program, &carried, &asked)).flatten();
        let stops = is_sound && self.ledger.has_stops();
        let whatever_falls =
            stops.then(|| passes::reached(&with_open_dice(&self.emit.program), &carried, &[])).flatten();
        let some_run = |reached: &Option<Reached>, at| reached.as_ref().is_none_or(|reached| reached.comes_to(at));
        self.ledger.settle(&|at| some_run(&whatever_falls, at), &|at, holding| match (&as_stated, holding) {
            (Some(reached), Some((register, number))) => reached.comes_with(at, register, number),
            (reached, _) => some_run(reached, at),
        });
    }

    /// The registers of what may have been left otherwise than the scene says: by the lines before these, or by an evening before.
    /// What the scene says of a field counts as long as nothing here changes it.
    fn carried(&self) -> Vec<Register> {
        if self.before.is_some() {
            return (0..).map(Register).take(self.emit.program.registers.len()).collect();
        }
        let own = self.own.values().filter(|own| own.is_kept).filter_map(|own| own.value);
        let mut changed = BTreeSet::new();
        for instruction in &self.emit.program.code {
            flow::writes(instruction, &mut |register| changed.extend([register]));
        }
        let is_said = |thing: usize, field: &usize| self.all_things[ThingId(thing)].fields.contains_key(field);
        let fields = self.fields.iter().filter_map(|((thing, field, _), operand)| {
            operand.register().filter(|register| !is_said(*thing, field) || changed.contains(register))
        });
        fields.chain(own).collect()
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
