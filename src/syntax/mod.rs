//! From text to a tree of what was written. Pest is named in `from_text.rs` only.

pub mod ast;
