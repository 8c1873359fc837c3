//! The stream `chacha8/1`: one draw after another from one seed. Verdicts of earlier versions were drawn from it, and
//! can be reproduced.
//!
//! It is defined here completely, so that any language can repeat it:
//!
//! 1. **Key.** From the seed, a whole number of 64 bits, four words are made with `SplitMix64`: `z` starts as the seed;
//!    for each word `z += 0x9E3779B97F4A7C15`, then `w = (z ^ z >> 30) * 0xBF58476D1CE4E5B9`,
//!    `w = (w ^ w >> 27) * 0x94D049BB133111EB`, `w = w ^ w >> 31`, all modulo 2^64. The words, in order and each in
//!    little-endian bytes, are the 32 bytes of the key.
//! 2. **Words.** `ChaCha` with 8 rounds, that key, a nonce of zeros and a 64-bit block counter from 0 gives a stream of
//!    32-bit words. Two of them make a 64-bit word, the first being the lower half.
//! 3. **Bounded draw.** For a number in `0..n`: let `zone` be the largest multiple of `n` that is at most 2^64. Take
//!    words until one is below `zone`; the answer is that word modulo `n`. A draw with `n` below 2 still takes a word.
//! 4. **Die.** A die of `s` sides shows 1 + a draw in `0..s`. The dice of a roll are drawn from left to right.
//! 5. **Card.** Of `n` cards that are left, in order, the one at the place of a draw in `0..n`.
//! 6. **Shuffle.** For `i` from the last place down to 1: swap the places `i` and a draw in `0..i + 1`.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use super::largest_word;

/// The name of the stream.
pub const NAME: &str = "chacha8/1";

/// A stream of numbers from a seed.
#[derive(Debug)]
pub struct Sequential {
    words: Box<ChaCha8Rng>,
}

impl Sequential {
    /// The stream of this seed, from its beginning.
    pub fn new(seed: u64) -> Self {
        Self::keyed(key(seed))
    }

    /// The stream of a key that was made otherwise.
    pub(super) fn keyed(key: [u8; 32]) -> Self {
        Self { words: Box::new(ChaCha8Rng::from_seed(key)) }
    }

    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        let low = u64::from(self.words.next_u32());
        let high = u64::from(self.words.next_u32());
        high << 32 | low
    }

    /// A number in `0..limit`, each as likely as the other; 0 when there is no choice.
    pub fn below(&mut self, limit: u64) -> u64 {
        let limit = limit.max(1);
        let largest = largest_word(limit);
        loop {
            let word = self.word();
            if word <= largest {
                return word % limit;
            }
        }
    }

    /// What a die of so many sides shows.
    pub fn face(&mut self, sides: i64) -> i64 {
        let drawn = self.below(u64::try_from(sides).unwrap_or(1));
        i64::try_from(drawn).unwrap_or(0) + 1
    }

    /// One of so many places, each as likely as the other; `None` when there is none.
    pub fn pick(&mut self, places: usize) -> Option<usize> {
        if places == 0 { None } else { usize::try_from(self.below(places as u64)).ok() }
    }

    /// Puts things into an order, each order as likely as the other.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for place in (1..things.len()).rev() {
            let other = self.below(place as u64 + 1);
            if let Ok(other) = usize::try_from(other) {
                things.swap(place, other);
            }
        }
    }
}

fn key(seed: u64) -> [u8; 32] {
    let mut state = seed;
    let mut key = [0; 32];
    for bytes in key.chunks_exact_mut(8) {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        bytes.copy_from_slice(&mixed(state).to_le_bytes());
    }
    key
}

fn mixed(state: u64) -> u64 {
    let word = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}
