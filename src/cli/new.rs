//! `assize new FOLDER`

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Exit, Terminal};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::Failure;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The folder; it must not exist yet, or be empty
    folder: PathBuf,
}

/// What a new folder holds.
const FILES: &[(&str, &str)] = &[
    ("party.asz", include_str!("../../scripts/new/party.asz")),
    ("scene.asz", include_str!("../../scripts/new/scene.asz")),
    ("README.md", include_str!("../../scripts/new/README.md")),
];

pub(super) fn new(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let folder = &arguments.folder;
    match fill(folder) {
        Ok(()) => {
            let scene = folder.join("scene.asz");
            terminal.say(&format!("made {}; now try: assize run {}\n", folder.display(), scene.display()));
            Exit::Done
        }
        Err(error) => {
            let message = format!("`{}` cannot be made: {error}", folder.display());
            let complaint = Diagnostic::placeless(codes::UNREADABLE, message).help("choose another name");
            terminal.fail(&Failure::from(complaint), Exit::InputOutput)
        }
    }
}

fn fill(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    if fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::other("there is something in it already"));
    }
    for (name, text) in FILES {
        File::create_new(folder.join(name))?.write_all(text.as_bytes())?;
    }
    Ok(())
}
