//! Counting a roll: every distinct answer to its questions, with the number of ways the dice can give it.
//!
//! Four ways of counting give the same numbers. Where nothing but one *sum* is asked for, of all dice or of the best so many of
//! equal ones, windows slide over the ways; see `sums`. Where every question can be answered die by die (a sum, the highest
//! face, a count), the dice are *folded*: one die after the other is added to what is counted so far. Where a question
//! looks at several dice at once (doubles, the best so many of a pool), the faces are *walked* from the highest down,
//! placing at each face so many of the dice that are left; see `walk`. A walk cannot tell the dice apart: where one of them is
//! asked for besides, every way in which they can fall is looked at.

mod sums;
mod walk;

use std::cell::Cell;
use std::collections::BTreeMap;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::arithmetic::{Value, is_yes};
use super::dice::{self, Keep, Question, kept_count};

/// The distinct answers of a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Answers, in the order of the questions, and in how many ways they come up; sorted.
    pub outcomes: Vec<(Vec<Value>, UBig)>,
    /// The number of ways of all outcomes together: the product of the sides.
    pub total: UBig,
}

/// Answers so far, with their weights.
type Tally = BTreeMap<Vec<Value>, UBig>;

/// Counts a roll of dice with these sides; `None` when that takes more than `limit` steps.
pub fn count(sides: &[i64], keep: Keep, questions: &[Question], limit: u64) -> Option<Count> {
    let within = Within { steps: limit, memory: usize::MAX, spend: &mut |_| true, is_full: &Cell::default() };
    count_within(within, sides, keep, questions)
}

/// What counting may cost.
pub struct Within<'a> {
    /// Steps.
    pub steps: u64,
    /// Bytes that are held at a time, about.
    pub memory: usize,
    /// Is told of the steps on the way, long numbers weighed more, and may say no.
    pub spend: &'a mut dyn FnMut(u64) -> bool,
    /// Is set if there is too little memory, and not too few steps.
    pub is_full: &'a Cell<bool>,
}

/// Counts a roll of dice with these sides; `None` when that takes more than it may.
pub fn count_within(within: Within<'_>, sides: &[i64], keep: Keep, questions: &[Question]) -> Option<Count> {
    let mut work = Work(within);
    let keep = if kept_count(sides.len(), keep) == sides.len() { Keep::All } else { keep };
    let total = sides.iter().try_fold(UBig::ONE, |total, sides| Some(total * UBig::try_from(*sides).ok()?))?;
    if let Some(sum) = sums::only_sum(sides, keep, questions) {
        return Some(Count { outcomes: sum.sums(sides, &mut work)?, total });
    }
    let tally = if questions.iter().all(|question| is_answered_die_by_die(*question, keep)) {
        fold(sides, keep, questions, &mut work)?
    } else if questions.iter().any(|question| is_of_one_die(*question)) {
        each_way(sides, keep, questions, &mut work)?
    } else {
        walk::walk(sides, keep, questions, &mut work)?
    };
    Some(Count { outcomes: tally.into_iter().collect(), total })
}

/// What counting may still cost.
struct Work<'a>(Within<'a>);

/// So many bits of a number are reckoned with in a step.
const BITS_A_STEP: usize = 256;

/// Steps that are much alike are taken so many at a time.
const AT_A_TIME: usize = 256;

/// Each answer of folded dice is looked up among all others, which takes as long as so many steps elsewhere.
const LOOKED_UP: u64 = 16;

/// What one answer takes beside its weight, and each question of it, in bytes: not where it is counted alone, but until it is
/// told, weighed beside others, sorted, and brought to its lowest terms.
const EACH: usize = 720;

impl Work<'_> {
    /// Takes steps that reckon with numbers as long as `weight`.
    fn spend(&mut self, steps: usize, weight: &UBig) -> Option<()> {
        self.0.steps = self.0.steps.checked_sub(steps as u64)?;
        let long = 1 + weight.bit_len() / BITS_A_STEP;
        (self.0.spend)(steps.saturating_mul(long) as u64).then_some(())
    }

    /// Takes the steps for so many things of one kind, a few at a time: before each of them it is told its place among them. So whoever
    /// is told of the steps need never wait for all of them.
    fn spend_on(&mut self, place: usize, count: usize, weight: &UBig) -> Option<()> {
        if place.is_multiple_of(AT_A_TIME) { self.spend(AT_A_TIME.min(count - place), weight) } else { Some(()) }
    }

    /// Whether there are so many steps left, and room for so many answers: nothing is counted that must stop half-way.
    fn foresee(&self, steps: u64, answers: u64, questions: usize) -> Option<()> {
        let answers = usize::try_from(answers).unwrap_or(usize::MAX);
        if steps > self.0.steps { None } else { self.hold(answers, questions, &UBig::ONE) }
    }

    /// Whether there is room for so many answers to so many questions, with weights as long as `weight`.
    fn hold(&self, answers: usize, questions: usize, weight: &UBig) -> Option<()> {
        let each = EACH + questions * size_of::<Value>() + weight.bit_len() / 8;
        if answers.saturating_mul(each) > self.0.memory {
            self.0.is_full.set(true);
            return None;
        }
        Some(())
    }
}

fn is_answered_die_by_die(question: Question, keep: Keep) -> bool {
    match question {
        Question::Kept | Question::Dropped => keep == Keep::All,
        Question::Doubles => false,
        Question::Rolled
        | Question::Face(_)
        | Question::Highest
        | Question::Lowest
        | Question::Any(_)
        | Question::Count(_)
        | Question::AtLeast(_) => true,
    }
}

fn is_of_one_die(question: Question) -> bool {
    matches!(question, Question::Face(_))
}

fn fold(sides: &[i64], keep: Keep, questions: &[Question], work: &mut Work<'_>) -> Option<Tally> {
    if questions.iter().any(is_sum) {
        let (steps, answers) = of_a_sum(sides);
        work.foresee(steps, answers, questions.len())?;
    }
    let (count, are_alike) = (sides.len(), sides.windows(2).all(|pair| pair[0] == pair[1]));
    let nothing = questions.iter().map(|question| dice::answer(*question, &[], keep)).collect();
    let mut tally = Tally::from([(nothing, UBig::ONE)]);
    let mut die: Option<((i64, Vec<Question>), Tally)> = None;
    for (place, &sides) in sides.iter().enumerate() {
        let key = (sides, of_die_at(place, questions));
        if die.as_ref().is_none_or(|(known, _)| *known != key) {
            let counted = one_die(sides, keep, &key.1, work)?;
            die = Some((key, counted));
        }
        if let Some((_, die)) = &die {
            if are_alike {
                // With more of the same dice the answers become no fewer.
                let steps = (count - place).saturating_mul(tally.len()).saturating_mul(die.len());
                work.foresee((steps as u64).saturating_mul(LOOKED_UP), tally.len() as u64, questions.len())?;
            }
            tally = join(&tally, die, questions, work)?;
        }
    }
    Some(tally)
}

/// Whether every further die makes further answers, where all dice are kept.
fn is_sum(question: &Question) -> bool {
    match question {
        Question::Kept | Question::Rolled => true,
        Question::Dropped
        | Question::Face(_)
        | Question::Highest
        | Question::Lowest
        | Question::Doubles
        | Question::Any(_)
        | Question::Count(_)
        | Question::AtLeast(_) => false,
    }
}

/// The fewest steps in which dice are folded whose sum is asked for, and the answers they come to: other questions only make
/// more of both.
fn of_a_sum(sides: &[i64]) -> (u64, u64) {
    sides.iter().fold((0, 1), |(steps, answers): (u64, u64), sides| {
        let sides = u64::try_from(*sides).unwrap_or(0);
        (steps.saturating_add(answers.saturating_mul(sides)), answers.saturating_add(sides.saturating_sub(1)))
    })
}

/// What the questions to a roll ask of the die that stands behind so many others, rolled alone.
fn of_die_at(before: usize, questions: &[Question]) -> Vec<Question> {
    let alone = |question: &Question| match *question {
        Question::Face(place) => Question::Face(i64::from(usize::try_from(place).ok() == Some(before + 1))),
        other @ (Question::Kept
        | Question::Rolled
        | Question::Dropped
        | Question::Highest
        | Question::Lowest
        | Question::Doubles
        | Question::Any(_)
        | Question::Count(_)
        | Question::AtLeast(_)) => other,
    };
    questions.iter().map(alone).collect()
}

/// Looks at every way in which the dice can fall.
fn each_way(sides: &[i64], keep: Keep, questions: &[Question], work: &mut Work<'_>) -> Option<Tally> {
    let mut tally = Tally::new();
    let mut faces = vec![1; sides.len()];
    loop {
        work.spend(sides.len(), &UBig::ONE)?;
        work.hold(tally.len(), questions.len(), &UBig::ONE)?;
        let answers = questions.iter().map(|question| dice::answer(*question, &faces, keep)).collect();
        *tally.entry(answers).or_default() += UBig::ONE;
        let Some(turning) = faces.iter().zip(sides).position(|(face, sides)| face < sides) else { return Some(tally) };
        faces[..turning].fill(1);
        faces[turning] += 1;
    }
}

fn one_die(sides: i64, keep: Keep, questions: &[Question], work: &mut Work<'_>) -> Option<Tally> {
    let mut tally = Tally::new();
    for face in 1..=sides {
        work.spend(1, &UBig::ONE)?;
        work.hold(tally.len() + 1, questions.len(), &UBig::ONE)?;
        let answers = questions.iter().map(|question| dice::answer(*question, &[face], keep)).collect();
        *tally.entry(answers).or_default() += UBig::ONE;
    }
    Some(tally)
}

fn join(one: &Tally, other: &Tally, questions: &[Question], work: &mut Work<'_>) -> Option<Tally> {
    let mut joined = Tally::new();
    for (first, weight) in one {
        work.hold(joined.len() + one.len() + other.len(), questions.len(), weight)?;
        for (place, (second, more)) in other.iter().enumerate() {
            work.spend_on(place, other.len(), weight)?;
            let answers = questions.iter().zip(first.iter().zip(second));
            let answers = answers.map(|(question, (a, b))| both(*question, *a, *b)).collect();
            *joined.entry(answers).or_default() += weight * more;
        }
    }
    Some(joined)
}

/// The answer of two heaps of dice together, from the answers of each.
fn both(question: Question, a: Value, b: Value) -> Value {
    let (Some(first), Some(second)) = (a, b) else { return a.or(b) };
    Some(match question {
        Question::Highest => first.max(second),
        Question::Lowest => first.min(second),
        Question::Doubles | Question::Any(_) => i64::from(is_yes(a) || is_yes(b)),
        Question::Kept | Question::Rolled | Question::Dropped | Question::Count(_) | Question::AtLeast(_) => {
            first + second
        }
        // Of two heaps only one has the die.
        Question::Face(_) => first,
    })
}
