//! Answers to questions about odds, as people read them.

use super::distributions::{middle, table};
use crate::engine::{Chance, ChanceKind};

/// Said of a condition that makes no difference.
pub(super) const GIVEN_ALWAYS: &str = "  what is given always holds, so it makes no difference\n";

/// Said where some runs are refused.
pub(super) const AMONG_ALL: &str =
    "  chances are those among all runs; a refused one belongs to no other chance, no mean and no condition\n";

/// Answers as people read them.
pub(super) fn lines(chances: &[Chance]) -> String {
    let are_refused = chances.iter().any(|chance| chance.refused.is_some());
    let note = are_refused.then(|| AMONG_ALL.to_owned());
    chances.iter().map(line).chain(note).collect()
}

/// An answer as people read it.
pub(super) fn line(chance: &Chance) -> String {
    written(chance) + if chance.given_always { GIVEN_ALWAYS } else { "" }
}

fn written(chance: &Chance) -> String {
    if let Some(spread) = &chance.distribution {
        return table(chance, spread);
    }
    if chance.holds().is_some() && chance.sides.is_some() {
        return format!("{}: {}\n", chance.question, answer(chance));
    }
    format!("{} = {}\n", chance.question, answer(chance))
}

/// An answer without its question, in one line: of a distribution what lies in its middle.
pub(super) fn answer(answer: &Chance) -> String {
    if let Some(spread) = &answer.distribution {
        return middle(answer, spread).unwrap_or("never reached".to_owned());
    }
    if let (Some(holds), Some((left, right))) = (answer.holds(), &answer.sides) {
        let holds = if holds { "yes" } else { "no" };
        let reached = if answer.never_reached { "; something in it is never reached" } else { "" };
        return format!("{holds}  ({left} and {right}{reached})");
    }
    let without = if answer.kind == ChanceKind::Mean { "never reached" } else { "no value" };
    let value = answer.value.as_ref().map_or_else(|| without.to_owned(), ToString::to_string);
    let about = match answer.percent().or_else(|| answer.decimal()) {
        Some(_) if answer.never_reached && answer.kind == ChanceKind::Chance => Some("never reached".to_owned()),
        Some(about) if answer.never_reached => Some(format!("{about}; something in it is never reached")),
        about => about,
    };
    let about = about.map(|about| format!("  ({about})")).unwrap_or_default();
    format!("{value}{about}")
}
