//! Questions after everything that has happened on a page, about a statement that is not entered.

use super::log::{Session, Way};
use crate::engine::{Course, Failure, Foreseen, Next};
use crate::source::Source;

impl Session {
    /// What a course answers behind what is settled, with this statement in hand; `None` when only the page as a whole tells.
    pub(super) fn asked_behind<T>(
        &mut self,
        new: Option<&str>,
        ask: &dyn Fn(&Course) -> Result<Foreseen<T>, Failure>,
    ) -> Result<Option<T>, Failure> {
        if self.course().is_none() {
            return Ok(None);
        }
        let more = match self.asked_now(new, ask)? {
            Foreseen::Told(told) => return Ok(Some(told)),
            Foreseen::Whole => return Ok(None),
            Foreseen::Asks(more) => more,
        };
        if !self.go_through_aside(&more) {
            return Ok(None);
        }
        Ok(match self.asked_now(new, ask)? {
            Foreseen::Told(told) => Some(told),
            Foreseen::Whole | Foreseen::Asks(_) => None,
        })
    }

    fn asked_now<T>(
        &mut self,
        new: Option<&str>,
        ask: &dyn Fn(&Course) -> Result<Foreseen<T>, Failure>,
    ) -> Result<Foreseen<T>, Failure> {
        let number = self.next;
        let Way::Gone(course) = &mut self.course else { return Ok(Foreseen::Whole) };
        let next = match new {
            Some(text) => course.begin_statement(Source::entry(number, text)),
            None => course.begin_nothing(),
        };
        let asked = match next? {
            Next::InHand => ask(course),
            Next::Whole => return Ok(Foreseen::Whole),
            Next::Asks(more) => Ok(Foreseen::Asks(more)),
        };
        course.leave();
        asked
    }
}
