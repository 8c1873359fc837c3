//! Slips in what follows a line's name, its dice or its text.

use std::ops::Range;

use super::fixes::Change;
use super::keywords;
use super::tokens::{Token, Tokens};
use super::word_order::Order;
use crate::diagnostic::Applicability;

/// What the words before a place say of what stands there; `at` is where reading stopped in the line.
pub(super) fn of_the_line(line: &str, at: &Range<usize>) -> Option<Order> {
    title_behind_a_role(line, at)
        .or_else(|| second_text(line, at))
        .or_else(|| word_behind_dice(line, at))
        .or_else(|| taken_from(line, at))
        .or_else(|| number_of_times(line, at))
}

/// The tokens before a place, with where they stand.
fn before<'l>(line: &'l str, at: &Range<usize>) -> Option<Vec<(Token<'l>, Range<usize>)>> {
    Some(Tokens::of(line.get(..at.start)?).collect())
}

/// `climb by ada "up the wall" { … }`: the title of a run behind whoever acts.
fn title_behind_a_role(line: &str, at: &Range<usize>) -> Option<Order> {
    let before = before(line, at)?;
    let title =
        line.get(at.clone()).filter(|title| title.len() > 1 && title.starts_with('"') && title.ends_with('"'))?;
    let begins = before.iter().rposition(|(token, _)| matches!(token, Token::Open(_) | Token::Close(_) | Token::Comma));
    let own = before.get(begins.map_or(0, |before| before + 1)..)?;
    let role = own.iter().position(|(token, _)| matches!(token, Token::Word("by" | "versus")))?;
    let words = own.iter().all(|(token, _)| token.word().is_some());
    let first = own.first().filter(|_| words && role > 0)?;
    if keywords::is_keyword(first.0.word()?) {
        return None;
    }
    let (head, rest) = (line.get(first.1.start..own[role].1.start)?.trim_end(), own[role].1.start..at.end);
    let roles = line.get(own[role].1.start..at.start)?.trim_end();
    let help = format!("put the title before `{}`: `{head} {title} {roles}`", line.get(own[role].1.clone())?);
    let change = Change { at: rest, replacement: format!("{title} {roles}"), applicability: Applicability::Sure };
    Some(Order { help, change: Some(change) })
}

/// `edge "a rope" "and time"`: a line has one text.
fn second_text(line: &str, at: &Range<usize>) -> Option<Order> {
    let before = before(line, at)?;
    let [.., (Token::Text(true), _)] = before.as_slice() else { return None };
    line.get(at.clone()).filter(|text| text.starts_with('"'))?;
    let help = "a line has one text: join the two, or write a second line".to_owned();
    Some(Order { help, change: None })
}

/// `roll hurt : 2d6 + 3 fire`: what is rolled is dice and numbers.
fn word_behind_dice(line: &str, at: &Range<usize>) -> Option<Order> {
    let before = before(line, at)?;
    let [(Token::Word("roll"), _), .., (Token::Number, _)] = before.as_slice() else { return None };
    let colon = before.iter().position(|(token, _)| *token == Token::Other(':'))?;
    let word = line.get(at.clone()).filter(|word| word.starts_with(char::is_alphabetic))?;
    let (head, dice) = (line.get(..before[colon].1.start)?.trim(), line.get(before[colon].1.end..at.start)?.trim());
    let title = if head.contains('"') { String::new() } else { format!(" \"{word}\"") };
    let help =
        format!("a roll is dice and numbers: what it is for stands before the colon, as in `{head}{title} : {dice}`");
    Some(Order { help, change: None })
}

/// `subtract 3 from ada.purse`
fn taken_from(line: &str, at: &Range<usize>) -> Option<Order> {
    let before = before(line, at)?;
    let [(Token::Word("subtract" | "deduct" | "take" | "remove"), verb), (Token::Number, number)] = before.as_slice()
    else {
        return None;
    };
    let place = line.get(at.end..)?.trim();
    if line.get(at.clone()) != Some("from") || place.is_empty() {
        return None;
    }
    let written = format!("add -{} to {place}", line.get(number.clone())?);
    let change = Change {
        at: verb.start..line.trim_end().len(),
        replacement: written.clone(),
        applicability: Applicability::Maybe,
    };
    Some(Order { help: format!("write `{written}`"), change: Some(change) })
}

/// `repeat 3 times { … }`
fn number_of_times(line: &str, at: &Range<usize>) -> Option<Order> {
    let before = before(line, at)?;
    let [(Token::Word("repeat"), _)] = before.as_slice() else { return None };
    let number = line.get(at.clone()).filter(|number| number.bytes().all(|digit| digit.is_ascii_digit()))?;
    let (_, times) = Tokens::of(line.get(at.end..)?).next().filter(|(token, _)| *token == Token::Word("times"))?;
    let replacement = format!("up to {number}");
    let help = format!("write `repeat {replacement} {{ … }}`");
    let change = Change { at: at.start..at.end + times.end, replacement, applicability: Applicability::Sure };
    Some(Order { help, change: Some(change) })
}

/// `climb.outcome is major > 50%`: a result, and how likely it is held to be.
pub(super) fn compares_a_result(line: &str, at: &Range<usize>) -> bool {
    let before: Vec<Token<'_>> = Tokens::of(line.get(..at.start).unwrap_or("")).map(|(token, _)| token).collect();
    matches!(before.as_slice(), [.., Token::Sign("<" | ">" | "<=" | ">="), Token::Number])
        && before.contains(&Token::Word("is"))
}

/// `50% }`: a number, and nothing behind it that could divide it.
pub(super) fn is_percentage(line: &str, at: &Range<usize>) -> bool {
    let before = Tokens::of(line.get(..at.start).unwrap_or("")).last();
    let behind = line.get(at.end..).and_then(|rest| Tokens::of(rest).next());
    let divides = matches!(behind, Some((Token::Number | Token::Word(_) | Token::Open('('), _)));
    let joined = matches!(behind, Some((Token::Word("and" | "or"), _)));
    matches!(before, Some((Token::Number, _))) && (!divides || joined)
}

#[cfg(test)]
mod tests {
    use super::of_the_line;

    fn help(line: &str, stopped: &str) -> Option<String> {
        let start = line.find(stopped).expect("it is there");
        of_the_line(line, &(start..start + stopped.len())).map(|order| order.help)
    }

    #[test]
    fn a_title_stands_before_whoever_acts() {
        let found = help("climb by ada \"up\" { edge 3 }", "\"up\"");
        assert_eq!(found.as_deref(), Some("put the title before `by`: `climb \"up\" by ada`"));
        let found = help("duel by ada versus bo \"at dawn\"", "\"at dawn\"");
        assert_eq!(found.as_deref(), Some("put the title before `by`: `duel \"at dawn\" by ada versus bo`"));
        assert_eq!(help("reveal lamp by \"up\"", "\"up\""), None, "a statement has a form of its own");
    }

    #[test]
    fn a_line_has_one_text() {
        let found = help("edge \"rope\" \"pushed\"", "\"pushed\"");
        assert_eq!(found.as_deref(), Some("a line has one text: join the two, or write a second line"));
        assert_eq!(help("edge 3 \"pushed\"", "\"pushed\""), None);
    }

    #[test]
    fn a_roll_is_dice_and_numbers() {
        let found = help("roll burn : 2d6 + 3 lamp", "lamp").expect("it is a slip");
        assert!(found.ends_with("as in `roll burn \"lamp\" : 2d6 + 3`"), "{found}");
        assert_eq!(help("edge 3 lamp", "lamp"), None);
    }

    #[test]
    fn what_is_taken_and_what_is_repeated_have_forms_of_their_own() {
        assert_eq!(help("subtract 3 from ada.oil", "from").as_deref(), Some("write `add -3 to ada.oil`"));
        assert_eq!(help("repeat 3 times { }", "3").as_deref(), Some("write `repeat up to 3 { … }`"));
        assert_eq!(help("repeat 3 { }", "3"), None, "perhaps until something");
    }
}
