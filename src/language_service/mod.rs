//! What an editor asks about a script: which names there are, which words fit at a place, and what a name means. The
//! prompt, an editor and a web page ask the same questions; each shows the answers in its own way.
//!
//! ```
//! use assize::engine::{Engine, Shelf};
//! use assize::language_service::{Document, WordKind};
//!
//! let mut shelf = Shelf::default();
//! shelf.put("lamps", "
//!     system lamps
//!     scale height { low | high }
//!     kind person { oil : 0..9 = 3 \"what is left\" }
//!     procedure light by person { ask reach : height = low }");
//! let engine = Engine::with(shelf);
//!
//! // The last line is not finished, and the one before it is wrong; the rest is known all the same.
//! let text = "use lamps\nperson ada \"Ada\"\nlight lamp by aad\nset ada.";
//! let document = Document::open(&engine, "night.asz", text);
//! assert_eq!(document.findings().len(), 1);
//!
//! let names: Vec<&str> = document.symbols().map(|symbol| symbol.name.as_str()).collect();
//! assert_eq!(names, ["ada", "lamp"]);
//!
//! let [oil] = document.completions(text.len()).try_into().unwrap();
//! assert_eq!((oil.label.as_str(), oil.kind), ("oil", WordKind::Part));
//! assert_eq!(oil.detail, "what is left: 0 to 9, 3 by default");
//! assert_eq!(oil.replace.range(), text.len()..text.len());
//!
//! let hint = document.hint(text.find("lamp by").unwrap()).unwrap();
//! assert_eq!(document.sources().slice(hint.span), "lamp");
//!
//! let kind = document.definition(text.find("person").unwrap()).unwrap();
//! assert_eq!(document.sources().place(kind.span).to_string(), "lamps:4:10");
//! ```

#![deny(clippy::wildcard_enum_match_arm, reason = "a new sort of name is decided about wherever editors are answered")]

mod about;
mod asides;
mod calls;
mod completion;
mod cursor;
mod document;
mod folds;
mod formatting;
mod from_model;
mod marks;
mod outline;
mod references;
mod renaming;
mod vocabulary;

pub use about::About;
pub use asides::Aside;
pub use calls::Call;
pub use completion::Completion;
pub use document::{Document, Hint};
pub use folds::{Fold, FoldKind, folds};
pub use formatting::{Formatted, formatted};
pub use marks::{Mark, MarkKind};
pub use outline::{Expected, Symbol, SymbolKind};
pub use references::Definition;
pub use vocabulary::{Sort, Takes, Term, TermPart, Vocabulary, Word, WordKind};
