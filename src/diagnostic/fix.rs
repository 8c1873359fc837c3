//! Possible changes, as data: an editor offers them, and `check --fix` makes them.

use super::Diagnostic;
use crate::source::{SourceId, Span};

/// A change of one stretch of a text that may take the cause of a finding away.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// What is replaced; empty where something is only put in.
    pub span: Span,
    /// What is written there; empty where something is only taken away.
    pub replacement: String,
    /// Whether it may be written without asking.
    pub applicability: Applicability,
}

/// Whether a fix may be written without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Applicability {
    /// The finding goes away, and nothing else means something new.
    Sure,
    /// It is a guess, or one way of several: a person chooses.
    Maybe,
}

impl Fix {
    /// A fix that may be written without asking.
    pub fn sure(span: Span, replacement: impl Into<String>) -> Self {
        Self { span, replacement: replacement.into(), applicability: Applicability::Sure }
    }

    /// A fix that a person has to choose.
    pub fn maybe(span: Span, replacement: impl Into<String>) -> Self {
        Self { applicability: Applicability::Maybe, ..Self::sure(span, replacement) }
    }

    /// Whether it may be written without asking.
    ///
    /// ```
    /// use assize::diagnostic::Fix;
    /// use assize::source::Span;
    ///
    /// assert!(Fix::sure(Span::default(), "lamp").is_sure());
    /// assert!(!Fix::maybe(Span::default(), "lamp").is_sure());
    /// ```
    pub fn is_sure(&self) -> bool {
        self.applicability == Applicability::Sure
    }
}

/// The fixes that may be written into one text without asking, in the order of their places. Of those that touch each other
/// the first stays: once it is written, the others may be pointless.
pub fn sure<'d>(found: impl IntoIterator<Item = &'d Diagnostic>, source: SourceId) -> Vec<&'d Fix> {
    // Each fix of a finding is one way of its own.
    let each = found.into_iter().filter_map(|diagnostic| diagnostic.fixes.iter().find(|fix| fix.is_sure()));
    let mut fixes: Vec<&Fix> = each.filter(|fix| fix.span.source == source).collect();
    fixes.sort_by_key(|fix| (fix.span.start, fix.span.end));
    let mut free = 0;
    fixes.retain(|fix| {
        let apart = fix.span.start >= free;
        if apart {
            // Two things put in at one place would come in an order of chance.
            free = fix.span.end.max(fix.span.start + 1);
        }
        apart
    });
    fixes
}

/// A text with these changes in it, which lie apart, in the order of their places. Lines that are put in end as the others
/// do.
///
/// ```
/// use assize::diagnostic::{Fix, fix};
/// use assize::source::{SourceId, Span};
///
/// let lamp = Fix::sure(Span::new(SourceId::default(), 4..8), "lamp");
/// assert_eq!(fix::write("set lmap = bright", &[&lamp]), "set lamp = bright");
/// ```
pub fn write(text: &str, fixes: &[&Fix]) -> String {
    let has_returns = text.contains("\r\n");
    let mut written = text.to_owned();
    for fix in fixes.iter().rev() {
        let fits = written.get(fix.span.range()).is_some();
        if fits && has_returns {
            written.replace_range(fix.span.range(), &fix.replacement.replace('\n', "\r\n"));
        } else if fits {
            written.replace_range(fix.span.range(), &fix.replacement);
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::{Fix, sure, write};
    use crate::diagnostic::{Diagnostic, codes};
    use crate::source::{SourceId, Span};

    fn at(range: std::ops::Range<usize>) -> Span {
        Span::new(SourceId(0), range)
    }

    fn finding(fixes: impl IntoIterator<Item = Fix>) -> Diagnostic {
        fixes.into_iter().fold(Diagnostic::error(codes::SYNTAX, at(0..1), "odd"), Diagnostic::fix)
    }

    fn fixed(text: &str, found: &[Diagnostic]) -> String {
        write(text, &sure(found, SourceId(0)))
    }

    #[test]
    fn sure_fixes_are_written_whatever_their_order() {
        let found = [finding([Fix::sure(at(8..8), "!")]), finding([Fix::sure(at(0..3), "four")])];
        assert_eq!(fixed("one äöü", &found[1..]), "four äöü");
        assert_eq!(fixed("one two ", &found), "four two !");
    }

    #[test]
    fn guesses_other_texts_and_second_ways_are_left() {
        let elsewhere = Span { source: SourceId(1), ..at(0..1) };
        let found = [
            finding([Fix::maybe(at(0..1), "x")]),
            finding([Fix::sure(elsewhere, "y")]),
            finding([Fix::maybe(at(1..2), "u"), Fix::sure(at(2..3), "v"), Fix::sure(at(0..1), "w")]),
        ];
        assert_eq!(fixed("abc", &found), "abv");
    }

    #[test]
    fn of_fixes_that_touch_only_the_first_is_written() {
        let found = [
            finding([Fix::sure(at(0..2), "x")]),
            finding([Fix::sure(at(1..3), "y")]),
            finding([Fix::sure(at(3..3), "1")]),
            finding([Fix::sure(at(3..3), "2")]),
        ];
        assert_eq!(fixed("abcd", &found), "xc1d");
    }

    #[test]
    fn lines_end_as_the_others_do() {
        assert_eq!(fixed("a; b\r\n", &[finding([Fix::sure(at(1..3), "\n")])]), "a\r\nb\r\n");
        assert_eq!(fixed("a; b\n", &[finding([Fix::sure(at(1..3), "\n")])]), "a\nb\n");
    }

    #[test]
    fn a_place_that_is_none_is_passed_over() {
        assert_eq!(fixed("ä", &[finding([Fix::sure(at(1..2), "x")]), finding([Fix::sure(at(7..9), "x")])]), "ä");
    }
}
