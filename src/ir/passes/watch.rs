//! A program that ends when a run reaches one of the watched instructions, and says so.

use super::super::{
    Address, Binary, Function, Instruction, Operand, Program, Register, RegisterInfo, ResultInfo, Returns, Scale,
    Shape, Unary,
};
use super::held::Held;
use crate::shared_text::SharedText;
use crate::source::SourceId;

/// No field is ever so far from zero, and whatever is added to it stays within 64 bits.
const FAR: i64 = 1 << 60;

/// An instruction, and what a register must hold where a run comes to it.
pub type Place = (Address, Option<(Register, Held)>);

/// The program whose one result is *yes* in the runs that come to a place, and in no others. Whatever may begin with anything comes
/// from a function that nobody knows, the last of the program.
pub fn halting_at(whole: &Program, open: &[Register], (at, holding): Place) -> Program {
    let mut program = whole.clone();
    let (seen, holds) = (register(&mut program, Shape::YesNo), register(&mut program, Shape::YesNo));
    let beginning = beginning(&mut program, open);
    let mut halt = Vec::new();
    // Instructions here and behind, once all are in their places.
    let behind = |count: u32| Address(at.0 + length(&beginning) + count);
    match holding {
        Some((register, Held::Number(number))) => {
            let (a, b) = (Operand::Register(register), Operand::Value(number));
            halt.push(Instruction::Binary { into: holds, op: Binary::Equal, a, b });
            halt.push(Instruction::Unless { on: Operand::Register(holds), to: behind(4) });
        }
        Some((register, Held::NotYes)) => {
            halt.push(Instruction::Unless { on: Operand::Register(register), to: behind(2) });
            halt.push(Instruction::Jump { to: behind(4) });
        }
        Some((register, Held::Nothing)) => {
            halt.push(Instruction::Unary { into: holds, op: Unary::IsReached, a: Operand::Register(register) });
            halt.push(Instruction::Unless { on: Operand::Register(holds), to: behind(3) });
            halt.push(Instruction::Jump { to: behind(5) });
        }
        None => {}
    }
    halt.push(Instruction::Copy { into: seen, from: Operand::Value(1) });
    halt.push(Instruction::Done);
    let place = |to: Address| Address(to.0 + length(&beginning) + if to.0 > at.0 { length(&halt) } else { 0 });
    for instruction in &mut program.code {
        if let Instruction::Jump { to }
        | Instruction::Unless { to, .. }
        | Instruction::Aside { over: to }
        | Instruction::Resolve { after: to, .. } = instruction
        {
            *to = place(*to);
        }
    }
    let span = program.spans.get(at.0 as usize).copied().unwrap_or_default();
    let at = (at.0 as usize).min(program.code.len());
    program.spans.splice(at..at, halt.iter().map(|_| span));
    program.code.splice(at..at, halt);
    program.spans.splice(0..0, beginning.iter().map(|_| span));
    program.code.splice(0..0, beginning);
    program.results = vec![ResultInfo { label: SharedText::default(), register: seen, span }];
    program
}

/// What puts anything into registers, before all else.
fn beginning(program: &mut Program, open: &[Register]) -> Vec<Instruction> {
    let function = u32::try_from(program.functions.len()).unwrap_or(u32::MAX);
    program.functions.push(Function {
        house: SharedText::default(),
        source: SourceId::default(),
        name: SharedText::default(),
        parameters: Vec::new(),
        returns: Returns::Number,
        caught: None,
    });
    let mut beginning = Vec::new();
    for into in open {
        let shape = program.registers[into.0 as usize].shape.clone();
        let (low, high) = limits(program, &shape);
        let (anything, at_least) = (register(program, shape), register(program, Shape::Number));
        let (path, arguments) = (SharedText::default(), Vec::new());
        beginning.push(Instruction::Call { into: vec![anything], function, arguments, path });
        let (a, b) = (Operand::Register(anything), Operand::Value(low));
        beginning.push(Instruction::Binary { into: at_least, op: Binary::Maximum, a, b });
        let (a, b) = (Operand::Register(at_least), Operand::Value(high));
        beginning.push(Instruction::Binary { into: *into, op: Binary::Minimum, a, b });
    }
    beginning
}

/// The lowest and the highest number that a register may begin with.
fn limits(program: &Program, shape: &Shape) -> (i64, i64) {
    match shape {
        Shape::YesNo => (0, 1),
        Shape::Level(scale) => match program.scales.get(*scale as usize) {
            Some(Scale { levels, numbers: None, .. }) if !levels.is_empty() => {
                (0, i64::try_from(levels.len()).unwrap_or(FAR) - 1)
            }
            Some(_) | None => (-FAR, FAR),
        },
        Shape::Number | Shape::Modifier | Shape::Die | Shape::Card(_) | Shape::Text | Shape::Option(_) => (-FAR, FAR),
    }
}

fn register(program: &mut Program, shape: Shape) -> Register {
    let number = u32::try_from(program.registers.len()).unwrap_or(u32::MAX);
    program.registers.push(RegisterInfo { name: None, shape, initial: None });
    Register(number)
}

fn length(code: &[Instruction]) -> u32 {
    u32::try_from(code.len()).unwrap_or(u32::MAX)
}
