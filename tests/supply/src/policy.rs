//! `deny.toml`, as far as it is read here.

use std::error::Error;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// What `deny.toml` asks for. What it says besides is for `cargo deny` alone.
#[derive(Clone, Debug, Deserialize)]
pub struct Policy {
    /// Under which licences packages may be.
    pub licenses: Licenses,
    /// Which packages may be there.
    pub bans: Bans,
    /// Where packages may come from.
    pub sources: Sources,
}

/// The section `[licenses]`.
#[derive(Clone, Debug, Deserialize)]
pub struct Licenses {
    /// By their names in SPDX.
    pub allow: Vec<String>,
}

/// The section `[bans]`.
#[derive(Clone, Debug, Deserialize)]
pub struct Bans {
    /// The versions that may be there beside another one of their package.
    pub skip: Vec<Skipped>,
}

/// An entry of `skip`.
#[derive(Clone, Debug, Deserialize)]
pub struct Skipped {
    /// `NAME@VERSION`.
    #[serde(rename = "crate")]
    pub package: String,
    /// Why.
    pub reason: String,
}

/// The section `[sources]`.
#[derive(Clone, Debug, Deserialize)]
pub struct Sources {
    /// Registries, by the addresses that lock files have.
    #[serde(rename = "allow-registry")]
    pub registries: Vec<String>,
}

/// The `deny.toml` of the project at a path.
///
/// # Errors
/// If it cannot be read, or lacks one of the lists.
pub fn policy(root: &Path) -> Result<Policy, Box<dyn Error>> {
    Ok(toml::from_str(&fs::read_to_string(root.join("deny.toml"))?)?)
}
