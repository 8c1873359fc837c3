//! How whatever a script leaves open is answered.

use std::collections::BTreeMap;

use super::{Mode, Person};
use crate::verdict::recorder::Events;

/// How whatever a script leaves open is answered.
pub struct Answers<'a> {
    /// What answers `resolve`, rolls and draws.
    pub mode: Mode,
    /// Where dice and cards come from.
    pub dice: DiceFrom,
    /// Choices made beforehand: a choice's name and the option's.
    pub choices: BTreeMap<String, String>,
    /// Whoever is asked for choices, and for dice with [`DiceFrom::ByHand`].
    pub person: Option<Person<'a>>,
    /// Is told what happens while it happens, with everything in it that is secret. So a person who is asked can be shown
    /// what led up to the question. An entry of a session that has waited is told from its beginning.
    ///
    /// ```
    /// use assize::engine::{Answers, Engine};
    /// use assize::verdict::text;
    ///
    /// let encounter = Engine::default().compile("night.asz", "note \"a knock\"")?;
    /// let mut told = String::new();
    /// let mut tell = |happened: &assize::verdict::Happened| told.push_str(&text::line(&happened.event));
    /// encounter.adjudicate(Answers { events: Some(&mut tell), ..Answers::deliberate() })?;
    /// assert_eq!(told, "a knock");
    /// # Ok::<(), assize::engine::Failure>(())
    /// ```
    pub events: Option<Events<'a>>,
}

/// Where dice and cards come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceFrom {
    /// The program's own, from this seed: the same seed, the same verdict.
    Seed(u64),
    /// Rolled beforehand; all of them, and no more.
    Given(Vec<i64>),
    /// From the person, as they are needed.
    ByHand {
        /// Whose dice and cards the person tells, by name or title; everybody's if empty.
        whose: Vec<String>,
        /// From where everybody else's are rolled, and whatever is secret.
        seed: u64,
    },
}

impl Answers<'_> {
    /// By judgement.
    pub fn deliberate() -> Self {
        Self::new(Mode::Deliberate, DiceFrom::Seed(0))
    }

    /// By the program's dice.
    pub fn random(seed: u64) -> Self {
        Self::new(Mode::Random, DiceFrom::Seed(seed))
    }

    /// By dice rolled at the table.
    pub fn given(faces: Vec<i64>) -> Self {
        Self::new(Mode::Random, DiceFrom::Given(faces))
    }

    /// In this mode, with these dice, and nobody to ask.
    pub fn new(mode: Mode, dice: DiceFrom) -> Self {
        Self { mode, dice, choices: BTreeMap::new(), person: None, events: None }
    }

    /// The seed of the program's dice, if they are its own.
    pub fn seed(&self) -> Option<u64> {
        match self.dice {
            DiceFrom::Seed(seed) | DiceFrom::ByHand { seed, .. } => Some(seed),
            DiceFrom::Given(_) => None,
        }
    }

    /// The word a verdict has for it.
    pub(super) fn word(&self) -> &'static str {
        match (self.mode, &self.dice) {
            (Mode::Deliberate, _) => "deliberate",
            (Mode::Automatic, _) => "automatic",
            (Mode::Random, DiceFrom::Seed(_)) => "random",
            (Mode::Random, DiceFrom::Given(_) | DiceFrom::ByHand { .. }) => "dice",
        }
    }
}
