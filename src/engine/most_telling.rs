//! The results of a long scene that are told of without being asked for, though all of them together would take too long: the most
//! telling ones first, as long as some work is left for it.

use dashu_ratio::RBig;

use super::each_value::Alone;
use super::odds::{self, Answer, Answered, Asked, Explored, OddsRequest, Refused, Statistic, Values, with_finder};
use crate::diagnostic::{Diagnostic, codes};
use crate::drivers::odds::{Budget, Distribution};
use crate::ir::Value;

/// What one of them may cost.
const ONE: Budget = Budget::of(250_000, 60_000_000, 512 * 1024 * 1024);

/// Steps after which none of them is begun any more; and steps taken before, with which none is begun at all.
const MOST_STEPS: u64 = 15_000_000;
const MOST_BEFORE: u64 = 30_000_000;

/// All of them together never take more steps than this.
const ALL_STEPS: u64 = 130_000_000;

/// After so many in a row that were too much, the others are too much as well.
const MOST_IN_VAIN: usize = 2;

/// Results of which some were too much together.
pub(super) struct MostTelling<'a> {
    pub(super) explored: Explored<'a>,
    /// The place of the condition among the program's results, if there is one.
    pub(super) given: Option<usize>,
    /// What is asked, within the limits of the engine.
    pub(super) request: &'a OddsRequest,
}

/// What comes to light beside the odds of a result.
pub(super) struct Aside {
    /// How many runs are refused.
    pub(super) refused: Refused,
    /// Whether the condition, if there is one, always holds.
    pub(super) given_always: bool,
    /// What people and things are left with, if that was asked for at once.
    pub(super) left: Joint,
}

/// The odds of several results together.
#[derive(Default)]
pub(super) struct Joint {
    /// The results that it tells of, in its order.
    places: Vec<usize>,
    odds: Option<Distribution>,
}

impl Joint {
    /// Whether two results have the same value in every run, if it tells of both.
    pub(super) fn are_one(&self, one: usize, other: usize) -> Option<bool> {
        let among = |place: usize| self.places.iter().position(|known| *known == place);
        let (odds, one, other) = (self.odds.as_ref()?, among(one)?, among(other)?);
        let is_same = |values: &[Value]| values.get(one) == values.get(other);
        Some(odds.open == RBig::ZERO && odds.outcomes.iter().all(|(values, _)| is_same(values)))
    }
}

impl MostTelling<'_> {
    /// Asks for those that are not known, in this order, and puts in what can be found out. What people and things are left with is
    /// asked for at once: most of it tells situations apart until the end, whether or not it is asked for.
    pub(super) fn ask(
        &self,
        order: &[usize],
        left: &[usize],
        found: &mut [Alone],
    ) -> Result<Option<Aside>, Diagnostic> {
        let whole = &self.explored.houses.bounds.allowance;
        let is_known = |place: &usize| found.get(*place).is_none_or(Result::is_ok);
        if order.iter().all(is_known) || whole.spent() > MOST_BEFORE {
            return Ok(None);
        }
        let houses = self.explored.houses.for_a_part(ALL_STEPS);
        let aside = self.ask_within(Explored { houses: &houses, ..self.explored }, (order, left), found);
        // Later work has fewer steps left, or none.
        let _ = whole.spend(houses.bounds.allowance.spent());
        aside
    }

    fn ask_within(
        &self,
        explored: Explored<'_>,
        (order, left): (&[usize], &[usize]),
        found: &mut [Alone],
    ) -> Result<Option<Aside>, Diagnostic> {
        let budget = self.request.budget.at_most(ONE);
        let (mut in_vain, mut aside) = (0, None);
        with_finder(explored, self.request, |odds| {
            let left: Vec<usize> = left.iter().copied().filter(|place| found[*place].is_err()).collect();
            let is_asked = self.given.is_none() && !left.is_empty();
            if is_asked && let Ok(joint) = odds.together(&left, budget) {
                for (place, values) in left.iter().zip(Values::of_each(&joint, left.len())) {
                    found[*place] = Ok(values);
                }
                let refused = joint.refused.clone();
                let left = Joint { places: left.clone(), odds: Some(joint) };
                aside = Some(Aside { refused, given_always: false, left });
            }
            for place in order {
                let Some(known) = found.get_mut(*place).filter(|known| known.is_err()) else { continue };
                if is_asked && left == [*place] {
                    // It was asked for alone already.
                    in_vain += 1;
                    continue;
                }
                let is_enough = explored.houses.bounds.allowance.spent() > MOST_STEPS || in_vain == MOST_IN_VAIN;
                if is_enough || self.request.progress.is_stopped() {
                    break;
                }
                let (results, asked) = self.asked(*place);
                match odds::read(odds.together(&results, budget), (explored.program, &results), &[asked]) {
                    Ok(Answered { answers, certain, refused, .. }) => {
                        *known = Ok(answers.into_iter().find_map(Answer::each).unwrap_or_default());
                        let left = aside.map(|aside| aside.left).unwrap_or_default();
                        aside = Some(Aside { refused, given_always: !certain.is_empty(), left });
                        in_vain = 0;
                    }
                    Err(complaint) if complaint.code == codes::ODDS_BUDGET => in_vain += 1,
                    Err(complaint) if complaint.code == codes::TOO_LARGE => break,
                    Err(complaint) => return Err(complaint),
                }
            }
            Ok(aside)
        })
    }

    /// A result with its condition, and what is asked of them.
    fn asked(&self, place: usize) -> (Vec<usize>, Asked) {
        let results = [Some(place), self.given].into_iter().flatten().collect();
        (results, (Statistic::Each(0), self.given.map(|_| 1)))
    }
}
