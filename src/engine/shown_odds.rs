//! Odds that the command line shows: no more than the reader may see.

use super::encounter::Encounter;
use super::failure::Failure;
use super::hinges::Hinges;
use super::joint::Joint;
use super::odds::{self, OddsRequest};
use super::reach::Reach;
use super::results::Overview;
use super::varied::Variants;
use crate::drivers::recorded::{self, Exchange};
use crate::machine::Ask;
use crate::verdict::Audience;

impl Encounter {
    /// What answers hinge on, asked for somebody; without a question, what the goal that the scene suggests does.
    pub(crate) fn hinges_for(&self, audience: Audience, request: &OddsRequest) -> Result<Vec<Hinges>, Failure> {
        odds::may_be_asked_by(audience, self.keeps_secrets())?;
        if !request.questions.is_empty() {
            return self.hinges(request);
        }
        let goal = match self.claimed().filter(|_| audience != Audience::Players) {
            Some(claimed) => claimed,
            None => self.goal_in(&self.odds_of_results_for(audience, request)?)?,
        };
        self.hinges(&OddsRequest { questions: vec![goal], ..request.clone() })
    }

    /// Two results together, asked for somebody.
    pub(crate) fn odds_joint_for(
        &self,
        audience: Audience,
        (columns, rows): (&str, &str),
        request: &OddsRequest,
    ) -> Result<Joint, Failure> {
        odds::may_be_asked_by(audience, self.keeps_secrets())?;
        self.odds_joint(columns, rows, request)
    }

    /// The smallest changes that reach a goal, asked for somebody.
    pub(crate) fn reach_for(&self, audience: Audience, goal: &str, request: &OddsRequest) -> Result<Reach, Failure> {
        odds::may_be_asked_by(audience, self.keeps_secrets())?;
        self.reach(goal, request)
    }

    /// The odds of all results that somebody may see.
    pub(crate) fn odds_of_results_for(&self, audience: Audience, request: &OddsRequest) -> Result<Overview, Failure> {
        odds::may_be_asked_by(audience, self.keeps_secrets())?;
        let mut overview = self.odds_of_results(request)?;
        let all = overview.results.len();
        overview.results.retain(|result| audience.may_see(result.visibility));
        overview.kept = all - overview.results.len();
        self.mark_first(&mut overview);
        overview.refused = overview.refused.into_iter().map(|chance| chance.seen_by(audience)).collect();
        Ok(overview)
    }

    /// Odds of the scene with other values, asked for somebody; without a question those of each result that chance decides about
    /// as the scene is written.
    pub(crate) fn odds_varied_for(
        &self,
        audience: Audience,
        vary: &[String],
        request: &OddsRequest,
    ) -> Result<Variants, Failure> {
        odds::may_be_asked_by(audience, self.keeps_secrets())?;
        self.odds_varied(vary, &self.asked_or_results_for(audience, request)?)
    }

    /// What is asked; where nothing is, each result that chance decides about and somebody may see.
    pub(crate) fn asked_or_results_for(
        &self,
        audience: Audience,
        request: &OddsRequest,
    ) -> Result<OddsRequest, Failure> {
        odds::may_be_asked_by(audience, self.keeps_secrets())?;
        if !request.questions.is_empty() {
            return Ok(request.clone());
        }
        let questions = self.questions_in(self.odds_of_results_for(audience, request)?)?;
        Ok(OddsRequest { questions, ..request.clone() })
    }

    /// Each answer that a choice can have, as it is recorded.
    pub(crate) fn options(&self, ask: &Ask<'_>) -> Vec<Exchange> {
        self.program.as_ref().map(|program| recorded::options(program, ask)).unwrap_or_default()
    }
}
