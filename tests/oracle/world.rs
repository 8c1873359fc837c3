//! What a run changes: people, the ledger, the deck, and what has come about in runs.

use crate::expressions::Role;
use crate::tree::{Hero, Name, System};

/// A whole number, the rank of a level, 1 for yes; none where it is not reached.
pub type Value = Option<i64>;

/// What stands at a place of a run.
#[derive(Clone, Debug, Default)]
pub enum Held {
    #[default]
    Nothing,
    Number(i64),
    Numbers(Vec<i64>),
    Roll(Rolled),
    Runs(Vec<Frame>),
    Plan(Laying),
}

/// Dice that fell, in their order, and which of them were kept.
#[derive(Clone, Debug, Default)]
pub struct Rolled {
    pub total: i64,
    pub faces: Vec<i64>,
    pub dropped: i64,
}

/// A plan that is laid out, as far as it is not cut.
#[derive(Clone, Debug)]
pub struct Laying {
    pub cost: i64,
    /// For each item what is left of care, speed and extra.
    pub items: Vec<[i64; 3]>,
    /// For each point in its order, where it belongs: an item and one of its three; none for what is paid besides.
    pub points: Vec<Option<(usize, usize)>>,
}

/// One run of a procedure, or the scene.
#[derive(Clone, Debug)]
pub struct Frame {
    pub cells: Vec<Held>,
    pub actor: usize,
    pub foe: usize,
}

impl Frame {
    pub fn new(slots: usize, actor: usize, foe: usize) -> Self {
        Self { cells: vec![Held::Nothing; slots], actor, foe }
    }

    pub fn who(&self, role: Role) -> usize {
        match role {
            Role::Actor => self.actor,
            Role::Foe => self.foe,
            Role::Person(place) => place,
        }
    }

    /// The runs at a place.
    pub fn runs(&self, name: &Name) -> &[Frame] {
        if let Held::Runs(runs) = &self.cells[name.slot] { runs } else { &[] }
    }
}

/// Why a run ends before its last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A `stop`: the run around the line ends.
    Stopped,
    /// The rules refuse it: nothing counts.
    Refused,
    /// The rules cannot go on, since no card is left: nothing counts, and the program is wrong.
    Stuck,
}

#[derive(Clone, Debug)]
pub struct World<'p> {
    pub system: &'p System,
    pub heroes: Vec<Hero>,
    pub marks: i64,
    /// The cards that are left, ascending.
    pub deck: Vec<i64>,
}
