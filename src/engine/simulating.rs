//! Odds by trying: a scene too large to follow in every way is run many times, and its results are counted.

use std::collections::BTreeMap;

use dashu_ratio::RBig;
use serde::{Deserialize, Serialize};

use super::asking::{self, Queries, Query};
use super::chance::{Chance, ChanceKind, rounded};
use super::encounter::Encounter;
use super::failure::Failure;
use super::houses::Houses;
use super::margins::{self, band};
use super::odds::{self, Answered, Bracket, OddsRequest, Statistic};
use super::odds_complaints;
use super::stored;
use super::told_refusals;
use crate::diagnostic::{Diagnostic, codes};
use crate::drivers::Mode;
use crate::drivers::chosen::Choices;
use crate::drivers::odds::{Distribution, Samples, Ways};
use crate::ir::{Address, Program, ResultInfo, Value};
use crate::semantics::arithmetic::is_yes;
use crate::semantics::chance::{Seed, blocks};
use crate::source::SourceMap;
use crate::verdict::{Audience, recorder};

/// What is to be simulated: like [`OddsRequest`], without what only exact odds can have.
#[derive(Clone, Debug)]
pub struct SimulateRequest {
    /// The questions of [`OddsRequest::questions`]; none for every level of everything.
    pub questions: Vec<String>,
    /// Only runs in which this holds are counted.
    pub given: Option<String>,
    /// Choices made beforehand: a choice's name and the option's. All others take their default.
    pub choices: BTreeMap<String, String>,
    /// What answers whatever the script leaves open; usually dice.
    pub mode: Mode,
}

impl Default for SimulateRequest {
    fn default() -> Self {
        Self { questions: Vec::new(), given: None, choices: BTreeMap::new(), mode: Mode::Random }
    }
}

impl From<&SimulateRequest> for OddsRequest {
    fn from(request: &SimulateRequest) -> Self {
        let SimulateRequest { questions, given, choices, mode } = request.clone();
        Self { questions, given, choices, mode, ..Self::default() }
    }
}

/// An encounter made ready to be run many times. Threads may share it.
///
/// Runs are counted off in blocks of [`Simulation::BLOCK`], and each block has dice of its own, so the counts are the same whoever
/// makes which block. The dice are those of the stream `simulate/2`, which serves no run: whoever simulates a scene with a seed
/// learns nothing of how the scene goes with that seed.
///
/// ```
/// use assize::engine::{Counts, Engine, Shelf, SimulateRequest};
///
/// # let mut shelf = Shelf::default();
/// # shelf.put("lots", "system lots\nkind person {}\nprocedure draw by person { roll luck : 1d6 }");
/// let encounter = Engine::with(shelf).compile("night.asz", "use lots\nperson ada\ndraw lot by ada")?;
/// let questions = vec!["P(lot.luck >= 5)".to_owned()];
/// let simulation = encounter.simulation(&SimulateRequest { questions, ..SimulateRequest::default() })?;
/// let counts = simulation.block(7.into(), 0, 2_000)?.and(simulation.block(7.into(), 1, 2_000)?)?;
/// let estimate = &simulation.told(&counts)?[0];
/// assert_eq!((counts.runs(), estimate.runs), (4_000, 4_000));
/// assert_eq!(estimate.within_in_words().as_deref(), Some("2.15"));
/// # Ok::<(), assize::engine::Failure>(())
/// ```
pub struct Simulation {
    queries: Queries,
    sources: SourceMap,
    request: OddsRequest,
    samples: Samples,
    houses: Houses,
    drawn: Vec<Vec<u32>>,
    /// What is counted together: a result, and the condition of the runs that count, as places in the program's results.
    groups: Vec<(usize, Option<usize>)>,
    fingerprint: String,
}

/// How often runs came to what: counts of the same simulation can be put together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// What was run, and what was asked of it.
    simulation: String,
    runs: u64,
    groups: Vec<Vec<Row>>,
    /// How many of the runs the rules refuse, by the place in the program; these are in no row.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    refused: BTreeMap<u32, u64>,
}

/// How often a result had a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// `null` where it was not reached.
    value: Value,
    /// Whether these runs count.
    counts: bool,
    times: u64,
}

/// What many runs say of a question.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The share of the runs, the mean over them, or their distribution.
    pub chance: Chance,
    /// How many runs it is out of: for a chance all that were made, also those that are refused, or those in which a condition holds; for a mean
    /// and the like those that come to their end.
    pub runs: u64,
    /// How far the true number lies from it at most, in 19 of 20 simulations; of what is computed from several chances, as far as these
    /// together may bring it. Of
    /// a chance it holds by the inequality of Dvoretzky, Kiefer and Wolfowitz, as it does for all chances of at least as
    /// much of one distribution at once, and so for a quantile. Of a mean it is 1.96 times the error of the mean, and of a deviation what
    /// 1.96 times the error of the variance makes of it. `None` where a single run reaches it, and for a quantile that may lie beyond all
    /// values that were seen.
    pub within: Option<RBig>,
    /// Whether its two sides are too near to each other to say of a comparison whether it holds: they may be off as far as that.
    pub undecided: bool,
}

impl Encounter {
    /// Makes everything ready to run the encounter many times by dice, for questions whose exact odds would take too long.
    ///
    /// # Errors
    /// When a question is wrong, or there is nothing to ask for.
    pub fn simulation(&self, request: &SimulateRequest) -> Result<Simulation, Failure> {
        let request = OddsRequest::from(request);
        let houses = self.houses.for_one_call();
        let (queries, sources) = self.queries(&request, &houses)?;
        let samples =
            ways(&queries.program, (&houses, &self.drawn, &request), |ways| Samples::of(&queries.program, ways))
                .map_err(|error| {
                    Failure::of(sources.clone(), odds_complaints::complaint(error, 1, &queries.program))
                })?;
        let asked = asking::asked(&queries.all);
        let groups = asked.chunk_by(odds::are_alike).filter_map(|alike| alike.first());
        let groups = groups.map(|(one, given)| (one.result(), *given)).collect();
        let fingerprint = blocks::fingerprint(&stored::written(&queries.program));
        Ok(Simulation { queries, sources, request, samples, houses, drawn: self.drawn.clone(), groups, fingerprint })
    }
}

impl Simulation {
    /// So many runs are a block; the last one may be shorter.
    pub const BLOCK: u64 = 1_024;

    /// The runs of a block, or the first of them.
    ///
    /// # Errors
    /// When a run cannot go on.
    pub fn block(&self, seed: Seed, number: u64, runs: u64) -> Result<Counts, Failure> {
        let program = &self.queries.program;
        let mut tallies: Vec<BTreeMap<(Value, bool), u64>> = vec![BTreeMap::new(); self.groups.len()];
        let mut refused: BTreeMap<u32, u64> = BTreeMap::new();
        let mut count = |run: Result<&[Value], Address>, times: u64| {
            let results = match run {
                Ok(results) => results,
                Err(at) => return *refused.entry(at.0).or_default() += times,
            };
            let value = |place: usize| results.get(place).copied().flatten();
            for (tally, (result, given)) in tallies.iter_mut().zip(&self.groups) {
                let counts = given.is_none_or(|given| is_yes(value(given)));
                *tally.entry((value(*result), counts)).or_default() += times;
            }
        };
        let mut dice = blocks::block(seed, number);
        let houses = self.houses.for_one_call();
        let ran = ways(program, (&houses, &self.drawn, &self.request), |ways| {
            self.samples.run((program, ways), (runs, &mut dice), &mut count)
        });
        ran.map_err(|error| Failure::of(self.sources.clone(), odds_complaints::complaint(error, 1, program)))?;
        let rows =
            |tally: BTreeMap<_, u64>| tally.into_iter().map(|((value, counts), times)| Row { value, counts, times });
        let groups = tallies.into_iter().map(|tally| rows(tally).collect()).collect();
        Ok(Counts { simulation: self.fingerprint.clone(), runs, groups, refused })
    }

    /// What counts say of all that was asked, and how many runs were refused. Where nothing was asked, levels to which no run has come
    /// are left out, and so are results that are hidden from the game master.
    ///
    /// # Errors
    /// When they are those of something else, or no run counts.
    pub fn told(&self, counts: &Counts) -> Result<Vec<Estimate>, Failure> {
        let refused = counts.refused.values().try_fold(0_u64, |sum, times| sum.checked_add(*times));
        let rows_of = |rows: &Vec<Row>| total(rows, |_| true)?.checked_add(refused?);
        let whole: Vec<u64> = counts.groups.iter().filter_map(rows_of).collect();
        let is_refusal = |at: &u32| told_refusals::why(Address(*at), &self.queries.program).is_some();
        let are_own = counts.simulation == self.fingerprint && counts.refused.keys().all(is_refusal);
        if !are_own || whole != vec![counts.runs; self.groups.len()] {
            return Err(other_simulation().into());
        }
        let program = &self.queries.program;
        let asked = asking::asked(&self.queries.all);
        let mut answered = Answered::default();
        let mut counted = Vec::new();
        for ((alike, rows), (result, given)) in asked.chunk_by(odds::are_alike).zip(&counts.groups).zip(&self.groups) {
            let runs = total(rows, |row| row.counts).unwrap_or(0);
            if runs == 0 {
                let never = given.map(|given| never_held(program, given, counts.runs));
                let why = self.refused(counts).next().map(|one| always_refused(&one)).or(never).unwrap_or_else(no_run);
                return Err(Failure::of(self.sources.clone(), why));
            }
            let distribution = distribution(rows, counts.runs);
            let places: Vec<usize> = [Some(*result), *given].into_iter().flatten().collect();
            let only_this: Vec<odds::Asked> = alike.iter().map(|(one, given)| (one.at(0), given.map(|_| 1))).collect();
            let read = odds::read(Ok(distribution), (program, &places), &only_this);
            answered.add(read.map_err(|why| Failure::of(self.sources.clone(), why))?, *given);
            // Chances are out of all runs, as odds are, and means and the like over those that come to something.
            let out_of = |one: &Statistic| match one {
                Statistic::Mean(_) | Statistic::Deviation(_) | Statistic::Quantile(..) => runs,
                Statistic::Chance(_) | Statistic::Is(..) | Statistic::Each(_) if given.is_some() => runs,
                Statistic::Chance(_) | Statistic::Is(..) | Statistic::Each(_) => counts.runs,
            };
            counted.extend(alike.iter().map(|(one, _)| (out_of(one), rows)));
        }
        let limits = limits(&asked, &answered, &counted);
        let is_asked = !self.request.questions.is_empty();
        let is_shown = |first: usize| asked.get(first).is_none_or(|asked| self.is_shown(asked));
        let is_told = |first: usize, chance: &Chance| is_asked || chance.value != Some(RBig::ZERO) && is_shown(first);
        let told = asking::told(program, &self.queries.all, answered).into_iter();
        let told = told.filter(|(first, chance)| is_told(*first, chance));
        let told = told.filter_map(|(first, chance)| {
            let computed = computed_limits(&self.queries.all, first, &limits);
            Some(estimate(chance, counted.get(first)?.0).computed(&computed))
        });
        let refused = self.refused(counts).map(|chance| estimate(chance, counts.runs));
        Ok(told.chain(refused).collect())
    }

    /// Whether results that are hidden from the game master are left out, since nobody has asked for them.
    pub fn leaves_out(&self) -> bool {
        let asked = || asking::asked(&self.queries.all);
        self.request.questions.is_empty() && !asked().iter().all(|asked| self.is_shown(asked))
    }

    /// Whether the game master may see what is asked for.
    fn is_shown(&self, (statistic, _): &odds::Asked) -> bool {
        let program = &self.queries.program;
        let shown = |result: &ResultInfo| recorder::result(program, result.label.clone(), result.register, None);
        let visibility = program.results.get(statistic.result()).map(|result| shown(result).visibility);
        visibility.is_none_or(|visibility| Audience::Gm.may_see(visibility))
    }

    /// How many of all runs the rules have refused.
    fn refused(&self, counts: &Counts) -> impl Iterator<Item = Chance> {
        let share = |times: u64| RBig::from_parts(times.into(), counts.runs.max(1).into());
        let refused = counts.refused.iter().map(|(at, times)| (Address(*at), share(*times))).collect();
        let told = told_refusals::told(refused, (&self.queries.program, &self.sources)).into_iter();
        // What is hidden from the GM is not told to whoever simulates either.
        told.map(|chance| chance.seen_by(Audience::Gm))
    }
}

impl Counts {
    /// How many runs they count.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// These and those of other runs of the same simulation.
    ///
    /// # Errors
    /// When they are those of something else, or too many.
    pub fn and(self, other: Counts) -> Result<Counts, Failure> {
        if self.simulation != other.simulation || self.groups.len() != other.groups.len() {
            return Err(other_simulation().into());
        }
        let runs = self.runs.checked_add(other.runs).ok_or_else(other_simulation)?;
        let both = self.groups.into_iter().zip(other.groups).map(|(one, other)| joined(one, other));
        let groups = both.collect::<Option<Vec<Vec<Row>>>>().ok_or_else(other_simulation)?;
        let mut refused = self.refused;
        for (at, times) in other.refused {
            let sum = refused.entry(at).or_default();
            *sum = sum.checked_add(times).ok_or_else(other_simulation)?;
        }
        Ok(Counts { simulation: self.simulation, runs, groups, refused })
    }
}

/// The same rows of both, added up.
fn joined(one: Vec<Row>, other: Vec<Row>) -> Option<Vec<Row>> {
    let mut all: BTreeMap<(Value, bool), u64> = BTreeMap::new();
    for Row { value, counts, times } in one.into_iter().chain(other) {
        let sum = all.entry((value, counts)).or_default();
        *sum = sum.checked_add(times)?;
    }
    Some(all.into_iter().map(|((value, counts), times)| Row { value, counts, times }).collect())
}

/// So many runs are rows of this sort; `None` where that is no number of runs.
fn total(rows: &[Row], is_meant: impl Fn(&Row) -> bool) -> Option<u64> {
    rows.iter().filter(|row| is_meant(row)).try_fold(0_u64, |sum, row| sum.checked_add(row.times))
}

/// How often the runs that count came to each value, the lowest first.
fn reached(rows: &[Row]) -> Vec<(i64, u64)> {
    let counted = rows.iter().filter(|row| row.counts);
    let mut reached: Vec<(i64, u64)> = counted.filter_map(|row| Some((row.value?, row.times))).collect();
    reached.sort_unstable();
    reached
}

/// The distribution of a result, and of whether the run counts.
fn distribution(rows: &[Row], runs: u64) -> Distribution {
    let counted = rows.iter().map(|row| ([row.value, Some(i64::from(row.counts))], row.times));
    Distribution::of_counts(runs, counted)
}

/// What so many runs say of a chance; of anything else it is not known yet how far off it may be.
fn estimate(chance: Chance, runs: u64) -> Estimate {
    let within = match chance.kind {
        ChanceKind::Chance | ChanceKind::Distribution => Some(band(runs)),
        ChanceKind::Mean
        | ChanceKind::Deviation
        | ChanceKind::Quantile
        | ChanceKind::Number
        | ChanceKind::Comparison => None,
    };
    Estimate { chance, runs, within, undecided: false }
}

/// The limits of what the query computes whose terms begin at this place.
fn computed_limits(queries: &[Query], first: usize, limits: &[Bracket]) -> Vec<Bracket> {
    let mut end = 0;
    let is_it = |query: &&Query| {
        end += query.terms();
        end == first + query.terms() && end > first
    };
    let own = |query: &Query| Some(query.limits(limits.get(first..first + query.terms())?));
    queries.iter().find(is_it).and_then(own).unwrap_or_default()
}

/// Between which numbers each chance, each mean and the like lies that is asked for, by what was counted.
fn limits(asked: &[odds::Asked], answered: &Answered, counted: &[(u64, &Vec<Row>)]) -> Vec<Bracket> {
    let limits = |((one, _), (answer, (runs, rows))): (&odds::Asked, (&odds::Answer, &(u64, &Vec<Row>)))| {
        let value = answer.clone().number()?;
        let around = |within: RBig| (&value - &within, &value + &within);
        match one {
            Statistic::Mean(_) => margins::around_the_mean(&reached(rows)).map(around),
            Statistic::Deviation(_) => margins::deviation(&reached(rows)),
            Statistic::Quantile(_, share) => margins::quantile(&reached(rows), *share),
            Statistic::Chance(_) | Statistic::Is(..) | Statistic::Each(_) => {
                let (low, high) = around(band(*runs));
                Some((low.max(RBig::ZERO), high.min(RBig::ONE)))
            }
        }
    };
    asked.iter().zip(answered.answers.iter().zip(counted)).map(limits).collect()
}

/// Works with a program in the ways of a request.
fn ways<R>(
    program: &Program,
    (houses, drawn, request): (&Houses, &[Vec<u32>], &OddsRequest),
    work: impl FnOnce(Ways<'_>) -> R,
) -> R {
    let OddsRequest { mode, choices, before, progress, .. } = request;
    let choices: &Choices = choices;
    let calls = houses.calls(program);
    let host = |function: u32, arguments: &[Value]| calls.call(function, arguments);
    work(Ways { mode: *mode, choices, before, drawn, host: Some(&host), bounds: &houses.bounds, progress })
}

fn other_simulation() -> Diagnostic {
    Diagnostic::placeless(codes::ODDS, "these counts do not belong to this script and these questions")
        .help("merge only counts with the same script, questions and choices")
}

fn always_refused(chance: &Chance) -> Diagnostic {
    let why = chance.refused.as_ref().map(|runs| runs.why.clone()).unwrap_or_default();
    Diagnostic::placeless(codes::REFUSED, format!("no run counts, because every run is refused: {why}"))
}

fn no_run() -> Diagnostic {
    Diagnostic::placeless(codes::ODDS, "nothing has been run, so there are no results")
}

fn never_held(program: &Program, given: usize, runs: u64) -> Diagnostic {
    let info = program.results.get(given);
    let label = info.map_or("?", |info| &info.label);
    let message = format!("`{label}` was true in none of {runs} runs, so there are no runs to count");
    Diagnostic::error(codes::IMPOSSIBLE_GIVEN, info.map(|info| info.span).unwrap_or_default(), message)
        .help("simulate more runs, or ask for exact odds")
}

impl Estimate {
    /// The same where it is computed from what lies between these numbers: one pair, or one for each side of a comparison.
    fn computed(self, limits: &[Bracket]) -> Self {
        match (self.chance.kind, limits) {
            (
                ChanceKind::Mean | ChanceKind::Deviation | ChanceKind::Quantile | ChanceKind::Number,
                [Some((low, high))],
            ) => {
                let value = self.chance.value.clone();
                let within = value.map(|value| (&value - low).max(high - &value));
                Self { within, ..self }
            }
            (ChanceKind::Comparison, [Some((left, most)), Some((right, as_much))]) => {
                Self { undecided: left <= as_much && right <= most, ..self }
            }
            (ChanceKind::Comparison, _) => Self { undecided: true, ..self },
            (
                ChanceKind::Chance
                | ChanceKind::Mean
                | ChanceKind::Deviation
                | ChanceKind::Quantile
                | ChanceKind::Number
                | ChanceKind::Distribution,
                _,
            ) => self,
        }
    }

    /// How far the true number lies from it at most, in percentage points for a chance, with two digits: `0.43`.
    pub fn within_in_words(&self) -> Option<String> {
        let within = self.within.clone()?;
        match self.chance.kind {
            ChanceKind::Mean | ChanceKind::Deviation | ChanceKind::Quantile | ChanceKind::Number => {
                // Of a narrow bound two digits may say nothing.
                let is_narrow = within > RBig::ZERO && within < RBig::from_parts(1.into(), 100_u8.into());
                if is_narrow { Some(rounded(&within, 4)) } else { self.chance.kind.rounded(&within) }
            }
            ChanceKind::Chance | ChanceKind::Distribution | ChanceKind::Comparison => {
                // No chance lies farther from another one than 100 points.
                Some(rounded(&(within.min(RBig::ONE) * RBig::from(100_u8)), 2))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Counts, Row};

    fn row(value: Option<i64>, times: u64) -> Row {
        Row { value, counts: true, times }
    }

    fn counts(rows: Vec<Row>) -> Counts {
        let runs = rows.iter().map(|row| row.times).sum();
        Counts { simulation: "one".to_owned(), runs, groups: vec![rows], refused: BTreeMap::new() }
    }

    #[test]
    fn counts_are_added_up_value_by_value() {
        let both = counts(vec![row(Some(1), 3), row(None, 1)]).and(counts(vec![row(Some(1), 2), row(Some(4), 5)]));
        assert_eq!(both.ok(), Some(counts(vec![row(None, 1), row(Some(1), 5), row(Some(4), 5)])));
    }

    #[test]
    fn counts_of_another_simulation_or_beyond_all_numbers_are_refused() {
        let one = counts(vec![row(Some(1), 3)]);
        assert!(one.clone().and(Counts { simulation: "two".to_owned(), ..one.clone() }).is_err());
        assert!(one.clone().and(counts(vec![row(Some(1), u64::MAX)])).is_err());
        assert!(one.clone().and(Counts { groups: Vec::new(), ..one }).is_err());
    }
}
