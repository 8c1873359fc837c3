//! What is best where segments are followed is what is best where the machine is walked, as exact fractions.

use std::collections::BTreeSet;

use assize::drivers::Mode;
use assize::drivers::advice::{Asked, Explored, Graph, Group, Play, cases, explored, reach, solve};
use assize::drivers::chosen::Choices;
use assize::drivers::odds::{Budget, Progress, Ways};
use assize::ir::{Address, Binary, Choose, Decider, Instruction, Operand, Program, Refusal, Register, Shape, Value};
use assize::machine::Bounds;
use dashu_int::IBig;
use dashu_ratio::RBig;
use proptest::prelude::*;

use crate::build::{Build, called};
use crate::random_programs;
use crate::segments::fights;

/// How it is asked.
#[derive(Clone, Copy)]
struct How {
    is_against: bool,
    decides_methods: bool,
    /// Whether the first choices are one decision.
    is_joined: bool,
}

/// What is seen in a situation, how often a run comes to it, what each answer is worth, and which is best.
type Seen = Vec<(Address, Vec<Value>, RBig, Vec<(i64, Option<RBig>)>, Vec<i64>)>;

/// What the whole is worth, however people decide, and what is known of each situation; nothing where some run fails.
fn advised(program: &Program, how: How, by_segments: bool) -> Option<([Option<RBig>; 5], Seen)> {
    let graph = graph(program, how, by_segments)?;
    let payoff = |value: Value| value.map_or(IBig::ZERO, IBig::from);
    let of = |play: Play<'_>| solve(&graph, &payoff, play).value();
    let values = [Play::Best, Play::Lowest, Play::Highest, Play::Default, Play::Stated].map(of);
    let best = solve(&graph, &payoff, Play::Best);
    let reached = reach(&graph, &best);
    let all = reached.all();
    let mut seen = Seen::new();
    for at in (0..).map(Address).take(program.code.len()) {
        for case in cases(&graph, at, (&best, &reached), &BTreeSet::new()).1 {
            let weight = RBig::from_parts(case.weight.clone().into(), all.clone());
            let worth = |place: u32| {
                let worth = case.values[place as usize].clone()?;
                Some(RBig::from_parts(worth, case.weight.clone()))
            };
            let options = case.answers.iter().map(|(option, place)| (*option, worth(*place))).collect();
            seen.push((at, case.seen.clone(), weight, options, case.best));
        }
    }
    seen.sort_unstable();
    Some((values, seen))
}

fn graph(program: &Program, how: How, by_segments: bool) -> Option<Graph> {
    let How { is_against, decides_methods, is_joined } = how;
    let (choices, bounds, progress) = (Choices::new(), Bounds::default(), Progress::default());
    let host = |_: u32, arguments: &[Value]| Ok(called(vec![arguments[0].map(|face| i64::from(face == 6))]));
    let (drawn, host, mode) = ([vec![9]], Some(&host as _), Mode::Random);
    let ways = Ways { mode, choices: &choices, before: &[], drawn: &drawn, host, bounds: &bounds, progress: &progress };
    let budget = Budget::default().answers(200_000);
    let against = |_: &str| is_against;
    let asked = Asked { ways, budget, is_against: &against, decides_methods, by_segments };
    let questions = (0..).map(Address).zip(&program.code);
    let questions = questions.filter(|(_, instruction)| matches!(instruction, Instruction::Choose(_)));
    let group = Group { asked: questions.map(|(at, _)| at).take(2).zip(0..).collect(), defaults: vec![Some(1); 2] };
    match explored(program, asked, if is_joined { vec![group] } else { Vec::new() }).ok()? {
        Explored::All(graph) => Some(graph),
        Explored::Part(_) => panic!("nobody has stopped it"),
    }
}

fn same_in_both(program: &Program, how: How) {
    // What is too much for the one need not be for the other.
    if let Some(plain) = advised(program, how, false) {
        assert_eq!(advised(program, how, true), Some(plain), "{:?}", program.code);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_have_the_same_advice(
        lines in prop_oneof![random_programs::some_lines(), fights()],
        is_against in any::<bool>(),
        decides_methods in any::<bool>(),
        is_joined in any::<bool>(),
    ) {
        let mut program = random_programs::program(&lines);
        program.results.truncate(1);
        same_in_both(&program, How { is_against, decides_methods, is_joined });
    }
}

/// So many rounds, in each of which one of three stances is taken; two wear each other down, and one of them must not.
fn stances(rounds: i64, wind: i64, refuses: bool) -> Program {
    let mut build = Build::new();
    let (mine, theirs) = (build.register(Some(wind)), build.register(Some(wind)));
    let (round, stance) = (build.register(Some(0)), build.register(None));
    build.copy(round, 0);
    let head = build.here();
    let more = build.binary(Binary::Less, round, rounds);
    let over = build.unless(more);
    let stands = build.binary(Binary::Less, 0, theirs);
    let falls = build.unless(stands);
    build.push(Instruction::Choose(Box::new(Choose {
        into: stance,
        path: "test.stance".into(),
        question: "how?".into(),
        by: Decider { name: "anna".into(), title: "Anna".into() },
        low: Operand::Value(0),
        high: Operand::Value(2),
        options: Vec::new(),
        default: Some(Operand::Value(1)),
        shape: Shape::Number,
    })));
    let (die, other) = (build.sum(1, 6), build.sum(1, 3));
    let die = build.binary(Binary::Maximum, die, other);
    let hurts = build.binary(Binary::Subtract, die, stance);
    let set = |build: &mut Build, into: Register, op: Binary, by: Register| {
        build.push(Instruction::Binary { into, op, a: Operand::Register(into), b: Operand::Register(by) });
    };
    set(&mut build, mine, Binary::Subtract, hurts);
    set(&mut build, theirs, Binary::Subtract, die);
    set(&mut build, theirs, Binary::Subtract, stance);
    if refuses {
        let falls = build.binary(Binary::Less, mine, -1);
        let stays = build.unless(falls);
        build.push(Instruction::Refuse { why: Refusal::Needs("not so".into()) });
        build.land(stays);
    }
    build.push(Instruction::Binary { into: round, op: Binary::Add, a: Operand::Register(round), b: Operand::Value(1) });
    build.push(Instruction::Jump { to: head });
    build.land(over);
    build.land(falls);
    let ahead = build.binary(Binary::Subtract, mine, theirs);
    build.result("ahead", ahead);
    build.done()
}

const PLAIN: How = How { is_against: false, decides_methods: true, is_joined: false };

#[test]
fn what_the_rules_refuse_is_refused_in_both() {
    for (rounds, wind) in [(2, 3), (3, 6), (4, 9), (1, 1)] {
        for refuses in [false, true] {
            same_in_both(&stances(rounds, wind, refuses), PLAIN);
            same_in_both(&stances(rounds, wind, refuses), How { is_against: true, ..PLAIN });
        }
    }
}

#[test]
fn situations_within_segments_are_none() {
    let program = stances(6, 20, false);
    let [plain, segments] =
        [false, true].map(|by_segments| graph(&program, PLAIN, by_segments).map(|graph| graph.len()).unwrap());
    assert!(3 * segments < 2 * plain, "{segments} of {plain}");
}
