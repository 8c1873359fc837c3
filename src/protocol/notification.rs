//! Messages of the server that need no answer.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::Findings;
use super::id::Id;
use super::results::Odd;
use crate::verdict::{Audience, Event, Happened, Verdict};

/// What is said to the client without a response, with the name of the method and its fields as they stand in a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "method", content = "params")]
pub enum ServerNotification {
    /// Something has happened in a request that asks for `events`. If the request is refused in the end, it has not.
    #[serde(rename = "event")]
    Event(Box<EventTold>),
    /// So far the odds have come of a request that asks for `progress`.
    #[serde(rename = "progress")]
    Progress(ProgressTold),
    /// Something that was said to the server comes to nothing, and has no response: a notification that is not understood,
    /// or the answer to a question that is not asked.
    #[serde(rename = "remark")]
    Remark(Findings),
}

/// The fields of `event`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventTold {
    /// The id of the request.
    pub request: Id,
    /// What has happened, as those may know it for whom the result is. The lists `reads` are empty but for the log: which of
    /// those names are secret is known in the end only.
    pub event: Happened,
}

/// The fields of `progress`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProgressTold {
    /// The id of the request.
    pub request: Id,
    /// So many situations were come upon until now, over all questions. How many there are is known in the end only.
    pub situations: usize,
    /// What is known by now of each answer: between which numbers it lies. Nothing in the first tenths of a second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chances: Vec<Odd>,
}

/// What this audience may learn of an event while nothing is known of what comes after it.
pub fn seen_alone(happened: &Happened, audience: Audience) -> Option<Happened> {
    let alone = Verdict { events: vec![happened.clone()], ..Verdict::default() };
    let mut seen = alone.seen_by(audience).events.pop()?;
    if audience != Audience::Log {
        forget_names(&mut seen.event);
    }
    Some(seen)
}

/// Empties the lists of names of what something was computed from: what they name may turn out to be hidden later.
fn forget_names(event: &mut Event) {
    match event {
        Event::Sum { rows, .. } => rows.iter_mut().for_each(|row| row.reads = Arc::default()),
        Event::Order { turns } => turns.iter_mut().for_each(|turn| turn.reads = Arc::default()),
        Event::Computed { reads, .. }
        | Event::Totalled { reads, .. }
        | Event::Resolved { reads, .. }
        | Event::Changed { reads, .. } => *reads = Arc::default(),
        Event::Begin { .. }
        | Event::End { .. }
        | Event::Step { .. }
        | Event::Period { .. }
        | Event::Rolled { .. }
        | Event::Drawn { .. }
        | Event::Chosen { .. }
        | Event::Cut { .. }
        | Event::Meaning { .. }
        | Event::Stop { .. }
        | Event::Said { .. }
        | Event::House { .. }
        | Event::Signal { .. }
        | Event::Note { .. }
        | Event::Reveal { .. } => {}
    }
}
