//! The plan of the house, kept: what a room may know, what is named in one place only, which words belong to games,
//! and how long a function may grow.

mod calls;
mod chance;
mod circles;
mod code;
mod edges;
mod layers;
mod page;
mod rooms;
mod shared;
mod sizes;
mod total;
mod uses;
mod wording;
mod words;

/// Fails with all offences at once, one a line.
fn none(offences: &[String], rule: &str) {
    assert!(offences.is_empty(), "{rule}:\n{}", offences.join("\n"));
}
