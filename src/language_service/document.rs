//! A script that is being written, with everything that an editor may ask about it.

use std::sync::Arc;

use super::completion::Completion;
use super::outline::{self, Expected, Symbol, Used};
use super::references::{self, Definition};
use super::vocabulary::{Vocabulary, Word};
use crate::diagnostic::Diagnostic;
use crate::engine::{Analysis, Encounter, Engine, PACK_FILE, bare_name, file_stem};
use crate::source::{Source, SourceId, SourceMap, Span};

/// A script as it stands at one moment, with the system and the files it uses. A mistake somewhere hides nothing that is
/// sound elsewhere.
#[derive(Clone, Debug)]
pub struct Document {
    sources: SourceMap,
    findings: Vec<Diagnostic>,
    vocabulary: Vocabulary,
    symbols: Vec<Symbol>,
    definitions: Vec<Definition>,
    expected: Vec<Expected>,
    used: Vec<Used>,
    encounter: Option<Arc<Encounter>>,
}

/// What is told of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hint {
    /// What is said, in words for people.
    pub text: String,
    /// The name it speaks of; empty where something is still to be written.
    pub span: Span,
}

impl Document {
    /// Reads a script. `name` is what messages call it, and what `use` is relative to.
    ///
    /// ```
    /// use assize::engine::{Engine, Shelf};
    /// use assize::language_service::Document;
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "system lamps\nkind person { oil : 0..9 = 3 \"what is left\" }");
    /// # let engine = Engine::with(shelf);
    /// let text = "use lamps\nperson ada\nset ada.oil = 2";
    /// let document = Document::open(&engine, "night.asz", text);
    /// assert!(document.findings().is_empty());
    /// assert!(document.vocabulary().things().any(|thing| thing.name == "ada"));
    /// assert_eq!(document.sources().get(document.source()).map(|source| source.name.as_str()), Some("night.asz"));
    /// ```
    pub fn open(engine: &Engine, name: &str, text: &str) -> Self {
        let Analysis { sources, files, sound, findings } = engine.analyse(name, text);
        let (system, scene) = (sound.system(), sound.scene());
        let usable = engine.usable(name);
        let scripts = usable.iter().filter_map(|name| bare_name(name)).collect();
        let packs =
            usable.iter().filter_map(|name| Some(name.strip_suffix(PACK_FILE)?.trim_end_matches('/').to_owned()));
        let packs = packs.collect();
        let vocabulary = Vocabulary { scripts, packs, ..Vocabulary::of(system, scene, &sources) };
        let symbols = outline::symbols(&files, &vocabulary);
        let definitions = references::definitions((system, scene), &sources, &symbols);
        let (expected, used) = (outline::expected(&files), outline::used(&files));
        let encounter = sound.encounter().cloned();
        Self { sources, findings, vocabulary, symbols, definitions, expected, used, encounter }
    }

    /// The text in hand; the files it uses have others.
    pub fn source(&self) -> SourceId {
        self.sources.iter().next().map(|(id, _)| id).unwrap_or_default()
    }

    /// All texts that took part, for showing places in them.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// What is wrong or worth a look, in all files.
    pub fn findings(&self) -> &[Diagnostic] {
        &self.findings
    }

    /// All names that mean something here, whichever file they come from.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// What the text in hand gives names to, in its order.
    pub fn symbols(&self) -> impl Iterator<Item = &Symbol> {
        self.symbols.iter().filter(|symbol| symbol.span.source == self.source())
    }

    /// What could be written at a byte of the text in hand.
    ///
    /// ```
    /// use assize::engine::{Engine, Shelf};
    /// use assize::language_service::Document;
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "system lamps\nkind person { oil : 0..9 = 3 \"what is left\" }");
    /// # let engine = Engine::with(shelf);
    /// let text = "use lamps\nperson ada\nset ada.";
    /// let document = Document::open(&engine, "night.asz", text);
    /// let labels: Vec<String> = document.completions(text.len()).into_iter().map(|word| word.label).collect();
    /// assert_eq!(labels, ["oil"]);
    /// ```
    pub fn completions(&self, offset: usize) -> Vec<Completion> {
        let before = self.before(offset);
        let (typed, words) = self.vocabulary.completions(before);
        let replace = Span::new(self.source(), typed);
        let completion =
            |Word { text, meaning, kind }: Word| Completion { label: text, kind, detail: meaning, replace };
        words.into_iter().map(completion).collect()
    }

    /// What the name at a byte of the text in hand means; where none stands, what is wanted there.
    ///
    /// ```
    /// use assize::engine::{Engine, Shelf};
    /// use assize::language_service::Document;
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "system lamps\nkind person { oil : 0..9 = 3 \"what is left\" }");
    /// # let engine = Engine::with(shelf);
    /// let text = "use lamps\nperson ada\nset ada.oil = 2";
    /// let document = Document::open(&engine, "night.asz", text);
    /// let hint = document.hint(text.find("oil").unwrap()).expect("it has a meaning");
    /// assert!(hint.text.contains("what is left"), "{}", hint.text);
    /// ```
    pub fn hint(&self, offset: usize) -> Option<Hint> {
        let before = self.before(offset);
        if let Some((range, meaning)) = self.vocabulary.meaning_at(self.text(), offset) {
            return Some(Hint { text: meaning, span: Span::new(self.source(), range) });
        }
        let wanted = self.vocabulary.wanted(before).map(|part| part.word.meaning.clone());
        let span = Span::new(self.source(), before.len()..before.len());
        wanted.filter(|text| !text.is_empty()).map(|text| Hint { text, span })
    }

    /// Everything that has a name in these files, with the places that speak of it.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// What the name at a byte of the text in hand is the name of, perhaps in another file.
    ///
    /// ```
    /// use assize::engine::{Engine, Shelf};
    /// use assize::language_service::Document;
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "system lamps\nkind person { oil : 0..9 = 3 \"what is left\" }");
    /// # let engine = Engine::with(shelf);
    /// let text = "use lamps\nperson ada\nset ada.oil = 2";
    /// let document = Document::open(&engine, "night.asz", text);
    /// let ada = document.definition(text.rfind("ada").unwrap()).expect("somebody is called so");
    /// assert_eq!(document.sources().slice(ada.span), "ada");
    /// assert_eq!((ada.name.as_str(), ada.span.range().start), ("ada", text.find("ada").unwrap()));
    /// ```
    pub fn definition(&self, offset: usize) -> Option<&Definition> {
        let place = Span::new(self.source(), offset..offset);
        let used = self.definitions.iter().find(|definition| definition.is_used_at(place));
        // Where a name stands for two, such as a run that is called like its procedure, it is a use of the other one.
        used.or_else(|| {
            let given = self.definitions.iter().filter(|definition| definition.span.contains(place));
            given.min_by_key(|definition| definition.span.range().len())
        })
    }

    /// Where else the name at a byte of the text in hand is spoken of, in all files; not where it is given.
    ///
    /// ```
    /// use assize::engine::{Engine, Shelf};
    /// use assize::language_service::Document;
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "system lamps\nkind person { oil : 0..9 = 3 \"what is left\" }");
    /// # let engine = Engine::with(shelf);
    /// let text = "use lamps\nperson ada\nset ada.oil = 2";
    /// let document = Document::open(&engine, "night.asz", text);
    /// assert_eq!(document.references(text.find("ada").unwrap()).len(), 1);
    /// ```
    pub fn references(&self, offset: usize) -> &[Span] {
        self.definition(offset).map_or(&[], |definition| &definition.uses)
    }

    /// What can be run and asked; nothing where the script has errors.
    pub fn encounter(&self) -> Option<&Encounter> {
        self.encounter.as_deref()
    }

    /// The expectations of the text in hand, in its order.
    ///
    /// ```
    /// use assize::engine::Engine;
    /// use assize::language_service::Document;
    ///
    /// let document = Document::open(&Engine::default(), "sums.asz", "system sums\nexpect \"two\" { 1 + 1 = 2 }");
    /// let titles: Vec<&str> = document.expectations().map(|expected| expected.title.as_str()).collect();
    /// assert_eq!(titles, ["two"]);
    /// ```
    pub fn expectations(&self) -> impl Iterator<Item = &Expected> {
        self.expected.iter().filter(|expected| expected.span.source == self.source())
    }

    /// The text that the `use` at a byte of the text in hand brings in.
    ///
    /// ```
    /// use assize::engine::{Engine, Shelf};
    /// use assize::language_service::Document;
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "system lamps\nkind person { oil : 0..9 = 3 \"what is left\" }");
    /// # let engine = Engine::with(shelf);
    /// let document = Document::open(&engine, "night.asz", "use lamps\nperson ada");
    /// assert_eq!(document.used_at(6).map(|(_, source)| source.name.as_str()), Some("lamps"));
    /// ```
    pub fn used_at(&self, offset: usize) -> Option<(SourceId, &Source)> {
        let place = Span::new(self.source(), offset..offset);
        let used = self.used.iter().find(|used| used.span.contains(place))?;
        let stem = file_stem(&used.name);
        let of_pack = |name: &str| {
            let folder = name.strip_suffix(PACK_FILE)?.trim_end_matches('/');
            Some(folder.rsplit(['/', '\\']).next().unwrap_or(folder).to_owned())
        };
        let is_it = |name: &str| {
            if used.is_pack {
                // A pack in the folder above is called by no name of its own.
                let wanted = used.name.rsplit(['/', '\\']).next().unwrap_or(&used.name);
                return of_pack(name)
                    .is_some_and(|own| wanted.starts_with('.') || own == wanted || own == file_stem(wanted));
            }
            let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
            let wanted = used.name.rsplit(['/', '\\']).next().unwrap_or(&used.name);
            file == wanted || file == stem || file.strip_suffix(".asz") == Some(&stem)
        };
        let mut others = self.sources.iter().filter(|(id, _)| *id != self.source());
        others.find(|(_, source)| is_it(&source.name)).map(|(id, source)| (id, source.as_ref()))
    }

    pub(super) fn text(&self) -> &str {
        self.sources.get(self.source()).map_or("", |source| &source.text)
    }

    /// The text up to a byte, or to the last whole character before it.
    pub(super) fn before(&self, offset: usize) -> &str {
        let text = self.text();
        text.get(..text.floor_char_boundary(offset)).unwrap_or(text)
    }
}
