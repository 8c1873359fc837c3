//! JSON with places: what a text contains, each value and each key with its position.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::diagnostic::{Diagnostic, codes};
use crate::source::{SourceId, Span};

/// No sheet is as deep as this.
const DEEPEST: usize = 12;

/// A value, and where it stands; a text without its quotes.
#[derive(Debug)]
pub(super) struct Placed {
    pub(super) span: Span,
    pub(super) value: Json,
}

#[derive(Debug)]
pub(super) enum Json {
    Nothing,
    YesNo(bool),
    Number(i64),
    Text(String),
    List(Vec<Placed>),
    Object(Vec<Member>),
}

/// What an object has under a key.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) key: String,
    pub(super) place: Span,
    pub(super) value: Placed,
}

/// Reads a text.
pub(super) fn read(source: SourceId, text: &str) -> Result<Placed, Diagnostic> {
    let reader = Reader { source, text };
    let whole = serde_json::from_str(text).map_err(|error| reader.stopped(&error))?;
    reader.value(whole, 0)
}

struct Reader<'t> {
    source: SourceId,
    text: &'t str,
}

impl<'t> Reader<'t> {
    fn value(&self, raw: &'t RawValue, depth: usize) -> Result<Placed, Diagnostic> {
        let (span, written) = (self.span(raw), raw.get());
        if depth > DEEPEST {
            let found = Diagnostic::error(codes::SHEET, span, "this is nested too deeply for a sheet");
            return Err(found.help("remove everything that is not a field of the system"));
        }
        let value = match written.as_bytes().first() {
            Some(b'{') => Json::Object(self.members(raw, depth)?),
            Some(b'[') => {
                let all: Vec<&RawValue> = part(raw, span)?;
                Json::List(all.into_iter().map(|one| self.value(one, depth + 1)).collect::<Result<_, _>>()?)
            }
            Some(b'"') => return Ok(Placed { span: self.inside(raw), value: Json::Text(part(raw, span)?) }),
            Some(b't') => Json::YesNo(true),
            Some(b'f') => Json::YesNo(false),
            Some(b'n') => Json::Nothing,
            _ => Json::Number(written.parse().map_err(|_| no_whole_number(written, span))?),
        };
        Ok(Placed { span, value })
    }

    fn members(&self, raw: &'t RawValue, depth: usize) -> Result<Vec<Member>, Diagnostic> {
        let Pairs(pairs) = part(raw, self.span(raw))?;
        let (mut members, mut known) = (Vec::with_capacity(pairs.len()), BTreeMap::new());
        for (key, value) in pairs {
            let place = self.inside(key);
            let key: String = part(key, place)?;
            if let Some(first) = known.insert(key.clone(), place) {
                let found = Diagnostic::error(codes::SHEET, place, format!("the key `{key}` is written twice"));
                return Err(found.also(first, "here first").help("remove one of the two keys"));
            }
            members.push(Member { key, place, value: self.value(value, depth + 1)? });
        }
        Ok(members)
    }

    /// Each value is a part of the text, so the distance of their beginnings is its place.
    fn span(&self, raw: &RawValue) -> Span {
        let start = raw.get().as_ptr().addr() - self.text.as_ptr().addr();
        Span::new(self.source, start..start + raw.get().len())
    }

    /// What stands between the quotes of a text.
    fn inside(&self, raw: &RawValue) -> Span {
        let whole = self.span(raw).range();
        Span::new(self.source, whole.start + 1..whole.end - 1)
    }

    /// The text is not JSON.
    fn stopped(&self, error: &serde_json::Error) -> Diagnostic {
        let before: usize = self.text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let at = self.text.floor_char_boundary(before + error.column().saturating_sub(1));
        let told = error.to_string();
        let why = told.split(" at line ").next().unwrap_or_default();
        let found = Diagnostic::error(codes::SHEET, Span::new(self.source, at..at), format!("this is not JSON: {why}"));
        found.help("in JSON, keys need double quotes, and no comma follows the last entry; to use a scene, write `use \"FILE.asz\"`")
    }
}

/// A part of what has been found to be JSON.
fn part<'t, T: Deserialize<'t>>(raw: &'t RawValue, span: Span) -> Result<T, Diagnostic> {
    serde_json::from_str(raw.get()).map_err(|error| {
        Diagnostic::error(codes::SHEET, span, format!("this cannot be read: {error}")).help("write it another way")
    })
}

fn no_whole_number(written: &str, span: Span) -> Diagnostic {
    let found = Diagnostic::error(codes::SHEET, span, format!("`{written}` is not a whole number"));
    found.help("values are whole numbers: round this one, or remove it")
}

/// The keys and values of an object, in their order.
struct Pairs<'t>(Vec<(&'t RawValue, &'t RawValue)>);

impl<'t> Deserialize<'t> for Pairs<'t> {
    fn deserialize<D: Deserializer<'t>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_map(PairsVisitor)
    }
}

struct PairsVisitor;

impl<'t> Visitor<'t> for PairsVisitor {
    type Value = Pairs<'t>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut object: A) -> Result<Pairs<'t>, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = object.next_entry()? {
            pairs.push(pair);
        }
        Ok(Pairs(pairs))
    }
}
