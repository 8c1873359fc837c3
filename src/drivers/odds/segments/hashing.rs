//! Looks up things that are numbered as they are found: nothing is ever listed in the order of these maps.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A map whose order nobody sees.
pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<Folded>>;

/// The hash of something.
pub fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = Folded::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// An odd number without a pattern in its bits.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// Multiplies each word into what was read before, and folds both halves of the product.
#[derive(Default)]
pub struct Folded(u64);

impl Hasher for Folded {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let (low, high) = (self.0 ^ word ^ MIX).carrying_mul(MIX.rotate_left(17) | 1, 0);
        self.0 = low ^ high.rotate_left(23);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_i64(&mut self, word: i64) {
        self.write_u64(word.cast_unsigned());
    }

    fn write_u128(&mut self, word: u128) {
        let [low, high] = halves(word);
        self.write_u64(low);
        self.write_u64(high);
    }
}

/// The lower and the upper 64 bits.
pub fn halves(word: u128) -> [u64; 2] {
    [word & u128::from(u64::MAX), word >> 64].map(|limb| u64::try_from(limb).unwrap_or(0))
}
