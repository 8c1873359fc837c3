//! Several verdicts one after another: the basis for writing up a session.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Audience, Event, Happened, Verdict, Visibility};

/// What happened in a session, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Transcript {
    /// What the session is called.
    pub title: String,
    /// The day of the session, such as `2026-11-30`, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Its entries, those that were undone as well.
    pub entries: Vec<TranscriptEntry>,
}

/// A statement and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TranscriptEntry {
    /// What it is called; may be empty.
    pub name: String,
    /// As it was typed; may be empty.
    pub text: String,
    /// Whether it was undone: it is shown, but counts no more.
    pub struck: bool,
    /// What came of it; without events when it only declares.
    pub verdict: Verdict,
}

impl Transcript {
    /// The transcript as this audience may read it. Players do not read what was typed, since a line may hold what its
    /// verdict hides; and an entry of which nothing is left to be seen is left out.
    ///
    /// ```
    /// use assize::verdict::text;
    /// use assize::{Audience, Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// let transcript = session.transcript("An evening").seen_by(Audience::Players);
    /// assert_eq!(transcript.entries.len(), 1);
    /// assert_eq!(transcript.entries[0].text, "", "players are not told what was typed");
    /// # Ok::<(), assize::Failure>(())
    /// ```
    #[must_use]
    pub fn seen_by(&self, audience: Audience) -> Transcript {
        let entries = self.entries.iter().filter_map(|entry| entry.seen_by(audience)).collect();
        Transcript { entries, title: self.title.clone(), date: self.date.clone() }
    }
}

impl Transcript {
    /// The transcript without what was undone.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// session.undo()?;
    /// assert_eq!(session.transcript("Thursday").without_undone().entries.len(), 0);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    #[must_use]
    pub fn without_undone(self) -> Transcript {
        let entries = self.entries.into_iter().filter(|entry| !entry.struck).collect();
        Transcript { entries, ..self }
    }
}

impl Transcript {
    /// The transcript with a day, unless the session is known to be of one already.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let transcript = Session::begin(Engine::default(), 7, None)?.transcript("Thursday");
    /// assert_eq!(transcript.date, None);
    /// let transcript = transcript.dated("2026-11-26");
    /// assert_eq!(transcript.dated("2026-11-30").date.as_deref(), Some("2026-11-26"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    #[must_use]
    pub fn dated(self, date: impl Into<String>) -> Transcript {
        let date = Some(self.date.unwrap_or_else(|| date.into()));
        Transcript { date, ..self }
    }
}

impl TranscriptEntry {
    /// Whether it says who and what there is, and nothing happened: its text tells all of it.
    pub(super) fn only_declares(&self) -> bool {
        self.verdict.events.is_empty() && !self.struck
    }

    /// Whether it is called as the run with which it begins, or has no name beside that: the heading of the run is its own.
    pub(super) fn is_its_first_run(&self) -> bool {
        let first = self.verdict.events.first().and_then(|first| first.event.begun());
        first.is_some_and(|run| self.name.is_empty() || self.name == run)
    }

    /// What it is called, where that says more than the line that was typed.
    pub(super) fn heading(&self) -> &str {
        if self.text.starts_with(&self.name) { "" } else { &self.name }
    }

    /// The lines that were typed; none where all that came of them is the text that they hold.
    pub(super) fn typed(&self) -> impl Iterator<Item = &str> {
        let is_told = matches!(
            self.verdict.events.as_slice(),
            [Happened { event: Event::Note { text, .. }, .. }] if is_note_of(&self.text, text)
        );
        self.text.lines().filter(move |_| !is_told)
    }

    fn seen_by(&self, audience: Audience) -> Option<TranscriptEntry> {
        let verdict = self.verdict.of_session_seen_by(audience);
        // Its name may be made of what was typed, or of something that is not to be seen.
        let (name, text) = if self.text_may_be_read_by(audience) {
            (self.name.clone(), self.text.clone())
        } else {
            (String::new(), String::new())
        };
        if text.is_empty() && verdict.events.is_empty() {
            return None;
        }
        Some(TranscriptEntry { name, text, struck: self.struck, verdict })
    }

    /// The game master typed it, or could have; but not what is hidden from them too.
    fn text_may_be_read_by(&self, audience: Audience) -> bool {
        let hides = || self.verdict.events.iter().any(|happened| happened.visibility == Visibility::Hidden);
        match audience {
            Audience::Players => false,
            // A line that hides something may have come to nothing, and that would tell of it as well.
            Audience::Gm => !says_hidden(&self.text) && !hides(),
            Audience::Log => true,
        }
    }
}

/// Whether an entry says that it hides something from the game master, with a word that stands in none of its texts.
pub(crate) fn says_hidden(entry: &str) -> bool {
    entry.lines().any(|line| {
        // A quote within a text has a backslash before it, and no text goes on in the next line.
        let plain = line.replace("\\\"", "");
        let outside = plain.split('"').step_by(2);
        outside.flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '_')).any(|word| word == "hidden")
    })
}

/// Whether a line is a note of this text and no more; quotes inside it are written with a backslash.
fn is_note_of(line: &str, text: &str) -> bool {
    let written = text.replace('\\', "\\\\").replace('"', "\\\"");
    line.trim() == format!("note \"{written}\"")
}
