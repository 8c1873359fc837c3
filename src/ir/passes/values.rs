//! What a register may contain: a few numbers, or a range, and perhaps that it was never reached.

use crate::semantics::arithmetic::Value;

/// So many numbers are told apart; of more only the lowest and the highest are known.
const FEW: usize = 16;

/// Nothing that is only added up comes so far. Whatever is added to it at once is at most [`ADDED`], and a run that adds so
/// often that it comes here from half way does not end.
const FAR: i64 = 1 << 62;

/// See [`FAR`].
const ADDED: i64 = 1 << 32;

/// What a register may hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Values {
    numbers: Numbers,
    unreached: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Numbers {
    /// These, in ascending order; at most [`FEW`], perhaps none.
    Each(Vec<i64>),
    /// All from the one to the other, which are more than [`FEW`].
    Within(i64, i64),
}

impl Values {
    /// Nothing at all: no run comes to this.
    pub fn nothing() -> Self {
        Self { numbers: Numbers::Each(Vec::new()), unreached: false }
    }

    /// Any number, or unreached.
    pub fn anything() -> Self {
        Self::within(i64::MIN, i64::MAX).or_unreached(true)
    }

    /// This value and no other.
    pub fn only(value: Value) -> Self {
        Self { numbers: Numbers::Each(value.into_iter().collect()), unreached: value.is_none() }
    }

    /// The numbers from `low` to `high`; none when `high` is the lower one.
    pub fn within(low: i64, high: i64) -> Self {
        let few = high.checked_sub(low).is_none_or(|width| width < i64::try_from(FEW).unwrap_or(0));
        let numbers = if high < low {
            Numbers::Each(Vec::new())
        } else if few && high.checked_sub(low).is_some() {
            Numbers::Each((low..=high).collect())
        } else {
            Numbers::Within(low, high)
        };
        Self { numbers, unreached: false }
    }

    /// These values.
    pub fn of(values: impl IntoIterator<Item = Value>) -> Self {
        let (mut numbers, mut unreached) = (Vec::new(), false);
        for value in values {
            match value {
                Some(number) => numbers.push(number),
                None => unreached = true,
            }
        }
        Self::of_numbers(numbers).or_unreached(unreached)
    }

    fn of_numbers(mut numbers: Vec<i64>) -> Self {
        numbers.sort_unstable();
        numbers.dedup();
        match (numbers.first(), numbers.last()) {
            (Some(low), Some(high)) if numbers.len() > FEW => Self::within(*low, *high),
            _ => Self { numbers: Numbers::Each(numbers), unreached: false },
        }
    }

    /// The same, and unreached besides if `also` says so.
    #[must_use]
    pub fn or_unreached(mut self, also: bool) -> Self {
        self.unreached |= also;
        self
    }

    /// Whether no run comes to this.
    pub fn is_nothing(&self) -> bool {
        !self.unreached && self.bounds().is_none()
    }

    /// Whether it may be unreached.
    pub fn may_be_unreached(&self) -> bool {
        self.unreached
    }

    /// The value it always has.
    pub fn single(&self) -> Option<Value> {
        match (&self.numbers, self.unreached) {
            (Numbers::Each(numbers), true) if numbers.is_empty() => Some(None),
            (Numbers::Each(numbers), false) if numbers.len() == 1 => Some(numbers.first().copied()),
            (Numbers::Each(_) | Numbers::Within(..), _) => None,
        }
    }

    /// The lowest and the highest number; `None` when it is never a number.
    pub fn bounds(&self) -> Option<(i64, i64)> {
        match &self.numbers {
            Numbers::Each(numbers) => numbers.first().copied().zip(numbers.last().copied()),
            Numbers::Within(low, high) => Some((*low, *high)),
        }
    }

    /// All values, if they are few.
    pub fn each(&self) -> Option<Vec<Value>> {
        match &self.numbers {
            Numbers::Each(numbers) => {
                Some(numbers.iter().copied().map(Some).chain(self.unreached.then_some(None)).collect())
            }
            Numbers::Within(..) => None,
        }
    }

    /// Whether it may be this value.
    pub fn holds(&self, value: Value) -> bool {
        let Some(number) = value else { return self.unreached };
        match &self.numbers {
            Numbers::Each(numbers) => numbers.binary_search(&number).is_ok(),
            Numbers::Within(low, high) => (*low..=*high).contains(&number),
        }
    }

    /// Whether it may count as *yes*.
    pub fn may_be_yes(&self) -> bool {
        self.bounds().is_some_and(|bounds| bounds != (0, 0))
    }

    /// Whether it may not count as *yes*.
    pub fn may_be_no(&self) -> bool {
        self.unreached || self.holds(Some(0))
    }

    /// What is of one or the other.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        let unreached = self.unreached || other.unreached;
        let joined = match (&self.numbers, &other.numbers) {
            (Numbers::Each(one), Numbers::Each(other)) => Self::of_numbers([one.as_slice(), other].concat()),
            _ => Self::hull(self.bounds(), other.bounds()),
        };
        joined.or_unreached(unreached)
    }

    fn hull(one: Option<(i64, i64)>, other: Option<(i64, i64)>) -> Self {
        match (one, other) {
            (Some((a, b)), Some((c, d))) => Self::within(a.min(c), b.max(d)),
            (Some((low, high)), None) | (None, Some((low, high))) => Self::within(low, high),
            (None, None) => Self::nothing(),
        }
    }

    /// What is of one or the other, with bounds that have grown moved on to the next of `steps` at once: so few of them
    /// are enough until they grow no more. The last steps are [`FAR`] away.
    #[must_use]
    pub fn widened(&self, other: &Self, steps: &[i64]) -> Self {
        let joined = self.join(other);
        let (Some((low, high)), Some((lower, higher))) = (self.bounds(), joined.bounds()) else { return joined };
        let low = if lower < low { below(low, lower, steps) } else { low };
        let high = if higher > high { above(high, higher, steps) } else { high };
        if (low, high) == (lower, higher) { joined } else { Self::within(low, high).or_unreached(joined.unreached) }
    }

    /// What is left when it is known to be a number.
    #[must_use]
    pub fn reached(&self) -> Self {
        Self { unreached: false, ..self.clone() }
    }

    /// What is left when it is known to be unreached.
    #[must_use]
    pub fn unreached(&self) -> Self {
        Self::nothing().or_unreached(self.unreached)
    }

    /// What is left when it is known to count as *yes*.
    #[must_use]
    pub fn yes(&self) -> Self {
        self.reached().without(0)
    }

    /// What is left when it is known not to count as *yes*.
    #[must_use]
    pub fn no(&self) -> Self {
        self.between(0, 0)
    }

    /// What is left when this number is excluded.
    #[must_use]
    pub fn without(&self, number: i64) -> Self {
        match &self.numbers {
            Numbers::Each(numbers) => {
                let rest = numbers.iter().copied().filter(|other| *other != number).collect();
                Self { numbers: Numbers::Each(rest), unreached: self.unreached }
            }
            Numbers::Within(low, high) if *low == number => Self::within(low + 1, *high).or_unreached(self.unreached),
            Numbers::Within(low, high) if *high == number => Self::within(*low, high - 1).or_unreached(self.unreached),
            Numbers::Within(..) => self.clone(),
        }
    }

    /// What is left when a number is known to lie between these; unreached stays.
    #[must_use]
    pub fn between(&self, low: i64, high: i64) -> Self {
        let left = match &self.numbers {
            Numbers::Each(numbers) => {
                let inside = numbers.iter().copied().filter(|number| (low..=high).contains(number)).collect();
                Self { numbers: Numbers::Each(inside), unreached: false }
            }
            Numbers::Within(lowest, highest) => Self::within(low.max(*lowest), high.min(*highest)),
        };
        left.or_unreached(self.unreached)
    }
}

/// Where an upper bound moves that has grown.
fn above(high: i64, higher: i64, steps: &[i64]) -> i64 {
    if higher > FAR {
        return if higher <= FAR + ADDED { high.max(FAR) } else { i64::MAX };
    }
    steps.iter().find(|step| **step >= higher).copied().unwrap_or(FAR).min(FAR)
}

/// Where a lower bound moves that has grown.
fn below(low: i64, lower: i64, steps: &[i64]) -> i64 {
    if lower < -FAR {
        return if lower >= -FAR - ADDED { low.min(-FAR) } else { i64::MIN };
    }
    steps.iter().rev().find(|step| **step <= lower).copied().unwrap_or(-FAR).max(-FAR)
}
