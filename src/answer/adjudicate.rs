//! Stand-in.

use super::chosen::Choices;
use super::given::GivenDice;
use super::{Driver, Mode};
use crate::ir::{Program, Value};
use crate::machine::{Answer, Ask, FaultKind};
use crate::meaning::chance::Chance;

/// Where dice and cards come from.
#[derive(Debug)]
pub enum Dice {
    /// The program's own.
    Seeded(Chance),
    /// Rolled at the table beforehand; all of them, and no more.
    Given(GivenDice),
    /// Rolled at the table as they are asked for, by the person.
    Asked,
}

/// Whoever sits at the table.
pub type Person<'a> = &'a mut dyn FnMut(&Ask<'_>) -> Option<Answer>;

/// Whoever answers functions: the function's number and its arguments; `None` for no answer.
pub type Host<'a> = &'a mut dyn FnMut(u32, &[Value]) -> Option<Value>;

/// Answers everything.
pub struct Adjudicate<'a>(Option<(Person<'a>, Host<'a>)>);

impl<'a> Adjudicate<'a> {
    /// A driver without choices, person and host.
    pub fn new(_: &'a Program, _: Mode, _: Dice) -> Self {
        Self(None)
    }

    /// With choices made beforehand.
    #[must_use]
    pub fn choices(self, _: Choices) -> Self {
        self
    }

    /// With somebody to ask.
    #[must_use]
    pub fn person(self, _: Person<'a>) -> Self {
        self
    }

    /// With somebody who answers functions.
    #[must_use]
    pub fn host(self, _: Host<'a>) -> Self {
        self
    }
}

impl Driver for Adjudicate<'_> {
    fn answer(&mut self, _: &Ask<'_>) -> Result<Answer, FaultKind> {
        Ok(Answer::Value(None))
    }
}
