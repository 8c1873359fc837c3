//! Runs that a scene stops now and then: a rule refuses them once the dice have fallen.

use dashu_ratio::RBig;

use super::chance::rounded;
use super::encounter::Encounter;
use super::houses::Houses;
use super::odds::{self, Explored, OddsRequest};
use super::runtime_errors;
use crate::diagnostic::{Diagnostic, Severity};
use crate::drivers::odds::{Budget, OddsError};
use crate::ir::{Address, Instruction, Operand, Program, Register, RegisterInfo, ResultInfo, Shape};
use crate::machine::{Fault, FaultKind, FunctionFault};
use crate::model::Argument;
use crate::shared_text::SharedText;
use crate::source::Span;

/// What following all runs may cost.
const BUDGET: Budget = Budget { states: 50_000, answers: 100_000, memory: 64 * 1024 * 1024 };

impl Encounter {
    /// What stops some of the runs by dice in which nobody chooses anything, but not all of them; nothing where that takes long to
    /// find, or where a run of the line is remarked on already.
    pub(super) fn stopped_now_and_then(&self, known: &[Diagnostic]) -> Option<Diagnostic> {
        let program = self.program.as_ref().filter(|_| self.scene.cast.is_empty())?;
        let houses = self.houses.for_one_call();
        let fault = stops(program, &houses)?;
        let found = runtime_errors::diagnostic(&fault, program);
        let line = found.labels.first()?.span;
        if line.source.is_of_system() || known.iter().any(|other| self.is_said_inside(line, other)) {
            return None;
        }
        let chance = chance_of((program, &houses), fault.at);
        if chance.as_ref() == Some(&RBig::ONE) {
            return None;
        }
        let how_many = chance.map_or_else(|| "some runs by dice are".to_owned(), |chance| in_words(&chance));
        let message = format!("{how_many} stopped here: {}", found.message);
        let help = "change what the scene says so that no roll leads there, or leave the answer to whoever plays";
        Some(Diagnostic { severity: Severity::Warning, message, ..found }.help(help))
    }

    /// Whether a remark stands at the line that begins a run, or at a value that is stated in it: that may be why it is stopped.
    fn is_said_inside(&self, line: Span, remark: &Diagnostic) -> bool {
        let Some(place) = remark.labels.first().map(|label| label.span) else { return false };
        let runs = self.scene.invocations.iter().filter(|run| run.span == line);
        let mut stated = runs.flat_map(|run| run.arguments.values()).flat_map(Argument::entries);
        line.contains(place) || stated.any(|entry| entry.span == place)
    }
}

/// What stops a run by dice, if some run is stopped by what the rules say of it.
fn stops(program: &Program, houses: &Houses) -> Option<Fault> {
    let alone = Program { results: Vec::new(), ..program.clone() };
    let request = OddsRequest { budget: BUDGET, ..OddsRequest::default() };
    let explored = Explored { program: &alone, houses, drawn: &[] };
    let Err(OddsError::Fault(fault)) = odds::distribution(explored, &request, BUDGET) else { return None };
    is_of_the_rules(&fault.kind).then_some(fault)
}

/// Whether it hangs on the dice, and neither on a limit nor on somebody who is not there.
fn is_of_the_rules(kind: &FaultKind) -> bool {
    match kind {
        FaultKind::Overflow
        | FaultKind::DivisionByZero
        | FaultKind::Refused(..)
        | FaultKind::BadDice { .. }
        | FaultKind::DeckEmpty { .. } => true,
        FaultKind::House { what, .. } => *what == FunctionFault::Refuses,
        FaultKind::NoAnswer { .. }
        | FaultKind::BadAnswer { .. }
        | FaultKind::Fuel { .. }
        | FaultKind::Work { .. }
        | FaultKind::Events { .. }
        | FaultKind::Output { .. }
        | FaultKind::Malformed { .. }
        | FaultKind::Diverged { .. }
        | FaultKind::Paused
        | FaultKind::CalledOff => false,
    }
}

/// How often a run is refused at an instruction, if all that stops runs are refusals.
fn chance_of((program, houses): (&Program, &Houses), at: Address) -> Option<RBig> {
    let ended = ended_by_refusals(program, at)?;
    let request = OddsRequest { budget: BUDGET, ..OddsRequest::default() };
    let explored = Explored { program: &ended, houses, drawn: &[] };
    let all = odds::distribution(explored, &request, BUDGET).ok()?;
    Some(all.chance(0))
}

/// A program in which each refusal is an end, and whose one result is *yes* where that is the one at this instruction.
fn ended_by_refusals(program: &Program, at: Address) -> Option<Program> {
    let Instruction::Refuse { .. } = program.code.get(at.0 as usize)? else { return None };
    let mut ended = program.clone();
    let seen = Register(u32::try_from(ended.registers.len()).ok()?);
    ended.registers.push(RegisterInfo { name: None, shape: Shape::YesNo, initial: None });
    let end = Address(u32::try_from(ended.code.len()).ok()?);
    let refused_here = Address(end.0.checked_add(1)?);
    let span = program.spans.get(at.0 as usize).copied().unwrap_or_default();
    for (place, instruction) in (0..).zip(&mut ended.code) {
        if let Instruction::Refuse { .. } = instruction {
            *instruction = Instruction::Jump { to: if place == at.0 { refused_here } else { end } };
        }
    }
    let copy = Instruction::Copy { into: seen, from: Operand::Value(1) };
    append(&mut ended, [Instruction::Done, copy, Instruction::Done], span);
    ended.results = vec![ResultInfo { label: SharedText::default(), register: seen, span }];
    Some(ended)
}

fn append(program: &mut Program, code: [Instruction; 3], span: Span) {
    program.spans.extend(code.iter().map(|_| span));
    program.code.extend(code);
}

/// `1/6 of all runs by dice (16.67%) are`
fn in_words(chance: &RBig) -> String {
    let percent = rounded(&(chance * RBig::from(100)), 2);
    format!("{chance} of all runs by dice ({percent}%) are")
}
