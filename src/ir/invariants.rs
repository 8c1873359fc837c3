//! The invariants of every program. The compiler is checked against them, and so is a program loaded from outside.

use super::flow::{self, successors};
use super::{Address, Instruction, Operand, Program, Register, Roll, Shape};
use crate::allowance::{Allowance, Exhausted};

/// After so much that is wrong nothing more is looked for: a program from outside can be wrong in every byte.
const ENOUGH: usize = 20;

/// Checks a program.
///
/// # Errors
/// What is wrong with it, in words for the makers of the compiler.
pub fn check(program: &Program) -> Result<(), Vec<String>> {
    match check_within(program, &Allowance::default()) {
        Ok(wrong) if wrong.is_empty() => Ok(()),
        Ok(wrong) => Err(wrong),
        Err(_) => Err(vec!["nobody has called this off".into()]),
    }
}

/// Checks a program with so many steps: one for each instruction, and as many again for each loop it lies in. What is wrong
/// with it is told in words for the makers of the compiler; it is sound where nothing is.
///
/// # Errors
/// When there are not enough steps, or it is called off.
pub fn check_within(program: &Program, allowance: &Allowance) -> Result<Vec<String>, Exhausted> {
    let mut check = Check { program, wrong: Vec::new() };
    check.whole();
    for (at, instruction) in (0..).map(Address).zip(&program.code) {
        if check.wrong.len() >= ENOUGH {
            break;
        }
        allowance.spend(1)?;
        check.instruction(at, instruction);
        if let Some(to) = check.way_back(at, instruction) {
            allowance.spend(u64::from(at.0 - to.0))?;
            check.returns(at, to, instruction);
        }
    }
    check.wrong.truncate(ENOUGH);
    Ok(check.wrong)
}

struct Check<'p> {
    program: &'p Program,
    wrong: Vec<String>,
}

impl Check<'_> {
    fn whole(&mut self) {
        let program = self.program;
        if let Err(message) = program.check_format() {
            self.say(message);
        }
        if program.spans.len() != program.code.len() {
            self.say(format!("{} spans for {} instructions", program.spans.len(), program.code.len()));
        }
        if program.secrecy.veils.len() > program.code.len() {
            self.say(format!("{} veils over {} instructions", program.secrecy.veils.len(), program.code.len()));
        }
        if !matches!(program.code.last(), Some(Instruction::Done)) {
            self.say("the last instruction is not the end".to_owned());
        }
        for result in &program.results {
            self.within("a result's register", result.register.0, program.registers.len());
        }
        for register in &program.registers {
            self.shape(&register.shape);
        }
        for deck in &program.decks {
            for (card, class) in (0..).zip(&deck.class) {
                // A class is named by its lowest card, so that card is of this class, and none after this one.
                if *class > card || deck.class.get(*class as usize) != Some(class) {
                    self.say(format!("card {card} of `{}` has no lowest card of its class", deck.name));
                }
            }
            if let Some(judged) = deck.judged {
                self.within("a deck's judged card", judged, deck.class.len());
            }
        }
    }

    fn say(&mut self, wrong: String) {
        if self.wrong.len() < ENOUGH {
            self.wrong.push(wrong);
        }
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Level(scale) => self.within("a level's scale", *scale, self.program.scales.len()),
            Shape::Card(deck) => self.within("a card's deck", *deck, self.program.decks.len()),
            Shape::Number | Shape::Modifier | Shape::YesNo | Shape::Die | Shape::Text | Shape::Option(_) => {}
        }
    }

    fn instruction(&mut self, at: Address, instruction: &Instruction) {
        let before = self.wrong.len();
        let registers = self.program.registers.len();
        // A stretch of registers is compared by its end: nothing limits how long a program from outside says it is.
        if let Instruction::Clear { first, count } = instruction {
            let end = first.0 as usize + *count as usize;
            if end > registers {
                self.say(format!("clears up to register {end} of {registers}"));
            }
        } else {
            flow::writes(instruction, &mut |register| self.register(register));
        }
        let mut read = |operand| match operand {
            Operand::Register(register) => self.register(register),
            Operand::Value(_) | Operand::Unreached => {}
        };
        flow::operands(instruction, &mut read);
        flow::told(instruction, &mut read);
        self.named(instruction);
        for message in &mut self.wrong[before..] {
            *message = format!("instruction {}: {message}", at.0);
        }
    }

    /// Whatever an instruction names beside registers.
    fn named(&mut self, instruction: &Instruction) {
        let program = self.program;
        match instruction {
            Instruction::Lookup { table, .. } => self.within("table", *table, program.tables.len()),
            Instruction::Band { scale, .. } | Instruction::Resolve { scale, .. } => {
                self.within("scale", *scale, program.scales.len());
            }
            Instruction::Draw { deck, .. } | Instruction::Shuffle { deck } => {
                self.within("deck", *deck, program.decks.len());
            }
            Instruction::Trace(trace) => self.within("trace", *trace, program.traces.len()),
            Instruction::Choose(choose) => self.shape(&choose.shape),
            Instruction::Roll(roll) => self.roll(roll),
            Instruction::Call { into, function, arguments, .. } => {
                self.distinct("a call writes a register twice", into.clone());
                self.within("function", *function, program.functions.len());
                if let Some(known) = program.functions.get(*function as usize)
                    && known.parameters.len() != arguments.len()
                {
                    self.say(format!("`{}` is called with {} numbers", known.name, arguments.len()));
                }
            }
            Instruction::Copy { .. }
            | Instruction::Clear { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Jump { .. }
            | Instruction::Unless { .. }
            | Instruction::Aside { .. }
            | Instruction::Refuse { .. }
            | Instruction::Done => {}
        }
    }

    fn roll(&mut self, roll: &Roll) {
        let registers = roll.questions.iter().map(|(_, into)| *into).collect();
        self.distinct("two questions of a roll share a register", registers);
    }

    fn distinct(&mut self, otherwise: &str, mut registers: Vec<Register>) {
        registers.sort_unstable();
        if registers.windows(2).any(|pair| pair[0] == pair[1]) {
            self.say(otherwise.to_owned());
        }
    }

    fn register(&mut self, register: Register) {
        self.within("register", register.0, self.program.registers.len());
    }

    fn within(&mut self, what: &str, number: u32, count: usize) {
        if number as usize >= count {
            self.say(format!("{what} {number} of {count}"));
        }
    }

    /// Where an instruction goes back to, if it does.
    fn way_back(&mut self, at: Address, instruction: &Instruction) -> Option<Address> {
        let to = successors(instruction, at).jump?;
        if to.0 as usize >= self.program.code.len() {
            self.say(format!("instruction {}: goes on at {}, which does not exist", at.0, to.0));
            return None;
        }
        (to <= at).then_some(to)
    }

    /// A way back is the end of a loop: it must count, and it must be left.
    fn returns(&mut self, at: Address, to: Address, instruction: &Instruction) {
        if flow::writes_only_on_jump(instruction) {
            self.say(format!("instruction {}: resolves and goes back to {}", at.0, to.0));
        }
        let body = self.program.code.get(to.0 as usize..=at.0 as usize).unwrap_or(&[]);
        let counts = |instruction: &Instruction| {
            matches!(instruction, Instruction::Binary { op: super::Binary::Add | super::Binary::Subtract, .. })
        };
        let leaves = |(place, instruction): (Address, &Instruction)| {
            let ways = successors(instruction, place);
            matches!(instruction, Instruction::Done)
                || [ways.next, ways.jump].into_iter().flatten().any(|way| way < to || way > at)
        };
        if !body.iter().any(counts) {
            self.say(format!("the loop from {} to {} counts nothing", to.0, at.0));
        }
        if !(to.0..).map(Address).zip(body).any(leaves) {
            self.say(format!("the loop from {} to {} is never left", to.0, at.0));
        }
    }
}
