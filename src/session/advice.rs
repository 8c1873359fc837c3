//! The best choices in a statement that is not entered.

use super::compile::New;
use super::log::Session;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Advice, AdviceRequest, Failure};
use crate::verdict::Audience;

impl Session {
    /// The best choices for a goal in a statement, or for one that the statement suggests, with everything as it is now. Nothing is
    /// entered.
    ///
    /// # Errors
    /// As [`crate::engine::Encounter::advise`]; for players if anything is secret from them, since advice would reveal it; and
    /// if the statement changes what has happened before it.
    pub fn advise(&mut self, statement: &str, request: &AdviceRequest, audience: Audience) -> Result<Advice, Failure> {
        let new = self.with_last(statement, Audience::Log)?;
        let goal = match request.goal.trim() {
            "" => String::new(),
            goal => self.with_last(goal, Audience::Log)?,
        };
        let request = AdviceRequest { goal, ..request.clone() };
        if let Some(advice) = self.asked_behind(Some(&new), &|course| course.advise(audience, &request))? {
            return Ok(advice);
        }
        let encounter = self.compile(&self.page, New::Statement(&new))?;
        if self.asked_on(&self.page).is_empty() {
            return encounter.advise_for(audience, &request);
        }
        let message = "this line changes earlier lines, where something has already been rolled or chosen";
        Err(Diagnostic::placeless(codes::ODDS, message)
            .help("ask for advice before that, or use `assize advise` on the whole scene")
            .into())
    }
}
