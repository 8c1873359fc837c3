//! What chance decides in a program, and the same program with some of it judged instead.

use super::asking::answered;
use super::chance::Chance;
use super::encounter::Encounter;
use super::failure::Failure;
use super::odds::{self, Explored, OddsRequest};
use crate::drivers::Mode;
use crate::ir::{Address, Instruction, Method, Program};
use crate::shared_text::SharedText;

/// A ladder, a roll or a draw that chance decides.
pub(super) struct ByChance {
    /// What it is called: `climb.outcome`.
    pub(super) path: SharedText,
    /// How chance decides it, in a word.
    pub(super) how: &'static str,
}

/// Everything that chance decides, in the order of the program. Dice that a ladder rolls belong to the ladder.
pub(super) fn by_chance(program: &Program, mode: Mode) -> Vec<ByChance> {
    let is_open = |method: &Method| match method {
        Method::Open => mode == Mode::Random,
        Method::Random => true,
        Method::Deliberate | Method::Automatic(_) => false,
    };
    let (mut found, mut belongs_until): (Vec<ByChance>, usize) = (Vec::new(), 0);
    for (at, instruction) in program.code.iter().enumerate() {
        let Some(Decided { path, method, how, until }) = decided(instruction) else { continue };
        if !is_open(method) || until.is_none() && at < belongs_until {
            continue;
        }
        belongs_until = until.map_or(belongs_until, |until| until.0 as usize);
        if found.iter().all(|known| known.path != *path) {
            found.push(ByChance { path: path.clone(), how });
        }
    }
    found
}

/// An instruction that is judged or left to chance.
struct Decided<'p> {
    path: &'p SharedText,
    method: &'p Method,
    how: &'static str,
    /// Of a ladder: up to where its dice are rolled.
    until: Option<Address>,
}

/// What an instruction decides, unless a line of the scene states its result.
fn decided(instruction: &Instruction) -> Option<Decided<'_>> {
    match instruction {
        Instruction::Resolve { path, method, after, .. } => {
            Some(Decided { path, method, how: "rolled", until: Some(*after) })
        }
        Instruction::Roll(roll) => {
            let (path, method) = (&roll.path, &roll.method);
            roll.shown.is_none().then_some(Decided { path, method, how: "rolled", until: None })
        }
        Instruction::Draw { path, method, shown, .. } => {
            shown.is_none().then_some(Decided { path, method, how: "drawn", until: None })
        }
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Choose(_)
        | Instruction::Call { .. }
        | Instruction::Trace(_)
        | Instruction::Refuse { .. }
        | Instruction::Done => None,
    }
}

impl Encounter {
    /// The answers to questions where whatever has this name is judged.
    pub(super) fn odds_where_judged(&self, request: &OddsRequest, judged: &SharedText) -> Result<Vec<Chance>, Failure> {
        let (request, houses) = (&odds::within(request, self.limits), self.houses.for_one_call());
        let (mut queries, sources) = self.queries_of_questions(self.program_to_run()?, request, &houses)?;
        judge(&mut queries.program, judged);
        let explored = Explored { program: &queries.program, houses: &houses, drawn: &self.drawn };
        answered((explored, &sources), &queries.all, request)
    }
}

fn judge(program: &mut Program, judged: &SharedText) {
    for instruction in &mut program.code {
        match method_of(instruction) {
            Some((path, method)) if path == judged => *method = Method::Deliberate,
            Some(_) | None => {}
        }
    }
}

/// How an instruction is decided, and what it is called.
fn method_of(instruction: &mut Instruction) -> Option<(&SharedText, &mut Method)> {
    match instruction {
        Instruction::Roll(roll) => Some((&roll.path, &mut roll.method)),
        Instruction::Resolve { path, method, .. } | Instruction::Draw { path, method, .. } => Some((path, method)),
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Choose(_)
        | Instruction::Call { .. }
        | Instruction::Trace(_)
        | Instruction::Refuse { .. }
        | Instruction::Done => None,
    }
}
