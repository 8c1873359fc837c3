//! What `assize repl` can be called with.

use std::path::PathBuf;

use clap::Args;

use super::commands;
use crate::cli::answering::{ModeName, pair};
use crate::cli::dice_page::Address;
use crate::engine::Seed;
use crate::journal::EntryMode;

#[derive(Debug, Args)]
#[command(after_help = commands::summary())]
pub(in crate::cli) struct Arguments {
    /// Scripts to begin with; each is entered as `use`
    pub(in crate::cli) files: Vec<PathBuf>,
    /// Save the session in this file; if the file exists, continue that session
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(super) journal: Option<PathBuf>,
    /// Resume a session; without a file, the last session in this folder
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    pub(super) resume: Option<Vec<PathBuf>>,
    /// Use this seed instead of a fresh one, for secret rolls too
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<Seed>,
    /// How to decide what a scene leaves open, until `:mode` changes it
    #[arg(long, value_enum, conflicts_with = "table")]
    pub(super) mode: Option<ModeName>,
    /// Roll at the table; with names, separated by commas, only those people's dice
    #[arg(long, value_name = "NAME,NAME", num_args = 0..=1, require_equals = true)]
    pub(super) table: Option<Vec<String>>,
    /// Open a page on which players enter their dice from a phone, at this address; without an address, on this computer only
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = Address::read)]
    pub(super) dice_page: Option<Address>,
    /// Fill a role of a scene, or several, separated by commas; may be repeated
    #[arg(long, value_name = "ROLE=NAME", value_parser = pair, value_delimiter = ',')]
    pub(super) cast: Vec<(String, String)>,
    /// Show only results, texts, and what has changed
    #[arg(long)]
    pub(super) brief: bool,
    /// With each choice, show the odds after each option: for this question, or for the goal that the line suggests
    #[arg(long, value_name = "QUESTION", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(super) with_odds: Option<String>,
}

impl Arguments {
    /// What answers the entries, and whose dice are rolled by hand; `None` where nothing says so.
    pub(super) fn answering(&self) -> Option<(EntryMode, Vec<String>)> {
        let mode = self.mode.map(EntryMode::from);
        let Some(names) = &self.table else { return Some((mode?, Vec::new())) };
        // What is set as a default names nobody, and is for what rolls dice.
        let is_set = names.as_slice() == [String::new()];
        match mode {
            Some(mode @ (EntryMode::Deliberate | EntryMode::Automatic)) if is_set => Some((mode, Vec::new())),
            _ => Some((EntryMode::Table, listed(&names.join(",")))),
        }
    }
}

/// Names with commas between them, or spaces where there is no comma.
pub(super) fn listed(names: &str) -> Vec<String> {
    let between: &[char] = if names.contains(',') { &[','] } else { &[' ', '\t'] };
    names.split(between).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_parted_by_commas_or_spaces() {
        assert_eq!(super::listed("ada bo"), ["ada", "bo"]);
        assert_eq!(super::listed("old ada, bo"), ["old ada", "bo"]);
        assert!(super::listed("").is_empty());
    }
}
