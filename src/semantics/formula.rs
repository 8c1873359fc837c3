//! Formulas over odds, in exact fractions, and comparisons of them.

use std::fmt;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// What is read from the ways a result can come out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// How often it is *yes*.
    Chance,
    /// Its mean, over the runs that reach it.
    Mean,
    /// Its standard deviation, over the runs that reach it.
    Deviation,
    /// The smallest number that it does not exceed in at least this share of the runs that reach it.
    Quantile(Share),
    /// How often it is each of its values.
    Each,
}

/// A share of the runs, from none to all of them, in its lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    of: u64,
    all: u64,
}

/// A number that is computed from odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A number that is known.
    Number(RBig),
    /// The answer to one of the questions that it asks, by its place.
    Answer(usize),
    /// `-a`
    Negative(Box<Formula>),
    /// `a + b`
    Of(Operation, Box<Formula>, Box<Formula>),
}

/// An operation on two exact fractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`
    Divide,
}

/// A comparison of two formulas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What stands before the sign.
    pub left: Formula,
    /// How they are compared.
    pub relation: Relation,
    /// What stands behind it.
    pub right: Formula,
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `=`, `is`
    Equal,
    /// `is not`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Share {
    /// Every second run.
    pub const MIDDLE: Share = Share { of: 1, all: 2 };

    /// The share that a number stands for; `None` where it is not from 0 to 1, or has too many digits.
    pub fn of(number: &RBig) -> Option<Self> {
        let of = u64::try_from(number.numerator().clone()).ok()?;
        let all = u64::try_from(number.denominator().clone()).ok()?;
        (of <= all).then_some(Self { of, all })
    }

    /// Whether so many parts of a whole are at least this share of it.
    pub fn is_reached(self, part: &UBig, whole: &UBig) -> bool {
        part * UBig::from(self.all) >= whole * UBig::from(self.of)
    }

    /// The number that it is.
    pub fn number(self) -> RBig {
        RBig::from_parts(self.of.into(), self.all.into())
    }
}

/// As it can be written: `90%`, `1/3`.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match 100_u64.checked_rem(self.all) {
            Some(0) => write!(f, "{}%", self.of * (100 / self.all)),
            Some(_) | None => write!(f, "{}/{}", self.of, self.all),
        }
    }
}

impl Formula {
    /// A fraction; a `denominator` of 0 stands for 1.
    pub fn fraction(numerator: i64, denominator: i64) -> Self {
        let sign = if denominator < 0 { -1 } else { 1 };
        let below = UBig::from(denominator.unsigned_abs().max(1));
        Formula::Number(RBig::from_parts(IBig::from(numerator) * IBig::from(sign), below))
    }

    /// The number, from the answers to what it asks; `None` where one of them has none, or where it divides by nothing.
    pub fn value(&self, answers: &[Option<RBig>]) -> Option<RBig> {
        match self {
            Formula::Number(number) => Some(number.clone()),
            Formula::Answer(place) => answers.get(*place).cloned().flatten(),
            Formula::Negative(inner) => Some(-inner.value(answers)?),
            Formula::Of(operation, left, right) => operation.of(left.value(answers)?, right.value(answers)?),
        }
    }
}

impl Formula {
    /// The numbers between which it lies, from those between which the answers lie; `None` where nothing is known of it.
    pub fn between(&self, answers: &[Option<(RBig, RBig)>]) -> Option<(RBig, RBig)> {
        match self {
            Formula::Number(number) => Some((number.clone(), number.clone())),
            Formula::Answer(place) => answers.get(*place).cloned().flatten(),
            Formula::Negative(inner) => inner.between(answers).map(|(low, high)| (-high, -low)),
            Formula::Of(operation, left, right) => operation.between(left.between(answers)?, right.between(answers)?),
        }
    }
}

impl Operation {
    /// Each operation grows or falls with each of its sides, so its limits lie at limits of these.
    fn between(self, (left, right): (RBig, RBig), (low, high): (RBig, RBig)) -> Option<(RBig, RBig)> {
        if self == Operation::Divide && low <= RBig::ZERO && high >= RBig::ZERO {
            return None;
        }
        let corners = [(&left, &low), (&left, &high), (&right, &low), (&right, &high)];
        let all: Option<Vec<RBig>> =
            corners.into_iter().map(|(one, other)| self.of(one.clone(), other.clone())).collect();
        let all = all?;
        all.iter().min().cloned().zip(all.iter().max().cloned())
    }

    fn of(self, left: RBig, right: RBig) -> Option<RBig> {
        match self {
            Operation::Add => Some(left + right),
            Operation::Subtract => Some(left - right),
            Operation::Multiply => Some(left * right),
            Operation::Divide => (right != RBig::ZERO).then(|| left / right),
        }
    }
}

impl Relation {
    /// Whether two numbers stand so to each other.
    pub fn holds(self, left: &RBig, right: &RBig) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::Unequal => left != right,
            Relation::Less => left < right,
            Relation::LessOrEqual => left <= right,
            Relation::Greater => left > right,
            Relation::GreaterOrEqual => left >= right,
        }
    }
}

#[cfg(test)]
mod tests {
    use dashu_ratio::RBig;
    use proptest::prelude::{Strategy, any};
    use proptest::{prop_assert_eq, proptest};

    use super::{Formula, Operation, Relation, Share};

    fn number(formula: &Formula) -> RBig {
        formula.value(&[]).expect("it asks for nothing")
    }

    fn of(operation: Operation, left: &Formula, right: &Formula) -> Option<RBig> {
        Formula::Of(operation, Box::new(left.clone()), Box::new(right.clone())).value(&[])
    }

    fn fractions() -> impl Strategy<Value = (i64, i64)> {
        (any::<i64>(), any::<i64>().prop_filter("no fraction of nothing", |below| *below != 0))
    }

    #[test]
    fn a_share_is_a_number_from_nothing_to_all() {
        let share = |above, below| Share::of(&number(&Formula::fraction(above, below)));
        assert_eq!(share(2, 4), Some(Share::MIDDLE));
        assert_eq!([share(-1, 2), share(3, 2)], [None, None]);
        let huge = RBig::from_parts(1.into(), (u128::from(u64::MAX) + 1).into());
        assert_eq!(Share::of(&huge), None, "it has too many digits");
        let written = [(0, 1), (1, 1), (9, 10), (1, 3), (1, 1000)].map(|(above, below)| share(above, below));
        assert_eq!(written.map(|share| share.expect("one").to_string()), ["0%", "100%", "90%", "1/3", "1/1000"]);
        assert!(
            Share::MIDDLE.is_reached(&2_u8.into(), &4_u8.into())
                && !Share::MIDDLE.is_reached(&1_u8.into(), &3_u8.into())
        );
    }

    proptest! {
        #[test]
        fn operations_undo_each_other((a, b) in fractions(), (c, d) in fractions()) {
            let (left, right) = (Formula::fraction(a, b), Formula::fraction(c, d));
            let sum = Formula::Number(of(Operation::Add, &left, &right).expect("a sum"));
            prop_assert_eq!(of(Operation::Subtract, &sum, &right), Some(number(&left)));
            let product = Formula::Number(of(Operation::Multiply, &left, &right).expect("a product"));
            let back = of(Operation::Divide, &product, &right);
            prop_assert_eq!(back, (c != 0).then(|| number(&left)));
        }

        #[test]
        fn one_of_three_relations_holds((a, b) in fractions(), (c, d) in fractions()) {
            let (left, right) = (number(&Formula::fraction(a, b)), number(&Formula::fraction(c, d)));
            let exact = i128::from(a) * i128::from(d) * i128::from(b.signum() * d.signum());
            let other = i128::from(c) * i128::from(b) * i128::from(b.signum() * d.signum());
            prop_assert_eq!(Relation::Less.holds(&left, &right), exact < other);
            prop_assert_eq!(Relation::GreaterOrEqual.holds(&left, &right), exact >= other);
            prop_assert_eq!(Relation::Equal.holds(&left, &right), exact == other);
            prop_assert_eq!(Relation::Unequal.holds(&left, &right), exact != other);
        }
    }
}
