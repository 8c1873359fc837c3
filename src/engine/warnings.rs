//! What is worth a look in a script that runs, reported in any case; also conditions of odds true in every run.

use std::collections::BTreeSet;

use super::answering;
use super::answers::Answers;
use super::encounter::Encounter;
use super::houses::Houses;
use super::odds::{self, Explored, OddsRequest};
use super::remarks::Explained;
use crate::diagnostic::{Diagnostic, codes};
use crate::drivers::chosen::Choices;
use crate::drivers::odds::Budget;
use crate::ir::expectation::{ClaimKind, Expectation, ExpectedMode};
use crate::ir::{Program, ResultInfo};
use crate::machine::Deaf;
use crate::semantics::arithmetic::is_yes;

/// So many runs by dice are looked at first.
const RUNS: u64 = 16;

/// What it may cost to know of the conditions of one expectation.
const EACH: Budget = Budget::of(10_000, 20_000, 16 * 1024 * 1024);

impl Encounter {
    /// What is worth a look although the script runs. Some of it takes its time to be found, so it is looked for when this is asked
    /// first.
    ///
    /// ```
    /// use assize::Engine;
    ///
    /// let encounter = Engine::default().compile("night.asz", "note \"a knock\"")?;
    /// assert!(encounter.warnings().is_empty());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.explained_warnings().remarks
    }

    /// The same, and scenes in which a cause of one is mended.
    pub(super) fn explained_warnings(&self) -> &Explained {
        let made = (self.program.as_ref(), self.expectations.as_slice());
        self.remarks.all(
            (&self.system, &self.scene),
            made,
            (&|found| self.with_causes(found), &|| {
                [self.conditions(), self.read_in_vain(), self.names_alike()].concat()
            }),
        )
    }

    /// Remarks on the conditions of odds that are claimed, as far as they are found quickly.
    fn conditions(&self) -> Vec<Diagnostic> {
        // Whoever is cast next may bring about something else.
        if !self.scene.cast.is_empty() {
            return Vec::new();
        }
        let houses = self.houses.for_one_call();
        self.expectations.iter().flat_map(|expectation| of_expectation(expectation, &houses)).collect()
    }
}

fn of_expectation(expectation: &Expectation, houses: &Houses) -> Vec<Diagnostic> {
    let Ok(program) = &expectation.program else { return Vec::new() };
    let choices = expectation.choosing.iter().map(|(name, option, _)| (name.to_string(), option.to_string()));
    let choices: Choices = choices.collect();
    let given =
        conditions_of(expectation).into_iter().filter_map(|place| program.results.get(place)).cloned().collect();
    let results = unbroken(given, (program, houses), &choices);
    if results.is_empty() {
        return Vec::new();
    }
    let alone = Program { results, ..program.clone() };
    let request = OddsRequest { choices, budget: EACH, ..OddsRequest::default() };
    let explored = Explored { program: &alone, houses, drawn: &[] };
    let Ok(all) = odds::distribution(explored, &request, EACH) else { return Vec::new() };
    // What never holds fails the expectation.
    let always = (0..alone.results.len()).filter(|place| all.is_certain(*place));
    always.filter_map(|place| always_given(&alone, place)).collect()
}

/// Those of some conditions that hold in a few runs by dice, all of which come to their end: nearly every condition fails in one of them, and
/// need not be followed through all that can happen.
fn unbroken(mut given: Vec<ResultInfo>, (program, houses): (&Program, &Houses), choices: &Choices) -> Vec<ResultInfo> {
    for seed in 1..=RUNS {
        if given.is_empty() {
            break;
        }
        let answers = Answers { choices: choices.clone(), ..Answers::random(seed) };
        let Ok(end) = answering::alone((program, houses), answers, &mut Deaf) else { return Vec::new() };
        given.retain(|info| is_yes(end.registers.get(info.register.0 as usize).copied().flatten()));
    }
    given
}

/// The results on which odds of an expectation are conditional.
fn conditions_of(expectation: &Expectation) -> BTreeSet<usize> {
    let ExpectedMode::Odds { given } = expectation.mode else { return BTreeSet::new() };
    let of_claims = expectation.claims.iter().flat_map(|claim| match &claim.kind {
        ClaimKind::Odds { asked, .. } => asked.as_slice(),
        ClaimKind::Holds { .. } => &[],
    });
    of_claims.filter_map(|asked| asked.given).chain(given).collect()
}

/// A condition that holds in every run.
pub(super) fn always_given(program: &Program, given: usize) -> Option<Diagnostic> {
    let info = program.results.get(given)?;
    let message = format!("the condition `{}` is always true, so it makes no difference", info.label);
    Some(
        Diagnostic::warning(codes::IDLE, info.span, message)
            .help("omit it, or use a condition that is not always true"),
    )
}
