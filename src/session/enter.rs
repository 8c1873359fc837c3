//! Entering a line: understood, run, recorded, and only then shown.

use std::collections::BTreeMap;

use super::compile::New;
use super::entry::{Entered, NewPage, Why};
use super::log::{Session, Way};
use super::page::Page;
use super::reading::{Read, check_uses};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Answers, Encounter, Failure, Person};
use crate::journal::EntrySort;
use crate::semantics::chance::Stream;
use crate::verdict::{Audience, Happened, Shown, Verdict};

impl Session {
    /// Enters one statement, or asks for the value of an expression. `_` stands for the last entry that did something. A
    /// value unknown on this page is looked for on earlier pages, the latest first.
    /// Questions go to `person`. Without an answer the statement has no effect; an answer that comes
    /// [later](crate::engine::Response::Later) is awaited without blocking anyone: the answers so far are recorded, and
    /// entering the text again continues after them.
    ///
    /// ```
    /// use assize::engine::{Answer, Engine, How, Response};
    /// use assize::session::{Entered, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("system doors \"Doors\"", None)?;
    /// let text = "choose way \"which way?\" {\nleft { note \"home\" }\nright { note \"away\" }\n}";
    /// let entered = session.enter(text, Some(&mut |_| Response::Later))?;
    /// assert_eq!((entered, session.waiting()), (Entered::Waiting, Some(text)));
    /// // Some other day, perhaps in another program that has resumed the session from its journal:
    /// let right = Answer::Choice(1, How::Person);
    /// let entered = session.enter(text, Some(&mut |_| Response::Answer(right.clone())))?;
    /// assert!(matches!(entered, Entered::Statement { .. }) && session.waiting().is_none());
    /// # Ok::<(), assize::engine::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When it makes no sense, is refused, or cannot be recorded: nothing has changed then.
    pub fn enter(&mut self, text: &str, person: Option<Person<'_>>) -> Result<Entered, Failure> {
        let answers = Answers { person, ..self.answers() };
        self.enter_with(text, answers)
    }

    /// The same, answered in this way instead of the session's: in another mode, from other seeds, with choices or
    /// dice given in advance. An interrupted entry keeps its mode and its dice.
    ///
    /// ```
    /// use assize::{Answers, Engine, Entered, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// // Dice that fell on the table count for this entry alone.
    /// let Entered::Value { value, .. } = session.enter_with("2d6", Answers::given(vec![3, 4]))? else { panic!("it is an expression") };
    /// assert_eq!(value.value, "7");
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::enter`].
    pub fn enter_with(&mut self, text: &str, answers: Answers<'_>) -> Result<Entered, Failure> {
        let text = self.with_last(text.trim(), Audience::Log)?;
        let read = Read::new(&text);
        if let Some(mode) = read.stated_mode() {
            self.answer_by(mode, self.by_hand.clone())?;
            return Ok(Entered::Answering(mode));
        }
        let failure = match self.lay_out(&text, EntrySort::Statement) {
            Ok(true) if !self.is_kept_under_other_rules() => return self.statement_behind(&text, &read, answers),
            Ok(_) => match self.compile(&self.page, New::Statement(&text)) {
                Ok(encounter) => return self.statement(&text, &read, encounter, answers),
                Err(failure) => failure,
            },
            Err(failure) => failure,
        };
        // What the rules refuse has been understood, though its words may name a value as well.
        if failure.diagnostics.iter().all(|found| found.code == codes::REFUSED) {
            return Err(failure);
        }
        let Some(expression) = &read.expression else { return Err(failure) };
        let understood = crate::syntax::print_expression(expression);
        let other = match self.lay_out(&text, EntrySort::Expression) {
            Ok(true) => return self.expression_behind(&text, understood, answers),
            Ok(false) => match self.compile(&self.page, New::Expression(&text)) {
                Ok(encounter) => return self.expression(&text, understood, &encounter, answers),
                Err(other) => other,
            },
            Err(other) => other,
        };
        match self.value_of_earlier(&text, &understood) {
            Some(value) => Ok(Entered::Value { understood, value, verdict: Verdict::default() }),
            None => Err(if read.asks_for(expression) { other } else { failure }),
        }
    }

    fn statement(
        &mut self,
        text: &str,
        read: &Read,
        encounter: Encounter,
        mut answers: Answers<'_>,
    ) -> Result<Entered, Failure> {
        check_uses(read, &encounter, self.next)?;
        if read.expects() {
            self.check_expectations(&encounter)?;
        }
        let encounter = self.instead_of_unfinished(text, New::Statement(text))?.unwrap_or(encounter);
        let (encounter, turning) = self.page_for(text, encounter)?;
        self.record_sources(&encounter)?;
        self.begin_entry(text, EntrySort::Statement, &mut answers)?;
        if let Some((page, new)) = turning {
            self.turn(page, &new.why.told(Audience::Log))?;
            self.under_way(self.next)?.page = Some(new);
        }
        let (asked, events) = (self.asked(), self.events().len());
        let run =
            self.run((&asked, events), answers, |answers, before, told| encounter.replay_entry(answers, before, told));
        let Some((whole, asked)) = run? else { return Ok(Entered::Waiting) };
        let (number, begun) = (self.next, self.under_way(self.next)?);
        let (chance, page) = (begun.chance, begun.page.clone());
        let verdict = self.only_new(&whole, chance);
        let state = self.page.with_carried(encounter.fields(&whole));
        self.finish_entry(text, asked, &verdict, state)?;
        (self.course, self.aside) = (Way::Untried, None);
        self.know(Some(encounter));
        Ok(Entered::Statement { understood: read.understood(), number, verdict, page })
    }

    fn expression(
        &mut self,
        text: &str,
        understood: String,
        encounter: &Encounter,
        mut answers: Answers<'_>,
    ) -> Result<Entered, Failure> {
        if let Some(value) = encounter.known_value(&self.asked())? {
            return Ok(Entered::Value { understood, value, verdict: Verdict::default() });
        }
        let fresh = self.instead_of_unfinished(text, New::Expression(text))?;
        let encounter = fresh.as_ref().unwrap_or(encounter);
        let mut value = None;
        self.begin_entry(text, EntrySort::Expression, &mut answers)?;
        let (asked, events) = (self.asked(), self.events().len());
        let run = self.run((&asked, events), answers, |answers, before, told| {
            let Some((verdict, found)) = encounter.value(answers, before, told)? else { return Ok(None) };
            value = Some(found);
            Ok(Some(verdict))
        });
        let (Some((whole, asked)), Some(value)) = (run?, value) else { return Ok(Entered::Waiting) };
        let chance = self.under_way(self.next)?.chance;
        let verdict = self.only_new(&whole, chance);
        self.finish_entry(text, asked, &verdict, self.state())?;
        Ok(Entered::Value { understood, value, verdict })
    }

    /// The page for the entry: this one, unless what happened on it would come out differently, or might although it
    /// is hidden. On a new page, past events are final, and this entry is the first to happen.
    fn page_for(&self, text: &str, encounter: Encounter) -> Result<(Encounter, Option<(Page, NewPage)>), Failure> {
        let why = match self.difference(&encounter) {
            Some(difference) => self.why_it_differs(difference),
            None if self.is_kept_and_changed_in(&encounter) => Why::Kept,
            None => return Ok((encounter, None)),
        };
        // What is known on this page is asked of it as a whole as well, and two long pages at once take much memory.
        drop(encounter);
        let page = self.next_page(Some(self.next));
        let compiled = self.compile(&page, New::Statement(text))?;
        let lost = compiled.lost().to_vec();
        Ok((compiled, Some((page, NewPage { why, lost }))))
    }

    /// An interrupted entry is dropped when another entry takes its place; the new entry then has its own number.
    fn instead_of_unfinished(&mut self, text: &str, new: New<'_>) -> Result<Option<Encounter>, Failure> {
        if self.waiting().is_none_or(|other| other == text) {
            return Ok(None);
        }
        self.break_off()?;
        self.compile(&self.page, new).map(Some)
    }

    /// The part of a verdict about the whole page that the last entry added.
    fn only_new(&self, whole: &Verdict, chance: Stream) -> Verdict {
        let events: Vec<Happened> = whole.events.iter().skip(self.events().len()).cloned().collect();
        let known = self.results();
        let known: BTreeMap<&str, &Shown> = known.iter().map(|result| (result.name.as_str(), result)).collect();
        let is_new = |result: &&Shown| known.get(result.name.as_str()) != Some(result);
        let results = whole.results.iter().filter(is_new).cloned().collect();
        Verdict { events, results, ..whole.clone() }.drawn_from(Some(chance))
    }

    fn check_expectations(&self, encounter: &Encounter) -> Result<(), Failure> {
        let report = encounter.test_of_entry(self.next);
        let failures: Vec<Diagnostic> = report.tested.into_iter().flat_map(|tested| tested.failures).collect();
        if failures.is_empty() {
            return Ok(());
        }
        // They say what comes out instead of what was expected.
        let visibility = encounter.most_kept();
        Err(Failure::several(encounter.sources().clone(), failures).only_for(visibility))
    }
}
