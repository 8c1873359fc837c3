//! Assize: a small language for adjudicating actions in tabletop role-playing games.
//!
//! `text → syntax → model → ir → machine ⇄ answer → verdict`; see `docs/architecture.md`.

pub mod source;
pub mod diagnostic;
pub mod syntax;
pub mod meaning;
pub mod model;
pub mod ir;
pub mod machine;
pub mod answer;
pub mod verdict;
pub mod engine;
#[cfg(feature = "cli")]
pub mod cli;
