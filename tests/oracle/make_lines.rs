//! Random lines of procedures.

use crate::expressions::{Asked, Binary, Cond, Laid, Num, Quality, Read, Relation, Role, Scale, Which};
use crate::make::Maker;
use crate::make_system::Made;
use crate::scope::{Known, Scope, Type};
use crate::tree::{Body, Dice, Keep, Line, Name, Place, System};

/// What lines of a procedure can speak of besides what stands above them.
pub struct Around<'m> {
    pub system: &'m System,
    /// The procedures that are there already.
    pub made: &'m [Made],
    pub slots: usize,
    /// Whether somebody stands against the actor.
    pub versus: bool,
}

impl Maker {
    /// A line, if what the tape says can be had; what it names is known afterwards.
    pub fn line(&mut self, scope: &mut Scope, around: &mut Around<'_>, deep: usize) -> Option<Line> {
        match self.tape.below(20) {
            0..4 => self.roll(scope, around),
            4..6 => Some(self.value_line(scope, around)),
            6 => Some(self.sum(scope, around)),
            7 => {
                let rows = [2, 1].map(|rank| (rank, self.cond(scope, 1)));
                let name = self.name("g", &mut around.slots);
                scope.add(Read::Cell(name.clone()), Type::Level(Scale::Grade));
                Some(Line::Decide(name, rows.to_vec()))
            }
            8 | 9 => self.resolve(scope, around),
            10 => self.draw(scope, around),
            11 if self.tape.once_in(2) => Some(Line::Shuffle),
            11 | 12 => Some(self.change(scope)),
            13 | 14 if !around.made.is_empty() => self.run(scope, around),
            15 if !scope.stopped || self.tape.once_in(2) => {
                scope.stopped = true;
                let why = self.name("enough ", &mut 0).text;
                Some(Line::Stop(self.cond(scope, 1), why))
            }
            16 => Some(Line::Note(self.num(scope, 1), self.tape.once_in(2).then(|| self.cond(scope, 1)))),
            17 => Some(Line::EachHero(self.tape.within(1, 2))),
            _ if deep < 2 => self.branches(scope, around, deep),
            _ => None,
        }
    }

    fn value_line(&mut self, scope: &mut Scope, around: &mut Around<'_>) -> Line {
        let (body, of) = match self.tape.below(5) {
            3 => {
                let scale = *self.tape.pick(&[Scale::Grade, Scale::Way, Scale::Glow]);
                (Body::Level(self.level(scope, scale, 2)), Type::Level(scale))
            }
            4 if scope.known.iter().all(|known| known.sure) => (Body::Flag(self.cond(scope, 1)), Type::Flag),
            _ => (Body::Num(self.num(scope, 3)), Type::Number),
        };
        let name = self.name("v", &mut around.slots);
        scope.add(Read::Cell(name.clone()), of);
        Line::Let(name, body)
    }

    fn sum(&mut self, scope: &mut Scope, around: &mut Around<'_>) -> Line {
        let mut rows: Vec<_> = (0..=self.tape.below(2)).map(|_| self.num(scope, 2)).collect();
        let may_be: Vec<&Known> = scope.known.iter().filter(|known| known.of == Type::Number && !known.sure).collect();
        rows.extend(may_be.iter().rev().take(2).map(|known| Num::Read(known.read.clone())));
        let name = self.name("s", &mut around.slots);
        scope.add(Read::Cell(name.clone()), Type::Number);
        Line::Sum(name, rows)
    }

    fn roll(&mut self, scope: &mut Scope, around: &mut Around<'_>) -> Option<Line> {
        let (dice, certain) = self.dice(scope, around.system, 1)?;
        let name = self.name("r", &mut around.slots);
        scope.add(Read::Cell(name.clone()), Type::Number);
        let face = self.tape.within(1, 4);
        let numbers = [
            Asked::Sum,
            Asked::Kept,
            Asked::Rolled,
            Asked::Dropped,
            Asked::Highest,
            Asked::Lowest,
            Asked::Count(face),
            Asked::AtLeast(face),
            Asked::Face(1 + self.tape.below(certain)),
        ];
        for _ in 0..2 {
            scope.add(Read::Roll(name.clone(), *self.tape.pick(&numbers)), Type::Number);
        }
        let flag = if self.tape.once_in(2) { Asked::Doubles } else { Asked::Any(face) };
        scope.add(Read::Roll(name.clone(), flag), Type::Flag);
        Some(Line::Roll(name, dice))
    }

    /// Dice, and how many faces of them fall in any case.
    pub fn dice(&mut self, scope: &Scope, system: &System, deep: usize) -> Option<(Dice, usize)> {
        match self.tape.below(10) {
            0..6 => {
                let sides = *self.tape.pick(&[2, 3, 4, 6]);
                let count = self.tape.within(1, 3);
                let kept = self.tape.within(1, count);
                let keep = *self.tape.pick(&[Keep::All, Keep::Highest(kept), Keep::Lowest(kept)]);
                let exponent = u32::try_from(count).expect("it is small");
                let ways = u64::try_from(sides).expect("it is small").pow(exponent);
                let plain = Dice::Plain { count, sides, keep };
                self.afford(ways).then(|| (plain, usize::try_from(count).expect("it is small")))
            }
            6 => {
                let ways = u64::try_from(system.open[0] * system.open[1]).expect("it is small");
                self.afford(ways).then_some((Dice::Open, 1))
            }
            // `doubles` cannot be asked of a pool of unknown size with other dice beside it (AZ309).
            7 if deep > 0 => {
                let ways = u64::try_from(system.pool.base.sides.pow(3)).expect("it is small");
                self.afford(ways).then(|| (Dice::Pool(self.num(scope, 1)), 1))
            }
            8 if deep > 0 => {
                let (a, b) = (self.dice(scope, system, deep - 1)?, self.dice(scope, system, deep - 1)?);
                let join = if self.tape.once_in(2) { Dice::Minus } else { Dice::Plus };
                Some((join(Box::new(a.0), Box::new(b.0)), a.1 + b.1))
            }
            _ if deep > 0 => {
                let (dice, certain) = self.dice(scope, system, 0)?;
                Some((Dice::More(Box::new(dice), *self.tape.pick(&[1, 2, -1])), certain))
            }
            _ => None,
        }
    }

    pub fn resolve(&mut self, scope: &mut Scope, around: &mut Around<'_>) -> Option<Line> {
        let ways = u64::try_from(around.system.pool.base.sides.pow(2)).expect("it is small");
        if !self.afford(ways) {
            return None;
        }
        let with = self.num(scope, 2);
        let name = self.name("l", &mut around.slots);
        scope.add(Read::Cell(name.clone()), Type::Level(Scale::Glow));
        scope.add(Read::MarksOf(Box::new(Read::Cell(name.clone()))), Type::Number);
        Some(Line::Resolve(name, with))
    }

    fn draw(&mut self, scope: &mut Scope, around: &mut Around<'_>) -> Option<Line> {
        if !self.afford(u64::try_from(around.system.deck.cards).expect("it is small")) {
            return None;
        }
        self.draws += 1;
        let name = self.name("c", &mut around.slots);
        scope.add(Read::Card(name.clone(), true), Type::Number);
        scope.add(Read::Card(name.clone(), false), Type::Number);
        Some(Line::Draw(name))
    }

    /// A change that stays. Only now and then it may be one that the rules refuse.
    pub fn change(&mut self, scope: &Scope) -> Line {
        let who = *self.tape.pick(&scope.roles);
        match self.tape.below(8) {
            0 | 1 => Line::Add(self.num(scope, 2), Place::Marks),
            2 => Line::Set(Place::A(who), Body::Num(self.num(scope, 2))),
            3 => Line::Add(self.num(scope, 1), Place::Skill(who, self.tape.below(3))),
            4 => Line::Set(
                Place::Bold(who),
                if scope.known.iter().all(|known| known.sure) { Body::Flag(self.cond(scope, 1)) } else { yes() },
            ),
            5 if self.tape.once_in(8) => Line::Pay(2, Place::Oil(who)),
            5 | 6 => {
                let cost = self.tape.within(1, 2);
                let enough = Cond::Numbers(Num::Read(Read::Oil(who)), Relation::AtLeast, Num::Const(cost));
                Line::If(enough, vec![Line::Pay(cost, Place::Oil(who))], Vec::new())
            }
            _ => Line::Set(Place::Oil(who), Body::Num(within_limits(self.num(scope, 2)))),
        }
    }

    /// A run that the procedure makes of another one.
    fn run(&mut self, scope: &mut Scope, around: &mut Around<'_>) -> Option<Line> {
        let place = self.tape.below(around.made.len());
        let made = &around.made[place];
        if made.versus && !around.versus || made.plans || !self.afford(made.ways) {
            return None;
        }
        self.draws += made.draws;
        let (by, versus) = match (around.versus && self.tape.once_in(2), made.versus) {
            (true, true) => (Role::Foe, Some(Role::Actor)),
            (true, false) => (Role::Foe, None),
            (false, true) => (Role::Actor, Some(Role::Foe)),
            (false, false) => (Role::Actor, None),
        };
        let with = made.numbers.iter().filter_map(|blank| {
            let value = self.tape.once_in(2).then(|| self.num(scope, 1))?;
            Some((blank.clone(), value))
        });
        let with: Vec<(Name, Num)> = with.collect();
        let named = !self.tape.once_in(4);
        let name = self.name("u", &mut around.slots);
        if named {
            scope.add_run(&name, Which::Latest, &made.exports, true);
        }
        Some(Line::Run { name, procedure: place, named, by, versus, with })
    }

    fn branches(&mut self, scope: &mut Scope, around: &mut Around<'_>, deep: usize) -> Option<Line> {
        let on = self.cond(scope, 2);
        let mut inner = scope.clone();
        let then: Vec<Line> =
            (0..=self.tape.below(2)).filter_map(|_| self.line(&mut inner, around, deep + 1)).collect();
        let mut other = scope.clone();
        let otherwise: Vec<Line> =
            (0..self.tape.below(2)).filter_map(|_| self.line(&mut other, around, deep + 1)).collect();
        if then.is_empty() {
            return None;
        }
        scope.join(inner, false);
        scope.stopped |= other.stopped;
        Some(Line::If(on, then, otherwise))
    }

    /// What can be said of a plan once it is laid out.
    pub fn of_plan(plan: &Name, scope: &mut Scope) {
        for what in [Laid::Cost, Laid::Left, Laid::Count, Laid::First(Quality::Extra), Laid::Last(Quality::Extra)] {
            scope.add(Read::Plan(plan.clone(), what), Type::Number);
        }
        for what in [Laid::First(Quality::Care), Laid::Last(Quality::Speed)] {
            scope.add(Read::Plan(plan.clone(), what), Type::Level(Scale::Way));
        }
    }
}

pub fn yes() -> Body {
    Body::Flag(Cond::Numbers(Num::Const(1), Relation::Is, Num::Const(1)))
}

pub fn within_limits(of: Num) -> Num {
    let least = Num::Binary(Binary::Max, Box::new(Num::Const(0)), Box::new(of));
    Num::Binary(Binary::Min, Box::new(Num::Const(9)), Box::new(least))
}
