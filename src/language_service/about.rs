//! What is told of a name where somebody points at it: what it is, what it means, and where it comes from.

use super::document::Document;
use crate::source::Span;

/// What is known of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct About {
    /// The name in full.
    pub name: String,
    /// What it is, in a word or two; may be empty.
    pub sort: String,
    /// What it means, for people; may be empty.
    pub meaning: String,
    /// Where it stands in the text in hand.
    pub span: Span,
    /// Where it is given, if that is anywhere.
    pub given: Option<Span>,
}

impl Document {
    /// What is known of the name at a byte of the text in hand.
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
    /// let oil = document.about(text.find("oil").unwrap()).expect("it is known");
    /// assert_eq!((oil.sort.as_str(), oil.meaning.as_str()), ("field", "what is left: 0 to 9, 3 by default"));
    /// assert_eq!(oil.given.map(|span| document.sources().place(span).to_string()), Some("lamps:2:15".to_owned()));
    /// ```
    pub fn about(&self, offset: usize) -> Option<About> {
        let hint = self.hint(offset).filter(|hint| !hint.span.range().is_empty());
        let definition = self.definition(offset);
        let place = Span::new(self.source(), offset..offset);
        let written = definition.and_then(|definition| {
            let mut places = definition.uses.iter().chain([&definition.span]);
            places.find(|span| span.contains(place)).copied()
        });
        let span = written.or(hint.as_ref().map(|hint| hint.span))?;
        let name = definition.map_or_else(|| self.sources().slice(span).to_owned(), |known| known.name.clone());
        let sort = definition.map(|definition| definition.kind.in_words()).unwrap_or_default();
        // A longer name than the one that is pointed at is another one.
        let told = hint.filter(|hint| written.is_none_or(|written| hint.span.range() == written.range()));
        let meaning = told.map(|hint| hint.text).unwrap_or_default();
        let meaning = meaning.strip_prefix(&format!("{sort}: ")).map(str::to_owned).unwrap_or(meaning);
        let given = definition.map(|definition| definition.span);
        Some(About { name, meaning: if meaning == sort { String::new() } else { meaning }, sort, span, given })
    }
}
