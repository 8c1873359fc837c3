//! What only the game master may learn: where secrets come into a program, and which registers they spread to.
//!
//! A value computed from a secret is secret, and so is one that an expression or a table chose by a secret, with the dice
//! rolled on the way. What comes out in the end is for all again: the level of a resolved ladder, and a decided value.
//! The lines that a condition on a secret leads to are for all as well.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Address, Instruction, Operand, Program, Register, Trace, flow};

/// From whom something is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Secret {
    /// From the players.
    Gm,
    /// From everybody at the table.
    Hidden,
}

/// What is kept from whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secrecy {
    /// Registers whose value is kept.
    pub registers: BTreeMap<Register, Secret>,
    /// Instructions of which everything told is kept.
    pub veils: Vec<TaintRange>,
}

/// The instructions `first..end`, and from whom they are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaintRange {
    /// The first instruction.
    pub first: Address,
    /// The first one that is no longer kept.
    pub end: Address,
    /// From whom.
    pub secret: Secret,
}

/// The instructions `first..end` work out a value as a condition says: they tell of it.
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
    /// Whether nothing is kept from anybody.
    pub fn is_empty(&self) -> bool {
        self.registers.is_empty() && self.veils.is_empty()
    }

    /// From whom everything is kept that the instruction tells.
    pub fn at(&self, address: Address) -> Option<Secret> {
        let around = self.veils.iter().filter(|veil| veil.first <= address && address < veil.end);
        around.map(|veil| veil.secret).max()
    }

    /// From whom a value is kept.
    pub fn of(&self, operand: Operand) -> Option<Secret> {
        match operand {
            Operand::Register(register) => self.registers.get(&register).copied(),
            Operand::Value(_) | Operand::Unreached => None,
        }
    }

    /// From whom something made of these values is kept.
    pub fn of_any(&self, operands: impl IntoIterator<Item = Operand>) -> Option<Secret> {
        operands.into_iter().filter_map(|operand| self.of(operand)).max()
    }

    fn keep(&mut self, register: Register, secret: Secret) -> bool {
        let before = self.registers.get(&register).copied();
        let now = before.max(Some(secret));
        if let Some(now) = now {
            self.registers.insert(register, now);
        }
        now != before
    }
}

/// Marks every register that is computed from a secret one, and every roll whose size would tell of it.
pub(super) fn propagate(program: &mut Program, choices: &[Follows]) {
    if program.secrecy == Secrecy::default() {
        return;
    }
    let mut secrecy = std::mem::take(&mut program.secrecy);
    let open = ends(program);
    let mut choices = choices.to_vec();
    loop {
        let veiled = veiled(program, &secrecy);
        keep_veiled(program, &veiled, &mut secrecy);
        while program.code.iter().filter(|instruction| step(instruction, &open, &mut secrecy)).count() > 0 {}
        let secret: Vec<Follows> = choices.extract_if(.., |choice| secrecy.of(choice.on).is_some()).collect();
        if secret.is_empty() {
            mark_rolls(program, &veiled, &secrecy);
            break;
        }
        let veils = secret
            .into_iter()
            .filter_map(|Follows { on, first, end }| secrecy.of(on).map(|secret| TaintRange { first, end, secret }));
        let veils: Vec<TaintRange> = veils.collect();
        secrecy.veils.extend(veils);
    }
    program.secrecy = secrecy;
}

/// Rolls and draws that players must not see made.
fn mark_rolls(program: &mut Program, veiled: &[Option<Secret>], secrecy: &Secrecy) {
    for (instruction, veiled) in program.code.iter_mut().zip(veiled) {
        let veiled = veiled.is_some();
        match instruction {
            Instruction::Roll(roll) => {
                let size = roll.dice.iter().flat_map(|term| [term.count, term.sides]);
                roll.by.secret = veiled || secrecy.of_any(size).is_some();
            }
            Instruction::Draw { by, .. } => by.secret = veiled,
            // Nobody rolls or draws here.
            Instruction::Copy { .. }
            | Instruction::Clear { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Lookup { .. }
            | Instruction::Band { .. }
            | Instruction::Jump { .. }
            | Instruction::Unless { .. }
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

/// Everything that is written where all is kept, and everything named in a run that is kept as a whole.
fn keep_veiled(program: &Program, veiled: &[Option<Secret>], secrecy: &mut Secrecy) {
    let mut runs: BTreeMap<&str, Secret> = BTreeMap::new();
    for (instruction, secret) in program.code.iter().zip(veiled) {
        let Some(secret) = *secret else { continue };
        flow::writes(instruction, &mut |register| {
            secrecy.keep(register, secret);
        });
        if let Instruction::Trace(number) = instruction
            && let Some(Trace::Begin { path, .. }) = program.traces.get(*number as usize)
        {
            let known = runs.entry(path).or_insert(secret);
            *known = secret.max(*known);
        }
    }
    for (number, info) in (0..).zip(&program.registers) {
        let Some(name) = &info.name else { continue };
        let around = name.match_indices('.').filter_map(|(place, _)| runs.get(name.get(..place)?)).max();
        if let Some(secret) = around {
            secrecy.keep(Register(number), *secret);
        }
    }
}

/// For each instruction from whom everything is kept that it tells.
fn veiled(program: &Program, secrecy: &Secrecy) -> Vec<Option<Secret>> {
    let mut veiled = vec![None; program.code.len()];
    for veil in &secrecy.veils {
        let (first, end) = (veil.first.0 as usize, (veil.end.0 as usize).min(program.code.len()));
        for secret in veiled.get_mut(first..end).unwrap_or_default() {
            *secret = (*secret).max(Some(veil.secret));
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
        | Trace::Sum { .. }
        | Trace::Changed { .. }
        | Trace::Cut { .. }
        | Trace::Meaning { .. }
        | Trace::Stop { .. }
        | Trace::Said { .. }
        | Trace::Reached { .. }
        | Trace::ReachedLevel { .. }
        | Trace::Note { .. }
        | Trace::Signal { .. }
        | Trace::Reveal { .. } => None,
    }
}

/// One instruction; whether it made anything secret that was not.
fn step(instruction: &Instruction, open: &BTreeSet<Register>, secrecy: &mut Secrecy) -> bool {
    let mut secret = None;
    // What somebody chose within secret limits is for all; what a secret default chose is not.
    if let Instruction::Choose(choose) = instruction {
        secret = secrecy.of_any(choose.default);
    } else {
        flow::operands(instruction, &mut |operand| secret = secret.max(secrecy.of(operand)));
    }
    let Some(secret) = secret else { return false };
    let mut grown = false;
    flow::writes(instruction, &mut |register| {
        grown |= !open.contains(&register) && secrecy.keep(register, secret);
    });
    grown
}
