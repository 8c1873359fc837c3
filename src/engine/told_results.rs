//! Which results of a scene are told of without being asked for.

use std::collections::{BTreeMap, BTreeSet};

use super::encounter::Encounter;
use super::everything::{Named, named};
use super::levelled;
use super::steps::{last_name, steps, steps_of_procedures};
use crate::ir::{Instruction, Operand, Program, Register, RegisterInfo, Shape, Trace, flow};
use crate::shared_text::SharedText;

impl Encounter {
    /// Whatever is told of without being asked for, and how many steps are left out.
    pub(super) fn told_without_asking(&self, program: &Program, with_steps: bool) -> (Vec<Named>, usize) {
        let written = first_written(program);
        let levels = levelled::levelled_paths(program, |_| true);
        let levels: BTreeSet<&str> = levels.iter().map(|level| level.path).collect();
        let names: BTreeSet<SharedText> = named(program).into_iter().map(|one| one.name).collect();
        let steps = steps(&self.system);
        let is_step = |name: &str| {
            let is_part = name.rsplit_once('.').is_some_and(|(whole, _)| names.contains(whole));
            !levels.contains(name) && !self.is_field(name) && (is_part || steps.contains(last_name(name)))
        };
        let declared = as_declared(program);
        // What no line ever brings to another value is as it was declared.
        let may_change = |one: &Named| {
            written.contains_key(&one.register) && !(self.is_field(&one.name) && declared.contains(&one.register))
        };
        let all = named(program).into_iter().filter(may_change);
        let (mut told, left_out): (Vec<Named>, Vec<Named>) = all.partition(|one| with_steps || !is_step(&one.name));
        told.sort_by_key(|one| (self.is_field(&one.name), written.get(&one.register).copied()));
        (told, left_out.len())
    }

    /// The registers of what counts as a result: levels, words, what people and things are left with, and numbers that no line of
    /// their own run reads. A total that is held against a difficulty is only on the way.
    pub(super) fn registers_of_results(&self, program: &Program) -> Vec<Register> {
        let (told, _) = self.told_without_asking(program, false);
        let steps = steps_of_procedures(&self.system);
        let runs: BTreeMap<&str, &str> = program.traces.iter().filter_map(begun).collect();
        let is_number = |register: Register| {
            let shape = program.registers.get(register.0 as usize).map(|info| &info.shape);
            shape.is_some_and(|shape| matches!(shape, Shape::Number | Shape::Modifier | Shape::Die))
        };
        let is_step = |one: &Named| {
            let procedure = runs_around(&one.name).find_map(|run| runs.get(run));
            is_number(one.register)
                && !self.is_field(&one.name)
                && procedure.is_some_and(|procedure| steps.contains(&(procedure, last_name(&one.name))))
        };
        told.into_iter().filter(|one| !is_step(one)).map(|one| one.register).collect()
    }

    /// Whether a name is that of something which a person or a thing has.
    pub(super) fn is_field(&self, name: &str) -> bool {
        self.scene.things.pairs().any(|(_, thing)| levelled::is_within(&thing.name, name))
    }
}

/// The path of a run, and the procedure that it runs.
fn begun(trace: &Trace) -> Option<(&str, &str)> {
    if let Trace::Begin { path, procedure, .. } = trace { Some((path, procedure)) } else { None }
}

/// The paths around a name, the longest first.
fn runs_around(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(name.rsplit_once('.'), |(around, _)| around.rsplit_once('.')).map(|(around, _)| around)
}

/// Where each register is first brought to a value.
fn first_written(program: &Program) -> BTreeMap<Register, usize> {
    let mut first = BTreeMap::new();
    for (at, instruction) in program.code.iter().enumerate() {
        if !matches!(instruction, Instruction::Clear { .. }) {
            flow::writes(instruction, &mut |register| {
                first.entry(register).or_insert(at);
            });
        }
    }
    first
}

/// The registers that are never brought to another value than the one with which they begin, which may be none.
fn as_declared(program: &Program) -> BTreeSet<Register> {
    let begins_with = |info: &RegisterInfo| Some(info.initial.map_or(Operand::Unreached, Operand::Value));
    let mut stated: BTreeMap<Register, Option<Operand>> =
        (0..).map(Register).zip(program.registers.iter().map(begins_with)).collect();
    for instruction in &program.code {
        let value =
            if let Instruction::Copy { from: from @ Operand::Value(_), .. } = instruction { Some(*from) } else { None };
        flow::writes(instruction, &mut |register| {
            stated.entry(register).and_modify(|known| *known = known.filter(|_| *known == value)).or_insert(value);
        });
    }
    stated.into_iter().filter(|(_, value)| value.is_some()).map(|(register, _)| register).collect()
}
