//! Runs what is lowered after the page: only that is run, and its results are kept.

use super::entry::Entered;
use super::log::{Session, Way, senseless};
use super::reading::Read;
use crate::engine::{Answers, Course, Failure};
use crate::journal::{EntrySort, Exchange};
use crate::machine::State;
use crate::verdict::Verdict;

/// A finished run: what it added, the state it led to, and what was asked on the way.
type Ran = (Verdict, State, Vec<Exchange>);

impl Session {
    /// Runs the lowered statement.
    pub(super) fn statement_behind(
        &mut self,
        text: &str,
        read: &Read,
        answers: Answers<'_>,
    ) -> Result<Entered, Failure> {
        self.lay_out_instead(text, EntrySort::Statement)?;
        let ran = self.with_course(|session, course| {
            let ran = session.run_behind((text, EntrySort::Statement), course, answers)?;
            let Some((verdict, state, asked)) = ran else { return Ok(None) };
            course.keep(&state);
            let carried = session.page.with_carried(course.state());
            let (number, finished) = (session.next, session.finish_entry(text, asked, &verdict, carried));
            if finished.is_err() {
                // What is not written down does not count.
                course.take_back();
            }
            finished.map(|()| Some((number, verdict)))
        });
        let Some((number, verdict)) = ran? else { return Ok(Entered::Waiting) };
        self.recompile();
        Ok(Entered::Statement { understood: read.understood(), number, verdict, page: None })
    }

    /// Computes the lowered expression. It is an entry only if it asks something new.
    pub(super) fn expression_behind(
        &mut self,
        text: &str,
        understood: String,
        answers: Answers<'_>,
    ) -> Result<Entered, Failure> {
        if let Way::Gone(course) = &mut self.course
            && let Some(value) = course.in_hand().known_value(&[])?
        {
            course.leave();
            return Ok(Entered::Value { understood, value, verdict: Verdict::default() });
        }
        self.lay_out_instead(text, EntrySort::Expression)?;
        let ran = self.with_course(|session, course| {
            let ran = session.run_behind((text, EntrySort::Expression), course, answers)?;
            let Some((verdict, state, asked)) = ran else { return Ok(None) };
            let (value, carried) = (course.value(&state)?, session.state());
            session.finish_entry(text, asked, &verdict, carried)?;
            Ok(Some((value, verdict)))
        });
        let Some((value, verdict)) = ran? else { return Ok(Entered::Waiting) };
        Ok(Entered::Value { understood, value, verdict })
    }

    /// An interrupted entry is dropped when another entry takes its place; the new entry then has its own number.
    fn lay_out_instead(&mut self, text: &str, sort: EntrySort) -> Result<(), Failure> {
        if self.waiting().is_none_or(|other| other == text) {
            return Ok(());
        }
        self.break_off()?;
        self.lay_out(text, sort).map(|_| ())
    }

    /// What is laid out is left where it is not kept.
    fn with_course<T>(&mut self, go: impl FnOnce(&mut Self, &mut Course) -> Result<T, Failure>) -> Result<T, Failure> {
        let Way::Gone(mut course) = std::mem::take(&mut self.course) else {
            return Err(senseless("no entry is being tried"));
        };
        let done = go(self, &mut course);
        course.leave();
        self.course = Way::Gone(course);
        done
    }

    fn run_behind(
        &mut self,
        (text, sort): (&str, EntrySort),
        course: &mut Course,
        mut answers: Answers<'_>,
    ) -> Result<Option<Ran>, Failure> {
        // An expression brings in no text. What has changed since waits for a statement, which may begin a page for it.
        if sort == EntrySort::Statement && course.is_fresh() {
            self.record_sources(course.in_hand())?;
        }
        self.begin_entry(text, sort, &mut answers)?;
        let run = self.run((&[], 0), answers, |answers, before, told| course.run(answers, before, told));
        let Some(((whole, state), asked)) = run? else { return Ok(None) };
        let chance = self.under_way(self.next)?.chance;
        let verdict = course.what_is_new(whole, &state).drawn_from(Some(chance));
        Ok(Some((verdict, state, asked)))
    }
}
