//! What is known at a line of a program that is being made: names, their types, and whether they are there in any case.

use crate::expressions::{Read, Role, Scale, Which};
use crate::tree::Name;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Number,
    Level(Scale),
    Flag,
}

#[derive(Clone, Debug)]
pub struct Known {
    pub read: Read,
    pub of: Type,
    /// Whether it is there in any case.
    pub sure: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub known: Vec<Known>,
    /// Runs that may not have taken place.
    pub runs: Vec<Name>,
    /// Blanks of many numbers.
    pub lists: Vec<Name>,
    /// Blanks of many runs, with what is known of each.
    pub helpers: Vec<(Name, Vec<Known>)>,
    pub roles: Vec<Role>,
    /// Whether a line above may have ended the run.
    pub stopped: bool,
    pub in_scene: bool,
}

impl Scope {
    pub fn add(&mut self, read: Read, of: Type) {
        self.known.push(Known { read, of, sure: true });
    }

    /// What lines in braces have added, which may not have been done.
    pub fn join(&mut self, inner: Scope, sure: bool) {
        let more = inner.known.into_iter().skip(self.known.len());
        self.known.extend(more.map(|known| Known { sure: known.sure && sure, ..known }));
        self.runs.extend(inner.runs.into_iter().skip(self.runs.len()));
        self.stopped |= inner.stopped;
    }

    /// What is known of a run, behind its name.
    pub fn add_run(&mut self, name: &Name, which: Which, inside: &[Known], sure: bool) {
        self.known.extend(inside.iter().map(|known| Known {
            read: Read::In(name.clone(), which, Box::new(known.read.clone())),
            of: known.of,
            sure: known.sure && sure,
        }));
    }
}
