//! How far the truth lies from what many runs say, at most, in nineteen simulations of twenty. What is reached are the values that the
//! runs came to, the lowest first, each with how often.

use dashu_int::ops::SquareRoot;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::semantics::deviation::{Rounding, root};
use crate::semantics::formula::Share;

/// The natural logarithm of 40 by two, in billionths: a band as wide as the root of this by the number of runs holds all chances of a
/// distribution in nineteen simulations of twenty.
const SQUARED_BAND: u128 = 1_844_439_728;

/// The square of 1.96, in ten-thousandths: so many of its own errors around a mean hold it as surely, since the mean of many runs is
/// distributed normally.
const SQUARE_OF_ERRORS: u32 = 38_416;

/// So far every chance of at least as much lies from its share of so many runs, at most.
pub(super) fn band(runs: u64) -> RBig {
    root_of(&UBig::from(SQUARED_BAND), &UBig::from(u128::from(runs.max(1)) * 1_000_000_000))
}

/// So far a mean lies from the mean over the runs that reach it; none where a single run does.
pub(super) fn around_the_mean(reached: &[(i64, u64)]) -> Option<RBig> {
    let Moments { runs, variance, .. } = Moments::of(reached)?;
    let varies = variance / RBig::from(runs - UBig::ONE);
    Some(errors(&varies))
}

/// The limits of a standard deviation, of which many runs say so much; none where a single run reaches it.
pub(super) fn deviation(reached: &[(i64, u64)]) -> Option<(RBig, RBig)> {
    let Moments { runs, variance, squared_squares } = Moments::of(reached)?;
    // The squared distances from the mean have a mean as well, which is the variance. They are those from the mean of these runs, and how
    // far that is from the true one counts too.
    let others = RBig::from(runs - UBig::ONE);
    let of_squares = errors(&((squared_squares - &variance * &variance) / &others));
    let of_the_mean = &variance * squared_errors() / others;
    let within = of_squares + of_the_mean;
    let low = (&variance - &within).max(RBig::ZERO);
    Some((root(&low, Rounding::Down), root(&(variance + within), Rounding::Up)))
}

/// The limits of a quantile; none where they lie beyond all values that the runs came to.
pub(super) fn quantile(reached: &[(i64, u64)], share: Share) -> Option<(RBig, RBig)> {
    let runs: u64 = reached.iter().map(|(_, times)| times).sum();
    let first = |share: RBig| {
        let mut so_far = 0;
        let mut is_enough = |times: u64| {
            so_far += times;
            RBig::from_parts(so_far.into(), runs.max(1).into()) >= share
        };
        reached.iter().find(|(_, times)| is_enough(*times)).map(|(value, _)| RBig::from(*value))
    };
    let (share, band) = (share.number(), band(runs));
    // Where less than nothing is wanted, the number may be lower than any that was seen.
    let low = Some(&share - &band).filter(|least| *least > RBig::ZERO).and_then(first)?;
    Some((low, first(share + band)?))
}

/// The means of the second and the fourth power of the distances from the mean.
struct Moments {
    runs: UBig,
    variance: RBig,
    squared_squares: RBig,
}

impl Moments {
    /// None of a single run, or of none.
    fn of(reached: &[(i64, u64)]) -> Option<Self> {
        let runs = reached.iter().fold(UBig::ZERO, |sum, (_, times)| sum + UBig::from(*times));
        if runs <= UBig::ONE {
            return None;
        }
        let sum = reached.iter().fold(IBig::ZERO, |sum, (value, times)| sum + IBig::from(*value) * IBig::from(*times));
        // Distances times the runs are whole numbers.
        let (mut squares, mut squared_squares) = (UBig::ZERO, UBig::ZERO);
        for (value, times) in reached {
            let (_, apart) = (IBig::from(*value) * IBig::from(runs.clone()) - &sum).into_parts();
            let square = &apart * &apart;
            squared_squares += &square * &square * UBig::from(*times);
            squares += square * UBig::from(*times);
        }
        let over = |power: UBig, exponent: usize| RBig::from_parts(power.into(), runs.pow(exponent));
        Some(Self { variance: over(squares, 3), squared_squares: over(squared_squares, 5), runs })
    }
}

fn squared_errors() -> RBig {
    RBig::from_parts(SQUARE_OF_ERRORS.into(), 10_000_u32.into())
}

/// How far a mean may lie that varies so much, in millionths, rounded up.
fn errors(varies: &RBig) -> RBig {
    let squared = varies * squared_errors();
    root_of(&squared.numerator().clone().into_parts().1, squared.denominator())
}

/// The root of a fraction, in millionths, rounded up.
fn root_of(above: &UBig, below: &UBig) -> RBig {
    let millionths: UBig = (above * UBig::from(1_000_000_000_000_u64) / below).sqrt() + UBig::ONE;
    RBig::from_parts(millionths.into(), UBig::from(1_000_000_u32))
}

#[cfg(test)]
mod tests {
    use dashu_int::UBig;
    use dashu_ratio::RBig;

    use super::super::chance::rounded;
    use super::{Share, around_the_mean, band, deviation, quantile};

    fn millionths(number: u32) -> RBig {
        RBig::from_parts(number.into(), UBig::from(1_000_000_u32))
    }

    fn share(above: u32, below: u32) -> Share {
        Share::of(&RBig::from_parts(above.into(), below.into())).expect("a share")
    }

    #[test]
    fn bounds_narrow_with_the_root_of_the_runs() {
        assert_eq!(band(18_445), millionths(10_000), "the known size of a sample for one point in a hundred");
        assert_eq!((band(400), band(40_000)), (millionths(67_906), millionths(6_791)));
        // A die of two sides, thrown ten thousand times: 1.96 halves of a hundredth.
        assert_eq!(around_the_mean(&[(1, 5_000), (2, 5_000)]), Some(millionths(9_801)));
        assert_eq!(around_the_mean(&[(1, 1)]), None);
    }

    #[test]
    fn a_deviation_lies_where_its_variance_does() {
        // A die of six sides, thrown six thousand times: the variance is 35/12, and the mean of the fourth powers 707/48, so its error
        // is the root of 1.96² (707/48 - 1225/144) / 5999, and that of the mean adds 1.96² · 35/12 / 5999.
        let thrown: Vec<(i64, u64)> = (1..=6).map(|face| (face, 1_000)).collect();
        let (low, high) = deviation(&thrown).expect("there are several");
        let digits = |limit: &RBig| rounded(limit, 4);
        assert_eq!((digits(&low).as_str(), digits(&high).as_str()), ("1.6887", "1.7267"));
        assert_eq!(deviation(&[(4, 1)]), None);
        let (low, high) = deviation(&[(4, 100)]).expect("there are several");
        assert!(low == RBig::ZERO && high < RBig::from_parts(1.into(), 100_u8.into()), "always the same");
    }

    #[test]
    fn a_quantile_lies_within_the_band_around_its_share() {
        // With a hundred runs the band is 0.1358 wide.
        let counted: Vec<(i64, u64)> = (1..=100).map(|value| (value, 1)).collect();
        let whole = |low: i64, high: i64| Some((RBig::from(low), RBig::from(high)));
        assert_eq!(quantile(&counted, share(1, 2)), whole(37, 64));
        assert_eq!(quantile(&counted, share(1, 7)), whole(1, 28));
        assert_eq!(quantile(&counted, share(1, 8)), None, "it may be below all that was seen");
        assert_eq!(quantile(&counted, share(9, 10)), None, "it may be above all that was seen");
        assert_eq!(quantile(&[], share(1, 2)), None);
    }
}
