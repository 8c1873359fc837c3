//! What chance decides in a program, and the same program with some of it judged instead.

use super::asking::answered;
use super::chance::Chance;
use super::encounter::Encounter;
use super::failure::Failure;
use super::odds::{self, Explored, OddsRequest};
use crate::drivers::Mode;
use crate::ir::{Instruction, Method, Program};
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
        let (path, how) = if let Instruction::Resolve { method, path, after, .. } = instruction
            && is_open(method)
        {
            belongs_until = after.0 as usize;
            (path, "rolled")
        } else if at < belongs_until {
            continue;
        } else if let Instruction::Roll(roll) = instruction
            && is_open(&roll.method)
            && roll.shown.is_none()
        {
            (&roll.path, "rolled")
        } else if let Instruction::Draw { method, path, shown: None, .. } = instruction
            && is_open(method)
        {
            (path, "drawn")
        } else {
            continue;
        };
        if found.iter().all(|known| known.path != *path) {
            found.push(ByChance { path: path.clone(), how });
        }
    }
    found
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
        let (path, method) = if let Instruction::Roll(roll) = instruction {
            (&roll.path, &mut roll.method)
        } else if let Instruction::Resolve { path, method, .. } | Instruction::Draw { path, method, .. } = instruction {
            (&*path, method)
        } else {
            continue;
        };
        if path == judged {
            *method = Method::Deliberate;
        }
    }
}
