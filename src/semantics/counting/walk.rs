//! Counting face by face, from the highest down.
//!
//! At each face some of the dice that can show it and are not yet placed are placed there. Since a die that can show a
//! face can show every lower one, the dice at hand are a number, not a set: `c` of `m` of them are chosen in `m` over
//! `c` ways. As soon as no question can change any more, the dice that are left only multiply the weight.

use std::collections::BTreeMap;

use dashu_int::UBig;

use super::{Tally, Work};
use crate::semantics::arithmetic::{Value, YES};
use crate::semantics::dice::{self, Keep, Question, kept_count};

/// How many dice are placed, and the answers so far.
type Placed = (usize, Vec<Value>);

/// One roll to be counted.
struct Pool<'a> {
    sides: &'a [i64],
    keep: Keep,
    questions: &'a [Question],
}

/// Some dice about to be placed on one face.
#[derive(Clone, Copy)]
struct Placing {
    face: i64,
    before: usize,
    count: usize,
}

pub(super) fn walk(sides: &[i64], keep: Keep, questions: &[Question], work: &mut Work<'_>) -> Option<Tally> {
    let pool = Pool { sides, keep, questions };
    let mut done = Tally::new();
    let start = questions.iter().map(|question| dice::answer(*question, &[], keep)).collect();
    let mut open = BTreeMap::from([((0, start), UBig::ONE)]);
    for face in (1..=sides.iter().copied().max().unwrap_or(0)).rev() {
        open = pool.step(face, &open, &mut done, work)?;
    }
    for ((_, answers), weight) in open {
        *done.entry(answers).or_default() += weight;
    }
    Some(done)
}

impl Pool<'_> {
    fn step(
        &self,
        face: i64,
        open: &BTreeMap<Placed, UBig>,
        done: &mut Tally,
        work: &mut Work<'_>,
    ) -> Option<BTreeMap<Placed, UBig>> {
        let able = self.sides.iter().filter(|sides| **sides >= face).count();
        let mut next = BTreeMap::new();
        for ((before, answers), weight) in open {
            let at_hand = able - before;
            work.spend(at_hand + 1, weight)?;
            work.hold(open.len() + next.len() + done.len(), self.questions.len(), weight)?;
            if self.is_settled(answers, *before, face) {
                *done.entry(answers.clone()).or_default() += weight * self.rest(face, at_hand)?;
                continue;
            }
            // The lowest face takes whatever is left.
            let least = if face == 1 { at_hand } else { 0 };
            for (count, ways) in choices(at_hand).into_iter().enumerate().skip(least) {
                let placing = Placing { face, before: *before, count };
                *next.entry((before + count, self.place(answers, placing))).or_default() += weight * ways;
            }
        }
        Some(next)
    }

    /// In how many ways the dice that are left can fall when nobody looks at them.
    fn rest(&self, face: i64, at_hand: usize) -> Option<UBig> {
        let free = UBig::try_from(face).ok()?.pow(at_hand);
        let lower = self.sides.iter().filter(|sides| **sides < face);
        lower.copied().try_fold(free, |ways, sides| Some(ways * UBig::try_from(sides).ok()?))
    }

    fn is_settled(&self, answers: &[Value], placed: usize, face: i64) -> bool {
        let mut both = self.questions.iter().zip(answers);
        placed == self.sides.len() || both.all(|(question, answer)| self.is_answered(*question, *answer, placed, face))
    }

    /// Whether dice placed at `face` or lower cannot change this answer.
    fn is_answered(&self, question: Question, answer: Value, placed: usize, face: i64) -> bool {
        match question {
            Question::Kept => match self.keep {
                Keep::Highest(_) => placed >= kept_count(self.sides.len(), self.keep),
                Keep::All | Keep::Lowest(_) => false,
            },
            Question::Rolled | Question::Dropped | Question::Face(_) | Question::Lowest => false,
            Question::Highest => placed > 0,
            Question::Doubles => answer == YES,
            Question::Any(wanted) => answer == YES || face < wanted,
            Question::Count(wanted) | Question::AtLeast(wanted) => face < wanted,
        }
    }

    fn place(&self, answers: &[Value], placing: Placing) -> Vec<Value> {
        if placing.count == 0 {
            return answers.to_vec();
        }
        let both = self.questions.iter().zip(answers);
        both.map(|(question, answer)| self.placed(*question, *answer, placing)).collect()
    }

    /// The answer after some dice (at least one) were placed.
    fn placed(&self, question: Question, answer: Value, placing: Placing) -> Value {
        let Placing { face, count, .. } = placing;
        match question {
            Question::Kept => plus(answer, face, self.counting(placing)),
            Question::Rolled => plus(answer, face, count),
            Question::Dropped => plus(answer, face, count - self.counting(placing)),
            // Dice that are asked for one by one are not walked.
            Question::Face(_) => answer,
            Question::Highest => answer.or(Some(face)),
            Question::Lowest => Some(face),
            Question::Doubles => {
                if count > 1 {
                    YES
                } else {
                    answer
                }
            }
            Question::Any(wanted) => {
                if face == wanted {
                    YES
                } else {
                    answer
                }
            }
            Question::Count(wanted) => {
                if face == wanted {
                    plus(answer, 1, count)
                } else {
                    answer
                }
            }
            Question::AtLeast(wanted) => {
                if face >= wanted {
                    plus(answer, 1, count)
                } else {
                    answer
                }
            }
        }
    }

    /// How many of the dice about to be placed count.
    fn counting(&self, Placing { before, count, .. }: Placing) -> usize {
        let dice = self.sides.len();
        let counted = kept_count(dice, self.keep);
        match self.keep {
            Keep::All => count,
            Keep::Highest(_) => count.min(counted.saturating_sub(before)),
            Keep::Lowest(_) => count.min((before + count).saturating_sub(dice - counted)),
        }
    }
}

fn plus(answer: Value, face: i64, count: usize) -> Value {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    answer.map(|sum| sum.saturating_add(face.saturating_mul(count)))
}

/// In how many ways 0, 1, 2, … of `dice` can be chosen.
fn choices(dice: usize) -> Vec<UBig> {
    let mut ways = UBig::ONE;
    let mut row = vec![ways.clone()];
    for chosen in 0..dice {
        ways = ways * UBig::from(dice - chosen) / UBig::from(chosen + 1);
        row.push(ways.clone());
    }
    row
}
