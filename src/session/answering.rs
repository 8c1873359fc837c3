//! How entries are answered, in the words of the journal and in those of the engine.

use super::{Session, Unfinished};
use crate::engine::{self, Answers, DiceFrom};
use crate::journal::Mode;
use crate::semantics::chance::Stream;

/// How one entry is answered, as the journal tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct By {
    pub(super) mode: Mode,
    pub(super) chance: Stream,
}

impl Session {
    /// How the next entry is answered, if nothing else is said of it.
    pub fn answers<'a>(&self) -> Answers<'a> {
        self.answers_by(By { mode: self.mode, chance: self.stream() })
    }

    /// Where the dice of the next entry come from. Only entries that count have a place of their own: what was refused or
    /// broken off rolls the same dice when it is entered again.
    fn stream(&self) -> Stream {
        Stream::of_entry(self.seeds, self.entries.len() as u64 + 1)
    }

    /// What the journal is to tell of these answers.
    pub(super) fn told_of(&self, answers: &Answers<'_>) -> By {
        let mode = match (answers.mode, &answers.dice) {
            (engine::Mode::Deliberate, _) => Mode::Deliberate,
            (engine::Mode::Automatic, _) => Mode::Automatic,
            (engine::Mode::Random, DiceFrom::Program(_)) => Mode::Random,
            (engine::Mode::Random, DiceFrom::Given(_) | DiceFrom::ByHand { .. }) => Mode::Table,
        };
        By { mode, chance: answers.stream().unwrap_or_else(|| self.stream()) }
    }

    /// Makes these answers those of an entry that was cut off: its mode, and its dice.
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

    fn answers_by<'a>(&self, By { mode, chance }: By) -> Answers<'a> {
        let (mode, dice) = match mode {
            Mode::Random => (engine::Mode::Random, DiceFrom::Program(chance)),
            Mode::Deliberate => (engine::Mode::Deliberate, DiceFrom::Program(chance)),
            Mode::Automatic => (engine::Mode::Automatic, DiceFrom::Program(chance)),
            Mode::Table => (engine::Mode::Random, DiceFrom::ByHand { whose: self.by_hand.clone(), otherwise: chance }),
        };
        Answers::new(mode, dice)
    }
}
