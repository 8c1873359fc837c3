//! Advice where no goal is given: for one that the scene suggests.

use super::advice::{Advice, AdviceRequest};
use super::encounter::Encounter;
use super::failure::Failure;
use super::odds::OddsRequest;
use crate::diagnostic::codes;
use crate::verdict::Audience;

/// Where choices make no difference to the goal that a scene suggests, so many others are tried, each with so many situations.
const OTHER_GOALS: usize = 8;
const OTHER_SITUATIONS: usize = 200_000;

impl AdviceRequest {
    /// Whether it says what is to be as high as possible.
    pub(super) fn has_goal(&self) -> bool {
        !self.goal.trim().is_empty()
    }
}

/// The same request for each goal that the scene suggests and somebody may see. The one for which advice is wanted comes first, and
/// after it a few that may cost less, in case that choices make no difference to it.
pub(super) fn requests(
    encounter: &Encounter,
    audience: Audience,
    request: &AdviceRequest,
) -> Result<(AdviceRequest, Vec<AdviceRequest>), Failure> {
    let (choices, progress) = (request.choices.clone(), request.progress.clone());
    let asked = OddsRequest { choices, progress, ..OddsRequest::default() };
    let mut goals = encounter.goals_for(audience, &asked).map_err(without_goal)?.into_iter();
    let first = AdviceRequest { goal: goals.next().unwrap_or_default(), ..request.clone() };
    let budget = request.budget.states(request.budget.states.min(OTHER_SITUATIONS));
    let others = goals.take(OTHER_GOALS).map(|goal| AdviceRequest { goal, budget, ..request.clone() });
    Ok((first, others.collect()))
}

/// The advice for the first goal, or if choices make no difference to it, or it cannot be a goal, for the next one to which they do.
pub(super) fn that_matters(
    first: Result<Advice, Failure>,
    others: &[AdviceRequest],
    advise: &dyn Fn(&AdviceRequest) -> Option<Advice>,
) -> Result<Advice, Failure> {
    let mut advised = others.iter().filter_map(advise);
    let mut other = || advised.find(|other| other.between.is_none() && other.matters());
    match first {
        Ok(first) if first.matters() || first.between.is_some() => Ok(first),
        Ok(first) => Ok(match other() {
            Some(other) => Advice { instead_of: Some(first.goal), ..other },
            None => first,
        }),
        Err(failure) if failure.diagnostics.iter().any(|found| found.code == codes::ODDS) => {
            other().ok_or_else(|| without_own_goal(failure))
        }
        Err(failure) => Err(failure),
    }
}

/// Where the goals that a scene suggests cannot be any, one has to be named.
fn without_own_goal(mut failure: Failure) -> Failure {
    failure.diagnostics.change_since(0, |found| {
        let help = "no goal was given, so this one was tried: name one, such as `P(NAME.PART >= 2)`";
        if found.code == codes::ODDS { found.help(help) } else { found }
    });
    failure
}

/// Where nothing is found to ask for, a goal has to be named.
fn without_goal(mut failure: Failure) -> Failure {
    failure.diagnostics.change_since(0, |found| {
        let help = "so the scene suggests no goal: name one, such as `P(NAME.PART >= 2)` or `E(NAME.PART)`";
        if found.code == codes::ODDS { found.help(help) } else { found }
    });
    failure
}
