//! A script in the one layout, as an editor or a command asks for it.

use crate::diagnostic::Diagnostics;
use crate::engine::Failure;
use crate::source::{Source, SourceKind, SourceMap};
use crate::syntax;

/// A script in the one layout.
#[derive(Clone, Debug)]
pub struct Formatted {
    /// Its text.
    pub text: String,
    /// Comments for the layout that have no effect.
    pub remarks: Diagnostics,
    /// The script as it was, for the places of the remarks.
    pub sources: SourceMap,
}

/// The text of a script in the one layout of [`syntax::format`]. It is not compiled: what it uses need not be there.
///
/// ```
/// use assize::language_service::formatted;
///
/// let formatted = formatted("night.asz", "note   \"a knock\"").unwrap();
/// assert_eq!(formatted.text, "note \"a knock\"\n");
/// ```
///
/// # Errors
/// When the text cannot be read: then it is better left alone.
pub fn formatted(name: &str, text: &str) -> Result<Formatted, Failure> {
    let (mut sources, mut found) = (SourceMap::default(), Diagnostics::default());
    let id = sources.add_source(Source::new(SourceKind::File, name, text));
    match syntax::format(id, text, &mut found) {
        Some(text) => Ok(Formatted { text, remarks: found, sources }),
        None => Err(Failure::new(sources, found)),
    }
}
