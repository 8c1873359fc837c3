//! Random expressions that fit what is known where they stand.

use crate::expressions::{Binary, Cond, Division, Level, Num, Read, Relation, Scale};
use crate::scope::{Known, Scope, Type};
use crate::tape::Tape;
use crate::tree::Name;

const RELATIONS: [Relation; 6] =
    [Relation::AtLeast, Relation::Is, Relation::IsNot, Relation::Less, Relation::AtMost, Relation::More];

pub struct Maker {
    pub tape: Tape,
    names: usize,
    /// How many ways the faces of what is made can fall, and how many are allowed.
    pub ways: u64,
    pub allowed: u64,
    pub draws: i64,
    pub bent: bool,
}

impl Maker {
    pub fn new(tape: Tape) -> Self {
        Self { tape, names: 0, ways: 1, allowed: 1, draws: 0, bent: false }
    }

    /// A new name that begins so, at the next place of a run.
    pub fn name(&mut self, begin: &str, slots: &mut usize) -> Name {
        self.names += 1;
        *slots += 1;
        Name { slot: *slots - 1, text: format!("{begin}{}", self.names) }
    }

    /// Whether as many ways more are allowed; then they are taken.
    pub fn afford(&mut self, ways: u64) -> bool {
        let affordable = self.ways.saturating_mul(ways) <= self.allowed;
        if affordable {
            self.ways *= ways;
        }
        affordable
    }

    fn known(&mut self, scope: &Scope, fits: impl Fn(&Known) -> bool) -> Option<Known> {
        let fitting: Vec<&Known> = scope.known.iter().filter(|known| fits(known)).collect();
        // The newest are the likeliest, so that what is made hangs together.
        let newest = fitting.len().min(if self.tape.once_in(2) { 4 } else { usize::MAX });
        (newest > 0).then(|| fitting[fitting.len() - 1 - self.tape.below(newest)].clone())
    }

    /// A value of a type: plain where it is there in any case.
    fn value(&mut self, scope: &Scope) -> Num {
        let constant = Num::Const(self.tape.within(0, 4));
        let Some(known) = self.known(scope, |known| known.of == Type::Number) else { return constant };
        if known.sure { Num::Read(known.read) } else { Num::Otherwise(known.read, self.tape.within(0, 3)) }
    }

    pub fn num(&mut self, scope: &Scope, deep: usize) -> Num {
        if deep == 0 || self.tape.once_in(5) {
            return match self.tape.below(6) {
                0..4 => self.value(scope),
                _ => Num::Const(self.tape.within(-2, 7)),
            };
        }
        match self.tape.below(16) {
            0 | 1 => self.value(scope),
            kind @ 2..7 => {
                let how = [Binary::Plus, Binary::Plus, Binary::Minus, Binary::Max, Binary::Min][kind - 2];
                Num::Binary(how, Box::new(self.num(scope, deep - 1)), Box::new(self.num(scope, deep - 1)))
            }
            7 => Num::Times(Box::new(self.num(scope, deep - 1)), self.tape.within(-2, 3)),
            8 => {
                let how = *self.tape.pick(&[Division::Down, Division::Up, Division::Mod]);
                Num::Divide(how, Box::new(self.num(scope, deep - 1)), *self.tape.pick(&[2, 3, 5, 1, -2, -3]))
            }
            9 => Num::Abs(Box::new(self.num(scope, deep - 1))),
            10 => {
                let on = self.cond(scope, deep - 1);
                if self.tape.once_in(3)
                    && let Some([a, b]) = self.asked_the_same(scope)
                {
                    return Num::Chosen(Box::new(on), a, b);
                }
                Num::If(Box::new(on), Box::new(self.num(scope, deep - 1)), Box::new(self.num(scope, deep - 1)))
            }
            11 => {
                let scale = *self.tape.pick(&[Scale::Grade, Scale::Way, Scale::Glow]);
                let level = self.level(scope, scale, deep - 1);
                if scale == Scale::Way { Num::Worth(Box::new(level)) } else { Num::Rank(Box::new(level)) }
            }
            12 if !scope.in_scene => Num::Table(Box::new(self.num(scope, deep - 1))),
            13 if !scope.in_scene => Num::Mix(Box::new(self.num(scope, deep - 1)), Box::new(self.num(scope, deep - 1))),
            14 => self.over_lists(scope),
            _ => self.sum_of(scope),
        }
    }

    /// Two numbers that are the answers of rolls, or of cards, to one question.
    fn asked_the_same(&mut self, scope: &Scope) -> Option<[Read; 2]> {
        let is_sure = |known: &Known| known.sure && known.of == Type::Number;
        let one = self.known(scope, |known| is_sure(known) && known.read.part().is_some())?.read;
        let other = self.known(scope, |known| is_sure(known) && known.read.part() == one.part())?.read;
        Some([one, other])
    }

    fn sum_of(&mut self, scope: &Scope) -> Num {
        let reads: Vec<Read> = (0..2)
            .filter_map(|_| self.known(scope, |known| known.of == Type::Number))
            .map(|known| known.read)
            .collect();
        if reads.len() == 2 { Num::SumOf(reads) } else { Num::Const(1) }
    }

    fn over_lists(&mut self, scope: &Scope) -> Num {
        if !scope.helpers.is_empty() {
            let (list, inside) = self.tape.pick(&scope.helpers).clone();
            let inside = Scope { known: inside, ..Scope::default() };
            let is_level = |known: &Known| matches!(known.of, Type::Level(_));
            if let Some(Known { read, of: Type::Level(scale), .. }) = self.known(&inside, is_level) {
                return Num::CountOver(list, Box::new(read), scale, self.tape.within(0, 1));
            }
            if let Some(known) = self.known(&inside, |known| known.of == Type::Number) {
                return Num::SumOver(list, Box::new(known.read));
            }
        }
        if scope.lists.is_empty() { self.value(scope) } else { Num::SumAll(self.tape.pick(&scope.lists).clone()) }
    }

    pub fn level(&mut self, scope: &Scope, scale: Scale, deep: usize) -> Level {
        let last = if scale == Scale::Glow { 1 } else { 2 };
        if deep > 0 {
            match self.tape.below(6) {
                3 => return Level::Step(Box::new(self.level(scope, scale, deep - 1)), *self.tape.pick(&[1, -1, 2])),
                4 => {
                    let on = self.cond(scope, deep - 1);
                    let (a, b) = (self.level(scope, scale, deep - 1), self.level(scope, scale, deep - 1));
                    return Level::If(Box::new(on), Box::new(a), Box::new(b));
                }
                5 if scale == Scale::Glow && !scope.in_scene => {
                    return Level::Judged(Box::new(self.num(scope, deep - 1)));
                }
                _ => {}
            }
        }
        let rank = self.tape.within(0, last);
        match self.known(scope, |known| known.of == Type::Level(scale)) {
            Some(known) if known.sure => Level::Read(known.read, scale),
            Some(known) => Level::Otherwise(known.read, scale, rank),
            None => Level::Const(scale, rank),
        }
    }

    pub fn cond(&mut self, scope: &Scope, deep: usize) -> Cond {
        match self.tape.below(12) {
            6 if deep > 0 => {
                // The `not` of what is not reached does not hold either, so the language wants it said.
                let known = scope.known.iter().filter(|known| known.sure).cloned().collect();
                let sure = Scope { known, runs: Vec::new(), in_scene: false, ..scope.clone() };
                Cond::Not(Box::new(self.of_numbers(&sure, deep - 1)))
            }
            7 if deep > 0 => Cond::And(Box::new(self.cond(scope, deep - 1)), Box::new(self.cond(scope, deep - 1))),
            8 if deep > 0 => Cond::Or(Box::new(self.cond(scope, deep - 1)), Box::new(self.cond(scope, deep - 1))),
            4 | 9 => self.of_levels(scope),
            5 => match self.known(scope, |known| known.of == Type::Flag && known.sure) {
                Some(known) => Cond::Flag(known.read),
                None => self.of_numbers(scope, deep),
            },
            10 => self.of_reaching(scope, deep),
            _ => self.of_numbers(scope, deep),
        }
    }

    fn of_numbers(&mut self, scope: &Scope, deep: usize) -> Cond {
        let relation = *self.tape.pick(&RELATIONS);
        if scope.in_scene
            && self.tape.once_in(2)
            && let Some(known) = self.known(scope, |known| known.of == Type::Number)
        {
            return Cond::Numbers(Num::Read(known.read), relation, Num::Const(self.tape.within(0, 6)));
        }
        let left = self.num(scope, deep.saturating_sub(1));
        let right = if self.tape.once_in(3) { self.num(scope, 0) } else { Num::Const(self.tape.within(0, 6)) };
        Cond::Numbers(left, relation, right)
    }

    fn of_levels(&mut self, scope: &Scope) -> Cond {
        let Some(known) = self.known(scope, |known| matches!(known.of, Type::Level(_))) else {
            return self.of_numbers(scope, 0);
        };
        let Type::Level(scale) = known.of else { unreachable!("it was asked for") };
        let rank = self.tape.within(0, if scale == Scale::Glow { 1 } else { 2 });
        let how = *self.tape.pick(&[Relation::AtLeast, Relation::Is]);
        Cond::Levels(Level::Read(known.read, scale), how, Level::Const(scale, rank))
    }

    fn of_reaching(&mut self, scope: &Scope, deep: usize) -> Cond {
        let read = if !scope.runs.is_empty() && self.tape.once_in(2) {
            Some(Read::Run(self.tape.pick(&scope.runs).clone()))
        } else {
            self.known(scope, |known| !known.sure).map(|known| known.read)
        };
        match read {
            Some(read) if self.tape.once_in(2) => Cond::Reached(read),
            Some(read) => Cond::Unreached(read),
            None => self.of_numbers(scope, deep),
        }
    }
}
