//! Standard deviations: roots of variances, exact where they are fractions, and otherwise rounded.

use dashu_base::SquareRoot;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// A root that is not a fraction has so many digits after the point.
const DIGITS: usize = 30;

/// Which way a root is rounded that is not a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// It is no more than the root.
    Down,
    /// It is as near to the root as it can be.
    Nearest,
    /// It is no less than the root.
    Up,
}

/// The root of a number, which is not negative.
pub fn root(square: &RBig, rounding: Rounding) -> RBig {
    let (above, below) = (square.numerator().clone().into_parts().1, square.denominator());
    if let (Some(above), Some(below)) = (whole_root(&above), whole_root(below)) {
        return RBig::from_parts(above.into(), below);
    }
    let one = UBig::from(10_u8).pow(DIGITS);
    // Twice the root in the last digit, downwards; a root that is not a fraction is never halfway between two numbers.
    let twice: UBig = (above * &one * &one * UBig::from(4_u8) / below).sqrt();
    let doubled = match rounding {
        Rounding::Down => twice,
        Rounding::Nearest => twice + UBig::ONE,
        Rounding::Up => twice + UBig::from(2_u8),
    };
    RBig::from_parts(IBig::from(doubled / UBig::from(2_u8)), one)
}

/// The root of a whole number, if it is a whole number too.
fn whole_root(square: &UBig) -> Option<UBig> {
    let root: UBig = square.sqrt();
    (&root * &root == *square).then_some(root)
}

#[cfg(test)]
mod tests {
    use dashu_int::UBig;
    use dashu_ratio::RBig;
    use proptest::{prop_assert, proptest};

    use super::{Rounding, root};

    fn fraction(above: u64, below: u64) -> RBig {
        RBig::from_parts(above.into(), below.max(1).into())
    }

    fn last_digit() -> RBig {
        RBig::from_parts(1.into(), UBig::from(10_u8).pow(30))
    }

    #[test]
    fn the_root_of_a_square_is_exact() {
        for (above, below) in [(0, 1), (1, 1), (9, 4), (1, 144), (49, 10_000)] {
            let square = fraction(above, below);
            for rounding in [Rounding::Down, Rounding::Nearest, Rounding::Up] {
                let found = root(&square, rounding);
                assert_eq!(&found * &found, square);
            }
        }
    }

    #[test]
    fn another_root_has_thirty_digits() {
        // The root of 2 goes on with 698, and that of 35/12 with 175.
        let digits = |above, below, rounding| (root(&fraction(above, below), rounding) / last_digit()).to_string();
        assert_eq!(digits(2, 1, Rounding::Down), "1414213562373095048801688724209");
        assert_eq!(digits(2, 1, Rounding::Nearest), "1414213562373095048801688724210");
        assert_eq!(digits(35, 12, Rounding::Nearest), "1707825127659933063870173113420");
        assert_eq!(digits(35, 12, Rounding::Up), "1707825127659933063870173113421");
    }

    proptest! {
        #[test]
        fn a_root_lies_between_those_that_are_rounded(above: u64, below: u64) {
            let square = fraction(above, below);
            let [low, near, high] = [Rounding::Down, Rounding::Nearest, Rounding::Up].map(|way| root(&square, way));
            prop_assert!(&low * &low <= square && square <= &high * &high);
            prop_assert!(low == high || &high - &low == last_digit());
            prop_assert!(near == low || near == high);
            let middle = (&low + &high) / RBig::from(2_u8);
            prop_assert!(low == high || (near == high) == (&middle * &middle < square));
        }
    }
}
