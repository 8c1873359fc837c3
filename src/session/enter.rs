//! Entering a line: understood, run, written down, and only then shown.

use std::collections::BTreeMap;

use super::answering::By;
use super::page::{New, entry_name};
use super::{Entered, Entry, NewPage, Session, Why, not_kept};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::engine::{self, Answers, Encounter, Failure, Person, Stopped};
use crate::journal::{Asked, Journal, JournalError, Mode, Record, Reply, Sort};
use crate::machine::How;
use crate::source::SourceMap;
use crate::syntax::ast::{self, ItemKind, StatementKind};
use crate::verdict::{Carried, Event, Happened, Shown, Verdict};

/// So many entries stand on one page: each is run again with the next one, and that must not be noticed.
const FULL: usize = 200;

impl Session {
    /// Enters one statement, or asks for the value of an expression. `_` stands for the last entry that did something.
    /// Whoever is asked on the way is the person; without an answer the statement comes to nothing.
    ///
    /// # Errors
    /// When it makes no sense, is refused, or cannot be kept: nothing has changed then.
    pub fn enter(&mut self, text: &str, person: Option<Person<'_>>) -> Result<Entered, Failure> {
        let answers = Answers { person, ..self.answers() };
        self.enter_with(text, answers)
    }

    /// The same, answered so and not as the session is otherwise: in another mode, from another seed, with choices or
    /// dice from beforehand. An entry that a crash cut off keeps its mode and its seed.
    ///
    /// # Errors
    /// As [`Session::enter`].
    pub fn enter_with(&mut self, text: &str, answers: Answers<'_>) -> Result<Entered, Failure> {
        let text = self.with_last(text.trim());
        let read = Read::new(&text);
        if let Some(mode) = read.stated_mode() {
            self.answer_by(mode, self.by_hand.clone())?;
            return Ok(Entered::Answering(mode));
        }
        let failure = match self.compile(&self.page, New::Statement(&text)) {
            Ok(encounter) => return self.statement(text, &read, encounter, answers),
            Err(failure) => failure,
        };
        let Some(expression) = &read.expression else { return Err(failure) };
        match self.compile(&self.page, New::Expression(&text)) {
            Ok(encounter) => {
                self.expression(text.clone(), crate::syntax::print_expression(expression), &encounter, answers)
            }
            Err(other) => Err(if read.asks_for(expression) { other } else { failure }),
        }
    }

    fn statement(
        &mut self,
        text: String,
        read: &Read,
        encounter: Encounter,
        mut answers: Answers<'_>,
    ) -> Result<Entered, Failure> {
        if read.expects() {
            self.check_expectations(&encounter)?;
        }
        let encounter = self.instead_of_unfinished(&text, New::Statement(&text))?.unwrap_or(encounter);
        let (encounter, page) = self.page_for(&text, encounter)?;
        let (by, replies) = self.begin_entry(&text, Sort::Statement, &encounter, &mut answers)?;
        let (events_before, asked_before) = (self.events().len(), self.asked());
        let run = self.run(&encounter, &asked_before, replies, answers, |encounter, answers, before, told| {
            encounter.replay(answers, before, told)
        });
        let (whole, asked) = run?;
        let verdict = self.only_new(&whole, events_before, by);
        let state = self.page.with_carried(encounter.fields(&whole));
        let number = self.next;
        self.finish_entry(Sort::Statement, text, by, (asked, verdict.clone(), state))?;
        self.encounter = Some(encounter);
        Ok(Entered::Statement { understood: read.understood(), number, verdict, page })
    }

    fn expression(
        &mut self,
        text: String,
        understood: String,
        encounter: &Encounter,
        mut answers: Answers<'_>,
    ) -> Result<Entered, Failure> {
        if let Some(value) = encounter.known_value(&self.asked()).map_err(Self::failed)? {
            return Ok(Entered::Value { understood, value, verdict: Verdict::default() });
        }
        let fresh = self.instead_of_unfinished(&text, New::Expression(&text))?;
        let encounter = fresh.as_ref().unwrap_or(encounter);
        let before = self.asked();
        let events_before = self.events().len();
        let mut value = None;
        let (by, replies) = self.begin_entry(&text, Sort::Expression, encounter, &mut answers)?;
        let (whole, asked) = self.run(encounter, &before, replies, answers, |encounter, answers, before, told| {
            let (verdict, found) = encounter.value(answers, before, told)?;
            value = Some(found);
            Ok(verdict)
        })?;
        let verdict = self.only_new(&whole, events_before, by);
        self.finish_entry(Sort::Expression, text, by, (asked, verdict.clone(), self.state()))?;
        Ok(Entered::Value { understood, value: value.unwrap_or_default(), verdict })
    }

    /// The page on which something is entered: this one, unless it is full or what happened on it would come out
    /// differently. On a new one what happened stands, and what is entered now is the first to happen.
    fn page_for(&mut self, text: &str, encounter: Encounter) -> Result<(Encounter, Option<NewPage>), Failure> {
        let why = match self.difference(&encounter) {
            Some(difference) => difference.why(),
            None if self.happened().count() >= FULL => Why::Full { entries: FULL },
            None => return Ok((encounter, None)),
        };
        let page = self.next_page(Some(self.next));
        let compiled = match (self.compile(&page, New::Statement(text)), &why) {
            // It speaks of something that stands on the full page, which then has to take it as well.
            (Err(_), Why::Full { .. }) => return Ok((encounter, None)),
            (compiled, _) => compiled?,
        };
        self.turn(page, &why.to_string())?;
        let lost = compiled.lost().to_vec();
        Ok((compiled, Some(NewPage { why, lost })))
    }

    /// An entry that a crash cut off is dropped when another takes its place, which then has a number of its own.
    fn instead_of_unfinished(&mut self, text: &str, new: New<'_>) -> Result<Option<Encounter>, Failure> {
        let Some(other) = self.unfinished.as_ref().filter(|other| other.text != text) else { return Ok(None) };
        self.drop_entry(other.number, "broken off".to_owned())?;
        self.compile(&self.page, new).map(Some)
    }

    /// Nothing of an entry counts; a page that was turned for it is turned back.
    fn drop_entry(&mut self, entry: u64, why: String) -> Result<(), Failure> {
        self.write(&Record::Dropped { entry, why })?;
        self.dropped(entry);
        self.recompile();
        Ok(())
    }

    /// Writes down that something is about to run, and how it is answered; answers it had before a crash are given back.
    fn begin_entry(
        &mut self,
        text: &str,
        sort: Sort,
        encounter: &Encounter,
        answers: &mut Answers<'_>,
    ) -> Result<(By, Vec<Asked>), Failure> {
        if let Some(unfinished) = self.unfinished.take() {
            let by = self.answer_again(answers, &unfinished);
            return Ok((by, unfinished.replies));
        }
        self.keep_sources(encounter)?;
        let by = self.told_of(answers);
        let (entry, text, By { mode, seed }) = (self.next, text.to_owned(), by);
        self.write(&Record::Entered { entry, sort, text, mode, seed })?;
        Ok((by, Vec::new()))
    }

    /// The texts that are used, so that a session can go on although a file is lost.
    fn keep_sources(&mut self, encounter: &Encounter) -> Result<(), Failure> {
        let texts: Vec<(String, String)> = encounter
            .sources()
            .iter()
            .filter(|(_, source)| !is_our_own(&source.name) && !engine::is_shipped(&source.name))
            .map(|(_, source)| (source.name.clone(), source.text.clone()))
            .collect();
        for (name, text) in texts {
            if self.kept.get(&name) != Some(&text) {
                self.write(&Record::Source { name: name.clone(), text: text.clone() })?;
                self.kept.insert(name, text);
            }
        }
        Ok(())
    }

    /// Runs the page with what is new, and writes every answer of a person down before it counts.
    fn run(
        &mut self,
        encounter: &Encounter,
        before: &[Asked],
        replies: Vec<Asked>,
        answers: Answers<'_>,
        run: impl FnOnce(
            &Encounter,
            Answers<'_>,
            &[Asked],
            &mut dyn FnMut(&Asked) -> Result<(), String>,
        ) -> Result<Verdict, Stopped>,
    ) -> Result<(Verdict, Vec<Asked>), Failure> {
        let known: Vec<Asked> = before.iter().chain(&replies).cloned().collect();
        let (entry, mut lost) = (self.next, None);
        let mut heard = Heard { entry, kept: replies.len(), asked: replies, journal: &mut self.journal };
        let ran = run(encounter, answers, &known, &mut |one| {
            heard.hear(one).map_err(|error| {
                let (failure, message) = (not_kept(&error), "it could not be kept".to_owned());
                lost = Some(failure);
                message
            })
        });
        let asked = heard.asked;
        match (ran, lost) {
            (Ok(verdict), _) => Ok((verdict, asked)),
            (Err(_), Some(failure)) => {
                self.next += 1;
                Err(failure)
            }
            (Err(stopped), None) => {
                let failure = Self::failed(stopped);
                let why = failure.diagnostics.iter().next().map_or_else(String::new, |one| one.message.clone());
                self.drop_entry(entry, why)?;
                Err(failure)
            }
        }
    }

    fn finish_entry(
        &mut self,
        sort: Sort,
        text: String,
        By { mode, seed }: By,
        (asked, verdict, state): (Vec<Asked>, Verdict, Vec<Carried>),
    ) -> Result<(), Failure> {
        let name = name_of(&verdict, &text);
        let number = self.next;
        self.next += 1;
        self.write(&Record::Answered {
            entry: number,
            name: name.clone(),
            asked: asked.clone(),
            verdict: verdict.clone(),
            state: state.clone(),
        })?;
        self.seed = seed.wrapping_add(1);
        self.struck_out.clear();
        self.entries.push(Entry { number, name, sort, text, mode, seed, asked, verdict, state, struck: false });
        Ok(())
    }

    /// Of a verdict about the whole page what the last entry brought.
    fn only_new(&self, whole: &Verdict, events_before: usize, by: By) -> Verdict {
        let events: Vec<Happened> = whole.events.iter().skip(events_before).cloned().collect();
        let known = self.results();
        let known: BTreeMap<&str, &Shown> = known.iter().map(|result| (result.name.as_str(), result)).collect();
        let is_new = |result: &&Shown| known.get(result.name.as_str()) != Some(result);
        let results = whole.results.iter().filter(is_new).cloned().collect();
        let rolled = events.iter().any(|happened| happened.event.by_chance());
        let seed = rolled.then_some(by.seed);
        let stream = whole.stream.clone().filter(|_| rolled);
        Verdict { seed, stream, events, results, ..whole.clone() }
    }

    fn check_expectations(&self, encounter: &Encounter) -> Result<(), Failure> {
        let report = encounter.test_of(&entry_name(self.next));
        let failures: Vec<Diagnostic> = report.tested.into_iter().flat_map(|tested| tested.failures).collect();
        if failures.is_empty() { Ok(()) } else { Err(Failure::several(encounter.sources().clone(), failures)) }
    }

    fn failed(stopped: Stopped) -> Failure {
        match stopped {
            Stopped::Failed(failure) => failure,
            Stopped::Diverged { was, now } => {
                let message = format!("what happened on this page would come out differently: `{was}`, now `{now}`");
                Failure::from(Diagnostic::placeless(codes::DIVERGED, message))
            }
        }
    }

    /// `_` is the last entry that did something.
    pub(super) fn with_last(&self, text: &str) -> String {
        let Some(last) = self.happened().rev().find_map(Entry::path) else { return text.to_owned() };
        let mut quoted = false;
        let mut replaced = String::with_capacity(text.len());
        let mut before = ' ';
        let mut rest = text.chars().peekable();
        while let Some(sign) = rest.next() {
            quoted ^= sign == '"' && before != '\\';
            let alone = !is_of_a_word(before) && !rest.peek().copied().is_some_and(is_of_a_word);
            if sign == '_' && alone && !quoted {
                replaced.push_str(last);
            } else {
                replaced.push(sign);
            }
            before = sign;
        }
        replaced
    }
}

/// Writes the answers of people down before they count, and with them those between that were not asked of anybody.
struct Heard<'j> {
    entry: u64,
    asked: Vec<Asked>,
    /// So many of them are written down.
    kept: usize,
    journal: &'j mut Option<Journal>,
}

impl Heard<'_> {
    fn hear(&mut self, one: &Asked) -> Result<(), JournalError> {
        self.asked.push(one.clone());
        let (true, Some(journal)) = (by_a_person(one), self.journal.as_mut()) else { return Ok(()) };
        for asked in self.asked.iter().skip(self.kept) {
            journal.write(&Record::Replied { entry: self.entry, asked: asked.clone() })?;
            self.kept += 1;
        }
        Ok(())
    }
}

impl Entry {
    /// The path of the first thing it did: what `_` stands for.
    pub fn path(&self) -> Option<&str> {
        self.verdict.events.iter().find_map(|happened| match &happened.event {
            Event::Begin { path, .. } => Some(path.as_str()),
            _ => None,
        })
    }
}

fn is_of_a_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_' || sign == '\''
}

fn is_our_own(name: &str) -> bool {
    name.starts_with("entry ") || name == "carried over"
}

fn by_a_person(asked: &Asked) -> bool {
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
    let begun = verdict.events.iter().find_map(|happened| match &happened.event {
        Event::Begin { path, .. } => Some(path.clone()),
        _ => None,
    });
    let first = || text.split(['"', '{', '\n']).next().unwrap_or_default().trim().chars().take(40).collect();
    begun.unwrap_or_else(first)
}

/// A line as it can be read.
struct Read {
    file: ast::File,
    expression: Option<ast::Expr>,
}

impl Read {
    fn new(text: &str) -> Self {
        let mut sources = SourceMap::default();
        let id = sources.add("", text);
        let mut unread = Diagnostics::default();
        let file = crate::syntax::parse(id, text, &mut unread);
        let expression = crate::syntax::parse_expression(id, text, &mut Diagnostics::default());
        Self { file, expression }
    }

    fn understood(&self) -> String {
        crate::syntax::print(&self.file).trim_end().to_owned()
    }

    /// Whether it can only be meant as an expression: more than a name, and no statement that begins with a word of its own.
    fn asks_for(&self, expression: &ast::Expr) -> bool {
        let is_line = |item: &ast::Item| match &item.kind {
            ItemKind::Statement(statement) => matches!(statement.kind, StatementKind::Line(_)),
            _ => false,
        };
        !matches!(expression.kind, ast::ExprKind::Name(_)) && self.file.items.iter().all(is_line)
    }

    fn expects(&self) -> bool {
        self.file.items.iter().any(|item| matches!(item.kind, ItemKind::Expect(_)))
    }

    /// `mode deliberate` alone says how this and the next lines are answered.
    fn stated_mode(&self) -> Option<Mode> {
        let [item] = self.file.items.as_slice() else { return None };
        let ItemKind::Statement(statement) = &item.kind else { return None };
        let StatementKind::Mode(word) = &statement.kind else { return None };
        match word.text.as_str() {
            "random" => Some(Mode::Random),
            "deliberate" => Some(Mode::Deliberate),
            "automatic" => Some(Mode::Automatic),
            _ => None,
        }
    }
}
