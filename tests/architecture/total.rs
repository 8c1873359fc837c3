//! Where a new variant of an enum must be decided about, no arm takes in whatever comes.

use crate::code;
use crate::none;

/// The heads of rooms in which wildcard arms over enums are denied.
const TOTAL: &[&str] = &[
    "src/semantics/mod.rs",
    "src/model/mod.rs",
    "src/ir/mod.rs",
    "src/machine/mod.rs",
    "src/drivers/mod.rs",
    "src/verdict/mod.rs",
    "src/engine.rs",
    "src/language_service/mod.rs",
];

/// The lint, without its room of `clippy::`.
const LINT: &str = "wildcard_enum_match_arm";

#[test]
fn stages_deny_wildcard_arms() {
    let files = code::files();
    let denies = |path: &str| files.iter().any(|file| file.path == path && denials(&file.text) == 1);
    let offences: Vec<String> =
        TOTAL.iter().filter(|path| !denies(path)).map(|path| format!("{path} does not deny {LINT}")).collect();
    none(&offences, "the compiler leads to every place that a new variant needs");
}

#[test]
fn no_stage_makes_an_exception() {
    let rooms: Vec<&str> = TOTAL.iter().map(|path| path.trim_end_matches("mod.rs").trim_end_matches(".rs")).collect();
    let files = code::files();
    let within = files.iter().filter(|file| rooms.iter().any(|room| file.path.starts_with(room)));
    let excepted = within.filter(|file| file.text.matches(LINT).count() > denials(&file.text));
    let offences: Vec<String> = excepted.map(|file| file.path.clone()).collect();
    none(&offences, "a new variant is decided about everywhere in these rooms");
}

/// How often a file denies the lint, on however many lines it does.
fn denials(text: &str) -> usize {
    let packed: String = text.split_whitespace().collect();
    packed.matches(&format!("#![deny(clippy::{LINT}")).count()
}
