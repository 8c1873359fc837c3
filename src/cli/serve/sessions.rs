//! The sessions that are open, by their names.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::folder::Inside;
use super::reply::Done;
use super::request::{For, echoed};
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::engine::{Cancel, Encounter, Engine, Failure, Limits, Seeds, Shelf};
use crate::journal::JournalFile;
use crate::session::{Resumed, Session};

/// So many sessions can be open at a time.
const MOST: usize = 1000;

/// So many entries may a session have.
const MOST_ENTRIES: usize = 10_000;

/// So many characters may be entered in a session.
const MOST_CHARACTERS: usize = 500_000;

/// So many bytes may a session hold in memory, counted as JSON.
const MOST_BYTES: usize = 50_000_000;

/// So many bytes may all sessions hold.
const MOST_BYTES_OF_ALL: usize = 400_000_000;

/// What a script may use up. A page of a session is one script and one run: it needs more than a single scene, and how much a
/// session may hold is limited for itself.
const LIMITS: Limits = Limits::untrusted()
    .fuel(500_000)
    .work(5_000_000)
    .source(1_000_000)
    .program(100_000)
    .expectations(1_000)
    .events(100_000)
    .output(100_000_000);

/// So many characters may a session's name have.
const LONGEST_NAME: usize = 100;

/// The sessions that are open.
pub(super) struct Sessions {
    open: BTreeMap<String, OpenSession>,
    cancel: Cancel,
    folder: Option<Inside>,
    journals: Option<PathBuf>,
}

impl Sessions {
    pub(super) fn new(folder: Option<Inside>, journals: Option<PathBuf>) -> Self {
        Self { open: BTreeMap::new(), cancel: Cancel::default(), folder, journals }
    }

    /// What calls off whatever is worked out.
    pub(super) fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// What compiles scripts that may use these texts.
    pub(super) fn engine(&self, texts: BTreeMap<String, String>) -> Engine {
        let mut known = Shelf::default();
        for (name, text) in texts {
            known.put(name, text);
        }
        let engine = with_functions(Engine::with(known)).limits(LIMITS).called_off_by(&self.cancel);
        match &self.folder {
            Some(folder) => engine.and(folder.clone()),
            None => engine,
        }
    }

    /// Compiles a script that stands alone.
    pub(super) fn compile(
        &self,
        text: &str,
        texts: BTreeMap<String, String>,
        cast: BTreeMap<String, String>,
    ) -> Result<Encounter, Failure> {
        self.engine(texts).compile_with("script", text, &cast.into_iter().collect())
    }

    /// Opens a session.
    pub(super) fn open(
        &mut self,
        name: String,
        seeds: Seeds,
        texts: BTreeMap<String, String>,
        whom: For,
    ) -> Result<Done, Failure> {
        if name.trim().is_empty() || name.chars().count() > LONGEST_NAME {
            return Err(unfit(format!("a session has a name of 1 to {LONGEST_NAME} characters"), "such as `table 3`"));
        }
        if self.open.contains_key(&name) {
            return Err(unfit(
                format!("the session `{}` is open already", echoed(&name)),
                "enter something, or close it",
            ));
        }
        if self.open.len() >= MOST {
            return Err(unfit(format!("{MOST} sessions are open, and no more can be"), "close one that is over"));
        }
        self.check_room()?;
        let bytes = texts.iter().map(|(name, text)| name.len() + text.len()).sum();
        let engine = self.engine(texts);
        let (session, resumed) = match &self.journals {
            None => (Session::begin(engine, seeds, None)?, Resumed::default()),
            Some(folder) => journalled(engine, seeds, &folder.join(file_name(&name)?))?,
        };
        let entries = session.entries().len();
        self.open.insert(name.clone(), OpenSession::of(session, bytes));
        let page = resumed.page.map(|page| page.why.to_string()).filter(|_| whom != For::Players);
        Ok(Done::Opened { session: name, entries, unfinished: resumed.unfinished, page })
    }

    /// The session of that name.
    pub(super) fn find(&mut self, name: &str) -> Result<&mut Session, Failure> {
        let near = nearest::nearest(&echoed(name), self.open.keys().map(String::as_str)).map(str::to_owned);
        self.open.get_mut(name).map(|open| &mut open.session).ok_or_else(|| unknown(name, near.as_deref()))
    }

    /// The session of that name, if there is room for more in it and in the program.
    pub(super) fn find_with_room(&mut self, name: &str) -> Result<&mut Session, Failure> {
        self.find(name)?;
        self.check_room()?;
        if let Some(full) = self.open.get(name).and_then(OpenSession::full) {
            return Err(unfit(full, "`export` it, `close` it and `open` another; `undo` makes no room"));
        }
        self.find(name)
    }

    /// Refuses more when everything that is held takes too much.
    fn check_room(&self) -> Result<(), Failure> {
        let bytes: usize = self.open.values().map(|open| open.bytes).sum();
        if bytes < MOST_BYTES_OF_ALL {
            return Ok(());
        }
        let message = format!("all sessions hold more than {} MB", MOST_BYTES_OF_ALL / 1_000_000);
        Err(unfit(message, "close some that are over"))
    }

    /// Takes note of how much a session has grown, after something that lets it grow.
    pub(super) fn has_grown(&mut self, name: &str, besides: usize) {
        if let Some(open) = self.open.get_mut(name) {
            open.bytes += besides;
            open.count();
        }
    }

    /// Closes a session.
    pub(super) fn close(&mut self, name: &str) -> Result<Done, Failure> {
        self.find(name)?;
        self.open.remove(name);
        Ok(Done::Closed { closed: name.to_owned() })
    }
}

/// A session, and how much memory it holds.
struct OpenSession {
    session: Session,
    /// So many of its entries have been counted.
    counted: usize,
    /// Characters that were entered.
    characters: usize,
    /// Bytes of everything that it holds, written as JSON.
    bytes: usize,
}

impl OpenSession {
    fn of(session: Session, bytes: usize) -> Self {
        let mut open = Self { session, counted: 0, characters: 0, bytes };
        open.count();
        open
    }

    /// Counts the entries that are new.
    fn count(&mut self) {
        for entry in self.session.entries().iter().skip(self.counted) {
            let mut written = Counted(0);
            // What counts cannot fail, and what is counted has a JSON form.
            let _ = serde_json::to_writer(&mut written, &(&entry.text, &entry.asked, &entry.verdict, &entry.state));
            self.characters += entry.text.chars().count();
            self.bytes += written.0;
        }
        self.counted = self.session.entries().len();
    }

    /// What there is no more room for, if there is not.
    fn full(&self) -> Option<String> {
        let checks = [
            (self.counted, MOST_ENTRIES, "entries"),
            (self.characters, MOST_CHARACTERS, "characters that were entered"),
            (self.bytes, MOST_BYTES, "bytes of what happened"),
        ];
        let full = checks.into_iter().find(|(is, most, _)| is >= most);
        full.map(|(_, most, what)| format!("this session holds {most} {what}, and no more fit into it"))
    }
}

/// Counts bytes instead of writing them.
struct Counted(usize);

impl io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An engine that reads house rules in Rhai, held to what strangers may use up.
#[cfg(feature = "rhai")]
fn with_functions(engine: Engine) -> Engine {
    engine.functions_by(crate::hook_rhai::reader(LIMITS))
}

/// Without the feature nothing reads them.
#[cfg(not(feature = "rhai"))]
fn with_functions(engine: Engine) -> Engine {
    engine
}

/// A session with a journal, and what was found in it.
fn journalled(engine: Engine, seeds: Seeds, path: &Path) -> Result<(Session, Resumed), Failure> {
    let opened = JournalFile::open(path);
    let (journal, recovered) = opened.map_err(|error| Failure::from(error.diagnostic(&path.display().to_string())))?;
    if recovered.records.is_empty() {
        return Ok((Session::begin(engine, seeds, Some(journal))?, Resumed::default()));
    }
    Session::resume(engine, &recovered.records, Some(journal))
}

fn unknown(name: &str, near: Option<&str>) -> Failure {
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`open` it first".to_owned(),
    };
    unfit(format!("there is no session `{}`", echoed(name)), help)
}

fn unfit(message: impl Into<String>, help: impl Into<String>) -> Failure {
    Diagnostic::placeless(codes::SESSION, message).help(help).into()
}

/// What a session's journal is called. No name leads out of the folder.
fn file_name(name: &str) -> Result<String, Failure> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_');
    if name.chars().all(fits) {
        return Ok(format!("{name}.journal"));
    }
    let help = "letters from a to z, digits, blanks, `-` and `_`";
    Err(unfit(format!("no journal can be called `{}`", echoed(name)), help))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{MOST_BYTES_OF_ALL, Seeds, Sessions};
    use crate::cli::serve::request::For;

    #[test]
    fn no_session_grows_while_all_together_hold_too_much() {
        let mut sessions = Sessions::new(None, None);
        let open = |sessions: &mut Sessions, name: &str| {
            sessions.open(name.to_owned(), Seeds::from(7), BTreeMap::new(), For::Gm).map(drop)
        };
        open(&mut sessions, "one").expect("there is room");
        open(&mut sessions, "two").expect("there is room");
        sessions.has_grown("two", MOST_BYTES_OF_ALL);
        let full = sessions.find_with_room("one").expect_err("there is no room").to_string();
        assert!(full.contains("all sessions hold more than 400 MB"), "{full}");
        assert!(open(&mut sessions, "three").is_err());
        assert!(sessions.find("one").is_ok(), "it can still be asked");
        sessions.close("two").map(drop).expect("it is open");
        assert!(sessions.find_with_room("one").is_ok() && open(&mut sessions, "three").is_ok());
    }
}
