//! Where a die is rolled or a card is drawn.

use std::collections::BTreeMap;

use crate::shared_text::SharedText;

/// Where a roll or a draw takes place. With its place in the roll, it is the address of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DieAddress<'a> {
    /// The entry of a session, from 1; 0 outside of a session.
    pub entry: u64,
    /// The path it is made for, such as `lift.height`.
    pub path: &'a str,
    /// Whose dice or cards they are: the name of whoever acts, empty when nobody does.
    pub by: &'a str,
    /// How often they were asked for under this path before, in the same entry or run.
    pub time: u64,
}

/// Counts how often something was asked for under a path, for each person by themselves.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    /// By path and person.
    times: BTreeMap<(SharedText, SharedText), u64>,
}

impl Repeats {
    /// How often it was asked for before; from now on it is once more.
    pub fn next(&mut self, path: &str, by: &str) -> u64 {
        let times = self.times.entry((path.into(), by.into())).or_default();
        *times += 1;
        *times - 1
    }
}
