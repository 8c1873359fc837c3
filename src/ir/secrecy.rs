//! What only the game master may learn: where secrets come into a program, and which registers they spread to.
//!
//! A value computed from a secret is secret, and so is one that an expression or a table chose by a secret, with the dice
//! rolled on the way. The final results are public again: the level of a resolved ladder, and a decided value.
//! The lines that a condition on a secret leads to are public too.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Address, Instruction, Operand, Program, Register, Trace, flow};
use crate::semantics::visibility::Visibility;

/// What is hidden from whom. In a program without secrets there is nothing in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secrecy {
    /// For whom the value of each register is. Once there are secrets, a register that is missing here is the game
    /// master's: nobody has found out that it tells nothing.
    pub registers: BTreeMap<Register, Visibility>,
    /// Instructions of which everything told is hidden.
    pub veils: Vec<TaintRange>,
}

/// The instructions `first..end`, and for whom is what they tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaintRange {
    /// The first instruction.
    pub first: Address,
    /// The first one that is no longer hidden.
    pub end: Address,
    /// For whom they are.
    pub visibility: Visibility,
}

/// The instructions `first..end` work out a value as a condition says, or come in an order that it says: they tell of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Follows {
    /// The condition.
    pub on: Operand,
    /// The first instruction.
    pub first: Address,
    /// The first one that does not depend on it any more.
    pub end: Address,
}

impl Secrecy {
    /// Whether nothing is hidden from anybody.
    pub fn is_empty(&self) -> bool {
        self.registers.is_empty() && self.veils.is_empty()
    }

    /// For whom it is what is kept most, be it a value or a line as a whole.
    pub fn most_kept(&self) -> Visibility {
        let lines = self.veils.iter().map(|veil| veil.visibility);
        let kept = Visibility::of_all(self.registers.values().copied().chain(lines));
        if self.is_empty() { Visibility::All } else { kept.max(Visibility::Gm) }
    }

    /// For whom everything is that the instruction tells, whatever it tells of.
    pub fn at(&self, address: Address) -> Visibility {
        let around = self.veils.iter().filter(|veil| veil.first <= address && address < veil.end);
        Visibility::of_all(around.map(|veil| veil.visibility))
    }

    /// For whom a value is.
    pub fn of(&self, operand: Operand) -> Visibility {
        match operand {
            Operand::Register(register) => match self.registers.get(&register) {
                Some(visibility) => *visibility,
                None if self.is_empty() => Visibility::All,
                None => Visibility::Gm,
            },
            Operand::Value(_) | Operand::Unreached => Visibility::All,
        }
    }

    /// For whom something made of these values is.
    pub fn of_any(&self, operands: impl IntoIterator<Item = Operand>) -> Visibility {
        Visibility::of_all(operands.into_iter().map(|operand| self.of(operand)))
    }

    /// Hides a register's value, unless it is hidden from as many already; whether that was new.
    fn hide(&mut self, register: Register, visibility: Visibility) -> bool {
        let known = self.registers.entry(register).or_insert(Visibility::All);
        let is_new = *known < visibility;
        *known = visibility.max(*known);
        is_new
    }
}

/// Says of every register for whom it is: whatever is computed from a secret one is hidden, and so is every roll whose
/// size would tell of it.
pub(super) fn propagate(program: &mut Program, choices: &[Follows]) {
    if program.secrecy.is_empty() {
        return;
    }
    let mut secrecy = std::mem::take(&mut program.secrecy);
    for (register, _) in (0..).map(Register).zip(&program.registers) {
        secrecy.registers.entry(register).or_insert(Visibility::All);
    }
    let open = ends(program);
    // Each choice with those from whom all that follows it is kept so far: what it is made of may be kept from more later.
    let mut choices: Vec<(&Follows, Visibility)> = choices.iter().map(|choice| (choice, Visibility::All)).collect();
    loop {
        let veiled = veiled(program, &secrecy);
        hide_veiled(program, &veiled, &mut secrecy);
        while program.code.iter().filter(|instruction| step(instruction, &open, &mut secrecy)).count() > 0 {}
        let mut veils = Vec::new();
        for (Follows { on, first, end }, known) in &mut choices {
            let visibility = secrecy.of(*on);
            if visibility > *known {
                *known = visibility;
                veils.push(TaintRange { first: *first, end: *end, visibility });
            }
        }
        if veils.is_empty() {
            mark_rolls(program, &veiled, &secrecy);
            break;
        }
        secrecy.veils.extend(veils);
    }
    program.secrecy = secrecy;
}

/// Rolls and draws that players must not see made.
fn mark_rolls(program: &mut Program, veiled: &[Visibility], secrecy: &Secrecy) {
    for (instruction, veiled) in program.code.iter_mut().zip(veiled) {
        let around = *veiled > Visibility::All;
        match instruction {
            Instruction::Roll(roll) => {
                let size = roll.dice.iter().flat_map(|term| [term.count, term.sides]);
                roll.by.secret = around || secrecy.of_any(size) > Visibility::All;
            }
            Instruction::Draw { by, .. } => by.secret = around,
            // Nobody rolls or draws here.
            Instruction::Copy { .. }
            | Instruction::Clear { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Lookup { .. }
            | Instruction::Band { .. }
            | Instruction::Jump { .. }
            | Instruction::Unless { .. }
            | Instruction::Aside { .. }
            | Instruction::Resolve { .. }
            | Instruction::Shuffle { .. }
            | Instruction::Choose(_)
            | Instruction::Call { .. }
            | Instruction::Trace(_)
            | Instruction::Refuse { .. }
            | Instruction::Done => {}
        }
    }
}

/// Hides everything that is written where all is hidden, and everything named in a run that is hidden as a whole.
fn hide_veiled(program: &Program, veiled: &[Visibility], secrecy: &mut Secrecy) {
    let mut runs: BTreeMap<&str, Visibility> = BTreeMap::new();
    for (instruction, around) in program.code.iter().zip(veiled) {
        if around.is_for_all() {
            continue;
        }
        flow::writes(instruction, &mut |register| {
            secrecy.hide(register, *around);
        });
        if let Instruction::Trace(number) = instruction
            && let Some(Trace::Begin { path, .. }) = program.traces.get(*number as usize)
        {
            let known = runs.entry(path).or_insert(*around);
            *known = (*around).max(*known);
        }
    }
    for (number, info) in (0..).zip(&program.registers) {
        let Some(name) = &info.name else { continue };
        let around = name.match_indices('.').filter_map(|(place, _)| runs.get(name.get(..place)?)).max();
        if let Some(visibility) = around {
            secrecy.hide(Register(number), *visibility);
        }
    }
}

/// For each instruction for whom everything is that it tells.
fn veiled(program: &Program, secrecy: &Secrecy) -> Vec<Visibility> {
    let mut veiled = vec![Visibility::All; program.code.len()];
    for veil in &secrecy.veils {
        let (first, end) = (veil.first.0 as usize, (veil.end.0 as usize).min(program.code.len()));
        for visibility in veiled.get_mut(first..end).unwrap_or_default() {
            *visibility = veil.visibility.max(*visibility);
        }
    }
    veiled
}

/// What comes out in the end, and is for all.
fn ends(program: &Program) -> BTreeSet<Register> {
    let told = program.traces.iter().filter_map(told_end);
    let resolved = program
        .code
        .iter()
        .filter_map(|instruction| if let Instruction::Resolve { into, .. } = instruction { Some(*into) } else { None });
    told.chain(resolved).collect()
}

/// What a trace tells that is for all, however it was made.
fn told_end(trace: &Trace) -> Option<Register> {
    match trace {
        Trace::Resolved { level, .. } => Some(*level),
        Trace::Computed { value, decided: true, .. } => Some(*value),
        Trace::Computed { decided: false, .. }
        | Trace::Begin { .. }
        | Trace::End { .. }
        | Trace::Step { .. }
        | Trace::Period { .. }
        | Trace::Order { .. }
        | Trace::Sum { .. }
        | Trace::Totalled { .. }
        | Trace::Chosen { .. }
        | Trace::Changed { .. }
        | Trace::Cut { .. }
        | Trace::Meaning { .. }
        | Trace::Stop { .. }
        | Trace::Said { .. }
        | Trace::Reason { .. }
        | Trace::Reached { .. }
        | Trace::ReachedLevel { .. }
        | Trace::Note { .. }
        | Trace::Signal { .. }
        | Trace::Reveal { .. } => None,
    }
}

/// One instruction; whether it made anything secret that was not.
fn step(instruction: &Instruction, open: &BTreeSet<Register>, secrecy: &mut Secrecy) -> bool {
    let mut read = Visibility::All;
    // What somebody chose within secret limits is for all; what a secret default chose is not.
    if let Instruction::Choose(choose) = instruction {
        read = secrecy.of_any(choose.default);
    } else {
        flow::operands(instruction, &mut |operand| read = read.max(secrecy.of(operand)));
    }
    let mut grown = false;
    flow::writes(instruction, &mut |register| {
        grown |= !open.contains(&register) && secrecy.hide(register, read);
    });
    grown
}

#[cfg(test)]
mod tests {
    use super::{Operand, Register, Secrecy, Visibility};

    #[test]
    fn a_register_that_nobody_has_looked_at_is_hidden_once_there_are_secrets() {
        let unknown = Operand::Register(Register(7));
        assert_eq!(Secrecy::default().of(unknown), Visibility::All);
        let registers = [(Register(0), Visibility::All), (Register(1), Visibility::Hidden)];
        let secrecy = Secrecy { registers: registers.into(), veils: Vec::new() };
        assert_eq!(secrecy.of(Operand::Register(Register(0))), Visibility::All);
        assert_eq!(secrecy.of(unknown), Visibility::Gm);
        assert_eq!(secrecy.of_any([unknown, Operand::Register(Register(1))]), Visibility::Hidden);
    }
}
