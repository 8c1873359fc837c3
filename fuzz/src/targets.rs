//! What reads the texts of others, and what must hold of it whatever it reads.

mod checks;
mod functions;
mod journals;
mod messages;
mod programs;
mod questions;
mod scripts;

use crate::Chance;
use crate::corpus::Corpus;

/// Something that reads the texts of others.
pub trait Target: Sync {
    /// Its name, as asked for.
    fn name(&self) -> &'static str;

    /// What its inputs begin with.
    fn seeds(&self, corpus: &Corpus) -> Vec<String>;

    /// An input, changed.
    fn changed(&self, corpus: &Corpus, input: &str, chance: &mut Chance) -> String;

    /// Reads an input, and says what does not hold of it, a line each. A panic is told by whoever calls.
    fn run(&self, corpus: &Corpus, input: &str) -> Vec<String>;
}

/// Every target.
pub const ALL: [&dyn Target; 6] = [
    &scripts::Scripts,
    &questions::Questions,
    &programs::Programs,
    &journals::Journals,
    &messages::Messages,
    &functions::Texts,
];

/// The target of this name.
///
/// ```
/// assert!(assize_fuzz::targets::named("scripts").is_some());
/// assert!(assize_fuzz::targets::named("dreams").is_none());
/// ```
pub fn named(name: &str) -> Option<&'static dyn Target> {
    ALL.into_iter().find(|target| target.name() == name)
}
