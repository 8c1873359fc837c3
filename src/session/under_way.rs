//! Running an entry, with records of its beginning, its answers and its end.

use super::answering::By;
use super::left_off::by_a_person;
use super::log::Session;
use crate::engine::{Answers, Before, Encounter, Failure, Stopped};
use crate::journal::{EntrySort, Exchange, Record};
use crate::source::SourceKind;
use crate::verdict::{Carried, Verdict};

impl Session {
    /// Records that an entry is about to run, and how it is answered. An interrupted entry goes on as it was answered.
    pub(super) fn begin_entry(
        &mut self,
        text: &str,
        sort: EntrySort,
        answers: &mut Answers<'_>,
    ) -> Result<(), Failure> {
        if let Some(unfinished) = &self.unfinished {
            self.answer_again(answers, unfinished);
            return Ok(());
        }
        let (entry, text, By { mode, chance }) = (self.next, text.to_owned(), self.told_of(answers));
        self.record(&Record::Entered { entry, sort, text, mode, chance })
    }

    /// The texts in use, so that a session can go on even if a file is lost.
    pub(super) fn record_sources(&mut self, encounter: &Encounter) -> Result<(), Failure> {
        let files = encounter.sources().iter().filter(|(_, source)| source.kind == SourceKind::File);
        let texts: Vec<(String, String)> =
            files.map(|(_, source)| (source.name.to_string(), source.text.clone())).collect();
        for (name, text) in texts {
            if self.recorded_texts.get(&name) != Some(&text) {
                self.record(&Record::Source { name, text })?;
            }
        }
        Ok(())
    }

    /// Runs what has begun behind what has happened, and writes every answer of a person down before it counts. All answers come
    /// back; `None` when it waits for one.
    pub(super) fn run<T>(
        &mut self,
        (happened, events): (&[Exchange], usize),
        mut answers: Answers<'_>,
        run: impl FnOnce(
            Answers<'_>,
            Before<'_>,
            &mut dyn FnMut(&Exchange) -> Result<(), String>,
        ) -> Result<Option<T>, Stopped>,
    ) -> Result<Option<(T, Vec<Exchange>)>, Failure> {
        let replies = self.under_way(self.next)?.replies.clone();
        let (mut asked, mut lost) = (replies.clone(), None);
        let before = Before { happened, events, replies: &replies };
        let mut answered = answers.answered.take();
        let ran = run(answers, before, &mut |one| {
            asked.push(one.clone());
            if let Some(answered) = &mut answered {
                answered(one);
            }
            let recorded = if by_a_person(one) { self.hear(&asked) } else { Ok(()) };
            recorded.map_err(|failure| {
                lost = Some(failure);
                "it could not be saved".to_owned()
            })
        });
        match (ran, lost) {
            (Err(_), Some(failure)) => Err(failure),
            (Ok(Some(ran)), _) => Ok(Some((ran, asked))),
            (Ok(None), _) => {
                // Whoever is asked may have seen what was rolled until now: it is not rolled again.
                self.hear(&asked)?;
                Ok(None)
            }
            (Err(stopped), None) => {
                let failure = Failure::from(stopped).in_session();
                let why = failure.diagnostics.iter().next().map_or_else(String::new, |one| one.message.clone());
                self.drop_entry(self.next, why)?;
                Err(failure)
            }
        }
    }

    /// Records the answers that are not recorded yet.
    fn hear(&mut self, asked: &[Exchange]) -> Result<(), Failure> {
        let (entry, recorded) = (self.next, self.under_way(self.next)?.replies.len());
        for asked in asked.iter().skip(recorded) {
            self.record(&Record::Replied { entry, asked: asked.clone() })?;
        }
        Ok(())
    }

    /// Nothing in an entry counts; a page that was turned for it is turned back.
    pub(super) fn drop_entry(&mut self, entry: u64, why: String) -> Result<(), Failure> {
        self.record(&Record::Dropped { entry, why })?;
        self.recompile();
        Ok(())
    }

    pub(super) fn finish_entry(
        &mut self,
        text: &str,
        asked: Vec<Exchange>,
        verdict: &Verdict,
        state: Vec<Carried>,
    ) -> Result<(), Failure> {
        let (entry, name, verdict) = (self.next, name_of(verdict, text), verdict.clone());
        self.record(&Record::Answered { entry, name, asked, verdict, state })
    }
}

/// The file it uses, or the first thing it does, or else how it begins.
pub(super) fn name_of(verdict: &Verdict, text: &str) -> String {
    if let Some(file) = text.strip_prefix("use \"").and_then(|rest| rest.strip_suffix('"')) {
        let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
        return file.strip_suffix(".asz").unwrap_or(file).to_owned();
    }
    let begun = verdict.events.iter().find_map(|happened| happened.event.begun()).map(str::to_owned);
    let first = || text.split(['"', '{', '\n']).next().unwrap_or_default().trim().chars().take(40).collect();
    begun.unwrap_or_else(first)
}
