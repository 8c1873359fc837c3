//! What a text must not exceed, checked before the grammar sees it, in time linear in its length.
//!
//! The limits count what would become nested: brackets, and the depth of an expression. They are the same in every
//! build and on every stack, and they keep the tree shallow for all code that walks it later. The deepest text they allow is read on
//! 192 KiB of stack, in a debug build on 384 KiB.

use std::ops::Range;

use super::tokens::{Token, Tokens, is_operator};
use crate::diagnostic::{Diagnostic, Diagnostics, Fix, codes};
use crate::source::{SourceId, Span};

/// Bytes of a file.
pub const SIZE: usize = 16 * 1024 * 1024;
/// Bytes of a line.
pub const LINE: usize = 64 * 1024;
/// Brackets, braces and `if … then` within each other.
pub const NESTING: usize = 32;
/// Operators, members and arguments within each other in one expression.
pub const DEPTH: usize = 64;
/// `else` after one `if`.
pub const BRANCHES: usize = 64;

/// Behind a value an operator, and alone the last condition of a `decide`: there it is counted as well, and does no harm.
const OTHERWISE: &str = "otherwise";

/// What the check says about a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fitness {
    /// The grammar may read it.
    Sound,
    /// Something was found, but its lines may be read one by one.
    Damaged,
    /// It must not be read.
    Refused,
}

/// Checks a text; whatever is found goes to the sink.
pub fn check(source: SourceId, text: &str, sink: &mut Diagnostics) -> Fitness {
    if let Some(finding) = too_long(source, text) {
        sink.push(finding);
        return Fitness::Refused;
    }
    let mut fitness = Fitness::Sound;
    for finding in super::characters::strange(source, text) {
        fitness = Fitness::Damaged;
        sink.push(finding);
    }
    let mut scan = Scan {
        source,
        text,
        outermost: Level::default(),
        levels: Vec::new(),
        last: None,
        line_ended: false,
        suspect: None,
        found: Vec::new(),
        swallowed: false,
    };
    let whole = scan.run();
    for finding in scan.found {
        fitness = Fitness::Damaged;
        sink.push(finding);
    }
    if let Err(finding) = whole {
        sink.push(finding);
        return Fitness::Refused;
    }
    fitness
}

fn too_long(source: SourceId, text: &str) -> Option<Diagnostic> {
    if text.len() > SIZE {
        let message = "the file is too large";
        return Some(
            Diagnostic::error(codes::TOO_LARGE, Span::new(source, 0..0), message)
                .help("the limit is 16 MiB; split it into files and bring them in with `use`"),
        );
    }
    let mut start = 0;
    for line in text.split('\n') {
        if line.len() > LINE {
            let message = "the line is too long";
            return Some(
                Diagnostic::error(codes::TOO_LARGE, Span::new(source, start..start), message)
                    .help("the limit is 65536 bytes; split it"),
            );
        }
        start += line.len() + 1;
    }
    None
}

/// One bracket, or one `if` of an expression, with what has been counted inside it.
#[derive(Clone, Debug, Default)]
struct Level {
    /// The bracket and its place; none for an `if` and for the file itself.
    opening: Option<(char, usize)>,
    is_if: bool,
    operators: usize,
    /// Members and arguments since the last operator, and the longest such run.
    links: usize,
    most_links: usize,
    /// The deepest expression inside.
    inside: usize,
    /// The deepest part that is already finished.
    finished: usize,
    branches: usize,
}

impl Level {
    fn depth(&self) -> usize {
        self.finished.max(self.operators + self.most_links + self.inside)
    }

    /// A comma, `then` or `else`: what follows lies beside what came before.
    fn next_part(&mut self) {
        let finished = self.depth();
        self.operators = 0;
        self.links = 0;
        self.most_links = 0;
        self.inside = 0;
        self.finished = finished;
    }

    fn restart(&mut self) {
        *self = Level { opening: self.opening, ..Level::default() };
    }
}

struct Scan<'t> {
    source: SourceId,
    text: &'t str,
    /// What lies outside all brackets.
    outermost: Level,
    levels: Vec<Level>,
    last: Option<Token<'t>>,
    /// The line ended; whether the statement did, the next token tells.
    line_ended: bool,
    /// The brace that was open when a line began no deeper than the line that opened it: probably the one that is never
    /// closed.
    suspect: Option<(char, usize, usize)>,
    found: Vec<Diagnostic>,
    /// A text that is never closed has taken brackets in: nobody knows which are missing.
    swallowed: bool,
}

impl<'t> Scan<'t> {
    fn run(&mut self) -> Result<(), Diagnostic> {
        for (token, range) in Tokens::of(self.text) {
            if self.line_ended && token != Token::LineEnd {
                self.line_ended = false;
                if !token.goes_on() {
                    self.end_statement();
                }
            }
            self.token(token, &range)?;
            if token != Token::LineEnd {
                self.last = Some(token);
            }
        }
        self.leftover();
        Ok(())
    }

    fn token(&mut self, token: Token<'t>, range: &Range<usize>) -> Result<(), Diagnostic> {
        self.suspect_indent(token, range.start);
        match token {
            Token::Word(word) => self.word(word, range)?,
            Token::Sign(sign) => self.operator(sign.len().div_ceil(2), range)?,
            Token::Dot => self.link(range)?,
            Token::Open(bracket) => self.open(bracket, range)?,
            Token::Close(bracket) => self.close(bracket, range)?,
            Token::Comma | Token::Bar => self.comma(),
            Token::LineEnd => self.line_ended = !self.inside_parentheses() && !self.last.is_some_and(wants_more),
            Token::Text(false) => {
                let finding =
                    Diagnostic::error(codes::UNBALANCED, self.span(range.start, 1), "this quote is never closed");
                self.found.push(finding.help(self.other_quote(range)));
                let swallowed = self.text.get(range.clone()).unwrap_or_default();
                self.swallowed |= swallowed.contains(['{', '}', '(', ')']);
            }
            Token::Number | Token::Text(true) | Token::Other(_) => {}
        }
        Ok(())
    }

    /// Where the other quote of a text probably belongs.
    fn other_quote(&self, range: &Range<usize>) -> &'static str {
        let before = self.text.get(..range.start).and_then(|before| before.chars().next_back());
        let touches = before.is_some_and(|sign| sign.is_alphanumeric() || matches!(sign, '.' | '!' | '?'));
        let is_last = self.text.get(range.clone()).is_some_and(|text| text.trim_end() == "\"");
        if touches && is_last {
            "this ends a text, so put `\"` where the text begins on this line"
        } else {
            "put `\"` at the end of the text; a text must end on the line where it begins"
        }
    }

    fn word(&mut self, word: &str, range: &Range<usize>) -> Result<(), Diagnostic> {
        match (word, self.last) {
            // The second half of an operator, or of `else if`, is counted with the first.
            ("not", Some(Token::Word("is")))
            | ("up" | "down", Some(Token::Word("div")))
            | ("if", Some(Token::Word("else"))) => Ok(()),
            ("if", _) => self.push(Level { is_if: true, ..Level::default() }, range),
            ("then", _) => {
                self.top().next_part();
                Ok(())
            }
            ("else", _) => self.branch(range),
            _ if is_operator(word) || word == OTHERWISE => self.operator(1, range),
            _ => Ok(()),
        }
    }

    fn branch(&mut self, range: &Range<usize>) -> Result<(), Diagnostic> {
        let top = self.top();
        top.next_part();
        top.branches += 1;
        if top.branches <= BRANCHES {
            return Ok(());
        }
        Err(self.too_large(range, "this `if` has too many `else` branches", "the limit is 64; use a table or `decide`"))
    }

    fn operator(&mut self, count: usize, range: &Range<usize>) -> Result<(), Diagnostic> {
        let top = self.top();
        top.operators += count;
        top.links = 0;
        self.check_depth(range)
    }

    fn link(&mut self, range: &Range<usize>) -> Result<(), Diagnostic> {
        let top = self.top();
        top.links += 1;
        top.most_links = top.most_links.max(top.links);
        self.check_depth(range)
    }

    fn check_depth(&mut self, range: &Range<usize>) -> Result<(), Diagnostic> {
        if self.top().depth() <= DEPTH {
            return Ok(());
        }
        let help = "name a part of it with `let` or `rule`; the limit is 64 steps";
        Err(self.too_large(range, "this expression is too long", help))
    }

    fn open(&mut self, bracket: char, range: &Range<usize>) -> Result<(), Diagnostic> {
        if bracket == '(' {
            // After a value it holds arguments; elsewhere it only groups.
            if self.last.is_some_and(takes_arguments) {
                self.link(range)?;
            }
        } else {
            self.close_ifs();
            self.top().next_part();
        }
        self.push(Level { opening: Some((bracket, range.start)), ..Level::default() }, range)
    }

    fn push(&mut self, level: Level, range: &Range<usize>) -> Result<(), Diagnostic> {
        self.levels.push(level);
        if self.levels.len() <= NESTING {
            return Ok(());
        }
        Err(self.too_large(
            range,
            "brackets are nested too deeply",
            "the limit is 32; give the inner part its own name",
        ))
    }

    fn close(&mut self, bracket: char, range: &Range<usize>) -> Result<(), Diagnostic> {
        self.close_ifs();
        let opening = if bracket == ')' { '(' } else { '{' };
        if let Some((open, at)) = self.levels.last().and_then(|level| level.opening)
            && open != opening
            && !self.levels.iter().any(|level| level.opening.is_some_and(|(found, _)| found == opening))
        {
            self.levels.pop();
            self.wrong_closing((open, at), (bracket, range.start));
            return Ok(());
        }
        if !self.levels.iter().any(|level| level.opening.is_some_and(|(found, _)| found == opening)) {
            let message = format!("this `{bracket}` closes nothing");
            let help = format!("remove it, or write `{opening}` where it should begin");
            let span = self.span(range.start, 1);
            let finding = Diagnostic::error(codes::UNBALANCED, span, message).help(help);
            self.found.push(finding.fix(Fix::maybe(span, "")));
            return Ok(());
        }
        while let Some(level) = self.levels.pop() {
            let found = level.opening;
            self.pour(&level);
            match found {
                Some((found, _)) if found == opening => break,
                Some((found, at)) => self.unclosed(found, at, None),
                None => {}
            }
        }
        self.check_depth(range)
    }

    /// `(n + 1 }`: one slip, and one message.
    fn wrong_closing(&mut self, (open, at): (char, usize), (bracket, here): (char, usize)) {
        let closing = if open == '(' { ')' } else { '}' };
        let message = format!("this `{bracket}` cannot close a `{open}`");
        let finding = Diagnostic::error(codes::UNBALANCED, self.span(here, 1), message)
            .also(self.span(at, 1), "opened here")
            .help(format!("write `{closing}` instead of `{bracket}`"))
            .fix(Fix::sure(self.span(here, 1), closing));
        self.found.push(finding);
    }

    /// Counts what was inside a level into the level around it.
    fn pour(&mut self, level: &Level) {
        if level.opening.is_none_or(|(bracket, _)| bracket != '{') {
            let top = self.top();
            top.inside = top.inside.max(level.depth() + usize::from(level.is_if));
        }
    }

    /// An `if` of an expression reaches as far as it can.
    fn close_ifs(&mut self) {
        while self.levels.last().is_some_and(|level| level.is_if) {
            if let Some(level) = self.levels.pop() {
                self.pour(&level);
            }
        }
    }

    fn comma(&mut self) {
        self.close_ifs();
        if self.inside_parentheses() { self.top().next_part() } else { self.end_statement() }
    }

    fn end_statement(&mut self) {
        self.close_ifs();
        if !self.inside_parentheses() {
            self.top().restart();
        }
    }

    fn inside_parentheses(&self) -> bool {
        let opening = self.levels.iter().rev().find(|level| !level.is_if).and_then(|level| level.opening);
        opening.is_some_and(|(bracket, _)| bracket == '(')
    }

    fn top(&mut self) -> &mut Level {
        self.levels.last_mut().unwrap_or(&mut self.outermost)
    }

    /// What stands in braces stands deeper than the line that opens them. A line that does not, while they are open, begins
    /// behind a brace that has probably been forgotten.
    fn suspect_indent(&mut self, token: Token<'t>, at: usize) {
        if self.suspect.is_some() || token == Token::LineEnd || self.inside_parentheses() {
            return;
        }
        let Some(indent) = self.indent_of(at) else { return };
        let Some((bracket, opened)) = self.levels.iter().rev().find_map(|level| level.opening) else { return };
        let line = self.text.get(..opened).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
        let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
        let around = self.text.get(line..).map_or(0, blanks);
        let closes = matches!(token, Token::Close(_));
        let forgotten = if closes { indent < around } else { indent <= around };
        if forgotten {
            self.suspect = Some((bracket, opened, at));
        }
    }

    /// How deep a line stands that begins with the token at this place.
    fn indent_of(&self, at: usize) -> Option<usize> {
        let before = self.text.get(..at)?;
        let blanks = before.get(before.rfind('\n').map_or(0, |end| end + 1)..)?;
        blanks.chars().all(|sign| matches!(sign, ' ' | '\t')).then_some(blanks.len())
    }

    fn leftover(&mut self) {
        self.close_ifs();
        if self.swallowed {
            return;
        }
        let Some((bracket, at)) = self.levels.iter().rev().find_map(|level| level.opening) else {
            return;
        };
        match self.suspect {
            Some((bracket, opened, noticed)) if bracket == '{' => self.unclosed(bracket, opened, Some(noticed)),
            _ => self.unclosed(bracket, at, None),
        }
    }

    fn unclosed(&mut self, bracket: char, at: usize, noticed: Option<usize>) {
        let closing = if bracket == '(' { ')' } else { '}' };
        let mut finding =
            Diagnostic::error(codes::UNBALANCED, self.span(at, 1), format!("this `{bracket}` is never closed"))
                .here("opened here")
                .help(format!("add `{closing}` where it should end"));
        if let Some(noticed) = noticed {
            finding = finding.also(self.span(noticed, 0), format!("`{closing}` is probably missing before this line"));
        }
        self.found.push(finding);
    }

    fn too_large(&self, range: &Range<usize>, message: &str, help: &str) -> Diagnostic {
        Diagnostic::error(codes::TOO_LARGE, self.span(range.start, range.len()), message).help(help)
    }

    fn span(&self, start: usize, length: usize) -> Span {
        Span::new(self.source, start..start + length)
    }
}

/// Whether an expression that ends a line so goes on in the next.
fn wants_more(token: Token<'_>) -> bool {
    token.wants_more() || token == Token::Word(OTHERWISE)
}

/// Whether `(` after this token holds arguments.
fn takes_arguments(token: Token<'_>) -> bool {
    let begins_a_value = |word: &str| {
        is_operator(word)
            || matches!(
                word,
                OTHERWISE | "add" | "pay" | "if" | "then" | "else" | "to" | "with" | "until" | "of" | "in"
            )
    };
    token == Token::Close(')') || token == Token::Close('}') || token.word().is_some_and(|word| !begins_a_value(word))
}
