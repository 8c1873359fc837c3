//! The turns of several people, in the order of their keys.

use super::super::secrecy::TaintRange;
use super::super::{Address, Binary, Instruction, Operand, Program, Register, Trace, TraceTurn};
use super::Lowering;
use super::partial_value::Context;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::Turn;
use crate::semantics::visibility::Visibility;
use crate::shared_text::SharedText;
use crate::source::Span;

impl<'m> Lowering<'m, '_> {
    /// Each turn is laid out once, in a loop of as many rounds as there are turns: in each round the turn is had whose place it is.
    pub fn turns(&mut self, context: &Context<'m>, turns: &'m [Turn]) {
        let keys: Vec<Vec<Operand>> =
            turns.iter().map(|turn| turn.keys.iter().map(|key| self.operand(context, key)).collect()).collect();
        let places = self.places(&keys);
        let first = self.emit.here();
        self.tell_order(context, turns, (&keys, &places));
        let round = self.emit.count_from_zero();
        let start = self.emit.here();
        let count = i64::try_from(turns.len()).unwrap_or(i64::MAX);
        let more = self.emit.binary(Binary::Less, Operand::Register(round), Operand::Value(count));
        let end = self.emit.unless(more);
        self.loops += 1;
        self.branches += 1;
        for (turn, place) in turns.iter().zip(&places) {
            let now = self.emit.binary(Binary::Equal, Operand::Register(*place), Operand::Register(round));
            let over = self.emit.unless(now);
            self.statements(context, &turn.body);
            // Odds need not remember who came before whom once both have had their turns.
            self.emit.copy(*place, Operand::Unreached);
            self.emit.land(over);
        }
        self.branches -= 1;
        self.loops -= 1;
        self.emit.count(round, Operand::Value(1));
        self.emit.push(Instruction::Jump { to: start });
        self.emit.land(end);
        // Who knows what comes before what knows which number is higher.
        for place in places {
            self.emit.follows(Operand::Register(place), first);
        }
    }

    fn tell_order(&mut self, context: &Context<'m>, turns: &'m [Turn], (keys, places): (&[Vec<Operand>], &[Register])) {
        let told = turns.iter().zip(keys).zip(places).map(|((turn, keys), place)| {
            let mut reads: Vec<SharedText> = turn.keys.iter().flat_map(|key| self.reads(context, key)).collect();
            reads.dedup();
            let span = turn.keys.iter().map(|key| key.span).reduce(Span::to).unwrap_or(self.emit.span);
            TraceTurn { who: turn.who.clone(), place: *place, keys: keys.clone(), span, reads: reads.into() }
        });
        let turns = told.collect();
        self.emit.trace(Trace::Order { turns });
    }

    /// How many turns come before each: those of higher keys, and of equal ones those that are written before it. Each place is
    /// somebody's, also where a key should not be there.
    fn places(&mut self, keys: &[Vec<Operand>]) -> Vec<Register> {
        let places: Vec<Register> = keys.iter().map(|_| self.emit.count_from_zero()).collect();
        for (later, own) in keys.iter().enumerate() {
            for (earlier, others) in keys[..later].iter().enumerate() {
                let overtakes = self.higher(own, others);
                let is_there = self.emit.reached(overtakes);
                let overtakes = self.emit.binary(Binary::And, is_there, overtakes);
                self.emit.count(places[earlier], overtakes);
                let stays = self.emit.not(overtakes);
                self.emit.count(places[later], stays);
            }
        }
        places
    }

    /// Whether these keys come before those.
    fn higher(&mut self, keys: &[Operand], others: &[Operand]) -> Operand {
        let mut higher = Operand::Value(0);
        for (key, other) in keys.iter().zip(others).rev() {
            let equal = self.emit.binary(Binary::Equal, *key, *other);
            let then = self.emit.binary(Binary::And, equal, higher);
            let more = self.emit.binary(Binary::Less, *other, *key);
            higher = self.emit.binary(Binary::Or, more, then);
        }
        higher
    }
}

/// Remarks on turns of which everything is kept, since their order would tell of what is, where no line says so. `veils` are those
/// that lines of the script have drawn.
pub fn kept_orders(program: &Program, veils: &[TaintRange], sink: &mut Diagnostics) {
    for (at, instruction) in (0..).map(Address).zip(&program.code) {
        let Instruction::Trace(number) = instruction else { continue };
        let Some(Trace::Order { turns }) = program.traces.get(*number as usize) else { continue };
        let around = veils.iter().filter(|veil| veil.first <= at && at < veil.end).map(|veil| veil.visibility);
        let said = Visibility::of_all(around);
        let kept = |turn: &TraceTurn| program.secrecy.of_any(turn.keys.iter().copied());
        let Some(turn) = turns.iter().max_by_key(|turn| kept(turn)).filter(|turn| kept(turn) > said) else { continue };
        let word = if kept(turn) == Visibility::Hidden { "hidden" } else { "secret" };
        let message =
            format!("everything in these turns is {word}: their order would reveal the number of `{}`", turn.who);
        let help = format!("write `{word} turns` to hide the order, or use a number that everybody may know");
        sink.push(Diagnostic::warning(codes::KEPT, turn.span, message).help(help));
    }
}
