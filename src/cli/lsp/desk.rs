//! What scripts are read with: one engine, so that systems are checked once, and what is open in the editor before what is on the disk.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::config::Config;
use super::super::edited::Edited;
use super::super::files::{self, Folder};
use crate::engine::{Cancel, Engine, Failure, Shelf};

/// The texts that are open, by the names of their files.
pub(super) type Texts = BTreeMap<String, String>;

/// What engines are made of.
pub(super) struct Desk {
    engine: Engine,
    folder: Folder,
}

impl Desk {
    /// With what scripts may read.
    pub(super) fn new(folder: Folder) -> Self {
        Self { engine: files::engine(Shelf::default()), folder }
    }

    /// What is wrong with the settings for a script.
    pub(super) fn misset(name: &str) -> Option<Failure> {
        Config::at(Some(Path::new(name))).err()
    }

    /// An engine for one script. It finds what is beside the script, and in the folders that its `assize.toml` names.
    pub(super) fn engine(&self, name: &str, texts: Texts, cancel: &Cancel) -> Engine {
        let mut folder = self.folder.clone();
        let config = Config::at(Some(Path::new(name))).unwrap_or_default();
        folder.look_in(config.folders());
        let engine = self.engine.clone().and(Edited { folder, texts });
        engine.and_packs(config.packs().iter().cloned()).called_off_by(cancel)
    }
}
