//! What is asked of every event, answered for each of them by name.

use super::{Event, How, Shown};

impl Event {
    /// The path of the procedure that begins.
    pub fn begun(&self) -> Option<&str> {
        if let Event::Begin { path, .. } = self { Some(path) } else { None }
    }

    /// Whether the program's own dice or cards made it.
    pub fn by_chance(&self) -> bool {
        matches!(self.how(), Some(How::Random | How::Redrawn))
    }

    /// How dice, cards, a ladder or a choice were answered. A ladder was rolled by whatever its roll tells.
    fn how(&self) -> Option<How> {
        match self {
            Event::Rolled { how, .. } | Event::Drawn { how, .. } | Event::Chosen { how, .. } => Some(*how),
            Event::Begin { .. }
            | Event::End { .. }
            | Event::Step { .. }
            | Event::Period { .. }
            | Event::Sum { .. }
            | Event::Computed { .. }
            | Event::Resolved { .. }
            | Event::Cut { .. }
            | Event::Meaning { .. }
            | Event::Changed { .. }
            | Event::Stop { .. }
            | Event::Said { .. }
            | Event::House { .. }
            | Event::Signal { .. }
            | Event::Note { .. }
            | Event::Reveal { .. } => None,
        }
    }

    /// What came out in the end: the level of a ladder, or what was decided.
    pub(super) fn conclusion(&self) -> Option<&Shown> {
        match self {
            Event::Resolved { result, .. } => Some(result),
            Event::Computed { value, decided: true, .. } => Some(value),
            Event::Computed { decided: false, .. }
            | Event::Begin { .. }
            | Event::End { .. }
            | Event::Step { .. }
            | Event::Period { .. }
            | Event::Sum { .. }
            | Event::Rolled { .. }
            | Event::Drawn { .. }
            | Event::Chosen { .. }
            | Event::Cut { .. }
            | Event::Meaning { .. }
            | Event::Changed { .. }
            | Event::Stop { .. }
            | Event::Said { .. }
            | Event::House { .. }
            | Event::Signal { .. }
            | Event::Note { .. }
            | Event::Reveal { .. } => None,
        }
    }

    /// The name it tells the value of.
    pub(super) fn subject(&self) -> Option<&str> {
        match self {
            Event::Sum { total, .. } => Some(&total.name),
            Event::Computed { value, .. } => Some(&value.name),
            Event::Resolved { result, .. } => Some(&result.name),
            Event::Chosen { choice, .. } => Some(&choice.name),
            Event::Rolled { path, .. }
            | Event::Drawn { path, .. }
            | Event::Cut { path, .. }
            | Event::Changed { path, .. } => Some(path),
            // At a point it tells of what stands there; in an expression it has a value of its own.
            Event::House { name, .. } => name.starts_with("house.").then_some(name),
            Event::Begin { .. }
            | Event::End { .. }
            | Event::Step { .. }
            | Event::Period { .. }
            | Event::Meaning { .. }
            | Event::Stop { .. }
            | Event::Said { .. }
            | Event::Signal { .. }
            | Event::Note { .. }
            | Event::Reveal { .. } => None,
        }
    }
}
