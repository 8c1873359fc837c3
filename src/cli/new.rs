//! `assize new FOLDER` and `assize new pack NAME`

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};

use super::paths::{readable, typed};
use super::{Exit, Terminal, writing};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Failure, file_stem};

/// The system of a new folder when none is named.
const SYSTEM: &str = include_str!("../../scripts/new/default");

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, subcommand_value_name = "WHAT")]
pub(super) struct Arguments {
    /// The folder; it must not exist yet, or be empty
    #[arg(required = true)]
    folder: Option<PathBuf>,
    /// The system to play
    #[arg(long, value_name = "NAME", default_value = SYSTEM, value_parser = PossibleValuesParser::new(systems(FILES)))]
    system: String,
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Make a folder with a pack of house rules to publish
    #[command(after_help = "Examples:\n  assize new pack 'old coast' --author 'Ada Oak' --licence CC-BY-4.0")]
    Pack(Pack),
}

#[derive(Debug, Args)]
struct Pack {
    /// The pack's name; its folder is called so, with `-` for blanks
    name: PathBuf,
    /// The system that its rules change
    #[arg(long, value_name = "NAME", default_value = SYSTEM, value_parser = PossibleValuesParser::new(systems(PACKS)))]
    system: String,
    /// Who writes it
    #[arg(long, value_name = "NAME", default_value = "anonymous")]
    author: String,
    /// Under which licence others may use it
    #[arg(long, value_name = "LICENCE", default_value = "CC-BY-4.0")]
    licence: String,
}

/// A file by its name, and what is written into it.
type Written = (String, String);

/// What a new folder holds, by the system and the name of the file.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/new.rs"));

/// What a new pack holds.
const PACKS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/new_packs.rs"));

/// The systems with which a folder can begin.
fn systems(files: &[(&'static str, &str)]) -> Vec<&'static str> {
    let mut systems: Vec<&str> = files.iter().filter_map(|(file, _)| Some(file.split_once('/')?.0)).collect();
    systems.dedup();
    systems
}

/// The files of a system, as they are written.
fn files_of(system: &str, files: &[(&str, &str)]) -> Vec<Written> {
    let own = files.iter().filter_map(|(file, text)| Some((file.strip_prefix(system)?.strip_prefix('/')?, text)));
    own.map(|(file, text)| (file.to_owned(), (*text).to_owned())).collect()
}

pub(super) fn new(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    match (&arguments.what, &arguments.folder) {
        (Some(What::Pack(pack)), _) => new_pack(pack, terminal),
        (None, Some(folder)) => {
            let scene = folder.join("scene.asz");
            let next = format!("assize run {}", typed(scene));
            made(folder, (&files_of(&arguments.system, FILES), &next), terminal)
        }
        // The command line is refused without one of the two.
        (None, None) => Exit::Usage,
    }
}

fn new_pack(pack: &Pack, terminal: &mut Terminal) -> Exit {
    let called = pack.name.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || " -'".contains(letter));
    if !is_name(&called) {
        let message = format!("`{}` cannot be the name of a pack", readable(&pack.name));
        let found = Diagnostic::placeless(codes::USAGE, message).help("write words of letters and digits");
        return terminal.fail(&found.into(), Exit::Usage);
    }
    let folder = pack.name.with_file_name(file_stem(&called));
    let stem = file_stem(&called);
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let fill = |(file, text): Written| {
        let is_data = Path::new(&file).extension().is_some_and(|extension| extension == "toml");
        let own = |text: &str| if is_data { quoted(text) } else { text.to_owned() };
        let words = [
            ("NAME", own(&called)),
            ("AUTHOR", own(&pack.author)),
            ("LICENCE", own(&pack.licence)),
            ("VERSION", env!("CARGO_PKG_VERSION").to_owned()),
            ("FOLDER", stem.clone()),
        ];
        // Scripts are as they are; what is put in holds none of the words.
        let is_script = Path::new(&file).extension().is_some_and(|extension| extension == "asz");
        let text = if is_script { text } else { filled(&text, &words) };
        (file, text)
    };
    let files: Vec<Written> = files_of(&pack.system, PACKS).into_iter().map(fill).collect();
    let next = format!("assize pack check {}", typed(&folder));
    made(&folder, (&files, &next), terminal)
}

/// A text with words put in the place of others, each once: what was put in is not read again.
fn filled(text: &str, words: &[(&str, String)]) -> String {
    let (mut filled, mut rest) = (String::new(), text);
    while let Some((at, word, own)) =
        words.iter().filter_map(|(word, own)| Some((rest.find(word)?, word, own))).min_by_key(|(at, _, _)| *at)
    {
        filled.extend([&rest[..at], own.as_str()]);
        rest = &rest[at + word.len()..];
    }
    filled + rest
}

/// Makes a folder, and says what to try next.
fn made(folder: &Path, (files, next): (&[Written], &str), terminal: &mut Terminal) -> Exit {
    match make(folder, files) {
        Ok(()) => {
            terminal.say(&format!("created {}; now try: {next}\n", readable(folder)));
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
fn make(folder: &Path, files: &[Written]) -> io::Result<()> {
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing: Vec<&Path> = folder.ancestors().take_while(is_missing).collect();
    let made = match (folder.parent(), folder.file_name()) {
        (Some(parent), Some(name)) if !missing.is_empty() => make_beside(folder, (parent, name), files),
        _ => fill(folder, files),
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
fn make_beside(folder: &Path, (parent, name): (&Path, &OsStr), files: &[Written]) -> io::Result<()> {
    fs::create_dir_all(parent)?;
    let beside = parent.join(format!(".{}.{}.new", name.to_string_lossy(), process::id()));
    fs::create_dir(&beside)?;
    fill(&beside, files).and_then(|()| fs::rename(&beside, folder)).inspect_err(|_| {
        // It is ours; that it cannot be removed either is no reason to tell another error.
        let _ = fs::remove_dir_all(&beside);
    })
}

/// Writes the files into an empty folder, which is empty again if one of them cannot be written.
fn fill(folder: &Path, files: &[Written]) -> io::Result<()> {
    if fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::new(ErrorKind::AlreadyExists, "it is not empty"));
    }
    let mut written = Vec::new();
    for (name, text) in files {
        let path = folder.join(name);
        let inner = path.parent().filter(|inner| !inner.exists());
        let made = inner.map_or(Ok(()), fs::create_dir);
        if let Err(error) = made.and_then(|()| writing::create(&path, text)) {
            // What cannot be removed either is no reason to tell another error.
            for path in written {
                let _ = fs::remove_file::<&PathBuf>(&path);
                let _ = path.parent().filter(|inner| *inner != folder).map(fs::remove_dir);
            }
            return Err(error);
        }
        written.push(path);
    }
    Ok(())
}
