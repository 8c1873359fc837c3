//! Where the journals of sessions are, and how a session begins with one.

use std::path::{Path, PathBuf};
use std::{env, fs};

use super::arguments::Arguments;
use super::in_words::{first_line, new_page};
use crate::cli::dates::today;
use crate::cli::paths::readable;
use crate::cli::{Exit, Terminal, seeds};
use crate::diagnostic::clean;
use crate::engine::{Engine, Failure, Seeds};
use crate::journal::{Journal, JournalError, JournalFile, Record, Recovered};
use crate::session::Session;

/// A session that can be played.
pub(super) struct Begun {
    pub(super) session: Session,
    /// A line that was cut off while it ran.
    pub(super) unfinished: Option<String>,
    /// The journal, if it was made just now and nobody has asked for it.
    pub(super) fresh: Option<PathBuf>,
}

/// The person's folder for what programs remember.
pub(super) fn state_folder() -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_STATE_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local/state")))
        .or_else(|| set("LOCALAPPDATA"))?;
    Some(base.join("assize"))
}

/// Begins or resumes a session, and says where it is recorded.
pub(super) fn begin(
    engine: Engine,
    arguments: &Arguments,
    typed: bool,
    terminal: &mut Terminal,
) -> Result<Begun, Exit> {
    let wanted = match (&arguments.journal, &arguments.resume) {
        (Some(path), _) => Some(path.clone()),
        (None, Some(named)) => match named.first().cloned().or_else(last) {
            None => {
                terminal.warn(&nothing_to_resume());
                return Err(Exit::Usage);
            }
            path => path,
        },
        (None, None) => None,
    };
    let seeds = arguments.seed.map_or_else(seeds::fresh, |seed| Ok(Seeds::from(seed)));
    let seeds = seeds.map_err(|failure| terminal.fail(&failure, Exit::InputOutput))?;
    if let Some(path) = wanted {
        if arguments.resume.is_some() && !path.is_file() {
            terminal.warn(&format!("error: there is no journal `{}`\n", readable(&path)));
            return Err(Exit::InputOutput);
        }
        return match JournalFile::open(&path) {
            Ok(opened) => go_on(engine, opened, (&path, seeds), terminal),
            Err(error) => {
                terminal.fail(&Failure::from(error.diagnostic(&readable(&path))), Exit::InputOutput);
                Err(Exit::InputOutput)
            }
        };
    }
    if typed {
        remind(terminal);
        if let Some(begun) = recorded_by_itself(&engine, seeds, terminal) {
            return Ok(begun);
        }
    }
    let session = Session::begin_on(today(), engine, seeds, None)
        .map_err(|failure| terminal.fail(&failure, Exit::InputOutput))?;
    Ok(Begun { session, unfinished: None, fresh: None })
}

/// Goes on with a journal, or begins it.
fn go_on(
    engine: Engine,
    (journal, recovered): (Journal, Recovered),
    (path, seeds): (&Path, Seeds),
    terminal: &mut Terminal,
) -> Result<Begun, Exit> {
    terminal.say(&format!("this session is saved in {}\n", readable(path)));
    if recovered.records.is_empty() {
        let begun = Session::begin_on(today(), engine, seeds, Some(journal));
        let session = begun.map_err(|failure| terminal.fail(&failure, Exit::InputOutput))?;
        return Ok(Begun { session, unfinished: None, fresh: None });
    }
    let (session, resumed) = Session::resume(engine, &recovered.records, Some(journal))
        .map_err(|failure| terminal.fail(&failure, Exit::Refused))?;
    terminal.say(&resuming_after(&session));
    for pack in &resumed.packs {
        terminal.say(&format!("{}\n", clean::line(&pack.told())));
    }
    if let Some(page) = &resumed.page {
        terminal.say(&new_page(page));
    }
    let change = resumed.unfinished_edit.map(|(number, text)| format!(":edit {number} {text}"));
    Ok(Begun { session, unfinished: resumed.unfinished.or(change), fresh: None })
}

/// How far a session had come. Lines that came to nothing have used numbers as well.
fn resuming_after(session: &Session) -> String {
    let entries = session.entries();
    match entries.last().map(|last| last.number) {
        Some(last) if last != entries.len() as u64 => {
            format!("resuming after {} entries, the last of them number {last}\n", entries.len())
        }
        _ => format!("resuming after {} entries\n", entries.len()),
    }
}

/// A session with a journal of its own in the state folder, under the first number that is free; `None` when that cannot be
/// written.
fn recorded_by_itself(engine: &Engine, seeds: Seeds, terminal: &mut Terminal) -> Option<Begun> {
    let folder = sessions()?;
    let number = numbered(&folder).last().map_or(1, |(number, _)| number.saturating_add(1));
    let path = folder.join(format!("{}-{number}.journal", here()));
    let opened = fs::create_dir_all(&folder).map_err(|error| JournalError::Io(error.to_string()));
    let opened = opened.and_then(|()| JournalFile::open(&path)).map_err(|error| error.to_string());
    let begun = opened.and_then(|(journal, _)| {
        Session::begin_on(today(), engine.clone(), seeds, Some(journal)).map_err(|failure| {
            tidy(Some(&path), true);
            failure.diagnostics.iter().next().map_or_else(String::new, |found| found.message.clone())
        })
    });
    match begun {
        Ok(session) => {
            terminal.say(&format!("this session is saved in {}; type `:help` for help\n", readable(&path)));
            Some(Begun { session, unfinished: None, fresh: Some(path) })
        }
        Err(why) => {
            terminal.warn(&format!("warning: this session is not saved: {why}\n"));
            None
        }
    }
}

/// Says that the last session of this folder can be gone on with.
fn remind(terminal: &mut Terminal) {
    let Some(path) = last() else { return };
    let Ok(recovered) = JournalFile::read(&path) else { return };
    let entries = recovered.records.iter().filter(|record| matches!(record, Record::Answered { .. })).count();
    let of_an_entry = |record: &&Record| !matches!(record, Record::Replied { .. } | Record::Source { .. });
    let broken_off = match recovered.records.iter().rfind(of_an_entry) {
        Some(Record::Entered { text, .. }) => Some(first_line(text)),
        Some(Record::Rewording { entry, text }) => Some(first_line(&format!(":edit {entry} {text}"))),
        _ => None,
    };
    let told = match broken_off {
        Some(line) => format!("the last session here was interrupted during: {line}\n"),
        None if entries == 1 => "the last session here has 1 entry\n".to_owned(),
        None if entries > 0 => format!("the last session here has {entries} entries\n"),
        None => return,
    };
    terminal.say(&clean::lines(&told));
    terminal.say("to resume it, type `:quit`, then: assize repl --resume\n");
}

/// Removes a journal that nobody asked for and in which nothing happened.
pub(super) fn tidy(fresh: Option<&Path>, is_empty: bool) {
    if let (Some(path), true) = (fresh, is_empty) {
        let _ = fs::remove_file(path);
    }
}

fn sessions() -> Option<PathBuf> {
    state_folder().map(|folder| folder.join("sessions"))
}

/// The last session of this folder.
fn last() -> Option<PathBuf> {
    numbered(&sessions()?).pop().map(|(_, path)| path)
}

/// Says that there is no session, and which journals lie here that somebody has named.
fn nothing_to_resume() -> String {
    let files = fs::read_dir(".").into_iter().flatten().flatten().map(|file| file.path());
    let mut named: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "journal")).collect();
    named.sort();
    let ways = named.iter().filter_map(|path| path.file_name()).take(MOST_NAMED);
    let ways: Vec<String> =
        ways.map(|name| format!("  assize repl --resume {}\n", readable(Path::new(name)))).collect();
    let help = match ways.as_slice() {
        [] => String::new(),
        ways => format!("a session whose journal has a name of its own is resumed by it:\n{}", ways.concat()),
    };
    format!("error: there is no session in this folder to resume\n{help}")
}

/// So many journals are named.
const MOST_NAMED: usize = 5;

/// The journals of this folder by their numbers.
fn numbered(folder: &Path) -> Vec<(u64, PathBuf)> {
    let begin = format!("{}-", here());
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let number = |name: &str| name.strip_prefix(&begin)?.strip_suffix(".journal")?.parse().ok();
    let mut found: Vec<(u64, PathBuf)> =
        files.filter_map(|file| Some((number(&file.file_name().to_string_lossy())?, file.path()))).collect();
    found.sort();
    found
}

/// What sessions of the working folder are called: its own name, as far as it can stand in another.
fn here() -> String {
    let folder = env::current_dir().unwrap_or_default();
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name: String = name.chars().filter(|sign| sign.is_alphanumeric() || "_-".contains(*sign)).collect();
    if name.is_empty() { "session".to_owned() } else { name }
}
