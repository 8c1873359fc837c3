//! The stream `simulate/2`: for many runs at once, none of which is ever replayed. No run by this seed rolls these
//! dice, so a simulation of a scene reveals nothing about how it will go.
//!
//! Runs are grouped in blocks, and each block draws from its own stream. So the blocks can be run in any order, on any
//! number of machines:
//!
//! 1. **Key.** The 32 bytes of keyed BLAKE3 of the number of the block, 64 bits, little-endian, counted from 0; the key is the 16
//!    bytes of the seed, the first hexadecimal digits first, and behind them the ASCII `assize/simulate1`.
//! 2. Words, bounded draws and dice are those of [`sequential`](super::sequential), with that key. The runs of a block are made one
//!    after the other, and each draws in the order of its script.
//! 3. **Card.** Cards that a script cannot tell apart may count as one that is there several times. Of `n` cards that are left,
//!    sorted, the one at the place of a draw in `0..n`.
//! 4. **Lots.** Where all that may come of a program is little, it is followed beforehand, and each draw decides a stretch of it with all
//!    dice in it. Which stretches these are is up to the program that simulates: the same version gives the same counts everywhere.

use super::Seed;
use super::sequential::Sequential;

/// The name of the stream.
pub const NAME: &str = "simulate/2";

/// What the key of a block holds besides the seed.
const PURPOSE: &[u8; 16] = b"assize/simulate1";

/// The stream of a block.
pub fn block(seed: Seed, number: u64) -> Sequential {
    Sequential::keyed(*blake3::keyed_hash(&seed.key(PURPOSE), &number.to_le_bytes()).as_bytes())
}

/// What tells one program from another, as 32 hexadecimal digits: counts of different ones are not put together.
pub fn fingerprint(program: &[u8]) -> String {
    blake3::hash(program).to_hex().chars().take(32).collect()
}

#[cfg(test)]
mod tests {
    use super::{Seed, block};

    #[test]
    fn each_block_of_each_seed_has_dice_of_its_own() {
        let faces = |seed: u64, number| {
            let mut stream = block(Seed::from(seed), number);
            (0..40).map(|_| stream.face(6)).collect::<Vec<_>>()
        };
        assert_eq!(faces(7, 0), faces(7, 0));
        let all = [faces(7, 0), faces(7, 1), faces(8, 0), faces(8, 1)];
        assert!((1..4).all(|place| all[..place].iter().all(|other| *other != all[place])));
        assert!(all.iter().flatten().all(|face| (1..=6).contains(face)));
    }
}
