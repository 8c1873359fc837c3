//! The call in which somebody is typing: what is called, what it takes, and which of that comes next.

use std::ops::Range;

use super::document::Document;
use super::from_model;
use super::outline::SymbolKind;
use super::vocabulary::Sort;
use crate::syntax::tokens::{Token, Tokens};

/// A call that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Call {
    /// How it is written: `max(a, b)`.
    pub label: String,
    /// What it comes to, for people; may be empty.
    pub meaning: String,
    /// Where each parameter stands in the label.
    pub parameters: Vec<Range<usize>>,
    /// Which of them is being written, from 0; there may be fewer.
    pub at: usize,
}

impl Document {
    /// The call in which a byte of the text in hand lies.
    ///
    /// ```
    /// use assize::engine::Engine;
    /// use assize::language_service::Document;
    ///
    /// let text = "system sums\nrule both(one : number, other : number) = one + other\nrule more() = both(1, ";
    /// let call = Document::open(&Engine::default(), "sums.asz", text).call(text.len()).expect("it is known");
    /// assert_eq!(call.label, "both(one : number, other : number)");
    /// assert_eq!((&call.label[call.parameters[1].clone()], call.at), ("other : number", 1));
    /// ```
    pub fn call(&self, offset: usize) -> Option<Call> {
        let (name, at) = called(self.before(offset))?;
        let (label, meaning) = self.signature(&name)?;
        let parameters = parameters(&label);
        Some(Call { label, meaning, parameters, at })
    }

    /// How something is called, and what it comes to.
    fn signature(&self, name: &str) -> Option<(String, String)> {
        let ends =
            |known: &str| name.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', '.']));
        let is_called = |kind: &SymbolKind| match kind {
            SymbolKind::Sort(sort) => matches!(sort, Sort::Rule | Sort::Table | Sort::Dice),
            SymbolKind::Function => true,
            SymbolKind::Modifier
            | SymbolKind::Own
            | SymbolKind::Role(_)
            | SymbolKind::Choice
            | SymbolKind::Level
            | SymbolKind::Column
            | SymbolKind::Field
            | SymbolKind::Group
            | SymbolKind::Step
            | SymbolKind::Value
            | SymbolKind::Variable
            | SymbolKind::Item => false,
        };
        let known = self.definitions().iter().filter(|one| is_called(&one.kind) && ends(&one.name));
        if let Some(known) = known.max_by_key(|known| known.name.len()) {
            let text = &self.sources().get(known.span.source)?.text;
            let label = up_to_bracket(text.get(known.span.range().start..)?)?;
            let meaning = self.vocabulary().find(&known.name).map(|term| term.meaning.clone()).unwrap_or_default();
            return Some((label, meaning));
        }
        from_model::calls()
            .find(|(word, _, _)| ends(word))
            .map(|(_, call, meaning)| (call.to_owned(), meaning.to_owned()))
    }
}

/// What is called by the last bracket before the end that is still open, and how many commas stand behind it.
fn called(before: &str) -> Option<(String, usize)> {
    let (mut words, mut open) = (Vec::new(), Vec::new());
    for (token, _) in Tokens::of(before) {
        match token {
            Token::Word(word) => words.push(word),
            Token::Open('(') => open.push(Some((std::mem::take(&mut words).join(" "), 0))),
            Token::Open(_) => open.push(None),
            Token::Close(_) => {
                open.pop();
                words.clear();
            }
            Token::Comma => {
                words.clear();
                if let Some(Some((_, commas))) = open.last_mut() {
                    *commas += 1;
                }
            }
            Token::Number
            | Token::Text(_)
            | Token::Sign(_)
            | Token::Bar
            | Token::Dot
            | Token::LineEnd
            | Token::Other(_) => words.clear(),
        }
    }
    open.pop()?.filter(|(name, _)| !name.is_empty())
}

/// The text up to the bracket that closes the first one that opens, on one line.
fn up_to_bracket(text: &str) -> Option<String> {
    let mut depth = 0;
    for (token, range) in Tokens::of(text) {
        match token {
            Token::Open('(') => depth += 1,
            Token::Close(')') if depth == 1 => return text.get(..range.end).map(str::to_owned),
            Token::Close(')') => depth -= 1,
            Token::LineEnd | Token::Open(_) | Token::Close(_) => return None,
            Token::Word(_)
            | Token::Number
            | Token::Text(_)
            | Token::Sign(_)
            | Token::Comma
            | Token::Bar
            | Token::Dot
            | Token::Other(_) => {}
        }
    }
    None
}

/// Where the parameters stand in a call.
fn parameters(label: &str) -> Vec<Range<usize>> {
    let Some((open, close)) = label.find('(').zip(label.rfind(')')) else { return Vec::new() };
    let (mut found, mut at) = (Vec::new(), open + 1);
    for part in label.get(at..close).unwrap_or_default().split(',') {
        let start = at + part.len() - part.trim_start().len();
        let range = start..start + part.trim().len();
        at += part.len() + 1;
        if !range.is_empty() {
            found.push(range);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{called, parameters, up_to_bracket};

    #[test]
    fn the_innermost_open_bracket_counts() {
        assert_eq!(called("let a = max(1, min(2, 3), "), Some(("max".to_owned(), 2)));
        assert_eq!(called("let a = max(1, min(2, "), Some(("min".to_owned(), 1)));
        assert_eq!(called("let a = (1 + "), None, "a bracket that calls nothing");
        assert_eq!(called("let a = max(1)"), None);
        assert_eq!(called("kind person { oil"), None);
    }

    #[test]
    fn parameters_are_found_in_a_label() {
        let label = "both(one : number, other)";
        let found: Vec<&str> = parameters(label).into_iter().map(|range| &label[range]).collect();
        assert_eq!(found, ["one : number", "other"]);
        assert!(parameters("none()").is_empty() && parameters("nothing").is_empty());
    }

    #[test]
    fn a_declaration_ends_with_its_bracket() {
        assert_eq!(up_to_bracket("both(a, b) = max(a, b)").as_deref(), Some("both(a, b)"));
        assert_eq!(up_to_bracket("light\n(a)"), None);
    }
}
