//! The stream `blake3/1`: a draw for every address.
//!
//! It is defined here completely, so that any language can repeat it:
//!
//! 1. **Key.** The 16 bytes of the seed, the first hexadecimal digits first, and behind them 16 bytes of ASCII:
//!    `assize/public/01` for what everybody sees, with the public seed, or `assize/secret/01` with the secret one. A
//!    secret seed that is derived is the first 16 bytes of keyed BLAKE3 of no bytes, with the public seed and
//!    `assize/derive/01` as the key.
//! 2. **Address.** The entry, 64 bits; the time, 64 bits; the length of the path in bytes, 32 bits; the path in UTF-8; the
//!    length of the name in bytes, 32 bits; the name in UTF-8. All numbers are little-endian.
//! 3. **Words.** Keyed BLAKE3 of the address, with its output as long as it is needed. The 64-bit word `n` stands, in
//!    little-endian bytes, at the byte `8 * n` of it.
//! 4. **Bounded draw.** For a number in `0..n` at the place `i` of a roll: let `zone` be the largest multiple of `n` that is at
//!    most 2^64. Of the words `i`, `i + 2^32`, `i + 2 * 2^32` and so on the first one below `zone` counts; the answer is
//!    that word modulo `n`. So what one die takes never moves another.
//! 5. **Die.** The dice of a roll have the places 0, 1, 2 and so on, from left to right. A die of `s` sides shows 1 + a
//!    draw in `0..s`.
//! 6. **Card.** From a deck of `n` cards: of the draws in `0..n` at the places 0, 1, 2 and so on the first one counts that is
//!    the number of a card that is left. So a card that is still there comes up again, whatever else was drawn.

use blake3::{Hasher, OutputReader};

use super::{DieAddress, Seeds, largest_word};

/// The name of the stream; another way of drawing anything would be another name.
pub const NAME: &str = "blake3/1";

/// What the key of public draws holds besides the seed.
const PUBLIC: &[u8; 16] = b"assize/public/01";

/// What the key of secret draws holds besides the seed.
const SECRET: &[u8; 16] = b"assize/secret/01";

/// So many places are tried for a card: all that there are before the second words begin. The last card of the largest deck
/// is found long before.
const LONGEST_SEARCH: u64 = 1 << 32;

/// So many bytes of the output are worked out at once.
const BLOCK: usize = 64;

/// So many words are in them.
const WORDS: u64 = 8;

/// What dice of so many sides show.
pub(super) fn faces(seeds: &Seeds, secret: bool, address: DieAddress<'_>, sides: &[i64]) -> Vec<i64> {
    let mut words = Words::of(seeds, secret, address);
    let face = |(place, sides): (u64, &i64)| {
        let drawn = words.below(place, u64::try_from(*sides).unwrap_or(1));
        i64::try_from(drawn).unwrap_or(0) + 1
    };
    (0..).zip(sides).map(face).collect()
}

/// The card that comes up of a deck of so many; `None` when none is left.
pub(super) fn card(seeds: &Seeds, secret: bool, address: DieAddress<'_>, size: usize, left: &[u32]) -> Option<u32> {
    if left.is_empty() {
        return None;
    }
    let mut words = Words::of(seeds, secret, address);
    let mut drawn = (0..LONGEST_SEARCH).filter_map(|place| u32::try_from(words.below(place, size as u64)).ok());
    drawn.find(|card| left.binary_search(card).is_ok())
}

/// The words of one address.
struct Words {
    output: OutputReader,
    /// The block that was worked out last, and its number.
    block: [u8; BLOCK],
    number: u64,
}

impl Words {
    fn of(seeds: &Seeds, secret: bool, address: DieAddress<'_>) -> Self {
        let key = if secret { seeds.secret.key(SECRET) } else { seeds.public.key(PUBLIC) };
        let mut hasher = Hasher::new_keyed(&key);
        hasher.update(&address.entry.to_le_bytes()).update(&address.time.to_le_bytes());
        for text in [address.path, address.by] {
            let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
            hasher.update(&length.to_le_bytes()).update(text.as_bytes());
        }
        let mut words = Self { output: hasher.finalize_xof(), block: [0; BLOCK], number: 0 };
        words.output.fill(&mut words.block);
        words
    }

    fn word(&mut self, place: u64) -> u64 {
        let number = place / WORDS;
        if number != self.number {
            self.output.set_position(number * BLOCK as u64);
            self.output.fill(&mut self.block);
            self.number = number;
        }
        let (words, _) = self.block.as_chunks::<8>();
        usize::try_from(place % WORDS).ok().and_then(|word| words.get(word)).map_or(0, |word| u64::from_le_bytes(*word))
    }

    /// A number in `0..limit`, each as likely as the other; 0 when there is no choice.
    fn below(&mut self, place: u64, limit: u64) -> u64 {
        let limit = limit.max(1);
        let largest = largest_word(limit);
        let mut candidates = (0_u64..1 << 24).map(|attempt| self.word((attempt << 32) + place));
        // That millions of words would be above it has no chance: each is below it at least every other time.
        candidates.find(|word| *word <= largest).unwrap_or(0) % limit
    }
}
