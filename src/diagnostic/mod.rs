//! What went wrong, as plain data. Nothing here knows how it will be shown.

#[doc(hidden)]
pub mod clean;
pub mod codes;
pub(crate) mod counted;
pub mod fix;
#[doc(hidden)]
pub mod nearest;
pub mod render;

pub use codes::Code;
pub use fix::{Applicability, Fix};

use crate::allowance::{Exhausted, RanOut};
use crate::source::Span;
use nearest::Guess;

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// Worth a look; the program runs.
    Warning,
    /// The program does not run.
    Error,
}

/// A place with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The stretch of text it points at.
    pub span: Span,
    /// What is to be seen there; may be empty.
    pub text: String,
}

/// One finding: code, message, places, and a way out.
///
/// Messages are lower case, without a full stop, with the user's words in backticks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The stable code, see [`codes`].
    pub code: Code,
    /// How grave it is.
    pub severity: Severity,
    /// What is wrong, in one line of plain text.
    pub message: String,
    /// The first label is the place itself; the others are related places.
    pub labels: Vec<Label>,
    /// A concrete way out.
    pub help: Option<String>,
    /// The way out as changes of the text; each is one way of its own.
    pub fixes: Vec<Fix>,
    /// What there was too little of, if it is that exact odds exceed their budget.
    pub ran_out: Option<RanOut>,
}

impl Diagnostic {
    /// An error at `span`.
    ///
    /// ```
    /// use assize::diagnostic::{Diagnostic, codes, render};
    /// use assize::source::{SourceMap, Span};
    ///
    /// // A host's own finding beside those of the program, shown as they are.
    /// let mut sources = SourceMap::default();
    /// let sheet = sources.add("sheet.txt", "oil: twelve");
    /// let found = Diagnostic::error(codes::WRONG_TYPE, Span::new(sheet, 5..11), "`twelve` is not a number").help("write `12`");
    /// assert!(found.is_error());
    /// assert_eq!(render::plain(&found, &sources), "sheet.txt:1:6: error[AZ301]: `twelve` is not a number\n  help: write `12`\n");
    /// ```
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        let labels = vec![Label { span, text: String::new() }];
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels,
            help: None,
            fixes: Vec::new(),
            ran_out: None,
        }
    }

    /// A warning at `span`.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// An error that belongs to no place in a text, such as a missing file.
    pub fn placeless(code: Code, message: impl Into<String>) -> Self {
        Self { labels: Vec::new(), ..Self::error(code, Span::default(), message) }
    }

    /// Why there is nothing left to spend on a script.
    #[doc(hidden)]
    pub fn exhausted(why: Exhausted, span: Span) -> Self {
        match why {
            Exhausted::CalledOff => Self::placeless(codes::CALLED_OFF, "this was cancelled before it finished"),
            Exhausted::Work { limit } => {
                let message = format!("this script takes more than {limit} steps");
                Self::error(codes::TOO_LARGE, span, message)
                    .here("the limit was reached here")
                    .help("split it, or make it do less")
            }
        }
    }

    /// Adds the way out.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the way out as a change of the text.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// The way out for a name at the main place that nothing has: to write what was probably meant, or else `otherwise`.
    #[must_use]
    #[doc(hidden)]
    pub fn did_you_mean(self, guess: Option<Guess<'_>>, otherwise: impl FnOnce() -> String) -> Self {
        let Some(guess) = guess else { return self.help(otherwise()) };
        let meant = self.help(guess.question());
        match meant.labels.first().map(|label| label.span) {
            Some(span) => meant.fix(guess.fix(span)),
            None => meant,
        }
    }

    /// Words for the main place.
    #[must_use]
    pub fn here(mut self, text: impl Into<String>) -> Self {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    /// Adds a related place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Puts another place before the main one.
    #[must_use]
    #[doc(hidden)]
    pub fn led_by(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.insert(0, Label { span, text: text.into() });
        self
    }

    /// Whether it stops the program.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Gathers findings; each stage fills one and the gate after it looks for errors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
    /// So many errors are left out, and what is said of them.
    left_out: Option<(usize, Box<Diagnostic>)>,
}

/// No more errors than this are kept, and no more warnings: whoever has so many mends the first ones.
const MOST: usize = 100;

/// What is said of errors that are not shown.
fn left_out(count: usize) -> Diagnostic {
    let mistakes = if count == 1 { "1 more error is".to_owned() } else { format!("{count} more errors are") };
    Diagnostic::placeless(codes::LEFT_OUT, format!("at least {mistakes} not shown"))
        .help("fix the first ones and check again: one error often causes others")
}

impl Diagnostics {
    /// Records one finding. Repetitions are dropped, and so are errors past the hundredth and warnings past the hundredth:
    /// no number of warnings hides an error. How many errors were left out is said last.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.found.contains(&diagnostic) {
            return;
        }
        if diagnostic.code == codes::LEFT_OUT {
            // It comes from other findings, which have filled this place as well, or say it here for those.
            self.left_out.get_or_insert_with(|| (1, Box::new(diagnostic)));
            return;
        }
        let alike = self.found.iter().filter(|found| found.severity == diagnostic.severity).count();
        if alike < MOST {
            self.found.push(diagnostic);
        } else if diagnostic.is_error() {
            let count = self.left_out.as_ref().map_or(0, |(count, _)| *count) + 1;
            self.left_out = Some((count, Box::new(left_out(count))));
        }
    }

    /// Whether one of them stops the program.
    ///
    /// ```
    /// use assize::Engine;
    ///
    /// let failure = Engine::default().compile("night.asz", "set lamp = bright").unwrap_err();
    /// assert!(failure.diagnostics.has_errors() && !failure.diagnostics.is_empty());
    /// assert_eq!(failure.diagnostics.iter().count(), 1);
    /// ```
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(Diagnostic::is_error)
    }

    /// Whether so many errors were found that no further one is shown, and what it would say in particular need not be worked out.
    pub(crate) fn is_full(&self) -> bool {
        self.left_out.is_some()
    }

    /// How many are kept now: those that follow can be gone through again.
    pub(crate) fn mark(&self) -> usize {
        self.found.len()
    }

    /// Drops those found since a mark of which this does not hold.
    pub(crate) fn retain_since(&mut self, mark: usize, keep: impl Fn(&Diagnostic) -> bool) {
        let since = self.found.split_off(mark.min(self.found.len()));
        self.found.extend(since.into_iter().filter(|found| keep(found)));
    }

    /// Replaces those found since a mark, each with what becomes of it.
    pub(crate) fn change_since(&mut self, mark: usize, change: impl FnMut(Diagnostic) -> Diagnostic) {
        let since = self.found.split_off(mark.min(self.found.len()));
        self.found.extend(since.into_iter().map(change));
    }

    fn said_last(&self) -> Option<&Diagnostic> {
        self.left_out.as_ref().map(|(_, said)| &**said)
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The findings, in the order they were made, and how many were left out.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.found.iter().chain(self.said_last())
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<T: IntoIterator<Item = Diagnostic>>(iter: T) -> Self {
        let mut all = Self::default();
        all.extend(iter);
        all
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, iter: T) {
        for diagnostic in iter {
            self.push(diagnostic);
        }
    }
}

impl<'d> IntoIterator for &'d Diagnostics {
    type Item = &'d Diagnostic;
    type IntoIter = std::iter::Chain<std::slice::Iter<'d, Diagnostic>, std::option::IntoIter<&'d Diagnostic>>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.iter().chain(self.said_last())
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(mut self) -> Self::IntoIter {
        self.found.extend(self.left_out.map(|(_, said)| *said));
        self.found.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceId;

    fn at(place: usize) -> Span {
        Span::new(SourceId::default(), place..place + 1)
    }

    #[test]
    fn no_number_of_warnings_hides_an_error() {
        let mut found = Diagnostics::default();
        found.extend((0..1000).map(|place| Diagnostic::warning(codes::SYNTAX, at(place), "odd")));
        assert!(!found.has_errors());
        found.push(Diagnostic::error(codes::SYNTAX, at(0), "wrong"));
        assert!(found.has_errors());
        assert_eq!(found.iter().count(), MOST + 1);
    }

    #[test]
    fn errors_past_the_hundredth_are_dropped() {
        let mut found = Diagnostics::default();
        found.extend((0..1000).map(|place| Diagnostic::error(codes::SYNTAX, at(place), "wrong")));
        assert_eq!(found.iter().filter(|found| found.code == codes::SYNTAX).count(), MOST);
        let last = found.iter().last().map(|last| last.message.as_str());
        assert_eq!(last, Some("at least 900 more errors are not shown"));
        assert_eq!(found.clone().into_iter().collect::<Diagnostics>().iter().count(), MOST + 1, "it is said once");
        assert_eq!((&found).into_iter().count(), MOST + 1);
    }
}
