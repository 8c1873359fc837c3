//! Seeds: the part of the dice that no one may foresee.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A seed of 128 bits.
///
/// It is written as 32 hexadecimal digits, or as a plain number if it is less than 2^64: seeds that people type are short.
/// Both can be read again. In JSON it is a text, since many programs round large numbers there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed(u128);

/// The digits of a seed that is no plain number.
const DIGITS: usize = 32;

/// What the key holds, besides the seed, from which a secret seed is derived.
const DERIVING: &[u8; 16] = b"assize/derive/01";

/// A text that is no seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedError;

/// The seeds of a run or a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seeds {
    /// Of what is rolled where everybody sees it.
    pub public: Seed,
    /// Of what is rolled in secret. Nothing public depends on it.
    pub secret: Seed,
}

impl Seed {
    /// The seed of these bytes, of which each should be as likely as any other.
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(bytes))
    }

    /// Its bytes, in the order of its hexadecimal digits.
    pub fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// The plain number it is written as, if it is one.
    pub fn number(self) -> Option<u64> {
        u64::try_from(self.0).ok()
    }

    /// A key for this purpose: the bytes of the seed, and then those of the purpose.
    pub(super) fn key(self, purpose: &[u8; 16]) -> [u8; 32] {
        let mut key = [0; 32];
        let (seed, rest) = key.split_at_mut(16);
        seed.copy_from_slice(&self.to_bytes());
        rest.copy_from_slice(purpose);
        key
    }

    /// The secret seed that belongs to this one when nobody says another. It does not tell of the seed it comes from.
    fn derived(self) -> Self {
        let hash = blake3::keyed_hash(&self.key(DERIVING), b"");
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.as_bytes()[..16]);
        Self::from_bytes(bytes)
    }
}

impl Seeds {
    /// Whether the secret seed follows from the public one, so that it need not be told besides.
    pub fn is_derived(&self) -> bool {
        self.secret == self.public.derived()
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        Self(u128::from(number))
    }
}

impl From<Seed> for Seeds {
    /// Both from one: whoever knows it can foresee what is rolled in secret as well.
    fn from(public: Seed) -> Self {
        Self { public, secret: public.derived() }
    }
}

impl From<u64> for Seeds {
    /// Both from a number.
    fn from(seed: u64) -> Self {
        Self::from(Seed::from(seed))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => write!(f, "{number}"),
            None => write!(f, "{:032x}", self.0),
        }
    }
}

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a seed is a whole number, such as 42 (below 2^64), or {DIGITS} hexadecimal digits")
    }
}

impl std::error::Error for SeedError {}

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Self, SeedError> {
        let consists_of = |is_digit: fn(&u8) -> bool| !text.is_empty() && text.bytes().all(|byte| is_digit(&byte));
        if text.len() == DIGITS && consists_of(u8::is_ascii_hexdigit) {
            return u128::from_str_radix(text, 16).map(Self).map_err(|_| SeedError);
        }
        if !consists_of(u8::is_ascii_digit) {
            return Err(SeedError);
        }
        text.parse::<u64>().map(Self::from).map_err(|_| SeedError)
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        in_words::deserialize(deserializer)
    }
}

/// A number as a text in JSON.
pub(super) mod in_words {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(number: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub fn deserialize<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(deserializer: D) -> Result<T, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
