//! Exact odds of any result of an encounter.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use dashu_ratio::RBig;

use super::failure::Failure;
use super::houses::Houses;
use super::limits::Limits;
use super::odds_complaints::complaint;
use super::scatter::{self, Range};
use crate::diagnostic::{Diagnostic, codes};
use crate::drivers::Mode;
use crate::drivers::odds::{self, Budget, Distribution, OddsError, Progress, Reach};
use crate::drivers::recorded::Exchange;
use crate::ir::{Address, Program, Value, passes};
use crate::machine::{Deaf, Listener};
use crate::semantics::formula::{Reading, Share};
use crate::verdict::Audience;

/// Several questions are answered together as long as that stays small: together they keep more of the past alive than
/// each does alone.
pub(super) const AT_ONCE: Budget = Budget::of(5_000, 400_000, 64 * 1024 * 1024);

/// What answering questions that nobody asked may cost.
const UNASKED: Budget = Budget::of(1_000_000, 10_000_000, 256 * 1024 * 1024);

/// Steps after which nothing more is worked out that nobody asked.
pub(super) const MOST_UNASKED: u64 = 8_000_000;

/// What is asked of an encounter. [`OddsRequest::of`] is enough for most; a literal ends with `..OddsRequest::default()`, since
/// more can be asked one day.
#[derive(Clone, Debug)]
pub struct OddsRequest {
    /// Questions such as `P(climb.height is high)`, `E(ship.leaks)`, or a bare condition. A name alone, such as
    /// `climb.height` or `climb`, asks for every level of it; no question at all for every level of everything.
    pub questions: Vec<String>,
    /// Only runs in which this holds are counted.
    pub given: Option<String>,
    /// Choices made beforehand: a choice's name and the option's. All others take their default; without one there are no
    /// odds.
    pub choices: BTreeMap<String, String>,
    /// What answers whatever the script leaves open; usually dice.
    pub mode: Mode,
    /// What was asked and answered already: the odds are those of what comes after it.
    pub before: Vec<Exchange>,
    /// Results that have come about already. They are certain, so that nothing is told of them unless it is asked.
    pub happened: BTreeSet<String>,
    /// Whether numbers that are only steps on the way to others are told of as well where nothing is asked.
    pub steps: bool,
    /// What it may cost before giving up.
    pub budget: Budget,
    /// Tells another thread how far it has come.
    pub progress: Progress,
}

impl Default for OddsRequest {
    fn default() -> Self {
        Self {
            questions: Vec::new(),
            given: None,
            choices: BTreeMap::new(),
            mode: Mode::Random,
            before: Vec::new(),
            happened: BTreeSet::new(),
            steps: false,
            budget: Budget::default(),
            progress: Progress::default(),
        }
    }
}

impl OddsRequest {
    /// These questions, with dice for whatever the script leaves open.
    ///
    /// ```
    /// use assize::OddsRequest;
    ///
    /// let request = OddsRequest::of(["P(climb.height is high)"]).given("climb.reached");
    /// assert_eq!((request.questions.len(), request.given.as_deref()), (1, Some("climb.reached")));
    /// ```
    pub fn of<Q: Into<String>>(questions: impl IntoIterator<Item = Q>) -> Self {
        Self { questions: questions.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// With only those runs counted in which this holds.
    ///
    /// ```
    /// use assize::OddsRequest;
    ///
    /// let request = OddsRequest::of(["climb.height is high"]).given("climb.grip is firm");
    /// assert_eq!(request.given.as_deref(), Some("climb.grip is firm"));
    /// ```
    #[must_use]
    pub fn given(self, condition: impl Into<String>) -> Self {
        Self { given: Some(condition.into()), ..self }
    }

    /// With something chosen beforehand: a choice's name, and the option's.
    ///
    /// ```
    /// use assize::OddsRequest;
    ///
    /// let request = OddsRequest::of(["E(climb.height)"]).choosing("climb.way", "the wall");
    /// assert_eq!(request.choices["climb.way"], "the wall");
    /// ```
    #[must_use]
    pub fn choosing(mut self, choice: impl Into<String>, option: impl Into<String>) -> Self {
        self.choices.insert(choice.into(), option.into());
        self
    }
}

/// What is read from a distribution: places in the program's results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Statistic {
    /// The chance that a result is *yes*.
    Chance(usize),
    /// The chance that a result is this.
    Is(usize, Value),
    /// The mean of a result.
    Mean(usize),
    /// The standard deviation of a result.
    Deviation(usize),
    /// The number that a result does not exceed in a share of the runs.
    Quantile(usize, Share),
    /// The chance of each value of a result.
    Each(usize),
}

/// A statistic, and the result that must be *yes* in the runs that count.
pub(super) type Asked = (Statistic, Option<usize>);

/// What a distribution says.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// One number; none for the mean and the like of what is never reached.
    Number(Option<RBig>),
    /// The numbers between which it lies, where it was stopped; none where nothing is known of it.
    Between(Bracket),
    /// Each value with its chance.
    Each(Values),
}

/// How often a result is each of its values.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    pub(super) each: Vec<(Value, RBig)>,
    /// How often that is not known, since it was stopped.
    pub(super) open: RBig,
}

impl Answer {
    /// The number, if it is one.
    pub(super) fn number(self) -> Option<RBig> {
        match self {
            Answer::Number(number) => number,
            Answer::Between(_) | Answer::Each(_) => None,
        }
    }

    /// The numbers between which it lies, which are one where it is known.
    pub(super) fn limits(self) -> Bracket {
        match self {
            Answer::Number(number) => number.map(|number| (number.clone(), number)),
            Answer::Between(limits) => limits,
            Answer::Each(_) => None,
        }
    }

    /// How often it is each of its values, if that was asked.
    pub(super) fn each(self) -> Option<Values> {
        match self {
            Answer::Each(values) => Some(values),
            Answer::Number(_) | Answer::Between(_) => None,
        }
    }
}

/// The answers to what is asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Answered {
    /// One for each question.
    pub(super) answers: Vec<Answer>,
    /// Which runs that count reach what each of them asks for.
    pub(super) reach: Vec<Reach>,
    /// The conditions that hold in every run, as places in the program's results.
    pub(super) certain: BTreeSet<usize>,
    /// What refuses some runs, and how many of all.
    pub(super) refused: Refused,
    /// Why no more is known, if the budget ran out and what was known then is kept.
    pub(super) beyond: Option<Diagnostic>,
}

/// The refusals that runs come to, with their chances.
pub(super) type Refused = Vec<(Address, RBig)>;

impl Answered {
    /// Adds the answers to what was asked alone, on this condition.
    pub(super) fn add(&mut self, alone: Answered, given: Option<usize>) {
        self.answers.extend(alone.answers);
        self.reach.extend(alone.reach);
        self.certain.extend(given.filter(|_| !alone.certain.is_empty()));
        self.refused = alone.refused;
        self.beyond = self.beyond.take().or(alone.beyond);
    }
}

/// A program whose odds are asked.
#[derive(Clone, Copy)]
pub(super) struct Explored<'p> {
    pub(super) program: &'p Program,
    pub(super) houses: &'p Houses,
    /// For each deck the cards that are drawn before it begins.
    pub(super) drawn: &'p [Vec<u32>],
}

/// The numbers between which something lies, if they are known.
pub(super) type Bracket = Option<(RBig, RBig)>;

/// A program whose odds are asked for as often as somebody asks, and which is made smaller once for all that is asked.
pub(super) struct Finder<'p>(Result<odds::Slices<'p>, OddsError>);

impl Finder<'_> {
    /// The joint odds of some results, which are named by their places, within a budget.
    pub(super) fn together(&self, results: &[usize], budget: Budget) -> Result<Distribution, OddsError> {
        self.0.as_ref().map_err(OddsError::clone)?.odds_of(results, budget)
    }

    /// Follows all runs once, without a result.
    pub(super) fn once(&self, budget: Budget) -> Result<Distribution, OddsError> {
        self.0.as_ref().map_err(OddsError::clone)?.followed_once(budget)
    }

    /// The instructions on which a result depends.
    pub(super) fn deciding(&self, result: usize) -> BTreeSet<Address> {
        self.0.as_ref().map_or_else(|_| BTreeSet::new(), |slices| slices.deciding(&[result]))
    }

    /// Some results, in the groups in which they are better asked for.
    pub(super) fn groups(&self, results: &[usize]) -> Vec<Vec<usize>> {
        self.0.as_ref().map_or_else(|_| vec![results.to_vec()], |slices| slices.groups_of(results))
    }

    /// The odds of each of some results.
    pub(super) fn each(&self, results: &[usize], budget: Budget) -> Result<odds::Each, OddsError> {
        self.0.as_ref().map_err(OddsError::clone)?.each_of(results, budget)
    }
}

/// Whoever finds the joint odds of some results of a program, which are named by their places, within a budget.
pub(super) type Finding<'f> = &'f mut dyn FnMut(&[usize], Budget) -> Result<Distribution, OddsError>;

/// Lets somebody ask for odds of a program, with nobody listening.
pub(super) fn with_finder<T>(explored: Explored<'_>, request: &OddsRequest, ask: impl FnOnce(&Finder<'_>) -> T) -> T {
    with_ways(explored, request, |ways| ask(&Finder(odds::Slices::of(explored.program, ways))))
}

/// Lets somebody ask for joint odds of a program. Unless somebody listens it is made smaller once, for all that is asked.
pub(super) fn with_odds<T>(
    explored: Explored<'_>,
    request: &OddsRequest,
    listener: &mut dyn Listener,
    ask: impl FnOnce(Finding<'_>) -> T,
) -> T {
    if listener.is_deaf() {
        return with_finder(explored, request, |odds| ask(&mut |results, budget| odds.together(results, budget)));
    }
    let program = explored.program;
    with_ways(explored, request, |ways| {
        ask(&mut |results, budget| {
            let results = results.iter().filter_map(|place| program.results.get(*place)).cloned().collect();
            odds::heard(&Program { results, ..program.clone() }, ways, budget, listener)
        })
    })
}

fn with_ways<T>(
    Explored { program, houses, drawn }: Explored<'_>,
    request: &OddsRequest,
    with: impl FnOnce(odds::Ways<'_>) -> T,
) -> T {
    let OddsRequest { mode, choices, before, progress, .. } = request;
    let calls = houses.calls(program);
    let host = |function: u32, arguments: &[Value]| calls.call(function, arguments);
    let (host, bounds) = (Some(&host as _), &houses.bounds);
    with(odds::Ways { mode: *mode, choices, before, drawn, host, bounds, progress })
}

/// Each result alone, or with its condition: what other results need is not kept alive.
pub(super) fn one_by_one(
    program: &Program,
    request: &OddsRequest,
    asked: &[Asked],
    odds: Finding<'_>,
) -> Result<Answered, Diagnostic> {
    let mut found = Answered::default();
    for alike in asked.chunk_by(are_alike) {
        let Some((first, given)) = alike.first() else { continue };
        let results: Vec<usize> = [Some(first.result()), *given].into_iter().flatten().collect();
        let asked: Vec<Asked> = alike.iter().map(|(one, given)| (one.at(0), given.map(|_| 1))).collect();
        // What was too much once is so again, most likely: of the others only a little is found out.
        let budget = if found.beyond.is_some() { request.budget.at_most(AT_ONCE) } else { request.budget };
        found.add(read(odds(&results, budget), (program, &results), &asked)?, *given);
    }
    Ok(found)
}

/// Whether both ask for the same result of the same runs.
pub(super) fn are_alike((one, given): &Asked, (other, as_given): &Asked) -> bool {
    one.result() == other.result() && given == as_given
}

/// The distribution over a program's results.
pub(super) fn distribution(
    explored: Explored<'_>,
    request: &OddsRequest,
    budget: Budget,
) -> Result<Distribution, OddsError> {
    with_odds(explored, request, &mut Deaf, |odds| odds(&every_place(explored.program), budget))
}

pub(super) fn every_place(program: &Program) -> Vec<usize> {
    (0..program.results.len()).collect()
}

/// The answers from the odds of these results of a program, or from what is known of them where the budget ran out and that is kept;
/// what is asked names them by their places among these.
pub(super) fn read(
    odds: Result<Distribution, OddsError>,
    (program, results): (&Program, &[usize]),
    asked: &[Asked],
) -> Result<Answered, Diagnostic> {
    let (all, beyond) = match odds {
        Ok(all) => (all, None),
        Err(mut error) => {
            let known = error.take_known();
            let complaint = complaint(error, asked.len(), program);
            match known {
                Some(known) => (*known, Some(complaint)),
                None => return Err(complaint),
            }
        }
    };
    let mut on_condition: BTreeMap<usize, Distribution> = BTreeMap::new();
    for given in asked.iter().filter_map(|(_, given)| *given) {
        if let Entry::Vacant(place) = on_condition.entry(given) {
            place.insert(all.given(given).ok_or_else(|| never_given(program, results.get(given)))?);
        }
    }
    let counted = |given: Option<usize>| given.and_then(|given| on_condition.get(&given)).unwrap_or(&all);
    let range =
        |one: Statistic| passes::bounds_at_end(program, program.results.get(*results.get(one.result())?)?.register);
    let answers = asked.iter().map(|(one, given)| one.of(counted(*given), &|| range(*one))).collect();
    let reach = asked.iter().map(|(one, given)| counted(*given).reach(one.result())).collect();
    let certain = on_condition.keys().copied().filter(|given| all.is_certain(*given)).collect();
    Ok(Answered { answers, reach, certain, refused: all.refused, beyond })
}

/// A condition that holds in no run.
pub(super) fn never_given(program: &Program, given: Option<&usize>) -> Diagnostic {
    let info = given.and_then(|given| program.results.get(*given));
    let label = info.map_or("?", |info| &info.label);
    let message = format!("`{label}` is never true, so it cannot be a condition");
    Diagnostic::error(codes::IMPOSSIBLE_GIVEN, info.map(|info| info.span).unwrap_or_default(), message)
}

impl Statistic {
    /// What a reading of a result reads.
    pub(super) fn of_result(reading: Reading, result: usize) -> Self {
        match reading {
            Reading::Chance => Statistic::Chance(result),
            Reading::Mean => Statistic::Mean(result),
            Reading::Deviation => Statistic::Deviation(result),
            Reading::Quantile(share) => Statistic::Quantile(result, share),
            Reading::Each => Statistic::Each(result),
        }
    }

    /// The place it asks about.
    pub(super) fn result(self) -> usize {
        match self {
            Statistic::Chance(result)
            | Statistic::Is(result, _)
            | Statistic::Mean(result)
            | Statistic::Deviation(result)
            | Statistic::Quantile(result, _)
            | Statistic::Each(result) => result,
        }
    }

    /// The same question about another place.
    pub(super) fn at(self, place: usize) -> Self {
        match self {
            Statistic::Chance(_) => Statistic::Chance(place),
            Statistic::Is(_, value) => Statistic::Is(place, value),
            Statistic::Mean(_) => Statistic::Mean(place),
            Statistic::Deviation(_) => Statistic::Deviation(place),
            Statistic::Quantile(_, share) => Statistic::Quantile(place, share),
            Statistic::Each(_) => Statistic::Each(place),
        }
    }

    /// What a distribution says of a result, whose numbers lie in this range if it is known.
    fn of(self, odds: &Distribution, range: Range<'_>) -> Answer {
        match self {
            Statistic::Chance(event) => Answer::chance(odds.chance(event), &odds.open),
            Statistic::Is(result, value) => Answer::chance(odds.chance_of(result, value), &odds.open),
            // A run that is not known may come to any number that the result can be.
            Statistic::Mean(value) if odds.open != RBig::ZERO => {
                Answer::Between(range().map(|range| odds.mean_between(value, range)))
            }
            Statistic::Mean(value) => Answer::Number(odds.mean(value)),
            Statistic::Deviation(value) => {
                Answer::limited(scatter::deviation(&odds.of(value), &odds.open, range), &odds.open)
            }
            Statistic::Quantile(value, share) => {
                Answer::limited(scatter::quantile(&odds.of(value), share, &odds.open, range), &odds.open)
            }
            Statistic::Each(result) => Answer::Each(Values::of(odds, result)),
        }
    }
}

impl Answer {
    /// A chance that is at least so much, and may be more by what is open.
    fn chance(least: RBig, open: &RBig) -> Self {
        if *open == RBig::ZERO {
            return Answer::Number(Some(least));
        }
        let most = &least + open;
        Answer::Between(Some((least, most)))
    }

    /// A number between limits, which are one where nothing is open.
    fn limited(limits: Bracket, open: &RBig) -> Self {
        if *open == RBig::ZERO { Answer::Number(limits.map(|(number, _)| number)) } else { Answer::Between(limits) }
    }
}

impl Values {
    pub(super) fn of(odds: &Distribution, result: usize) -> Self {
        Self { each: odds.of(result), open: odds.open.clone() }
    }

    /// Those of each of so many results.
    pub(super) fn of_each(odds: &Distribution, results: usize) -> Vec<Self> {
        odds.of_each(results).into_iter().map(|each| Self { each, open: odds.open.clone() }).collect()
    }
}

/// Odds are exact, and so they tell of everything that they come from: players may not ask where anything is kept from them.
/// Whoever asks for somebody comes by here, by whatever road.
pub(super) fn may_be_asked_by(audience: Audience, keeps_secrets: bool) -> Result<(), Failure> {
    if audience != Audience::Players || !keeps_secrets {
        return Ok(());
    }
    let found = Diagnostic::placeless(codes::ODDS, "odds would reveal secrets to the players");
    Err(found.help("ask as the game master, and do not show the answer to players").into())
}

/// The request, held to the limits of an engine.
pub(super) fn within(request: &OddsRequest, limits: Limits) -> OddsRequest {
    let most = Budget::of(limits.situations, limits.answers, limits.memory);
    OddsRequest { budget: request.budget.at_most(most), ..request.clone() }
}

/// The request, with a budget fit for questions that nobody asked.
pub(super) fn unasked(request: &OddsRequest) -> OddsRequest {
    OddsRequest { budget: request.budget.at_most(UNASKED), ..request.clone() }
}
