//! Whole numbers of 64-bit limbs, lowest first, many of them side by side in one list. All have the same number of limbs, which
//! grows with the denominator: so nothing is allocated while weights are added, and nothing is reduced to lowest terms.

use dashu_int::UBig;

use super::hashing::halves;

/// Numbers by their places.
pub struct Numbers {
    limbs: Vec<u64>,
    /// The limbs of each.
    width: usize,
}

impl Numbers {
    pub fn new(count: usize, width: usize) -> Self {
        Self { limbs: vec![0; count * width], width }
    }

    /// Gives each of them so many limbs at least.
    pub fn widen(&mut self, width: usize) {
        if width <= self.width {
            return;
        }
        let mut limbs = vec![0; self.limbs.len() / self.width * width];
        for (to, from) in limbs.chunks_exact_mut(width).zip(self.limbs.chunks_exact(self.width)) {
            to[..from.len()].copy_from_slice(from);
        }
        *self = Self { limbs, width };
    }

    pub fn get(&self, place: usize, length: usize) -> &[u64] {
        &self.limbs[place * self.width..][..length]
    }

    pub fn get_mut(&mut self, place: usize, length: usize) -> &mut [u64] {
        &mut self.limbs[place * self.width..][..length]
    }
}

/// `to += from * factor`; whatever lies beyond `to` is known to be 0.
#[inline]
pub fn add_product(to: &mut [u64], from: &[u64], factor: u128) {
    let [low, high] = halves(factor);
    add_short(to, from, low);
    if high != 0 {
        add_short(&mut to[1..], from, high);
    }
}

#[inline]
fn add_short(to: &mut [u64], from: &[u64], factor: u64) {
    let mut carry = 0;
    for (to, from) in to.iter_mut().zip(from) {
        (*to, carry) = from.carrying_mul_add(factor, *to, carry);
    }
}

/// `number *= factor`, by way of `spare`, which is as long.
pub fn scale(number: &mut [u64], factor: u128, spare: &mut Vec<u64>) {
    if factor == 1 {
        return;
    }
    let [low, high] = halves(factor);
    if high == 0 {
        let mut carry = 0;
        for limb in number {
            (*limb, carry) = limb.carrying_mul(low, carry);
        }
        return;
    }
    spare.clear();
    spare.extend_from_slice(number);
    number.fill(0);
    add_product(number, spare, factor);
}

/// `number *= factor` for all these factors, as many at once as fit into one.
pub fn scale_by_all(number: &mut [u64], factors: &[u128], spare: &mut Vec<u64>) {
    let mut together = 1_u128;
    for factor in factors {
        together = together.checked_mul(*factor).unwrap_or_else(|| {
            scale(number, together, spare);
            *factor
        });
    }
    scale(number, together, spare);
}

/// A number without the limbs at its end that are 0.
pub fn trimmed(number: &[u64]) -> &[u64] {
    let length = number.iter().rposition(|limb| *limb != 0).map_or(0, |last| last + 1);
    &number[..length]
}

/// A sum that becomes as long as it has to be. Its memory is kept when it is cleared.
#[derive(Clone, Debug, Default)]
pub struct Sum(Vec<u64>);

impl Sum {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Its limbs, the last of which is not 0.
    pub fn limbs(&self) -> &[u64] {
        trimmed(&self.0)
    }

    /// Adds a number, multiplied by a factor.
    #[inline]
    pub fn add(&mut self, number: &[u64], factor: u128) {
        let [low, high] = halves(factor);
        self.add_at(0, number, low);
        if high != 0 {
            self.add_at(1, number, high);
        }
    }

    /// Adds the product of two numbers.
    pub fn add_product(&mut self, one: &[u64], other: &[u64]) {
        let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
        for (place, limb) in short.iter().enumerate() {
            self.add_at(place, long, *limb);
        }
    }

    /// Multiplies it by all these factors.
    pub fn scale_by_all(&mut self, factors: &[u128], spare: &mut Vec<u64>) {
        if factors.iter().all(|factor| *factor == 1) {
            return;
        }
        let bits: u32 = factors.iter().map(|factor| u128::BITS - factor.leading_zeros()).sum();
        let length = self.limbs().len();
        self.0.resize(length + bits.div_ceil(u64::BITS) as usize, 0);
        scale_by_all(&mut self.0, factors, spare);
        let length = self.limbs().len();
        self.0.truncate(length);
    }

    /// Multiplies it by a number, by way of `spare`.
    pub fn scale_by(&mut self, factor: &[u64], spare: &mut Sum) {
        if factor == [1] {
            return;
        }
        spare.clear();
        spare.add_product(self.limbs(), factor);
        std::mem::swap(self, spare);
    }

    fn add_at(&mut self, place: usize, number: &[u64], factor: u64) {
        let end = place + number.len();
        if self.0.len() < end {
            self.0.resize(end, 0);
        }
        let (sum, rest) = self.0[place..].split_at_mut(number.len());
        let mut carry = 0;
        for (to, from) in sum.iter_mut().zip(number) {
            (*to, carry) = from.carrying_mul_add(factor, *to, carry);
        }
        for to in rest {
            if carry == 0 {
                return;
            }
            let (sum, is_over) = to.overflowing_add(carry);
            (*to, carry) = (sum, u64::from(is_over));
        }
        if carry != 0 {
            self.0.push(carry);
        }
    }
}

/// Writes a number that is not longer.
pub fn put(to: &mut [u64], number: &UBig) {
    to.fill(0);
    for (limb, bytes) in to.iter_mut().zip(number.to_le_bytes().chunks(size_of::<u64>())) {
        *limb = bytes.iter().rev().fold(0, |limb, byte| limb << 8 | u64::from(*byte));
    }
}

/// The limbs of a number, the last of which is not 0.
pub fn of(number: &UBig) -> Vec<u64> {
    let bytes = number.to_le_bytes();
    let mut limbs = vec![0; bytes.len().div_ceil(size_of::<u64>())];
    put(&mut limbs, number);
    limbs
}

/// The number as it is reckoned with elsewhere.
pub fn big(number: &[u64]) -> UBig {
    let bytes: Vec<u8> = number.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    UBig::from_le_bytes(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn products_and_sums_are_those_of_big_numbers(
            from in prop::collection::vec(any::<u64>(), 3),
            to in prop::collection::vec(any::<u64>(), 3),
            factor in any::<u128>(),
            is_short in any::<bool>(),
        ) {
            let factor = if is_short { factor >> 64 } else { factor };
            let (mut sum, mut product) = (to.clone(), from.clone());
            for number in [&mut sum, &mut product] {
                number.resize(7, 0);
            }
            let mut long = from.clone();
            long.resize(7, 0);
            add_product(&mut sum, &long, factor);
            scale(&mut product, factor, &mut Vec::new());
            prop_assert_eq!(big(&sum), big(&to) + big(&from) * UBig::from(factor));
            prop_assert_eq!(big(&product), big(&from) * UBig::from(factor));
            put(&mut long, &big(&sum));
            prop_assert_eq!(big(&long), big(&sum));
        }
    }

    proptest! {
        #[test]
        fn sums_grow_as_they_have_to(
            numbers in prop::collection::vec(prop::collection::vec(prop_oneof![Just(u64::MAX), any::<u64>()], 0..5), 0..5),
            factors in prop::collection::vec(prop_oneof![Just(1), Just(u128::MAX), any::<u128>(), 2..400_u128], 0..4),
        ) {
            let (mut sum, mut expected) = (Sum::default(), UBig::ZERO);
            for (place, number) in numbers.iter().enumerate() {
                let other = numbers.last().map_or(&[][..], Vec::as_slice);
                let factor = factors.get(place).copied().unwrap_or(u128::MAX);
                sum.add(number, factor);
                sum.add_product(trimmed(number), trimmed(other));
                expected += big(number) * UBig::from(factor) + big(number) * big(other);
                prop_assert_eq!(big(sum.limbs()), expected.clone());
            }
            let mut other = sum.clone();
            sum.scale_by_all(&factors, &mut Vec::new());
            let all = factors.iter().fold(UBig::ONE, |all, factor| all * UBig::from(*factor));
            other.scale_by(&of(&all), &mut Sum::default());
            prop_assert_eq!(other.limbs(), sum.limbs());
            prop_assert_eq!(big(sum.limbs()), expected * all);
            prop_assert!(sum.limbs().last() != Some(&0));
            sum.clear();
            prop_assert!(sum.limbs().is_empty());
        }
    }

    #[test]
    fn a_wider_number_is_the_same() {
        let mut numbers = Numbers::new(2, 1);
        numbers.get_mut(0, 1).copy_from_slice(&[7]);
        numbers.get_mut(1, 1).copy_from_slice(&[9]);
        numbers.widen(3);
        assert_eq!((numbers.get(0, 3), numbers.get(1, 3)), (&[7, 0, 0][..], &[9, 0, 0][..]));
    }
}
