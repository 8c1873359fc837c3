//! Whether two programs look the same to a listener: in a few runs, where most differences show, and then in all.

use std::cell::OnceCell;

use crate::allowance::Allowance;
use crate::drivers::adjudicate::{Adjudicate, Dice};
use crate::drivers::{self, Mode};
use crate::ir::passes::{self, Essence, Silence};
use crate::ir::{Address, Operand, Program, Value};
use crate::machine::{Bounds, Listener, Machine, State, Told};
use crate::semantics::chance::{Chance, Stream};

/// So many runs by dice, each from the seed of its number. One alone is a matter of chance; what hangs on rare dice is found out
/// otherwise.
const BY_DICE: u64 = 16;

/// To find out what of a program can be heard takes about so many steps for each of its instructions.
const STEPS_AN_INSTRUCTION: u64 = 16;

/// What is known of a program so far.
#[derive(Clone, Default)]
pub(super) struct Known {
    rehearsals: OnceCell<Vec<Rehearsal>>,
    essence: OnceCell<Option<Essence>>,
}

/// What is not listened to, and what may be spent on listening.
#[derive(Clone, Copy)]
pub(super) struct Ears<'a> {
    pub silence: Silence<'a>,
    pub allowance: &'a Allowance,
}

/// The values that are told in one run, and whether it comes to its end.
#[derive(Clone, PartialEq, Eq)]
struct Rehearsal {
    told: Vec<Value>,
    is_over: bool,
}

impl Ears<'_> {
    /// Whether another program is the same as this one, of which something is known already; not when there are no steps left to
    /// find out.
    pub fn hear_the_same(self, program: &Program, known: &Known, other: &Program) -> bool {
        if is_equal(program, other) {
            return true;
        }
        let rehearsed = known.rehearsals.get_or_init(|| self.rehearsals(program).collect());
        if !self.rehearsals(other).eq(rehearsed.iter().cloned()) {
            return false;
        }
        let essence = known.essence.get_or_init(|| self.essence(program)).as_ref();
        essence.is_some_and(|essence| self.essence(other).is_some_and(|other| *essence == other))
    }

    /// Whether no run of another program comes to its end, while runs of this one do; not when there are no steps left to find out.
    pub fn hear_no_end(self, program: &Program, known: &Known, other: &Program) -> bool {
        let rehearsed = known.rehearsals.get_or_init(|| self.rehearsals(program).collect());
        let is_over = |rehearsal: &Rehearsal| rehearsal.is_over;
        rehearsed.iter().any(is_over)
            && !self.rehearsals(other).any(|rehearsal| is_over(&rehearsal))
            && self.allowance.spend(1).is_ok()
    }

    /// Whether some of a few runs tell something else in another program, and both come to their end; not when there are no steps left
    /// to find out.
    pub fn hear_otherwise(self, program: &Program, other: &Program) -> bool {
        let mut both = self.rehearsals(program).zip(self.rehearsals(other));
        both.any(|(one, other)| one.is_over && other.is_over && one.told != other.told)
            && self.allowance.spend(1).is_ok()
    }

    fn essence(self, program: &Program) -> Option<Essence> {
        let steps = u64::try_from(program.code.len()).ok()?.saturating_mul(STEPS_AN_INSTRUCTION);
        self.allowance.spend(steps).ok()?;
        Some(passes::essence(program, self.silence))
    }

    /// Runs a program by judgement, as it is declared, and by dice; nobody is asked, and functions of house rules stop it. Each run
    /// begins when it is asked for.
    fn rehearsals(self, program: &Program) -> impl Iterator<Item = Rehearsal> {
        let modes = [(Mode::Deliberate, 0), (Mode::Automatic, 0)].into_iter();
        modes.chain((1..=BY_DICE).map(|seed| (Mode::Random, seed))).map(move |(mode, seed)| {
            let mut driver = Adjudicate::new(program, mode, Dice::Seeded(Chance::from(Stream::from(seed))));
            let mut listening = Listening { program, silence: self.silence, told: Vec::new() };
            let bounds = Bounds { allowance: self.allowance.clone(), ..Bounds::default() };
            let is_over = drivers::go_on(Machine::new(program).within(bounds), &mut driver, &mut listening).is_ok();
            Rehearsal { told: listening.told, is_over }
        })
    }
}

/// Whether two programs are the same, instruction by instruction.
fn is_equal(one: &Program, other: &Program) -> bool {
    one.code == other.code
        && one.registers == other.registers
        && one.traces == other.traces
        && one.tables == other.tables
        && one.decks == other.decks
        && one.texts == other.texts
        && one.secrecy == other.secrecy
}

/// Whoever listens to one run.
struct Listening<'a> {
    program: &'a Program,
    silence: Silence<'a>,
    told: Vec<Value>,
}

impl Listener for Listening<'_> {
    fn hear(&mut self, told: &Told<'_>, _: Address, state: &State) {
        let value = |operand| match operand {
            Operand::Value(number) => Some(number),
            Operand::Register(register) => state.registers.get(register.0 as usize).copied().flatten(),
            Operand::Unreached => None,
        };
        match told {
            Told::Trace(trace) => self.told.extend(self.silence.values(self.program, trace, &value)),
            Told::Rolled { faces, .. } => self.told.extend(faces.iter().copied().map(Some)),
            Told::Resolved { into, .. } => self.told.push(value(Operand::Register(*into))),
            Told::Drawn { card, .. } => self.told.push(Some(i64::from(*card))),
            Told::Chosen { value, .. } => self.told.push(Some(*value)),
            Told::Called { .. } => {}
        }
    }
}
