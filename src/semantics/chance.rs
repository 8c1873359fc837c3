//! The program's own dice and cards: the same from the same seeds everywhere and in every version.
//!
//! A die has an *address*: the entry it is rolled in, the path it is rolled for, who rolls it, how often they have
//! rolled for that path in that entry before, and its place in the roll. What it shows depends on its address and a seed,
//! and on nothing else. So another die, another modifier or another line changes no die that is still rolled, and a roll
//! can be found again in a script that has changed.
//!
//! Secret rolls come from a separate seed. Anyone who sees every public die learns nothing about it.
//!
//! [`addressed`] defines this stream completely, and [`sequential`] the one used before.

pub mod address;
pub mod addressed;
pub mod blocks;
pub mod seed;
pub mod sequential;

use serde::{Deserialize, Serialize};

pub use address::{DieAddress, Repeats};
pub use seed::{Seed, SeedError, Seeds};

use sequential::Sequential;

/// Where dice and cards come from: a stream, and the seeds it begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "stream", deny_unknown_fields)]
#[non_exhaustive]
pub enum Stream {
    /// A draw for every address.
    #[serde(rename = "blake3/1")]
    Addressed {
        /// What the draws are keyed by.
        seeds: Seeds,
        /// The entry of a session whose dice these are; 0 for a run outside of a session.
        entry: u64,
    },
    /// One draw after the other, all from one seed: what verdicts of earlier versions name as their stream.
    #[serde(rename = "chacha8/1")]
    Sequential {
        /// What every draw follows from.
        #[serde(with = "seed::in_words")]
        seed: u64,
    },
}

impl Stream {
    /// The stream of an entry of a session.
    pub fn of_entry(seeds: Seeds, entry: u64) -> Self {
        Self::Addressed { seeds, entry }
    }

    /// Its name, as verdicts tell it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Addressed { .. } => addressed::NAME,
            Self::Sequential { .. } => sequential::NAME,
        }
    }

    /// The seed of what is rolled where everybody sees it.
    pub fn seed(&self) -> Seed {
        match self {
            Self::Addressed { seeds, .. } => seeds.public,
            Self::Sequential { seed } => Seed::from(*seed),
        }
    }
}

impl From<Seeds> for Stream {
    /// Outside of a session.
    fn from(seeds: Seeds) -> Self {
        Self::of_entry(seeds, 0)
    }
}

impl From<Seed> for Stream {
    /// Outside of a session, with both seeds from one.
    fn from(seed: Seed) -> Self {
        Self::from(Seeds::from(seed))
    }
}

impl From<u64> for Stream {
    /// Outside of a session, with both seeds from a number.
    fn from(seed: u64) -> Self {
        Self::from(Seeds::from(seed))
    }
}

/// A stream that is drawn from.
#[derive(Debug)]
pub enum Chance {
    /// See [`Stream::Addressed`]. Nothing is used up.
    Addressed {
        /// What the draws are keyed by.
        seeds: Seeds,
        /// The entry of a session whose dice these are; 0 outside of a session.
        entry: u64,
    },
    /// See [`Stream::Sequential`].
    Sequential(Sequential),
}

impl From<Stream> for Chance {
    /// A stream at its beginning: nothing has been drawn from it.
    fn from(stream: Stream) -> Self {
        match stream {
            Stream::Addressed { seeds, entry } => Self::Addressed { seeds, entry },
            Stream::Sequential { seed } => Self::Sequential(Sequential::new(seed)),
        }
    }
}

/// What a draw is for: an address without its entry, and whether players must not see the draw made.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'a> {
    /// The path it is made for.
    pub path: &'a str,
    /// Who rolls or draws, by name; empty when nobody in particular does.
    pub by: &'a str,
    /// How often they have drawn for that path before.
    pub time: u64,
    /// Whether it is secret.
    pub secret: bool,
}

impl Chance {
    /// The same stream once more, if looking at what it draws uses nothing up.
    pub fn ahead(&self) -> Option<Chance> {
        match self {
            Self::Addressed { seeds, entry } => Some(Self::Addressed { seeds: *seeds, entry: *entry }),
            Self::Sequential(_) => None,
        }
    }

    /// What dice of so many sides show.
    pub fn faces(&mut self, draw: Draw<'_>, sides: &[i64]) -> Vec<i64> {
        match self {
            Self::Addressed { seeds, entry } => addressed::faces(seeds, draw.secret, draw.address(*entry), sides),
            Self::Sequential(stream) => sides.iter().map(|sides| stream.face(*sides)).collect(),
        }
    }

    /// The card that comes up of a deck of so many cards; `None` when none is left. `left` are those that are, in order.
    pub fn card(&mut self, draw: Draw<'_>, size: usize, left: &[u32]) -> Option<u32> {
        match self {
            Self::Addressed { seeds, entry } => addressed::card(seeds, draw.secret, draw.address(*entry), size, left),
            Self::Sequential(stream) => stream.pick(left.len()).and_then(|place| left.get(place)).copied(),
        }
    }
}

impl<'a> Draw<'a> {
    fn address(self, entry: u64) -> DieAddress<'a> {
        DieAddress { entry, path: self.path, by: self.by, time: self.time }
    }
}

/// The largest word that may be drawn for a number in `0..limit`, of which there is at least one: those above it would
/// favour the lowest numbers.
fn largest_word(limit: u64) -> u64 {
    // 2^64 modulo the limit: so many words are left over at the top.
    let surplus = (u64::MAX % limit + 1) % limit;
    u64::MAX - surplus
}
