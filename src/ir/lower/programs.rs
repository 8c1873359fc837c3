//! A whole program, from its starting values to its last instruction.

use std::collections::BTreeSet;

use super::super::passes::Reached;
use super::super::{Instruction, Program, Register, flow, passes, secrecy};
use super::Lowering;
use super::checkpoint::Checkpoint;
use super::followed::{Carried, Comes};
use super::ledger::{Ledger, TakenAt, Unsettled};
use super::partial_value::Context;
use super::pieces::Piece;
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
        // What is kept is taken out of here.
        let carried = self.carried();
        let checkpoint = self.checkpoint();
        Some((self.finish_from(carried)?, checkpoint))
    }

    /// What hangs on the finished program waits for whoever asks, unless there is none, or it stands behind other lines: those are
    /// remarked on at once.
    pub fn settle_accounts(&mut self, carried: Vec<Carried>) {
        self.ledger.wait(carried);
        if self.sink.has_errors() {
            let open = self.ledger.open();
            let taken = self.ledger.settle(open, &|_| true);
            self.ledger.take_all(taken.into_iter().map(|taken| taken.piece));
        } else if self.before.is_some() {
            let open = self.ledger.open();
            settle(&self.emit.program, open, self.ledger, &perhaps);
        }
    }

    /// The registers of what may have been left otherwise than the scene says: by the lines before these, or by an evening before.
    /// What the scene says of a field counts as long as nothing here changes it.
    pub fn carried(&self) -> Vec<Carried> {
        let of_nobody = |register| Carried { register, whose: None };
        if self.before.is_some() {
            return (0..).map(Register).take(self.emit.program.registers.len()).map(of_nobody).collect();
        }
        let own = self.own.values().filter(|own| own.is_kept).filter_map(|own| own.value).map(of_nobody);
        let mut changed = BTreeSet::new();
        for instruction in &self.emit.program.code {
            flow::writes(instruction, &mut |register| changed.extend([register]));
        }
        let is_said = |thing: usize, field: &usize| self.all_things[ThingId(thing)].fields.contains_key(field);
        let fields = self.fields.iter().filter_map(|((thing, field, _), operand)| {
            let register = operand.register()?;
            let may_differ = !is_said(*thing, field) || changed.contains(&register);
            may_differ.then_some(Carried { register, whose: Some(ThingId(*thing)) })
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
    pub fn finish(self) -> Option<Program> {
        let carried = self.carried();
        self.finish_from(carried)
    }

    /// The same, where the registers of `carried` may begin with anything.
    fn finish_from(mut self, carried: Vec<Carried>) -> Option<Program> {
        self.emit.done();
        self.deck_classes();
        self.settle_accounts(carried);
        let veils = self.emit.program.secrecy.veils.clone();
        secrecy::propagate(&mut self.emit.program, &self.emit.choices);
        turns::kept_orders(&self.emit.program, &veils, self.sink);
        (!self.sink.has_errors()).then_some(self.emit.program)
    }
}

/// Whether what may take effect in a program does: its registers of the second part may begin with anything.
pub type Follow<'f> = &'f dyn Fn(&Program, &[Carried], &[TakenAt]) -> Vec<Comes>;

/// Nobody follows a program.
pub fn perhaps(_: &Program, _: &[Carried], places: &[TakenAt]) -> Vec<Comes> {
    vec![Comes::Perhaps; places.len()]
}

/// Finds out what some run of a program comes to, by the ranges of its registers, and asks `follow` about whatever is left.
pub fn settle(program: &Program, open: Unsettled, ledger: &mut Ledger, follow: Follow<'_>) {
    if !open.is_open() {
        return;
    }
    let carried = open.carried.clone();
    let registers: Vec<Register> = carried.iter().map(|carried| carried.register).collect();
    let as_stated = passes::reached(program, &registers, &open.asked_registers());
    let stops = open.has_stops();
    let with_all_dice = (stops || open.states_dice()).then(|| with_open_dice(program));
    let whatever_falls = with_all_dice.as_ref().and_then(|program| passes::reached(program, &registers, &[]));
    let some_run = |reached: &Option<Reached>, at| reached.as_ref().is_none_or(|reached| reached.comes_to(at));
    let places = ledger.settle(open, &|at| some_run(&whatever_falls, at));
    let is_beyond = |taken: &TakenAt| as_stated.as_ref().is_some_and(|reached| reached.is_beyond_refusal(taken.at));
    let (behind, places): (Vec<TakenAt>, Vec<TakenAt>) = places.into_iter().partition(is_beyond);
    ledger.take_all(behind.into_iter().map(|taken| taken.piece));
    // Whoever states the dice of both sides need not know which of them fall.
    let (stated, mut places): (Vec<TakenAt>, Vec<TakenAt>) =
        places.into_iter().partition(|taken| matches!(taken.piece, Piece::Shown(..)));
    places.retain(|taken| match (&as_stated, taken.holding) {
        (Some(reached), Some((register, held))) => reached.comes_with(taken.at, register, held),
        (reached, _) => some_run(reached, taken.at),
    });
    // Parts of conditions may be followed as far as the conditions themselves leave room.
    places.sort_by_key(|taken| matches!(taken.piece, Piece::PartHolds(_) | Piece::PartUntrue(_)));
    take_followed(ledger, &places, &follow(program, &carried, &places));
    let stated: Vec<TakenAt> = stated.into_iter().filter(|taken| some_run(&whatever_falls, taken.at)).collect();
    if let Some(with_all_dice) = with_all_dice.filter(|_| !stated.is_empty()) {
        take_followed(ledger, &stated, &follow(&with_all_dice, &carried, &stated));
    }
}

/// Enters what somebody who followed a program has found of these places.
fn take_followed(ledger: &mut Ledger, places: &[TakenAt], found: &[Comes]) {
    let all = || places.iter().zip(found);
    let those = |wanted: Comes| all().filter(move |(_, comes)| **comes == wanted).map(|(taken, _)| taken.piece);
    ledger.take_seen(those(Comes::Surely));
    ledger.take_all(those(Comes::Perhaps));
    ledger.take_otherwise(those(Comes::NotAsWritten));
}

/// The program as if no line stated what dice and cards show.
pub fn with_open_dice(program: &Program) -> Program {
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
