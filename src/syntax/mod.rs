//! From text to a tree of what was written. Pest is named in `from_text/` only.

pub mod ast;
mod characters;
mod fixes;
mod from_text;
pub(crate) mod keywords;
pub mod limits;
mod mistakes;
mod precedence;
mod print;
mod recover;
pub(crate) mod tokens;

pub use mistakes::form_of;
pub use print::{print, print_cell, print_expression};

use crate::diagnostic::Diagnostics;
use crate::source::SourceId;
use limits::Fitness;

/// Reads a file. Always returns: with errors in the sink, the file holds what could be read.
pub fn parse(source: SourceId, text: &str, sink: &mut Diagnostics) -> ast::File {
    let fitness = limits::check(source, text, sink);
    if fitness == Fitness::Refused {
        return ast::File::default();
    }
    let items = match from_text::file(source, text, sink) {
        Ok(items) => items,
        Err(_) => recover::items(source, text, fitness == Fitness::Damaged, sink),
    };
    ast::File { items }
}

/// Reads one expression, as typed at a prompt.
pub fn parse_expression(source: SourceId, text: &str, sink: &mut Diagnostics) -> Option<ast::Expr> {
    if limits::check(source, text, sink) != Fitness::Sound {
        return None;
    }
    match from_text::expression(source, text, sink) {
        Ok(expression) => Some(expression),
        Err(stopped) => {
            sink.push(mistakes::explain(source, text, &(0..text.len()), stopped.at, &stopped.expected));
            None
        }
    }
}

#[cfg(test)]
mod tests;
