//! Shares of a segment: a number of ways out of a total.

/// A share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// So many ways.
    pub ways: u128,
    /// Of so many; never 0.
    pub of: u128,
}

impl Fraction {
    pub const ZERO: Self = Self { ways: 0, of: 1 };
    pub const ONE: Self = Self { ways: 1, of: 1 };

    /// Both together; `None` if that takes longer numbers. Only different denominators have to be brought to one.
    pub fn plus(self, other: Self) -> Option<Self> {
        if self.ways == 0 || self.of == other.of {
            return Some(Self { ways: self.ways.checked_add(other.ways)?, of: other.of });
        }
        let of = multiple(self.of, other.of)?;
        let (one, two) = (self.ways.checked_mul(of / self.of)?, other.ways.checked_mul(of / other.of)?);
        Some(Self { ways: one.checked_add(two)?, of })
    }

    /// The share of a share; `None` if that takes longer numbers.
    pub fn times(self, other: Self) -> Option<Self> {
        let product = |one: Self, two: Self| {
            Some(Self { ways: one.ways.checked_mul(two.ways)?, of: one.of.checked_mul(two.of)? })
        };
        product(self, other).or_else(|| {
            let (one, two) = (divisor(self.ways, other.of), divisor(other.ways, self.of));
            let (one, two) = (one.max(1), two.max(1));
            let first = Self { ways: self.ways / one, of: self.of / two };
            product(first, Self { ways: other.ways / two, of: other.of / one })
        })
    }
}

/// The greatest number that divides both.
pub fn divisor(mut one: u128, mut other: u128) -> u128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// The least number that both divide, which are not 0.
pub fn multiple(one: u128, other: u128) -> Option<u128> {
    (one / divisor(one, other)).checked_mul(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_ratio::RBig;
    use proptest::prelude::*;

    fn exact(fraction: Fraction) -> RBig {
        RBig::from_parts(fraction.ways.into(), fraction.of.into())
    }

    fn number() -> impl Strategy<Value = u128> {
        prop_oneof![1..400_u128, any::<u128>().prop_map(|n| n >> 70 | 1), any::<u128>().prop_map(|n| n | 1)]
    }

    fn share() -> impl Strategy<Value = Fraction> {
        (number(), number()).prop_map(|(ways, of)| Fraction { ways, of })
    }

    proptest! {
        #[test]
        fn sums_and_products_are_exact_or_given_up(one in share(), two in share()) {
            if let Some(sum) = one.plus(two) {
                prop_assert_eq!(exact(sum), exact(one) + exact(two));
            }
            if let Some(product) = one.times(two) {
                prop_assert_eq!(exact(product), exact(one) * exact(two));
            }
            prop_assert_eq!(Fraction::ZERO.plus(one), Some(one));
        }
    }
}
