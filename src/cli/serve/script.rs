//! A script that runs once, without a session.

use crate::engine::Seeds;
use crate::protocol::{Check, Playing, Run, Want};

/// A script that runs once, with what was answered until now. It is compiled each time it goes on: texts are small.
pub(super) struct Script {
    pub(super) what: Check,
    pub(super) playing: Playing,
    pub(super) want: Vec<Want>,
    pub(super) events: bool,
}

impl Script {
    /// A run that has not begun.
    pub(super) fn new(asked: Run, seeds: Seeds) -> Self {
        let (want, events) = (asked.want.clone(), asked.events);
        let (what, asked) = asked.into_parts();
        Self { what, playing: Playing::new(asked, seeds), want, events }
    }
}
