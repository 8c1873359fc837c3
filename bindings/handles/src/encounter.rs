//! A compiled script.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use assize::diagnostic::codes;
use assize::engine::{self, AdviceRequest, Cancel, Counts, OddsRequest, Seed, SimulateRequest, Simulation};
use assize::protocol::{
    self, Adjudicate, Checked, FindAdvice, FindOdds, GivenSeed, Odds, Simulate, Tested, ToldAdvice, ToldEstimate,
};
use serde::Serialize;

use crate::host::Host;
use crate::playing::Playing;
use crate::seeds::{fresh, or_fresh};
use crate::verdict::Verdict;
use crate::watch::{self, GoesOn, Hear};
use crate::wire::{Answered, complaint, read, written};

/// So often a scene is run where nobody says how often.
const RUNS: u64 = 100_000;
/// So long a time lies between two questions whether to go on with expectations.
const TICK: Duration = Duration::from_millis(20);

/// A compiled script, asked as often as you like, from any thread. A clone costs nothing.
#[derive(Clone)]
pub struct Encounter {
    encounter: Arc<engine::Encounter>,
    host: Host,
}

/// What has to be asked of somebody, and can be filled by whom.
#[derive(Serialize)]
struct Role {
    name: String,
    kind: String,
    fitting: Vec<String>,
}

impl Encounter {
    pub(crate) fn new(encounter: engine::Encounter, host: Host) -> Self {
        Self { encounter: Arc::new(encounter), host }
    }

    pub(crate) fn inner(&self) -> &engine::Encounter {
        &self.encounter
    }

    /// What is worth a look although it runs.
    pub fn check(&self) -> String {
        written(&Checked::from(&*self.encounter))
    }

    /// What comes of its expectations.
    pub fn test(&self) -> Answered<String> {
        Ok(written(&Tested::of(&self.encounter)?))
    }

    /// What comes of its expectations. They are run in another thread, so that somebody can be asked now and then whether to go on.
    pub fn test_while(&self, goes_on: &dyn Fn(usize) -> bool) -> Answered<String> {
        let cancel = Cancel::default();
        let (encounter, called_off) = (&self.encounter, &cancel);
        let (ends, ended) = mpsc::channel::<()>();
        let tested = thread::scope(|scope| {
            let testing = scope.spawn(move || {
                // It is dropped when all is done, also by a panic, and that is noticed at once.
                let _ends = ends;
                Tested::until(encounter, called_off)
            });
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if !goes_on(0) {
                    cancel.call_off();
                }
            }
            testing.join().unwrap_or_else(|panic| resume_unwind(panic))
        });
        Ok(written(&tested?))
    }

    /// The roles that somebody has to fill.
    pub fn roles(&self) -> String {
        let role = |role: engine::OpenRole| Role { name: role.name, kind: role.kind, fitting: role.fitting };
        written(&self.encounter.open_roles().into_iter().map(role).collect::<Vec<_>>())
    }

    /// Runs it once, with nobody to ask. Fresh seeds stand in for those that are left out.
    pub fn adjudicate(&self, options: &str) -> Answered<Verdict> {
        Ok(Verdict::new(self.playing(options)?.at_once(&self.encounter)?))
    }

    /// Runs it once, with people who choose and roll.
    pub fn play(&self, options: &str) -> Answered<Playing> {
        Ok(Playing::new(self.clone(), self.playing(options)?))
    }

    fn playing(&self, options: &str) -> Answered<protocol::Playing> {
        let asked: Adjudicate = read(options)?;
        let [public, secret] = [asked.seed, asked.secret_seed].map(|given| given.map(|seed| seed.0));
        Ok(protocol::Playing::new(asked, or_fresh(&self.host, public, secret)?))
    }

    /// Carries out what a verdict signals, which is to be the whole one; how many signals there were.
    pub fn perform(&self, verdict: &Verdict) -> Answered<usize> {
        let wrong = |error: engine::PerformError| complaint(codes::PARAMETERS, &error.to_string(), None);
        self.encounter.signals(verdict.inner()).map_err(wrong)?.perform().map_err(wrong)
    }

    /// Exact odds.
    pub fn odds(&self, asked: &str, Hear { goes_on, known }: Hear<'_>) -> Answered<String> {
        let asked: FindOdds = read(asked)?;
        let request = OddsRequest { progress: watch::progress(goes_on), ..OddsRequest::from(&asked) };
        let audience = asked.whom.into();
        let found = match known {
            Some(known) => {
                self.encounter.odds_closing_for(audience, &request, &mut |chances| known(watch::told(chances)))
            }
            None => self.encounter.odds_for(audience, &request),
        };
        Ok(written(&Odds::of(found, asked.keep)?))
    }

    /// The best choices for a goal.
    pub fn advise(&self, asked: &str, goes_on: Option<GoesOn>) -> Answered<String> {
        let asked: FindAdvice = read(asked)?;
        let request = AdviceRequest { progress: watch::progress(goes_on), ..AdviceRequest::from(&asked) };
        let advice = self.encounter.advise_for(asked.whom.into(), &request)?;
        Ok(written(&ToldAdvice::from(&advice)))
    }

    /// Odds by trying. After each block of runs it is asked whether to go on.
    pub fn simulate(&self, asked: &str, goes_on: Option<GoesOn>) -> Answered<String> {
        let asked: Simulate = read(asked)?;
        let simulation = self.encounter.simulation(&SimulateRequest::from(&asked))?;
        let seed = asked.seed.map_or_else(|| fresh(&self.host).map(|fresh| fresh.public), |seed| Ok(seed.0))?;
        let counts = counted(&simulation, (&asked, seed), &(0..u64::MAX), goes_on)?;
        estimates(&simulation, &counts)
    }

    /// How often some of the blocks of a simulation came to what, from one to before another. A seed has to be said, so that blocks which
    /// are counted elsewhere belong to the same simulation.
    pub fn count(&self, asked: &str, blocks: Range<u64>, goes_on: Option<GoesOn>) -> Answered<String> {
        let asked: Simulate = read(asked)?;
        let Some(GivenSeed(seed)) = asked.seed else {
            let help = "every part of a simulation has the same";
            return Err(complaint(codes::PARAMETERS, "`seed` is missing", Some(help)));
        };
        let simulation = self.encounter.simulation(&SimulateRequest::from(&asked))?;
        Ok(written(&counted(&simulation, (&asked, seed), &blocks, goes_on)?))
    }

    /// What counts of a simulation say together, a list of them.
    pub fn estimate(&self, asked: &str, counts: &str) -> Answered<String> {
        let asked: Simulate = read(asked)?;
        let simulation = self.encounter.simulation(&SimulateRequest::from(&asked))?;
        let mut counts = read::<Vec<Counts>>(counts)?.into_iter();
        let first = counts.next().ok_or_else(|| complaint(codes::PARAMETERS, "there are no counts", None))?;
        let counts = counts.try_fold(first, Counts::and)?;
        estimates(&simulation, &counts)
    }
}

fn counted(
    simulation: &Simulation,
    (asked, seed): (&Simulate, Seed),
    blocks: &Range<u64>,
    goes_on: Option<GoesOn>,
) -> Answered<Counts> {
    let goes_on = goes_on.unwrap_or_else(|| Box::new(|_| true));
    let all = asked.runs.unwrap_or(RUNS);
    let runs = |block: u64| all.saturating_sub(block.saturating_mul(Simulation::BLOCK)).min(Simulation::BLOCK);
    let mut counts = simulation.block(seed, blocks.start, runs(blocks.start))?;
    for block in blocks.start + 1..blocks.end.min(all.div_ceil(Simulation::BLOCK)) {
        if !goes_on(usize::try_from(counts.runs()).unwrap_or(usize::MAX)) {
            break;
        }
        counts = counts.and(simulation.block(seed, block, runs(block))?)?;
    }
    Ok(counts)
}

fn estimates(simulation: &Simulation, counts: &Counts) -> Answered<String> {
    Ok(written(&simulation.told(counts)?.iter().map(ToldEstimate::from).collect::<Vec<_>>()))
}

/// So many runs are a block.
pub const BLOCK: u64 = Simulation::BLOCK;
