//! Which parts of what a scene writes inside its runs have taken effect, and why others were passed over. Whoever lays
//! something out writes it in here; what follows from it is said by `accounts.rs`.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{InvocationId, LocalId};
use crate::source::Span;

/// A part of what a scene writes inside a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// The run itself.
    Run(InvocationId),
    /// The text of a level: of what it is a level, of which item of a plan, and which one.
    Text(InvocationId, LocalId, Option<usize>, usize),
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

/// What has taken effect so far, in all programs that are made of a scene.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    taken: BTreeSet<Piece>,
    asked: BTreeSet<(InvocationId, LocalId)>,
    read: BTreeSet<(InvocationId, LocalId)>,
    given: BTreeMap<(InvocationId, LocalId), Span>,
    passed: BTreeMap<Option<InvocationId>, BTreeSet<Passed>>,
}

impl Ledger {
    /// Something takes effect.
    pub fn take(&mut self, piece: Piece) {
        self.taken.insert(piece);
    }

    /// A blank is asked for, and what the scene says of it is put in.
    pub fn ask(&mut self, run: InvocationId, blank: LocalId) {
        self.asked.insert((run, blank));
    }

    /// A blank is read.
    pub fn read(&mut self, run: InvocationId, blank: LocalId) {
        self.read.insert((run, blank));
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
        self.read.contains(&(run, blank))
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
