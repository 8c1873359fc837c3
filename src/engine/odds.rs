//! Exact odds of whatever is asked of an encounter.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::IBig;
use dashu_ratio::RBig;

use smol_str::ToSmolStr;

use super::houses::Houses;
use super::limits::Limits;
use super::runtime_errors;
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::drivers::Mode;
use crate::drivers::odds::{self, Budget, Distribution, OddsError, Progress};
use crate::drivers::recorded::Exchange;
use crate::ir::{Address, Instruction, Program, Register, Scale, Shape, Trace, Value};
use crate::machine::Listener;
use crate::shared_text::SharedText;
use crate::source::Span;

/// Several questions are answered together as long as that stays small: together they keep more of the past alive than
/// each does alone.
const AT_ONCE: Budget = Budget { states: 20_000, answers: 400_000, memory: 64 * 1024 * 1024 };

/// What answering questions that nobody asked may cost.
const UNASKED: Budget = Budget { states: 100_000, answers: 2_000_000, memory: 256 * 1024 * 1024 };

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

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chance {
    /// The question as asked.
    pub question: String,
    /// What the value is.
    pub kind: ChanceKind,
    /// The exact answer; `None` for the mean of what is never reached.
    pub value: Option<RBig>,
}

/// What an answer about odds is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChanceKind {
    /// A chance, from 0 to 1.
    Chance,
    /// A mean, in the unit of what was asked.
    Mean,
}

impl Chance {
    /// A chance as a percentage with two digits, rounded; the exact one is in `value`. A mean has none.
    pub fn percent(&self) -> Option<String> {
        match self.kind {
            ChanceKind::Chance => self.value.as_ref().map(|value| format!("{}%", rounded(value, 10_000))),
            ChanceKind::Mean => None,
        }
    }

    /// A mean as a number with two digits, rounded; the exact one is in `value`. A chance has none.
    pub fn decimal(&self) -> Option<String> {
        match self.kind {
            ChanceKind::Chance => None,
            ChanceKind::Mean => self.value.as_ref().map(|value| rounded(value, 100)),
        }
    }
}

/// `value` times `scale` in hundredths, rounded halves away from nothing: `scale` is 100 for the value itself.
fn rounded(value: &RBig, scale: u32) -> String {
    let (numerator, denominator) = value.clone().into_parts();
    let sign = if numerator < IBig::ZERO { "-" } else { "" };
    let (numerator, denominator) = (numerator.into_parts().1, IBig::from(denominator));
    let hundredths: IBig =
        (IBig::from(numerator) * IBig::from(2 * scale) + &denominator) / (denominator * IBig::from(2));
    let (whole, rest) = (&hundredths / IBig::from(100), &hundredths % IBig::from(100));
    format!("{sign}{whole}.{rest:0>2}")
}

/// What is read from a distribution: places in the program's results.
#[derive(Clone, Copy, Debug)]
pub(super) enum Statistic {
    /// The chance that a result is *yes*.
    Chance(usize),
    /// The chance that a result is this.
    Is(usize, Value),
    /// The mean of a result.
    Mean(usize),
}

/// What is asked of a program's results, on the condition that result `given` is *yes*.
pub(super) fn values(
    (program, houses): (&Program, &Houses),
    request: &OddsRequest,
    (asked, given): (&[Statistic], Option<usize>),
    listener: &mut dyn Listener,
) -> Result<Vec<Option<RBig>>, Diagnostic> {
    if asked.len() > 1 && request.budget.states > AT_ONCE.states {
        match explored((program, houses), request, (AT_ONCE, given), listener) {
            Err(OddsError::Budget { .. }) => return one_by_one((program, houses), request, (asked, given), listener),
            all => return read(all, program, asked, given),
        }
    }
    read(explored((program, houses), request, (request.budget, given), listener), program, asked, given)
}

/// Each result by a program that keeps alive what it needs, and no more.
fn one_by_one(
    (program, houses): (&Program, &Houses),
    request: &OddsRequest,
    (asked, given): (&[Statistic], Option<usize>),
    listener: &mut dyn Listener,
) -> Result<Vec<Option<RBig>>, Diagnostic> {
    let condition = given.and_then(|given| program.results.get(given));
    let mut found = Vec::new();
    for alike in asked.chunk_by(|one, other| one.result() == other.result()) {
        let Some(result) = alike.first().map(|one| one.result()) else { continue };
        let results = program.results.get(result).into_iter().chain(condition).cloned().collect();
        let alone = Program { results, ..program.clone() };
        let given = given.map(|_| 1);
        let asked: Vec<Statistic> = alike.iter().map(|one| one.at(0)).collect();
        let odds = explored((&alone, houses), request, (request.budget, given), listener);
        found.extend(read(odds, &alone, &asked, given)?);
    }
    Ok(found)
}

/// The distribution over a program's results; `None` when the condition never holds.
fn explored(
    (program, houses): (&Program, &Houses),
    request: &OddsRequest,
    (budget, given): (Budget, Option<usize>),
    listener: &mut dyn Listener,
) -> Result<Option<Distribution>, OddsError> {
    let OddsRequest { mode, choices, before, progress, .. } = request;
    let calls = houses.calls(program);
    let host = |function: u32, arguments: &[Value]| calls.call(function, arguments);
    let ways = odds::Ways { mode: *mode, choices, before, host: Some(&host), bounds: &houses.bounds, progress };
    let all = odds::heard(program, ways, budget, listener)?;
    Ok(match given {
        Some(condition) => all.given(condition),
        None => Some(all),
    })
}

fn read(
    odds: Result<Option<Distribution>, OddsError>,
    program: &Program,
    asked: &[Statistic],
    given: Option<usize>,
) -> Result<Vec<Option<RBig>>, Diagnostic> {
    match odds.map_err(|error| complaint(error, asked.len(), program))? {
        Some(odds) => Ok(asked.iter().map(|one| one.of(&odds)).collect()),
        None => Err(never_given(program, given)),
    }
}

fn never_given(program: &Program, given: Option<usize>) -> Diagnostic {
    let info = given.and_then(|given| program.results.get(given));
    let label = info.map_or("?", |info| &info.label);
    let message = format!("`{label}` never holds, so nothing can be given it");
    Diagnostic::error(codes::IMPOSSIBLE_GIVEN, info.map(|info| info.span).unwrap_or_default(), message)
}

fn complaint(error: OddsError, asked: usize, program: &Program) -> Diagnostic {
    match error {
        OddsError::Fault(fault) => runtime_errors::diagnostic(&fault, program),
        OddsError::Budget { states, answers, at, .. } => {
            let message = format!("exact odds go beyond the budget: {states} situations and {answers} answers so far");
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
    /// The place it asks about.
    fn result(self) -> usize {
        match self {
            Statistic::Chance(result) | Statistic::Is(result, _) | Statistic::Mean(result) => result,
        }
    }

    /// The same question about another place.
    fn at(self, place: usize) -> Self {
        match self {
            Statistic::Chance(_) => Statistic::Chance(place),
            Statistic::Is(_, value) => Statistic::Is(place, value),
            Statistic::Mean(_) => Statistic::Mean(place),
        }
    }

    /// What a distribution says.
    fn of(self, odds: &Distribution) -> Option<RBig> {
        match self {
            Statistic::Chance(event) => Some(odds.chance(event)),
            Statistic::Is(result, value) => Some(odds.chance_of(result, value)),
            Statistic::Mean(value) => odds.mean(value),
        }
    }
}

/// A fraction in its lowest terms.
pub(super) fn fraction(numerator: i64, denominator: i64) -> Option<RBig> {
    let below = IBig::from(denominator).into_parts().1;
    let sign = if denominator < 0 { IBig::from(-1) } else { IBig::ONE };
    (denominator != 0).then(|| RBig::from_parts(IBig::from(numerator) * sign, below))
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
            | Trace::Sum { .. }
            | Trace::Resolved { .. }
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

#[cfg(test)]
mod tests {
    use super::{Chance, ChanceKind, fraction};

    fn chance(question: &str, numerator: i64, denominator: i64) -> Chance {
        let kind = if question.starts_with('E') { ChanceKind::Mean } else { ChanceKind::Chance };
        Chance { question: question.to_owned(), kind, value: fraction(numerator, denominator) }
    }

    #[test]
    fn a_chance_is_a_percentage() {
        let chance = chance("P(a is b)", 1, 3);
        assert_eq!((chance.percent().as_deref(), chance.decimal()), (Some("33.33%"), None));
    }

    #[test]
    fn a_mean_is_a_number() {
        assert_eq!(chance("E(a)", 469, 144).decimal().as_deref(), Some("3.26"));
        assert_eq!(chance("E(a)", -7, 2).decimal().as_deref(), Some("-3.50"));
        assert_eq!(chance("E(a)", -1, 3).percent(), None);
    }
}
