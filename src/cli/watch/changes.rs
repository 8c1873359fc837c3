//! What is different between two answers, line by line.

use similar::{Algorithm, ChangeTag, capture_diff_slices};

/// An expectation, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expected {
    /// By which it is known again, wherever it stands by then: its file and its text, and which it is of several with the same.
    pub(super) key: (String, String, usize),
    /// Where it stands now.
    pub(super) line: u32,
    /// What differs; nothing if it holds.
    pub(super) failures: Vec<String>,
}

/// What became of an expectation since the last time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Became {
    /// It held, and does no longer.
    Broke,
    /// It does not hold, for another reason than before.
    StillBroken,
    /// It holds again.
    Mended,
    /// It is new, and holds.
    New,
    /// It is new, and does not hold.
    NewAndBroken,
    /// It is no longer there.
    Gone,
}

impl Became {
    /// The word before it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Broke => "broke",
            Self::StillBroken => "still broken",
            Self::Mended => "mended",
            Self::New => "new, ok",
            Self::NewAndBroken => "new, FAIL",
            Self::Gone => "gone",
        }
    }

    /// Whether it has to be said why.
    pub(super) fn is_broken(self) -> bool {
        match self {
            Self::Broke | Self::StillBroken | Self::NewAndBroken => true,
            Self::Mended | Self::New | Self::Gone => false,
        }
    }
}

/// The lines that only one of two verdicts has, with `-` and `+` before them, and the lines that they stand below. Nothing if there are
/// none.
pub(super) fn of_lines(before: &[String], now: &[String]) -> String {
    let operations = capture_diff_slices(Algorithm::Myers, before, now);
    let changes = operations.iter().flat_map(|operation| operation.iter_changes(before, now));
    let (mut text, mut above): (String, Vec<String>) = (String::new(), Vec::new());
    for change in changes {
        let line = change.value();
        let depth = |line: &String| line.len() - line.trim_start().len();
        let mark = match change.tag() {
            ChangeTag::Equal => {
                above.retain(|other| depth(other) < depth(&line));
                above.push(line);
                continue;
            }
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
        };
        for other in above.drain(..).filter(|other| depth(other) < depth(&line)) {
            text.push_str(format!("  {other}").trim_end());
            text.push('\n');
        }
        text.push_str(format!("{mark} {line}").trim_end());
        text.push('\n');
    }
    text
}

/// What became of the expectations, in the order in which they stand now; of those that are gone, last.
pub(super) fn of_expectations(before: &[Expected], now: &[Expected]) -> Vec<(Became, Expected)> {
    let known = |all: &[Expected], one: &Expected| all.iter().find(|other| other.key == one.key).cloned();
    let became = |one: &Expected| match (known(before, one), one.failures.is_empty()) {
        (None, true) => Some(Became::New),
        (None, false) => Some(Became::NewAndBroken),
        (Some(was), true) => (!was.failures.is_empty()).then_some(Became::Mended),
        (Some(was), false) if was.failures.is_empty() => Some(Became::Broke),
        (Some(was), false) => (was.failures != one.failures).then_some(Became::StillBroken),
    };
    let changed = now.iter().filter_map(|one| Some((became(one)?, one.clone())));
    let gone = before.iter().filter(|one| known(now, one).is_none()).map(|one| (Became::Gone, one.clone()));
    changed.chain(gone).collect()
}

/// The answers that differ, as `QUESTION: before -> now`. One that was not there before, or is not any more, stands beside `never`.
pub(super) fn of_answers(before: &[(String, String)], now: &[(String, String)]) -> String {
    let find = |all: &[(String, String)], asked: &str| {
        all.iter().find(|(question, _)| question == asked).map(|(_, answer)| answer.clone())
    };
    let gone = before.iter().filter(|(asked, _)| find(now, asked).is_none());
    let told = now.iter().chain(gone).filter_map(|(asked, _)| {
        let (was, is) = (find(before, asked), find(now, asked));
        let told = |answer: Option<String>| answer.unwrap_or_else(|| "never".to_owned());
        (was != is).then(|| format!("{asked}: {} -> {}\n", told(was), told(is)))
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::{Became, Expected, of_answers, of_expectations, of_lines};

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_line_that_differs_stands_below_those_that_it_belongs_to() {
        let before = lines("Lamps, by dice\nclimb\n  1. First\n    total 3\n  2. Last\n    outcome: low\nrest\n  note");
        let now = lines("Lamps, by dice\nclimb\n  1. First\n    total 3\n  2. Last\n    outcome: high\nrest\n  note");
        assert_eq!(of_lines(&before, &now), "  climb\n    2. Last\n-     outcome: low\n+     outcome: high\n");
        assert_eq!(of_lines(&now, &now), "");
        assert_eq!(of_lines(&lines("a\n  b"), &lines("a")), "  a\n-   b\n");
    }

    #[test]
    fn an_expectation_is_known_again_wherever_it_stands() {
        let one = |title: &str, number, line, failures: &[&str]| Expected {
            key: ("own.asz".to_owned(), title.to_owned(), number),
            line,
            failures: failures.iter().map(|one| (*one).to_owned()).collect(),
        };
        let before = [one("a", 0, 1, &[]), one("a", 1, 2, &["x"]), one("b", 0, 3, &["x"]), one("c", 0, 4, &[])];
        let now = [one("a", 0, 7, &["y"]), one("a", 1, 8, &[]), one("b", 0, 9, &["z"]), one("d", 0, 10, &[])];
        let became: Vec<(Became, u32)> = of_expectations(&before, &now).iter().map(|(b, one)| (*b, one.line)).collect();
        let expected =
            [(Became::Broke, 7), (Became::Mended, 8), (Became::StillBroken, 9), (Became::New, 10), (Became::Gone, 4)];
        assert_eq!(became, expected);
        assert_eq!(of_expectations(&now, &now), [], "moved lines alone change nothing");
    }

    #[test]
    fn answers_stand_before_and_after() {
        let answer = |question: &str, value: &str| (question.to_owned(), value.to_owned());
        let before = [answer("P(a)", "1/2"), answer("P(b)", "1/3"), answer("P(c)", "1")];
        let now = [answer("P(a)", "1/2"), answer("P(b)", "2/3"), answer("P(d)", "0")];
        assert_eq!(of_answers(&before, &now), "P(b): 1/3 -> 2/3\nP(d): never -> 0\nP(c): 1 -> never\n");
    }
}
