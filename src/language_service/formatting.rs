//! A script in the one layout, as an editor or a command asks for it.

use crate::diagnostic::Diagnostics;
use crate::engine::Failure;
use crate::source::{Source, SourceKind, SourceMap};
use crate::syntax;

/// The text of a script in the one layout of [`syntax::format`]. It is not compiled: what it uses need not be there.
///
/// ```
/// use assize::language_service::formatted;
///
/// assert_eq!(formatted("night.asz", "note   \"a knock\"").unwrap(), "note \"a knock\"\n");
/// ```
///
/// # Errors
/// When the text cannot be read: then it is better left alone.
pub fn formatted(name: &str, text: &str) -> Result<String, Failure> {
    let (mut sources, mut found) = (SourceMap::default(), Diagnostics::default());
    let id = sources.add_source(Source::new(SourceKind::File, name, text));
    syntax::format(id, text, &mut found).ok_or_else(|| Failure::new(sources, found))
}
