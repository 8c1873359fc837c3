//! Two house rules that change one thing contradict each other: the order of two files should not decide a rule.

use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::shared_text::SharedText;
use crate::source::Span;

/// How something is touched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// Something else stands in its place, or nothing.
    Replaces,
    /// It is new.
    Adds,
    /// Something is put beside it, and it stays as it is.
    Beside,
    /// A line beside it gives it a value, perhaps on a condition.
    Sets { condition: Option<String> },
}

/// One change.
#[derive(Clone, Debug)]
pub struct Touch {
    /// From the declaration inwards, each part with its word: `procedure lift`, `step effort`, `sum total`.
    path: Vec<SharedText>,
    how: How,
    span: Span,
    /// The line of the system that is changed, which tells lines of one name apart.
    line: Option<Span>,
    /// The line beside which something is put.
    beside: Option<Span>,
}

impl Touch {
    pub fn new(path: Vec<SharedText>, how: How, span: Span) -> Self {
        Self { path, how, span, line: None, beside: None }
    }

    /// The same, of a line of the system.
    pub fn of_line(self, line: Span) -> Self {
        Self { line: Some(line), ..self }
    }

    /// The same, beside a line of the system.
    pub fn beside_line(self, line: Span) -> Self {
        Self { beside: Some(line), ..self }
    }

    /// Whether both are of the same.
    fn is_same(&self, other: &Touch) -> bool {
        self.path == other.path && self.line == other.line
    }

    /// Whether it is inside what the other one replaces, or is that itself.
    fn is_lost_in(&self, other: &Touch) -> bool {
        if other.how != How::Replaces {
            return false;
        }
        match other.line {
            None => self.path.starts_with(&other.path),
            Some(around) => {
                self.line.is_some_and(|line| around.contains(line))
                    || self.beside.is_some_and(|line| around != line && around.contains(line))
            }
        }
    }

    /// Its name as a script writes it: `lift.effort`.
    fn name(&self) -> String {
        let parts: Vec<&str> =
            self.path.iter().map(|part| part.split_once(' ').map_or(part.as_str(), |(_, name)| name)).collect();
        parts.join(".")
    }

    /// What is set, by its name: the last part of the path.
    fn place(&self) -> &str {
        self.path.last().and_then(|part| part.strip_prefix("set ")).unwrap_or("")
    }
}

/// All changes so far.
#[derive(Default)]
pub struct Touches {
    known: Vec<Touch>,
    /// Two of them replace the same.
    pub is_contradictory: bool,
}

impl Touches {
    /// Whether nothing speaks against it; otherwise it is reported.
    pub fn allow(&mut self, touch: Touch, sink: &mut Diagnostics) -> bool {
        let complaint = self.known.iter().find_map(|first| contradiction(first, &touch));
        let allowed = complaint.is_none();
        let is_second = |first: &Touch| first.how == How::Replaces && first.is_same(&touch);
        self.is_contradictory |= touch.how == How::Replaces && self.known.iter().any(is_second);
        sink.extend(complaint);
        sink.extend(self.known.iter().find_map(|first| perhaps(first, &touch)));
        self.known.push(touch);
        allowed
    }
}

fn contradiction(first: &Touch, second: &Touch) -> Option<Diagnostic> {
    let (message, label) = match (&first.how, &second.how) {
        (How::Replaces, How::Replaces) if first.is_same(second) => {
            (format!("`{}` is replaced twice", second.name()), "replaced here first")
        }
        (How::Adds, How::Adds) if first.is_same(second) => {
            (format!("`{}` is added twice", second.name()), "added here first")
        }
        (How::Sets { condition }, How::Sets { condition: other })
            if set_by_two(first, second) && condition == other =>
        {
            (format!("two house rules both set `{}`", second.place()), "set here first")
        }
        _ if second.is_lost_in(first) => {
            (format!("this changes `{}`, but another line replaces it as a whole", first.name()), "replaced here")
        }
        _ if first.is_lost_in(second) => {
            (format!("this replaces `{}`, but another line changes part of it", second.name()), "changed here")
        }
        _ => return None,
    };
    let complaint = Diagnostic::error(codes::BAD_OVERLAY, second.span, message).also(first.span, label);
    let of_one = first.span.source == second.span.source;
    Some(complaint.help(if of_one {
        "remove one of the two lines, or write one line that does both"
    } else {
        "use one of the two house rules, or write a third in place of both"
    }))
}

/// Two house rules that set the same on different conditions: it may be that both hold.
fn perhaps(first: &Touch, second: &Touch) -> Option<Diagnostic> {
    let (How::Sets { condition }, How::Sets { condition: other }) = (&first.how, &second.how) else { return None };
    (set_by_two(first, second) && condition != other).then(|| {
        let message = format!("two house rules both set `{}`; where both apply, this one counts", second.place());
        Diagnostic::warning(codes::BAD_OVERLAY, second.span, message)
            .also(first.span, "set here first")
            .help("replace the two with one house rule that covers both cases")
    })
}

/// One house may set the same twice; its author sees both lines.
fn set_by_two(first: &Touch, second: &Touch) -> bool {
    first.is_same(second) && first.span.source != second.span.source
}
