//! From text to a tree of what was written. Pest is named only in `from_text/`.

// Whoever adds a variant to the tree is shown every match that has to know it. Rules of the grammar are too many to be listed
// in each match: `from_text/` tells of those it does not know.
#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

pub mod ast;
mod behind;
mod characters;
mod fixes;
mod format;
mod from_text;
mod functions;
pub(crate) mod keywords;
pub mod limits;
mod missing_words;
mod mistakes;
mod precedence;
mod print;
mod recover;
mod slips;
pub(crate) mod tokens;
mod word_order;

pub use format::format;
pub use mistakes::form_of;
pub use print::{
    print, print_cell, print_declaration, print_expression, print_field, print_item, print_question, print_statement,
};
pub use slips::{comparison_of, line_of, line_of_house, number_of};

use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::source::{SourceId, Span};
use from_text::Stopped;
use limits::Fitness;

/// Reads a file. Always returns: with errors in the sink, the file holds what could be read.
pub fn parse(source: SourceId, text: &str, sink: &mut Diagnostics) -> ast::File {
    let without = functions::without_functions(source, text, sink);
    let text = without.as_deref().unwrap_or(text);
    let fitness = limits::check(source, text, sink);
    if fitness == Fitness::Refused {
        return ast::File::default();
    }
    from_text::file(source, text, sink).unwrap_or_else(|_| {
        let items = recover::items(source, text, fitness == Fitness::Damaged, sink);
        ast::File { items, ..ast::File::default() }
    })
}

/// Reads one expression, as typed at a prompt.
pub fn parse_expression(source: SourceId, text: &str, sink: &mut Diagnostics) -> Option<ast::Expr> {
    let explain = |stopped: &Stopped| explain_alone(source, text, stopped);
    read_alone(source, text, sink, from_text::expression, explain)
}

/// Reads one question about odds: `P(X given Y)`, `E(X given Y)` or the like, or `X given Y`, each with or without its condition. It
/// stands for itself, so that no comment can follow it, and in it the word `given` belongs to no name.
pub fn parse_question(source: SourceId, text: &str, sink: &mut Diagnostics) -> Option<ast::Question> {
    if let Some(comment) = tokens::comments(text).first() {
        let place = Span::new(source, comment.clone());
        let finding = Diagnostic::error(codes::SYNTAX, place, "a comment is not allowed in a question");
        sink.push(finding.help("remove everything from `#` on"));
        return None;
    }
    let explain = |stopped: &Stopped| {
        let finding = explain_alone(source, text, stopped);
        let is_condition = text.get(stopped.at..).is_some_and(|rest| rest.starts_with("given"));
        if is_condition { finding.help("only one `given` is allowed: `P(A given B)`") } else { finding }
    };
    read_alone(source, text, sink, from_text::question, explain)
}

/// Reads a text that is no file.
fn read_alone<T>(
    source: SourceId,
    text: &str,
    sink: &mut Diagnostics,
    read: fn(SourceId, &str, &mut Diagnostics) -> Result<Option<T>, Stopped>,
    explain: impl Fn(&Stopped) -> Diagnostic,
) -> Option<T> {
    if limits::check(source, text, sink) != Fitness::Sound {
        return None;
    }
    read(source, text, sink).unwrap_or_else(|stopped| {
        sink.push(explain(&stopped));
        None
    })
}

fn explain_alone(source: SourceId, text: &str, stopped: &Stopped) -> Diagnostic {
    mistakes::explain(source, text, &(0..text.len()), stopped.at, &stopped.expected)
}

#[cfg(test)]
#[expect(clippy::wildcard_enum_match_arm, reason = "a test names what it expects, and refuses all else")]
mod tests;
