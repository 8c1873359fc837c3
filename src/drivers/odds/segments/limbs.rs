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

/// Writes a number that is not longer.
pub fn put(to: &mut [u64], number: &UBig) {
    to.fill(0);
    for (limb, bytes) in to.iter_mut().zip(number.to_le_bytes().chunks(size_of::<u64>())) {
        *limb = bytes.iter().rev().fold(0, |limb, byte| limb << 8 | u64::from(*byte));
    }
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

    #[test]
    fn a_wider_number_is_the_same() {
        let mut numbers = Numbers::new(2, 1);
        numbers.get_mut(0, 1).copy_from_slice(&[7]);
        numbers.get_mut(1, 1).copy_from_slice(&[9]);
        numbers.widen(3);
        assert_eq!((numbers.get(0, 3), numbers.get(1, 3)), (&[7, 0, 0][..], &[9, 0, 0][..]));
    }
}
