//! A program as a tree of its own, which knows nothing of the crate: what is printed, and what is counted out.

use crate::expressions::{Cond, Level, Num, Read, Role, Scale};

/// A place in a run for something that has a name there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub slot: usize,
    pub text: String,
}

/// A declaration, and what a house rule puts in its place.
#[derive(Clone, Debug)]
pub struct Ruled<T> {
    pub base: T,
    pub house: Option<T>,
}

impl<T> Ruled<T> {
    pub fn now(&self) -> &T {
        self.house.as_ref().unwrap_or(&self.base)
    }
}

/// A ladder over the faces of the pool, the lowest level first.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// For each level the last face that leads to it, in the order of the faces.
    pub faces: Vec<i64>,
    /// For each level above the lowest the first total that judgement gives it for.
    pub judged: Vec<i64>,
    pub marks: Vec<i64>,
    /// Whether higher faces lead to higher levels.
    pub rising: bool,
    pub highest_first: bool,
}

/// `dice pool(n) = if n < 1 then WORSE 2dS else BETTER (min(n, 3))dS`.
#[derive(Clone, Debug)]
pub struct Pool {
    pub sides: i64,
    /// Whether more dice are better.
    pub highest: bool,
}

/// Up to `cut` it is the first value, up to the next the second, and from there on the third; a last row may lie over them.
#[derive(Clone, Debug)]
pub struct Table {
    pub cuts: [i64; 2],
    pub values: [i64; 3],
    /// From this number on, whatever the rows above say, it is that.
    pub over: Option<(i64, i64)>,
}

#[derive(Clone, Debug)]
pub struct Plan {
    pub upfront: i64,
    pub further: i64,
}

#[derive(Clone, Debug)]
pub struct Deck {
    pub cards: i64,
    pub modulus: i64,
    pub judged: i64,
}

#[derive(Clone, Debug)]
pub struct System {
    pub pool: Ruled<Pool>,
    pub ladder: Ruled<Ladder>,
    pub table: Ruled<Table>,
    /// `rule mix(p, q) = p * A + q * B + C`.
    pub mix: Ruled<[i64; 3]>,
    /// Sides of the die of which the lowest face takes a further one away, and the highest adds one; and of that one.
    pub open: [i64; 2],
    pub deck: Deck,
    pub plan: Plan,
    /// What each level of `way` is worth.
    pub worth: [i64; 3],
    /// What stands in a hero who says nothing of it.
    pub defaults: Hero,
    /// What is added to the ledger before each watch, and to everybody's oil after it; and what a house rule adds.
    pub watch: [i64; 2],
    pub watch_more: Option<i64>,
    pub procedures: Vec<Procedure>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hero {
    pub a: i64,
    pub oil: i64,
    pub skill: [i64; 3],
    pub bold: bool,
}

#[derive(Clone, Debug)]
pub struct Procedure {
    pub name: String,
    pub versus: bool,
    pub asks: Vec<Ask>,
    pub lines: Vec<Placed>,
    pub slots: usize,
}

#[derive(Clone, Debug)]
pub struct Ask {
    pub name: Name,
    pub kind: AskKind,
}

#[derive(Clone, Debug)]
pub enum AskKind {
    Number(i64),
    Grade(i64),
    Flag,
    Many,
    Optional,
    /// Helpers: any number of runs of this procedure.
    Helpers(usize),
    /// One run of this procedure by whoever stands against the actor.
    Answer(usize),
    Plan,
}

/// A line of a procedure: what stands in the system, what is in force, and what a house rule says that makes the difference.
#[derive(Clone, Debug)]
pub struct Placed {
    pub base: Option<Line>,
    pub now: Option<Line>,
    pub patch: Option<Patch>,
}

#[derive(Clone, Debug)]
pub enum Patch {
    /// Added after a line that begins so.
    After(String),
    Replace,
    Remove,
    /// One row more for a sum.
    Extend(Num),
}

#[derive(Clone, Debug)]
pub enum Dice {
    Plain { count: i64, sides: i64, keep: Keep },
    Open,
    Pool(Num),
    Plus(Box<Dice>, Box<Dice>),
    Minus(Box<Dice>, Box<Dice>),
    More(Box<Dice>, i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    All,
    Highest(i64),
    Lowest(i64),
}

#[derive(Clone, Debug)]
pub enum Place {
    A(Role),
    Oil(Role),
    Skill(Role, usize),
    Bold(Role),
    Marks,
    /// A tally or a flag of the scene.
    Own(Name),
}

#[derive(Clone, Debug)]
pub enum Body {
    Num(Num),
    Flag(Cond),
    Level(Level),
}

#[derive(Clone, Debug)]
pub enum Line {
    Let(Name, Body),
    Sum(Name, Vec<Num>),
    Decide(Name, Vec<(i64, Cond)>),
    Roll(Name, Dice),
    Draw(Name),
    Shuffle,
    Resolve(Name, Num),
    Choose {
        name: Name,
        most: i64,
        default: i64,
    },
    RunBlank(Name),
    Run {
        name: Name,
        procedure: usize,
        named: bool,
        by: Role,
        versus: Option<Role>,
        with: Vec<(Name, Num)>,
    },
    Cut(Name, Num),
    Set(Place, Body),
    Add(Num, Place),
    Pay(i64, Place),
    Stop(Cond, String),
    If(Cond, Vec<Line>, Vec<Line>),
    Note(Num, Option<Cond>),
    EachItem(Name),
    EachHero(i64),
    /// Lines of a scene.
    Play(Play),
    Repeat {
        watch: bool,
        most: i64,
        until: Option<Cond>,
        lines: Vec<Line>,
    },
    Choice {
        name: String,
        options: Vec<(String, Vec<Line>)>,
        default: usize,
        taken: usize,
    },
    Turns(Vec<Turn>),
}

/// Whose turn it is, by which numbers, and what is done in it.
#[derive(Clone, Debug)]
pub struct Turn {
    pub hero: usize,
    pub numbers: Vec<Num>,
    pub lines: Vec<Line>,
}

/// A run that a scene writes.
#[derive(Clone, Debug)]
pub struct Play {
    pub name: Name,
    pub procedure: usize,
    pub by: usize,
    pub versus: Option<usize>,
    /// For each blank what stands in it, if anything.
    pub fills: Vec<Option<Fill>>,
    /// What is chosen beforehand in it.
    pub chosen: Option<i64>,
}

#[derive(Clone, Debug)]
pub enum Fill {
    Number(i64),
    Level(i64),
    Yes,
    Many(Vec<i64>),
    Runs(Vec<Play>),
    /// The run of whoever stands against the actor; nobody else can be in it.
    Answer(Play),
    Items(Vec<Item>),
}

/// An item of a plan: how much care, speed and extra, and which of the last two is written first.
#[derive(Clone, Debug)]
pub struct Item {
    pub name: String,
    pub care: i64,
    pub speed: i64,
    pub extra: i64,
    pub extra_first: bool,
}

#[derive(Clone, Debug)]
pub enum Own {
    Tally(Name, i64, bool),
    Flag(Name),
}

#[derive(Clone, Debug)]
pub struct Scene {
    pub heroes: Vec<Hero>,
    pub own: Vec<Own>,
    pub lines: Vec<Line>,
    pub slots: usize,
    /// Choices that are made beforehand: the path and the option, as people write them.
    pub chosen: Vec<(String, String)>,
    pub subjects: Vec<Subject>,
}

/// What can be asked of a scene.
#[derive(Clone, Debug)]
pub enum Subject {
    Number(Read),
    Level(Read, Scale),
    Flag(Read),
    Holds(Box<Cond>),
}

#[derive(Clone, Debug)]
pub struct Program {
    pub system: System,
    pub scene: Scene,
}

pub const HEROES: [&str; 3] = ["ada", "bea", "cyn"];
