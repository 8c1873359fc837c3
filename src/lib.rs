//! Assize: a small language for adjudicating actions in tabletop role-playing games.
//!
//! `text → syntax → model → ir → machine ⇄ answer → verdict`; see `docs/architecture.md`.

pub mod answer;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagnostic;
pub mod engine;
#[cfg(feature = "rhai")]
pub mod hook_rhai;
pub mod ir;
pub mod journal;
pub mod machine;
pub mod meaning;
pub mod model;
pub mod session;
pub mod source;
pub mod syntax;
pub mod verdict;
