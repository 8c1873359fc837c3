//! Runs that a rule refuses. Such a run ends there: nothing in it has happened, so none of its results has a value, and how often
//! that happens is reported beside the results of all other runs.
//!
//! Most programs refuse nothing. So a program is first followed as it is, and only if a run
//! is refused, once more with each refusal turned into an end.

use dashu_ratio::RBig;

use super::distribution::Distribution;
use super::request::OddsError;
use crate::ir::flow::{self, Refuses};
use crate::ir::{Address, Function, Instruction, Operand, Program, Register, RegisterInfo, ResultInfo, Shape};
use crate::machine::{FaultKind, FunctionFault};
use crate::shared_text::SharedText;

/// The program in which each refusal is an end; its first result is the address of the refusal that has ended the run. `None` if
/// it refuses nothing.
pub(super) fn ended(program: &Program) -> Option<Program> {
    let mut rewritten = Rewritten::of(program)?;
    for (at, instruction) in (0..).zip(&program.code) {
        let Some(refuses) = flow::refuses(instruction) else { continue };
        rewritten.go_elsewhere(at)?;
        match refuses {
            Refuses::Rule(_) => {}
            Refuses::Function(_) => rewritten.calls(at, instruction.clone())?,
        }
        rewritten.ends(at);
    }
    rewritten.done(program)
}

/// A program in the making in which refusals are ends: what is there instead of them stands behind all else.
struct Rewritten {
    program: Program,
    /// Where the address of the refusal is written.
    by: Register,
    /// The jumps to the end, which is not there yet.
    to_end: Vec<usize>,
}

impl Rewritten {
    fn of(program: &Program) -> Option<Self> {
        let mut program = program.clone();
        let by = register(&mut program)?;
        Some(Self { program, by, to_end: Vec::new() })
    }

    /// What stood at an address is written behind all else from here on.
    fn go_elsewhere(&mut self, at: u32) -> Option<()> {
        let here = Address(u32::try_from(self.program.code.len()).ok()?);
        self.program.code[at as usize] = Instruction::Jump { to: here };
        Some(())
    }

    fn push(&mut self, at: u32, instruction: Instruction) {
        self.program.code.push(instruction);
        let span = self.program.spans.get(at as usize).copied().unwrap_or_default();
        self.program.spans.push(span);
    }

    /// The run ends, refused at an address.
    fn ends(&mut self, at: u32) {
        self.push(at, Instruction::Copy { into: self.by, from: Operand::Value(at.into()) });
        self.to_end.push(self.program.code.len());
        self.push(at, Instruction::Jump { to: Address(0) });
    }

    /// The call of a function, after which the run goes on as it did unless the function refuses.
    fn calls(&mut self, at: u32, mut call: Instruction) -> Option<()> {
        let refuses = register(&mut self.program)?;
        if let Instruction::Call { into, function, .. } = &mut call {
            into.push(refuses);
            *function = self.caught(*function)?;
        }
        self.push(at, call);
        self.push(at, Instruction::Unless { on: Operand::Register(refuses), to: Address(at.checked_add(1)?) });
        Some(())
    }

    /// The function that is asked instead of another one, whose refusals it answers.
    fn caught(&mut self, number: u32) -> Option<u32> {
        let functions = &mut self.program.functions;
        let known = functions.iter().position(|function| function.caught == Some(number));
        let place = if let Some(place) = known {
            place
        } else {
            let function = functions.get(number as usize)?.clone();
            functions.push(Function { caught: Some(number), ..function });
            functions.len() - 1
        };
        u32::try_from(place).ok()
    }

    /// The whole program, if it refuses anything.
    fn done(mut self, whole: &Program) -> Option<Program> {
        if self.to_end.is_empty() {
            return None;
        }
        let end = Address(u32::try_from(self.program.code.len()).ok()?);
        for jump in &self.to_end {
            self.program.code[*jump] = Instruction::Jump { to: end };
        }
        let forgotten = whole.results.iter().map(|result| Instruction::Clear { first: result.register, count: 1 });
        self.program.code.extend(forgotten.chain([Instruction::Done]));
        let (label, span) = (SharedText::default(), whole.spans.first().copied().unwrap_or_default());
        self.program.spans.resize(self.program.code.len(), span);
        self.program.results.insert(0, ResultInfo { label, register: self.by, span });
        Some(self.program)
    }
}

fn register(program: &mut Program) -> Option<Register> {
    let register = Register(u32::try_from(program.registers.len()).ok()?);
    program.registers.push(RegisterInfo { name: None, shape: Shape::Number, initial: None });
    Some(register)
}

/// Where an instruction of a program in which refusals are ends stands in the program as it was, which is so long.
fn origin(ended: &Program, length: usize, at: Address) -> Address {
    let moved = (0..).map(Address).zip(&ended.code).take(length).filter_map(|(from, instruction)| {
        let Instruction::Jump { to } = instruction else { return None };
        (length..=at.0 as usize).contains(&(to.0 as usize)).then_some((*to, from))
    });
    moved.max().map_or(at, |(_, from)| from)
}

/// Whether a run was refused.
pub(super) fn is_refused(found: &Result<Distribution, OddsError>) -> bool {
    matches!(found, Err(OddsError::Fault(fault)) if is_refusal(&fault.kind))
}

/// Whether a run ends here because of a rule, in the words of a script or of a function.
pub(super) fn is_refusal(kind: &FaultKind) -> bool {
    matches!(kind, FaultKind::Refused(..) | FaultKind::House { what: FunctionFault::Refuses, .. })
}

/// What the odds of a program in which refusals are ends say of the program as it was. If every run is refused there are none: `find`
/// tells why.
pub(super) fn told(
    found: Result<Distribution, OddsError>,
    (ended, whole): (&Program, &Program),
    find: impl FnOnce() -> Result<Distribution, OddsError>,
) -> Result<Distribution, OddsError> {
    let origin = |at: Address| origin(ended, whole.code.len(), at);
    let found = found.map_err(|error| error.without_refused(&origin))?.without_refused();
    let are_all_refused = found.outcomes.is_empty() && found.open == RBig::ZERO && !found.refused.is_empty();
    if are_all_refused { find() } else { Ok(found) }
}

impl OddsError {
    /// The same of the program as it was, found with refusals as ends.
    fn without_refused(mut self, origin: &dyn Fn(Address) -> Address) -> Self {
        match &mut self {
            OddsError::Fault(fault) => fault.at = origin(fault.at),
            OddsError::Budget { at, known, .. } => {
                *at = origin(*at);
                *known = known.take().map(|known| Box::new(known.without_refused()));
            }
            OddsError::Mass => {}
        }
        self
    }
}
