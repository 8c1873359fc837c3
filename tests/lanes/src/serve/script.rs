//! Nothing is compiled here.

/// A script that runs once.
pub(super) struct Script;
