//! What stands on the page, compiled, and who fills its roles.

use super::entry::Entry;
use super::log::Session;
use super::page::Page;
use crate::engine::{Besides, Cast, Encounter, Failure, PageText};
use crate::journal::{EntrySort, Record};
use crate::source::Source;

/// What stands behind the entries of a page.
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
    /// Says who fills a role: one of a scene to come, or one of the page, whose next line is entered with it. What was said
    /// of the role before counts no more; nothing strikes it out.
    ///
    /// # Errors
    /// When the page has the role and the thing cannot fill it, or the journal cannot be written: nothing has changed then.
    pub fn cast(&mut self, role: &str, thing: &str) -> Result<(), Failure> {
        let mut cast = self.cast.clone();
        cast.insert(role.to_owned(), thing.to_owned());
        let encounter = self.compile_cast(&self.page, New::Nothing, &cast)?;
        self.record(&Record::Cast { role: role.to_owned(), thing: thing.to_owned() })?;
        if let Some(known) = &mut self.encounter {
            *known = encounter;
        }
        Ok(())
    }

    /// Compiles what stands on `page`, with a new text or an expression behind it.
    pub(super) fn compile(&self, page: &Page, new: New<'_>) -> Result<Encounter, Failure> {
        self.compile_cast(page, new, &self.cast)
    }

    /// The same, with the roles filled so.
    pub(super) fn compile_cast(&self, page: &Page, new: New<'_>, cast: &Cast) -> Result<Encounter, Failure> {
        let stands = |place: usize, entry: &Entry| place >= page.first || page.known.contains(&entry.number);
        let entries = self.entries.iter().enumerate().filter(|(place, entry)| stands(*place, entry));
        let counts = entries.filter(|(_, entry)| !entry.struck && entry.sort == EntrySort::Statement);
        let text = |(place, entry): (usize, &Entry)| PageText {
            source: Source::entry(entry.number, entry.text.as_str()),
            acts: place >= page.first,
        };
        let mut texts: Vec<PageText> = counts.map(text).collect();
        let mut besides = Besides { carried: &page.carried, expression: None };
        match new {
            New::Nothing => {}
            New::Statement(text) => texts.push(PageText { source: Source::entry(self.next, text), acts: true }),
            New::Expression(text) => besides.expression = Some(Source::entry(self.next, text)),
        }
        self.engine.compile_page(texts, cast, besides)
    }

    /// What the entries of this page come to, for `why`, odds and the words that can be completed.
    pub(super) fn recompile(&mut self) {
        let compiled = self.compile(&self.page, New::Nothing);
        self.encounter = compiled.ok();
    }
}
