//! Runs that a rule refuses. Such a run ends there: nothing in it has happened, so none of its results has a value, and how often
//! that happens is reported beside the results of all other runs.
//!
//! Most programs refuse nothing. So a program is first followed as it is, and only if a run
//! is refused, once more with each refusal turned into an end.

use dashu_ratio::RBig;

use super::distribution::Distribution;
use super::request::OddsError;
use crate::ir::{Address, Instruction, Operand, Program, Register, RegisterInfo, ResultInfo, Shape};
use crate::machine::{Fault, FaultKind};
use crate::shared_text::SharedText;

/// The program in which each refusal is an end; its first result is the address of the refusal that has ended the run. `None` if
/// it refuses nothing.
pub(super) fn ended(program: &Program) -> Option<Program> {
    let is_refusal = |at: &u32| matches!(program.code.get(*at as usize), Some(Instruction::Refuse { .. }));
    let length = u32::try_from(program.code.len()).ok()?;
    let refusals: Vec<u32> = (0..length).filter(is_refusal).collect();
    if refusals.is_empty() {
        return None;
    }
    let mut ended = program.clone();
    let by = Register(u32::try_from(ended.registers.len()).ok()?);
    ended.registers.push(RegisterInfo { name: None, shape: Shape::Number, initial: None });
    let out = Address(length.checked_add(u32::try_from(2 * refusals.len()).ok()?)?);
    for at in refusals {
        let here = Address(u32::try_from(ended.code.len()).ok()?);
        ended.code[at as usize] = Instruction::Jump { to: here };
        ended.code.push(Instruction::Copy { into: by, from: Operand::Value(at.into()) });
        ended.code.push(Instruction::Jump { to: out });
    }
    let forgotten = program.results.iter().map(|result| Instruction::Clear { first: result.register, count: 1 });
    ended.code.extend(forgotten.chain([Instruction::Done]));
    let (label, span) = (SharedText::default(), program.spans.first().copied().unwrap_or_default());
    ended.spans.resize(ended.code.len(), span);
    ended.results.insert(0, ResultInfo { label, register: by, span });
    Some(ended)
}

/// Whether a run was refused.
pub(super) fn is_refused(found: &Result<Distribution, OddsError>) -> bool {
    matches!(found, Err(OddsError::Fault(Fault { kind: FaultKind::Refused(..), .. })))
}

/// What the odds of a program in which refusals are ends say. If every run is refused there are none: `whole` tells why.
pub(super) fn told(
    ended: Result<Distribution, OddsError>,
    whole: impl FnOnce() -> Result<Distribution, OddsError>,
) -> Result<Distribution, OddsError> {
    let found = ended.map_err(OddsError::without_refused)?.without_refused();
    let are_all_refused = found.outcomes.is_empty() && found.open == RBig::ZERO && !found.refused.is_empty();
    if are_all_refused { whole() } else { Ok(found) }
}

impl OddsError {
    /// The same of a program in which refusals are ends.
    fn without_refused(mut self) -> Self {
        if let OddsError::Budget { known, .. } = &mut self {
            *known = known.take().map(|known| Box::new(known.without_refused()));
        }
        self
    }
}
