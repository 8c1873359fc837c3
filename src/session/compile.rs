//! The page, compiled.

use std::cell::OnceCell;

use super::entry::Entry;
use super::log::{Session, Way};
use super::page::Page;
use crate::engine::{Besides, Cast, Encounter, Failure, PageText};
use crate::journal::EntrySort;
use crate::source::Source;

/// What comes after the entries of a page.
#[derive(Clone, Copy, Debug)]
pub(super) enum New<'a> {
    /// Nothing.
    Nothing,
    /// A statement.
    Statement(&'a str),
    /// An expression whose value is asked for.
    Expression(&'a str),
}

impl Session {
    /// Compiles `page`, with a new text or an expression after it.
    pub(super) fn compile(&self, page: &Page, new: New<'_>) -> Result<Encounter, Failure> {
        self.compile_cast(page, new, &self.cast)
    }

    /// The same, with these roles filled.
    pub(super) fn compile_cast(&self, page: &Page, new: New<'_>, cast: &Cast) -> Result<Encounter, Failure> {
        let mut texts = self.texts_of(page);
        let mut besides = Besides { carried: &page.carried, expression: None };
        match new {
            New::Nothing => {}
            New::Statement(text) => texts.push(PageText { source: Source::entry(self.next, text), acts: true }),
            New::Expression(text) => besides.expression = Some(Source::entry(self.next, text)),
        }
        self.engine.compile_page(texts, cast, besides)
    }

    /// The texts of a page.
    pub(super) fn texts_of(&self, page: &Page) -> Vec<PageText> {
        let text = |(place, entry): (usize, &Entry)| PageText {
            source: Source::entry(entry.number, entry.text.as_str()),
            acts: place >= page.first,
        };
        self.counting(page).map(text).collect()
    }

    /// The statements of a page, with their places among all entries: those that are only known there, and those
    /// that happen.
    pub(super) fn counting<'p>(&'p self, page: &'p Page) -> impl Iterator<Item = (usize, &'p Entry)> {
        let known = self.entries.iter().enumerate().take(page.first);
        let known = known.filter(|(_, entry)| page.known.contains(&entry.number));
        let end = page.end.unwrap_or(self.entries.len());
        let happens = self.entries.iter().enumerate().take(end).skip(page.first);
        known.chain(happens).filter(|(_, entry)| !entry.struck && entry.sort == EntrySort::Statement)
    }

    /// Whether the page contains a statement in these words.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// assert!(session.stands("note \"a knock\""));
    /// session.undo()?;
    /// assert!(!session.stands("note \"a knock\""));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn stands(&self, text: &str) -> bool {
        self.counting(&self.page).any(|(_, entry)| entry.text == text)
    }

    /// The page, compiled as a whole; `None` while it is empty.
    ///
    /// ```
    /// use assize::{Answers, Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// for line in ["system pots", "kind person { pots : number = 0 }", "person ada", "set ada.pots = 2"] {
    ///     session.enter(line, None)?;
    /// }
    /// // The page once more, from its beginning.
    /// let encounter = session.encounter().expect("there is something on it");
    /// assert_eq!(encounter.adjudicate(Answers::random(7))?.events, session.whole().events);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn encounter(&self) -> Option<&Encounter> {
        self.encounter.get_or_init(|| self.compile(&self.page, New::Nothing).ok()).as_ref()
    }

    /// All people and things, for the words that can be completed; `None` while there are none.
    ///
    /// ```
    /// use assize::language_service::Vocabulary;
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// for line in ["system pots", "kind person { pots : number = 0 }", "person ada", "set ada.pots = 2"] {
    ///     session.enter(line, None)?;
    /// }
    /// let words = Vocabulary::of_encounter(session.known().expect("there is somebody"));
    /// assert!(words.things().any(|thing| thing.name == "ada"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn known(&self) -> Option<&Encounter> {
        match &self.course {
            Way::Gone(course) => Some(course.in_hand()),
            Way::Untried | Way::Whole => self.encounter(),
        }
    }

    /// The page was compiled.
    pub(super) fn know(&mut self, encounter: Option<Encounter>) {
        self.encounter = OnceCell::from(encounter);
    }

    /// The page has changed: it is compiled again when needed.
    pub(super) fn recompile(&mut self) {
        self.encounter = OnceCell::new();
    }
}
