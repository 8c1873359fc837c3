//! What odds tell of runs that the rules refuse: how many, where and why.

use dashu_ratio::RBig;

use super::chance::{Chance, RefusedRuns};
use super::odds::Refused;
use super::runtime_errors;
use crate::diagnostic::Diagnostic;
use crate::ir::flow::{self, Refuses};
use crate::ir::{Address, Program};
use crate::source::SourceMap;
use crate::verdict::redaction;

/// How many runs are refused where, of all; see [`Chance::refused`].
pub(super) fn told(refused: Refused, (program, sources): (&Program, &SourceMap)) -> Vec<Chance> {
    let told = |(at, chance): (Address, RBig)| {
        let found = why(at, program)?;
        let place = found.labels.first().map(|label| sources.place(label.span));
        let visibility = redaction::instruction(program, at);
        Some(Chance::of_refused(RefusedRuns { why: found.message, place, visibility }, chance))
    };
    let mut all: Vec<Chance> = Vec::new();
    for one in refused.into_iter().filter_map(told) {
        match all.iter_mut().find(|known| known.refused == one.refused) {
            Some(known) => known.value = known.value.take().zip(one.value).map(|(sum, more)| sum + more),
            None => all.push(one),
        }
    }
    all
}

/// Why the rules refuse a run at an instruction.
pub(super) fn why(at: Address, program: &Program) -> Option<Diagnostic> {
    match flow::refuses(program.code.get(at.0 as usize)?)? {
        Refuses::Rule(why) => Some(runtime_errors::of_some_runs(at, why, program)),
        Refuses::Function(number) => {
            Some(runtime_errors::of_a_function(at, program.functions.get(number as usize)?, program))
        }
    }
}
