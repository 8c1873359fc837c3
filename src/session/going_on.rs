//! The page, text by text: each entry is lowered after it and run alone.

use super::compare::first_difference;
use super::log::{Session, Way};
use super::undone::Undone;
use crate::engine::{Course, Demands, Failure, Next, PageText};
use crate::journal::EntrySort;
use crate::source::Source;
use crate::verdict::Happened;

impl Session {
    /// The page so far, unless it can only be read as a whole.
    pub(super) fn course(&mut self) -> Option<&mut Course> {
        self.forget_expression();
        if let Way::Gone(course) = &self.course
            && !self.engine.has_still(course)
        {
            self.course = Way::Untried;
        }
        if let Way::Untried = self.course {
            self.go_through(None);
        }
        match &mut self.course {
            Way::Gone(course) => Some(course),
            Way::Untried | Way::Whole => None,
        }
    }

    /// Goes through the page, and asks so much more of its runs; whether everything comes out as it did.
    pub(super) fn go_through(&mut self, demands: Option<&Demands>) -> bool {
        let course = self.gone_through(demands);
        // Whoever calls it off learns nothing of the page: the next one tries again.
        let untold = if self.engine.cancel().is_called_off() { Way::Untried } else { Way::Whole };
        self.course = course.map_or(untold, |course| Way::Gone(Box::new(course)));
        matches!(self.course, Way::Gone(_))
    }

    fn gone_through(&self, demands: Option<&Demands>) -> Option<Course> {
        let acts = |place: usize| place >= self.page.first;
        let texts = self.counting(&self.page).map(|(place, entry)| PageText {
            source: Source::entry(entry.number, entry.text.as_str()),
            acts: acts(place),
        });
        let mut course = self.engine.course(texts.collect(), &self.cast, &self.page.carried, demands).ok()?;
        for (place, entry) in self.counting(&self.page) {
            let Some(Next::InHand) = course.next().ok()? else { return None };
            let (asked, events) =
                if acts(place) { (&entry.asked[..], &entry.verdict.events[..]) } else { (&[][..], &[][..]) };
            let (verdict, state) = course.retrace(asked).ok()??;
            let events: Vec<&Happened> = events.iter().collect();
            if verdict.events.len() != events.len() || first_difference(&events, &verdict.events).is_some() {
                return None;
            }
            course.keep(&state);
        }
        Some(course)
    }

    /// The same for something that is not an entry: once it is answered, its runs no longer need it.
    pub(super) fn go_through_aside(&mut self, demands: &Demands) -> bool {
        let aside = std::mem::take(&mut self.course);
        let comes_out = self.go_through(Some(demands));
        if let Way::Gone(aside) = aside {
            self.aside = Some(aside);
        }
        comes_out
    }

    /// What an expression has asked of runs that are over is asked of them no more.
    fn forget_expression(&mut self) {
        if let Some(aside) = self.aside.take() {
            self.course = Way::Gone(aside);
        }
    }

    /// Lowers the entry after the page; `false` if only the page as a whole says what it means.
    ///
    /// # Errors
    /// When it is wrong.
    pub(super) fn lay_out(&mut self, text: &str, sort: EntrySort) -> Result<bool, Failure> {
        let mut next = self.next_behind(text, sort)?;
        if let (Some(Next::Asks(demands)), Way::Gone(course)) = (&next, &self.course) {
            let before = course.names();
            let aside = std::mem::take(&mut self.course);
            self.go_through(Some(demands));
            next = self.next_behind(text, sort)?;
            if let (Way::Gone(aside), EntrySort::Expression) = (aside, sort) {
                self.aside = Some(aside);
            }
            if let (Some(Next::InHand), Way::Gone(course)) = (&next, &mut self.course) {
                course.tell_also(&before);
            }
        }
        Ok(matches!(next, Some(Next::InHand)))
    }

    fn next_behind(&mut self, text: &str, sort: EntrySort) -> Result<Option<Next>, Failure> {
        let source = Source::entry(self.next, text);
        let Some(course) = self.course() else { return Ok(None) };
        let next = match sort {
            EntrySort::Statement => course.begin_statement(source),
            EntrySort::Expression => course.begin_expression(source),
        };
        next.map(Some)
    }

    /// Undoes the entry at this place, which was struck out.
    pub(super) fn take_back(&mut self, place: usize) {
        let is_statement = self.entries.get(place).is_some_and(|entry| entry.sort == EntrySort::Statement);
        if !is_statement {
            return;
        }
        self.forget_expression();
        let stays = if let Way::Gone(course) = &mut self.course { course.take_back() } else { false };
        if !stays {
            self.course = Way::Untried;
        }
    }

    /// Redoes the entry at this place, if it comes out after the page as before.
    pub(super) fn bring_back(&mut self, place: usize) -> bool {
        match self.undone.last() {
            Some(Undone::Entry { page: None, .. }) => {}
            Some(Undone::Entry { page: Some(_), .. } | Undone::Edit(_)) | None => return false,
        }
        let Some(entry) = self.entries.get(place).cloned() else { return false };
        if entry.sort == EntrySort::Expression {
            return matches!(self.course, Way::Gone(_));
        }
        let Some(course) = self.course() else { return false };
        let Ok(Next::InHand) = course.begin_statement(Source::entry(entry.number, entry.text.as_str())) else {
            return false;
        };
        let Ok(Some((verdict, state))) = course.retrace(&entry.asked) else { return false };
        let events: Vec<&Happened> = entry.verdict.events.iter().collect();
        if verdict.events.len() != events.len() || first_difference(&events, &verdict.events).is_some() {
            course.leave();
            return false;
        }
        course.keep(&state);
        true
    }
}
