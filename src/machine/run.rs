//! Running: one instruction after another, until the end or a question.

use super::telling::{self, Telling};
use super::{Bounds, Fault, FaultKind, Listener, State, Told};
use crate::allowance::Exhausted;
use crate::ir::flow;
use crate::ir::{Address, Deck, Instruction, KEPT, Operand, Program, Refusal, Register, Value, Wording};
use crate::machine::Ask;
use crate::semantics::arithmetic::{self, ArithmeticError, is_yes};
use crate::semantics::visibility::Visibility;
use crate::shared_text::SharedText;

/// After so many steps the run takes them from its allowance, and looks whether it is called off.
const LOOK_AFTER: u64 = 1024;

/// So many registers, bands, cards or questions are gone through in a step.
const MANY_A_STEP: u64 = 64;

/// A program being run.
#[derive(Clone, Debug)]
pub struct Machine<'p> {
    pub(super) program: &'p Program,
    pub(super) state: State,
    bounds: Bounds,
    burnt: u64,
    /// Steps that are not taken from the allowance yet; `None` before the first.
    pending: Option<u64>,
    telling: Telling,
    /// Whether somebody listens.
    tells: bool,
    /// Whether cards of one class are one card.
    lumps: bool,
}

/// Where a run has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<'p> {
    /// The run is over, and its state is final.
    Done,
    /// A question, to be answered with [`Machine::answer`].
    Ask(Ask<'p>),
}

/// What an instruction does to the course of the run.
pub(super) enum Move<'p> {
    Next,
    To(Address),
    Ask(Ask<'p>),
    Done,
}

impl<'p> Machine<'p> {
    /// A run from the beginning.
    pub fn new(program: &'p Program) -> Self {
        Self::resume(program, State::start(program))
    }

    /// A run that goes on from a state it had before.
    pub fn resume(program: &'p Program, state: State) -> Self {
        Self {
            program,
            state,
            bounds: Bounds::default(),
            burnt: 0,
            pending: None,
            telling: Telling::default(),
            tells: true,
            lumps: false,
        }
    }

    /// Sets how many instructions are executed at most. Nothing in a program can lift this limit.
    #[must_use]
    pub fn fuel(mut self, limit: u64) -> Self {
        self.bounds.fuel = limit;
        self
    }

    /// Sets how far it may go.
    #[must_use]
    pub fn within(mut self, bounds: Bounds) -> Self {
        self.bounds = bounds;
        self
    }

    /// Lets it pass over what is computed only to be told.
    #[must_use]
    pub fn untold(mut self) -> Self {
        self.tells = false;
        self
    }

    /// Lets cards that no question of the program can tell apart be one card, named by the lowest of them: fewer states differ.
    /// Which card really came up is lost.
    #[must_use]
    pub fn lumped(mut self) -> Self {
        self.lumps = true;
        self
    }

    /// The state as it is now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The state as it is now, for whoever needs the machine no longer.
    pub fn into_state(self) -> State {
        self.state
    }

    /// Goes back to another state of the same program, with all the fuel. Keeps the memory it has.
    pub(crate) fn restart(&mut self, state: &State) {
        self.state.clone_from(state);
        self.burnt = 0;
        self.telling = Telling::default();
    }

    /// Goes past the present instruction after registers were written from outside.
    pub(crate) fn pass(&mut self, write: impl FnOnce(&mut [Value])) {
        write(&mut self.state.registers);
        self.step_on();
    }

    /// A copy that runs the same program from where this one stands, and takes its steps from the same allowance.
    pub(crate) fn ahead<'q>(&self, program: &'q Program) -> Machine<'q> {
        let Self { state, bounds, burnt, pending, telling, tells, lumps, .. } = self.clone();
        Machine { program, state, bounds, burnt, pending, telling, tells, lumps }
    }

    /// Runs on until the end or a question. Asked again without an answer, it asks the same.
    ///
    /// # Errors
    /// When the run cannot go on.
    pub fn run(&mut self, listener: &mut dyn Listener) -> Result<Step<'p>, Fault> {
        loop {
            if let Some(step) = self.advance(listener)? {
                return Ok(step);
            }
        }
    }

    /// Executes one instruction; `None` when the run goes on.
    pub(crate) fn advance(&mut self, listener: &mut dyn Listener) -> Result<Option<Step<'p>>, Fault> {
        let at = self.state.at;
        let executed = self.burn(1).and_then(|()| self.execute(listener));
        match executed.map_err(|kind| Fault { at, kind })? {
            Move::Ask(ask) => return Ok(Some(Step::Ask(ask))),
            Move::Done => return Ok(Some(Step::Done)),
            Move::To(to) => self.state.at = to,
            Move::Next => self.step_on(),
        }
        Ok(None)
    }

    pub(super) fn step_on(&mut self) {
        self.state.at = Address(self.state.at.0.saturating_add(1));
    }

    /// Takes the steps of an instruction that goes through so many registers, bands, cards or questions.
    pub(super) fn go_through(&mut self, many: usize) -> Result<(), FaultKind> {
        match many as u64 / MANY_A_STEP {
            0 => Ok(()),
            steps => self.burn(steps),
        }
    }

    /// Takes some steps of those that are left.
    pub(super) fn burn(&mut self, steps: u64) -> Result<(), FaultKind> {
        self.burnt = self.burnt.saturating_add(steps);
        if self.burnt > self.bounds.fuel {
            return Err(FaultKind::Fuel { limit: self.bounds.fuel });
        }
        match self.pending.map(|pending| pending.saturating_add(steps)) {
            Some(pending) if pending < LOOK_AFTER => self.pending = Some(pending),
            pending => {
                self.pending = Some(0);
                self.bounds.allowance.spend(pending.unwrap_or(steps))?;
            }
        }
        Ok(())
    }

    pub(super) fn instruction(&self) -> Result<&'p Instruction, FaultKind> {
        let at = self.state.at;
        self.program.code.get(at.0 as usize).ok_or_else(|| malformed(format!("there is no instruction {}", at.0)))
    }

    fn execute(&mut self, listener: &mut dyn Listener) -> Result<Move<'p>, FaultKind> {
        let instruction = self.instruction()?;
        match instruction {
            Instruction::Jump { to } => return Ok(Move::To(*to)),
            Instruction::Unless { on, to } => {
                return Ok(if is_yes(self.value(*on)?) { Move::Next } else { Move::To(*to) });
            }
            Instruction::Aside { over } => return Ok(if self.tells { Move::Next } else { Move::To(*over) }),
            Instruction::Done => return Ok(Move::Done),
            Instruction::Resolve { .. }
            | Instruction::Roll(_)
            | Instruction::Draw { .. }
            | Instruction::Choose(_)
            | Instruction::Call { .. } => return self.ask(instruction, listener),
            Instruction::Copy { into, from } => self.write(*into, self.value(*from)?)?,
            Instruction::Clear { first, count } => self.clear(*first, *count)?,
            Instruction::Unary { into, op, a } => {
                let value = arithmetic::unary(*op, self.value(*a)?).map_err(FaultKind::from)?;
                self.write(*into, value)?;
            }
            Instruction::Binary { into, op, a, b } => {
                let value = arithmetic::binary(*op, self.value(*a)?, self.value(*b)?).map_err(FaultKind::from)?;
                self.write(*into, value)?;
            }
            Instruction::Lookup { into, table, key } => self.write(*into, self.look_up(*table, *key)?)?,
            Instruction::Band { into, scale, judged, key } => {
                let value = self.band(*scale, *judged, self.value(*key)?)?;
                self.write(*into, value)?;
            }
            Instruction::Shuffle { deck } => self.drawn(*deck)?.clear(),
            Instruction::Trace(number) => self.trace(*number, listener)?,
            Instruction::Refuse { why } => return Err(self.refuse(why)?),
        }
        Ok(Move::Next)
    }

    pub(super) fn value(&self, operand: Operand) -> Result<Value, FaultKind> {
        match operand {
            Operand::Value(number) => Ok(Some(number)),
            Operand::Unreached => Ok(None),
            Operand::Register(register) => {
                self.state.registers.get(register.0 as usize).copied().ok_or_else(|| no_register(register))
            }
        }
    }

    pub(super) fn write(&mut self, into: Register, value: Value) -> Result<(), FaultKind> {
        let register = self.state.registers.get_mut(into.0 as usize).ok_or_else(|| no_register(into))?;
        *register = value;
        Ok(())
    }

    fn clear(&mut self, first: Register, count: u32) -> Result<(), FaultKind> {
        let start = first.0 as usize;
        let end = start.saturating_add(count as usize);
        let registers = self.state.registers.get_mut(start..end).ok_or_else(|| no_register(first))?;
        registers.fill(None);
        self.go_through(count as usize)
    }

    fn look_up(&self, table: u32, key: Operand) -> Result<Value, FaultKind> {
        let column = self.program.tables.get(table as usize);
        let column = column.ok_or_else(|| malformed(format!("there is no table {table}")))?;
        let key = self.value(key)?.and_then(|key| usize::try_from(key).ok());
        Ok(key.and_then(|key| column.get(key).copied()).flatten())
    }

    pub(super) fn band(&mut self, scale: u32, judged: bool, key: Value) -> Result<Value, FaultKind> {
        let scale = self.scale(scale)?;
        self.go_through(scale.bands(judged).len())?;
        Ok(key.and_then(|key| scale.band(judged, key)))
    }

    pub(super) fn scale(&self, scale: u32) -> Result<&'p crate::ir::Scale, FaultKind> {
        self.program.scales.get(scale as usize).ok_or_else(|| malformed(format!("there is no scale {scale}")))
    }

    /// What a card counts as: itself, or its class.
    pub(super) fn counts_as(&self, deck: &Deck, card: u32) -> Option<u32> {
        let class = deck.class.get(card as usize).copied();
        if self.lumps { class } else { class.map(|_| card) }
    }

    pub(super) fn drawn(&mut self, deck: u32) -> Result<&mut Vec<u32>, FaultKind> {
        self.state.drawn.get_mut(deck as usize).ok_or_else(|| malformed(format!("there is no deck {deck}")))
    }

    fn trace(&mut self, number: u32, listener: &mut dyn Listener) -> Result<(), FaultKind> {
        let trace = self.program.traces.get(number as usize);
        let trace = trace.ok_or_else(|| malformed(format!("there is no trace {number}")))?;
        self.burn(telling::steps(trace))?;
        self.tell(listener, &Told::Trace(trace))
    }

    pub(super) fn tell(&mut self, listener: &mut dyn Listener, told: &Told<'_>) -> Result<(), FaultKind> {
        self.telling.tell(told, &self.state, &self.bounds)?;
        listener.hear(told, self.state.at, &self.state);
        Ok(())
    }

    fn refuse(&self, why: &Refusal) -> Result<FaultKind, FaultKind> {
        let mut numbers = Vec::new();
        for operand in flow::refusal(why).into_iter().flatten() {
            numbers.push(self.value(operand)?);
        }
        let why = match why {
            Refusal::Needs(words) => Refusal::Needs(Wording::plain(self.filled(words, Visibility::Hidden))),
            Refusal::CannotPay { what, left } => {
                Refusal::CannotPay { what: Wording::plain(self.filled(what, Visibility::Hidden)), left: *left }
            }
            Refusal::Shown { .. }
            | Refusal::OutOfRange { .. }
            | Refusal::OverBudget { .. }
            | Refusal::Grouping { .. } => why.clone(),
        };
        Ok(FaultKind::Refused(why, numbers))
    }

    /// A text with its holes filled, as far as it is for whoever may see so much. Where nobody listens nothing was computed for it.
    pub(super) fn filled(&self, wording: &Wording, most: Visibility) -> SharedText {
        wording.filled(|operand, shape| match self.value(operand) {
            Ok(value) if self.tells && self.program.secrecy.of(operand) <= most => self.program.in_words(shape, value),
            Ok(_) | Err(_) => KEPT.into(),
        })
    }
}

impl From<ArithmeticError> for FaultKind {
    fn from(error: ArithmeticError) -> Self {
        match error {
            ArithmeticError::Overflow => FaultKind::Overflow,
            ArithmeticError::DivisionByZero => FaultKind::DivisionByZero,
        }
    }
}

impl From<Exhausted> for FaultKind {
    fn from(exhausted: Exhausted) -> Self {
        match exhausted {
            Exhausted::CalledOff => FaultKind::CalledOff,
            Exhausted::Work { limit } => FaultKind::Work { limit },
        }
    }
}

fn no_register(register: Register) -> FaultKind {
    malformed(format!("there is no register {}", register.0))
}

pub(super) fn malformed(what: impl Into<String>) -> FaultKind {
    FaultKind::Malformed { what: what.into() }
}
