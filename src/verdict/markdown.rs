//! Filled in later.
