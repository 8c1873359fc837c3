//! From text to a tree of what was written. Pest is named in `from_text.rs` only.

pub mod ast;

use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::source::{SourceId, Span};

/// Stand-in: reads only `system`, `house` and `use` lines.
pub fn parse(source: SourceId, text: &str, sink: &mut Diagnostics) -> ast::File {
    let mut file = ast::File::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(source, start..start + line.trim_end().len());
        start += line.len();
        let words: Vec<&str> = line.split_whitespace().collect();
        let phrase = |words: &[&str]| ast::Phrase {
            words: words.iter().map(|w| ast::Word { text: (*w).to_owned(), span }).collect(),
        };
        let name = |words: &[&str]| match words.first() {
            Some(w) if w.starts_with('"') => {
                ast::HouseName::Quoted(ast::Text { text: words.join(" ").trim_matches('"').to_owned(), span })
            }
            _ => ast::HouseName::Bare(phrase(words)),
        };
        let kind = match words.as_slice() {
            [] => continue,
            [first, ..] if first.starts_with('#') => continue,
            ["system", rest @ ..] => ast::ItemKind::System { name: phrase(rest), title: None },
            ["house", rest @ ..] => {
                let at = rest.iter().position(|w| *w == "extends").unwrap_or(rest.len());
                let extends = phrase(rest.get(at + 1..).unwrap_or(&[]));
                ast::ItemKind::House { name: name(&rest[..at]), extends, title: None }
            }
            ["use", "house", rest @ ..] => ast::ItemKind::Use { house: true, what: name(rest) },
            ["use", rest @ ..] => ast::ItemKind::Use { house: false, what: name(rest) },
            ["broken", ..] => {
                sink.push(Diagnostic::error(codes::SYNTAX, span, "this is broken"));
                continue;
            }
            rest => ast::ItemKind::Statement(ast::Statement {
                span,
                kind: ast::StatementKind::Mode(ast::Word { text: rest.join(" "), span }),
            }),
        };
        file.items.push(ast::Item { span, kind });
    }
    file
}
