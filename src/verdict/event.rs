//! Properties that every event has, answered for each of them by name.

use super::{Event, How, Shown};

/// Whether a function of this name was called in an expression, and not at a point.
pub(super) fn in_expression(name: &str) -> bool {
    name.starts_with("house.") || name.starts_with("host.")
}

impl Event {
    /// The path of the procedure that begins.
    pub fn begun(&self) -> Option<&str> {
        if let Event::Begin { path, .. } = self { Some(path) } else { None }
    }

    /// Of what it tells: its sort, as a number, and the path or the name.
    pub(crate) fn tells_of(&self) -> (u8, &str) {
        match self {
            Event::Begin { path, .. } => (0, path),
            Event::End { path } => (1, path),
            Event::Step { name, .. } => (2, name),
            Event::Period { name, begins: true } => (3, name),
            Event::Period { name, begins: false } => (4, name),
            Event::Sum { total, .. } => (5, &total.name),
            Event::Computed { value, .. } => (6, &value.name),
            Event::Rolled { path, .. } => (7, path),
            Event::Resolved { result, .. } => (8, &result.name),
            Event::Drawn { path, .. } => (9, path),
            Event::Chosen { choice, .. } => (10, &choice.name),
            Event::Cut { path, .. } => (11, path),
            Event::Meaning { path, .. } => (12, path),
            Event::Changed { path, .. } => (13, path),
            Event::Stop { path, .. } => (14, path),
            Event::Said { path, .. } => (15, path),
            Event::House { path, .. } => (16, path),
            Event::Signal { name, .. } => (17, name),
            Event::Note { .. } => (18, ""),
            Event::Reveal { what, .. } => (19, what),
            Event::Order { .. } => (20, ""),
            Event::Totalled { total, .. } => (21, &total.name),
        }
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
            | Event::Order { .. }
            | Event::Sum { .. }
            | Event::Computed { .. }
            | Event::Totalled { .. }
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
            | Event::Order { .. }
            | Event::Sum { .. }
            | Event::Rolled { .. }
            | Event::Totalled { .. }
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
            Event::Sum { total, .. } | Event::Totalled { total, .. } => Some(&total.name),
            Event::Computed { value, .. } => Some(&value.name),
            Event::Resolved { result, .. } => Some(&result.name),
            Event::Chosen { choice, .. } => Some(&choice.name),
            Event::Rolled { path, .. }
            | Event::Drawn { path, .. }
            | Event::Cut { path, .. }
            | Event::Changed { path, .. } => Some(path),
            // At a point it tells of what stands there; in an expression it has a value of its own.
            Event::House { name, .. } => in_expression(name).then_some(name),
            Event::Begin { .. }
            | Event::End { .. }
            | Event::Step { .. }
            | Event::Period { .. }
            | Event::Order { .. }
            | Event::Meaning { .. }
            | Event::Stop { .. }
            | Event::Said { .. }
            | Event::Signal { .. }
            | Event::Note { .. }
            | Event::Reveal { .. } => None,
        }
    }
}
