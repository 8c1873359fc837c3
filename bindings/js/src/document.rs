//! A script that is being written, as an editor asks about it. Places are counted as JavaScript counts them.

use assize::diagnostic::{Diagnostic, Fix, fix, render};
use assize::language_service::{self, FoldKind, MarkKind, WordKind, folds};
use assize::source::{Place, Span};
use assize::verdict::rules;
use assize_handles::{self as handles, written};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::engine::Engine;
use crate::spans::{Stretch, Units};
use crate::wire::Answered;

/// A script that is being written.
#[wasm_bindgen]
pub struct Document(language_service::Document);

/// A finding, at its place in the text in hand.
#[derive(Serialize)]
struct Finding {
    code: String,
    severity: &'static str,
    message: String,
    help: Option<String>,
    /// In words, with its place, for people.
    text: String,
    #[serde(flatten)]
    place: Stretch,
    labels: Vec<Label>,
    fixes: Vec<Change>,
}

/// Another place that a finding speaks of.
#[derive(Serialize)]
struct Label {
    /// Where it is in the text in hand; none if it is in another.
    #[serde(skip_serializing_if = "Option::is_none")]
    here: Option<Stretch>,
    #[serde(flatten)]
    place: Place,
    text: String,
}

/// A change that makes a finding go away.
#[derive(Serialize)]
struct Change {
    title: String,
    #[serde(flatten)]
    place: Stretch,
    insert: String,
    /// Whether it can be made without asking.
    sure: bool,
}

#[derive(Serialize)]
struct Completion {
    label: String,
    kind: &'static str,
    detail: String,
    #[serde(flatten)]
    replace: Stretch,
}

#[derive(Serialize)]
struct Hover {
    name: String,
    sort: String,
    meaning: String,
    #[serde(flatten)]
    place: Stretch,
    given: Option<Given>,
    rules: Vec<Rule>,
}

/// Where something is given.
#[derive(Serialize)]
struct Given {
    #[serde(skip_serializing_if = "Option::is_none")]
    here: Option<Stretch>,
    #[serde(flatten)]
    place: Place,
    /// The whole line.
    text: String,
}

#[derive(Serialize)]
struct Rule {
    id: &'static str,
    says: String,
}

#[derive(Serialize)]
struct Call {
    label: String,
    meaning: String,
    /// Where each parameter stands in the label.
    parameters: Vec<Stretch>,
    at: usize,
}

#[derive(Serialize)]
struct Mark {
    sort: &'static str,
    #[serde(flatten)]
    place: Stretch,
    given: bool,
    shipped: bool,
}

#[derive(Serialize)]
struct Symbol {
    name: String,
    sort: String,
    #[serde(flatten)]
    place: Stretch,
    whole: Stretch,
}

#[derive(Serialize)]
struct Expected {
    title: String,
    #[serde(flatten)]
    place: Stretch,
}

#[derive(Serialize)]
struct Fold {
    kind: &'static str,
    #[serde(flatten)]
    place: Stretch,
}

#[derive(Serialize)]
struct Aside {
    /// The line, from 0.
    line: usize,
    text: String,
    meaning: String,
}

#[wasm_bindgen]
impl Document {
    /// Reads a script, finished or not.
    #[wasm_bindgen(constructor)]
    pub fn new(engine: &Engine, name: &str, text: &str) -> Document {
        Self(language_service::Document::open(engine.inner().inner(), name, text))
    }

    /// Everything that is wrong or worth a look.
    pub fn findings(&self) -> String {
        let is_here = |found: &&Diagnostic| {
            let mut places = found.labels.iter().map(|label| label.span.source);
            found.is_error() || found.labels.is_empty() || places.any(|source| source == self.0.source())
        };
        let units = self.units();
        let findings = self.0.findings().iter().filter(is_here);
        written(&findings.map(|found| self.finding(found, &units)).collect::<Vec<_>>())
    }

    /// All changes that can be made without asking.
    pub fn sure_fixes(&self) -> String {
        let units = self.units();
        let sure = fix::sure(self.0.findings(), self.0.source());
        written(&sure.into_iter().map(|fix| self.change(fix, &units)).collect::<Vec<_>>())
    }

    /// The words that could stand at a place.
    pub fn complete(&self, at: usize) -> String {
        let units = self.units();
        let words = self.0.completions(units.byte(at)).into_iter().map(|word| Completion {
            kind: kind(word.kind),
            label: word.label,
            detail: word.detail,
            replace: units.stretch(word.replace.range()),
        });
        written(&words.collect::<Vec<_>>())
    }

    /// What the name at a place is.
    pub fn hover(&self, at: usize) -> Option<String> {
        let units = self.units();
        let about = self.0.about(units.byte(at))?;
        let rules = about.given.map(|given| self.rules_at(given)).unwrap_or_default();
        Some(written(&Hover {
            name: about.name,
            sort: about.sort,
            meaning: about.meaning,
            place: units.stretch(about.span.range()),
            given: about.given.map(|given| self.given(given, &units)),
            rules,
        }))
    }

    /// What the call takes in which a place lies.
    pub fn call(&self, at: usize) -> Option<String> {
        let call = self.0.call(self.units().byte(at))?;
        let label = Units::of(&call.label);
        let parameters = call.parameters.iter().map(|range| label.stretch(range.clone())).collect();
        Some(written(&Call { parameters, meaning: call.meaning, at: call.at, label: call.label.clone() }))
    }

    /// Where the name at a place is given.
    pub fn definition(&self, at: usize) -> Option<String> {
        let units = self.units();
        let definition = self.0.definition(units.byte(at))?;
        Some(written(&self.given(definition.span, &units)))
    }

    /// The places in the text in hand that speak of the name at a place.
    pub fn references(&self, at: usize) -> String {
        let units = self.units();
        let found = self.0.definition(units.byte(at)).into_iter();
        let spans = found.flat_map(|definition| definition.uses.iter().chain([&definition.span]));
        let mut here: Vec<_> = spans.filter(|span| span.source == self.0.source()).map(|span| span.range()).collect();
        here.sort_by_key(|range| range.start);
        written(&here.into_iter().map(|range| units.stretch(range)).collect::<Vec<_>>())
    }

    /// What each word is, for its colour.
    pub fn marks(&self) -> String {
        let units = self.units();
        let marks = self.0.marks().into_iter().map(|mark| {
            let (given, shipped) = match mark.kind {
                MarkKind::Name { is_given, is_shipped, .. } => (is_given, is_shipped),
                _ => (false, false),
            };
            Mark { sort: mark.kind.sort(), place: units.stretch(mark.range), given, shipped }
        });
        written(&marks.collect::<Vec<_>>())
    }

    /// The names that the text gives.
    pub fn outline(&self) -> String {
        let units = self.units();
        let symbols = self.0.symbols().map(|symbol| Symbol {
            name: symbol.name.clone(),
            sort: symbol.kind.in_words(),
            place: units.stretch(symbol.span.range()),
            whole: units.stretch(symbol.whole.to(symbol.span).range()),
        });
        written(&symbols.collect::<Vec<_>>())
    }

    /// The expectations of the text.
    pub fn expectations(&self) -> String {
        let units = self.units();
        let expected = self
            .0
            .expectations()
            .map(|expected| Expected { title: expected.title.clone(), place: units.stretch(expected.span.range()) });
        written(&expected.collect::<Vec<_>>())
    }

    /// What can be folded.
    pub fn folds(&self) -> String {
        let units = self.units();
        let folds = folds(self.text()).into_iter().map(|fold| Fold {
            kind: match fold.kind {
                FoldKind::Comments => "comment",
                FoldKind::Uses => "imports",
                _ => "region",
            },
            place: units.stretch(fold.range),
        });
        written(&folds.collect::<Vec<_>>())
    }

    /// What sums and plans come to, beside their lines.
    pub fn asides(&self) -> String {
        let asides = self.0.asides().into_iter();
        let asides = asides.map(|aside| Aside { line: aside.line, text: aside.text, meaning: aside.why });
        written(&asides.collect::<Vec<_>>())
    }
}

impl Document {
    fn text(&self) -> &str {
        self.0.sources().get(self.0.source()).map_or("", |source| &source.text)
    }

    fn units(&self) -> Units<'_> {
        Units::of(self.text())
    }

    fn here(&self, span: Span, units: &Units<'_>) -> Option<Stretch> {
        (span.source == self.0.source()).then(|| units.stretch(span.range()))
    }

    fn finding(&self, found: &Diagnostic, units: &Units<'_>) -> Finding {
        let data = render::as_data(found, self.0.sources());
        let places = found.labels.iter().filter_map(|label| self.here(label.span, units));
        let label = |label: &assize::diagnostic::Label| Label {
            here: self.here(label.span, units),
            place: self.0.sources().place(label.span),
            text: label.text.clone(),
        };
        Finding {
            code: data.code,
            severity: if found.is_error() { "error" } else { "warning" },
            message: data.message,
            help: data.help,
            text: render::plain(found, self.0.sources()),
            place: places.into_iter().next().unwrap_or_else(|| units.stretch(0..0)),
            labels: found.labels.iter().map(label).collect(),
            fixes: found
                .fixes
                .iter()
                .filter(|fix| fix.span.source == self.0.source())
                .map(|fix| self.change(fix, units))
                .collect(),
        }
    }

    fn change(&self, fix: &Fix, units: &Units<'_>) -> Change {
        Change {
            title: render::title(fix, self.0.sources()),
            place: units.stretch(fix.span.range()),
            insert: fix.replacement.clone(),
            sure: fix.is_sure(),
        }
    }

    fn given(&self, span: Span, units: &Units<'_>) -> Given {
        let place = self.0.sources().place(span);
        let source = self.0.sources().get(span.source);
        let line = source.and_then(|source| source.text.lines().nth((place.line as usize).saturating_sub(1)));
        Given { here: self.here(span, units), text: line.unwrap_or_default().trim().to_owned(), place }
    }

    fn rules_at(&self, span: Span) -> Vec<Rule> {
        let place = self.0.sources().place(span);
        rules::held_at(&place).map(Rule::from).collect()
    }
}

impl From<&rules::Rule> for Rule {
    fn from(rule: &rules::Rule) -> Self {
        Self { id: rule.id, says: rule.says.join(" ") }
    }
}

/// The rules of its book that a line of a shipped script names or holds, with what they say.
#[wasm_bindgen]
pub fn rules_at(file: String, line: u32) -> String {
    written(&rules::named_at(&Place { file: file.into(), line, column: 1 }).map(Rule::from).collect::<Vec<_>>())
}

fn kind(kind: WordKind) -> &'static str {
    match kind {
        WordKind::Keyword => "keyword",
        WordKind::BuiltIn => "built_in",
        WordKind::Script => "script",
        WordKind::Declaration => "declaration",
        WordKind::Thing => "thing",
        WordKind::Done => "done",
        WordKind::Level => "level",
        _ => "part",
    }
}

/// A script in the one layout.
#[wasm_bindgen]
pub fn format(name: &str, text: &str) -> Answered<String> {
    Ok(handles::formatted(name, text)?)
}
