//! What stands between two pieces of one line.

use super::pieces::{Gap, Piece, Sort};
use crate::syntax::tokens::{Token, is_operator};

/// Words that no value can end with, besides those that join two values.
const BEFORE_VALUES: &[&str] = &["then", "else", "if", "to", "from", "by", "with", "given", "until", "in", "otherwise"];

/// Whether a blank stands before a piece of a line.
pub fn has_blank(line: &[Piece<'_>], at: usize) -> bool {
    let (Some(last), Some(next)) = (at.checked_sub(1).and_then(|last| line.get(last)), line.get(at)) else {
        return false;
    };
    let (Sort::Token(before), Sort::Token(behind)) = (last.sort, next.sort) else { return true };
    let as_written = next.gap != Gap::Nothing;
    match (before, behind) {
        (_, Token::Comma | Token::Close(')')) | (Token::Open('('), _) => false,
        // What dice show is written in groups, one for each roll.
        (Token::Comma, Token::Number) if is_behind_number(line, at) => as_written,
        (Token::Comma | Token::Bar | Token::Open(_) | Token::Close('}') | Token::Other(':'), _)
        | (_, Token::Bar | Token::Open('{') | Token::Close(_) | Token::Other(':')) => true,
        (Token::Dot | Token::Other('.'), _) | (_, Token::Dot | Token::Other('.')) => false,
        (Token::Sign("/"), _) | (_, Token::Sign("/")) if is_yes_or_no(line, at) || is_fraction(line, at) => false,
        (Token::Sign("+" | "-"), _) => !is_prefix(line, at - 1),
        (Token::Sign(_), _) | (_, Token::Sign(_)) => true,
        // `2d6`, `(n)d6` and `3b` are one word to those who read them.
        (Token::Word(word), Token::Open(_)) | (Token::Number | Token::Close(_), Token::Word(word)) => {
            as_written || comes_before_values(word)
        }
        (Token::Number | Token::Close(_), Token::Open(_) | Token::Number)
        | (Token::Other(_), _)
        | (_, Token::Other(_)) => as_written,
        (Token::Word(_) | Token::Number | Token::Text(_) | Token::Close(_) | Token::LineEnd, _) => true,
    }
}

/// Whether a number stands before the comma before this piece.
fn is_behind_number(line: &[Piece<'_>], at: usize) -> bool {
    at.checked_sub(2).and_then(|before| line.get(before)).is_some_and(|piece| piece.is_token(Token::Number))
}

fn comes_before_values(word: &str) -> bool {
    is_operator(word) || BEFORE_VALUES.contains(&word)
}

/// Where the `/` stands that is this piece or the one before it.
fn slash(line: &[Piece<'_>], at: usize) -> usize {
    if line.get(at).is_some_and(|piece| piece.text == "/") { at } else { at.saturating_sub(1) }
}

/// `1/6`: a number to those who read it.
fn is_fraction(line: &[Piece<'_>], at: usize) -> bool {
    let sign = slash(line, at);
    let is_number = |at: usize| line.get(at).is_some_and(|piece| piece.is_token(Token::Number));
    sign.checked_sub(1).is_some_and(is_number) && is_number(sign + 1)
}

/// `yes/no`, a word of the language.
fn is_yes_or_no(line: &[Piece<'_>], at: usize) -> bool {
    let sign = slash(line, at);
    let is = |at: usize, word: &str| line.get(at).is_some_and(|piece| piece.text == word);
    let is_tight = |at: usize| line.get(at).is_some_and(|piece| piece.gap == Gap::Nothing);
    let is_behind_yes = sign.checked_sub(1).is_some_and(|before| is(before, "yes"));
    is_behind_yes && is(sign + 1, "no") && is_tight(sign) && is_tight(sign + 1)
}

/// Whether `+` or `-` belongs to the value behind it alone. Behind a name it means the same either way, and stays as it is written.
fn is_prefix(line: &[Piece<'_>], sign: usize) -> bool {
    let Some(before) = sign.checked_sub(1).and_then(|before| line.get(before)) else { return true };
    let gap = |at: usize| line.get(at).map(|piece| piece.gap);
    let stands_off = gap(sign) != Some(Gap::Nothing) && gap(sign + 1) == Some(Gap::Nothing);
    match before.sort {
        Sort::Token(Token::Number | Token::Close(_)) => false,
        Sort::Token(Token::Word(word)) => comes_before_values(word) || stands_off,
        Sort::Token(Token::Text(_)) => stands_off,
        Sort::Token(
            Token::Sign(_) | Token::Open(_) | Token::Comma | Token::Bar | Token::Dot | Token::LineEnd | Token::Other(_),
        )
        | Sort::Comment
        | Sort::Kept(_) => true,
    }
}

/// The pieces of a line with what stands between them.
pub fn written(line: &[Piece<'_>]) -> String {
    let mut text = String::new();
    for (at, piece) in line.iter().enumerate() {
        if has_blank(line, at) {
            text.push(' ');
        }
        text.push_str(piece.text);
    }
    text
}
