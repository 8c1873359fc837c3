//! Which parts of what a scene writes inside its runs have taken effect, and why others were passed over. Whoever lays
//! something out writes it in here; what follows from it is said by `accounts.rs`.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{InvocationId, LocalId};
use crate::source::Span;

/// A part of what a scene writes inside a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// The mode of the scene, by its line.
    Mode(Span),
    /// The run itself.
    Run(InvocationId),
    /// The text of a level: of what it is a level, of which item of a plan, and which one.
    Text(InvocationId, LocalId, Option<usize>, usize),
    /// What a scene says of an item of a plan: which item, and which qualifier.
    Described(InvocationId, usize, usize),
    /// How a run is answered.
    RunMethod(InvocationId),
    /// How a step is answered.
    StepMethod(InvocationId, usize),
    /// How a single line is answered.
    LocalMethod(InvocationId, LocalId),
    /// What a single line shows.
    Shown(InvocationId, LocalId),
}

/// Why lines of a procedure are passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// This condition never holds.
    Never(Span),
    /// This condition always holds, so other cases do not come up.
    Always(Span),
    /// The run ends before: after this step, as this line says.
    Ended(usize, Span),
    /// There is nothing in this list.
    Empty(Span),
    /// The run is over before: this line ends it in any case.
    Stopped(Span),
    /// The step is answered by `automatic`, so nothing is added up in it.
    Automatic,
}

/// Lines of a procedure that are passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Passed {
    /// The lines, or a part of one.
    pub lines: Span,
    /// Why.
    pub why: Why,
}

/// For what it counts when a blank is read.
#[derive(Clone, Debug)]
enum Reader {
    /// For a blank of another run, into which it is put.
    Blank(InvocationId, LocalId),
    /// Nobody knows yet whether it matters: so far these were read.
    Maybe(Vec<(InvocationId, LocalId)>),
}

/// What has taken effect so far, in all programs that are made of a scene.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    taken: BTreeSet<Piece>,
    asked: BTreeSet<(InvocationId, LocalId)>,
    read: BTreeSet<(InvocationId, LocalId)>,
    /// Blanks that are read for others, into which the rules put what they hold.
    read_for: BTreeMap<(InvocationId, LocalId), BTreeSet<(InvocationId, LocalId)>>,
    /// For what it counts when a blank is read now, the innermost last.
    readers: Vec<Reader>,
    /// How many reasons there are that nothing takes effect now.
    muted: usize,
    given: BTreeMap<(InvocationId, LocalId), Span>,
    passed: BTreeMap<Option<InvocationId>, BTreeSet<Passed>>,
}

impl Ledger {
    /// Something takes effect.
    pub fn take(&mut self, piece: Piece) {
        if self.muted == 0 {
            self.taken.insert(piece);
        }
    }

    /// Whatever follows takes no effect, until it is heard again.
    pub fn mute(&mut self) {
        self.muted += 1;
    }

    /// What follows takes effect again, unless there is another reason.
    pub fn hear(&mut self) {
        self.muted = self.muted.saturating_sub(1);
    }

    /// Whether what follows takes no effect.
    pub fn is_muted(&self) -> bool {
        self.muted > 0
    }

    /// A blank is asked for, and what the scene says of it is put in.
    pub fn ask(&mut self, run: InvocationId, blank: LocalId) {
        if self.muted == 0 {
            self.asked.insert((run, blank));
        }
    }

    /// A blank is read.
    pub fn read(&mut self, run: InvocationId, blank: LocalId) {
        if self.muted > 0 {
            return;
        }
        match self.readers.last_mut() {
            None => {
                self.read.insert((run, blank));
            }
            Some(Reader::Blank(other, of_other)) => {
                self.read_for.entry((run, blank)).or_default().insert((*other, *of_other));
            }
            Some(Reader::Maybe(read)) => read.push((run, blank)),
        }
    }

    /// What is read until [`Ledger::put_in`] is put into a blank of another run.
    pub fn reads_for(&mut self, run: InvocationId, blank: LocalId) {
        self.readers.push(Reader::Blank(run, blank));
    }

    /// It has been put in.
    pub fn put_in(&mut self) {
        self.readers.pop();
    }

    /// Whether it matters what is read until [`Ledger::read_so_far`] is not known yet.
    pub fn reads_perhaps(&mut self) {
        self.readers.push(Reader::Maybe(Vec::new()));
    }

    /// What was read since.
    pub fn read_so_far(&mut self) -> Vec<(InvocationId, LocalId)> {
        if let Some(Reader::Maybe(read)) = self.readers.pop() { read } else { Vec::new() }
    }

    /// The rules put something into a blank on a line of their own.
    pub fn give(&mut self, run: InvocationId, blank: LocalId, line: Span) {
        self.given.insert((run, blank), line);
    }

    /// Lines of the procedure of a run, or of the scene itself, are passed over.
    pub fn pass(&mut self, run: Option<InvocationId>, lines: Span, why: Why) {
        self.passed.entry(run).or_default().insert(Passed { lines, why });
    }

    /// Whether something has taken effect.
    pub fn has_taken(&self, piece: Piece) -> bool {
        self.taken.contains(&piece)
    }

    /// Whether what the scene says of a blank was put in.
    pub fn has_asked(&self, run: InvocationId, blank: LocalId) -> bool {
        self.asked.contains(&(run, blank))
    }

    /// Whether a blank was read.
    pub fn has_read(&self, run: InvocationId, blank: LocalId) -> bool {
        self.read.contains(&(run, blank)) || self.put_into(run, blank).any(|(run, blank)| self.has_read(run, blank))
    }

    /// The blanks of other runs into which the rules put what one holds.
    pub fn put_into(&self, run: InvocationId, blank: LocalId) -> impl Iterator<Item = (InvocationId, LocalId)> {
        self.read_for.get(&(run, blank)).into_iter().flatten().copied()
    }

    /// The line by which the rules put something into a blank.
    pub fn given_by(&self, run: InvocationId, blank: LocalId) -> Option<Span> {
        self.given.get(&(run, blank)).copied()
    }

    /// What was passed over of the procedure of a run, or of the scene itself.
    pub fn passed_in(&self, run: Option<InvocationId>) -> impl Iterator<Item = Passed> {
        self.passed.get(&run).into_iter().flatten().copied()
    }
}
