//! A second, deliberately simple interpreter of programs, which shares no code with the first: every face of every die and every
//! card is a run of its own, with its chance as a fraction. All ways of finding odds are held to it.
//!
//! `REFERENCE=10000` compares so many programs.

use std::collections::BTreeMap;

use assize::drivers::Mode;
use assize::drivers::chosen::Choices;
use assize::drivers::odds::{Budget, Distribution, OddsError, Progress, Rounds, Savings, Slices, Ways, saving};
use assize::ir::{
    Binary, Choose, Instruction, Keep, Method, Operand, Program, Question, Refusal, Roll, Scale, Unary, Value,
};
use assize::machine::Bounds;
use dashu_ratio::RBig;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::random_programs::{self, Line};

/// A run that cannot go on.
#[derive(Debug, PartialEq, Eq)]
struct Fault;

/// What a program comes to.
#[derive(Debug, Default, PartialEq, Eq)]
struct Ends {
    /// All results together, with their chances.
    outcomes: Vec<(Vec<Value>, RBig)>,
    /// The places of refusals, with their chances.
    refused: Vec<(u32, RBig)>,
}

type Found = Result<Ends, Fault>;

/// One run on its way.
#[derive(Clone)]
struct Run {
    at: usize,
    registers: Vec<Value>,
    /// For each deck the cards that are gone.
    gone: Vec<Vec<usize>>,
    chance: RBig,
}

/// Follows every run of a program by dice. One that is refused has no results; if all are, that is a fault.
fn count_out(program: &Program) -> Found {
    let registers = program.registers.iter().map(|register| register.initial).collect();
    let gone = program.decks.iter().map(|_| Vec::new()).collect();
    let mut open = vec![Run { at: 0, registers, gone, chance: RBig::ONE }];
    let mut found: BTreeMap<Vec<Value>, RBig> = BTreeMap::new();
    let mut refused: BTreeMap<u32, RBig> = BTreeMap::new();
    while let Some(run) = open.pop() {
        if let Instruction::Refuse { .. } = program.code[run.at] {
            *refused.entry(u32::try_from(run.at).unwrap()).or_default() += run.chance;
        } else if program.code[run.at] == Instruction::Done {
            let results = program.results.iter().map(|result| run.registers[result.register.0 as usize]);
            *found.entry(results.collect()).or_default() += run.chance;
        } else {
            open.extend(run.go_on(program)?);
        }
    }
    let (outcomes, refused) = (found.into_iter().collect(), refused.into_iter().collect());
    let ends = Ends { outcomes, refused };
    if ends.outcomes.is_empty() { Err(Fault) } else { Ok(ends) }
}

impl Run {
    /// All runs that one instruction makes of this one.
    fn go_on(mut self, program: &Program) -> Result<Vec<Run>, Fault> {
        let instruction = &program.code[self.at];
        self.at += 1;
        match instruction {
            Instruction::Copy { into, from } => self.write(into.0, self.value(*from)),
            Instruction::Clear { first, count } => (first.0..first.0 + count).for_each(|place| self.write(place, None)),
            Instruction::Unary { into, op, a } => self.write(into.0, unary(*op, self.value(*a))),
            Instruction::Binary { into, op, a, b } => self.write(into.0, binary(*op, self.value(*a), self.value(*b))?),
            Instruction::Lookup { into, table, key } => {
                let key = self.value(*key).and_then(|key| usize::try_from(key).ok());
                let cell = key.and_then(|key| program.tables[*table as usize].get(key)).copied();
                self.write(into.0, cell.flatten());
            }
            Instruction::Band { into, scale, judged, key } => {
                let value = self.value(*key).and_then(|key| band(&program.scales[*scale as usize], *judged, key));
                self.write(into.0, value);
            }
            Instruction::Jump { to } => self.at = to.0 as usize,
            Instruction::Unless { on, to } if !is_yes(self.value(*on)) => self.at = to.0 as usize,
            Instruction::Aside { over } => self.at = over.0 as usize,
            Instruction::Resolve { into, scale, total, method, after, .. } => {
                let (scale, total) = (&program.scales[*scale as usize], self.value(*total));
                let level = match method {
                    Method::Automatic(Some(declared)) => Some(self.value(*declared)),
                    Method::Automatic(None) => Some(best(scale)),
                    _ if total.is_none() => Some(None),
                    // Where the judged column has nothing to say, the roll behind answers.
                    Method::Deliberate => total.and_then(|total| band(scale, true, total)).map(Some),
                    Method::Open | Method::Random => None,
                };
                if let Some(level) = level {
                    self.write(into.0, level);
                    self.at = after.0 as usize;
                }
            }
            Instruction::Roll(roll) => return self.roll(roll),
            Instruction::Draw { into, deck, method, .. } => return self.draw(program, (into.0, *deck, *method)),
            Instruction::Shuffle { deck } => self.gone[*deck as usize].clear(),
            Instruction::Choose(choose) => self.choose(choose)?,
            Instruction::Unless { .. } | Instruction::Trace(_) => {}
            Instruction::Call { .. } => unreachable!("nobody calls"),
            Instruction::Refuse { .. } | Instruction::Done => unreachable!("an end is no step"),
        }
        Ok(vec![self])
    }

    fn value(&self, operand: Operand) -> Value {
        match operand {
            Operand::Value(number) => Some(number),
            Operand::Unreached => None,
            Operand::Register(register) => self.registers[register.0 as usize],
        }
    }

    fn write(&mut self, register: u32, value: Value) {
        self.registers[register as usize] = value;
    }

    /// One run for each way in which the dice can fall.
    fn roll(self, roll: &Roll) -> Result<Vec<Run>, Fault> {
        let mut sides = Vec::new();
        for term in &roll.dice {
            let (Some(count), Some(each)) = (self.value(term.count), self.value(term.sides)) else {
                let mut run = self.clone();
                roll.questions.iter().for_each(|(_, into)| run.write(into.0, None));
                return Ok(vec![run]);
            };
            if each < 1 {
                return Err(Fault);
            }
            sides.extend(std::iter::repeat_n(each, usize::try_from(count).map_err(|_| Fault)?));
        }
        let mut all = vec![Vec::new()];
        for each in &sides {
            let more = |faces: Vec<i64>| (1..=*each).map(move |face| [&faces[..], &[face]].concat());
            all = all.into_iter().flat_map(more).collect();
        }
        let chance = &self.chance / RBig::from(all.len());
        let fallen = all.into_iter().map(|faces| {
            let mut run = Run { chance: chance.clone(), ..self.clone() };
            roll.questions.iter().for_each(|(question, into)| run.write(into.0, answer(*question, &faces, roll.keep)));
            run
        });
        Ok(fallen.collect())
    }

    /// One run for each card that may come. Cards that are alike are told by the lowest of them.
    fn draw(self, program: &Program, (into, deck, method): (u32, u32, Method)) -> Result<Vec<Run>, Fault> {
        let cards = &program.decks[deck as usize];
        let value = |card: usize| Some(i64::from(cards.class[card]));
        let mut run = self;
        if matches!(method, Method::Deliberate | Method::Automatic(_)) {
            run.write(into, value(cards.judged.ok_or(Fault)? as usize));
            return Ok(vec![run]);
        }
        let left: Vec<usize> = (0..cards.class.len()).filter(|card| !run.gone[deck as usize].contains(card)).collect();
        if left.is_empty() {
            return Err(Fault);
        }
        run.chance /= RBig::from(left.len());
        let drawn = left.into_iter().map(|card| {
            let mut run = run.clone();
            run.gone[deck as usize].push(card);
            run.write(into, value(card));
            run
        });
        Ok(drawn.collect())
    }

    /// Whoever is not asked takes the default.
    fn choose(&mut self, choose: &Choose) -> Result<(), Fault> {
        let chosen = match (self.value(choose.low), self.value(choose.high)) {
            (Some(low), Some(high)) => {
                let default = choose.default.and_then(|default| self.value(default)).ok_or(Fault)?;
                Some(if low <= default && default <= high { default } else { return Err(Fault) })
            }
            _ => None,
        };
        self.write(choose.into.0, chosen);
        Ok(())
    }
}

fn is_yes(value: Value) -> bool {
    value.unwrap_or(0) != 0
}

fn unary(op: Unary, a: Value) -> Value {
    match op {
        Unary::Negate => a.map(|a| -a),
        Unary::Not => a.map(|a| i64::from(a == 0)),
        Unary::IsReached => Some(i64::from(a.is_some())),
        Unary::OrZero => a.or(Some(0)),
    }
}

fn binary(op: Binary, a: Value, b: Value) -> Result<Value, Fault> {
    match (op, a, b) {
        (Binary::And, Some(0), _) | (Binary::And, _, Some(0)) => return Ok(Some(0)),
        (Binary::Or, a, b) if is_yes(a) || is_yes(b) => return Ok(Some(1)),
        (Binary::LeastReached | Binary::GreatestReached, a, None) => return Ok(a),
        (Binary::LeastReached | Binary::GreatestReached, None, b) => return Ok(b),
        _ => {}
    }
    let (Some(a), Some(b)) = (a, b) else { return Ok(None) };
    let floor = |a: i128, b: i128| if b == 0 { Err(Fault) } else { Ok((a * b.signum()).div_euclid(b.abs())) };
    let (one, other) = (i128::from(a), i128::from(b));
    let number = match op {
        Binary::Add => one + other,
        Binary::Subtract => one - other,
        Binary::Multiply => one * other,
        Binary::DivideDown => floor(one, other)?,
        Binary::DivideUp => -floor(-one, other)?,
        Binary::Modulo => one - other * floor(one, other)?,
        Binary::Less => i128::from(a < b),
        Binary::LessOrEqual => i128::from(a <= b),
        Binary::Equal => i128::from(a == b),
        Binary::And => 1,
        Binary::Or => 0,
        Binary::Minimum | Binary::LeastReached => one.min(other),
        Binary::Maximum | Binary::GreatestReached => one.max(other),
        Binary::SizesUp => i128::from(sizes_up(a, b)),
    };
    i64::try_from(number).map(Some).map_err(|_| Fault)
}

/// Steps from die to die, and stays where there is none.
fn sizes_up(mut die: i64, steps: i64) -> i64 {
    for _ in 0..steps.unsigned_abs().min(9) {
        let is_next = |size: &i64| if steps > 0 { *size > die } else { *size < die };
        let sizes = [4, 6, 8, 10, 12];
        let next = if steps > 0 { sizes.into_iter().find(is_next) } else { sizes.into_iter().rev().find(is_next) };
        die = next.unwrap_or(die);
    }
    die
}

fn band(scale: &Scale, judged: bool, key: i64) -> Value {
    let bands = if judged { &scale.judged } else { &scale.rolled };
    let holds = |low: Option<i64>, high: Option<i64>| low.unwrap_or(key) <= key && key <= high.unwrap_or(key);
    bands.iter().find(|band| holds(band.low, band.high)).map(|band| band.value)
}

fn best(scale: &Scale) -> Value {
    scale.numbers.as_ref().map_or(Some(number(scale.levels.len()) - 1), |numbers| numbers.iter().max().copied())
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap()
}

fn answer(question: Question, faces: &[i64], keep: Keep) -> Value {
    let mut sorted = faces.to_vec();
    sorted.sort_unstable();
    let all: i64 = faces.iter().sum();
    let kept: i64 = match keep {
        Keep::All => all,
        Keep::Highest(count) => sorted.iter().rev().take(count as usize).sum(),
        Keep::Lowest(count) => sorted.iter().take(count as usize).sum(),
    };
    let showing = |holds: &dyn Fn(i64) -> bool| number(faces.iter().filter(|face| holds(**face)).count());
    Some(match question {
        Question::Kept => kept,
        Question::Rolled => all,
        Question::Dropped => all - kept,
        Question::Face(place) => *faces.get(usize::try_from(place - 1).ok()?)?,
        Question::Highest => *sorted.last()?,
        Question::Lowest => *sorted.first()?,
        Question::Doubles => i64::from(faces.iter().any(|face| showing(&|other| other == *face) > 1)),
        Question::Any(wanted) => i64::from(faces.contains(&wanted)),
        Question::Count(wanted) => showing(&|face| face == wanted),
        Question::AtLeast(wanted) => showing(&|face| face >= wanted),
    })
}

/// Odds with some of the savings.
fn odds(program: &Program, savings: Savings) -> Found {
    asking(|ways| saving(program, ways, Budget::default(), savings))
}

/// Odds of some results alone, after those of others were asked of the same program.
fn slices(program: &Program, asked: &[&[usize]]) -> Vec<Found> {
    let slice = |results: &&[usize]| {
        asking(|ways| {
            let slices = Slices::of(program, ways)?;
            let _ = slices.odds_of(&[1], Budget::default());
            slices.odds_of(results, Budget::default())
        })
    };
    asked.iter().map(slice).collect()
}

fn asking(ask: impl FnOnce(Ways<'_>) -> Result<Distribution, OddsError>) -> Found {
    let (choices, bounds, progress) = (Choices::new(), Bounds::default(), Progress::default());
    let (mode, progress) = (Mode::Random, &progress);
    let ways = Ways { mode, choices: &choices, before: &[], drawn: &[], host: None, bounds: &bounds, progress };
    let ends = |odds: Distribution| {
        assert_eq!(odds.mass(), RBig::ONE, "{odds:?}");
        let refused = odds.refused.into_iter().map(|(at, chance)| (at.0, chance)).collect();
        Ends { outcomes: odds.outcomes, refused }
    };
    ask(ways).map(ends).map_err(|error| match error {
        OddsError::Fault(_) => Fault,
        other => panic!("{other}"),
    })
}

/// Some of all results, with their chances.
fn of(counted: &Found, results: &[usize]) -> Found {
    let mut found: BTreeMap<Vec<Value>, RBig> = BTreeMap::new();
    let Ends { outcomes, refused } = counted.as_ref().map_err(|_| Fault)?;
    for (values, chance) in outcomes {
        *found.entry(results.iter().map(|place| values[*place]).collect()).or_default() += chance;
    }
    Ok(Ends { outcomes: found.into_iter().collect(), refused: refused.clone() })
}

/// With all savings, and without each of them.
pub fn ways_of_saving() -> [Savings; 5] {
    let all = Savings::default();
    let long = Savings { short: false, ..all };
    let [apart, alike] = [Rounds::Apart, Rounds::Alike].map(|rounds| Savings { rounds, ..long });
    [all, long, apart, alike, Savings { segments: false, ..long }]
}

/// The same lines, with operations that can fail.
fn failing(line: Line) -> Line {
    match line {
        Line::Binary(op, a, b) => {
            let op = match op {
                Binary::Minimum => Binary::DivideDown,
                Binary::Maximum => Binary::DivideUp,
                Binary::Equal => Binary::Modulo,
                Binary::LeastReached => Binary::Multiply,
                other => other,
            };
            Line::Binary(op, a, b)
        }
        Line::Repeat(times, body) => Line::Repeat(times, body.into_iter().map(failing).collect()),
        other => other,
    }
}

/// The same lines, of which some are marked that are to refuse the run now and then.
fn marked(line: Line) -> Vec<Line> {
    match line {
        Line::Lookup(on) | Line::Unary(_, on) => vec![Line::Skip(on, 1), Line::Clear(0)],
        Line::Repeat(times, body) => vec![Line::Repeat(times, body.into_iter().flat_map(marked).collect())],
        other => vec![other],
    }
}

/// A program whose marked lines refuse the run.
pub fn refusing(lines: Vec<Line>) -> Program {
    let mut program = random_programs::program(&lines.into_iter().flat_map(marked).collect::<Vec<Line>>());
    for instruction in &mut program.code {
        if let Instruction::Clear { .. } = instruction {
            *instruction = Instruction::Refuse { why: Refusal::Grouping { what: "not so".into() } };
        }
    }
    program
}

#[test]
fn odds_are_those_of_the_reference() {
    let cases = std::env::var("REFERENCE").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2_000);
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let lines = (random_programs::some_lines(), any::<bool>(), any::<bool>());
    let compared = TestRunner::new(config).run(&lines, |(lines, can_fail, can_refuse)| {
        let lines: Vec<Line> = if can_fail { lines.into_iter().map(failing).collect() } else { lines };
        let program = if can_refuse { refusing(lines) } else { random_programs::program(&lines) };
        let counted = count_out(&program);
        for savings in ways_of_saving() {
            prop_assert_eq!(&odds(&program, savings), &counted, "{:?}", savings);
        }
        let asked: [&[usize]; 4] = [&[0], &[2], &[2, 0], &[0, 1, 2]];
        for (found, results) in slices(&program, &asked).into_iter().zip(asked) {
            prop_assert_eq!(found, of(&counted, results), "{:?}", results);
        }
        Ok(())
    });
    if let Err(differs) = compared {
        panic!("{differs}");
    }
}

/// Cards that are drawn in rounds, behind a shuffling that only some runs come to.
#[test]
fn cards_behind_a_shuffling_of_some_runs_are_those_of_the_reference() {
    let lines = vec![
        Line::Draw,
        Line::Repeat(1, vec![Line::Skip(6_441_118_172_054_363_126, 1), Line::Shuffle]),
        Line::Repeat(2, vec![Line::Band(8_178_106_134_173_312_693, false), Line::Draw]),
    ];
    let program = random_programs::program(&lines);
    let counted = count_out(&program);
    for savings in ways_of_saving() {
        assert_eq!(odds(&program, savings), counted, "{savings:?}");
    }
    let asked: [&[usize]; 4] = [&[0], &[2], &[2, 0], &[0, 1, 2]];
    for (found, results) in slices(&program, &asked).into_iter().zip(asked) {
        assert_eq!(found, of(&counted, results), "{results:?}");
    }
}
