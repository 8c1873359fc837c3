//! Lines that lack the word which says what they are, have another one in its place, or brackets around one.

use std::ops::Range;

use super::fixes::Change;
use super::keywords;
use super::tokens::{Token, Tokens, first_words};
use super::word_order::Order;
use crate::diagnostic::Applicability;

/// What is said of such a line; `at` is where reading stopped in it.
pub(super) fn of_the_line(line: &str, at: &Range<usize>) -> Option<Order> {
    known_to(line, at)
        .or_else(|| change_without_its_word(line, at))
        .or_else(|| value_without_its_word(line, at))
        .or_else(|| level_in_brackets(line, at))
}

/// `score(wits) 14`: the value of one level, as a rule would call for it.
fn level_in_brackets(line: &str, at: &Range<usize>) -> Option<Order> {
    let before: Vec<(Token<'_>, Range<usize>)> = Tokens::of(line.get(..at.start)?).collect();
    let begins = before.iter().rposition(|(token, _)| matches!(token, Token::Comma | Token::Open('{')));
    let entry = before.get(begins.map_or(0, |separator| separator + 1)..)?;
    let opens = entry.iter().position(|(token, _)| *token == Token::Open('('))?;
    let (head, [_, level @ .., (Token::Close(')'), closes)]) = entry.split_at(opens) else { return None };
    let (first, last) = (head.first()?, head.last()?);
    let is_name = head.iter().chain(level).all(|(token, _)| token.word().is_some());
    if !is_name || level.is_empty() || keywords::is_keyword(first.0.word()?) {
        return None;
    }
    let ends = match line.get(at.clone())? {
        ":" => at.end,
        token if token.starts_with(|digit: char| digit.is_ascii_digit()) => closes.end,
        _ => return None,
    };
    let name = line.get(first.1.start..last.1.end)?;
    let level = line.get(level.first()?.1.start..closes.start)?.trim_end();
    let rest = line.get(ends..)?.trim_start();
    let value = rest.split([',', '}', '#']).next()?.trim_end();
    let replacement = format!("{name} {level} ");
    let help = format!("write the level after the name, without brackets: `{replacement}{value}`");
    let at = first.1.start..line.len() - rest.len();
    let change = Change { at, replacement, applicability: Applicability::Sure };
    Some(Order { help, change: Some(change) })
}

/// `"rain", known by guard`, `"rain" known only to guard`: those who know of it.
fn known_to(line: &str, at: &Range<usize>) -> Option<Order> {
    let tokens: Vec<(Token<'_>, Range<usize>)> = Tokens::of(line).collect();
    let known = tokens.iter().rposition(|(token, place)| *token == Token::Word("known") && place.start <= at.start)?;
    let is_joining = |(token, _): &(Token<'_>, Range<usize>)| {
        matches!(token, Token::Word("to" | "by" | "only" | "for" | "just" | "also"))
    };
    let joining = tokens[known + 1..].iter().take_while(|token| is_joining(token)).count();
    let before = tokens[..known].last();
    let is_behind_comma = before.is_some_and(|(token, _)| *token == Token::Comma);
    if joining == 0 || tokens[known + joining].1.end < at.start {
        return None;
    }
    let whose = match tokens.get(known + joining + 1) {
        Some((Token::Word(name), _)) => name,
        _ => "NAME",
    };
    let is_right = joining == 1 && tokens[known + 1].0 == Token::Word("to") && !is_behind_comma;
    if is_right && tokens[..known].iter().all(|(token, _)| token.word().is_some()) {
        let named = line.get(..tokens[known].1.start)?.trim();
        let help = format!("write its value before `known`, as in `{named} 2 known to {whose}`");
        return Some(Order { help, change: None });
    }
    let help = if is_behind_comma {
        format!("write `known to {whose}`, without a comma before it")
    } else {
        format!("write `known to {whose}`")
    };
    let start = before.filter(|_| is_behind_comma).map_or(tokens[known].1.start, |(_, comma)| comma.start);
    let replacement = if is_behind_comma { " known to" } else { "known to" };
    let change = Change {
        at: start..tokens[known + joining].1.end,
        replacement: replacement.into(),
        applicability: Applicability::Sure,
    };
    Some(Order { help, change: Some(change) })
}

/// `replace actor.strength {`: nothing says whether that is a field or a line of a procedure.
fn change_without_its_word(line: &str, at: &Range<usize>) -> Option<Order> {
    let behind = line.get(..at.start)?.trim() == "replace";
    let path = line.get(at.start..)?.split('{').next()?.trim_end();
    let (whole, name) = path.split_once('.')?;
    let help = format!(
        "say what is replaced by its word: `replace field {whole}.{name} {{ … }}` for a field of a kind, `replace let {whole}.{name} {{ … }}` or \
         another word for the line of a procedure that begins with it"
    );
    behind.then_some(Order { help, change: None })
}

/// `outcome = minor`, `actor.pool = 3` where a line of a procedure begins.
fn value_without_its_word(line: &str, at: &Range<usize>) -> Option<Order> {
    let begins = line.get(..at.start)?.trim_end();
    let (path, _) = line.get(at.start..)?.split_once('=')?;
    let is_path = Tokens::of(path).all(|(token, _)| token.word().is_some() || token == Token::Dot);
    first_words(path).first().filter(|word| !keywords::is_keyword(word))?;
    if !is_path || !(begins.is_empty() || begins.ends_with(['{', '}', ','])) {
        return None;
    }
    let path = path.trim_end();
    let help = if path.contains('.') {
        format!("begin the line with `set`: `set {path} = …` changes a field")
    } else {
        format!(
            "begin the line with `let` or `set`: `let {path} = …` computes a value, which never changes after that, and `set WHO.FIELD = …` changes a field"
        )
    };
    Some(Order { help, change: None })
}

#[cfg(test)]
mod tests {
    use super::of_the_line;

    fn help(line: &str, stopped: &str) -> Option<String> {
        let start = line.find(stopped).expect("it is there");
        of_the_line(line, &(start..start + stopped.len())).map(|order| order.help)
    }

    #[test]
    fn those_who_know_are_named_behind_known_to() {
        let found = |line, stopped| help(line, stopped).expect("it is a slip");
        assert_eq!(
            found("mark rain 2 \"rain\", known by ben", "known"),
            "write `known to ben`, without a comma before it"
        );
        assert_eq!(found("mark rain 2 \"rain\" known only to ben", "only"), "write `known to ben`");
        assert_eq!(found("mark rain 2 \"rain\" known for", "for"), "write `known to NAME`");
        let without_a_value = found("modifier rain known to ben", "known");
        assert_eq!(without_a_value, "write its value before `known`, as in `modifier rain 2 known to ben`");
        assert_eq!(help("mark rain 2 \"rain\", known thief 3", "known"), None, "a name cannot hold that word");
    }

    #[test]
    fn a_level_stands_behind_its_name_without_brackets() {
        let found = |line, stopped| help(line, stopped).expect("it is a slip");
        let said = "write the level after the name, without brackets: `score wits 14`";
        assert_eq!(found("  score(wits) 14", "14"), said);
        assert_eq!(found("ada { score ( wits ):14, luck 2 }", ":"), said);
        assert_eq!(help("let x = score(wits) 14", "14"), None, "a value has no level of its own");
        assert_eq!(help("base max(2, 3) 14", "14"), None, "those are no names");
        assert_eq!(help("note(wits) 14", "14"), None, "a statement has a form of its own");
    }

    #[test]
    fn what_is_replaced_or_given_a_value_has_a_word() {
        let found = help("replace lamp.oil { oil : 0..9 = 5 }", "lamp").expect("it is a slip");
        assert!(found.contains("`replace field lamp.oil {"), "{found}");
        let found = help("if a { glow = 3 }", "glow").expect("it is a slip");
        assert!(found.contains("`let glow = …`"), "{found}");
        let found = help("  lamp.oil = 3", "lamp").expect("it is a slip");
        assert!(found.contains("`set lamp.oil = …`"), "{found}");
        assert_eq!(help("let glow = 3 4", "4"), None);
    }
}
