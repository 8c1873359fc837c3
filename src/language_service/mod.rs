//! What an editor asks of a script: which names there are, and which words may stand at a place. The prompt, an editor and
//! a web page ask the same questions; how the answers are shown is theirs.

mod completion;
mod from_model;
mod place;
mod vocabulary;

pub use vocabulary::{Part, Sort, Takes, Term, Vocabulary, Word, WordKind};
