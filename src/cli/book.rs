//! The pages of the book, which are inside the program.

/// The pages: name and text.
pub(super) const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/topics.rs"));
