//! Seeds that are typed, and seeds that no one can foresee.

use std::fmt::Display;

use clap::{Args, ValueEnum};

use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Encounter, Failure, Mode, Seed, Seeds, Stream};
use crate::verdict::Audience;

/// The seeds of a run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Answers")]
pub(super) struct Seeding {
    /// Use this seed instead of a fresh one, for secret rolls too
    #[arg(long, value_name = "N", conflicts_with = "dice")]
    seed: Option<Seed>,
    /// Use this seed, taken from a verdict, for secret rolls
    #[arg(long, value_name = "N", conflicts_with = "dice")]
    secret_seed: Option<Seed>,
    /// Roll from the stream that an older verdict names
    #[arg(long, value_enum, value_name = "NAME", default_value_t = Name::Addressed, conflicts_with = "dice")]
    stream: Name,
}

/// The name of the stream that is taken where none is said.
pub(super) const USUAL_STREAM: &str = "blake3/1";

/// The streams by the names that verdicts have for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    /// Each die by itself: an additional die changes no other
    #[value(name = "blake3/1")]
    Addressed,
    /// One die after the other, as in earlier versions
    #[value(name = "chacha8/1")]
    Sequential,
}

impl Seeding {
    /// Which of its options are given.
    pub(super) fn given(&self) -> Vec<&'static str> {
        let given = [
            ("--seed", self.seed.is_some()),
            ("--secret-seed", self.secret_seed.is_some()),
            ("--stream", self.stream != Name::Addressed),
        ];
        given.into_iter().filter(|(_, is_given)| *is_given).map(|(option, _)| option).collect()
    }

    /// Rolls from this seed where nothing else is said.
    pub(super) fn settle(&mut self, seed: Seed) {
        if self.given().is_empty() {
            self.seed = Some(seed);
        }
    }

    /// Where the program's dice come from.
    pub(super) fn stream(&self) -> Result<Stream, Failure> {
        let Some(seed) = self.seed else {
            let alone = self.secret_seed.is_none() && self.stream == Name::Addressed;
            return if alone { fresh().map(Stream::from) } else { Err(unfit("`--seed` is missing")) };
        };
        match (self.stream, self.secret_seed) {
            (Name::Addressed, None) => Ok(Stream::from(seed)),
            (Name::Addressed, Some(secret)) => Ok(Stream::from(Seeds { public: seed, secret })),
            (Name::Sequential, None) => match seed.number() {
                Some(seed) => Ok(Stream::Sequential { seed }),
                None => Err(unfit("a seed of `chacha8/1` must be a whole number below 2^64")),
            },
            (Name::Sequential, Some(_)) => Err(unfit("`chacha8/1` has no separate secret seed")),
        }
    }
}

/// Refuses options about dice if no run of this encounter rolls any. Whoever something is hidden from is told nothing: it may be
/// what rolls.
///
/// # Errors
/// When an option makes no difference.
pub(super) fn refuse_idle(
    options: &[&str],
    (encounter, mode): (&Encounter, Mode),
    whom: Audience,
) -> Result<(), Failure> {
    let [option, ..] = options else { return Ok(()) };
    if encounter.program().is_none() || encounter.may_roll(mode) || !whom.may_see(encounter.most_kept_in_words()) {
        return Ok(());
    }
    let (why, help) = match mode {
        Mode::Random => ("this scene rolls no dice", format!("omit `{option}`")),
        Mode::Deliberate => ("judgement rolls no dice", format!("omit `{option}`, or write `--mode random`")),
        Mode::Automatic => ("`automatic` rolls no dice", format!("omit `{option}`, or write `--mode random`")),
    };
    Err(Diagnostic::placeless(codes::USAGE, format!("`{option}` makes no difference: {why}")).help(help).into())
}

/// Seeds that nobody can foresee, each from the randomness of the system.
///
/// # Errors
/// When the system gives none.
pub(super) fn fresh() -> Result<Seeds, Failure> {
    Ok(Seeds { public: fresh_one()?, secret: fresh_one()? })
}

/// These seeds, and fresh ones where none are said. Whoever knows the public one learns nothing of a fresh secret one.
///
/// # Errors
/// When the system gives no randomness.
pub(super) fn fresh_unless(public: Option<Seed>, secret: Option<Seed>) -> Result<Seeds, Failure> {
    let or_fresh = |seed: Option<Seed>| seed.map_or_else(fresh_one, Ok);
    Ok(Seeds { public: or_fresh(public)?, secret: or_fresh(secret)? })
}

/// One seed that nobody can foresee.
///
/// # Errors
/// When the system gives no randomness.
pub(super) fn fresh_one() -> Result<Seed, Failure> {
    fresh_bytes().map(Seed::from_bytes)
}

/// So many bytes that nobody can foresee.
///
/// # Errors
/// When the system gives no randomness.
pub(super) fn fresh_bytes<const COUNT: usize>() -> Result<[u8; COUNT], Failure> {
    let mut bytes = [0; COUNT];
    getrandom::fill(&mut bytes).map_err(|error| no_randomness(&error))?;
    Ok(bytes)
}

fn no_randomness(error: &dyn Display) -> Failure {
    let message = format!("the operating system's random numbers cannot be read: {error}");
    Diagnostic::placeless(codes::UNREADABLE, message).help("set a seed with `--seed`").into()
}

fn unfit(message: &str) -> Failure {
    Diagnostic::placeless(codes::USAGE, message)
        .help("take the stream, the seed and the secret seed from one verdict")
        .into()
}

#[cfg(test)]
mod tests {
    use super::fresh;

    #[test]
    fn fresh_seeds_differ_in_every_bit() {
        let (mut zeros, mut ones) = ([u128::MAX; 2], [0; 2]);
        for _ in 0..100 {
            let seeds = fresh().expect("there is randomness");
            for (place, seed) in [seeds.public, seeds.secret].into_iter().enumerate() {
                let bits = u128::from_be_bytes(seed.to_bytes());
                zeros[place] &= bits;
                ones[place] |= bits;
            }
            assert!(!seeds.is_derived(), "nothing secret follows from what is public");
        }
        // A bit that stays the same a hundred times by chance: once in 2^91.
        assert_eq!((zeros, ones), ([0; 2], [u128::MAX; 2]));
    }
}
