//! Scripts that run once, are checked or tested, without a session.

use super::perform::shown;
use super::reply::{Done, Refused};
use super::request::{For, Mode, Show};
use crate::cli::answering::fresh_seed;
use crate::engine::{Answers, DiceFrom, Encounter, Failure};
use crate::verdict::Audience;

/// How a run is answered.
pub(super) fn answers<'a>(
    (mode, whose): (Mode, Vec<String>),
    seed: Option<u64>,
    dice: Option<Vec<i64>>,
) -> Answers<'a> {
    let seed = seed.unwrap_or_else(fresh_seed);
    let dice = match (dice, mode) {
        (Some(faces), _) => DiceFrom::Given(faces),
        (None, Mode::Table) => DiceFrom::ByHand { whose, seed },
        (None, _) => DiceFrom::Seed(seed),
    };
    Answers::new(mode.into(), dice)
}

pub(super) fn run(
    encounter: &Encounter,
    answers: Answers<'_>,
    (whom, show): (For, Option<Show>),
) -> Result<Done, Failure> {
    let verdict = encounter.adjudicate(answers)?.seen_by(Audience::from(whom));
    let shown = show.map(|show| shown(&verdict, show));
    Ok(Done::Verdict { number: None, understood: None, page: None, verdict, shown })
}

pub(super) fn check(encounter: &Encounter) -> Done {
    let warnings = encounter.warnings().iter().map(|found| Refused::of(found, encounter.sources())).collect();
    Done::Checked { warnings }
}

pub(super) fn test(encounter: &Encounter) -> Done {
    let report = encounter.test();
    let failures = report.tested.iter().flat_map(|tested| &tested.failures);
    let failures = failures.map(|found| Refused::of(found, encounter.sources())).collect();
    Done::Tested { passed: report.passed(), of: report.tested.len(), failures }
}
