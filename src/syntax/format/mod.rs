//! The one layout of a script: the author's lines and comments stay, and the program sets blanks, indentation, columns and the ends
//! of lines that are too long.
//!
//! Nothing but blanks, ends of lines, and commas between lines is ever changed, so that a text means what it meant.

mod columns;
mod lines;
mod pieces;
mod spaces;
mod widths;

use super::{from_text, parse};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::source::{SourceId, Span};

/// The text in the one layout; `None` with errors in the sink, and then it is better left alone.
///
/// Lines stay where they are, and so do comments and one blank line where some are. Blocks are indented by two blanks, tables, fields
/// and comments stand in columns, and what is longer than 120 characters is broken where the language allows it. From `# fmt: off` to
/// `# fmt: on`, each on a line of its own, nothing changes; where one of them has no effect, a warning goes to the sink. A text that
/// has been formatted is left as it is.
///
/// ```
/// use assize::diagnostic::Diagnostics;
/// use assize::source::SourceId;
/// use assize::syntax::format;
///
/// let formatted = format(SourceId(0), "actor ada{score   strength 16\n}", &mut Diagnostics::default());
/// assert_eq!(formatted.as_deref(), Some("actor ada {\n  score strength 16\n}\n"));
/// ```
pub fn format(source: SourceId, text: &str, sink: &mut Diagnostics) -> Option<String> {
    parse(source, text, sink);
    // What nests too deep must not be read once more either.
    if sink.has_errors() {
        return None;
    }
    let seams = from_text::seams(text).ok()?;
    for mark in pieces::idle_marks(text) {
        let found = Diagnostic::warning(codes::IDLE, Span::new(source, mark), "this comment does nothing");
        sink.push(found.help("write `# fmt: off` on a line of its own, and `# fmt: on` on a line below it"));
    }
    let pieces = pieces::cut(text);
    let lines = lines::arrange(pieces, &seams);
    let lines = widths::fit(lines, &seams);
    Some(columns::print(&lines, &seams))
}
