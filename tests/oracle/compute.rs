//! What an expression comes to, by the words of the language page.

use crate::expressions::{Asked, Binary, Cond, Division, Laid, Level, Num, Quality, Read, Relation, Scale, Which};
use crate::tree::Table;
use crate::world::{Frame, Held, Laying, Rolled, Value, World};

impl World<'_> {
    pub fn read(&self, from: &Read, frame: &Frame) -> Value {
        match from {
            Read::Cell(name) => match &frame.cells[name.slot] {
                Held::Number(number) => Some(*number),
                Held::Roll(roll) => Some(roll.total),
                Held::Nothing | Held::Numbers(_) | Held::Runs(_) | Held::Plan(_) => None,
            },
            Read::Roll(name, question) => match &frame.cells[name.slot] {
                Held::Roll(roll) => ask(roll, *question),
                Held::Nothing | Held::Number(_) | Held::Numbers(_) | Held::Runs(_) | Held::Plan(_) => None,
            },
            Read::Card(name, is_v) => match &frame.cells[name.slot] {
                Held::Number(card) if *is_v => Some(card % self.system.deck.modulus),
                Held::Number(card) => Some(*card),
                Held::Nothing | Held::Roll(_) | Held::Numbers(_) | Held::Runs(_) | Held::Plan(_) => None,
            },
            Read::MarksOf(level) => self.read(level, frame).map(|rank| self.system.ladder.now().marks[at(rank)]),
            Read::A(who) => Some(self.heroes[frame.who(*who)].a),
            Read::Oil(who) => Some(self.heroes[frame.who(*who)].oil),
            Read::Skill(who, level) => Some(self.heroes[frame.who(*who)].skill[*level]),
            Read::Bold(who) => Some(i64::from(self.heroes[frame.who(*who)].bold)),
            Read::Ledger => Some(self.marks),
            Read::Plan(name, what) => plan(frame, name.slot).map(|plan| laid(plan, *what)),
            Read::Item(name, place, _, quality) => {
                plan(frame, name.slot).map(|plan| plan.items[*place][part(*quality)])
            }
            Read::In(name, which, inner) => {
                let runs = frame.runs(name);
                let run = match which {
                    Which::Latest => runs.last(),
                    Which::First => runs.first(),
                    Which::Second => runs.get(1),
                    Which::Filled(place) => runs.get(*place),
                };
                self.read(inner, run?)
            }
            Read::Run(name) => (!frame.runs(name).is_empty()).then_some(1),
        }
    }

    pub fn num(&self, of: &Num, frame: &Frame) -> Value {
        let num = |of: &Num| self.num(of, frame);
        match of {
            Num::Const(value) => Some(*value),
            Num::Read(from) => self.read(from, frame),
            Num::Otherwise(from, fallback) => self.read(from, frame).or(Some(*fallback)),
            Num::Binary(how, a, b) => Some(binary(*how, num(a)?, num(b)?)),
            Num::Times(a, by) => Some(num(a)? * by),
            Num::Divide(how, a, by) => Some(divide(*how, num(a)?, *by)),
            Num::Abs(a) => Some(num(a)?.abs()),
            Num::If(on, a, b) => {
                if self.holds(on, frame) {
                    num(a)
                } else {
                    num(b)
                }
            }
            Num::Chosen(on, a, b) => self.read(if self.holds(on, frame) { a } else { b }, frame),
            Num::Rank(of) => self.level(of, frame),
            Num::Worth(of) => self.level(of, frame).map(|rank| self.system.worth[at(rank)]),
            Num::Table(of) => Some(look_up(self.system.table.now(), num(of)?)),
            Num::Mix(p, q) => {
                let [by_p, by_q, more] = *self.system.mix.now();
                Some(num(p)? * by_p + num(q)? * by_q + more)
            }
            Num::SumOf(reads) => Some(reads.iter().filter_map(|from| self.read(from, frame)).sum()),
            Num::SumAll(list) => match &frame.cells[list.slot] {
                Held::Numbers(numbers) => Some(numbers.iter().sum()),
                Held::Nothing | Held::Number(_) | Held::Roll(_) | Held::Runs(_) | Held::Plan(_) => Some(0),
            },
            Num::SumOver(list, inner) => Some(frame.runs(list).iter().filter_map(|run| self.read(inner, run)).sum()),
            Num::CountOver(list, inner, _, least) => {
                let reaches = |run: &&Frame| self.read(inner, run).is_some_and(|rank| rank >= *least);
                Some(i64::try_from(frame.runs(list).iter().filter(reaches).count()).expect("it is small"))
            }
        }
    }

    pub fn level(&self, of: &Level, frame: &Frame) -> Value {
        match of {
            Level::Const(_, rank) => Some(*rank),
            Level::Read(from, _) => self.read(from, frame),
            Level::Otherwise(from, _, rank) => self.read(from, frame).or(Some(*rank)),
            Level::Step(from, by) => {
                let last = match of.scale() {
                    Scale::Grade | Scale::Way => 2,
                    Scale::Glow => self.top(),
                };
                Some((self.level(from, frame)? + by).clamp(0, last))
            }
            Level::If(on, a, b) => self.level(if self.holds(on, frame) { a } else { b }, frame),
            Level::Judged(of) => self.num(of, frame).map(|total| self.judged(total)),
        }
    }

    /// The place of the ladder's best level.
    pub fn top(&self) -> i64 {
        i64::try_from(self.system.ladder.now().marks.len()).expect("it is small") - 1
    }

    /// The level that judgement makes of a total.
    pub fn judged(&self, total: i64) -> i64 {
        let reached = self.system.ladder.now().judged.iter().filter(|first| total >= **first).count();
        i64::try_from(reached).expect("it is small")
    }

    /// Whether a condition is *yes*: what is not reached is not.
    pub fn holds(&self, of: &Cond, frame: &Frame) -> bool {
        self.cond(of, frame) == Some(true)
    }

    pub fn cond(&self, of: &Cond, frame: &Frame) -> Option<bool> {
        match of {
            Cond::Numbers(a, how, b) => Some(compare(self.num(a, frame)?, *how, self.num(b, frame)?)),
            Cond::Levels(a, how, b) => Some(compare(self.level(a, frame)?, *how, self.level(b, frame)?)),
            Cond::Flag(from) => self.read(from, frame).map(|yes| yes != 0),
            Cond::Not(of) => self.cond(of, frame).map(|yes| !yes),
            Cond::And(a, b) => match (self.cond(a, frame), self.cond(b, frame)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                (None, None | Some(true)) | (Some(true), None) => None,
            },
            Cond::Or(a, b) => match (self.cond(a, frame), self.cond(b, frame)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                (None, None | Some(false)) | (Some(false), None) => None,
            },
            Cond::Unreached(from) => Some(self.read(from, frame).is_none()),
            Cond::Reached(from) => Some(self.read(from, frame).is_some()),
        }
    }
}

pub fn at(rank: i64) -> usize {
    usize::try_from(rank).expect("it has a place")
}

fn plan(frame: &Frame, slot: usize) -> Option<&Laying> {
    if let Held::Plan(plan) = &frame.cells[slot] { Some(plan) } else { None }
}

pub fn part(of: Quality) -> usize {
    match of {
        Quality::Care => 0,
        Quality::Speed => 1,
        Quality::Extra => 2,
    }
}

fn laid(plan: &Laying, what: Laid) -> i64 {
    match what {
        Laid::Cost => plan.cost,
        Laid::Left => 40 - plan.cost,
        Laid::Count => i64::try_from(plan.items.len()).expect("it is small"),
        Laid::First(of) => plan.items[0][part(of)],
        Laid::Last(of) => plan.items[plan.items.len() - 1][part(of)],
    }
}

fn ask(roll: &Rolled, question: Asked) -> Value {
    let count = |shown: &dyn Fn(i64) -> bool| {
        i64::try_from(roll.faces.iter().filter(|face| shown(**face)).count()).expect("it is small")
    };
    match question {
        Asked::Sum | Asked::Kept => Some(roll.total),
        Asked::Rolled => Some(roll.faces.iter().sum()),
        Asked::Dropped => Some(roll.dropped),
        Asked::Highest => roll.faces.iter().max().copied(),
        Asked::Lowest => roll.faces.iter().min().copied(),
        Asked::Count(face) => Some(count(&|shown| shown == face)),
        Asked::AtLeast(face) => Some(count(&|shown| shown >= face)),
        Asked::Any(face) => Some(i64::from(roll.faces.contains(&face))),
        Asked::Doubles => Some(i64::from(roll.faces.iter().any(|face| count(&|shown| shown == *face) > 1))),
        Asked::Face(place) => roll.faces.get(place - 1).copied(),
    }
}

fn binary(how: Binary, a: i64, b: i64) -> i64 {
    match how {
        Binary::Plus => a + b,
        Binary::Minus => a - b,
        Binary::Max => a.max(b),
        Binary::Min => a.min(b),
    }
}

/// Division by the number that rounds so; what is left over has the sign of the divisor.
fn divide(how: Division, a: i64, by: i64) -> i64 {
    let rounded = |up: bool| {
        let (whole, rest) = (a / by, a % by);
        let is_below = (rest < 0) != (by < 0);
        match (rest == 0, up, is_below) {
            (true, _, _) | (false, false, false) | (false, true, true) => whole,
            (false, false, true) => whole - 1,
            (false, true, false) => whole + 1,
        }
    };
    match how {
        Division::Down => rounded(false),
        Division::Up => rounded(true),
        Division::Mod => a - by * rounded(false),
    }
}

fn look_up(table: &Table, key: i64) -> i64 {
    if let Some((from, value)) = table.over
        && key >= from
    {
        return value;
    }
    let row = table.cuts.iter().filter(|cut| key > **cut).count();
    table.values[row]
}

fn compare(a: i64, how: Relation, b: i64) -> bool {
    match how {
        Relation::Is => a == b,
        Relation::IsNot => a != b,
        Relation::Less => a < b,
        Relation::AtMost => a <= b,
        Relation::More => a > b,
        Relation::AtLeast => a >= b,
    }
}
