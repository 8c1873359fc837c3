//! The chances of several values, added up.

use dashu_int::ops::Gcd;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::semantics::formula::Share;

/// The chances of some values as whole numbers over one denominator. Fractions with many digits take long to add up, since a common
/// divisor is looked for each time; these take no longer than whole numbers do.
pub(super) struct Weights {
    /// Each value with its weight.
    pub(super) each: Vec<(i64, UBig)>,
    denominator: UBig,
}

impl Weights {
    pub(super) fn of<'c>(chances: impl Iterator<Item = (i64, &'c RBig)> + Clone) -> Self {
        let denominators = chances.clone().map(|(_, chance)| chance.denominator());
        // As a rule the greatest of them is a multiple of all others already.
        let greatest = denominators.clone().max().cloned().unwrap_or(UBig::ONE);
        let denominator = denominators.fold(greatest, |so_far, other| {
            if &so_far % other == UBig::ZERO { so_far } else { so_far.clone() / (&so_far).gcd(other) * other }
        });
        let weight = |(value, chance): (i64, &RBig)| {
            let (_, numerator) = chance.numerator().clone().into_parts();
            (value, numerator * (&denominator / chance.denominator()))
        };
        Self { each: chances.map(weight).collect(), denominator }
    }

    /// All weights together.
    pub(super) fn sum(&self) -> UBig {
        self.each.iter().fold(UBig::ZERO, |sum, (_, weight)| sum + weight)
    }

    /// What a number that is made of each value comes to, taken as often as the value weighs.
    pub(super) fn sum_of(&self, number: impl Fn(IBig) -> IBig) -> RBig {
        let weighed = self.each.iter().map(|(value, weight)| number(IBig::from(*value)) * IBig::from(weight.clone()));
        RBig::from(weighed.fold(IBig::ZERO, |sum, one| sum + one))
    }

    /// The mean of the values; none of no values.
    pub(super) fn mean(&self) -> Option<RBig> {
        let sum = self.sum();
        (sum != UBig::ZERO).then(|| self.sum_of(|value| value) / RBig::from(sum))
    }

    /// The mean of the squared distance of the values from their mean.
    pub(super) fn variance(&self) -> Option<RBig> {
        let mean = self.mean()?;
        Some(self.sum_of(|value| value.clone() * value) / RBig::from(self.sum()) - mean.clone() * mean)
    }

    /// The smallest of the values that at least this share of their weights does not exceed; they have to be in order.
    pub(super) fn quantile(&self, share: Share) -> Option<i64> {
        let (whole, mut so_far) = (self.sum(), UBig::ZERO);
        let mut reaches = |weight: &UBig| {
            so_far += weight;
            share.is_reached(&so_far, &whole)
        };
        self.each.iter().find(|(_, weight)| reaches(weight)).map(|(value, _)| *value)
    }

    /// The chance that a weight stands for.
    pub(super) fn share(&self, weight: UBig) -> RBig {
        RBig::from_parts(weight.into(), self.denominator.clone())
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::{IBig, UBig};
    use dashu_ratio::RBig;

    use super::Weights;

    #[test]
    fn weights_come_to_what_the_fractions_do() {
        let fraction = |numerator: i64, denominator: u64| RBig::from_parts(numerator.into(), UBig::from(denominator));
        let chances = [(-3, fraction(1, 4)), (2, fraction(1, 6)), (5, fraction(3, 10)), (7, RBig::ZERO)];
        for many in 0..=chances.len() {
            let weights = Weights::of(chances[..many].iter().map(|(value, chance)| (*value, chance)));
            let sum = chances[..many].iter().fold(RBig::ZERO, |sum, (_, chance)| sum + chance);
            assert_eq!(weights.share(weights.sum()), sum);
            let squares = chances[..many]
                .iter()
                .fold(RBig::ZERO, |sum, (value, chance)| sum + chance * RBig::from(value * value));
            let weighed = weights.sum_of(|value: IBig| value.clone() * value);
            assert_eq!(weighed * weights.share(UBig::ONE), squares);
        }
    }
}
