//! What is worth a look in a script that runs, whoever asks; also conditions of odds that hold in every run.

use std::collections::BTreeSet;

use super::encounter::Encounter;
use super::houses::Houses;
use super::odds::{self, Explored, OddsRequest};
use crate::diagnostic::{Diagnostic, codes};
use crate::drivers::odds::Budget;
use crate::ir::Program;
use crate::ir::expectation::{ClaimKind, Expectation, ExpectedMode};

/// What it may cost to know of the conditions of one expectation.
const EACH: Budget = Budget { states: 10_000, answers: 20_000, memory: 16 * 1024 * 1024 };

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
        let made = (self.program.as_ref(), self.expectations.as_slice());
        self.remarks.all((&self.system, &self.scene), made, &|| self.conditions())
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
    let given = conditions_of(expectation);
    let (false, Ok(program)) = (given.is_empty(), &expectation.program) else { return Vec::new() };
    let results = given.iter().filter_map(|place| program.results.get(*place)).cloned().collect();
    let alone = Program { results, ..program.clone() };
    let choices = expectation.choosing.iter().map(|(name, option, _)| (name.to_string(), option.to_string()));
    let request = OddsRequest { choices: choices.collect(), budget: EACH, ..OddsRequest::default() };
    let explored = Explored { program: &alone, houses, drawn: &[] };
    let Ok(all) = odds::distribution(explored, &request, EACH) else { return Vec::new() };
    // What never holds fails the expectation.
    let always = (0..alone.results.len()).filter(|place| all.is_certain(*place));
    always.filter_map(|place| always_given(&alone, place)).collect()
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
    let message = format!("`{}` always holds, so it makes no difference that it is given", info.label);
    Some(Diagnostic::warning(codes::IDLE, info.span, message).help("leave it out, or give what holds now and then"))
}
