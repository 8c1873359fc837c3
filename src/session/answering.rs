//! How entries are answered, in the words of the journal and in those of the engine.

use super::log::{Session, Unfinished};
use crate::engine::{self, Answers, DiceFrom, Failure, Whose};
use crate::journal::{EntryMode, Record};
use crate::semantics::chance::{Seeds, Stream};

/// How one entry is answered, according to the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct By {
    pub(super) mode: EntryMode,
    pub(super) chance: Stream,
}

impl Session {
    /// How the next entry is answered, unless told otherwise.
    ///
    /// ```
    /// use assize::{Answers, Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// // As the session is otherwise, but with somebody who listens.
    /// let mut told = 0;
    /// let mut hear = |_: &assize::verdict::Happened| told += 1;
    /// session.enter_with("note \"a knock\"", Answers { events: Some(&mut hear), ..session.answers() })?;
    /// assert_eq!(told, 1);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn answers<'a>(&self) -> Answers<'a> {
        self.answers_by(By { mode: self.mode, chance: self.stream() })
    }

    /// Where the dice of the next entry come from. Only an entry has its own place, undone or not: a line that was
    /// refused or cancelled rolls the same dice when it is entered again.
    fn stream(&self) -> Stream {
        Stream::of_entry(self.seeds, self.entries.len() as u64 + 1)
    }

    /// Sets how entries are answered from now on. `by_hand` names the people whose dice are rolled by hand in [`EntryMode::Table`];
    /// an empty list means everyone.
    ///
    /// ```
    /// use assize::{Engine, Session};
    /// use assize::journal::EntryMode;
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.answer_by(EntryMode::Deliberate, Vec::new())?;
    /// assert_eq!(session.answering().0, EntryMode::Deliberate);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When a name belongs to no one who could roll, as far as is known already, or the journal cannot be written.
    pub fn answer_by(&mut self, mode: EntryMode, by_hand: Vec<String>) -> Result<(), Failure> {
        if mode == EntryMode::Table {
            self.check_names(&by_hand)?;
        }
        self.record(&Record::Answering { mode, by_hand })
    }

    /// How entries are answered, and whose dice are rolled by hand.
    ///
    /// ```
    /// use assize::journal::EntryMode;
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.answer_by(EntryMode::Table, vec!["ada".to_owned()])?;
    /// assert_eq!(session.answering(), (EntryMode::Table, ["ada".to_owned()].as_slice()));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn answering(&self) -> (EntryMode, &[String]) {
        (self.mode, &self.by_hand)
    }

    /// Checks that everyone whose dice are rolled by hand is known; no one need be while the page is empty.
    ///
    /// ```
    /// use assize::journal::EntryMode;
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.answer_by(EntryMode::Table, vec!["ada".to_owned()])?;
    /// session.check_by_hand()?;
    /// for line in ["system pots", "kind person {}", "procedure stir by person { roll heat : 1d6 }", "person ben"] {
    ///     session.enter(line, None)?;
    /// }
    /// assert!(session.check_by_hand().is_err(), "there is nobody called ada");
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When a name belongs to no one who could roll.
    pub fn check_by_hand(&self) -> Result<(), Failure> {
        if self.mode == EntryMode::Table { self.check_names(&self.by_hand) } else { Ok(()) }
    }

    fn check_names(&self, by_hand: &[String]) -> Result<(), Failure> {
        self.known().map_or(Ok(()), |encounter| encounter.check_could_roll(by_hand))
    }

    /// Sets the seeds from which the next entries roll.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.reseed(8)?;
    /// assert_eq!(session.seeds(), 8.into());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn reseed(&mut self, seeds: impl Into<Seeds>) -> Result<(), Failure> {
        self.record(&Record::Seeded { seeds: seeds.into() })
    }

    /// The seeds from which the next entries roll.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let session = Session::begin(Engine::default(), 7, None)?;
    /// assert_eq!(session.seeds(), 7.into());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn seeds(&self) -> Seeds {
        self.seeds
    }

    /// What the journal records about these answers.
    pub(super) fn told_of(&self, answers: &Answers<'_>) -> By {
        let mode = match (answers.mode, &answers.dice) {
            (engine::Mode::Deliberate, _) => EntryMode::Deliberate,
            (engine::Mode::Automatic, _) => EntryMode::Automatic,
            (engine::Mode::Random, DiceFrom::Program(_)) => EntryMode::Random,
            (engine::Mode::Random, DiceFrom::Given(_) | DiceFrom::ByHand { .. }) => EntryMode::Table,
        };
        By { mode, chance: answers.stream().unwrap_or_else(|| self.stream()) }
    }

    /// Makes these answers those of an interrupted entry: its mode, and its dice.
    pub(super) fn answer_again(&self, answers: &mut Answers<'_>, unfinished: &Unfinished) {
        let by = By { mode: unfinished.mode, chance: unfinished.chance };
        if self.told_of(answers).mode != by.mode {
            let again = self.answers_by(by);
            (answers.mode, answers.dice) = (again.mode, again.dice);
        }
        if let DiceFrom::Program(stream) | DiceFrom::ByHand { otherwise: stream, .. } = &mut answers.dice {
            *stream = by.chance;
        }
    }

    pub(super) fn answers_by<'a>(&self, By { mode, chance }: By) -> Answers<'a> {
        let (mode, dice) = match mode {
            EntryMode::Random => (engine::Mode::Random, DiceFrom::Program(chance)),
            EntryMode::Deliberate => (engine::Mode::Deliberate, DiceFrom::Program(chance)),
            EntryMode::Automatic => (engine::Mode::Automatic, DiceFrom::Program(chance)),
            EntryMode::Table => (
                engine::Mode::Random,
                DiceFrom::ByHand { whose: Whose::named(self.by_hand.clone()), otherwise: chance },
            ),
        };
        Answers::new(mode, dice)
    }
}
