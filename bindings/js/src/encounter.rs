//! A compiled script.

use std::rc::Rc;

use assize::engine::{self, AdviceRequest, OddsRequest, Seeds, SimulateRequest, Simulation};
use assize::protocol::{self, Adjudicate, FindAdvice, FindOdds, Odd, Odds, Simulate, Tested, ToldAdvice, ToldEstimate};
use assize::{Audience, Failure, verdict};
use js_sys::Function;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::playing::Playing;
use crate::verdict::Verdict;
use crate::watch;
use crate::wire::{Answered, read, refused, written};

/// So often a scene is run where nobody says how often.
const RUNS: u64 = 100_000;

/// A compiled script, asked as often as you like.
#[wasm_bindgen]
pub struct Encounter(Rc<engine::Encounter>);

impl Encounter {
    pub(crate) fn new(encounter: engine::Encounter) -> Self {
        Self(Rc::new(encounter))
    }
}

/// What has to be asked of somebody, and can be filled by whom.
#[derive(Serialize)]
struct Role {
    name: String,
    kind: String,
    fitting: Vec<String>,
}

#[wasm_bindgen]
impl Encounter {
    /// What is worth a look although it runs.
    pub fn check(&self) -> String {
        crate::engine::checked(&self.0)
    }

    /// What comes of its expectations.
    pub fn test(&self) -> Answered<String> {
        Tested::of(&self.0).map(|tested| written(&tested)).map_err(|failure| refused(&failure))
    }

    /// The roles that somebody has to fill.
    pub fn roles(&self) -> String {
        let role = |role: engine::OpenRole| Role { name: role.name, kind: role.kind, fitting: role.fitting };
        written(&self.0.open_roles().into_iter().map(role).collect::<Vec<_>>())
    }

    /// Runs it once, with nobody to ask.
    pub fn adjudicate(&self, options: &str) -> Answered<Verdict> {
        let playing = protocol::Playing::new(read::<Adjudicate>(options)?, seeds());
        playing.at_once(&self.0).map(Verdict::new).map_err(|failure| refused(&failure))
    }

    /// Runs it once, with people who choose and roll.
    pub fn play(&self, options: &str) -> Answered<Playing> {
        let playing = protocol::Playing::new(read::<Adjudicate>(options)?, seeds());
        Ok(Playing::new(Rc::clone(&self.0), playing))
    }

    /// Carries out what a verdict signals, which is to be the whole one; how many signals there were.
    pub fn perform(&self, verdict: &Verdict) -> Answered<usize> {
        let wrong =
            |error: engine::PerformError| JsValue::from_str(&crate::engine::complaint(&error.to_string(), None));
        self.0.signals(verdict.inner()).map_err(wrong)?.perform().map_err(wrong)
    }

    /// Exact odds. `hear` is told now and then how many situations were come upon, and says `false` when that is enough; `closing`
    /// tells it what is known by then as well.
    pub fn odds(&self, options: &str, hear: Option<Function>, closing: bool) -> Answered<String> {
        let asked: FindOdds = read(options)?;
        let request = OddsRequest { progress: watch::progress(hear.as_ref()), ..OddsRequest::from(&asked) };
        let audience = asked.whom.into();
        let found = match &hear {
            Some(hear) if closing => {
                self.0.odds_closing_for(audience, &request, &mut |known| watch::known(hear, known))
            }
            Some(_) | None => self.0.odds_for(audience, &request),
        };
        Odds::of(found, asked.keep).map(|odds| written(&odds)).map_err(|failure| refused(&failure))
    }

    /// The best choices for a goal.
    pub fn advise(&self, options: &str, hear: Option<Function>) -> Answered<String> {
        let asked: FindAdvice = read(options)?;
        let request = AdviceRequest { progress: watch::progress(hear.as_ref()), ..AdviceRequest::from(&asked) };
        let advice = self.0.advise_for(asked.whom.into(), &request).map_err(|failure| refused(&failure))?;
        Ok(written(&ToldAdvice::from(&advice)))
    }

    /// Odds by trying. `hear` is told after each block how often the scene has been run, and says `false` when that is enough.
    pub fn simulate(&self, options: &str, hear: Option<Function>) -> Answered<String> {
        let asked: Simulate = read(options)?;
        let estimates = simulated(&self.0, &asked, hear.as_ref()).map_err(|failure| refused(&failure))?;
        Ok(written(&estimates))
    }
}

/// Seeds that stand in for those that are left out; the package always says both.
fn seeds() -> Seeds {
    Seeds::from(0)
}

fn simulated(
    encounter: &engine::Encounter,
    asked: &Simulate,
    hear: Option<&Function>,
) -> Result<Vec<ToldEstimate>, Failure> {
    let simulation = encounter.simulation(&SimulateRequest::from(asked))?;
    let seed = asked.seed.map_or(seeds().public, |seed| seed.0);
    let (all, mut made) = (asked.runs.unwrap_or(RUNS), 0);
    let mut counts = simulation.block(seed, 0, all.min(Simulation::BLOCK))?;
    for block in 1..all.div_ceil(Simulation::BLOCK) {
        made += Simulation::BLOCK;
        if !goes_on(hear, made) {
            break;
        }
        counts = counts.and(simulation.block(seed, block, (all - made).min(Simulation::BLOCK))?)?;
    }
    Ok(simulation.told(&counts)?.iter().map(ToldEstimate::from).collect())
}

#[expect(clippy::cast_precision_loss, reason = "nobody runs a scene so often")]
fn goes_on(hear: Option<&Function>, made: u64) -> bool {
    let heard = hear.map(|hear| hear.call1(&JsValue::UNDEFINED, &JsValue::from_f64(made as f64)));
    !matches!(heard, Some(Ok(heard)) if heard == JsValue::FALSE)
}

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
    Error(Box<protocol::ErrorObject>),
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
    let trial = engine.try_houses(name, text, rules, &engine::Cast::new()).map_err(|failure| refused(&failure))?;
    let (mode, dice, audience) = (run.mode.into(), run.dice_from(seeds()), Audience::from(run.whom));
    let answers = || engine::Answers { choices: run.choices.clone(), ..engine::Answers::new(mode, dice.clone()) };
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
        Err(failure) => Side::Error(Box::new(protocol::ErrorObject::from(&failure.seen_by(audience)))),
    };
    Ok(written(&Compared { without: side(verdicts.without), with: side(verdicts.with), odds }))
}
