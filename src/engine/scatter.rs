//! How far the values of a result lie apart, over the runs that reach it: their standard deviation and their quantiles. Where the
//! search was stopped, between which numbers these lie, whatever the runs come to that are not known.

use dashu_ratio::RBig;

use super::weights::Weights;
use crate::ir::Value;
use crate::semantics::deviation::{Rounding, root};
use crate::semantics::formula::Share;

/// The least and the greatest value that the result can have, if there are such; it is asked only where it counts.
pub(super) type Range<'r> = &'r dyn Fn() -> Option<(i64, i64)>;

/// The limits of the standard deviation; none where nothing is reached, or nothing known.
pub(super) fn deviation(each: &[(Value, RBig)], open: &RBig, range: Range<'_>) -> Option<(RBig, RBig)> {
    let weights = Weights::of(reached(each));
    if *open == RBig::ZERO {
        return weights.variance().map(|variance| root(&variance, Rounding::Nearest)).map(|one| (one.clone(), one));
    }
    let (low, high) = range().map(|(low, high)| (RBig::from(low), RBig::from(high)))?;
    // Nothing lies farther apart than half of the runs at each end.
    let farthest = (&high - &low) / RBig::from(2);
    let farthest = &farthest * &farthest;
    let Some((mean, variance)) = weights.mean().zip(weights.variance()) else {
        return Some((RBig::ZERO, root(&farthest, Rounding::Up)));
    };
    // At least, all that is open lies at the mean of what is known. At most it lies as far from there as it can, and of the squared
    // distances from any number those from the mean come to the least.
    let known = weights.share(weights.sum());
    let (whole, far) = (&known + open, (&mean - low).max(high - &mean));
    let least = &variance * &known / &whole;
    let most = (variance * known + &far * &far * open) / whole;
    Some((root(&least, Rounding::Down), root(&most.min(farthest), Rounding::Up)))
}

/// The limits of a quantile; none where nothing is reached, or nothing known.
pub(super) fn quantile(each: &[(Value, RBig)], share: Share, open: &RBig, range: Range<'_>) -> Option<(RBig, RBig)> {
    let is_known = *open == RBig::ZERO;
    let open = |value: i64| (!is_known).then_some((value, open));
    // All that is open may lie below what is known, and above it.
    let low = Weights::of(open(i64::MIN).into_iter().chain(reached(each))).quantile(share)?;
    let high = Weights::of(reached(each).chain(open(i64::MAX))).quantile(share)?;
    let low = if low == i64::MIN && !is_known { range()?.0 } else { low };
    let high = if high == i64::MAX && !is_known { range()?.1 } else { high };
    Some((RBig::from(low), RBig::from(high)))
}

/// The values with their chances, the lowest first, without that of not being reached.
fn reached(each: &[(Value, RBig)]) -> impl Iterator<Item = (i64, &RBig)> + Clone {
    each.iter().filter_map(|(value, chance)| value.map(|value| (value, chance)))
}

#[cfg(test)]
mod tests {
    use dashu_ratio::RBig;
    use proptest::collection::vec;
    use proptest::{prop_assert, prop_assert_eq, proptest};

    use super::{Share, deviation, quantile};
    use crate::ir::Value;

    fn fraction(above: usize, below: usize) -> RBig {
        RBig::from_parts(above.into(), below.into())
    }

    fn share(above: usize, below: usize) -> Share {
        Share::of(&fraction(above, below)).expect("a share")
    }

    /// How often each value comes in a list, of all that is in it and of so much that is open.
    fn weighed(values: &[Value], open: usize) -> (Vec<(Value, RBig)>, RBig) {
        let all = values.len() + open;
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        let each = sorted.chunk_by(|one, next| one == next);
        let each = each.map(|alike| (alike[0], fraction(alike.len(), all))).collect();
        (each, fraction(open, all))
    }

    /// The square of the standard deviation, as its definition has it.
    fn variance(values: &[i64]) -> Option<RBig> {
        let count = RBig::from(values.len());
        let sum = |all: &mut dyn Iterator<Item = RBig>| all.fold(RBig::ZERO, |sum, one| sum + one);
        if values.is_empty() {
            return None;
        }
        let mean = sum(&mut values.iter().map(|value| RBig::from(*value))) / &count;
        let squared = |value: &i64| (RBig::from(*value) - &mean) * (RBig::from(*value) - &mean);
        Some(sum(&mut values.iter().map(squared)) / count)
    }

    /// The first of the values in their order that is not exceeded by so many of them.
    fn nth(values: &[i64], (above, below): (usize, usize)) -> Option<i64> {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        let enough = |value: &&i64| values.iter().filter(|one| one <= value).count() * below >= values.len() * above;
        sorted.iter().find(enough).copied()
    }

    proptest! {
        #[test]
        fn what_is_known_is_what_a_count_of_all_values_says(
            values in vec(proptest::option::weighted(0.8, -9_i64..9), 1..40),
            above in 0_usize..=7,
        ) {
            let reached: Vec<i64> = values.iter().copied().flatten().collect();
            let (each, open) = weighed(&values, 0);
            let nobody = || -> Option<(i64, i64)> { panic!("all is known") };
            let found = quantile(&each, share(above, 7), &open, &nobody);
            prop_assert_eq!(found, nth(&reached, (above, 7)).map(|one| (RBig::from(one), RBig::from(one))));
            let found = deviation(&each, &open, &nobody);
            let last_digit = RBig::from_parts(1.into(), dashu_int::UBig::from(10_u8).pow(30));
            match (found, variance(&reached)) {
                (Some((low, high)), Some(variance)) => {
                    prop_assert_eq!(&low, &high);
                    prop_assert!((&low - &last_digit).max(RBig::ZERO).pow(2) <= variance);
                    prop_assert!((&low + &last_digit).pow(2) >= variance);
                }
                (found, variance) => prop_assert!(found.is_none() && variance.is_none()),
            }
        }

        #[test]
        fn whatever_is_open_lies_between_the_limits(
            known in vec(proptest::option::weighted(0.8, -9_i64..=9), 0..20),
            open in vec(proptest::option::weighted(0.7, -9_i64..=9), 1..12),
            above in 0_usize..=7,
        ) {
            let all: Vec<i64> = known.iter().chain(&open).copied().flatten().collect();
            let (each, open) = weighed(&known, open.len());
            let range = || Some((-9, 9));
            let limits = quantile(&each, share(above, 7), &open, &range);
            if let Some(found) = nth(&all, (above, 7)) {
                let (low, high) = limits.expect("there is a range");
                prop_assert!(low <= RBig::from(found) && RBig::from(found) <= high);
                let (low, high) = deviation(&each, &open, &range).expect("there is a range");
                let variance = variance(&all).expect("some are reached");
                prop_assert!(low.pow(2) <= variance && variance <= high.pow(2));
            }
        }
    }

    #[test]
    fn limits_of_a_quantile_need_no_range_where_what_is_open_cannot_reach_it() {
        let (each, open) = weighed(&[Some(1), Some(2), Some(2), Some(3)], 1);
        let no_range = || None;
        let found = quantile(&each, Share::MIDDLE, &open, &no_range);
        assert_eq!(found, Some((RBig::from(2), RBig::from(2))));
        assert_eq!(quantile(&each, share(1, 1), &open, &no_range), None, "it may be any number");
        assert_eq!(deviation(&each, &open, &no_range), None);
    }
}
