//! Exact odds of whatever is asked of an encounter.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use dashu_ratio::RBig;

use smol_str::ToSmolStr;

use super::failure::Failure;
use super::houses::Houses;
use super::limits::Limits;
use super::runtime_errors;
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::drivers::Mode;
use crate::drivers::odds::{self, Budget, Distribution, OddsError, Progress};
use crate::drivers::recorded::Exchange;
use crate::ir::{Address, Instruction, Program, Register, ResultInfo, Scale, Shape, Trace, Value};
use crate::machine::{Deaf, Listener};
use crate::semantics::formula::Reading;
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::verdict::Audience;

/// Several questions are answered together as long as that stays small: together they keep more of the past alive than
/// each does alone.
const AT_ONCE: Budget = Budget { states: 20_000, answers: 400_000, memory: 64 * 1024 * 1024 };

/// What answering questions that nobody asked may cost.
const UNASKED: Budget = Budget { states: 100_000, answers: 2_000_000, memory: 256 * 1024 * 1024 };

/// Steps after which nothing more is worked out that nobody asked.
pub(super) const MOST_UNASKED: u64 = 4 * UNASKED.answers;

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
    /// The chance of each value of a result.
    Each(usize),
}

/// A statistic, and the result that must be *yes* in the runs that count.
pub(super) type Asked = (Statistic, Option<usize>);

/// What a distribution says.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// One number; none for the mean of what is never reached.
    Number(Option<RBig>),
    /// Each value with its chance.
    Each(Vec<(Value, RBig)>),
}

impl Answer {
    /// The number, if it is one.
    pub(super) fn number(self) -> Option<RBig> {
        match self {
            Answer::Number(number) => number,
            Answer::Each(_) => None,
        }
    }
}

/// The answers to what is asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Answered {
    /// One for each question.
    pub(super) answers: Vec<Answer>,
    /// Of each of them whether no run that counts reaches what it asks for.
    pub(super) never_reached: Vec<bool>,
    /// The conditions that hold in every run, as places in the program's results.
    pub(super) certain: BTreeSet<usize>,
}

/// A program whose odds are asked.
#[derive(Clone, Copy)]
pub(super) struct Explored<'p> {
    pub(super) program: &'p Program,
    pub(super) houses: &'p Houses,
    /// For each deck the cards that are drawn before it begins.
    pub(super) drawn: &'p [Vec<u32>],
}

/// The answers to what is asked of a program's results.
pub(super) fn values(
    explored: Explored<'_>,
    request: &OddsRequest,
    asked: &[Asked],
    listener: &mut dyn Listener,
) -> Result<Answered, Diagnostic> {
    if asked.len() > 1 && request.budget.states > AT_ONCE.states {
        match distribution(explored, request, AT_ONCE, listener) {
            Err(OddsError::Budget { .. }) => return one_by_one(explored, request, asked, listener),
            all => return read(all, explored.program, asked),
        }
    }
    read(distribution(explored, request, request.budget, listener), explored.program, asked)
}

/// Each result by a program that keeps alive what it needs, and no more.
fn one_by_one(
    explored: Explored<'_>,
    request: &OddsRequest,
    asked: &[Asked],
    listener: &mut dyn Listener,
) -> Result<Answered, Diagnostic> {
    let program = explored.program;
    let mut found = Answered::default();
    for alike in asked.chunk_by(|(one, given), (other, as_given)| one.result() == other.result() && given == as_given) {
        let Some((first, given)) = alike.first() else { continue };
        let results = [Some(first.result()), *given].into_iter().flatten();
        let results = results.filter_map(|place| program.results.get(place)).cloned().collect();
        let alone = Program { results, ..program.clone() };
        let asked: Vec<Asked> = alike.iter().map(|(one, given)| (one.at(0), given.map(|_| 1))).collect();
        let odds = distribution(Explored { program: &alone, ..explored }, request, request.budget, listener);
        let Answered { answers, never_reached, certain } = read(odds, &alone, &asked)?;
        found.answers.extend(answers);
        found.never_reached.extend(never_reached);
        found.certain.extend(given.filter(|_| !certain.is_empty()));
    }
    Ok(found)
}

/// How often a result is each of its values, or why that is not known.
pub(super) type Alone = Result<Vec<(Value, RBig)>, Diagnostic>;

/// How often each result of a program is each of its values: all of them at once, or else one after the other. One that goes
/// beyond the budget says so, and so does each that is left after so many steps; a run that is refused or cannot go on refuses
/// all.
pub(super) fn each_value(
    explored: Explored<'_>,
    request: &OddsRequest,
    most_steps: u64,
) -> Result<Vec<Alone>, Diagnostic> {
    let results = &explored.program.results;
    let at_once = if request.budget.states > AT_ONCE.states { AT_ONCE } else { request.budget };
    match distribution(explored, request, at_once, &mut Deaf) {
        Ok(all) => Ok((0..results.len()).map(|place| Ok(all.of(place))).collect()),
        Err(OddsError::Budget { .. }) => {
            results.iter().map(|result| value_alone(explored, (request, most_steps), result)).collect()
        }
        Err(error) => Err(complaint(error, results.len(), explored.program)),
    }
}

fn value_alone(
    explored: Explored<'_>,
    (request, most_steps): (&OddsRequest, u64),
    result: &ResultInfo,
) -> Result<Alone, Diagnostic> {
    if explored.houses.bounds.allowance.spent() > most_steps {
        let message = "so much was worked out before that nothing more is, unless it is asked";
        return Ok(Err(Diagnostic::error(codes::ODDS_BUDGET, result.span, message)));
    }
    let alone = Program { results: vec![result.clone()], ..explored.program.clone() };
    match distribution(Explored { program: &alone, ..explored }, request, request.budget, &mut Deaf) {
        Ok(odds) => Ok(Ok(odds.of(0))),
        Err(error @ OddsError::Budget { .. }) => Ok(Err(complaint(error, 1, &alone))),
        Err(error) => Err(complaint(error, 1, &alone)),
    }
}

/// The distribution over a program's results.
pub(super) fn distribution(
    Explored { program, houses, drawn }: Explored<'_>,
    request: &OddsRequest,
    budget: Budget,
    listener: &mut dyn Listener,
) -> Result<Distribution, OddsError> {
    let OddsRequest { mode, choices, before, progress, .. } = request;
    let calls = houses.calls(program);
    let host = |function: u32, arguments: &[Value]| calls.call(function, arguments);
    let (mode, host, bounds) = (*mode, Some(&host as _), &houses.bounds);
    let ways = odds::Ways { mode, choices, before, drawn, host, bounds, progress };
    odds::heard(program, ways, budget, listener)
}

fn read(odds: Result<Distribution, OddsError>, program: &Program, asked: &[Asked]) -> Result<Answered, Diagnostic> {
    let all = odds.map_err(|error| complaint(error, asked.len(), program))?;
    let mut on_condition: BTreeMap<usize, Distribution> = BTreeMap::new();
    for given in asked.iter().filter_map(|(_, given)| *given) {
        if let Entry::Vacant(place) = on_condition.entry(given) {
            place.insert(all.given(given).ok_or_else(|| never_given(program, given))?);
        }
    }
    let counted = |given: Option<usize>| given.and_then(|given| on_condition.get(&given)).unwrap_or(&all);
    let answers = asked.iter().map(|(one, given)| one.of(counted(*given))).collect();
    let never_reached = asked.iter().map(|(one, given)| counted(*given).is_never_reached(one.result())).collect();
    let certain = on_condition.keys().copied().filter(|given| all.is_certain(*given)).collect();
    Ok(Answered { answers, never_reached, certain })
}

/// A condition that holds in no run.
fn never_given(program: &Program, given: usize) -> Diagnostic {
    let info = program.results.get(given);
    let label = info.map_or("?", |info| &info.label);
    let message = format!("`{label}` never holds, so nothing can be given it");
    Diagnostic::error(codes::IMPOSSIBLE_GIVEN, info.map(|info| info.span).unwrap_or_default(), message)
}

fn complaint(error: OddsError, asked: usize, program: &Program) -> Diagnostic {
    match error {
        OddsError::Fault(fault) => runtime_errors::diagnostic(&fault, program),
        OddsError::Budget { states, answers, budget, at } => {
            let message = format!("exact odds go beyond the budget: {}", so_far((states, answers), budget));
            let help = if asked > 1 {
                "ask one question at a time, such as `P(NAME.PART >= 2)`, shorten a `repeat`, or allow a larger budget"
            } else {
                "shorten a `repeat`, ask about an earlier line, or allow a larger budget"
            };
            at_instruction(program, at, codes::ODDS_BUDGET, message).help(help)
        }
        OddsError::Mass => Diagnostic::placeless(codes::ODDS, "the chances do not add up to 1; please report this"),
    }
}

/// How far they came. Where the first roll alone is seen beforehand to be too much, that is nowhere yet.
fn so_far((states, answers): (usize, u64), budget: Budget) -> String {
    if states <= 1 && states <= budget.states && answers <= budget.answers {
        return "what is rolled or drawn first has more results than may be counted".to_owned();
    }
    let plural = |is_one: bool| if is_one { "" } else { "s" };
    format!("{states} situation{} and {answers} answer{} so far", plural(states == 1), plural(answers == 1))
}

fn at_instruction(program: &Program, at: Address, code: Code, message: String) -> Diagnostic {
    match program.spans.get(at.0 as usize) {
        Some(span) => Diagnostic::error(code, *span, message).here("here it ran out"),
        None => Diagnostic::placeless(code, message),
    }
}

/// A finding without a place gets one.
pub(super) fn placed(diagnostic: Diagnostic, span: Span) -> Diagnostic {
    if diagnostic.labels.is_empty() { diagnostic.also(span, "") } else { diagnostic }
}

impl Statistic {
    /// What a reading of a result reads.
    pub(super) fn of_result(reading: Reading, result: usize) -> Self {
        match reading {
            Reading::Chance => Statistic::Chance(result),
            Reading::Mean => Statistic::Mean(result),
            Reading::Each => Statistic::Each(result),
        }
    }

    /// The place it asks about.
    fn result(self) -> usize {
        match self {
            Statistic::Chance(result)
            | Statistic::Is(result, _)
            | Statistic::Mean(result)
            | Statistic::Each(result) => result,
        }
    }

    /// The same question about another place.
    fn at(self, place: usize) -> Self {
        match self {
            Statistic::Chance(_) => Statistic::Chance(place),
            Statistic::Is(_, value) => Statistic::Is(place, value),
            Statistic::Mean(_) => Statistic::Mean(place),
            Statistic::Each(_) => Statistic::Each(place),
        }
    }

    /// What a distribution says.
    fn of(self, odds: &Distribution) -> Answer {
        match self {
            Statistic::Chance(event) => Answer::Number(Some(odds.chance(event))),
            Statistic::Is(result, value) => Answer::Number(Some(odds.chance_of(result, value))),
            Statistic::Mean(value) => Answer::Number(odds.mean(value)),
            Statistic::Each(result) => Answer::Each(odds.of(result)),
        }
    }
}

/// Odds are exact, and so they tell of everything that they come from: players may not ask where anything is kept from them.
/// Whoever asks for somebody comes by here, by whatever road.
pub(super) fn may_be_asked_by(audience: Audience, keeps_secrets: bool) -> Result<(), Failure> {
    if audience != Audience::Players || !keeps_secrets {
        return Ok(());
    }
    let found = Diagnostic::placeless(codes::ODDS, "odds would tell the players what they may not learn");
    Err(found.help("let the GM ask, and do not post the answer where players read it").into())
}

/// The request, held to the limits of an engine.
pub(super) fn within(request: &OddsRequest, limits: Limits) -> OddsRequest {
    let budget = Budget {
        states: request.budget.states.min(limits.situations),
        answers: request.budget.answers.min(limits.answers),
        memory: request.budget.memory.min(limits.memory),
    };
    OddsRequest { budget, ..request.clone() }
}

/// The request, with a budget fit for questions that nobody asked.
pub(super) fn unasked(request: &OddsRequest) -> OddsRequest {
    let states = request.budget.states.min(UNASKED.states);
    let answers = request.budget.answers.min(UNASKED.answers);
    let memory = request.budget.memory.min(UNASKED.memory);
    OddsRequest { budget: Budget { states, answers, memory }, ..request.clone() }
}

/// A result that is a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Levelled<'p> {
    /// How it is read: `slip.outcome`.
    pub(super) path: &'p str,
    pub(super) register: Register,
    pub(super) scale: &'p Scale,
    /// The line that brings it to a level.
    pub(super) span: Span,
}

/// Whatever comes to a level and is wanted; each path once.
pub(super) fn levelled_paths(program: &Program, wanted: impl Fn(&str) -> bool) -> Vec<Levelled<'_>> {
    let mut found: Vec<Levelled<'_>> = Vec::new();
    for (instruction, span) in program.code.iter().zip(&program.spans) {
        let Some((path, register, scale)) = levelled(instruction, program) else { continue };
        if let Some(scale) = program.scales.get(scale as usize)
            && wanted(path)
            && !found.iter().any(|known| known.path == path)
        {
            found.push(Levelled { path, register, scale, span: *span });
        }
    }
    found
}

/// Whether something of this name comes to a level, or has a part that does.
pub(super) fn has_levels(program: &Program, name: &str) -> bool {
    let paths = program.code.iter().filter_map(|instruction| levelled(instruction, program));
    paths.into_iter().any(|(path, ..)| is_within(name, path))
}

/// Whether a path is this name, or a part of what has the name.
pub(super) fn is_within(name: &str, path: &str) -> bool {
    path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The levels of a scale, lowest first, each with what a register holds that has reached it.
pub(super) fn levels(scale: &Scale) -> Vec<(SharedText, i64)> {
    match &scale.numbers {
        Some(numbers) => numbers.iter().map(|number| (number.to_smolstr(), *number)).collect(),
        None => scale.levels.iter().cloned().zip(0..).collect(),
    }
}

/// What an instruction brings to a level: its path and the scale.
fn levelled<'p>(instruction: &'p Instruction, program: &'p Program) -> Option<(&'p str, Register, u32)> {
    match instruction {
        Instruction::Resolve { into, scale, path, .. } => Some((path, *into, *scale)),
        Instruction::Trace(trace) => match program.traces.get(*trace as usize)? {
            Trace::Computed { path, value, .. } => {
                let Shape::Level(scale) = program.registers.get(value.0 as usize)?.shape else { return None };
                Some((path, *value, scale))
            }
            Trace::Begin { .. }
            | Trace::End { .. }
            | Trace::Step { .. }
            | Trace::Period { .. }
            | Trace::Order { .. }
            | Trace::Sum { .. }
            | Trace::Totalled { .. }
            | Trace::Resolved { .. }
            | Trace::Chosen { .. }
            | Trace::Changed { .. }
            | Trace::Cut { .. }
            | Trace::Meaning { .. }
            | Trace::Stop { .. }
            | Trace::Said { .. }
            | Trace::Reached { .. }
            | Trace::ReachedLevel { .. }
            | Trace::Note { .. }
            | Trace::Signal { .. }
            | Trace::Reveal { .. } => None,
        },
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Roll(_)
        | Instruction::Draw { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Choose(_)
        | Instruction::Call { .. }
        | Instruction::Refuse { .. }
        | Instruction::Done => None,
    }
}
