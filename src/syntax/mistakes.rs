//! What to say about a place where the grammar stopped, to people who have never programmed.

use std::ops::Range;

use super::behind;
use super::fixes::{self, Change, Stop};
use super::keywords::{self, joins};
use super::missing_words;
use super::slips::METHODS;
use super::tokens::{Token, Tokens, first_words};
use super::word_order::{self, Order};
use crate::diagnostic::{Applicability, Diagnostic, Fix, codes, nearest};
use crate::source::{SourceId, Span};

/// The finding for a piece in which reading stopped at a byte.
pub(super) fn explain(source: SourceId, text: &str, piece: &Range<usize>, at: usize, expected: &[&str]) -> Diagnostic {
    let line = line_around(text, at);
    let written = text.get(line.clone()).unwrap_or("");
    let place = found(written, past_parameters(written, at.saturating_sub(line.start)));
    let heading = text.get(piece.start.max(line.start)..line.end).unwrap_or(written);
    let scene = Scene { heading: &first_words(heading), line: code_of(written), place: &place };
    let span = Span::new(source, line.start + place.range.start..line.start + place.range.end);
    if let Some(finding) = no_method(&scene, span) {
        return finding;
    }
    if let Some(finding) = named_like_a_word(source, text, &scene) {
        return finding;
    }
    let above = text.get(..line.start).unwrap_or("");
    if let Some(line) = word_order::line_of_rows(above, scene.line) {
        let finding = Diagnostic::error(codes::SYNTAX, span, message(place.token, &[]));
        return finding.help(format!("`replace` takes whole lines: write `{line} {{ … }}` around the rows"));
    }
    let joining =
        place.token.and_then(|token| word_order::joining_word_of_a_name((above, scene.line), &place.range, token));
    if let Some(joining) = joining.filter(|_| !(place.token == Some("{") && keywords::is_keyword(scene.head()))) {
        let at = Span::new(source, line.start + joining.start..line.start + joining.end);
        let word = written.get(joining).unwrap_or_default();
        let message = format!("`{word}` is a word of the language and cannot be part of a name");
        return Diagnostic::error(codes::SYNTAX, at, message)
            .help("choose another name, here and everywhere it is used");
    }
    if let Some(Order { help, change }) = of_the_order(&scene) {
        // What is missing further on is what is wrong, wherever reading stopped.
        let missing = change.as_ref().filter(|change| change.at.is_empty() && change.at.start > place.range.end);
        let missing = missing.map(|change| found(written, change.at.start));
        let (span, token) = match &missing {
            Some(at) => (Span::new(source, line.start + at.range.start..line.start + at.range.end), at.token),
            None => (span, place.token),
        };
        let finding = Diagnostic::error(codes::SYNTAX, span, message(token, &[])).help(help);
        let in_file = |at: Range<usize>| Span::new(source, line.start + at.start..line.start + at.end);
        return change.into_iter().fold(finding, |finding, Change { at, replacement, applicability }| {
            finding.fix(Fix { span: in_file(at), replacement, applicability })
        });
    }
    let guess = guess(&scene);
    // A guess says more than a list of what the grammar would take.
    let expected = if guess.is_some() { &[] } else { expected };
    let finding = Diagnostic::error(codes::SYNTAX, span, message(place.token, expected));
    match guess {
        Some(guess) => {
            let finding = finding.help(guess);
            let in_file = |at: Range<usize>| Span::new(source, line.start + at.start..line.start + at.end);
            let fix = change(&scene).map(|Change { at, replacement, applicability }| Fix {
                span: in_file(at),
                replacement,
                applicability,
            });
            fix.into_iter().fold(finding, Diagnostic::fix)
        }
        None => finding,
    }
}

/// What the order of the words says, unless a sign or a word of another language stands there.
fn of_the_order(scene: &Scene<'_>) -> Option<Order> {
    let other = slip_of(scene).is_some() || of_other_languages(scene).is_some() || names_who_acts(scene);
    if other || scene.place.token.is_some_and(word_order::is_spaced_dice) {
        return None;
    }
    let (line, at) = (scene.line, &scene.place.range);
    scene.place.token?;
    let found = missing_words::of_the_line(line, at).or_else(|| behind::of_the_line(line, at));
    found.or_else(|| word_order::of_the_line(line, at))
}

/// `up.over` below `climb up "to the top"`: the word cannot be a name, which is said where it is given.
fn named_like_a_word(source: SourceId, text: &str, scene: &Scene<'_>) -> Option<Diagnostic> {
    let before = scene.place.before.and_then(Token::word);
    let around = [scene.place.token, before].into_iter().flatten().filter(|word| joins(word));
    let (word, given) = around.into_iter().find_map(|word| Some((word, word_order::named_by(text, word)?)))?;
    let given = Span::new(source, given);
    let message = format!("`{word}` is a word of the language and cannot be a name");
    let found = Diagnostic::error(codes::SYNTAX, given, message);
    Some(found.help("choose another name, here and everywhere it is used"))
}

/// `expect deliberat { … }`: a word that is no method.
fn no_method(scene: &Scene<'_>, span: Span) -> Option<Diagnostic> {
    let word = scene.place.token.filter(|token| token.chars().all(char::is_alphabetic))?;
    if scene.heading.first() != Some(&"expect") || scene.place.before != Some(Token::Word("expect")) {
        return None;
    }
    let finding = Diagnostic::error(codes::METHOD, span, format!("`{word}` is not a method"));
    Some(finding.did_you_mean(nearest::guess(word, METHODS), || {
        "an `expect` takes `deliberate`, `automatic`, `random`, `dice 5, 4, 1` or `odds`, or is `refused \"…\"`".into()
    }))
}

fn message(found: Option<&str>, expected: &[&str]) -> String {
    match (found, expected) {
        (None, []) => "this line is incomplete".to_owned(),
        (None, _) => format!("this line is incomplete: {} is missing", one_of(expected)),
        (Some(token), []) => format!("unexpected `{token}`"),
        (Some(token), _) => format!("{} is needed here, not `{token}`", one_of(expected)),
    }
}

/// The line that holds a byte, without its line end.
pub(super) fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let end = text.get(at..).and_then(|after| after.find('\n')).map_or(text.len(), |end| at + end);
    start..end
}

/// Where reading stopped, in its line.
struct StopPoint<'s> {
    /// What stands there; nothing at the end of the line.
    token: Option<&'s str>,
    /// What stands before it.
    before: Option<Token<'s>>,
    range: Range<usize>,
}

/// Reading remembers the bracket after the parameters; what is wrong is what follows it.
fn past_parameters(line: &str, at: usize) -> usize {
    let of_a_rule = line.trim_start().starts_with("rule ") && !line.contains('=');
    match line.get(at..) {
        Some(rest) if of_a_rule && rest.starts_with(')') && rest.len() > 1 => at + 1,
        _ => at,
    }
}

/// The whole token that holds the byte, or the next one.
fn found(line: &str, at: usize) -> StopPoint<'_> {
    let mut before = None;
    for (token, range) in Tokens::of(line) {
        if range.end > at {
            let written = line.get(range.clone()).unwrap_or("");
            let cut = written.char_indices().nth(40).map_or(written.len(), |(end, _)| end);
            return StopPoint { token: written.get(..cut), before, range };
        }
        before = Some(token);
    }
    let end = code_of(line).len();
    StopPoint { token: None, before, range: end..end }
}

/// A line without its comment.
fn code_of(line: &str) -> &str {
    let end = Tokens::of(line).last().map_or(0, |(_, range)| range.end);
    line.get(..end).unwrap_or(line)
}

fn one_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// What a guess is made from.
struct Scene<'s> {
    /// The words at the beginning of the piece or line.
    heading: &'s [&'s str],
    line: &'s str,
    place: &'s StopPoint<'s>,
}

impl Scene<'_> {
    fn head(&self) -> &str {
        self.heading.first().copied().unwrap_or("")
    }

    fn has(&self, word: &str) -> bool {
        Tokens::of(self.line).any(|(token, _)| token == Token::Word(word))
    }

    fn has_brace(&self) -> bool {
        self.line.contains('{')
    }

    fn stops_without_brace(&self) -> bool {
        self.place.token.is_some() && word_order::is_without_brace(self.line, self.place.range.start)
    }
}

fn guess(scene: &Scene<'_>) -> Option<String> {
    let slip = || slip_of(scene).filter(|slip| *slip != Slip::Colon).map(Slip::help);
    let guessed = slip().or_else(|| of_other_languages(scene)).or_else(|| of_the_head(scene));
    guessed.or_else(|| of_the_place(scene)).map(str::to_owned)
}

/// The guess as a change of the line, where it is known word for word.
fn change(scene: &Scene<'_>) -> Option<Change> {
    let stop = Stop { line: scene.line, token: scene.place.token, at: &scene.place.range };
    if let Some(slip) = slip_of(scene).filter(|slip| *slip != Slip::Colon) {
        return change_of_slip(slip, stop);
    }
    if of_other_languages(scene).is_some() {
        let percentage = stop.token == Some("%") && behind::is_percentage(scene.line, &scene.place.range);
        return if percentage { fixes::percentage(stop) } else { fixes::of_other_languages(stop) };
    }
    if of_the_head(scene).is_some() {
        return match scene.head() {
            "if" if scene.has("then") => fixes::without_then(scene.line),
            "use" if stop.token == Some("-") => fixes::quoted_name(stop),
            _ => None,
        };
    }
    if let Some(slip) = slip_of(scene) {
        return change_of_slip(slip, stop);
    }
    match stop.token? {
        token if word_order::is_spaced_dice(token) => fixes::joined_dice(stop),
        "=" => Some(fixes::comparison(stop)),
        "{" if scene.place.before == Some(Token::Comma) => fixes::without_comma(stop),
        "default" if scene.place.before == Some(Token::Text(true)) => fixes::before_the_text(stop),
        _ if names_who_acts(scene) => Some(fixes::put_in(stop, "by ", Applicability::Sure)),
        token if !joins(token) && begins_another_line(scene) => Some(fixes::put_in(stop, ", ", Applicability::Maybe)),
        _ => None,
    }
}

/// Signs that other languages have.
fn of_other_languages(scene: &Scene<'_>) -> Option<&'static str> {
    let signs: [(&str, &str); 13] = [
        ("==", "write `is`: `if lamp.colour is red { … }`"),
        ("!=", "write `is not`: `if lamp.colour is not red { … }`"),
        ("<>", "write `is not`: `if lamp.colour is not red { … }`"),
        ("&&", "write `and`"),
        ("&", "write `and`"),
        ("=>", "write `>=` for at least"),
        ("=<", "write `<=` for at most"),
        ("+=", "write `add 1 to …`"),
        ("-=", "write `add -1 to …`"),
        ("->", "write the two parts without an arrow"),
        ("//", "a comment begins with `#`"),
        ("/*", "a comment begins with `#` and ends with the line"),
        ("!", "write `not`"),
    ];
    let token = scene.place.token?;
    if let Some((_, help)) = signs.iter().find(|(sign, _)| *sign == token) {
        return Some(help);
    }
    match token {
        "|" if scene.line.contains("||") => Some("write `or`"),
        ":" | "=" if scene.line.contains(":=") => Some("write `=`"),
        _ if states_in_a_claim(scene) => Some(
            "a claim cannot set dice: write `expect dice 3, 4 { … }`, or `NAME shows 3, 4` \
             between the braces of the run",
        ),
        "given" => Some(
            "put the condition before the brace, `expect odds given A is B { … }`, or between the brackets, `P(X given A)`",
        ),
        "div" => Some("say how to round: `div down` or `div up`"),
        ";" => Some("remove the `;`; a line needs no end mark"),
        "%" if behind::is_percentage(scene.line, &scene.place.range) && !fixes::is_of_a_chance(scene.line) => {
            Some(if behind::compares_a_result(scene.line, &scene.place.range) {
                "a chance is claimed with `P(…)`, and is a fraction or a decimal: `P(a is b) > 0.5` for 50%"
            } else {
                "write the number alone, without the `%`"
            })
        }
        "%" if behind::is_percentage(scene.line, &scene.place.range) => {
            Some("a chance is a fraction or a decimal here: `3/5` or `0.6` for 60%")
        }
        "%" => Some("write `mod` for the remainder of a division"),
        "[" | "]" => Some("write the values separated by commas, without brackets"),
        "'" => Some("put texts in straight double quotes: `\"…\"`"),
        _ if scene.place.before == Some(Token::Dot) && token.starts_with(|c: char| c.is_ascii_digit()) => {
            Some("numbers are whole numbers; a limit is written `1..6`")
        }
        _ => None,
    }
}

/// `expect { jump.luck shows 3 }`: nothing states dice of a run but its own lines.
fn states_in_a_claim(scene: &Scene<'_>) -> bool {
    let member = scene.line.get(..scene.place.range.start).unwrap_or("").trim_end();
    let shows = member.strip_suffix("shows").is_some_and(|before| before.ends_with(' '));
    let name = member.rsplit(['{', ',']).next().unwrap_or("");
    let is_number = scene.place.token.is_some_and(|token| token.starts_with(|sign: char| sign.is_ascii_digit()));
    shows && is_number && name.contains('.')
}

/// How a line of a scene is written that begins with this keyword, where what was written is not. The grammar takes such a
/// line for one of the system's own, since it cannot know the words of the system.
pub fn form_of(written: &str) -> Option<&'static str> {
    let heading = first_words(written);
    let begins = heading.first().is_some_and(|first| keywords::beginning(Some("")).contains(first));
    let place = StopPoint { token: None, before: None, range: 0..0 };
    of_the_head(&Scene { heading: &heading, line: written, place: &place }).filter(|_| begins)
}

/// What the first word of a line wants.
fn of_the_head(scene: &Scene<'_>) -> Option<&'static str> {
    let braces = scene.has_brace();
    let second = scene.heading.get(1).copied().unwrap_or("");
    Some(match scene.head() {
        "if" if scene.has("then") && braces => "take `then` away: `if lamp.lit { … }`",
        "if" if !braces || scene.stops_without_brace() => "put what happens in braces: `if lamp.lit { … } else { … }`",
        "else" | "elif" | "elseif" => "`else` follows the `}` of its `if`: `if a { … } else if b { … } else { … }`",
        "repeat" if scene.has("times") => "write `repeat up to 4 { … }`",
        "repeat" if !(scene.has("up") && scene.has("to")) => {
            "a repetition needs an end: `repeat up to 4 until lamp.lit { … }`"
        }
        "while" => "write `repeat up to 4 until … { … }`; every repetition has an end",
        "for" if second != "each" => "write `for each x in LIST { … }`",
        "set" if !scene.line.contains('=') => "write `set NAME.PART = VALUE`",
        "add" if !scene.has("to") => "write `add 1 to NAME.PART`",
        "pay" if !scene.has("from") => "write `pay 1 from NAME.PART`",
        "ladder" => "write `ladder NAME, rolls 2d6, highest first { … }`",
        "ask" if scene.place.token == Some(":") => "`ask` belongs in a procedure of a system; a scene fills the blank",
        "scale" | "table" if scene.place.token == Some("|") => {
            "a declaration belongs in a system, outside all other braces"
        }
        "ask" if !scene.line.contains(':') => "write `ask NAME : number = 0`",
        "roll" if !scene.line.contains(':') => "write `roll NAME : 2d6`",
        "draw" if !scene.line.contains(':') => "write `draw NAME : DECK`",
        "resolve" if !scene.has("with") => "write `resolve NAME with NUMBER`",
        "rule" if !scene.line.contains('=') => "give it a value: `rule NAME(n) = …`",
        "let" if !scene.line.contains('=') => "give it a value: `let NAME = …`",
        "note" if !scene.line.contains('"') => "put the text in quotes: `note \"…\"`",
        "tally" if !scene.line.contains(':') => {
            "put a colon before its limits or type: `tally NAME : 0..9 = 3`, or `tally NAME : number = 3` without limits"
        }
        "stop" if !scene.line.contains('"') => "say why, in quotes: `stop \"…\" if …`",
        "needs" if !scene.has("else") => "say why not: `needs lamp.lit else \"it is dark\"`",
        "procedure" if !braces => "put the lines of a procedure in braces: `procedure NAME by WHO { … }`",
        "extend" if scene.place.token == Some(second) => {
            "`extend` works on a `kind`, `one`, `scale`, `ladder`, `table`, `plan`, `period` or `sum`; for anything else, \
             write `replace`"
        }
        "extend" if !braces => "put the added lines in braces: `extend kind NAME { … }`",
        "use" if scene.place.token == Some("-") => {
            "put a name with a dash in quotes: `use \"NAME\"`, or `use house \"NAME\"` for a house rule"
        }
        "dice" if second == "shows" => {
            "write the faces between the braces of the run that rolls the dice: `{ dice shows 3, 4 }`"
        }
        "replace" if scene.place.token == Some(second) => {
            "say what is replaced by its word: `replace sum PROCEDURE.NAME { … }`, `replace ladder NAME, … { … }`, `replace step PROCEDURE.STEP { … }`"
        }
        "house" => "write `house \"NAME\" extends SYSTEM`",
        "choose" if scene.line.split_once('{').is_some_and(|(head, _)| !head.contains('"')) => {
            "the question is missing: `choose NAME \"which?\" by WHO { one { … }, two default { … } }`"
        }
        "choose" if scene.line.contains('"') => {
            "give each option its braces, in a scene: `choose \"which?\" { one { … }, two default { … } }`; in a procedure a choice \
             is one line: `choose NAME : TYPE by WHO = DEFAULT \"which?\"`"
        }
        "reveal" if !scene.has("to") => "write `reveal NAME to WHO, WHO`",
        _ => return None,
    })
}

/// What the place itself suggests.
fn of_the_place(scene: &Scene<'_>) -> Option<&'static str> {
    let token = scene.place.token?;
    if let Some(slip) = slip_of(scene) {
        return Some(slip.help());
    }
    Some(match token {
        _ if word_order::is_spaced_dice(token) => "write dice without a space: `2d6`",
        "=" => "to compare, write `is`: `a is b`",
        word if joins(word) => {
            "this word belongs to the language: put it in quotes if it is part of a text, or choose another name"
        }
        "{" if scene.place.before == Some(Token::Comma) => "remove the comma before the brace",
        "{" => "something is missing before the brace",
        "|" => "write each row of a table on its own line between `{` and `}`",
        "default" if scene.place.before == Some(Token::Text(true)) => {
            "put `default` before the text of its option: `NAME default \"…\" { … }`"
        }
        _ if names_who_acts(scene) => word_order::behind_title(scene.line, &scene.place.range),
        _ if begins_another_line(scene) => "begin a new line here, or write a comma before it",
        _ if word_order::words_a_number(scene.line, &scene.place.range) => {
            "a text follows a word, not numbers: write the word that the system has for this result"
        }
        number if word_order::begins_with_a_number(scene.line, &scene.place.range, number) => {
            "a line begins with a word; put the number after its word"
        }
        _ => return None,
    })
}

/// A slip of the pen that is told by what stands at the place and before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slip {
    /// `"she says "hello""`
    QuoteInText,
    /// `2 b`
    SpacedModifier,
    /// `up by 1`
    MovedBy,
    /// `equal to`
    EqualTo,
    /// `} elif a {`
    ElseIf,
    /// `} otherwise {`
    Else,
    /// `task: wall`
    Colon,
    /// `lift (…)`, `lift […]`
    Brackets,
    /// `set a = b if c`
    IfBehind,
}

impl Slip {
    fn help(self) -> &'static str {
        match self {
            Slip::QuoteInText => "write a quote inside a text as `\\\"`: `\"she says \\\"hello\\\"\"`",
            Slip::SpacedModifier => "write the number and its letter as one word, without a space",
            Slip::MovedBy => "omit `by`: `up 1`, `down 1`",
            Slip::EqualTo => "write `is`",
            Slip::ElseIf => "write `else if`: `if a { … } else if b { … } else { … }`",
            Slip::Else => "write `else`: `if a { … } else { … }`",
            Slip::Colon => "remove the colon: the value follows its word directly",
            Slip::Brackets => "put the lines that belong to it in braces after it: `{ … }`",
            Slip::IfBehind => "put the condition before the line: `if a { set b = c }`",
        }
    }
}

fn slip_of(scene: &Scene<'_>) -> Option<Slip> {
    let (token, before) = (scene.place.token?, scene.place.before?);
    let touches = scene.line.get(..scene.place.range.start).is_some_and(|before| before.ends_with('"'));
    let is_letter = token.chars().count() == 1 && token.chars().all(char::is_alphabetic);
    Some(match (before, token) {
        (Token::Text(_), token) if touches && token.starts_with(|sign: char| sign.is_alphanumeric()) => {
            Slip::QuoteInText
        }
        (Token::Number, _) if is_letter => Slip::SpacedModifier,
        (_, "if") if ["set", "add", "pay"].into_iter().any(|verb| scene.has(verb)) => Slip::IfBehind,
        (Token::Word("up" | "down" | "towards"), "by") => Slip::MovedBy,
        (Token::Word("equal"), "to") => Slip::EqualTo,
        (Token::Close('}'), "elif" | "elsif" | "elseif") => Slip::ElseIf,
        (Token::Close('}'), "otherwise") => Slip::Else,
        (Token::Word(word), ":") if word == scene.head() || !keywords::is_keyword(scene.head()) => Slip::Colon,
        (Token::Word(_) | Token::Text(true), "(" | "[")
            if !holds_a_number(scene) && !scene.line.contains('=') && !is_computed(scene) =>
        {
            Slip::Brackets
        }
        _ => return None,
    })
}

/// Whether the bracket at the place begins with a number, as a list of values would.
fn holds_a_number(scene: &Scene<'_>) -> bool {
    let inside = scene.line.get(scene.place.range.end..).and_then(|rest| Tokens::of(rest).next());
    matches!(inside, Some((Token::Number, _)))
}

/// Whether a line is a system's own, where brackets group what is computed.
fn is_computed(scene: &Scene<'_>) -> bool {
    keywords::is_keyword(scene.head()) && scene.head() != "expect"
}

/// The slip as a change of the line, where that is known word for word.
fn change_of_slip(slip: Slip, stop: Stop<'_>) -> Option<Change> {
    match slip {
        Slip::QuoteInText => fixes::escaped_quotes(stop),
        Slip::SpacedModifier => fixes::joined_dice(stop),
        Slip::MovedBy | Slip::Colon => Some(fixes::without_word(stop)),
        Slip::EqualTo | Slip::Brackets | Slip::IfBehind => None,
        Slip::ElseIf => Some(fixes::word(stop, "else if")),
        Slip::Else => Some(fixes::word(stop, "else")),
    }
}

/// Whether a word follows what ends a line, so that it was probably meant to begin the next one.
fn begins_another_line(scene: &Scene<'_>) -> bool {
    let ended = matches!(scene.place.before, Some(Token::Number | Token::Text(true) | Token::Close('}')));
    let is_word = scene.place.token.is_some_and(|token| token.starts_with(char::is_alphabetic));
    ended && is_word
}

/// Whether a single word follows the title of a line: `lift gate "the gate" ada {`.
fn names_who_acts(scene: &Scene<'_>) -> bool {
    let follows = scene.line.get(scene.place.range.end..).and_then(|rest| Tokens::of(rest).next());
    let alone = matches!(follows, None | Some((Token::Open('{') | Token::Word("versus"), _)));
    let titled = scene.place.before == Some(Token::Text(true)) && !keywords::is_keyword(scene.head());
    let is_word = scene.place.token.is_some_and(|token| token.starts_with(char::is_alphabetic));
    titled && alone && is_word
}
