//! What two runs show, line beside line.

use schemars::JsonSchema;
use serde::Serialize;

use crate::diagnostic::clean;
use crate::engine::Failure;
use crate::verdict::{Audience, Verdict, text};

/// A verdict, or why there is none.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Told {
    /// What happened.
    Verdict(Box<Verdict>),
    /// It was refused, or could not go on.
    Refused {
        /// Why.
        why: String,
        /// What had happened until then.
        happened: Option<Box<Verdict>>,
    },
    /// The scene has a mistake then, so that nothing is run.
    Unreadable {
        /// The first mistake.
        why: String,
    },
}

impl Told {
    /// As far as this audience may learn of it.
    pub(super) fn of(verdict: Result<Verdict, Failure>, whom: Audience) -> Self {
        match verdict {
            Ok(verdict) => Told::Verdict(Box::new(verdict.seen_by(whom))),
            Err(failure) => {
                let happened = failure.seen_by(whom).happened().cloned().map(Box::new);
                Told::Refused { why: reason(&failure, whom), happened }
            }
        }
    }

    /// Of a scene that cannot be read.
    pub(super) fn unreadable(failure: &Failure, whom: Audience) -> Self {
        Told::Unreadable { why: reason(failure, whom) }
    }

    /// The lines of a verdict, without the header that names the house rules.
    fn lines(&self) -> Vec<String> {
        let of = |verdict: &Verdict| text::text(verdict).lines().skip(1).map(str::to_owned).collect();
        match self {
            Told::Verdict(verdict) | Told::Refused { happened: Some(verdict), .. } => of(verdict),
            Told::Refused { why, happened: None } => vec![format!("stopped: {why}")],
            Told::Unreadable { .. } => Vec::new(),
        }
    }

    /// What keeps it from telling the whole, after `without` or `with`.
    fn obstacle(&self, side: &str) -> Option<String> {
        match self {
            Told::Verdict(_) => None,
            Told::Refused { why, .. } => Some(format!("{side} this run is refused: {why}\n")),
            Told::Unreadable { why } => Some(format!("{side} this scene cannot be read: {why}\n")),
        }
    }
}

/// What stopped a run, in one line.
pub(super) fn reason(failure: &Failure, whom: Audience) -> String {
    let seen = failure.clone().seen_by(whom);
    seen.diagnostics.iter().next().map_or_else(String::new, |found| clean::line(&found.message))
}

/// Both runs as one list: `-` before what is told only without the house rules, `+` before what is told only with them.
/// `rules` are their names.
pub(super) fn differences(rules: &str, without: &Told, with: &Told) -> String {
    let sides = [(without, "without"), (with, "with")];
    let obstacles: String = sides.iter().filter_map(|(told, side)| told.obstacle(&format!("{side} {rules}"))).collect();
    if let Told::Unreadable { .. } = without {
        let lines: String = with.lines().iter().map(|line| format!("  {line}").trim_end().to_owned() + "\n").collect();
        return format!("{obstacles}with {rules}:\n{lines}");
    }
    let (without, with) = (without.lines(), with.lines());
    if without == with {
        return format!("{obstacles}the house rules make no difference to this run\n");
    }
    let marked = aligned(&without, &with).into_iter().map(|(mark, line)| format!("{mark} {line}"));
    let lines: String = marked.map(|line| [line.trim_end(), "\n"].concat()).collect();
    [obstacles, lines].concat()
}

/// Lines of two lists in their order, with a mark for those that only one of them has: as few as possible.
fn aligned<'l>(one: &'l [String], other: &'l [String]) -> Vec<(char, &'l str)> {
    let mut longest = vec![vec![0_usize; other.len() + 1]; one.len() + 1];
    for (at, line) in one.iter().enumerate().rev() {
        for (beside, counterpart) in other.iter().enumerate().rev() {
            longest[at][beside] = if line == counterpart {
                longest[at + 1][beside + 1] + 1
            } else {
                longest[at + 1][beside].max(longest[at][beside + 1])
            };
        }
    }
    let (mut at, mut beside, mut marked) = (0, 0, Vec::new());
    while at < one.len() || beside < other.len() {
        match (one.get(at), other.get(beside)) {
            (Some(line), Some(counterpart)) if line == counterpart => {
                marked.push((' ', line.as_str()));
                (at, beside) = (at + 1, beside + 1);
            }
            (Some(line), None) => {
                marked.push(('-', line.as_str()));
                at += 1;
            }
            (Some(line), Some(_)) if longest[at + 1][beside] >= longest[at][beside + 1] => {
                marked.push(('-', line.as_str()));
                at += 1;
            }
            (_, Some(counterpart)) => {
                marked.push(('+', counterpart.as_str()));
                beside += 1;
            }
            (None, None) => break,
        }
    }
    marked
}
