//! For whom the words of a scene are, apart from what its rules keep on the way: that does not stand in them.

use super::encounter::Encounter;
use crate::model::System;
use crate::semantics::visibility::Visibility;
use crate::syntax::keywords::KEEPING;
use crate::syntax::tokens::{Token, Tokens};

impl Encounter {
    /// The strictest visibility of anything that is written in the scene.
    pub(crate) fn most_kept_in_words(&self) -> Visibility {
        let mut texts = self.sources().iter().filter(|(id, _)| !id.is_of_system());
        let keeps = texts.any(|(_, source)| keeps(&source.text)) || keeps_blanks(self.system());
        if keeps { self.most_kept() } else { self.most_kept_modifier() }
    }
}

/// Whether a text keeps a line, a value or a modifier from somebody.
fn keeps(text: &str) -> bool {
    Tokens::of(text).any(|(token, _)| matches!(token, Token::Word(word) if KEEPING.contains(&word)))
}

/// Whether blanks that scenes fill are kept by their rules, whatever a scene writes.
fn keeps_blanks(system: &System) -> bool {
    system.procedures.iter().any(|procedure| procedure.locals.iter().any(|local| local.secret))
}
