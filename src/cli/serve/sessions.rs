//! The sessions that are open, by their names.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::folder::OneFolder;
use super::sync::{Arc, Mutex, MutexGuard, PoisonError};
use super::texts;
use crate::cli::dates::today;
use crate::cli::paths::readable;
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::engine::{Cancel, Encounter, Engine, Failure, Limits, Seeds};
use crate::journal::JournalFile;
use crate::protocol::{Check, Closed, For, Open, Opened, echoed};
use crate::session::{OtherPack, Resumed, Session};

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
/// session may hold is limited for itself. How long a request may take is watched by the clock, so steps and answers are not
/// what stops it.
const LIMITS: Limits = Limits::untrusted()
    .fuel(500_000)
    .work(5_000_000_000)
    .source(1_000_000)
    .program(100_000)
    .expectations(1_000)
    .events(100_000)
    .output(100_000_000)
    .answers(500_000_000);

/// So many characters may a session's name have.
const LONGEST_NAME: usize = 100;

/// The sessions that are open. Whoever works for one has it alone; nobody waits for the list of all longer than it takes to
/// look something up in it.
pub(super) struct Sessions {
    open: Mutex<BTreeMap<String, OpenSession>>,
    folder: Option<OneFolder>,
    journals: Option<PathBuf>,
}

impl Sessions {
    pub(super) fn new(folder: Option<OneFolder>, journals: Option<PathBuf>) -> Self {
        Self { open: Mutex::default(), folder, journals }
    }

    /// Whether sessions have journals.
    pub(super) fn keep_journals(&self) -> bool {
        self.journals.is_some()
    }

    /// What compiles scripts that may use these texts.
    fn engine(&self, texts: BTreeMap<String, String>, cancel: &Cancel) -> Result<Engine, Failure> {
        let engine = with_functions(Engine::with(texts::shelf(texts)?)).limits(LIMITS).called_off_by(cancel);
        Ok(match &self.folder {
            Some(folder) => engine.and(folder.clone()),
            None => engine,
        })
    }

    /// Compiles a script that stands alone. What is worked out with it can be called off.
    pub(super) fn compile(&self, Check { text, texts, cast }: Check, cancel: &Cancel) -> Result<Encounter, Failure> {
        self.engine(texts, cancel)?.compile_with("script", &text, &cast.into_iter().collect())
    }

    /// Opens a session. What it works out from now on is called off by `cancel`.
    pub(super) fn open(&self, asked: Open, seeds: Seeds, cancel: &Cancel) -> Result<Opened, Failure> {
        let Open { session: name, texts, whom, .. } = asked;
        check_name(&name, self.keep_journals())?;
        check_free(&self.lock(), &name)?;
        let bytes = texts.iter().map(|(name, text)| name.len() + text.len()).sum();
        let engine = self.engine(texts, cancel)?;
        let (session, resumed) = match &self.journals {
            // Only journals are dated: a client that keeps none knows its own day.
            None => (Session::begin(engine, seeds, None)?, Resumed::default()),
            Some(folder) => journalled(engine, seeds, &folder.join(format!("{name}.journal")))?,
        };
        let entries = session.entries().len();
        let mut size = Size { bytes, ..Size::default() };
        size.count(&session);
        let mut open = self.lock();
        // Others may have been opened meanwhile.
        check_free(&open, &name)?;
        let opened = OpenSession { session: Arc::new(Mutex::new(session)), cancel: cancel.clone(), size };
        open.insert(name.clone(), opened);
        let page = resumed.page.map(|page| page.why.told(whom.into())).filter(|_| whom != For::Players);
        let unfinished = resumed.unfinished.filter(|_| whom != For::Players);
        let packs = resumed.packs.iter().map(OtherPack::told).collect();
        Ok(Opened { session: name, entries, unfinished, page, packs })
    }

    /// The session of that name.
    pub(super) fn find(&self, name: &str) -> Result<Arc<Mutex<Session>>, Failure> {
        let open = self.lock();
        open.get(name).map(|open| Arc::clone(&open.session)).ok_or_else(|| unknown(name, &open))
    }

    /// What calls off what the session of that name works out.
    pub(super) fn cancel_of(&self, name: &str) -> Option<Cancel> {
        self.lock().get(name).map(|open| open.cancel.clone())
    }

    /// The session of that name, if there is room for more in it and in the program.
    pub(super) fn find_with_room(&self, name: &str) -> Result<Arc<Mutex<Session>>, Failure> {
        let open = self.lock();
        let found = open.get(name).ok_or_else(|| unknown(name, &open))?;
        check_room(&open)?;
        if let Some(full) = found.size.full() {
            let help =
                "`session/export` it, `session/close` it and `session/open` another; `session/undo` makes no room";
            return Err(Diagnostic::placeless(codes::SESSION_FULL, full).help(help).into());
        }
        Ok(Arc::clone(&found.session))
    }

    /// Takes note of how much a session has grown, after something that lets it grow.
    pub(super) fn has_grown(&self, name: &str, session: &Session, besides: usize) {
        let Some(mut size) = self.lock().get(name).map(|open| open.size.clone()) else { return };
        size.bytes += besides;
        // Others go on while this is counted, and nobody else counts the same session.
        size.count(session);
        if let Some(open) = self.lock().get_mut(name) {
            open.size = size;
        }
    }

    /// Closes a session.
    pub(super) fn close(&self, name: &str) -> Result<Closed, Failure> {
        let mut open = self.lock();
        match open.remove(name) {
            Some(_) => Ok(Closed { session: name.to_owned() }),
            None => Err(unknown(name, &open)),
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, OpenSession>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A session, and how much memory it holds.
struct OpenSession {
    session: Arc<Mutex<Session>>,
    cancel: Cancel,
    size: Size,
}

/// How much a session holds.
#[derive(Clone, Default)]
struct Size {
    /// So many of its entries have been counted.
    counted: usize,
    /// Characters that were entered.
    characters: usize,
    /// Bytes of everything that it holds, written as JSON.
    bytes: usize,
}

impl Size {
    /// Counts the entries that are new.
    fn count(&mut self, session: &Session) {
        for entry in session.entries().iter().skip(self.counted) {
            self.characters += entry.text.chars().count();
            self.bytes += bytes_of(&(&entry.text, &entry.asked, &entry.verdict, &entry.state));
        }
        self.counted = session.entries().len();
    }

    /// What there is no more room for, if there is not.
    fn full(&self) -> Option<String> {
        let checks = [
            (self.counted, MOST_ENTRIES, "entries"),
            (self.characters, MOST_CHARACTERS, "characters of input"),
            (self.bytes, MOST_BYTES, "bytes of results"),
        ];
        let full = checks.into_iter().find(|(is, most, _)| is >= most);
        full.map(|(_, most, what)| format!("this session is full: it may hold at most {most} {what}"))
    }
}

/// How many bytes something has, written as JSON.
pub(super) fn bytes_of<T: Serialize + ?Sized>(held: &T) -> usize {
    let mut written = Counted(0);
    // What counts cannot fail, and what is counted has a JSON form.
    let _ = serde_json::to_writer(&mut written, held);
    written.0
}

/// Refuses more when everything that is held takes too much.
fn check_room(open: &BTreeMap<String, OpenSession>) -> Result<(), Failure> {
    let bytes: usize = open.values().map(|open| open.size.bytes).sum();
    if bytes < MOST_BYTES_OF_ALL {
        return Ok(());
    }
    Err(too_many(format!("the sessions together hold more than {} MB", MOST_BYTES_OF_ALL / 1_000_000)))
}

/// Refuses a session for which there is no room, or of whose name there is one.
fn check_free(open: &BTreeMap<String, OpenSession>, name: &str) -> Result<(), Failure> {
    if open.contains_key(name) {
        let found =
            Diagnostic::placeless(codes::SESSION_OPEN, format!("the session `{}` is already open", echoed(name)));
        return Err(found.help("use it, or close it").into());
    }
    if open.len() >= MOST {
        return Err(too_many(format!("too many sessions: at most {MOST} can be open")));
    }
    check_room(open)
}

/// Refuses what no session can be called. Where there are journals, no name leads out of their folder.
fn check_name(name: &str, is_kept: bool) -> Result<(), Failure> {
    let unfit =
        |message: String, help: &str| Err(Diagnostic::placeless(codes::SESSION_NAME, message).help(help).into());
    if name.trim().is_empty() || name.chars().count() > LONGEST_NAME {
        return unfit(format!("a session has a name of 1 to {LONGEST_NAME} characters"), "such as `table 3`");
    }
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_');
    if is_kept && (!name.chars().all(fits) || name.trim() != name) {
        let help = "use letters A to Z and a to z, digits, `-`, `_`, and spaces between them";
        return unfit(format!("`{}` is not a valid journal name", echoed(name)), help);
    }
    Ok(())
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
    let (journal, recovered) = opened.map_err(|error| Failure::from(error.diagnostic(&readable(path))))?;
    if recovered.records.is_empty() {
        return Ok((Session::begin_on(today(), engine, seeds, Some(journal))?, Resumed::default()));
    }
    Session::resume(engine, &recovered.records, Some(journal))
}

fn unknown(name: &str, open: &BTreeMap<String, OpenSession>) -> Failure {
    let help = match nearest::nearest(&echoed(name), open.keys().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`session/open` it first".to_owned(),
    };
    Diagnostic::placeless(codes::NO_SESSION, format!("there is no session `{}`", echoed(name))).help(help).into()
}

fn too_many(message: String) -> Failure {
    Diagnostic::placeless(codes::TOO_MANY_SESSIONS, message).help("close the ones you no longer need").into()
}

#[cfg(test)]
mod tests {
    use super::{Cancel, For, MOST_BYTES_OF_ALL, Open, Seeds, Sessions};

    #[test]
    fn no_session_grows_while_all_together_hold_too_much() {
        let sessions = Sessions::new(None, None);
        let open = |name: &str| {
            let (seed, secret_seed, texts, session) = (None, None, [].into(), name.to_owned());
            let asked = Open { session, seed, secret_seed, texts, whom: For::Gm };
            sessions.open(asked, Seeds::from(7), &Cancel::default()).map(drop)
        };
        open("one").expect("there is room");
        open("two").expect("there is room");
        let two = sessions.find("two").expect("it is open");
        sessions.has_grown("two", &two.lock().expect("nobody panicked"), MOST_BYTES_OF_ALL);
        let full = sessions.find_with_room("one").expect_err("there is no room").to_string();
        assert!(full.contains("AZ933") && full.contains("the sessions together hold more than 400 MB"), "{full}");
        assert!(open("three").is_err());
        assert!(sessions.find("one").is_ok(), "it can still be asked");
        sessions.close("two").map(drop).expect("it is open");
        assert!(sessions.find_with_room("one").is_ok() && open("three").is_ok());
    }
}
