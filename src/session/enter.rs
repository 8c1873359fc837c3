//! Entering a line: understood, run, written down, and only then shown.

use std::collections::BTreeMap;

use super::answering::By;
use super::compile::New;
use super::entry::{Entered, NewPage, Why};
use super::log::Session;
use super::page::Page;
use super::reading::Read;
use crate::diagnostic::Diagnostic;
use crate::engine::{Answers, Before, Encounter, Failure, Person, Stopped};
use crate::journal::{EntrySort, Exchange, Record, Reply};
use crate::machine::How;
use crate::semantics::chance::Stream;
use crate::source::SourceKind;
use crate::verdict::{Audience, Carried, Happened, Shown, Verdict, Visibility};

/// So many entries stand on one page: each is read and run again with the next one, and that must not be noticed.
const FULL: usize = 200;

/// So many events happen on one page, for the same reason.
const FULL_OF_EVENTS: usize = 4_000;

/// So many bytes of text stand on one page, for the same reason.
const FULL_OF_TEXT: usize = 64 * 1024;

impl Session {
    /// Enters one statement, or asks for the value of an expression. `_` stands for the last entry that did something.
    /// Whoever is asked on the way is the person. Without an answer the statement comes to nothing; an answer that comes
    /// [later](crate::engine::Response::Later) is waited for without holding up anybody: the answers until then are recorded, and
    /// the text entered again goes on behind them.
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

    /// The same, answered so and not as the session is otherwise: in another mode, from other seeds, with choices or
    /// dice from beforehand. An entry that a crash cut off keeps its mode and its dice.
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
        let failure = match self.compile(&self.page, New::Statement(&text)) {
            Ok(encounter) => return self.statement(&text, &read, encounter, answers),
            Err(failure) => failure,
        };
        let Some(expression) = &read.expression else { return Err(failure) };
        match self.compile(&self.page, New::Expression(&text)) {
            Ok(encounter) => self.expression(&text, crate::syntax::print_expression(expression), &encounter, answers),
            Err(other) => Err(if read.asks_for(expression) { other } else { failure }),
        }
    }

    fn statement(
        &mut self,
        text: &str,
        read: &Read,
        encounter: Encounter,
        mut answers: Answers<'_>,
    ) -> Result<Entered, Failure> {
        if read.expects() {
            self.check_expectations(&encounter)?;
        }
        let encounter = self.instead_of_unfinished(text, New::Statement(text))?.unwrap_or(encounter);
        let (encounter, turning) = self.page_for(text, encounter)?;
        self.begin_entry(text, EntrySort::Statement, &encounter, &mut answers)?;
        if let Some((page, new)) = turning {
            self.turn(page, &new.why.told(Audience::Log))?;
            self.under_way(self.next)?.page = Some(new);
        }
        let run = self.run(answers, |answers, before, told| encounter.replay_entry(answers, before, told));
        let Some((whole, asked)) = run? else { return Ok(Entered::Waiting) };
        let (number, begun) = (self.next, self.under_way(self.next)?);
        let (chance, page) = (begun.chance, begun.page.clone());
        let verdict = self.only_new(&whole, chance);
        let state = self.page.with_carried(encounter.fields(&whole));
        self.finish_entry(text, asked, &verdict, state)?;
        self.encounter = Some(encounter);
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
        self.begin_entry(text, EntrySort::Expression, encounter, &mut answers)?;
        let run = self.run(answers, |answers, before, told| {
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

    /// The page on which something is entered: this one, unless it is full or what happened on it would come out
    /// differently. On a new one what happened stands, and what is entered now is the first to happen.
    fn page_for(&self, text: &str, encounter: Encounter) -> Result<(Encounter, Option<(Page, NewPage)>), Failure> {
        let why = match self.difference(&encounter) {
            Some(difference) => difference.why(),
            None if self.is_full() => Why::Full { entries: self.happened().count() },
            None => return Ok((encounter, None)),
        };
        let page = self.next_page(Some(self.next));
        let compiled = match (self.compile(&page, New::Statement(text)), &why) {
            // It speaks of something that stands on the full page, which then has to take it as well.
            (Err(_), Why::Full { .. }) => return Ok((encounter, None)),
            (compiled, _) => compiled?,
        };
        let lost = compiled.lost().to_vec();
        Ok((compiled, Some((page, NewPage { why, lost }))))
    }

    fn is_full(&self) -> bool {
        let sizes = self.happened().map(|entry| (1, entry.verdict.events.len(), entry.text.len()));
        let (entries, events, text) = sizes.fold((0, 0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1, sum.2 + one.2));
        entries >= FULL || events >= FULL_OF_EVENTS || text >= FULL_OF_TEXT
    }

    /// What was cut off is dropped when another entry takes its place, which then has a number of its own.
    fn instead_of_unfinished(&mut self, text: &str, new: New<'_>) -> Result<Option<Encounter>, Failure> {
        if self.waiting().is_none_or(|other| other == text) {
            return Ok(None);
        }
        self.break_off()?;
        self.compile(&self.page, new).map(Some)
    }

    /// Writes down that something is about to run, and how it is answered. What was cut off goes on as it was answered.
    fn begin_entry(
        &mut self,
        text: &str,
        sort: EntrySort,
        encounter: &Encounter,
        answers: &mut Answers<'_>,
    ) -> Result<(), Failure> {
        self.record_sources(encounter)?;
        if let Some(unfinished) = &self.unfinished {
            self.answer_again(answers, unfinished);
            return Ok(());
        }
        let (entry, text, By { mode, chance }) = (self.next, text.to_owned(), self.told_of(answers));
        self.record(&Record::Entered { entry, sort, text, mode, chance })
    }

    /// The texts that are used, so that a session can go on although a file is lost.
    fn record_sources(&mut self, encounter: &Encounter) -> Result<(), Failure> {
        let texts: Vec<(String, String)> = encounter
            .sources()
            .iter()
            .filter(|(_, source)| source.kind == SourceKind::File)
            .map(|(_, source)| (source.name.to_string(), source.text.clone()))
            .collect();
        for (name, text) in texts {
            if self.recorded_texts.get(&name) != Some(&text) {
                self.record(&Record::Source { name, text })?;
            }
        }
        Ok(())
    }

    /// Runs the page with what has begun, and writes every answer of a person down before it counts. All answers come
    /// back; `None` when it waits for one.
    fn run(
        &mut self,
        answers: Answers<'_>,
        run: impl FnOnce(
            Answers<'_>,
            Before<'_>,
            &mut dyn FnMut(&Exchange) -> Result<(), String>,
        ) -> Result<Option<Verdict>, Stopped>,
    ) -> Result<Option<(Verdict, Vec<Exchange>)>, Failure> {
        let (happened, replies) = (self.asked(), self.under_way(self.next)?.replies.clone());
        let (mut asked, mut lost) = (replies.clone(), None);
        let before = Before { happened: &happened, events: self.events().len(), replies: &replies };
        let ran = run(answers, before, &mut |one| {
            asked.push(one.clone());
            let recorded = if by_a_person(one) { self.hear(&asked) } else { Ok(()) };
            recorded.map_err(|failure| {
                lost = Some(failure);
                "it could not be kept".to_owned()
            })
        });
        match (ran, lost) {
            (Err(_), Some(failure)) => Err(failure),
            (Ok(Some(verdict)), _) => Ok(Some((verdict, asked))),
            (Ok(None), _) => {
                // Whoever is asked may have seen what was rolled until now: it is not rolled again.
                self.hear(&asked)?;
                Ok(None)
            }
            (Err(stopped), None) => {
                let failure = Failure::from(stopped);
                let why = failure.diagnostics.iter().next().map_or_else(String::new, |one| one.message.clone());
                self.drop_entry(self.next, why)?;
                Err(failure)
            }
        }
    }

    /// Writes down what was answered and is not written down yet.
    fn hear(&mut self, asked: &[Exchange]) -> Result<(), Failure> {
        let (entry, recorded) = (self.next, self.under_way(self.next)?.replies.len());
        for asked in asked.iter().skip(recorded) {
            self.record(&Record::Replied { entry, asked: asked.clone() })?;
        }
        Ok(())
    }

    fn finish_entry(
        &mut self,
        text: &str,
        asked: Vec<Exchange>,
        verdict: &Verdict,
        state: Vec<Carried>,
    ) -> Result<(), Failure> {
        let (entry, name, verdict) = (self.next, name_of(verdict, text), verdict.clone());
        self.record(&Record::Answered { entry, name, asked, verdict, state })
    }

    /// Of a verdict about the whole page what the last entry brought.
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
        let visibility = if encounter.keeps_secrets() { Visibility::Gm } else { Visibility::All };
        Err(Failure::several(encounter.sources().clone(), failures).only_for(visibility))
    }
}

fn by_a_person(asked: &Exchange) -> bool {
    match asked.reply {
        Reply::Faces { how, .. } | Reply::Card { how, .. } | Reply::Chosen { how, .. } => {
            matches!(how, How::Given | How::Person)
        }
        Reply::Judged | Reply::Best | Reply::ToBeRolled => false,
    }
}

/// The file it uses, or the first thing it does, or else how it begins.
fn name_of(verdict: &Verdict, text: &str) -> String {
    if let Some(file) = text.strip_prefix("use \"").and_then(|rest| rest.strip_suffix('"')) {
        let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
        return file.strip_suffix(".asz").unwrap_or(file).to_owned();
    }
    let begun = verdict.events.iter().find_map(|happened| happened.event.begun()).map(str::to_owned);
    let first = || text.split(['"', '{', '\n']).next().unwrap_or_default().trim().chars().take(40).collect();
    begun.unwrap_or_else(first)
}
