//! Names of a script that cannot be told apart by looking at them.

use std::collections::{BTreeMap, BTreeSet};

use super::encounter::Encounter;
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::source::Span;
use crate::syntax::tokens::{Token, Tokens};

impl Encounter {
    /// A remark on each word that looks like an earlier one and is written with other characters. Where one stood for the other there
    /// was an error before, so both are names.
    pub(super) fn names_alike(&self) -> Vec<Diagnostic> {
        if self.sources.iter().all(|(_, source)| source.text.is_ascii()) {
            return Vec::new();
        }
        let mut known: BTreeMap<String, (&str, Span)> = BTreeMap::new();
        let mut told: BTreeSet<&str> = BTreeSet::new();
        let mut found = Vec::new();
        for (id, source) in self.sources.iter() {
            for (token, place) in Tokens::of(&source.text) {
                let Token::Word(word) = token else { continue };
                let Some(looks) = nearest::looks(word) else { continue };
                let span = Span::new(id, place);
                let (first, at) = *known.entry(looks).or_insert((word, span));
                if first != word && told.insert(word) {
                    let message = format!("`{word}` looks the same as `{first}`, but is written with other characters");
                    let remark = Diagnostic::warning(codes::DUPLICATE_NAME, span, message);
                    found.push(
                        remark
                            .also(at, "the other one")
                            .help("give one of them a name that can be told from the other"),
                    );
                }
            }
        }
        found
    }
}
