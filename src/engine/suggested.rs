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

/// The advice for the first goal, or if choices make no difference to it, for the next one to which they do.
pub(super) fn that_matters(
    first: Advice,
    others: &[AdviceRequest],
    advise: &dyn Fn(&AdviceRequest) -> Option<Advice>,
) -> Advice {
    if first.matters() || first.between.is_some() {
        return first;
    }
    let mut advised = others.iter().filter_map(advise);
    match advised.find(|other| other.between.is_none() && other.matters()) {
        Some(other) => Advice { instead_of: Some(first.goal), ..other },
        None => first,
    }
}

/// Where nothing is found to ask for, a goal has to be named.
fn without_goal(mut failure: Failure) -> Failure {
    failure.diagnostics.change_since(0, |found| {
        let help = "so the scene suggests no goal: name one, such as `P(NAME.PART >= 2)` or `E(NAME.PART)`";
        if found.code == codes::ODDS { found.help(help) } else { found }
    });
    failure
}
