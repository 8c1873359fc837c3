//! `assize new FOLDER`

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::paths::{readable, typed};
use super::{Exit, Terminal, writing};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::Failure;

/// The system of a new folder when none is named.
const SYSTEM: &str = include_str!("../../scripts/new/default");

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The folder; it must not exist yet, or be empty
    folder: PathBuf,
    /// The system to play
    #[arg(long, value_name = "NAME", default_value = SYSTEM, value_parser = PossibleValuesParser::new(systems()))]
    system: String,
}

/// What a new folder holds, by the system and the name of the file.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/new.rs"));

/// The systems that a folder can begin with.
fn systems() -> Vec<&'static str> {
    let mut systems: Vec<&str> = FILES.iter().filter_map(|(file, _)| Some(file.split_once('/')?.0)).collect();
    systems.dedup();
    systems
}

pub(super) fn new(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let folder = &arguments.folder;
    match make(folder, &arguments.system) {
        Ok(()) => {
            let scene = folder.join("scene.asz");
            terminal.say(&format!("created {}; now try: assize run {}\n", readable(folder), typed(scene)));
            Exit::Done
        }
        Err(error) => {
            let shown = readable(folder);
            let (message, help) = match error.kind() {
                ErrorKind::AlreadyExists | ErrorKind::DirectoryNotEmpty => {
                    (format!("the folder `{shown}` already exists and is not empty"), "choose another name")
                }
                ErrorKind::NotADirectory => {
                    (format!("`{shown}` cannot be created: a file is in the way"), "choose another name")
                }
                _ => (
                    format!("the folder `{shown}` cannot be created: {error}"),
                    "check that you may write there and that the disk has room, or choose another place",
                ),
            };
            let complaint = Diagnostic::placeless(codes::UNWRITABLE, message).help(help);
            terminal.fail(&Failure::from(complaint), Exit::InputOutput)
        }
    }
}

/// Makes the folder with its files, or nothing.
fn make(folder: &Path, system: &str) -> io::Result<()> {
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing: Vec<&Path> = folder.ancestors().take_while(is_missing).collect();
    let made = match (folder.parent(), folder.file_name()) {
        (Some(parent), Some(name)) if !missing.is_empty() => make_beside(folder, (parent, name), system),
        _ => fill(folder, system),
    };
    if made.is_err() {
        // Those in which somebody else has put something by now stay.
        for folder in missing {
            let _ = fs::remove_dir(folder);
        }
    }
    made
}

/// Makes the folder beside its place, where nobody looks for it, and puts it there once it is whole.
fn make_beside(folder: &Path, (parent, name): (&Path, &OsStr), system: &str) -> io::Result<()> {
    fs::create_dir_all(parent)?;
    let beside = parent.join(format!(".{}.{}.new", name.to_string_lossy(), process::id()));
    fs::create_dir(&beside)?;
    fill(&beside, system).and_then(|()| fs::rename(&beside, folder)).inspect_err(|_| {
        // It is ours; that it cannot be removed either is no reason to tell another error.
        let _ = fs::remove_dir_all(&beside);
    })
}

/// Writes the files into an empty folder, which is empty again if one of them cannot be written.
fn fill(folder: &Path, system: &str) -> io::Result<()> {
    if fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::new(ErrorKind::AlreadyExists, "it is not empty"));
    }
    let wanted = FILES.iter().filter_map(|(file, text)| Some((file.strip_prefix(system)?.strip_prefix('/')?, text)));
    let mut written = Vec::new();
    for (name, text) in wanted {
        let path = folder.join(name);
        if let Err(error) = writing::create(&path, text) {
            // What cannot be removed either is no reason to tell another error.
            for path in written {
                let _ = fs::remove_file::<PathBuf>(path);
            }
            return Err(error);
        }
        written.push(path);
    }
    Ok(())
}
