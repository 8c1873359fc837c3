//! Counting one sum: of all dice, or of a number of the highest or lowest of equal ones.
//!
//! The ways to each sum are the coefficients of a product, with a factor `x + x² + … + xⁿ` for each die. Multiplying by such a
//! factor is adding up a window that slides over the coefficients, so each coefficient takes one addition and one subtraction.
//!
//! Where only some dice count, the lowest face that counts is looked at: some dice show more, all others that count show just
//! that face, and the rest shows it or less. For each face and number of dice above it, the others fall in a known number of
//! ways; these numbers are multiplied in as the factors for the dice above are (Horner's way), so they cost nothing more.

use std::ops::{AddAssign, Mul, SubAssign};

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::Work;
use crate::semantics::arithmetic::Value;
use crate::semantics::dice::{Keep, Question, kept_count};

/// Sums, the lowest first, each with the ways that lead to it.
pub(super) type Sums = Vec<(Vec<Value>, UBig)>;

/// Numbers up to this many bits are reckoned with in a word of the machine.
const BITS_OF_A_WORD: usize = 127;

/// What ways are counted with.
trait Ways:
    Clone
    + From<u64>
    + Into<UBig>
    + for<'a> AddAssign<&'a Self>
    + for<'a> SubAssign<&'a Self>
    + for<'a> Mul<&'a Self, Output = Self>
{
}

impl Ways for u128 {}
impl Ways for UBig {}

/// Which dice make the sum.
#[derive(Clone, Copy)]
pub(super) enum Counted {
    All,
    /// The highest so many of so many dice, all of so many sides.
    Highest(Pool),
    Lowest(Pool),
}

#[derive(Clone, Copy)]
pub(super) struct Pool {
    dice: usize,
    sides: u64,
    counted: usize,
}

/// The sum that is all that questions ask for; `None` if they ask for something else, or the dice are not alike enough.
pub(super) fn only_sum(sides: &[i64], keep: Keep, questions: &[Question]) -> Option<Counted> {
    if let [question] = questions { counted(sides, keep, *question) } else { None }
}

/// Which dice make the sum that a question asks for; `None` if it asks for something else, or the dice are not alike enough.
fn counted(sides: &[i64], keep: Keep, question: Question) -> Option<Counted> {
    let keep = match question {
        Question::Kept => keep,
        Question::Rolled => Keep::All,
        Question::Highest => Keep::Highest(1),
        Question::Lowest => Keep::Lowest(1),
        Question::Dropped
        | Question::Face(_)
        | Question::Doubles
        | Question::Any(_)
        | Question::Count(_)
        | Question::AtLeast(_) => return None,
    };
    let first = *sides.first()?;
    let pool = || {
        let (dice, counted) = (sides.len(), kept_count(sides.len(), keep));
        let are_equal = sides.iter().all(|sides| *sides == first);
        let sides = u64::try_from(first).ok()?;
        (are_equal && counted > 0).then_some(Pool { dice, sides, counted })
    };
    match keep {
        Keep::All => Some(Counted::All),
        Keep::Highest(_) => pool().map(Counted::Highest),
        Keep::Lowest(_) => pool().map(Counted::Lowest),
    }
}

impl Counted {
    /// The ways to each sum.
    pub fn sums(self, sides: &[i64], work: &mut Work<'_>) -> Option<Sums> {
        let sides: Vec<u64> = sides.iter().map(|sides| u64::try_from(*sides).ok()).collect::<Option<_>>()?;
        // No number on the way is greater, not even one of those by which dice are chosen.
        let most = sides.iter().fold(UBig::ONE, |most, sides| most * UBig::from(*sides.max(&2)));
        if most.bit_len() <= BITS_OF_A_WORD {
            self.ways::<u128>(&sides, &most, work)
        } else {
            self.ways::<UBig>(&sides, &most, work)
        }
    }

    fn ways<N: Ways>(self, sides: &[u64], most: &UBig, work: &mut Work<'_>) -> Option<Sums> {
        match self {
            Counted::All => named(sides.len() as u64, all::<N>(sides, most, work)?),
            Counted::Highest(pool) => named(pool.counted as u64, pool.highest::<N>(most, work)?),
            Counted::Lowest(pool) => {
                // With each face turned into the one on the other side, the lowest dice are the highest.
                let mut ways = pool.highest::<N>(most, work)?;
                ways.reverse();
                named(pool.counted as u64, ways)
            }
        }
    }
}

/// The ways by the sums that they lead to, of which the lowest is `first`.
fn named<N: Ways>(first: u64, ways: Vec<N>) -> Option<Sums> {
    let first = i64::try_from(first).ok()?;
    Some((first..).zip(ways).map(|(sum, ways)| (vec![Some(sum)], ways.into())).collect())
}

/// The ways to each sum of all dice.
fn all<N: Ways>(sides: &[u64], most: &UBig, work: &mut Work<'_>) -> Option<Vec<N>> {
    let (steps, sums) = sides.iter().fold((0, 1), |(steps, sums): (u64, u64), sides| {
        let sums = sums.saturating_add(sides.saturating_sub(1));
        (steps.saturating_add(sums), sums)
    });
    work.foresee(steps, sums, 1)?;
    let mut ways = vec![N::from(1)];
    for sides in sides {
        ways = with_a_die(&ways, *sides, most, work)?;
    }
    Some(ways)
}

/// The ways to each sum with one more die, of which the lowest is one higher than it was.
fn with_a_die<N: Ways>(ways: &[N], sides: u64, most: &UBig, work: &mut Work<'_>) -> Option<Vec<N>> {
    let sides = usize::try_from(sides).ok()?;
    let count = (ways.len() - 1).checked_add(sides)?;
    work.hold(count, 1, most)?;
    let mut window = N::from(0);
    let mut found = Vec::with_capacity(count);
    for place in 0..count {
        work.spend_on(place, count, most)?;
        if let Some(coming) = ways.get(place) {
            window += coming;
        }
        if let Some(going) = place.checked_sub(sides).and_then(|place| ways.get(place)) {
            window -= going;
        }
        found.push(window.clone());
    }
    Some(found)
}

impl Pool {
    /// The ways to each sum of the highest dice.
    fn highest<N: Ways>(self, most: &UBig, work: &mut Work<'_>) -> Option<Vec<N>> {
        let Self { dice, sides, counted } = self;
        let count = usize::try_from(sides - 1).ok()?.checked_mul(counted)?.checked_add(1)?;
        work.hold(count, 1, most)?;
        work.foresee(self.steps().max(sides), count as u64, 1)?;
        let choices = choices::<N>((dice, counted), most, work)?;
        let mut all = vec![N::from(0); count];
        let mut lower = self.powers::<N>(0);
        for face in 1..=sides {
            let powers = self.powers::<N>(face);
            let others = |above: usize| self.others(above, (&choices, &powers, &lower));
            let first = usize::try_from(face - 1).ok()?.checked_mul(counted)?;
            for (all, ways) in all[first..].iter_mut().zip(self.with_lowest(face, others, most, work)?) {
                *all += &ways;
            }
            lower = powers;
        }
        Some(all)
    }

    /// The fewest additions that this takes: each face is looked at as the lowest that counts, and with one die more above it after the
    /// other the sums become as many more as there are higher faces to go through.
    fn steps(self) -> u64 {
        let pairs = |count: u64| count.saturating_mul(count.saturating_sub(1)) / 2;
        pairs(self.sides.saturating_sub(1)).saturating_mul(pairs(self.counted as u64))
    }

    /// The ways in which this face is the lowest that counts, by sums, beginning with the lowest; `others` says for each number
    /// of dice above it in how many ways the rest falls.
    fn with_lowest<N: Ways>(
        self,
        face: u64,
        others: impl Fn(usize) -> N,
        most: &UBig,
        work: &mut Work<'_>,
    ) -> Option<Vec<N>> {
        let higher = self.sides - face;
        work.spend(self.counted, most)?;
        if higher == 0 {
            return Some(vec![others(0)]);
        }
        let mut ways = vec![others(self.counted - 1)];
        for above in (0..self.counted - 1).rev() {
            work.spend(self.counted - above, most)?;
            ways = with_a_die(&ways, higher, most, work)?;
            ways.insert(0, others(above));
        }
        Some(ways)
    }

    /// A number to the powers from one more than the dice that do not count up to all dice.
    fn powers<N: Ways>(self, number: u64) -> Vec<N> {
        let least = self.dice - self.counted + 1;
        let number = N::from(number);
        let first = power(number.clone(), least);
        std::iter::successors(Some(first), |power| Some(power.clone() * &number)).take(self.counted).collect()
    }

    /// In how many ways the dice fall of which so many show more than a face, if that face is the lowest that counts: which dice
    /// show more, and the ways of the others to show the face or less, without those in which too few of them show the face.
    fn others<N: Ways>(self, above: usize, (choices, powers, lower): (&[Vec<N>], &[N], &[N])) -> N {
        let row = self.counted - 1 - above;
        let mut ways = powers[row].clone();
        for (showing, choices) in choices[row].iter().enumerate().take(self.counted - above) {
            ways -= &(lower[row - showing].clone() * choices);
        }
        ways * &choices[self.counted - 1][above]
    }
}

/// A number to a power, by squares.
fn power<N: Ways>(mut square: N, mut exponent: usize) -> N {
    let mut found = N::from(1);
    loop {
        if exponent % 2 == 1 {
            found = found * &square;
        }
        exponent /= 2;
        if exponent == 0 {
            return found;
        }
        square = square.clone() * &square;
    }
}

/// In how many ways 0, 1, … of some dice can be chosen, up to one less than `counted`: for each number of dice from one more than
/// do not count up to all.
fn choices<N: Ways>((dice, counted): (usize, usize), most: &UBig, work: &mut Work<'_>) -> Option<Vec<Vec<N>>> {
    let mut row = vec![N::from(0); counted];
    row[0] = N::from(1);
    let mut rows = Vec::with_capacity(counted);
    for number in 1..=dice {
        work.spend(counted, most)?;
        for chosen in (1..counted).rev() {
            let less = row[chosen - 1].clone();
            row[chosen] += &less;
        }
        if number > dice - counted {
            rows.push(row.clone());
        }
    }
    Some(rows)
}
