//! `assize watch FILE`: runs, tests or asks again at every save, and shows what is different.

mod arguments;
mod changes;
mod news;
mod rounds;

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};

use super::paths::readable;
use super::seen::Seen;
use super::{Exit, Terminal, config, seeds};
use crate::diagnostic::Diagnostic;
use crate::engine::{Cancel, Seed};
pub(super) use arguments::Arguments;
use news::{News, Waited};
use rounds::Base;

/// More names are not read at a glance.
const MOST_NAMES: usize = 4;

/// What one time round begins with: the words of the command line, understood with the settings as they are now; or how it ends if
/// the settings cannot be, which has been said.
pub(super) struct Anew {
    pub(super) terminal: Terminal,
    pub(super) arguments: Result<Arguments, Exit>,
}

/// Goes on until somebody has had enough. `understand` reads the settings.
pub(super) fn watch(file: &Path, understand: &dyn Fn() -> Anew, terminal: &mut Terminal) -> Exit {
    let (places, cancel) = (Seen::default(), Cancel::default());
    let begun = seeds::fresh_one().and_then(|seed| Ok((seed, News::begin(&places, &cancel)?)));
    let (seed, news) = match begun {
        Ok(begun) => begun,
        Err(failure) => return terminal.fail(&failure, Exit::InputOutput),
    };
    let watching =
        Watching { file, understand, seed, seen: places, cancel, base: None, saved: BTreeSet::new(), is_first: true };
    match watching.go_on(news) {
        Ok(exit) => exit,
        Err(found) => terminal.fail(&found.into(), Exit::InputOutput),
    }
}

/// A file that is watched.
struct Watching<'w> {
    file: &'w Path,
    understand: &'w dyn Fn() -> Anew,
    /// From which each round rolls, where no other is said: only what was saved makes a difference.
    seed: Seed,
    seen: Seen,
    cancel: Cancel,
    /// What came of it the last time that it went well.
    base: Option<Base>,
    /// What was saved since anything was told.
    saved: BTreeSet<PathBuf>,
    /// Whether nothing was told yet.
    is_first: bool,
}

impl Watching<'_> {
    fn go_on(mut self, mut news: News) -> Result<Exit, Diagnostic> {
        loop {
            let (mut terminal, found) = self.round();
            let is_outdated = news.is_outdated();
            // Where something was saved meanwhile, it is told what comes of that.
            if !is_outdated {
                if let Some(exit) = self.tell(found, &mut terminal) {
                    return Ok(terminal.finish(exit));
                }
                if terminal.flush().is_err() {
                    return Ok(Exit::InputOutput);
                }
            }
            match news.wait(is_outdated)? {
                Waited::Over => return Ok(Exit::Done),
                Waited::Changed(places) => self.saved.extend(places),
            }
        }
    }

    /// Goes round once.
    fn round(&self) -> (Terminal, Result<Base, Exit>) {
        self.seen.clear();
        // What is read next may be another file by then, which is seen.
        for place in config::places(self.file) {
            self.seen.note(&place, None);
        }
        let Anew { mut terminal, arguments } = (self.understand)();
        terminal.attend(&self.seen, &self.cancel);
        if !self.is_first {
            terminal.say(&format!("\nsaved: {}\n", names(&self.saved)));
        }
        let found = arguments.and_then(|mut arguments| {
            if let Some(policy) = arguments.answering.policy() {
                self.seen.note(policy, None);
            }
            arguments.refuse().map_err(|found| terminal.fail(&found.into(), Exit::Usage))?;
            rounds::round(&mut arguments, (self.seed, self.base.as_ref()), &mut terminal)
        });
        // Whatever the settings say, the file is waited for.
        self.seen.note(self.file, None);
        (terminal, found)
    }

    /// Takes in what came of a round. What no file can mend ends it all when it begins.
    fn tell(&mut self, found: Result<Base, Exit>, terminal: &mut Terminal) -> Option<Exit> {
        match found {
            Ok(now) => self.base = Some(now),
            Err(exit @ (Exit::Usage | Exit::InputOutput)) if self.is_first => return Some(exit),
            Err(_) if self.base.is_some() => {
                terminal.warn("the next result is compared with the last one that there was\n");
            }
            Err(_) => {}
        }
        if self.is_first {
            let files: BTreeSet<PathBuf> = self.seen.files().into_iter().collect();
            terminal.warn(&format!("watching {}; press Ctrl-C to stop\n", names(&files)));
        }
        self.is_first = false;
        self.saved.clear();
        None
    }
}

/// The names of files, as they lie from here.
fn names(files: &BTreeSet<PathBuf>) -> String {
    let here = env::current_dir().unwrap_or_default();
    let mut names: Vec<String> = files.iter().map(|file| readable(file.strip_prefix(&here).unwrap_or(file))).collect();
    let others = names.len().saturating_sub(MOST_NAMES);
    names.truncate(MOST_NAMES);
    match others {
        0 => names.join(", "),
        others => format!("{} and {others} more", names.join(", ")),
    }
}
