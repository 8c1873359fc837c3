//! A run that is recorded in the journal of a session, or begins with the values at the end of one.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::dates::today;
use super::paths::readable;
use super::{Terminal, seeds};
use crate::diagnostic::{Diagnostic, Severity, clean, codes};
use crate::engine::{Answers, Cast, Encounter, Engine, Failure, Seeds, Shelf, Stream};
use crate::journal::{Journal, JournalError, JournalFile, Recovered};
use crate::session::{Entered, Session};
use crate::source::SourceMap;
use crate::verdict::{Carried, Verdict};

/// Where a run is recorded, and what it begins with.
#[derive(Debug, Args)]
#[command(next_help_heading = "Journals")]
pub(super) struct JournalOptions {
    /// Save the run in this journal; add `--from` with the same journal to continue it
    #[arg(long, value_name = "JOURNAL")]
    save: Option<PathBuf>,
    /// Begin with the values this journal ends with
    #[arg(long, value_name = "JOURNAL")]
    from: Option<PathBuf>,
}

/// A scene as it is entered into a session.
struct Scene {
    name: String,
    text: String,
}

impl Scene {
    /// The first text of an encounter is the one in hand.
    fn of(encounter: &Encounter) -> Self {
        let first = encounter.sources().iter().next().map(|(_, source)| (source.name.clone(), source.text.clone()));
        let (name, text) = first.unwrap_or_default();
        Self { name: name.into(), text }
    }

    fn entry(&self) -> String {
        format!("use \"{}\"", self.name.replace('\\', "\\\\").replace('"', "\\\""))
    }

    /// The files beside the scene; and the scene itself, since the input can be read only once.
    fn engine(&self, terminal: &Terminal) -> Engine {
        let mut in_hand = Shelf::default();
        in_hand.put(self.name.clone(), self.text.clone());
        terminal.engine().and(in_hand)
    }
}

impl JournalOptions {
    /// Whether a journal takes part.
    pub(super) fn is_asked_for(&self) -> bool {
        self.save.is_some() || self.from.is_some()
    }

    /// Runs a scene as the next page of a session. Nothing is recorded unless it could be compiled.
    pub(super) fn adjudicate(
        &self,
        encounter: &Encounter,
        cast: &Cast,
        answers: Answers<'_>,
        terminal: &mut Terminal,
    ) -> Result<Verdict, Failure> {
        encounter.check_by_hand(&answers.dice)?;
        let scene = Scene::of(encounter);
        let seeds = match answers.stream() {
            Some(Stream::Addressed { seeds, .. }) => seeds,
            Some(Stream::Sequential { .. }) | None => seeds::fresh()?,
        };
        let mut session = self.begin(&scene, seeds, terminal)?;
        for (role, thing) in cast {
            session.cast(role, thing)?;
        }
        let entered = session.enter_with(&scene.entry(), answers)?;
        if let Some(warning) = warning(session.encounter().map_or(&[], Encounter::lost)) {
            terminal.show(&warning, &SourceMap::default());
        }
        match entered {
            Entered::Statement { verdict, .. } | Entered::Value { verdict, .. } => Ok(verdict),
            Entered::Answering(_) | Entered::Waiting => Ok(Verdict::default()),
        }
    }

    /// A session on whose fresh page the scene can be entered.
    fn begin(&self, scene: &Scene, seeds: Seeds, terminal: &mut Terminal) -> Result<Session, Failure> {
        match (&self.save, &self.from) {
            (Some(save), Some(from)) if is_the_same(save, from) => go_on(save, scene, seeds, terminal),
            (save, from) => {
                let carried = from.as_deref().map(|from| state_of(from, scene, terminal)).transpose()?;
                let journal = save.as_deref().map(fresh).transpose()?;
                let mut session = Session::begin_on(today(), scene.engine(terminal), seeds, journal)?;
                if let (Some(carried), Some(from)) = (carried, from) {
                    session.turn_page(carried, &format!("carried over from {}", readable(from)))?;
                }
                Ok(session)
            }
        }
    }
}

/// The next page of a journal; or the page on which this scene was cut off.
fn go_on(path: &Path, scene: &Scene, seeds: Seeds, terminal: &mut Terminal) -> Result<Session, Failure> {
    // Opening would make it.
    fs::metadata(path).map_err(|error| refused(path, &JournalError::Io(error.to_string())))?;
    let (journal, recovered) = opened(path)?;
    if recovered.records.is_empty() {
        return Session::begin_on(today(), scene.engine(terminal), seeds, Some(journal));
    }
    let (mut session, resumed) = Session::resume(scene.engine(terminal), &recovered.records, Some(journal))?;
    for pack in &resumed.packs {
        terminal.warn(&format!("{}\n", clean::line(&pack.told())));
    }
    if resumed.unfinished != Some(scene.entry()) {
        session.turn_page(session.state(), "the next scene")?;
    }
    Ok(session)
}

/// The values a journal ends with.
fn state_of(path: &Path, scene: &Scene, terminal: &Terminal) -> Result<Vec<Carried>, Failure> {
    let recovered = read(path)?;
    Ok(told_by(scene.engine(terminal), &recovered)?.state())
}

/// The session that a journal tells of, which is not gone on with. An empty one tells that nothing has happened.
pub(super) fn told_by(engine: Engine, recovered: &Recovered) -> Result<Session, Failure> {
    if recovered.records.is_empty() {
        return Session::begin(engine, seeds::fresh()?, None);
    }
    Ok(Session::resume(engine, &recovered.records, None)?.0)
}

/// A journal in which nothing has happened.
fn fresh(path: &Path) -> Result<Journal, Failure> {
    let (journal, recovered) = opened(path)?;
    if recovered.records.is_empty() {
        return Ok(journal);
    }
    let path = readable(path);
    let found = Diagnostic::placeless(codes::USAGE, format!("`{path}` already contains a session"));
    Err(Failure::from(found.help(format!("add `--from {path}` to continue it, or choose another name"))))
}

fn opened(path: &Path) -> Result<(Journal, Recovered), Failure> {
    JournalFile::open(path).map_err(|error| refused(path, &error))
}

/// What a journal holds that is not written any more.
pub(super) fn read(path: &Path) -> Result<Recovered, Failure> {
    if !path.exists() {
        let found = Diagnostic::placeless(codes::JOURNAL_IO, format!("there is no journal `{}`", readable(path)));
        return Err(found.help("check the spelling and the current folder").into());
    }
    JournalFile::read(path).map_err(|error| match error {
        // None is begun here.
        JournalError::NotAJournal => {
            error.diagnostic(&readable(path)).help("name a file that a session was saved in").into()
        }
        error => refused(path, &error),
    })
}

/// The failure of a journal that cannot be used.
fn refused(path: &Path, error: &JournalError) -> Failure {
    Failure::from(error.diagnostic(&readable(path)))
}

/// Whether two names are of one file.
fn is_the_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

/// Values that were carried over and have found no place; of whoever has lost several, only how many.
fn warning(lost: &[String]) -> Option<Diagnostic> {
    let [_, ..] = lost else { return None };
    let owner = |name: &str| name.rsplit_once('.').map_or(name, |(owner, _)| owner).to_owned();
    let names: Vec<String> = lost
        .chunk_by(|one, next| owner(one) == owner(next))
        .map(|group| match group {
            [one] => format!("`{one}`"),
            group => format!("`{}` ({} values)", owner(&group[0]), group.len()),
        })
        .collect();
    let message = format!("nothing in this scene uses {}", names.join(", "));
    let found = Diagnostic::placeless(codes::NO_PLACE, message);
    let found = found.help("the session keeps the values; a later scene that uses them gets them");
    Some(Diagnostic { severity: Severity::Warning, ..found })
}
