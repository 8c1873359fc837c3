//! What is computed in a program: numbers, levels and conditions, and what they read.

use crate::tree::Name;

/// Who: in a procedure by a role, in a scene by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Actor,
    Foe,
    Person(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    Grade,
    Way,
    Glow,
}

/// Which of the runs of one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    Latest,
    First,
    Second,
    /// The run that stands at this place of a blank, by a name of its own.
    Filled(usize),
}

/// What is asked of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Sum,
    Kept,
    Rolled,
    Dropped,
    Highest,
    Lowest,
    Count(i64),
    AtLeast(i64),
    Any(i64),
    Doubles,
    Face(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    Care,
    Speed,
    Extra,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Laid {
    Cost,
    Left,
    Count,
    First(Quality),
    Last(Quality),
}

/// A value that has a name. It may be a number, a level or yes and no; whoever reads it knows which.
#[derive(Clone, Debug)]
pub enum Read {
    Cell(Name),
    Roll(Name, Asked),
    /// Column `v` of a card, or `w`, which is its number.
    Card(Name, bool),
    /// What a level of the ladder that was reached is worth.
    MarksOf(Box<Read>),
    A(Role),
    Oil(Role),
    Skill(Role, usize),
    Bold(Role),
    Ledger,
    Plan(Name, Laid),
    /// What is left of an item of a plan, by the item's name.
    Item(Name, usize, String, Quality),
    In(Name, Which, Box<Read>),
    /// Whether a run took place.
    Run(Name),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Plus,
    Minus,
    Max,
    Min,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    Down,
    Up,
    Mod,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Is,
    IsNot,
    Less,
    AtMost,
    More,
    AtLeast,
}

#[derive(Clone, Debug)]
pub enum Num {
    Const(i64),
    Read(Read),
    Otherwise(Read, i64),
    Binary(Binary, Box<Num>, Box<Num>),
    Times(Box<Num>, i64),
    Divide(Division, Box<Num>, i64),
    Abs(Box<Num>),
    If(Box<Cond>, Box<Num>, Box<Num>),
    /// `(if … then ROLL else ROLL).highest`: what is asked of the one that is chosen; both are asked the same.
    Chosen(Box<Cond>, Read, Read),
    Rank(Box<Level>),
    Worth(Box<Level>),
    Table(Box<Num>),
    Mix(Box<Num>, Box<Num>),
    /// `sum(a, b)` of what was reached.
    SumOf(Vec<Read>),
    /// `sum(LIST)` of a blank of many numbers.
    SumAll(Name),
    /// `sum(h in LIST : h.VALUE)` over runs.
    SumOver(Name, Box<Read>),
    /// `count(h in LIST : h.LEVEL >= …)` over runs.
    CountOver(Name, Box<Read>, Scale, i64),
}

#[derive(Clone, Debug)]
pub enum Level {
    Const(Scale, i64),
    Read(Read, Scale),
    Otherwise(Read, Scale, i64),
    /// So many up, or down if it is negative.
    Step(Box<Level>, i64),
    If(Box<Cond>, Box<Level>, Box<Level>),
    /// What judgement makes of a total.
    Judged(Box<Num>),
}

impl Level {
    pub fn scale(&self) -> Scale {
        match self {
            Level::Const(scale, _) | Level::Read(_, scale) | Level::Otherwise(_, scale, _) => *scale,
            Level::Step(level, _) | Level::If(_, level, _) => level.scale(),
            Level::Judged(_) => Scale::Glow,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Cond {
    Numbers(Num, Relation, Num),
    Levels(Level, Relation, Level),
    Flag(Read),
    Not(Box<Cond>),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
    Unreached(Read),
    Reached(Read),
}

/// What is read of a roll or of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Roll(Asked),
    Card(bool),
}

impl Read {
    /// What is read of it, if it is a roll or a card.
    pub fn part(&self) -> Option<Part> {
        match self {
            Read::Roll(_, question) => Some(Part::Roll(*question)),
            Read::Card(_, is_v) => Some(Part::Card(*is_v)),
            Read::In(_, _, inner) => inner.part(),
            Read::Cell(_)
            | Read::MarksOf(_)
            | Read::A(_)
            | Read::Oil(_)
            | Read::Skill(..)
            | Read::Bold(_)
            | Read::Ledger
            | Read::Plan(..)
            | Read::Item(..)
            | Read::Run(_) => None,
        }
    }
}
