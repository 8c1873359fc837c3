//! Folding of what a scene fixes: known values are written down, and branches that always go one way go it
//! without a test.

use super::super::{Binary, Choose, Instruction, Method, Operand, Register, Unary, Value, renumber};
use super::draft::{self, Draft};
use super::ranges::Ranges;

/// Folds what is always the same, and notes which instructions cannot fail.
pub fn fold(draft: &mut Draft, is_chosen: &dyn Fn(&Choose) -> bool) {
    let mut droppable = std::mem::take(&mut draft.droppable);
    let mut folded = Vec::new();
    if let Some(mut ranges) = Ranges::of(&draft.program, is_chosen, &[], &[]) {
        for block in ranges.blocks() {
            ranges.enter(block);
            for at in ranges.block(block) {
                let whole = &draft.program.code[at];
                let instruction = with_constants(whole, &ranges);
                let decided = decided(&instruction, at, &ranges);
                let can_fail = ranges.pass(at);
                droppable[at] |= !can_fail;
                if counts(whole) {
                    continue;
                }
                let constant = if can_fail { None } else { constant(&instruction, &ranges) };
                let instruction = constant.or(decided).unwrap_or(instruction);
                folded.push((at, instruction));
            }
        }
    }
    draft.droppable = droppable;
    for (at, instruction) in folded {
        draft.program.code[at] = instruction;
    }
}

/// Whether an instruction counts on. A loop that is gone through once goes on counting: that it does shows that it ends.
fn counts(instruction: &Instruction) -> bool {
    if let Instruction::Binary { into, op: Binary::Add | Binary::Subtract, a, .. } = instruction {
        return *a == Operand::Register(*into);
    }
    false
}

/// The same instruction, with what it reads written down where that is always the same.
fn with_constants(instruction: &Instruction, ranges: &Ranges<'_>) -> Instruction {
    let mut instruction = instruction.clone();
    renumber::operands(&mut instruction, &mut |operand| {
        if let Operand::Register(_) = operand
            && let Some(value) = ranges.single(*operand)
        {
            *operand = known(value);
        }
    });
    instruction
}

fn known(value: Value) -> Operand {
    value.map_or(Operand::Unreached, Operand::Value)
}

/// What an instruction that has just been passed is instead, if it always computes the same.
fn constant(instruction: &Instruction, ranges: &Ranges<'_>) -> Option<Instruction> {
    let into = computed(instruction)?;
    let value = ranges.single(Operand::Register(into))?;
    Some(Instruction::Copy { into, from: known(value) })
}

/// Where an instruction writes that only computes.
fn computed(instruction: &Instruction) -> Option<Register> {
    match instruction {
        Instruction::Copy { into, .. }
        | Instruction::Unary { into, .. }
        | Instruction::Binary { into, .. }
        | Instruction::Lookup { into, .. }
        | Instruction::Band { into, .. } => Some(*into),
        Instruction::Clear { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Resolve { .. }
        | Instruction::Roll(_)
        | Instruction::Draw { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Choose(_)
        | Instruction::Call { .. }
        | Instruction::Trace(_)
        | Instruction::Refuse { .. }
        | Instruction::Done => None,
    }
}

/// What an instruction that is about to be passed is instead: a branch that always goes one way, or an operator that
/// leaves a value as it is.
fn decided(instruction: &Instruction, at: usize, ranges: &Ranges<'_>) -> Option<Instruction> {
    if let Instruction::Unless { on, to } = instruction {
        let on = ranges.values(*on);
        return match (on.may_be_yes(), on.may_be_no()) {
            (true, false) => Some(draft::nothing(at)),
            (false, true) => Some(Instruction::Jump { to: *to }),
            (true, true) | (false, false) => None,
        };
    }
    if let Instruction::Resolve { total, method: Method::Random, .. } = instruction {
        // What is rolled is rolled next, unless there is nothing to resolve with.
        return (!ranges.values(*total).may_be_unreached()).then(|| draft::nothing(at));
    }
    let copied = if let Instruction::Unary { into, op: Unary::OrZero, a } = instruction {
        (!ranges.values(*a).may_be_unreached()).then_some((*into, *a))
    } else if let Instruction::Binary { into, op, a, b } = instruction {
        unchanged(*op, (*a, *b), ranges).or_else(|| farthest(*op, (*a, *b), ranges)).map(|from| (*into, from))
    } else {
        None
    };
    copied.map(|(into, from)| Instruction::Copy { into, from })
}

/// What an operation leaves as it is, since the other operand changes nothing.
fn unchanged(op: Binary, (a, b): (Operand, Operand), ranges: &Ranges<'_>) -> Option<Operand> {
    let is_truth = |operand| ranges.values(operand).bounds().is_none_or(|(low, high)| low >= 0 && high <= 1);
    let is = |operand: Operand, number| operand == Operand::Value(number);
    let found = match op {
        Binary::Add if is(a, 0) => b,
        Binary::Add | Binary::Subtract if is(b, 0) => a,
        Binary::And if is(a, 1) && is_truth(b) => b,
        Binary::And if is(b, 1) && is_truth(a) => a,
        Binary::Or if is(a, 0) && is_truth(b) => b,
        Binary::Or if is(b, 0) && is_truth(a) => a,
        Binary::Add
        | Binary::Subtract
        | Binary::And
        | Binary::Or
        | Binary::Multiply
        | Binary::DivideDown
        | Binary::DivideUp
        | Binary::Modulo
        | Binary::Less
        | Binary::LessOrEqual
        | Binary::Equal
        | Binary::Minimum
        | Binary::Maximum
        | Binary::LeastReached
        | Binary::GreatestReached
        | Binary::SizesUp => return None,
    };
    Some(found)
}

/// The one of two operands that is always the lower, or the higher.
fn farthest(op: Binary, (a, b): (Operand, Operand), ranges: &Ranges<'_>) -> Option<Operand> {
    let (lower, higher) = (op == Binary::Minimum, op == Binary::Maximum);
    let (one, other) = (ranges.values(a), ranges.values(b));
    if !(lower || higher) || one.may_be_unreached() || other.may_be_unreached() {
        return None;
    }
    let ((low, high), (least, most)) = (one.bounds()?, other.bounds()?);
    if high <= least {
        return Some(if lower { a } else { b });
    }
    (most <= low).then_some(if lower { b } else { a })
}
