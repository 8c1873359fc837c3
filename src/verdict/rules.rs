//! Which rule of its rulebook a line of a shipped system implements.

use crate::source::Place;

/// A rule of the rulebook behind a shipped system, a reading of what the rulebook leaves open, or a worked example of it.
pub struct Rule {
    /// The system, such as `duel`.
    pub system: &'static str,
    /// The ID, such as `DU-003`; IDs of readings begin with `A` in every system.
    pub id: &'static str,
    /// The heading under which the rulebook says it.
    pub heading: &'static str,
    /// What it says; of a reading, first what the rulebook leaves open.
    pub says: &'static [&'static str],
    /// Who or what keeps it, in words, if no line of a script does; of an example, the tests that play it.
    pub kept: &'static str,
    /// Whether it is a worked example, such as `DU-W01`, which tests play and no line holds.
    pub example: bool,
    /// The lines that hold it, each with its script and its number from 1: the system's, then those of house rules that extend
    /// it. A rule that is kept by people has none.
    pub holding: &'static [(&'static str, usize)],
    /// All lines that name it.
    lines: &'static [(&'static str, usize)],
}

/// The rules of all shipped systems, system by system, in the order of their key pages.
pub const ALL: &[Rule] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The rules that a line of a shipped script holds.
///
/// ```
/// use assize::source::Place;
/// use assize::verdict::rules;
///
/// let rule = rules::ALL.iter().find(|rule| !rule.holding.is_empty()).expect("some line holds a rule");
/// let (script, line) = rule.holding[0];
/// let place = Place { file: script.into(), line: u32::try_from(line).expect("it is short"), column: 1 };
/// assert!(rules::held_at(&place).any(|held| held.id == rule.id));
/// ```
pub fn held_at(place: &Place) -> impl Iterator<Item = &'static Rule> {
    let is_here = |(script, line): &(&str, usize)| place.file == *script && place.line as usize == *line;
    ALL.iter().filter(move |rule| rule.holding.iter().any(is_here))
}

/// The rules that a line of a shipped script names or holds: those whose IDs stand beside it in reasons.
pub fn named_at(place: &Place) -> impl Iterator<Item = &'static Rule> {
    let is_here = |(script, line): &(&str, usize)| place.file == *script && place.line as usize == *line;
    ALL.iter().filter(move |rule| rule.lines.iter().any(is_here))
}

/// The IDs of the rules that a line holds.
pub(super) fn at(place: &Place) -> impl Iterator<Item = &'static str> {
    named_at(place).map(|rule| rule.id)
}

/// Whether a comment names a rule.
pub fn names(comment: &str, id: &str) -> bool {
    comment.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).any(|word| word == id)
}
