//! Random systems, with a house file that changes them now and then.

use crate::expressions::{Num, Read, Role, Scale, Which};
use crate::make::Maker;
use crate::make_lines::Around;
use crate::scope::{Known, Scope, Type};
use crate::tree::{
    Ask, AskKind, Body, Deck, Hero, Ladder, Line, Name, Patch, Place, Placed, Plan, Pool, Procedure, Ruled, System,
    Table,
};

/// A procedure that is there, as those who run it see it.
#[derive(Clone, Debug)]
pub struct Made {
    pub exports: Vec<Known>,
    /// In how many ways its faces can fall, and how many cards it draws.
    pub ways: u64,
    pub draws: i64,
    pub versus: bool,
    /// Whether it wants a plan, which only a scene can write.
    pub plans: bool,
    /// Its blanks of one number, which another procedure can fill.
    pub numbers: Vec<Name>,
    /// What a person chooses in it, and how high.
    pub choice: Option<(Name, i64)>,
}

impl Maker {
    pub fn system(&mut self) -> (System, Vec<Made>) {
        self.bent = self.tape.once_in(3);
        let mut system = self.declarations();
        let mut made: Vec<Made> = Vec::new();
        for (name, allowed) in [("lend", 30), ("toil", 200), ("vie", 600)] {
            if name == "vie" && !self.tape.once_in(3) {
                break;
            }
            self.allowed = allowed;
            let (procedure, seen) = self.procedure(name, &system, &made);
            system.procedures.push(procedure);
            made.push(seen);
        }
        (system, made)
    }

    /// What a house rule puts in the place of a declaration, if it does.
    fn ruled<T: Clone>(&mut self, base: T, change: impl FnOnce(&mut Self, &T) -> T) -> Ruled<T> {
        let house = (self.bent && self.tape.once_in(3)).then(|| change(self, &base));
        Ruled { base, house }
    }

    fn declarations(&mut self) -> System {
        let sides = *self.tape.pick(&[3, 2, 4]);
        let highest = !self.tape.once_in(3);
        let pool = self.ruled(Pool { sides, highest }, |_, base| Pool { highest: !base.highest, ..base.clone() });
        let ladder = self.ladder(sides);
        let count = ladder.marks.len();
        let ladder = self.ruled(ladder, |maker, _| {
            loop {
                let other = maker.ladder(sides);
                if other.marks.len() == count {
                    break other;
                }
                if maker.tape.below(2) == 0 {
                    break maker.ladder_of(sides, count);
                }
            }
        });
        let table = self.table();
        let table = self.ruled(table, |maker, base| {
            let over = Some((base.cuts[1] + maker.tape.within(1, 3), maker.tape.within(-1, 6)));
            Table { over, ..base.clone() }
        });
        let mix = [self.tape.within(-1, 2), self.tape.within(-1, 2), self.tape.within(0, 3)];
        let mix = self.ruled(mix, |maker, _| [maker.tape.within(-1, 2), 1, maker.tape.within(-2, 3)]);
        let cards = self.tape.within(3, 6);
        let deck = Deck { cards, modulus: self.tape.within(2, 3), judged: self.tape.within(0, cards - 1) };
        let usual = self.tape.within(0, 2);
        System {
            pool,
            ladder,
            table,
            mix,
            open: [*self.tape.pick(&[3, 2, 4]), *self.tape.pick(&[2, 3])],
            deck,
            plan: Plan { upfront: self.tape.within(0, 2), further: self.tape.within(0, 1) },
            worth: [0; 3].map(|_| self.tape.within(-1, 3)),
            defaults: Hero { a: 1, oil: 4, skill: [usual; 3], bold: false },
            watch: [self.tape.within(1, 2), self.tape.within(1, 2)],
            watch_more: (self.bent && self.tape.once_in(3)).then(|| self.tape.within(1, 3)),
            procedures: Vec::new(),
        }
    }

    fn ladder(&mut self, sides: i64) -> Ladder {
        let count = 2 + self.tape.below(usize::try_from(sides - 1).expect("two or more"));
        self.ladder_of(sides, count)
    }

    fn ladder_of(&mut self, sides: i64, count: usize) -> Ladder {
        let mut faces: Vec<i64> = (1..sides).collect();
        while faces.len() > count - 1 {
            let place = self.tape.below(faces.len());
            faces.remove(place);
        }
        let mut judged = vec![self.tape.within(-1, 3)];
        while judged.len() < count - 1 {
            let next = judged[judged.len() - 1] + self.tape.within(1, 3);
            judged.push(next);
        }
        let marks = (0..count).map(|_| self.tape.within(-1, 4)).collect();
        Ladder { faces, judged, marks, rising: !self.tape.once_in(4), highest_first: self.tape.once_in(3) }
    }

    fn table(&mut self) -> Table {
        let low = self.tape.within(-1, 2);
        let cuts = [low, low + self.tape.within(1, 3)];
        Table { cuts, values: [0; 3].map(|_| self.tape.within(-2, 6)), over: None }
    }

    // --- Procedures --------------------------------------------------------------------------

    fn procedure(&mut self, name: &str, system: &System, made: &[Made]) -> (Procedure, Made) {
        let versus = name != "lend";
        (self.ways, self.draws) = (1, 0);
        let mut around = Around { system, made, slots: 0, versus };
        let roles = if versus { vec![Role::Actor, Role::Foe] } else { vec![Role::Actor] };
        let mut scope = Scope { roles: roles.clone(), ..Scope::default() };
        for role in roles {
            scope.add(Read::A(role), Type::Number);
            scope.add(Read::Oil(role), Type::Number);
            scope.add(Read::Skill(role, self.tape.below(3)), Type::Number);
            scope.add(Read::Bold(role), Type::Flag);
        }
        scope.add(Read::Ledger, Type::Number);
        let (asks, begin) = self.asks(&mut scope, &mut around);
        let mut lines: Vec<Placed> = begin.into_iter().map(standing).collect();
        let mut choice = None;
        if self.tape.once_in(3) {
            let most = self.tape.within(1, 3);
            let name = self.name("w", &mut around.slots);
            scope.add(Read::Cell(name.clone()), Type::Number);
            lines.push(standing(Line::Choose { name: name.clone(), most, default: self.tape.within(0, most) }));
            choice = Some((name, most));
        }
        let mut exports: Vec<Known> = Vec::new();
        if let Some((name, _)) = &choice {
            exports.push(Known { read: Read::Cell(name.clone()), of: Type::Number, sure: true });
        }
        let mut seen = scope.known.len();
        for _ in 0..(2 + self.tape.below(if versus { 7 } else { 3 })) {
            let above = scope.clone();
            if let Some(line) = self.line(&mut scope, &mut around, 0) {
                self.place(line, &above, &mut around, &mut lines, &mut exports);
            }
            // What a `stop` above it may keep from happening may not be there for whoever asks from outside.
            let new = scope.known[seen..].iter().cloned();
            let is_told = |known: &Known| !matches!(known.read, Read::Plan(..));
            exports.extend(new.filter(is_told).map(|known| Known { sure: known.sure && !above.stopped, ..known }));
            seen = scope.known.len();
        }
        let numbers =
            asks.iter().filter(|ask| matches!(ask.kind, AskKind::Number(_))).map(|ask| ask.name.clone()).collect();
        let plans = asks.iter().any(|ask| matches!(ask.kind, AskKind::Plan));
        let made = Made { plans, exports, ways: self.ways, draws: self.draws, versus, numbers, choice };
        let procedure = Procedure { name: name.to_owned(), versus, asks, lines, slots: around.slots };
        (procedure, made)
    }

    /// A line, and perhaps what a house rule does to it.
    fn place(
        &mut self,
        line: Line,
        above: &Scope,
        around: &mut Around<'_>,
        lines: &mut Vec<Placed>,
        exports: &mut Vec<Known>,
    ) {
        let anchor = anchor(&line);
        if !(self.bent && self.tape.once_in(3)) {
            return lines.push(standing(line));
        }
        let row = self.num(above, 2);
        let placed = match line {
            Line::Let(name, Body::Num(base)) => Placed {
                base: Some(Line::Let(name.clone(), Body::Num(base))),
                now: Some(Line::Let(name, Body::Num(row))),
                patch: Some(Patch::Replace),
            },
            Line::Sum(name, rows) => Placed {
                base: Some(Line::Sum(name.clone(), rows.clone())),
                now: Some(Line::Sum(name, rows.into_iter().chain([row.clone()]).collect())),
                patch: Some(Patch::Extend(row)),
            },
            Line::Stop(..) => Placed { base: Some(line), now: None, patch: Some(Patch::Remove) },
            other => standing(other),
        };
        let is_as_before = placed.patch.is_none();
        lines.push(placed);
        if let Some(anchor) = anchor.filter(|_| is_as_before) {
            let added = if self.tape.once_in(2) {
                let name = self.name("h", &mut around.slots);
                let known = Known { read: Read::Cell(name.clone()), of: Type::Number, sure: false };
                exports.push(known);
                Line::Let(name, Body::Num(self.num(above, 2)))
            } else {
                Line::Add(self.num(above, 2), Place::Marks)
            };
            lines.push(Placed { base: None, now: Some(added), patch: Some(Patch::After(anchor)) });
        }
    }

    fn asks(&mut self, scope: &mut Scope, around: &mut Around<'_>) -> (Vec<Ask>, Vec<Line>) {
        let (mut asks, mut lines) = (Vec::new(), Vec::new());
        for _ in 0..self.tape.below(if around.versus { 5 } else { 3 }) {
            let kind = match self.tape.below(8) {
                0 | 1 => AskKind::Number(self.tape.within(0, 3)),
                2 => AskKind::Grade(self.tape.within(0, 2)),
                3 => AskKind::Flag,
                4 => AskKind::Many,
                5 => AskKind::Optional,
                6 if around.versus && self.afford(around.made[0].ways * around.made[0].ways) => AskKind::Helpers(0),
                7 if around.versus && self.afford(around.made[0].ways) => AskKind::Answer(0),
                _ => continue,
            };
            let name = self.name("b", &mut around.slots);
            let cell = || Read::Cell(name.clone());
            match &kind {
                AskKind::Number(_) => scope.add(cell(), Type::Number),
                AskKind::Grade(_) => scope.add(cell(), Type::Level(Scale::Grade)),
                AskKind::Flag => scope.add(cell(), Type::Flag),
                AskKind::Many => scope.lists.push(name.clone()),
                AskKind::Optional => scope.known.push(Known { read: cell(), of: Type::Number, sure: false }),
                AskKind::Helpers(made) => {
                    self.draws += 2 * around.made[*made].draws;
                    scope.helpers.push((name.clone(), around.made[*made].exports.clone()));
                    lines.push(Line::RunBlank(name.clone()));
                }
                AskKind::Answer(made) => {
                    self.draws += around.made[*made].draws;
                    scope.runs.push(name.clone());
                    scope.add_run(&name, Which::Latest, &around.made[*made].exports, false);
                    lines.push(Line::RunBlank(name.clone()));
                }
                AskKind::Plan => unreachable!("there is one plan"),
            }
            asks.push(Ask { name, kind });
        }
        if around.versus && around.made.len() == 1 && self.tape.once_in(3) {
            self.plan(scope, around, &mut asks, &mut lines);
        }
        (asks, lines)
    }

    /// A blank for a plan, which is laid out, and perhaps cut to what a roll says.
    fn plan(&mut self, scope: &mut Scope, around: &mut Around<'_>, asks: &mut Vec<Ask>, lines: &mut Vec<Line>) {
        around.slots += 1;
        let name = Name { slot: around.slots - 1, text: "works".to_owned() };
        asks.push(Ask { name: name.clone(), kind: AskKind::Plan });
        if let Some((dice, _)) = self.dice(scope, around.system, 0) {
            let roll = self.name("r", &mut around.slots);
            scope.add(Read::Cell(roll.clone()), Type::Number);
            lines.push(Line::Roll(roll.clone(), dice));
            let to = if self.tape.once_in(2) { self.num(scope, 1) } else { Num::Read(Read::Cell(roll)) };
            lines.push(Line::Cut(name.clone(), to));
        }
        if self.tape.once_in(2) {
            lines.push(Line::EachItem(name.clone()));
        }
        Self::of_plan(&name, scope);
    }
}

fn standing(line: Line) -> Placed {
    Placed { base: Some(line.clone()), now: Some(line), patch: None }
}

/// How a line begins that has a name.
fn anchor(line: &Line) -> Option<String> {
    let (word, name) = match line {
        Line::Let(name, _) => ("let", name),
        Line::Sum(name, _) => ("sum", name),
        Line::Decide(name, _) => ("decide", name),
        Line::Roll(name, _) => ("roll", name),
        Line::Draw(name) => ("draw", name),
        Line::Resolve(name, _) => ("resolve", name),
        _ => return None,
    };
    Some(format!("{word} {}", name.text))
}
