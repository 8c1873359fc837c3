//! How a finding is shown: as one line each, as JSON, or with the lines of the script.
//!
//! | for | call |
//! |---|---|
//! | all findings of a failure, for people | print the [`Failure`](crate::Failure) |
//! | one finding, a line each for its places and ways out | [`plain()`] |
//! | one finding for a program | [`json`], or [`as_data`] for the same in Rust |
//! | one finding with the lines of the script, for a terminal | `human`, with the feature `cli` |
//! | a message of the host's own | `found.code`, `found.message`, `found.help`, and places as below |
//!
//! ```
//! use assize::Engine;
//!
//! let failure = Engine::default().compile("night.asz", "note \"a knock\"\nset lamp = bright").unwrap_err();
//! for found in failure.diagnostics.iter() {
//!     // The first label is the place itself; the others are related places.
//!     for label in &found.labels {
//!         let place = failure.sources.place(label.span);
//!         assert_eq!((place.file.as_str(), place.line, place.column), ("night.asz", 2, 5));
//!         assert_eq!(failure.sources.slice(label.span), "lamp");
//!     }
//! }
//! ```
//!
//! Whatever a script contains, no control character except the line break leaves this module.

#[cfg(feature = "cli")]
mod human;
mod plain;

#[cfg(feature = "cli")]
pub use human::{human, human_within};
pub use plain::{JsonDiagnostic, JsonFix, JsonLabel, as_data, change, json, one_line, plain, title};

use super::{Diagnostic, Fix, clean};

/// More places than this are not shown for one finding.
const MOST_LABELS: usize = 8;

/// A message longer than this many characters is cut.
const MOST_WORDS: usize = 2_000;

/// What is said of one place, cut after so many characters.
const MOST_LABEL_WORDS: usize = 200;

/// The message, safe to show.
fn message(diagnostic: &Diagnostic) -> String {
    clean::short(&diagnostic.message, MOST_WORDS)
}

/// The way out, safe to show; line breaks become spaces.
fn help(diagnostic: &Diagnostic) -> Option<String> {
    diagnostic.help.as_ref().map(|help| clean::short(help, MOST_WORDS))
}

/// More changes than this are not shown for one finding.
const MOST_FIXES: usize = 8;

/// The changes that can be shown as they are: a replacement that is very long or holds what no text should is left out,
/// since it would be another one once it is safe to show.
fn fixes(diagnostic: &Diagnostic) -> impl Iterator<Item = &Fix> {
    let is_safe =
        |fix: &&Fix| fix.replacement.chars().count() <= MOST_WORDS && clean::lines(&fix.replacement) == fix.replacement;
    diagnostic.fixes.iter().filter(is_safe).take(MOST_FIXES)
}

/// What is said of one place, safe to show.
fn label_text(text: &str) -> String {
    clean::short(text, MOST_LABEL_WORDS)
}

/// The word for how grave a finding is.
fn severity(diagnostic: &Diagnostic) -> &'static str {
    if diagnostic.is_error() { "error" } else { "warning" }
}
