//! Whether the words of a scene keep something from somebody, apart from what its rules keep on the way: that does not stand in them.

use crate::model::System;
use crate::source::SourceMap;
use crate::syntax::keywords::KEEPING;
use crate::syntax::tokens::{Token, Tokens};

/// Whether a text of a scene keeps a line or a value, or its rules keep a blank that scenes fill.
pub(super) fn are_kept(sources: &SourceMap, system: &System) -> bool {
    let mut texts = sources.iter().filter(|(id, _)| !id.is_of_system());
    texts.any(|(_, source)| keeps(&source.text)) || keeps_blanks(system)
}

fn keeps(text: &str) -> bool {
    Tokens::of(text).any(|(token, _)| matches!(token, Token::Word(word) if KEEPING.contains(&word)))
}

fn keeps_blanks(system: &System) -> bool {
    system.procedures.iter().any(|procedure| procedure.locals.iter().any(|local| local.secret))
}
