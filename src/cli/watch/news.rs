//! What `watch` waits for: that something is saved, or that somebody has had enough.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::super::paths::readable;
use super::super::seen::Seen;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::Cancel;

/// An editor writes a file in several steps, and several files one after the other; it is done once nothing has happened for so long.
const QUIET: Duration = Duration::from_millis(100);

/// Somebody who never stops saving is told all the same.
const LONGEST: Duration = Duration::from_secs(2);

/// A file that is gone may be about to come back: so long nothing is said of it.
const GONE: Duration = Duration::from_millis(500);

/// Something that has happened.
enum Heard {
    /// Something in a folder.
    Moved,
    /// Ctrl-C was pressed.
    Stop,
}

/// What comes of waiting.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Waited {
    /// These files hold something else, are gone, or are there by now.
    Changed(Vec<PathBuf>),
    /// Somebody has had enough.
    Over,
}

/// Hears of what is saved in folders, and of Ctrl-C.
pub(super) struct News {
    heard: Receiver<Heard>,
    watcher: RecommendedWatcher,
    folders: BTreeSet<PathBuf>,
    seen: Seen,
    cancel: Cancel,
    is_over: bool,
}

impl News {
    /// Listens from now on. What is under way when something that it has read is saved is called off by `cancel`, since its answer
    /// would be an old one; so it is by Ctrl-C.
    ///
    /// # Errors
    /// When the system tells of no changes.
    pub(super) fn begin(seen: &Seen, cancel: &Cancel) -> Result<Self, Diagnostic> {
        let (tell, heard) = mpsc::channel();
        let (stop, call_off) = (tell.clone(), cancel.clone());
        // Without a handler Ctrl-C ends the program, though by a signal.
        let _ = ctrlc::set_handler(move || {
            call_off.call_off();
            // Where nobody listens any more, it is over already.
            let _ = stop.send(Heard::Stop);
        });
        let watcher = watcher(tell, (seen.clone(), cancel.clone())).map_err(|error| unwatched(&error))?;
        let (folders, seen, cancel) = (BTreeSet::new(), seen.clone(), cancel.clone());
        Ok(Self { heard, watcher, folders, seen, cancel, is_over: false })
    }

    /// Whether Ctrl-C was pressed, or anything was saved meanwhile: then what was under way says nothing.
    pub(super) fn is_outdated(&self) -> bool {
        self.cancel.is_called_off()
    }

    /// Waits until something that was seen is different, and nothing more happens. If what was under way `is_outdated`, something is.
    ///
    /// # Errors
    /// When the system does not let a folder be watched.
    pub(super) fn wait(&mut self, is_outdated: bool) -> Result<Waited, Diagnostic> {
        loop {
            self.listen()?;
            self.let_pass(QUIET);
            // What comes after this calls off what is done next, and that is told then.
            self.cancel.clear();
            // Something may have been saved after it was read, and before its folder was watched.
            let changed = self.settled();
            if self.is_over {
                return Ok(Waited::Over);
            }
            if is_outdated || !changed.is_empty() {
                return Ok(Waited::Changed(changed));
            }
            match self.heard.recv() {
                Ok(Heard::Moved) => {}
                Ok(Heard::Stop) | Err(_) => return Ok(Waited::Over),
            }
        }
    }

    /// What is different. A file that is gone has a while to come back.
    fn settled(&mut self) -> Vec<PathBuf> {
        let gone = Instant::now();
        let mut changed = self.seen.changed();
        while gone.elapsed() < GONE && !self.is_over && changed.iter().any(|place| !place.is_file()) {
            self.let_pass(QUIET);
            changed = self.seen.changed();
        }
        changed
    }

    /// Hears out what is happening, until it is quiet for so long.
    fn let_pass(&mut self, quiet: Duration) {
        let began = Instant::now();
        while began.elapsed() < LONGEST {
            match self.heard.recv_timeout(quiet) {
                Ok(Heard::Moved) => {}
                Ok(Heard::Stop) | Err(RecvTimeoutError::Disconnected) => {
                    self.is_over = true;
                    return;
                }
                Err(RecvTimeoutError::Timeout) => return,
            }
        }
    }

    /// Listens in the folders that count now. One that was made anew is another folder to the system, so all are named again.
    fn listen(&mut self) -> Result<(), Diagnostic> {
        let wanted = self.seen.folders();
        for folder in self.folders.difference(&wanted) {
            // It may be gone, and then nobody listens there.
            let _ = self.watcher.unwatch(folder);
        }
        for folder in &wanted {
            match self.watcher.watch(folder, RecursiveMode::NonRecursive) {
                Err(error) if folder.is_dir() => return Err(unwatched(&error)),
                // It has gone just now, of which the folder above it tells.
                Ok(()) | Err(_) => {}
            }
        }
        self.folders = wanted;
        Ok(())
    }
}

/// Tells whenever something happens in a folder.
fn watcher(tell: Sender<Heard>, (seen, cancel): (Seen, Cancel)) -> notify::Result<RecommendedWatcher> {
    notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let is_told = match &event {
            // Our own reading tells nothing new.
            Ok(event) => match event.kind {
                EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
                EventKind::Any
                | EventKind::Create(_)
                | EventKind::Modify(_)
                | EventKind::Remove(_)
                | EventKind::Other => true,
            },
            // It may have missed something.
            Err(_) => true,
        };
        if !is_told {
            return;
        }
        if event.is_ok_and(|event| seen.has_changed(&event.paths)) {
            cancel.call_off();
        }
        // Where nobody listens any more, it is over.
        let _ = tell.send(Heard::Moved);
    })
}

fn unwatched(error: &notify::Error) -> Diagnostic {
    let place = error.paths.first().map_or_else(String::new, |path| format!(" `{}`", readable(path)));
    let message = format!("the folder{place} cannot be watched: {}", why(error));
    Diagnostic::placeless(codes::UNREADABLE, message).help("run the command again when something has changed")
}

/// Why the system does not tell of changes.
fn why(error: &notify::Error) -> String {
    match &error.kind {
        notify::ErrorKind::Io(error) => error.to_string(),
        notify::ErrorKind::MaxFilesWatch => "too many folders are watched on this computer".to_owned(),
        notify::ErrorKind::Generic(why) => why.clone(),
        notify::ErrorKind::PathNotFound | notify::ErrorKind::WatchNotFound | notify::ErrorKind::InvalidConfig(_) => {
            "it is not there".to_owned()
        }
    }
}
