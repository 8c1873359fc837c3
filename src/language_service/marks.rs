//! What each word of a text is, for its colour: a name is coloured by what it stands for, and not by how it looks.

use std::ops::Range;

use super::document::Document;
use super::outline::SymbolKind;
use super::vocabulary::Sort;
use crate::source::SourceKind;
use crate::syntax::keywords::is_keyword;
use crate::syntax::tokens::{Token, Tokens, comments};

/// A stretch of text on one line, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark {
    /// Where it stands in the text in hand.
    pub range: Range<usize>,
    /// What it is.
    pub kind: MarkKind,
}

/// What a stretch of text is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MarkKind {
    /// A word of the language.
    Keyword,
    /// A number, or dice such as `2d6`.
    Number,
    /// A text in quotes.
    Text,
    /// A comment.
    Comment,
    /// An operator.
    Sign,
    /// A word of a name.
    Name {
        /// What the name stands for.
        kind: SymbolKind,
        /// Whether it is given here.
        is_given: bool,
        /// Whether what it stands for comes with the program.
        is_shipped: bool,
    },
}

impl MarkKind {
    /// The sort of token it is, by the names that editors have for them.
    ///
    /// ```
    /// use assize::engine::Engine;
    /// use assize::language_service::Document;
    ///
    /// let document = Document::open(&Engine::default(), "night.asz", "roll dice : 2d6");
    /// let sorts: Vec<&str> = document.marks().iter().map(|mark| mark.kind.sort()).collect();
    /// assert_eq!(sorts[0], "keyword");
    /// ```
    pub fn sort(&self) -> &'static str {
        match self {
            MarkKind::Keyword => "keyword",
            MarkKind::Number => "number",
            MarkKind::Text => "string",
            MarkKind::Comment => "comment",
            MarkKind::Sign => "operator",
            MarkKind::Name { kind, .. } => of_name(kind),
        }
    }
}

fn of_name(kind: &SymbolKind) -> &'static str {
    match kind {
        SymbolKind::Sort(sort) => match sort {
            Sort::Scale | Sort::Ladder | Sort::Table | Sort::Deck => "enum",
            Sort::Kind => "class",
            Sort::Plan | Sort::Item(_) => "struct",
            Sort::Period => "namespace",
            Sort::Rule | Sort::Dice => "function",
            Sort::Procedure => "method",
            Sort::Thing(_) => "variable",
            Sort::Done(_) => "event",
        },
        SymbolKind::Role(_) | SymbolKind::Value | SymbolKind::Variable | SymbolKind::Own => "variable",
        SymbolKind::Level => "enumMember",
        SymbolKind::Group | SymbolKind::Item => "struct",
        SymbolKind::Function => "function",
        SymbolKind::Modifier | SymbolKind::Choice | SymbolKind::Column | SymbolKind::Field | SymbolKind::Step => {
            "property"
        }
    }
}

impl Document {
    /// What stands in the text in hand, in its order. A word of which nothing is known has no mark.
    ///
    /// ```
    /// use assize::engine::{Engine, Shelf};
    /// use assize::language_service::{Document, MarkKind};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "system lamps\nkind person { oil : 0..9 = 3 \"what is left\" }");
    /// # let engine = Engine::with(shelf);
    /// let text = "use lamps # here\nperson ada";
    /// let document = Document::open(&engine, "night.asz", text);
    /// let marks: Vec<&str> = document.marks().iter().map(|mark| &text[mark.range.clone()]).collect();
    /// assert_eq!(marks, ["use", "# here", "person", "ada"]);
    /// assert!(matches!(document.marks()[3].kind, MarkKind::Name { is_given: true, .. }));
    /// ```
    pub fn marks(&self) -> Vec<Mark> {
        let text = self.text();
        let names = self.names();
        let mut found: Vec<Mark> =
            comments(text).into_iter().map(|range| Mark { range, kind: MarkKind::Comment }).collect();
        let mut before: Option<Range<usize>> = None;
        for (token, range) in Tokens::of(text) {
            let kind = match token {
                Token::Number | Token::Word(_) if is_behind_number(&token, before.as_ref(), &range) => {
                    Some(MarkKind::Number)
                }
                Token::Number => Some(MarkKind::Number),
                Token::Word(word) => {
                    name_at(&names, &range).cloned().or_else(|| is_keyword(word).then_some(MarkKind::Keyword))
                }
                Token::Text(_) => Some(MarkKind::Text),
                Token::Sign(_) => Some(MarkKind::Sign),
                Token::Open(_)
                | Token::Close(_)
                | Token::Comma
                | Token::Bar
                | Token::Dot
                | Token::LineEnd
                | Token::Other(_) => None,
            };
            before = matches!(kind, Some(MarkKind::Number)).then(|| range.clone());
            found.extend(kind.map(|kind| Mark { range, kind }));
        }
        found.sort_by_key(|mark| mark.range.start);
        found
    }

    /// The names in the text in hand with their places, in their order.
    fn names(&self) -> Vec<(Range<usize>, MarkKind)> {
        let mut names = Vec::new();
        for definition in self.definitions() {
            let source = self.sources().get(definition.span.source);
            let is_shipped = source.is_some_and(|source| source.kind == SourceKind::Shipped);
            let places = [(definition.span, true)].into_iter();
            for (span, is_given) in places.chain(definition.uses.iter().map(|span| (*span, false))) {
                if span.source == self.source() {
                    let kind = MarkKind::Name { kind: definition.kind.clone(), is_given, is_shipped };
                    names.push((span.range(), kind));
                }
            }
        }
        names.sort_by_key(|(range, _)| (range.start, range.end));
        names
    }
}

/// Whether a word belongs to the number right before it: `d6` of `2d6`.
fn is_behind_number(token: &Token<'_>, before: Option<&Range<usize>>, range: &Range<usize>) -> bool {
    matches!(token, Token::Word(_)) && before.is_some_and(|before| before.end == range.start)
}

/// The name to which a word belongs.
fn name_at<'n>(names: &'n [(Range<usize>, MarkKind)], word: &Range<usize>) -> Option<&'n MarkKind> {
    let after = names.partition_point(|(range, _)| range.start <= word.start);
    // A use is told before the place where something else is given that has the same words.
    let holding = names[..after].iter().rev().take(MOST_AT_ONE_PLACE).filter(|(range, _)| word.end <= range.end);
    let shortest = holding.min_by_key(|(range, kind)| {
        let is_given = matches!(kind, MarkKind::Name { is_given: true, .. });
        (range.len(), is_given)
    });
    shortest.map(|(_, kind)| kind)
}

/// So many names lie over each other at most: a name, and what it stands in.
const MOST_AT_ONE_PLACE: usize = 8;
