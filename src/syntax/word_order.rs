//! Slips in the order of a line's words: what follows its number, what is missing from an `if` or between faces, and
//! names that are words of the language.

use std::ops::Range;

use super::fixes::Change;
use super::keywords;
use super::tokens::{Token, Tokens, first_words, is_operator};
use crate::diagnostic::Applicability;

/// What to say of a place, and what could be written.
pub(super) struct Order {
    pub help: String,
    pub change: Option<Change>,
}

/// What the words before a place and behind it say; `at` is where reading stopped in the line.
pub(super) fn of_the_line(line: &str, at: &Range<usize>) -> Option<Order> {
    rule_without_brackets(line, at)
        .or_else(|| faces_without_commas(line, at))
        .or_else(|| behind_a_number(line, at))
        .or_else(|| question_behind_if(line, at))
        .or_else(|| without_then(line, at))
        .or_else(|| entries_without_commas(line, at))
        .or_else(|| behind_a_turn(line, at))
        .or_else(|| condition_behind_a_value(line, at))
        .or_else(|| two_who_act(line, at))
        .or_else(|| note_with_else(line, at))
        .or_else(|| until_behind_its_lines(line, at))
        .or_else(|| number_without_is(line, at))
        .or_else(|| field_of_a_kind(line, at))
}

/// `bonus +2 if ada.hidden`: a condition behind the value of an entry.
fn condition_behind_a_value(line: &str, at: &Range<usize>) -> Option<Order> {
    let before: Vec<(Token<'_>, Range<usize>)> = Tokens::of(line.get(..at.start)?).collect();
    let (Token::Number, number) = before.last()? else { return None };
    let entry = before.iter().rposition(|(token, _)| matches!(token, Token::Open('{') | Token::Comma))?;
    let head = before.get(entry + 1).filter(|(token, _)| token.word().is_some())?;
    let is_signed = before.iter().rev().nth(1).is_some_and(|(token, _)| matches!(token, Token::Sign(_)));
    let (name_ends, value) = match before.iter().rev().nth(1) {
        Some((_, sign)) if is_signed => (sign.start, sign.start..number.end),
        _ => (number.start, number.clone()),
    };
    if line.get(at.clone()) != Some("if") {
        return None;
    }
    let (name, value) = (line.get(head.1.start..name_ends)?.trim_end(), line.get(value)?);
    let help =
        format!("put the condition in the value: `{name} if … then {value} else 0`, and a reason in quotes after it");
    Some(Order { help, change: None })
}

/// `replace kind actor.strength {`: one field, which the word for the whole does not name.
fn field_of_a_kind(line: &str, at: &Range<usize>) -> Option<Order> {
    let before: Vec<(Token<'_>, Range<usize>)> = Tokens::of(line.get(..at.start)?).collect();
    let [(Token::Word("replace"), _), (Token::Word("kind" | "one" | "plan"), word), (Token::Word(_), first), ..] =
        before.as_slice()
    else {
        return None;
    };
    if line.get(at.clone()) != Some(".") {
        return None;
    }
    let path = line.get(first.start..)?.split('{').next()?.trim_end();
    let help = format!("to replace one field, write `replace field {path} {{ … }}`");
    let change = Change { at: word.clone(), replacement: "field".into(), applicability: Applicability::Sure };
    Some(Order { help, change: Some(change) })
}

/// `note "…" if a is b else "…"`: what is told otherwise.
fn note_with_else(line: &str, at: &Range<usize>) -> Option<Order> {
    let before: Vec<Token<'_>> = Tokens::of(line.get(..at.start)?).map(|(token, _)| token).collect();
    let told = before.iter().rposition(|token| *token == Token::Word("note"))?;
    if line.get(at.clone()) != Some("else") || !before[told..].contains(&Token::Word("if")) {
        return None;
    }
    let help = "a note has no `else`: write `if … { note \"…\" } else { note \"…\" }`";
    Some(Order { help: help.into(), change: None })
}

/// `until a is b` where a line begins: it belongs to the `repeat` before it.
fn until_behind_its_lines(line: &str, at: &Range<usize>) -> Option<Order> {
    let before = line.get(..at.start)?.trim_end();
    if line.get(at.clone()) != Some("until") || !(before.is_empty() || before.ends_with('}')) {
        return None;
    }
    let condition = line.get(at.start..)?.trim_end();
    let help = format!("`until` comes before the braces: `repeat up to 3 {condition} {{ … }}`");
    Some(Order { help, change: None })
}

/// `climb.total 15`: a part of something, and a number that it is to be compared with.
fn number_without_is(line: &str, at: &Range<usize>) -> Option<Order> {
    let before: Vec<Token<'_>> = Tokens::of(line.get(..at.start)?).map(|(token, _)| token).collect();
    let words = before.iter().rev().take_while(|token| token.word().is_some()).count();
    let is_part = words > 0 && before.iter().rev().nth(words) == Some(&Token::Dot);
    let mut whose = before.iter().rev().skip(words + 1).take_while(|token| token.word().is_some());
    // There the value is missing its sign.
    let is_set = whose.any(|token| *token == Token::Word("set"));
    let number = line.get(at.clone())?;
    if !is_part || is_set || !number.starts_with(|digit: char| digit.is_ascii_digit()) {
        return None;
    }
    Some(Order { help: format!("to compare, write `is` before it: `is {number}`"), change: None })
}

/// `climb by ada and ben`: several people where one acts.
fn two_who_act(line: &str, at: &Range<usize>) -> Option<Order> {
    let before: Vec<Token<'_>> = Tokens::of(line.get(..at.start)?).map(|(token, _)| token).collect();
    let [.., Token::Word("by" | "versus"), Token::Word(_)] = before.as_slice() else { return None };
    if line.get(at.clone()) != Some("and") || before.contains(&Token::Open('{')) {
        return None;
    }
    let help = "only one name is allowed here: write a line for each person, with its own name, or name those who help between the braces";
    Some(Order { help: help.into(), change: None })
}

/// `ada by ada.speed { … } ben by ben.speed { … }`: two turns on a line.
fn behind_a_turn(line: &str, at: &Range<usize>) -> Option<Order> {
    let before: Vec<Token<'_>> = Tokens::of(line.get(..at.start)?).map(|(token, _)| token).collect();
    let begins = |which: usize| match which.checked_sub(1).map(|ahead| before[ahead]) {
        None | Some(Token::Open('{') | Token::Close('}') | Token::Comma) => true,
        Some(_) => false,
    };
    let is_turn = before
        .windows(2)
        .enumerate()
        .any(|(which, pair)| matches!(pair, [Token::Word(_), Token::Word("by")]) && begins(which));
    let behind: Vec<(Token<'_>, Range<usize>)> = Tokens::of(line.get(at.start..)?).collect();
    let pairs = behind.windows(2).find_map(|pair| match pair {
        [(Token::Close('}'), _), (Token::Word(word), place)] => Some((*word, place.start)),
        _ => None,
    });
    let (word, place) = pairs.filter(|(word, _)| is_turn && !keywords::is_keyword(word) && *word != "else")?;
    Some(on_a_line_of_its_own(word, at.start + place))
}

/// `inez { strength 2 wits 3 }`, `slip by inez { value 2b task hide }`: entries between the braces of one line, without a comma.
fn entries_without_commas(line: &str, at: &Range<usize>) -> Option<Order> {
    let before: Vec<(Token<'_>, Range<usize>)> = Tokens::of(line.get(..at.start)?).collect();
    let count = |brace: Token<'_>| before.iter().filter(|(token, _)| *token == brace).count();
    let is_open = count(Token::Open('{')) > count(Token::Close('}'));
    let ends = match before.as_slice() {
        [.., (Token::Number | Token::Text(true) | Token::Close('}'), _)] => true,
        // `2b`: a number with its unit.
        [.., (Token::Number, number), (Token::Word(_), unit)] => number.end == unit.start,
        _ => false,
    };
    let (token, _) = Tokens::of(line.get(at.start..)?).next()?;
    let word = token.word().filter(|word| !is_operator(word) && !is_connective(word))?;
    (is_open && ends).then(|| on_a_line_of_its_own(word, at.start))
}

/// Words that join what stands before them and behind them.
fn is_connective(word: &str) -> bool {
    matches!(word, "if" | "then" | "else" | "by" | "versus")
}

/// What to say of a word that ought to begin a line, or to stand behind a comma.
fn on_a_line_of_its_own(word: &str, at: usize) -> Order {
    let help = format!("`{word}` begins something new: put it on a new line, or write a comma before it");
    let change = Change { at: at..at, replacement: ", ".into(), applicability: Applicability::Maybe };
    Order { help, change: Some(change) }
}

/// `dice shows 3 4`, `expect dice 3 4 { … }`: faces side by side.
fn faces_without_commas(line: &str, at: &Range<usize>) -> Option<Order> {
    let before: Vec<(Token<'_>, Range<usize>)> = Tokens::of(line.get(..at.start)?).collect();
    let is_number = |token: &(Token<'_>, Range<usize>)| token.0 == Token::Number;
    let is_face = |token: &(Token<'_>, Range<usize>)| is_number(token) || token.0 == Token::Comma;
    let word = before.iter().rposition(|token| !is_face(token))?;
    let states = matches!(before[word].0, Token::Word("shows" | "dice"));
    if !states || !before.last().is_some_and(is_number) {
        return None;
    }
    let start = before.get(word + 1)?.1.start;
    let faces = Tokens::of(line.get(start..)?).take_while(is_face).filter(is_number).map(|(_, range)| range);
    let faces: Vec<&str> = faces.filter_map(|range| line.get(start + range.start..start + range.end)).collect();
    let last = Tokens::of(line.get(start..)?).take_while(is_face).filter(is_number).last()?.1;
    if start + last.end < at.end {
        return None;
    }
    let (begins, written) = (line.get(..start)?.trim_start(), faces.join(", "));
    let words = begins.rfind(['{', ',', '}']).map_or(begins, |end| begins[end + 1..].trim_start());
    let help = format!("write a comma between the dice: `{words}{written}`");
    let change = Change { at: start..start + last.end, replacement: written, applicability: Applicability::Sure };
    Some(Order { help, change: Some(change) })
}

/// `choose push : 0..3 = 0 if hit "spend?"`: the question of a choice behind its condition.
fn question_behind_if(line: &str, at: &Range<usize>) -> Option<Order> {
    let mut tokens = Tokens::of(line);
    let is_choice = tokens.next().is_some_and(|(token, _)| token == Token::Word("choose"));
    let (_, condition) = tokens.find(|(token, range)| *token == Token::Word("if") && range.start < at.start)?;
    let question = line.get(at.clone()).filter(|text| is_choice && text.starts_with('"'))?;
    let condition = line.get(condition.start..at.start).map(str::trim_end).map(|words| (condition.start, words))?;
    let replacement = format!("{question} {}", condition.1);
    let help = format!("put the question before `if`: `{replacement}`");
    let change = Change { at: condition.0..at.end, replacement, applicability: Applicability::Sure };
    Some(Order { help, change: Some(change) })
}

/// `price 4 oil`, `wick 1 long burning`: words that end their line, behind its number.
fn behind_a_number(line: &str, at: &Range<usize>) -> Option<Order> {
    let before: Vec<(Token<'_>, Range<usize>)> = Tokens::of(line.get(..at.start)?).collect();
    let begins = before.iter().rposition(|(token, _)| matches!(token, Token::Comma | Token::Open('{')));
    let own = before.get(begins.map_or(0, |separator| separator + 1)..)?;
    // `2b`: a number with its unit.
    let head = match own {
        [head @ .., (Token::Number, number), (Token::Word(_), unit)] if number.end == unit.start => head,
        [head @ .., (Token::Number, _)] => head,
        _ => return None,
    };
    let head = if let Some(((Token::Sign("+" | "-"), _), head)) = head.split_last() { head } else { head };
    let plain = !head.is_empty() && head.iter().all(|(token, _)| token.word().is_some());
    if !plain || keywords::is_keyword(head[0].0.word()?) {
        return None;
    }
    let behind: Vec<(Token<'_>, Range<usize>)> = Tokens::of(line.get(at.start..)?).collect();
    let words = behind.iter().take_while(|(token, _)| token.word().is_some()).count();
    let ends = behind.get(words).is_none_or(|(token, _)| {
        matches!(token, Token::Comma | Token::LineEnd | Token::Close('}') | Token::Text(true))
    });
    let end = at.start + behind.get(words.checked_sub(1)?)?.1.end;
    let (number, words_written) = (at.start, line.get(at.start..end)?);
    let start = head.last()?.1.end;
    let amount = line.get(start..number)?.trim();
    let head = line.get(head.first()?.1.start..start)?;
    let has_reason = matches!(behind.get(words), Some((Token::Text(true), _)));
    if !ends || words > 1 && has_reason {
        return None;
    }
    let before_it = format!("{head} {words_written} {amount}");
    let quoted = format!("{head} {amount} \"{words_written}\"");
    let first = at.start..at.end;
    let comma = format!("if `{}` begins another line, write a comma before it", line.get(first)?);
    let (help, replacement) = if has_reason {
        (format!("put the number last: `{before_it}`; {comma}"), format!("{words_written} {amount}"))
    } else if words == 1 {
        let help = format!("put the number last: `{before_it}`; put a reason in quotes: `{quoted}`; {comma}");
        (help, format!("{words_written} {amount}"))
    } else {
        (format!("put a reason in quotes: `{quoted}`; {comma}"), format!("{amount} \"{words_written}\""))
    };
    let from = start + line.get(start..number)?.len() - line.get(start..number)?.trim_start().len();
    let change = Change { at: from..end, replacement, applicability: Applicability::Maybe };
    Some(Order { help, change: Some(change) })
}

/// `attitude if a > 15 calm else wild`: a value behind a condition.
fn without_then(line: &str, at: &Range<usize>) -> Option<Order> {
    let before: Vec<Token<'_>> = Tokens::of(line.get(..at.start)?).map(|(token, _)| token).collect();
    let condition = before.iter().rposition(|token| *token == Token::Word("if"))?;
    let inside = &before[condition + 1..];
    let opened = |token: &Token<'_>| matches!(token, Token::Open('{') | Token::Word("then"));
    let is_line = condition == 0 || matches!(before[condition - 1], Token::Close('}') | Token::Word("else"));
    let (value, range) = Tokens::of(line.get(at.start..)?).next()?;
    let is_value = match value {
        Token::Word(word) => !is_operator(word) && !is_connective(word),
        Token::Number | Token::Text(true) => true,
        Token::Text(false)
        | Token::Sign(_)
        | Token::Open(_)
        | Token::Close(_)
        | Token::Comma
        | Token::Bar
        | Token::Dot
        | Token::LineEnd
        | Token::Other(_) => false,
    };
    if is_line || inside.is_empty() || inside.iter().any(opened) || !is_value {
        return None;
    }
    let value = line.get(at.start + range.start..at.start + range.end)?;
    let help = format!("`then` is missing before `{value}`: `if … then {value} else …`");
    let at = at.start..at.start;
    Some(Order { help, change: Some(Change { at, replacement: "then ".into(), applicability: Applicability::Sure }) })
}

/// Whether a line that begins with `if` has come to a place without a brace.
pub(super) fn is_without_brace(line: &str, at: usize) -> bool {
    line.get(..at).is_some_and(|before| !before.contains('{'))
}

/// Where a line of the text gives somebody or something this word as its name: `climb up "to the top" by ada`.
pub(super) fn named_by(text: &str, word: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for line in text.split('\n') {
        if let Some(range) = named_in(line, word) {
            return Some(start + range.start..start + range.end);
        }
        start += line.len() + 1;
    }
    None
}

/// The same in one line of the text, in which braces may hold others.
fn named_in(line: &str, word: &str) -> Option<Range<usize>> {
    let tokens: Vec<(Token<'_>, Range<usize>)> = Tokens::of(line).collect();
    let begins = |at: usize| at == 0 || matches!(tokens[at - 1].0, Token::Open('{') | Token::Close('}') | Token::Comma);
    let lines = (0..tokens.len()).filter(|at| begins(*at)).filter_map(|at| tokens.get(at..at + 3));
    lines.into_iter().find_map(|line| {
        let [(Token::Word(head), _), (Token::Word(name), range), (behind, _)] = line else { return None };
        let is_given = if keywords::is_keyword(head) {
            matches!(behind, Token::Sign("=") | Token::Other(':' | '=')) && *head != "set"
        } else {
            matches!(behind, Token::Text(_) | Token::Open('{') | Token::Word("by" | "versus"))
        };
        (is_given && *name == word).then(|| range.clone())
    })
}

/// `failure | otherwise` straight inside `replace decide attempt.outcome {`: the line whose rows these are, `decide outcome`.
pub(super) fn line_of_rows(before: &str, line: &str) -> Option<String> {
    if !line.contains('|') {
        return None;
    }
    let (_, around) = before.rsplit_once("replace ")?;
    let (head, rows) = around.split_once('{')?;
    if rows.contains(['{', '}']) {
        return None;
    }
    let (word, path) = head.trim().split_once(' ')?;
    let name = path.rsplit('.').next().unwrap_or(path);
    ["decide", "sum"].contains(&word).then(|| format!("{word} {name}"))
}

/// Whether it is the second half of dice: `d6`.
pub(super) fn is_spaced_dice(token: &str) -> bool {
    token.strip_prefix('d').is_some_and(|faces| !faces.is_empty() && faces.bytes().all(|b| b.is_ascii_digit()))
}

/// `task up {`, `no | yes and |`: the word at the end or at the beginning of a name, which joins others and cannot be part of one; of a
/// line of a run or of a scene before its brace, of a level of a scale, and of the name at the beginning of a row.
pub(super) fn joining_word_of_a_name(
    (above, line): (&str, &str),
    at: &Range<usize>,
    token: &str,
) -> Option<Range<usize>> {
    let before = line.get(..at.start)?;
    let is_of_scale = holds_levels(above, line);
    if is_of_scale && keywords::joins(token) {
        return Some(at.clone());
    }
    let (word, range) = Tokens::of(before).last()?;
    let row = before.rsplit(['{', ',']).next().unwrap_or(before);
    let ends_a_name = match token {
        "{" => true,
        "|" => is_of_scale || !row.contains('|'),
        "}" | "," => is_of_scale,
        _ => false,
    };
    word.word().filter(|word| ends_a_name && keywords::joins(word)).map(|_| range)
}

/// Whether a line holds levels of a scale, or stands between the braces of one.
fn holds_levels(above: &str, line: &str) -> bool {
    let is_scale =
        |line: &str| matches!(first_words(line).as_slice(), ["scale", ..] | ["extend" | "replace", "scale", ..]);
    let mut depth = 0_usize;
    let opened = above.char_indices().rev().find(|(_, sign)| {
        depth += usize::from(*sign == '}');
        let opens = *sign == '{' && depth == 0;
        depth -= usize::from(*sign == '{' && depth > 0);
        opens
    });
    let around = opened.map(|(brace, _)| above.get(..brace).and_then(|before| before.lines().last()).unwrap_or(""));
    is_scale(line) || around.is_some_and(is_scale)
}

/// `10+ "you are past"`: a text for a number, where a word of the system stands.
pub(super) fn words_a_number(line: &str, at: &Range<usize>) -> bool {
    let before = line.get(..at.start).unwrap_or_default().trim_end();
    let number = line.get(at.start..).unwrap_or_default();
    let behind = number.trim_start_matches(|sign: char| sign.is_ascii_digit() || "+-. ".contains(sign));
    (before.is_empty() || before.ends_with([',', '{'])) && number.len() > behind.len() && behind.starts_with('"')
}

/// `10 past`: a line that has no word of the system at its beginning.
pub(super) fn begins_with_a_number(line: &str, at: &Range<usize>, token: &str) -> bool {
    let before = line.get(..at.start).unwrap_or_default();
    before.trim().is_empty() && token.starts_with(|sign: char| sign.is_ascii_digit())
}

/// `rule NAME = 4`, `replace rule NAME = 4`: an equals sign, with no brackets before it.
fn rule_without_brackets(line: &str, at: &Range<usize>) -> Option<Order> {
    let before = line.get(..at.start)?;
    let is_rule = first_words(before).iter().take(2).any(|word| *word == "rule");
    let help = "a rule's parameters go in brackets after its name, even if there are none: `rule NAME(n) = …`, `rule NAME() = …`";
    let is_bare = is_rule && line.get(at.clone()) == Some("=") && !before.contains('(');
    is_bare.then(|| Order { help: help.into(), change: None })
}

/// What a single name behind a title lacks: `lift gate "the gate" ada`, or `actor "Ada" ada`.
pub(super) fn behind_title(line: &str, at: &Range<usize>) -> &'static str {
    let before: Vec<Token<'_>> =
        line.get(..at.start).into_iter().flat_map(Tokens::of).map(|(token, _)| token).collect();
    match before.as_slice() {
        [Token::Word(_), Token::Text(true)] => "a title goes after the name: write the name first",
        _ => "write `by` before the person who acts",
    }
}

#[cfg(test)]
mod tests {
    use super::{named_by, of_the_line};

    fn help(line: &str, stopped: &str) -> Option<String> {
        let start = line.find(stopped).expect("it is there");
        of_the_line(line, &(start..start + stopped.len())).map(|order| order.help)
    }

    #[test]
    fn words_behind_a_number_belong_before_it_or_in_quotes() {
        let found = help("  price 4 oil", "oil").expect("it is a slip");
        assert!(found.contains("`price oil 4`") && found.contains("`price 4 \"oil\"`"), "{found}");
        let found = help("wick +1 long burning, glass d8", "long").expect("it is a slip");
        assert!(found.contains("`wick +1 \"long burning\"`"), "{found}");
        let found = help("a { pool 3 wind \"gone\" }", "wind").expect("it is a slip");
        assert!(found.starts_with("put the number last: `pool wind 3`;"), "{found}");
        assert_eq!(help("base 3 technique +1", "technique"), None, "that begins a line of its own");
        assert_eq!(help("set 3 wind", "wind"), None, "a statement has a form of its own");
    }

    #[test]
    fn a_value_behind_a_condition_wants_then() {
        let found = help("mood if a.pool > 15 calm else wild", "calm").expect("it is a slip");
        assert_eq!(found, "`then` is missing before `calm`: `if … then calm else …`");
        assert_eq!(help("if a.pool > 15 calm", "calm"), None, "a statement has braces");
        assert_eq!(help("mood if a then b calm", "calm"), None);
    }

    #[test]
    fn entries_between_braces_have_commas_between_them() {
        let comma_before = |word: &str| {
            Some(format!("`{word}` begins something new: put it on a new line, or write a comma before it"))
        };
        assert_eq!(
            help("slip by inez { value 2b task sneak { quality good } gravel 1p }", "task"),
            comma_before("task")
        );
        assert_eq!(help("inez { name \"Inez\" wits 3, luck 2 }", "wits"), comma_before("wits"));
        assert_eq!(help("turns { ada by ada.speed { } ben by ben.speed { } }", "} ben"), comma_before("ben"));
        let no_brace_is_open = help("value 2b task sneak", "task").expect("it may be a reason");
        assert!(
            no_brace_is_open.starts_with("put a reason in quotes: `value 2b \"task sneak\"`"),
            "{no_brace_is_open}"
        );
        assert_eq!(help("slip by inez { value 2b then 3 }", "then"), None, "that joins two values");
    }

    #[test]
    fn faces_have_commas_between_them() {
        let found = |line, stopped| help(line, stopped).expect("it is a slip");
        assert_eq!(found("  dice shows 3 4", "4"), "write a comma between the dice: `dice shows 3, 4`");
        assert_eq!(
            found("a { base 3, luck shows 3, 5 16 8 }", "16"),
            "write a comma between the dice: `luck shows 3, 5, 16, 8`"
        );
        assert_eq!(found("expect dice 2 1 {", "1"), "write a comma between the dice: `expect dice 2, 1`");
        assert_eq!(help("base 3 4", "4"), None, "a line has one value");
    }

    #[test]
    fn the_question_of_a_choice_stands_before_its_condition() {
        let line = "  choose push : 0..3 by who = 0 if a.hit \"spend?\"";
        let found = help(line, "\"spend?\"").expect("it is a slip");
        assert_eq!(found, "put the question before `if`: `\"spend?\" if a.hit`");
        assert_ne!(help("let x = 0 if a.hit \"spend?\"", "\"spend?\""), Some(found), "no choice");
    }

    #[test]
    fn names_that_are_words_of_the_language_are_found_where_they_are_given() {
        let text = "act go by ada\nact up \"to the top\" by ada\nif up.over { }\n";
        assert_eq!(named_by(text, "up"), Some(18..20));
        assert_eq!(named_by("repeat up to 3 { }", "up"), None);
    }
}
