//! Odds of random programs against brute force.

use assize::ir::{Binary, Instruction, Keep, Operand, Program, Question, Unary};
use dashu_ratio::RBig;
use proptest::prelude::*;

use crate::build::{Arg, Build, brute_force};
use crate::odds::exact;

#[derive(Clone, Debug)]
enum Line {
    Roll { dice: i64, sides: i64, keep: Keep, questions: Vec<Question> },
    Binary(Binary, usize, usize),
    Unary(Unary, usize),
    Skip(usize, usize),
    Draw,
    Shuffle,
    Clear(usize),
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
    ]
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
            Line::Repeat(times, body) => self.repeat(*times, body),
        }
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

fn program(lines: &[Line]) -> Program {
    let mut build = Build::new();
    let shared: Vec<_> =
        (0..SHARED).map(|number| build.register(i64::try_from(number).ok().filter(|n| *n > 1))).collect();
    build.deck(&[0, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3], None);
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
        Line::Repeat(times, body) => cost(body).powi(i32::try_from(*times).unwrap()),
        _ => 1.0,
    });
    each.product()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn odds_are_those_of_all_runs(lines in lines().prop_filter("small", |lines| cost(lines) < 20_000.0)) {
        let program = program(&lines);
        let distribution = exact(&program);
        prop_assert_eq!(distribution.mass(), RBig::ONE);
        prop_assert_eq!(distribution.outcomes, brute_force(&program));
    }
}
