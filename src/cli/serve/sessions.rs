//! The sessions that are open, by their names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::folder::Inside;
use super::reply::Done;
use super::request::For;
use crate::cli::answering::fresh_seed;
use crate::diagnostic::{Diagnostic, clean, codes, nearest};
use crate::engine::{Encounter, Engine, Failure, Shelf};
use crate::journal::JournalFile;
use crate::session::{Resumed, Session};

/// So many sessions can be open at a time.
const MOST: usize = 1000;

/// So many characters may a session's name have.
const LONGEST_NAME: usize = 100;

/// The sessions that are open.
pub(super) struct Sessions {
    open: BTreeMap<String, Session>,
    folder: Option<Inside>,
    journals: Option<PathBuf>,
}

impl Sessions {
    pub(super) fn new(folder: Option<Inside>, journals: Option<PathBuf>) -> Self {
        Self { open: BTreeMap::new(), folder, journals }
    }

    /// What compiles scripts that may use these texts.
    pub(super) fn engine(&self, texts: BTreeMap<String, String>) -> Engine {
        let mut known = Shelf::default();
        for (name, text) in texts {
            known.put(name, text);
        }
        let engine = with_functions(Engine::with(known));
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
        seed: Option<u64>,
        texts: BTreeMap<String, String>,
        whom: For,
    ) -> Result<Done, Failure> {
        if name.trim().is_empty() || name.chars().count() > LONGEST_NAME {
            return Err(unfit(format!("a session has a name of 1 to {LONGEST_NAME} characters"), "such as `table 3`"));
        }
        if self.open.contains_key(&name) {
            return Err(unfit(
                format!("the session `{}` is open already", shown(&name)),
                "enter something, or close it",
            ));
        }
        if self.open.len() >= MOST {
            return Err(unfit(format!("{MOST} sessions are open, and no more can be"), "close one that is over"));
        }
        let engine = self.engine(texts);
        let seed = seed.unwrap_or_else(fresh_seed);
        let (session, resumed) = match &self.journals {
            None => (Session::begin(engine, seed, None)?, Resumed::default()),
            Some(folder) => kept(engine, seed, &folder.join(file_name(&name)?))?,
        };
        let entries = session.entries().len();
        self.open.insert(name.clone(), session);
        let page = resumed.page.map(|page| page.why.to_string()).filter(|_| whom != For::Players);
        Ok(Done::Opened { session: name, entries, unfinished: resumed.unfinished, page })
    }

    /// The session of that name.
    pub(super) fn find(&mut self, name: &str) -> Result<&mut Session, Failure> {
        let near = nearest::nearest(&shown(name), self.open.keys().map(String::as_str)).map(str::to_owned);
        self.open.get_mut(name).ok_or_else(|| unknown(name, near.as_deref()))
    }

    /// Closes a session.
    pub(super) fn close(&mut self, name: &str) -> Result<Done, Failure> {
        self.find(name)?;
        self.open.remove(name);
        Ok(Done::Closed { closed: name.to_owned() })
    }
}

/// An engine that reads house rules in Rhai, held to what strangers may use up.
#[cfg(feature = "rhai")]
fn with_functions(engine: Engine) -> Engine {
    engine.functions_by(crate::hook_rhai::reader(crate::engine::Limits::untrusted()))
}

/// Without the feature nothing reads them.
#[cfg(not(feature = "rhai"))]
fn with_functions(engine: Engine) -> Engine {
    engine
}

/// A session with a journal, and what was found in it.
fn kept(engine: Engine, seed: u64, path: &Path) -> Result<(Session, Resumed), Failure> {
    let opened = JournalFile::open(path);
    let (journal, recovered) = opened.map_err(|error| Failure::from(error.diagnostic(&path.display().to_string())))?;
    if recovered.records.is_empty() {
        return Ok((Session::begin(engine, seed, Some(journal))?, Resumed::default()));
    }
    Session::resume(engine, &recovered.records, Some(journal))
}

fn unknown(name: &str, near: Option<&str>) -> Failure {
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`open` it first".to_owned(),
    };
    unfit(format!("there is no session `{}`", shown(name)), help)
}

fn unfit(message: impl Into<String>, help: impl Into<String>) -> Failure {
    Diagnostic::placeless(codes::SESSION, message).help(help).into()
}

/// A name of the asker, fit to be shown.
fn shown(name: &str) -> String {
    clean::cut(&clean::line(name), 60)
}

/// What a session's journal is called. No name leads out of the folder.
fn file_name(name: &str) -> Result<String, Failure> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_');
    if name.chars().all(fits) {
        return Ok(format!("{name}.journal"));
    }
    let help = "letters from a to z, digits, blanks, `-` and `_`";
    Err(unfit(format!("no journal can be called `{}`", shown(name)), help))
}
