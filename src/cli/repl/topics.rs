//! The pages of the book that `:help` shows.

/// The pages of the book: name and text.
pub(super) const TOPICS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/topics.rs"));
