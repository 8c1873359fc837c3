//! Tests: runs every `expect` and says what differs.

use std::collections::BTreeSet;

use dashu_ratio::RBig;

use super::answering;
use super::answers::Answers;
use super::asked_apart;
use super::chance::rounded;
use super::choosing;
use super::encounter::Encounter;
use super::houses::Houses;
use super::limits::Limits;
use super::odds::{self, Explored, OddsRequest, Statistic};
use super::odds_complaints;
use super::runtime_errors;
use super::warnings;
use crate::allowance::Cancel;
use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::drivers::chosen::Choices;
use crate::drivers::odds::Budget;
use crate::ir::expectation::{Asked, Claim, ClaimKind, Expectation, ExpectedMode};
use crate::ir::{Address, Instruction, Program, Register, Shape, Trace};
use crate::machine::{Deaf, Listener, State, Told};
use crate::semantics::formula::{Comparison, Formula, Reading, Relation, Share};
use crate::shared_text::SharedText;
use crate::source::{Place, SourceMap};
use crate::verdict::recorder;

/// A number computed from a root is told in full if it is no longer than this.
const LONGEST_NUMBER: usize = 40;

/// What became of the expectations, in the order of the files.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// One entry for each `expect`.
    pub tested: Vec<Tested>,
}

/// What became of one expectation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tested {
    /// Its text, or its first line.
    pub title: String,
    /// Where it is written.
    pub place: Place,
    /// What differs; empty when all holds.
    pub failures: Vec<Diagnostic>,
    /// What is worth a look, though it holds.
    pub remarks: Vec<Diagnostic>,
}

impl Report {
    /// How many of the expectations hold.
    ///
    /// ```
    /// use assize::Engine;
    ///
    /// let encounter = Engine::default().compile("sums.asz", "system sums\nexpect { 1 + 1 = 2 }\nexpect { 1 + 1 = 3 }")?;
    /// let report = encounter.test();
    /// assert_eq!((report.passed(), report.tested.len()), (1, 2));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn passed(&self) -> usize {
        self.tested.iter().filter(|one| one.failures.is_empty()).count()
    }

    /// Whether every expectation holds; so it is also where there are none.
    ///
    /// ```
    /// use assize::Engine;
    ///
    /// let encounter = Engine::default().compile("sums.asz", "system sums\nexpect { 1 + 1 = 2 }\nexpect { 1 + 1 = 3 }")?;
    /// let report = encounter.test();
    /// assert!(!report.all_passed());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn all_passed(&self) -> bool {
        self.passed() == self.tested.len()
    }
}

impl Encounter {
    /// Runs every `expect` of the script, its overlays and its system.
    ///
    /// ```
    /// use assize::Engine;
    ///
    /// let encounter = Engine::default().compile("sums.asz", "system sums\nexpect { 1 + 1 = 3 }")?;
    /// let report = encounter.test();
    /// assert_eq!((report.passed(), report.tested.len()), (0, 1));
    /// assert!(report.tested[0].failures[0].message.contains("does not hold"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn test(&self) -> Report {
        test(&self.expectations, &self.sources, (&self.houses.for_one_call(), self.limits))
    }

    /// The same, until `cancel` calls it off. It is heeded in place of what can [call off](super::Engine::called_off_by) all calls of the
    /// engine; an `expect` that was called off has failed with [`CALLED_OFF`](codes::CALLED_OFF).
    ///
    /// ```
    /// use assize::{Cancel, Engine};
    ///
    /// let encounter = Engine::default().compile("sums.asz", "system sums\nexpect { 1 + 1 = 2 }")?;
    /// let cancel = Cancel::default();
    /// assert!(encounter.test_until(&cancel).all_passed());
    /// cancel.call_off();
    /// assert!(!encounter.test_until(&cancel).all_passed());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn test_until(&self, cancel: &Cancel) -> Report {
        test(&self.expectations, &self.sources, (&self.houses.called_off_by(cancel), self.limits))
    }

    /// Runs those with such a text only, which is empty if an `expect` has none.
    ///
    /// ```
    /// use assize::Engine;
    ///
    /// let script = "system sums\nexpect \"one\" { 1 + 1 = 2 }\nexpect \"two\" { 1 + 1 = 3 }";
    /// let report = Engine::default().compile("sums.asz", script)?.test_those(|title| title == "one");
    /// assert_eq!((report.passed(), report.tested.len()), (1, 1));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn test_those(&self, is_wanted: impl Fn(&str) -> bool) -> Report {
        let wanted = |one: &&Expectation| is_wanted(&one.title);
        let expectations: Vec<Expectation> = self.expectations.iter().filter(wanted).cloned().collect();
        test(&expectations, &self.sources, (&self.houses.for_one_call(), self.limits))
    }

    /// Runs every `expect` of one entry of a session only.
    pub(crate) fn test_of_entry(&self, number: u64) -> Report {
        let own = |one: &&Expectation| self.is_of_entry(one.span.source, number);
        let expectations: Vec<Expectation> = self.expectations.iter().filter(own).cloned().collect();
        test(&expectations, &self.sources, (&self.houses.for_one_call(), self.limits))
    }
}

/// Who answers functions, how far each run may go, and what odds may cost.
pub(super) type Within<'h> = (&'h Houses, Limits);

/// Runs all expectations.
fn test(expectations: &[Expectation], sources: &SourceMap, within: Within<'_>) -> Report {
    let tested = expectations.iter().map(|one| {
        let found = failures(one, within, &mut Deaf).into_iter();
        let (failures, remarks) = found.partition(|found| found.severity == Severity::Error);
        Tested { title: one.title.to_string(), place: sources.place(one.span), failures, remarks }
    });
    Report { tested: tested.collect() }
}

/// Lets a listener hear what an expectation comes to, whatever becomes of its claims: all runs of odds, or where there are more than
/// the budget allows, those from so many seeds.
pub(super) fn reach(
    expectation: &Expectation,
    (houses, limits): Within<'_>,
    (most, seeds): (Budget, u64),
    listener: &mut dyn Listener,
) {
    let held = limits
        .situations(limits.situations.min(most.states))
        .answers(limits.answers.min(most.answers))
        .memory(limits.memory.min(most.memory));
    let found = failures(expectation, (houses, held), listener);
    let (ExpectedMode::Odds { .. }, Ok(program)) = (&expectation.mode, &expectation.program) else { return };
    if found.iter().any(|found| found.code == codes::ODDS_BUDGET) {
        for seed in 1..=seeds {
            let answers = Answers { choices: choices(expectation), ..Answers::random(seed) };
            // A run that is stopped has come to what stands before.
            let _ = run((program, houses), answers, listener);
        }
    }
}

/// What is chosen in the runs of an expectation.
fn choices(expectation: &Expectation) -> Choices {
    expectation.choosing.iter().map(|(name, option, _)| (name.to_string(), option.to_string())).collect()
}

fn failures(expectation: &Expectation, (houses, limits): Within<'_>, listener: &mut dyn Listener) -> Vec<Diagnostic> {
    let choices = choices(expectation);
    let program = match (&expectation.mode, &expectation.program) {
        (_, Ok(program)) => program,
        (ExpectedMode::Refused { because }, Err(refusals)) => return refused(expectation, because, refusals),
        (_, Err(findings)) => return findings.clone(),
    };
    let mut questions = Questions { listener, asked: BTreeSet::new() };
    let mut run =
        |answers: Answers<'_>, choices| run((program, houses), Answers { choices, ..answers }, &mut questions);
    let mut found = match &expectation.mode {
        ExpectedMode::Refused { because } => {
            let refusals: Vec<Diagnostic> = run(Answers::deliberate(), choices).err().into_iter().collect();
            refused(expectation, because, &refusals)
        }
        ExpectedMode::Automatic => unmet(expectation, program, run(Answers::automatic(), choices)),
        ExpectedMode::Deliberate => unmet(expectation, program, run(Answers::deliberate(), choices)),
        ExpectedMode::Random(seed) => unmet(expectation, program, run(Answers::random(*seed), choices)),
        ExpectedMode::Dice(faces) => unmet(expectation, program, run(Answers::given(faces.clone()), choices)),
        ExpectedMode::Odds { given } => {
            return odds(expectation, (program, (houses, limits)), (choices, *given), questions.listener);
        }
    };
    if found.is_empty() && !matches!(expectation.mode, ExpectedMode::Refused { .. }) {
        found = choosing::unasked(expectation, &questions.asked);
    }
    found
}

/// Hears which questions a run asks somebody.
struct Questions<'l> {
    listener: &'l mut dyn Listener,
    asked: BTreeSet<SharedText>,
}

impl Listener for Questions<'_> {
    fn hear(&mut self, told: &Told<'_>, at: Address, state: &State) {
        if let Told::Chosen { choose, .. } = told {
            self.asked.insert(choose.path.clone());
        }
        self.listener.hear(told, at, state);
    }
}

/// One run, without anybody to ask.
fn run(
    (program, houses): (&Program, &Houses),
    answers: Answers<'_>,
    listener: &mut dyn Listener,
) -> Result<State, Diagnostic> {
    answering::alone((program, houses), answers, listener).map_err(|fault| runtime_errors::diagnostic(&fault, program))
}

fn refused(expectation: &Expectation, because: &str, refusals: &[Diagnostic]) -> Vec<Diagnostic> {
    if refusals.iter().any(|refusal| refusal.message.contains(because)) {
        return Vec::new();
    }
    let complaint = match refusals.first() {
        None => Diagnostic::error(codes::EXPECTATION, expectation.span, "this was not refused"),
        Some(other) => {
            let message = format!("this was refused, but not because of \"{because}\"");
            Diagnostic::error(codes::EXPECTATION, expectation.span, message).help(format!("it was: {}", other.message))
        }
    };
    vec![complaint]
}

fn unmet(expectation: &Expectation, program: &Program, run: Result<State, Diagnostic>) -> Vec<Diagnostic> {
    match run {
        Ok(state) => expectation.claims.iter().filter_map(|claim| difference(claim, program, &state)).collect(),
        Err(fault) if fault.code == codes::TOO_MANY_DICE => {
            let found = Diagnostic::error(fault.code, expectation.span, fault.message);
            let help = if states_dice(program) {
                "the scene already sets dice with `shows`: remove that line, or omit the dice \
                 here: `expect deliberate { … }`"
            } else {
                "write only the dice that are rolled, in order"
            };
            vec![found.help(help)]
        }
        Err(fault) => vec![fault],
    }
}

/// Whether a line of the scene states what a roll or a draw shows.
fn states_dice(program: &Program) -> bool {
    program.code.iter().any(|instruction| {
        if let Instruction::Roll(roll) = instruction {
            return roll.shown.is_some();
        }
        matches!(instruction, Instruction::Draw { shown: Some(_), .. })
    })
}

/// What differs from a claim at the end of a run.
fn difference(claim: &Claim, program: &Program, state: &State) -> Option<Diagnostic> {
    let ClaimKind::Holds { result, sides } = claim.kind else {
        return Some(differs(claim, format!("`{}` can only be claimed of odds", claim.text)));
    };
    if number(program, state, result) == Some(1) {
        return None;
    }
    let message = match sides {
        None => format!("`{}` does not hold", claim.text),
        Some((left, right)) => {
            let shape = shape_of(program, left).unwrap_or(&Shape::Number);
            compared(claim, &side(program, state, left, shape), &side(program, state, right, shape))
        }
    };
    let found = differs(claim, message);
    let is_reached = sides.is_none_or(|(left, _)| number(program, state, left).is_some());
    Some(if is_reached || runs_something(program) {
        found
    } else {
        found.help("an `expect` without a method runs nothing: write `expect deliberate { … }`, `random`, `dice 4, 5` or `odds`")
    })
}

fn runs_something(program: &Program) -> bool {
    program.traces.iter().any(|trace| matches!(trace, Trace::Begin { .. }))
}

/// A side of a comparison: as written, and what it came to.
struct Side<'p> {
    label: &'p str,
    value: String,
}

/// `` `lift.height` is high, expected low ``
fn compared(claim: &Claim, left: &Side<'_>, right: &Side<'_>) -> String {
    let is_equality = claim.text.contains(" is ") && !claim.text.contains(" is not ");
    if is_equality {
        return format!("`{}` is {}, but {} was expected", left.label, left.value, right.value);
    }
    let right =
        if right.label == right.value { String::new() } else { format!(", `{}` is {}", right.label, right.value) };
    format!("`{}` does not hold: `{}` is {}{right}", claim.text, left.label, left.value)
}

/// A number is written like the one it is compared with: `2p` beside `1b`.
fn side<'p>(program: &'p Program, state: &State, result: usize, beside: &Shape) -> Side<'p> {
    let (Some(info), Some(own)) = (program.results.get(result), shape_of(program, result)) else {
        return Side { label: "?", value: "?".to_owned() };
    };
    let shape = if *own == Shape::Number { beside } else { own };
    Side { label: &info.label, value: recorder::words(program, shape, held(state, info.register)).into() }
}

fn shape_of(program: &Program, result: usize) -> Option<&Shape> {
    let register = program.results.get(result)?.register;
    program.registers.get(register.0 as usize).map(|register| &register.shape)
}

fn number(program: &Program, state: &State, result: usize) -> Option<i64> {
    program.results.get(result).and_then(|info| held(state, info.register))
}

fn held(state: &State, register: Register) -> Option<i64> {
    state.registers.get(register.0 as usize).copied().flatten()
}

fn odds(
    expectation: &Expectation,
    (program, (houses, limits)): (&Program, Within<'_>),
    (choices, given): (Choices, Option<usize>),
    listener: &mut dyn Listener,
) -> Vec<Diagnostic> {
    let request = odds::within(&OddsRequest { choices, ..OddsRequest::default() }, limits);
    let asked: Vec<odds::Asked> = expectation.claims.iter().flat_map(|claim| asked_by(claim, given)).collect();
    match asked_apart::values(Explored { program, houses, drawn: &[] }, &request, &asked, listener) {
        Ok(odds::Answered { answers, certain, .. }) => {
            let mut values = answers.into_iter().map(odds::Answer::number);
            let mut of_claim = |claim: &Claim| values.by_ref().take(asked_by(claim, given).len()).collect::<Vec<_>>();
            let claims = expectation.claims.iter();
            let found = claims.filter_map(|claim| {
                let found = of_claim(claim);
                odds_difference(claim, program, &found).or_else(|| settled_chance(claim, program, &found))
            });
            found.chain(certain.iter().filter_map(|given| warnings::always_given(program, *given))).collect()
        }
        Err(fault) => vec![odds_complaints::placed(fault, expectation.span)],
    }
}

/// The odds that a claim asks for; those without a condition of their own have that of the expectation.
fn asked_by(claim: &Claim, given: Option<usize>) -> Vec<odds::Asked> {
    match &claim.kind {
        ClaimKind::Odds { asked, .. } => {
            let asked = asked.iter();
            asked.map(|one| (Statistic::of_result(one.reading, one.result), one.given.or(given))).collect()
        }
        ClaimKind::Holds { result, .. } => vec![(Statistic::Chance(*result), given)],
    }
}

/// What differs from a claim about odds.
fn odds_difference(claim: &Claim, program: &Program, found: &[Option<RBig>]) -> Option<Diagnostic> {
    let (asked, Comparison { left, relation, right }) = match &claim.kind {
        ClaimKind::Odds { asked, comparison } => (asked, comparison),
        ClaimKind::Holds { result, .. } => {
            let found = found.first().cloned().flatten().unwrap_or(RBig::ZERO);
            let message = || format!("P({}) is {found}, but 1 was expected", label(program, *result));
            return (found != RBig::ONE).then(|| differs(claim, message()));
        }
    };
    let (Some(left_value), Some(right_value)) = (left.value(found), right.value(found)) else {
        return Some(without_value(claim, program, (asked, found)));
    };
    if relation.holds(&left_value, &right_value) {
        return None;
    }
    let has_root = asked.iter().any(|one| one.reading == Reading::Deviation);
    let (left_told, right_told) = (told(&left_value, has_root), told(&right_value, has_root));
    let message = match (left, right, relation) {
        (Formula::Answer(place), right, Relation::Equal) if right.value(&[]).is_some() => {
            format!("{} is {left_told}, but {right_told} was expected", asked_words(program, asked.get(*place)))
        }
        _ => {
            format!("`{}` does not hold: the left side is {left_told}, and the right side is {right_told}", claim.text)
        }
    };
    let difference = differs(claim, message);
    Some(match rounded_in(claim, *relation, &left_value, &right_value) {
        Some(written) => {
            let exact = left_value.to_string();
            let instead = if left_told == exact {
                format!("write `= {exact}`")
            } else {
                "claim its limits, with `>=` and `<`".into()
            };
            difference.help(format!("`{written}` is compared exactly, not rounded: {instead}"))
        }
        None => difference,
    })
}

/// A number in full, unless it is computed from a root, which has too many digits to be read.
fn told(number: &RBig, has_root: bool) -> String {
    let exact = number.to_string();
    if has_root && exact.len() > LONGEST_NUMBER { format!("about {}", rounded(number, 6)) } else { exact }
}

/// A chance that is compared with one between never and always, and is one of these: two parts of the condition may speak of one value.
fn settled_chance(claim: &Claim, program: &Program, found: &[Option<RBig>]) -> Option<Diagnostic> {
    let ClaimKind::Odds { asked, comparison: Comparison { left, relation, right } } = &claim.kind else { return None };
    let (Formula::Answer(place), Formula::Number(number)) = (left, right) else { return None };
    let is_between = *number > RBig::ZERO && *number < RBig::ONE;
    let is_of_order = match relation {
        Relation::Less | Relation::LessOrEqual | Relation::Greater | Relation::GreaterOrEqual => true,
        Relation::Equal | Relation::Unequal => false,
    };
    let one = asked.get(*place).filter(|one| is_between && is_of_order && one.reading == Reading::Chance)?;
    let chance = found.get(*place)?.as_ref().filter(|chance| **chance == RBig::ZERO || **chance == RBig::ONE)?;
    let (why, what) =
        if *chance == RBig::ZERO { ("it never happens", "can") } else { ("it always happens", "need not") };
    let message = format!("{} is {chance}: {why}", asked_words(program, Some(one)));
    let found = Diagnostic::warning(codes::IDLE, claim.span, message);
    Some(found.help(format!("write `= {chance}` if you mean that; otherwise ask for something that {what} happen")))
}

/// The decimal of a claim that the answer would be, if it were rounded to as many digits.
fn rounded_in<'c>(claim: &'c Claim, relation: Relation, found: &RBig, claimed: &RBig) -> Option<&'c str> {
    let written = claim.text.split_whitespace().next_back().filter(|_| relation == Relation::Equal)?;
    let digits = written.split_once('.')?.1.len();
    (rounded(found, digits) == rounded(claimed, digits)).then_some(written)
}

/// Why a claim cannot be compared.
fn without_value(claim: &Claim, program: &Program, (asked, found): (&[Asked], &[Option<RBig>])) -> Diagnostic {
    let unreached = asked.iter().zip(found).find(|(_, found)| found.is_none());
    if let Some((unreached, _)) = unreached {
        return differs(claim, format!("{} is never reached", asked_words(program, Some(unreached))));
    }
    let none = asked.iter().zip(found).filter(|(_, found)| found.as_ref() == Some(&RBig::ZERO));
    let none: Vec<String> = none.map(|(asked, _)| format!("{} is 0", asked_words(program, Some(asked)))).collect();
    let difference = differs(claim, format!("`{}` divides by a chance of 0", claim.text));
    if none.is_empty() {
        return difference;
    }
    difference.help(format!("{}: divide by the chance of something that can happen", none.join(", ")))
}

/// What is asked, in the words of the claim.
fn asked_words(program: &Program, asked: Option<&Asked>) -> String {
    let Some(asked) = asked else { return "it".to_owned() };
    let (word, share) = match asked.reading {
        Reading::Mean => ("E", String::new()),
        Reading::Deviation => ("sd", String::new()),
        Reading::Quantile(Share::MIDDLE) => ("median", String::new()),
        Reading::Quantile(share) => ("quantile", format!(", {share}")),
        Reading::Chance | Reading::Each => ("P", String::new()),
    };
    let given = asked.given.map(|given| format!(" given {}", label(program, given))).unwrap_or_default();
    format!("{word}({}{given}{share})", label(program, asked.result))
}

fn label(program: &Program, result: usize) -> &str {
    program.results.get(result).map_or("?", |info| info.label.as_str())
}

fn differs(claim: &Claim, message: String) -> Diagnostic {
    Diagnostic::error(codes::EXPECTATION, claim.span, message)
}
