//! Lines of sheets as trees: the same for those from a host and those from a file.

use crate::diagnostic::{Diagnostic, codes};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{
    Expr, ExprKind, Line, LineValue, Phrase, Statement, StatementKind, Text, Trivia, UnaryOp, Word,
};
use crate::syntax::keywords;

/// Somebody or something, with what is said of it.
pub(super) fn thing(words: Phrase, title: Option<Text>, body: Vec<Statement>, span: Span) -> Statement {
    let body = Some(body);
    statement(Line { words, value: LineValue::None, text: title, by: None, versus: None, body }, span)
}

/// A value, and perhaps its reason.
pub(super) fn field(words: Phrase, value: Expr, reason: Option<Text>) -> Statement {
    let (span, value) = (value.span, LineValue::After(value));
    statement(Line { words, value, text: reason, by: None, versus: None, body: None }, span)
}

fn statement(line: Line, span: Span) -> Statement {
    Statement { span, kind: StatementKind::Line(line), trivia: Trivia::default() }
}

/// A text that is shown as it stands.
pub(super) fn plain(text: &str, span: Span) -> Text {
    Text { text: text.into(), holes: Vec::new(), span }
}

/// A modifier without a unit: with its sign, so that it is not taken for a plain number.
pub(super) fn modifier(number: i64, span: Span) -> ExprKind {
    let value = signed(number, None, span);
    if number < 0 { value } else { ExprKind::Unary(UnaryOp::Plus, Box::new(Expr { span, kind: value })) }
}

/// A number, or what is added and taken off in a notation of the system.
pub(super) fn signed(number: i64, unit: Option<SharedText>, span: Span) -> ExprKind {
    match number.checked_neg() {
        Some(value) if number < 0 => {
            ExprKind::Unary(UnaryOp::Minus, Box::new(Expr { span, kind: ExprKind::Number { value, unit } }))
        }
        _ => ExprKind::Number { value: number, unit },
    }
}

/// How the script says yes and no.
pub(super) fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// Words of a name as a scene can write it, or the complaint that they are none.
pub(super) fn name(words: Vec<Word>, span: Span) -> Result<Phrase, Diagnostic> {
    let written: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let message = if let Some(word) = written.iter().find(|word| keywords::joins(word)) {
        format!("`{word}` is a word of the language and cannot be part of a name")
    } else if written.is_empty() || !written.iter().all(|word| is_word(word)) {
        format!("`{}` is not a name", written.join(" "))
    } else {
        return Ok(Phrase { words });
    };
    let help = "a name is one or more words, each a letter followed by letters, digits, `'` and `_`, so that a scene can write \
                it; a title can be any text";
    Err(Diagnostic::error(codes::UNKNOWN_NAME, span, message).help(help))
}

fn is_word(word: &str) -> bool {
    word.starts_with(char::is_alphabetic) && word.chars().all(|one| one.is_alphanumeric() || "_'".contains(one))
}
