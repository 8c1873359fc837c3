//! The results of a simulation: for people, and as a file that `assize merge` reads.

use std::collections::BTreeMap;
use std::str::FromStr;

use clap::ValueEnum;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

use super::answering::ModeName;
use crate::diagnostic::{Diagnostic, clean, codes};
use crate::engine::{Counts, Failure, Mode, Seed, SimulateRequest};

/// What files of counts are, and how they are written.
const WRITTEN: &str = "simulation/1";

/// How estimates are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A table for each result, and a line for each other answer
    Text,
    /// One JSON object per line
    Json,
    /// Rows for a spreadsheet, with commas between the cells
    Csv,
    /// One page for a browser or a printer
    Html,
}

/// What was asked of a scene.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    pub questions: Vec<String>,
    pub given: Option<String>,
    pub mode: ModeName,
    pub choices: BTreeMap<String, String>,
    pub cast: BTreeMap<String, String>,
    /// The text of the policy by which choices are made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
}

/// Runs that were made in one go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Part {
    pub seed: Seed,
    /// All runs that were wanted, of which the shard is a part.
    pub runs: u64,
    #[serde(serialize_with = "written_shard", deserialize_with = "read_shard")]
    pub shard: Shard,
    /// Those that were made.
    pub counted: u64,
}

/// A part of the runs: every so many blocks one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    /// Which of the parts it is, from 1 on.
    pub number: u64,
    /// How many there are; at least 1.
    pub of: u64,
}

impl Shard {
    pub(super) const ALL: Shard = Shard { number: 1, of: 1 };

    /// The blocks that are its own, of so many.
    pub(super) fn block(self, place: u64) -> u64 {
        place * self.of + self.number - 1
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match read {
            Some((number, of @ 1..=1_000_000)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            Some(_) | None => Err("write a part as 1/4: its number and the number of parts"),
        }
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// What is kept of a simulation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kept {
    assize: String,
    parts: Vec<Part>,
    asked: Asked,
    counts: Counts,
}

impl From<&Asked> for SimulateRequest {
    fn from(asked: &Asked) -> Self {
        let Asked { questions, given, mode, choices, cast: _, policy: _ } = asked.clone();
        Self { questions, given, choices, mode: Mode::from(mode) }
    }
}

impl Kept {
    pub(super) fn new(part: Part, asked: Asked, counts: Counts) -> Self {
        Self { assize: WRITTEN.to_owned(), parts: vec![part], asked, counts }
    }

    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    pub(super) fn asked(&self) -> &Asked {
        &self.asked
    }

    /// The seeds of its runs; those that come from one after the other once.
    pub(super) fn seeds(&self) -> Vec<String> {
        let mut seeds: Vec<String> = self.parts.iter().map(|part| part.seed.to_string()).collect();
        seeds.dedup();
        seeds
    }

    /// As a file.
    pub(super) fn written(&self) -> String {
        // What it is made of always has a JSON form.
        clean::json(serde_json::to_string_pretty(self).unwrap_or_default() + "\n")
    }

    /// From a file that is shown under this name.
    pub(super) fn read(text: &str, shown: &str) -> Result<Self, Diagnostic> {
        let help = "name a file written by `assize simulate --counts FILE`";
        let foreign = || {
            let message = format!("`{shown}` was not written by this version of `assize simulate --counts`");
            Diagnostic::placeless(codes::UNREADABLE, message).help(help)
        };
        let wrong = |what: String| {
            Diagnostic::placeless(codes::UNREADABLE, format!("the counts in `{shown}` are wrong: {what}")).help(help)
        };
        let kept: Self = serde_json::from_str(text).map_err(|error| {
            let is_ours = serde_json::from_str(text).is_ok_and(|kept: Value| kept["assize"] == WRITTEN);
            if is_ours { wrong(error.to_string()) } else { foreign() }
        })?;
        if kept.assize != WRITTEN {
            return Err(foreign());
        }
        let runs = kept.parts.iter().try_fold(0_u64, |sum, part| sum.checked_add(part.counted));
        if runs != Some(kept.counts.runs()) {
            return Err(wrong("its parts do not add up to its runs".to_owned()));
        }
        Ok(kept)
    }

    /// This and another one of the same scene and the same questions.
    pub(super) fn and(mut self, other: Self) -> Result<Self, Failure> {
        if self.asked != other.asked {
            let complaint = Diagnostic::placeless(codes::USAGE, "these counts answer different questions");
            return Err(complaint.help("merge only counts for the same questions").into());
        }
        if let Some(part) = other.parts.iter().find(|part| self.parts.iter().any(|known| known.overlaps(part))) {
            let message = format!("runs {} from seed {} may be counted twice", part.shard, part.seed);
            let help = "give each file once, and always split the runs of one seed into the same number of parts";
            return Err(Diagnostic::placeless(codes::USAGE, message).help(help).into());
        }
        self.counts = self.counts.and(other.counts)?;
        self.parts.extend(other.parts);
        Ok(self)
    }
}

impl Part {
    /// Whether some runs may be part of both.
    fn overlaps(&self, other: &Part) -> bool {
        self.seed == other.seed && (self.shard.of != other.shard.of || self.shard == other.shard)
    }
}

fn written_shard<S: Serializer>(shard: &Shard, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(shard)
}

fn read_shard<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Shard, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn a_part_has_a_number_up_to_how_many_there_are() {
        assert_eq!("2/3".parse(), Ok(Shard { number: 2, of: 3 }));
        for wrong in ["0/3", "4/3", "1", "1/", "/2", "1/0", "-1/2", "1/9999999"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn parts_share_the_blocks_out() {
        let mut blocks: Vec<u64> =
            (1..=3).flat_map(|number| (0..4).map(move |place| Shard { number, of: 3 }.block(place))).collect();
        blocks.sort_unstable();
        assert_eq!(blocks, (0..12).collect::<Vec<u64>>());
    }
}
