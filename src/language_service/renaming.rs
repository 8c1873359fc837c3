//! Another name for something, wherever it is spoken of.

use super::document::Document;
use super::references::Definition;
use crate::source::{SourceKind, Span};
use crate::syntax::keywords;
use crate::syntax::tokens::{Token, Tokens};

impl Document {
    /// The name at a byte of the text in hand that can be changed, and where it stands there.
    ///
    /// # Errors
    /// In words, when there is no name, or none that can be changed: what comes with the program stays as it is.
    pub fn renamed(&self, offset: usize) -> Result<(&Definition, Span), String> {
        let place = Span::new(self.source(), offset..offset);
        let found = self.definition(offset).and_then(|definition| {
            let mut places = definition.uses.iter().chain([&definition.span]);
            Some((definition, *places.find(|span| span.contains(place))?))
        });
        let (definition, span) = found.ok_or("there is no name here to change")?;
        let name = &definition.name;
        let source = self.sources().get(definition.span.source);
        if let Some(source) = source.filter(|source| source.kind == SourceKind::Shipped) {
            return Err(format!(
                "`{name}` belongs to `{}`, which comes with the program and cannot be changed",
                source.name
            ));
        }
        let own = one_blank_between(name.rsplit('.').next().unwrap_or(name));
        let is_written = |span: &&Span| one_blank_between(self.sources().slice(**span)) == own;
        if !definition.uses.iter().chain([&definition.span]).all(|span| is_written(&span)) {
            return Err(format!("`{name}` is also written in other ways, so it cannot be changed everywhere"));
        }
        Ok((definition, span))
    }

    /// Whether something could be called so.
    ///
    /// # Errors
    /// In words, when it cannot.
    pub fn may_be_called(&self, name: &str) -> Result<(), String> {
        let words: Option<Vec<&str>> =
            Tokens::of(name).map(|(token, _)| if let Token::Word(word) = token { Some(word) } else { None }).collect();
        let Some(words) = words.filter(|words| !words.is_empty() && words.join(" ") == name) else {
            return Err(format!("`{name}` is not a name: write one or more words, with a space between them"));
        };
        if let Some(word) = words.iter().find(|word| keywords::joins(word)) {
            return Err(format!("`{word}` is a word of the language and cannot be part of a name"));
        }
        if words.len() == 1 && keywords::is_keyword(name) {
            return Err(format!("`{name}` is a word of the language"));
        }
        match self.vocabulary().find(name) {
            Some(term) => Err(format!("there is already a {} called `{name}`", term.sort)),
            None => Ok(()),
        }
    }
}

fn one_blank_between(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}
