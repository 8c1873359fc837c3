//! What an editor asks of a script: which names there are, and which words may stand at a place. The prompt, an editor and
//! a web page ask the same questions; how the answers are shown is theirs.

mod completion;
mod symbols;

pub use symbols::{Part, Takes, Term, Vocabulary, Word};
