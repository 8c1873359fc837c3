//! Odds of random programs against brute force.

use assize::ir::{
    Band, Binary, Choose, Decider, Instruction, Keep, Method, Operand, Program, Question, Scale, Shape, Unary,
};
use dashu_ratio::RBig;
use proptest::prelude::*;

use crate::build::{Arg, Build, brute_force};
use crate::odds::exact;

#[derive(Clone, Debug)]
pub enum Line {
    Roll { dice: i64, sides: i64, keep: Keep, questions: Vec<Question> },
    Binary(Binary, usize, usize),
    Unary(Unary, usize),
    Skip(usize, usize),
    Draw,
    Shuffle,
    Clear(usize),
    Lookup(usize),
    Band(usize, bool),
    Choose(usize, i64),
    Resolve(usize, Method),
    Repeat(i64, Vec<Line>),
}

fn keep() -> impl Strategy<Value = Keep> {
    prop_oneof![Just(Keep::All), (1..3_u32).prop_map(Keep::Highest), (1..3_u32).prop_map(Keep::Lowest)]
}

fn question() -> impl Strategy<Value = Question> {
    prop_oneof![
        Just(Question::Kept),
        Just(Question::Rolled),
        Just(Question::Dropped),
        (1..4_i64).prop_map(Question::Face),
        Just(Question::Highest),
        Just(Question::Lowest),
        Just(Question::Doubles),
        (1..4_i64).prop_map(Question::Any),
        (1..4_i64).prop_map(Question::Count),
        (1..4_i64).prop_map(Question::AtLeast),
    ]
}

fn binary() -> impl Strategy<Value = Binary> {
    prop::sample::select(vec![
        Binary::Add,
        Binary::Subtract,
        Binary::Less,
        Binary::LessOrEqual,
        Binary::Equal,
        Binary::And,
        Binary::Or,
        Binary::Minimum,
        Binary::Maximum,
        Binary::LeastReached,
        Binary::GreatestReached,
        Binary::SizesUp,
    ])
}

fn unary() -> impl Strategy<Value = Unary> {
    prop::sample::select(vec![Unary::Negate, Unary::Not, Unary::IsReached, Unary::OrZero])
}

fn plain() -> impl Strategy<Value = Line> {
    prop_oneof![
        3 => (0..3_i64, 1..4_i64, keep(), prop::collection::vec(question(), 1..4))
            .prop_map(|(dice, sides, keep, questions)| Line::Roll { dice, sides, keep, questions }),
        3 => (binary(), any::<usize>(), any::<usize>()).prop_map(|(op, a, b)| Line::Binary(op, a, b)),
        1 => (unary(), any::<usize>()).prop_map(|(op, a)| Line::Unary(op, a)),
        2 => (any::<usize>(), 1..4_usize).prop_map(|(on, lines)| Line::Skip(on, lines)),
        1 => Just(Line::Draw),
        1 => Just(Line::Shuffle),
        1 => any::<usize>().prop_map(Line::Clear),
        1 => any::<usize>().prop_map(Line::Lookup),
        1 => (any::<usize>(), any::<bool>()).prop_map(|(key, judged)| Line::Band(key, judged)),
        1 => (any::<usize>(), 0..3_i64).prop_map(|(limit, default)| Line::Choose(limit, default)),
        1 => (any::<usize>(), method()).prop_map(|(total, method)| Line::Resolve(total, method)),
    ]
}

fn method() -> impl Strategy<Value = Method> {
    prop::sample::select(vec![Method::Open, Method::Deliberate, Method::Random, Method::Automatic(None)])
}

/// Lines of which every run can be looked at.
pub fn some_lines() -> impl Strategy<Value = Vec<Line>> {
    lines().prop_filter("small", |lines| cost(lines) < 20_000.0)
}

fn lines() -> impl Strategy<Value = Vec<Line>> {
    let repeat = (1..3_i64, prop::collection::vec(plain(), 1..4)).prop_map(|(times, body)| Line::Repeat(times, body));
    prop::collection::vec(prop_oneof![5 => plain(), 1 => repeat], 1..7)
}

/// Every register is written in several places, so that merging and liveness have something to go wrong with.
const SHARED: usize = 5;

struct Writer {
    build: Build,
    next: usize,
}

impl Writer {
    fn into(&mut self) -> assize::ir::Register {
        self.next = (self.next + 1) % SHARED;
        assize::ir::Register(u32::try_from(self.next).unwrap())
    }

    fn from(number: usize) -> Arg {
        Arg(Operand::Register(assize::ir::Register(u32::try_from(number % SHARED).unwrap())))
    }

    fn write(&mut self, lines: &[Line]) {
        let mut skips: Vec<(assize::ir::Address, usize)> = Vec::new();
        for line in lines {
            self.line(line, &mut skips);
            for (_, left) in &mut skips {
                *left -= 1;
            }
            let (over, open): (Vec<_>, Vec<_>) = skips.into_iter().partition(|(_, left)| *left == 0);
            skips = open;
            for (at, _) in over {
                self.build.land(at);
            }
        }
        for (at, _) in skips {
            self.build.land(at);
        }
    }

    fn line(&mut self, line: &Line, skips: &mut Vec<(assize::ir::Address, usize)>) {
        match line {
            Line::Roll { dice, sides, keep, questions } => {
                let asked = self.build.roll(&[((*dice).into(), (*sides).into())], *keep, questions);
                for answer in asked {
                    let into = self.into();
                    self.build.copy(into, answer);
                }
            }
            Line::Binary(op, a, b) => {
                let into = self.into();
                let (a, b) = (Self::from(*a).0, Self::from(*b).0);
                self.build.push(Instruction::Binary { into, op: *op, a, b });
            }
            Line::Unary(op, a) => {
                let into = self.into();
                self.build.push(Instruction::Unary { into, op: *op, a: Self::from(*a).0 });
            }
            Line::Skip(on, lines) => skips.push((self.build.unless(Self::from(*on)), lines + 1)),
            Line::Draw => {
                let card = self.build.draw(0);
                let into = self.into();
                self.build.copy(into, card);
            }
            Line::Shuffle => {
                self.build.push(Instruction::Shuffle { deck: 0 });
            }
            Line::Clear(first) => {
                let first = assize::ir::Register(u32::try_from(first % SHARED).unwrap());
                self.build.push(Instruction::Clear { first, count: 1 });
            }
            Line::Lookup(_) | Line::Band(..) | Line::Choose(..) | Line::Resolve(..) => self.question(line),
            Line::Repeat(times, body) => self.repeat(*times, body),
        }
    }

    /// A line that asks a table, a ladder or a person.
    fn question(&mut self, line: &Line) {
        let into = self.into();
        match line {
            Line::Lookup(key) => {
                self.build.push(Instruction::Lookup { into, table: 0, key: Self::from(*key).0 });
            }
            Line::Band(key, judged) => {
                self.build.push(Instruction::Band { into, scale: 0, judged: *judged, key: Self::from(*key).0 });
            }
            Line::Choose(limit, default) => self.choose(into, *limit, *default),
            Line::Resolve(total, method) => {
                let (total, path) = (Self::from(*total).0, "test.resolve".into());
                let after = assize::ir::Address(0);
                let (method, reads) = (*method, [].into());
                let resolve = Instruction::Resolve { into, scale: 0, total, method, path, after, reads };
                let at = self.build.push(resolve);
                let die = self.build.sum(1, 3);
                self.build.push(Instruction::Band { into, scale: 0, judged: false, key: Operand::Register(die) });
                self.build.land(at);
            }
            _ => unreachable!("it asks nobody"),
        }
    }

    /// Whatever a register holds, there is something to choose.
    fn choose(&mut self, into: assize::ir::Register, limit: usize, default: i64) {
        let least = self.build.register(None);
        let a = Self::from(limit).0;
        self.build.push(Instruction::Binary { into: least, op: Binary::Minimum, a, b: Operand::Value(default) });
        self.build.push(Instruction::Choose(Box::new(Choose {
            into,
            path: "test.choose".into(),
            question: "how many?".into(),
            by: Decider { name: "anna".into(), title: "Anna".into() },
            low: Operand::Register(least),
            high: Operand::Value(3),
            options: Vec::new(),
            default: Some(Operand::Value(default)),
            shape: Shape::Number,
        })));
    }

    fn repeat(&mut self, times: i64, body: &[Line]) {
        let round = self.build.register(None);
        self.build.copy(round, 0);
        let head = self.build.here();
        let goes_on = self.build.binary(Binary::Less, round, times);
        let over = self.build.unless(goes_on);
        self.write(body);
        let (a, b) = (Operand::Register(round), Operand::Value(1));
        self.build.push(Instruction::Binary { into: round, op: Binary::Add, a, b });
        self.build.push(Instruction::Jump { to: head });
        self.build.land(over);
    }
}

pub fn program(lines: &[Line]) -> Program {
    let mut build = Build::new();
    let shared: Vec<_> =
        (0..SHARED).map(|number| build.register(i64::try_from(number).ok().filter(|n| *n > 1))).collect();
    build.deck(&[0, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3], Some(1));
    build.program.tables.push(vec![Some(2), None, Some(5), Some(0)]);
    let band = |low, high, value| Band { low, high, value };
    build.scale(Scale {
        name: "ladder".into(),
        levels: vec!["low".into(), "mid".into(), "high".into()],
        numbers: None,
        rolled: vec![band(None, Some(1), 0), band(Some(2), Some(2), 1), band(Some(3), None, 2)],
        judged: vec![band(Some(4), Some(9), 2), band(Some(-2), Some(1), 0)],
    });
    let mut writer = Writer { build, next: 0 };
    writer.write(lines);
    let mut build = writer.build;
    for register in &shared[..3] {
        build.result("shared", *register);
    }
    build.done()
}

fn cost(lines: &[Line]) -> f64 {
    let each = lines.iter().map(|line| match line {
        Line::Roll { dice, sides, .. } => f64::from(u8::try_from(sides.pow(u32::try_from(*dice).unwrap())).unwrap()),
        Line::Draw => 16.0,
        Line::Resolve(..) => 3.0,
        Line::Repeat(times, body) => cost(body).powi(i32::try_from(*times).unwrap()),
        _ => 1.0,
    });
    each.product()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn odds_are_those_of_all_runs(lines in some_lines()) {
        let program = program(&lines);
        let distribution = exact(&program);
        prop_assert_eq!(distribution.mass(), RBig::ONE);
        prop_assert_eq!(distribution.outcomes, brute_force(&program));
    }
}
