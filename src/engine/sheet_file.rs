//! `use sheet "ada.json"`: people and things described by a JSON file, as the lines of a scene that declare them.
//!
//! `docs/src/sheets.md` describes the shape.

use super::sheet_json::{self, Json, Member, Placed};
use super::sheet_lines::{self, field, modifier, plain, signed, thing, yes_or_no};
use crate::diagnostic::{Diagnostic, Diagnostics, codes, nearest};
use crate::source::{SourceId, Span};
use crate::syntax::ast::{self, Expr, ExprKind, Item, ItemKind, Phrase, Statement, Trivia, Word};

/// The keys of a whole sheet, of something that belongs to it, of a value with its reason, and of a text.
const SHEET: [&str; 4] = ["kind", "name", "title", "fields"];
const OWNED: [&str; 3] = ["name", "title", "fields"];
const REASONED: [&str; 2] = ["value", "reason"];
const TEXT: [&str; 1] = ["text"];

/// Reads a sheet, or a list of them.
pub(super) fn read(source: SourceId, text: &str, sink: &mut Diagnostics) -> ast::File {
    let mut reader = Reader { sink };
    let items = match sheet_json::read(source, text) {
        Ok(Placed { value: Json::List(all), span }) if all.is_empty() => {
            reader.complain(span, "this list contains no sheets", "add a sheet to it, or remove the `use sheet`");
            Vec::new()
        }
        Ok(Placed { value: Json::List(all), .. }) => all.iter().filter_map(|one| reader.sheet(one)).collect(),
        Ok(one) => reader.sheet(&one).into_iter().collect(),
        Err(found) => {
            reader.sink.push(found);
            Vec::new()
        }
    };
    ast::File { items: items.into_iter().map(item).collect(), is_sheet: true, ..ast::File::default() }
}

fn item(statement: Statement) -> Item {
    Item { span: statement.span, kind: ItemKind::Statement(statement), trivia: Trivia::default() }
}

struct Reader<'s> {
    sink: &'s mut Diagnostics,
}

impl Reader<'_> {
    fn complain(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.sink.push(Diagnostic::error(codes::SHEET, span, message).help(help));
    }

    /// `{"kind": …, "name": …, "title": …, "fields": {…}}`; of a kind that has only one the name may be left out.
    fn sheet(&mut self, sheet: &Placed) -> Option<Statement> {
        let members = self.object(sheet, "a sheet is an object with a `kind`, a `name`, a `title` and `fields`")?;
        self.only(members, &SHEET);
        let Some(kind) = find(members, "kind") else {
            let help = "add a key `kind` with one of the system's kinds, in quotes";
            self.complain(sheet.span, "this sheet has no `kind`", help);
            return None;
        };
        let mut words = self.text(kind).and_then(|kind| self.name(kind))?;
        if let Some(name) = find(members, "name") {
            let name = self.text(name).and_then(|name| self.name(name))?;
            if name.text() != words.text() {
                words.words.extend(name.words);
            }
        }
        Some(self.thing(words, members, sheet.span))
    }

    fn thing(&mut self, words: Phrase, members: &[Member], span: Span) -> Statement {
        let title = find(members, "title").filter(|title| !matches!(title.value, Json::Nothing));
        let title = title.and_then(|title| self.text(title)).map(|(title, span)| plain(title, span));
        let mut body = Vec::new();
        if let Some(fields) = find(members, "fields") {
            let wanted = "`fields` must be an object with the name and value of each field";
            for Member { key, place, value } in self.object(fields, wanted).into_iter().flatten() {
                if let Some(words) = self.name((key, *place)) {
                    self.lines(&words, value, &mut body);
                }
            }
        }
        thing(words, title, body, span)
    }

    /// The lines for what a field holds, or a level of it: one for each value.
    fn lines(&mut self, words: &Phrase, held: &Placed, lines: &mut Vec<Statement>) {
        match &held.value {
            // An export names what it has nothing for.
            Json::Nothing => {}
            Json::List(all) => all.iter().for_each(|one| self.lines(words, one, lines)),
            Json::Object(members) => self.more(words, members, held.span, lines),
            Json::YesNo(_) | Json::Number(_) | Json::Text(_) => {
                lines.extend(self.value(held).map(|value| field(words.clone(), value, None)));
            }
        }
    }

    /// What an object says depends on its keys: something that belongs to it, a value with a reason, a text, or a value for each level.
    fn more(&mut self, words: &Phrase, members: &[Member], span: Span, lines: &mut Vec<Statement>) {
        if let Some(name) = find(members, "name") {
            self.only(members, &OWNED);
            if let Some(name) = self.text(name).and_then(|name| self.name(name)) {
                let words = joined(words, name);
                lines.push(self.thing(words, members, span));
            }
        } else if let Some(value) = find(members, "value") {
            self.only(members, &REASONED);
            let reason = find(members, "reason").and_then(|reason| self.text(reason));
            let reason = reason.map(|(reason, span)| plain(reason, span));
            lines.extend(self.value(value).map(|value| field(words.clone(), value, reason)));
        } else if let Some(text) = find(members, "text") {
            self.only(members, &TEXT);
            let text = self.text(text).map(|(text, span)| Expr { span, kind: ExprKind::Text(plain(text, span)) });
            lines.extend(text.map(|text| field(words.clone(), text, None)));
        } else {
            for Member { key, place, value } in members {
                if let Some(level) = self.name((key, *place)) {
                    self.lines(&joined(words, level), value, lines);
                }
            }
        }
    }

    fn value(&mut self, held: &Placed) -> Option<Expr> {
        let span = held.span;
        let kind = match &held.value {
            Json::Number(number) => signed(*number, None, span),
            Json::YesNo(yes) => ExprKind::Name(Phrase { words: vec![Word { text: yes_or_no(*yes).into(), span }] }),
            Json::Text(text) => written(text, span).or_else(|| self.named(text, span))?,
            Json::Nothing | Json::List(_) | Json::Object(_) => {
                self.complain(
                    span,
                    "a single value is needed here",
                    "write a number, `true` or `false`, or a word in quotes",
                );
                return None;
            }
        };
        Some(Expr { span, kind })
    }

    /// A name, or that of something that belongs to somebody: `ada.sword`.
    fn named(&mut self, text: &str, span: Span) -> Option<ExprKind> {
        let Some((owner, name)) = text.split_once('.') else { return self.name((text, span)).map(ExprKind::Name) };
        let owner = Expr { span, kind: ExprKind::Name(self.name((owner, span))?) };
        Some(ExprKind::Member(Box::new(owner), self.name((name, span))?))
    }

    fn object<'p>(&mut self, held: &'p Placed, wanted: &str) -> Option<&'p [Member]> {
        if let Json::Object(members) = &held.value {
            return Some(members);
        }
        self.complain(held.span, "an object is needed here", wanted);
        None
    }

    fn text<'p>(&mut self, held: &'p Placed) -> Option<(&'p str, Span)> {
        if let Json::Text(text) = &held.value {
            return Some((text, held.span));
        }
        self.complain(held.span, "text is needed here", "put it in quotes");
        None
    }

    fn name(&mut self, (text, span): (&str, Span)) -> Option<Phrase> {
        let name = sheet_lines::name(words(text, span), span);
        name.map_err(|found| self.sink.push(found)).ok()
    }

    /// A key that nothing reads would be passed over in silence.
    fn only(&mut self, members: &[Member], known: &[&str]) {
        for Member { key, place, .. } in members.iter().filter(|member| !known.contains(&member.key.as_str())) {
            let found = Diagnostic::error(codes::SHEET, *place, format!("unknown key `{key}`"));
            let near = nearest::guess(key, known.iter().copied());
            let known = known.join("`, `");
            let listed = || format!("the keys here are `{known}`; the system's own fields go in `fields`");
            self.sink.push(found.did_you_mean(near, listed));
        }
    }
}

fn find<'m>(members: &'m [Member], key: &str) -> Option<&'m Placed> {
    members.iter().find(|member| member.key == key).map(|member| &member.value)
}

fn joined(words: &Phrase, more: Phrase) -> Phrase {
    Phrase { words: words.words.iter().cloned().chain(more.words).collect() }
}

/// The words of a text, each at its place; where the file writes a letter as a number (`\u00e9`), all at that of the text.
fn words(text: &str, span: Span) -> Vec<Word> {
    let as_written = span.range().len() == text.len();
    let place = |word: &str| {
        let start = span.range().start + (word.as_ptr().addr() - text.as_ptr().addr());
        if as_written { Span::new(span.source, start..start + word.len()) } else { span }
    };
    text.split_whitespace().map(|word| Word { text: word.into(), span: place(word) }).collect()
}

/// A die or a modifier as a script writes it: `d8`, `+2`, `-1`, `2b`.
fn written(text: &str, span: Span) -> Option<ExprKind> {
    let sides = text.strip_prefix('d').filter(|sides| sides.bytes().all(|digit| digit.is_ascii_digit()));
    if let Some(sides) = sides.and_then(|sides| sides.parse().ok()) {
        return Some(ExprKind::Die(sides));
    }
    let digits = text.trim_start_matches(['+', '-']);
    let unit = digits.trim_start_matches(|one: char| one.is_ascii_digit());
    let number: i64 = text.strip_suffix(unit)?.parse().ok()?;
    let unit = unit.chars().all(char::is_alphabetic).then_some(unit)?;
    let is_signed = digits.len() < text.len();
    Some(match unit {
        "" if is_signed => modifier(number, span),
        "" => signed(number, None, span),
        unit => signed(number, Some(unit.into()), span),
    })
}
