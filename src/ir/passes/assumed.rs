//! What a condition that is true, or not, implies for registers.

use super::super::{Binary, Instruction, Operand, Register, Unary};
use super::values::Values;

/// Conditions are followed so deep.
const DEEPEST: u32 = 8;

/// What a register held before anything was assumed, and which instruction has made it of what is still there.
type Known<'a, 'p> = (&'a dyn Fn(Operand) -> Values, &'a dyn Fn(Register) -> Option<&'p Instruction>);

/// Registers of which more is known than before.
#[derive(Default)]
pub struct Assumed {
    values: Vec<(Register, Values)>,
    depth: u32,
}

impl Assumed {
    /// All of them.
    pub fn into_values(self) -> Vec<(Register, Values)> {
        self.values
    }

    /// Assumes that a condition holds, or that it does not; `None` if that cannot be.
    pub fn assume(&mut self, known: Known<'_, '_>, on: Operand, holds: bool) -> Option<()> {
        let before = self.values_of(known, on);
        self.narrow(on, if holds { before.yes() } else { before.no() })?;
        let Operand::Register(register) = on else { return Some(()) };
        if self.depth > DEEPEST {
            return Some(());
        }
        self.depth += 1;
        self.follow(known, (known.1)(register), holds)?;
        self.depth -= 1;
        Some(())
    }

    fn follow(&mut self, known: Known<'_, '_>, maker: Option<&Instruction>, holds: bool) -> Option<()> {
        match (maker, holds) {
            (Some(Instruction::Copy { from, .. }), _) => self.assume(known, *from, holds),
            (Some(Instruction::Unary { op: Unary::IsReached, a, .. }), _) => {
                let values = self.values_of(known, *a);
                self.narrow(*a, if holds { values.reached() } else { values.unreached() })
            }
            (Some(Instruction::Unary { op: Unary::Not, a, .. }), true) => {
                let values = self.values_of(known, *a);
                self.narrow(*a, values.reached().between(0, 0))
            }
            (Some(Instruction::Unary { op: Unary::Not, a, .. }), false) => {
                let values = self.values_of(known, *a);
                self.narrow(*a, values.without(0))
            }
            (Some(Instruction::Binary { op: Binary::And, a, b, .. }), true)
            | (Some(Instruction::Binary { op: Binary::Or, a, b, .. }), false) => {
                self.assume(known, *a, holds)?;
                self.assume(known, *b, holds)
            }
            (Some(Instruction::Binary { op: Binary::Equal, a, b, .. }), _) => self.equal(known, (*a, *b), holds),
            (Some(Instruction::Binary { op: Binary::Less, a, b, .. }), true) => self.ordered(known, (*a, *b), 1, true),
            (Some(Instruction::Binary { op: Binary::LessOrEqual, a, b, .. }), true) => {
                self.ordered(known, (*a, *b), 0, true)
            }
            (Some(Instruction::Binary { op: Binary::Less, a, b, .. }), false) => {
                self.ordered(known, (*b, *a), 0, false)
            }
            (Some(Instruction::Binary { op: Binary::LessOrEqual, a, b, .. }), false) => {
                self.ordered(known, (*b, *a), 1, false)
            }
            _ => Some(()),
        }
    }

    /// `low + apart <= high`, for all that is known; only if both are reached, unless that is part of it.
    fn ordered(
        &mut self,
        known: Known<'_, '_>,
        (low, high): (Operand, Operand),
        apart: i64,
        are_reached: bool,
    ) -> Option<()> {
        let (lower, higher) = (self.values_of(known, low), self.values_of(known, high));
        let (Some((least, _)), Some((_, most))) = (lower.bounds(), higher.bounds()) else {
            // If one of them is never reached, the comparison is never *yes*.
            return if are_reached { None } else { Some(()) };
        };
        let reached = |values: &Values| if are_reached { values.reached() } else { values.clone() };
        if are_reached || !higher.may_be_unreached() {
            self.narrow(low, reached(&lower).between(i64::MIN, most.saturating_sub(apart)))?;
        }
        if are_reached || !lower.may_be_unreached() {
            self.narrow(high, reached(&higher).between(least.saturating_add(apart), i64::MAX))?;
        }
        Some(())
    }

    fn equal(&mut self, known: Known<'_, '_>, (a, b): (Operand, Operand), holds: bool) -> Option<()> {
        let (one, other) = (self.values_of(known, a), self.values_of(known, b));
        if holds {
            let (Some((low, high)), Some((least, most))) = (one.bounds(), other.bounds()) else { return None };
            self.narrow(a, one.reached().between(least, most))?;
            return self.narrow(b, other.reached().between(low, high));
        }
        if let Some(Some(number)) = other.single() {
            self.narrow(a, one.without(number))?;
        }
        match one.single() {
            Some(Some(number)) => self.narrow(b, self.values_of(known, b).without(number)),
            Some(None) | None => Some(()),
        }
    }

    fn values_of(&self, known: Known<'_, '_>, operand: Operand) -> Values {
        let narrowed = operand.register().and_then(|of| self.values.iter().rev().find(|(register, _)| *register == of));
        narrowed.map_or_else(|| (known.0)(operand), |(_, values)| values.clone())
    }

    /// `None` when nothing is left.
    fn narrow(&mut self, operand: Operand, left: Values) -> Option<()> {
        if left.is_nothing() {
            return None;
        }
        if let Operand::Register(register) = operand {
            self.values.push((register, left));
        }
        Some(())
    }
}
