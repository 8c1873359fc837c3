//! A scene compared with itself under other house rules.

use assize::engine::{self, Answers, Cast, OddsRequest, Seeds};
use assize::protocol::{Adjudicate, ErrorObject, FindOdds, Odd};
use assize::{Audience, Failure, verdict};
use serde::{Deserialize, Serialize};

use crate::wire::{Answered, read, written};

/// How a scene is compared with itself under other house rules.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Compare {
    run: Adjudicate,
    odds: Option<FindOdds>,
}

/// A scene without house rules and with them.
#[derive(Serialize)]
struct Compared {
    without: Side,
    with: Side,
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<Vec<ComparedOdd>>,
}

/// One of the two: its verdict, or why there is none.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Side {
    Verdict(Box<verdict::Verdict>),
    Error(Box<ErrorObject>),
}

/// Both answers to a question.
#[derive(Serialize)]
struct ComparedOdd {
    question: String,
    without: Option<Odd>,
    with: Option<Odd>,
    differ: bool,
}

/// A scene without some house rules and with them.
pub(crate) fn compared(
    engine: &engine::Engine,
    (name, text): (&str, &str),
    rules: &[&str],
    options: &str,
) -> Answered<String> {
    let Compare { run, odds } = read(options)?;
    let trial = engine.try_houses(name, text, rules, &Cast::new())?;
    // The seed is that of both, so it does not matter which one it is where none is said.
    let (mode, dice, audience) = (run.mode.into(), run.dice_from(Seeds::from(0)), Audience::from(run.whom));
    let answers = || Answers { choices: run.choices.clone(), ..Answers::new(mode, dice.clone()) };
    let verdicts = trial.verdicts(&mut || answers());
    let odds = odds.map(|asked| {
        let found = trial.odds(&OddsRequest::from(&asked), asked.whom.into());
        let audience = Audience::from(asked.whom);
        let seen = found.chances.into_iter().filter(|chance| audience.may_see(chance.visibility));
        seen.map(|chances| ComparedOdd {
            differ: chances.differ(),
            question: chances.question.clone(),
            without: chances.without.map(Odd::from),
            with: chances.with.map(Odd::from),
        })
        .collect()
    });
    let side = |verdict: Result<verdict::Verdict, Failure>| match verdict {
        Ok(verdict) => Side::Verdict(Box::new(verdict.seen_by(audience))),
        Err(failure) => Side::Error(Box::new(ErrorObject::from(&failure.seen_by(audience)))),
    };
    Ok(written(&Compared { without: side(verdicts.without), with: side(verdicts.with), odds }))
}
