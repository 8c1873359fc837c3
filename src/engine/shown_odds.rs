//! Odds that the command line shows to somebody: no more than they may see.

use super::encounter::Encounter;
use super::failure::Failure;
use super::hinges::Hinges;
use super::odds::{self, OddsRequest};
use super::results::Overview;
use super::varied::Variants;
use crate::verdict::Audience;

impl Encounter {
    /// What answers hinge on, asked for somebody.
    pub(crate) fn hinges_for(&self, audience: Audience, request: &OddsRequest) -> Result<Vec<Hinges>, Failure> {
        odds::may_be_asked_by(audience, self.keeps_secrets())?;
        self.hinges(request)
    }

    /// The odds of all results that somebody may see.
    pub(crate) fn odds_of_results_for(&self, audience: Audience, request: &OddsRequest) -> Result<Overview, Failure> {
        odds::may_be_asked_by(audience, self.keeps_secrets())?;
        let mut overview = self.odds_of_results(request)?;
        let all = overview.results.len();
        overview.results.retain(|result| audience.may_see(result.visibility));
        overview.kept = all - overview.results.len();
        overview.refused = overview.refused.into_iter().map(|chance| chance.seen_by(audience)).collect();
        Ok(overview)
    }

    /// Odds of the scene with other values, asked for somebody.
    pub(crate) fn odds_varied_for(
        &self,
        audience: Audience,
        vary: &[String],
        request: &OddsRequest,
    ) -> Result<Variants, Failure> {
        odds::may_be_asked_by(audience, self.keeps_secrets())?;
        self.odds_varied(vary, request)
    }
}
