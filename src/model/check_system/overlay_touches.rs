//! Two house rules that change one thing contradict each other: the order of two files should not decide a rule.

use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::shared_text::SharedText;
use crate::source::Span;

/// How something is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Something else stands in its place.
    Replaces,
    /// It is new.
    Adds,
    /// Something is put beside it, and it stays as it is.
    Beside,
}

/// One change.
#[derive(Clone, Debug)]
pub struct Touch {
    /// From the declaration inwards, each part with its word: `procedure lift`, `step effort`, `sum total`.
    path: Vec<SharedText>,
    how: How,
    span: Span,
}

impl Touch {
    pub fn new(path: Vec<SharedText>, how: How, span: Span) -> Self {
        Self { path, how, span }
    }

    /// Whether it is inside what the other one replaces, or is that itself.
    fn is_lost_in(&self, other: &Touch) -> bool {
        other.how == How::Replaces && self.path.starts_with(&other.path)
    }

    /// Its name as a script writes it: `lift.effort`.
    fn name(&self) -> String {
        let parts: Vec<&str> =
            self.path.iter().map(|part| part.split_once(' ').map_or(part.as_str(), |(_, name)| name)).collect();
        parts.join(".")
    }
}

/// All changes so far.
#[derive(Default)]
pub struct Touches {
    known: Vec<Touch>,
}

impl Touches {
    /// Whether nothing speaks against it; otherwise it is reported.
    pub fn allow(&mut self, touch: Touch, sink: &mut Diagnostics) -> bool {
        let complaint = self.known.iter().find_map(|first| contradiction(first, &touch));
        let allowed = complaint.is_none();
        sink.extend(complaint);
        self.known.push(touch);
        allowed
    }
}

fn contradiction(first: &Touch, second: &Touch) -> Option<Diagnostic> {
    let (message, label) = match (first.how, second.how) {
        (How::Replaces, How::Replaces) if first.path == second.path => {
            (format!("`{}` is replaced twice", second.name()), "replaced here first")
        }
        (How::Adds, How::Adds) if first.path == second.path => {
            (format!("`{}` is added twice", second.name()), "added here first")
        }
        _ if second.is_lost_in(first) => {
            (format!("this changes `{}`, which is replaced as a whole", first.name()), "replaced here")
        }
        _ if first.is_lost_in(second) => {
            (format!("this replaces `{}`, in which something is changed", second.name()), "changed here")
        }
        _ => return None,
    };
    let complaint = Diagnostic::error(codes::BAD_OVERLAY, second.span, message).also(first.span, label);
    Some(complaint.help("use one of the two house rules, or write a third that does both"))
}
