//! From text to the tree, by the grammar in `grammar/assize.pest`. Only this folder knows the parser generator.
//!
//! Each function reads one rule of the grammar, or the parts that a rule begins with, and takes every part by the name of
//! its rule. A part that is missing, or that nothing takes, is an internal error and is reported as one: no text may
//! become anything other than what was written.

mod around;
mod declarations;
mod expectations;
mod expected;
mod expressions;
mod holes;
mod leaves;
mod parts;
mod questions;
mod reader;
mod seams;
mod statements;

pub use parts::Stopped;
pub use seams::{LineSort, Seams, seams};

use super::ast::{Expr, File, Item, Question};
use crate::diagnostic::Diagnostics;
use crate::source::SourceId;
use parts::{Rule, parse};
use reader::Reader;

/// A piece of a file that can be read by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    Item,
    Step,
    SceneLine,
    Expectation,
    Field,
    PlanLine,
    Row,
    SumRow,
    DecideRow,
    Option,
    DeckField,
    Bracket,
}

/// Reads a whole file.
pub fn file(source: SourceId, text: &str, sink: &mut Diagnostics) -> Result<File, Stopped> {
    let parts = parse(Rule::file, text)?;
    Ok(Reader::new(source, text, 0, sink).file(parts))
}

/// Reads one item that begins at byte `base` of its file.
pub fn item(source: SourceId, text: &str, base: usize, sink: &mut Diagnostics) -> Result<Vec<Item>, Stopped> {
    let parts = parse(Rule::one_item, text)?;
    Ok(Reader::new(source, text, base, sink).file(parts).items)
}

/// Reads a single expression.
pub fn expression(source: SourceId, text: &str, sink: &mut Diagnostics) -> Result<Option<Expr>, Stopped> {
    let mut parts = parse(Rule::one_expr, text)?;
    Ok(Reader::new(source, text, 0, sink).maybe_expr(&mut parts))
}

/// Reads a single question about odds.
pub fn question(source: SourceId, text: &str, sink: &mut Diagnostics) -> Result<Option<Question>, Stopped> {
    let mut parts = parse(Rule::one_question, text)?;
    Ok(Reader::new(source, text, 0, sink).question(&mut parts))
}

/// Whether a piece follows the grammar.
pub fn check(piece: Piece, text: &str) -> Result<(), Stopped> {
    let rule = match piece {
        Piece::Item => Rule::one_item,
        Piece::Step => Rule::one_step,
        Piece::SceneLine => Rule::one_scene_line,
        Piece::Expectation => Rule::one_expectation,
        Piece::Field => Rule::one_field,
        Piece::PlanLine => Rule::one_plan_line,
        Piece::Row => Rule::one_row,
        Piece::SumRow => Rule::one_sum_row,
        Piece::DecideRow => Rule::one_decide_row,
        Piece::Option => Rule::one_option,
        Piece::DeckField => Rule::one_deck_field,
        Piece::Bracket => Rule::one_bracket,
    };
    parse(rule, text).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::{Reader, Rule, parse};
    use crate::diagnostic::{Diagnostics, codes};
    use crate::source::SourceId;

    #[test]
    fn what_no_reader_expects_is_a_mistake_of_the_program() {
        let text = "a + 1";
        let mut sink = Diagnostics::default();
        let mut parts = parse(Rule::one_expr, text).unwrap_or_else(|stopped| panic!("{stopped:?}"));
        let mut reader = Reader::new(SourceId(0), text, 10, &mut sink);
        let expression = parts.next().expect("there is one");
        reader.statement(expression);
        reader.take_text(&mut parts);
        let found: Vec<_> = sink.iter().map(|found| (found.code, found.labels[0].span.range())).collect();
        assert_eq!(found[0], (codes::INTERNAL, 10..15), "an expression is no statement");
        assert_eq!(found.last(), Some(&(codes::INTERNAL, 10..15)), "no text follows");
        assert!(sink.has_errors());
    }
}
