//! What a host supplies from its character sheets: people and things with their values, and who plays which role. They
//! become lines of a scene without ever being text, so that nothing in them can be taken for another line.

use std::sync::Arc;

use super::sheet_lines::{self, modifier, plain, signed, yes_or_no};
use super::texts::Texts;
use crate::diagnostic::Diagnostic;
use crate::model::Cast;
use crate::shared_text::SharedText;
use crate::source::{Source, SourceKind, SourceMap, Span};
use crate::syntax::ast::{self, Expr, ExprKind, Item, ItemKind, Phrase, Trivia, Word};

/// People and things from the sheets of a host, and who fills the roles of a scene.
///
/// ```
/// use assize::engine::{Answers, Engine, Input, Sheet, Shelf, Value};
///
/// let mut shelf = Shelf::default();
/// shelf.put("lamps", "system lamps \"Lamps\"
///     modifiers signed
///     kind person { oil : 0..9 = 3, burdens : many number }
///     procedure wait by person { let left = person.oil + sum(person.burdens) }");
/// let engine = Engine::with(shelf);
/// let ada = Sheet::new("person", "ada").title("Ada, a \"sailor\"").field("oil", 7).entry("burdens", Value::Modifier(-2), "a sack");
/// let input = Input::new().sheet(ada).cast("keeper", "ada");
/// let scene = "use lamps\ncast keeper : person\nwait night by keeper";
/// let verdict = engine.compile_with_input("night.asz", scene, &input)?.adjudicate(Answers::deliberate())?;
/// assert_eq!(verdict.get("night.left").and_then(|left| left.number), Some(5));
///
/// let wrong = Input::new().sheet(Sheet::new("person", "ada").field("oil", 12)).cast("keeper", "ada");
/// let refused = engine.compile_with_input("night.asz", scene, &wrong).unwrap_err();
/// assert!(refused.to_string().starts_with("ada.oil:1:1: error"));
/// # Ok::<(), assize::Failure>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Input {
    sheets: Vec<Sheet>,
    pub(super) cast: Cast,
}

/// A person or thing of a kind that the system declares, with the values of its fields. A field not given has its default value.
#[derive(Clone, Debug)]
pub struct Sheet {
    kind: String,
    name: String,
    title: Option<String>,
    lines: Vec<SheetLine>,
}

#[derive(Clone, Debug)]
enum SheetLine {
    Value { field: String, value: Value, reason: Option<String> },
    Owned { field: String, sheet: Sheet },
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// A number to be added or, below 0, subtracted; written in the notation of the system.
    Modifier(i64),
    /// Yes or no.
    YesNo(bool),
    /// A level, an option, a named modifier, or the name of a person or thing.
    Word(String),
    /// A text, for people.
    Text(String),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Value {
    fn from(yes: bool) -> Self {
        Self::YesNo(yes)
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

impl From<String> for Value {
    fn from(word: String) -> Self {
        Self::Word(word)
    }
}

impl Input {
    /// Without people and things.
    pub fn new() -> Self {
        Self::default()
    }

    /// With one more person or thing, after those before.
    #[must_use]
    pub fn sheet(mut self, sheet: Sheet) -> Self {
        self.sheets.push(sheet);
        self
    }

    /// With a role of the scene filled by the person or thing with this name, in a sheet or in the scene.
    #[must_use]
    pub fn cast(mut self, role: impl Into<String>, name: impl Into<String>) -> Self {
        self.cast.insert(role.into(), name.into());
        self
    }

    /// Puts the sheets before the scenes, so that the scenes can refer to them.
    pub(super) fn add_to(&self, texts: &mut Texts) {
        let sheets = scene(&self.sheets, texts);
        texts.scene.scenes.insert(0, Arc::new(sheets));
    }
}

/// Sheets as a scene that declares them, each value at a place of its own.
pub(super) fn scene(sheets: &[Sheet], texts: &mut Texts) -> ast::File {
    let notation = notation(texts);
    let Texts { sources, sink, .. } = texts;
    let mut writer = Writer { sources, notation, found: Vec::new() };
    let items = sheets.iter().map(|sheet| writer.item(sheet)).collect();
    sink.extend(writer.found);
    ast::File { items, is_sheet: true, ..ast::File::default() }
}

impl Sheet {
    /// A person or thing of a kind. The scene refers to it by this name; for a kind with only one member, it is the name of
    /// the kind.
    pub fn new(kind: impl Into<String>, name: impl Into<String>) -> Self {
        Self { kind: kind.into(), name: name.into(), title: None, lines: Vec::new() }
    }

    /// With a title, for people; any text.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// With a value in a field. In a field for several values this adds one.
    #[must_use]
    pub fn field(mut self, field: impl Into<String>, value: impl Into<Value>) -> Self {
        self.lines.push(SheetLine::Value { field: field.into(), value: value.into(), reason: None });
        self
    }

    /// With a value in a field and the reason for it, which verdicts show.
    #[must_use]
    pub fn entry(mut self, field: impl Into<String>, value: impl Into<Value>, reason: impl Into<String>) -> Self {
        let (value, reason) = (value.into(), Some(reason.into()));
        self.lines.push(SheetLine::Value { field: field.into(), value, reason });
        self
    }

    /// With a thing that belongs to it, in a field for such things. Its kind is that of the field.
    #[must_use]
    pub fn owned(mut self, field: impl Into<String>, sheet: Sheet) -> Self {
        self.lines.push(SheetLine::Owned { field: field.into(), sheet });
        self
    }
}

/// Makes lines of sheets. Each value is a text of its own, so that a finding names it as the host does: `ada.oil`.
struct Writer<'t> {
    sources: &'t mut SourceMap,
    /// The words for what is added and what is taken off, if the system has some.
    notation: Option<(SharedText, SharedText)>,
    found: Vec<Diagnostic>,
}

impl Writer<'_> {
    fn item(&mut self, sheet: &Sheet) -> Item {
        let head = [sheet.kind.as_str(), if sheet.name == sheet.kind { "" } else { &sheet.name }];
        let statement = self.thing(&sheet.name, &head, sheet);
        Item { span: statement.span, kind: ItemKind::Statement(statement), trivia: Trivia::default() }
    }

    fn thing(&mut self, path: &str, head: &[&str], sheet: &Sheet) -> ast::Statement {
        let span = self.place(path, path);
        let body = sheet.lines.iter().map(|line| self.line(path, line)).collect();
        let title = sheet.title.as_ref().map(|title| plain(title, span));
        sheet_lines::thing(self.phrase(head, span), title, body, span)
    }

    fn line(&mut self, path: &str, line: &SheetLine) -> ast::Statement {
        match line {
            SheetLine::Owned { field, sheet } => {
                self.thing(&format!("{path}.{}", sheet.name), &[field, &sheet.name], sheet)
            }
            SheetLine::Value { field, value, reason } => {
                let span = self.place(&format!("{path}.{field}"), &told(value));
                let value = Expr { span, kind: self.value(value, span) };
                let reason = reason.as_ref().map(|reason| plain(reason, span));
                sheet_lines::field(self.phrase(&[field], span), value, reason)
            }
        }
    }

    /// The place of something that the host calls `name`.
    fn place(&mut self, name: &str, text: &str) -> Span {
        let id = self.sources.add_source(Source::new(SourceKind::Carried, name, text));
        Span::new(id, 0..text.len())
    }

    fn value(&mut self, value: &Value, span: Span) -> ExprKind {
        match value {
            Value::Number(number) => signed(*number, None, span),
            Value::Modifier(number) => match self.notation.clone() {
                Some((bonus, _)) if *number >= 0 => signed(*number, Some(bonus), span),
                Some((_, penalty)) => signed(number.saturating_neg(), Some(penalty), span),
                None => modifier(*number, span),
            },
            Value::YesNo(yes) => ExprKind::Name(self.phrase(&[yes_or_no(*yes)], span)),
            Value::Word(words) => ExprKind::Name(self.phrase(&[words], span)),
            Value::Text(text) => ExprKind::Text(plain(text, span)),
        }
    }

    fn phrase(&mut self, parts: &[&str], span: Span) -> Phrase {
        let words = parts.iter().flat_map(|part| part.split_whitespace());
        let words = words.map(|word| Word { text: word.into(), span }).collect();
        sheet_lines::name(words, span).unwrap_or_else(|found| {
            self.found.push(found);
            Phrase { words: Vec::new() }
        })
    }
}

/// A value as a finding shows it.
fn told(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Modifier(number) => format!("{number:+}"),
        Value::YesNo(yes) => yes_or_no(*yes).to_owned(),
        Value::Word(text) | Value::Text(text) => text.clone(),
    }
}

/// The units in which the system writes modifiers.
fn notation(texts: &Texts) -> Option<(SharedText, SharedText)> {
    let mut items = texts.system.system.iter().flat_map(|file| &file.items).rev();
    let units = items.find_map(|item| {
        let ItemKind::Modifiers(units) = &item.kind else { return None };
        Some(units.as_ref().map(|(bonus, penalty)| (bonus.text.clone(), penalty.text.clone())))
    });
    units.flatten()
}
