//! Odds by segments are the odds of the plain engine, as exact fractions, with each of the savings and without.

use assize::drivers::Mode;
use assize::drivers::chosen::Choices;
use assize::drivers::odds::{Budget, OddsError, Progress, Rounds, Savings, Ways, saving};
use assize::ir::{Address, Band, Binary, Instruction, Method, Operand, Program, Register, Scale, ShownFaces, Value};
use assize::machine::Bounds;
use dashu_ratio::RBig;
use proptest::prelude::*;

use crate::build::{Build, called, function};
use crate::odds::duel;
use crate::random_programs::{self, Line};

/// The plain engine alone.
const PLAIN: Savings = Savings { short: false, segments: false, rounds: Rounds::Apart };

/// With segments, and with rounds gone through in each way.
const BY_SEGMENTS: [Savings; 3] = [
    Savings { segments: true, ..PLAIN },
    Savings { segments: true, rounds: Rounds::Alike, ..PLAIN },
    Savings { segments: true, rounds: Rounds::Changing, ..PLAIN },
];

/// The chance of all results together, or why there is none.
type Found = Result<Vec<(Vec<Value>, RBig)>, OddsError>;

/// Odds with some of the savings, and how many situations they took.
fn odds(program: &Program, savings: Savings) -> (Found, usize) {
    within(program, savings, Budget::default())
}

fn within(program: &Program, savings: Savings, budget: Budget) -> (Found, usize) {
    let (choices, bounds, progress) = (Choices::new(), Bounds::default(), Progress::default());
    let (mode, progress) = (Mode::Random, &progress);
    let host = |_: u32, arguments: &[Value]| Ok(called(vec![arguments[0].map(|face| i64::from(face == 6))]));
    let (drawn, host) = ([vec![9]], Some(&host as _));
    let ways = Ways { mode, choices: &choices, before: &[], drawn: &drawn, host, bounds: &bounds, progress };
    let found = saving(program, ways, budget, savings);
    (found.map(|odds| odds.outcomes), progress.situations())
}

/// Some lines, and after them some that are repeated.
pub fn fights() -> impl Strategy<Value = Vec<Line>> {
    (random_programs::some_lines(), random_programs::some_lines(), 2..6_i64).prop_map(|(mut lines, body, times)| {
        lines.truncate(3);
        let is_plain = |line: &Line| !matches!(line, Line::Repeat(..));
        lines.push(Line::Repeat(times, body.into_iter().filter(is_plain).collect()));
        lines
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_have_the_same_odds(lines in random_programs::some_lines()) {
        let program = random_programs::program(&lines);
        let (plain, _) = odds(&program, PLAIN);
        for savings in BY_SEGMENTS {
            prop_assert_eq!(&odds(&program, savings).0, &plain, "{:?}", savings);
        }
    }

    #[test]
    fn random_rounds_have_the_same_odds(lines in fights()) {
        let program = random_programs::program(&lines);
        if let Ok(plain) = within(&program, PLAIN, Budget::default().answers(20_000)).0 {
            for savings in BY_SEGMENTS {
                prop_assert_eq!(&odds(&program, savings).0.unwrap(), &plain, "{:?}", savings);
            }
        }
    }
}

#[test]
fn a_count_that_nobody_reads_is_no_part_of_a_situation() {
    let mut program = duel(20, 9);
    let (whole, with_rounds) = odds(&program, BY_SEGMENTS[1]);
    program.results.truncate(1);
    let (plain, many) = odds(&program, PLAIN);
    let (found, few) = odds(&program, BY_SEGMENTS[1]);
    assert_eq!(found, plain);
    assert!(10 * few < many && few < with_rounds, "{few} of {many}");
    let victory = |found: Found| {
        let won = found.unwrap().into_iter().filter(|(values, _)| values[0] == Some(1));
        won.fold(RBig::ZERO, |sum, (_, chance)| sum + chance)
    };
    assert_eq!(victory(found), victory(whole));
}

#[test]
fn the_same_situation_is_met_in_any_number_of_rounds() {
    let situations = |rounds| {
        let mut program = duel(rounds, 9);
        program.results.truncate(1);
        odds(&program, BY_SEGMENTS[1]).1
    };
    assert_eq!(situations(40), situations(400));
}

/// Adds a die to a register in each of so many rounds.
fn pile(rounds: i64, count: i64, sides: i64) -> Program {
    let mut build = Build::new();
    let (pile, round) = (build.register(Some(0)), build.register(Some(0)));
    build.copy(round, 0);
    let head = build.here();
    let more = build.binary(Binary::Less, round, rounds);
    let over = build.unless(more);
    let die = build.sum(count, sides);
    build.push(Instruction::Binary {
        into: pile,
        op: Binary::Add,
        a: Operand::Register(pile),
        b: Operand::Register(die),
    });
    build.push(Instruction::Binary { into: round, op: Binary::Add, a: Operand::Register(round), b: Operand::Value(1) });
    build.push(Instruction::Jump { to: head });
    build.land(over);
    build.result("pile", pile);
    build.done()
}

#[test]
fn weights_grow_as_long_as_they_have_to() {
    // 20^40 has 173 bits, so a weight grows from one limb to three; 20^30 alone is too long for a segment.
    for program in [pile(40, 1, 20), pile(3, 20, 6), pile(1, 30, 20)] {
        let (plain, _) = odds(&program, PLAIN);
        assert_eq!(odds(&program, BY_SEGMENTS[1]).0, plain);
    }
}

#[test]
fn what_fails_is_told_of_by_the_plain_engine() {
    let mut build = Build::new();
    let total = build.sum(1, 6);
    let apart = build.binary(Binary::Subtract, total, 3);
    let share = build.binary(Binary::DivideDown, 6, apart);
    build.result("share", share);
    let program = build.done();
    let (plain, _) = odds(&program, PLAIN);
    assert!(matches!(plain, Err(OddsError::Fault(_))));
    assert_eq!(odds(&program, BY_SEGMENTS[1]).0, plain);
}

/// Two who wear each other down for so many rounds: on the first faces of a die the one is hurt, on the next ones the other, and on
/// all others nobody.
#[derive(Clone, Debug)]
struct Bout {
    rounds: i64,
    health: i64,
    sides: i64,
    hurts: [i64; 2],
    harm: i64,
    /// Whether it goes on when one of them has no health left.
    is_to_the_end: bool,
    /// Which of the two are asked for.
    asked: usize,
}

fn bouts() -> impl Strategy<Value = Bout> {
    let hurts = (1..4_i64, 0..4_i64).prop_map(|(one, other)| [one, other]);
    (1..40_i64, 1..9_i64, 2..9_i64, hurts, 1..4_i64, any::<bool>(), 1..4_usize).prop_map(
        |(rounds, health, sides, hurts, harm, is_to_the_end, asked)| Bout {
            rounds,
            health,
            sides,
            hurts,
            harm,
            is_to_the_end,
            asked,
        },
    )
}

fn bout(bout: &Bout) -> Program {
    let mut build = Build::new();
    let health = [(); 2].map(|()| build.register(Some(bout.health)));
    let round = build.register(Some(0));
    // Something is rolled before and behind the rounds as well.
    let before = build.sum(1, 3);
    build.copy(round, 0);
    let head = build.here();
    let more = build.binary(Binary::Less, round, bout.rounds);
    let mut over = vec![build.unless(more)];
    let die = build.sum(1, bout.sides);
    let [one, other] = bout.hurts;
    for (who, (low, high)) in [(0, one), (one, one + other)].into_iter().enumerate() {
        let is_above = build.binary(Binary::Less, low, die);
        let is_below = build.binary(Binary::LessOrEqual, die, high);
        let is_hurt = build.binary(Binary::And, is_above, is_below);
        let unhurt = build.unless(is_hurt);
        let less = build.binary(Binary::Subtract, health[who], bout.harm);
        build.copy(health[who], less);
        build.land(unhurt);
    }
    build.push(Instruction::Binary { into: round, op: Binary::Add, a: Operand::Register(round), b: Operand::Value(1) });
    if !bout.is_to_the_end {
        for health in health {
            let stands = build.binary(Binary::Less, 0, health);
            over.push(build.unless(stands));
        }
    }
    build.push(Instruction::Jump { to: head });
    for over in over {
        build.land(over);
    }
    let behind = build.sum(1, 2);
    let sum = build.binary(Binary::Add, before, behind);
    build.result("sum", sum);
    for (who, health) in health.into_iter().enumerate().filter(|(who, _)| bout.asked >> who & 1 == 1) {
        build.result(["one", "other"][who], health);
    }
    build.done()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rounds_in_which_nothing_changes_need_not_be_gone_through(one in bouts()) {
        let program = bout(&one);
        let (plain, _) = odds(&program, PLAIN);
        for savings in BY_SEGMENTS {
            prop_assert_eq!(&odds(&program, savings).0, &plain, "{:?}", savings);
        }
    }
}

#[test]
fn a_long_fight_takes_as_many_answers_as_blows_can_fall() {
    let [_, alike, changing] = BY_SEGMENTS;
    let long = Bout { rounds: 400, health: 9, sides: 6, hurts: [1, 2], harm: 3, is_to_the_end: false, asked: 3 };
    let program = bout(&long);
    let few = Budget::default().answers(2_000);
    let (found, _) = within(&program, changing, few);
    assert!(matches!(within(&program, alike, few).0, Err(OddsError::Budget { .. })));
    assert_eq!(found, odds(&program, alike).0);
}

/// What decides in a round whether somebody loses a point.
#[derive(Clone, Copy, Debug)]
enum Deciding {
    /// A card, after all of them were put back.
    Card,
    /// A card of those that are left.
    CardLeft,
    /// What a function says of a die.
    Function,
    /// A ladder that is judged, where that says something of a die.
    Judgement,
    /// A die beside one that is stated.
    StatedDie,
}

impl Deciding {
    /// Whether it comes to *yes*.
    fn ask(self, build: &mut Build) -> Register {
        match self {
            Deciding::Card => {
                build.push(Instruction::Shuffle { deck: 0 });
                Deciding::CardLeft.ask(build)
            }
            Deciding::CardLeft => {
                let card = build.draw(0);
                build.binary(Binary::Less, card, 2)
            }
            Deciding::Function => {
                let (die, says) = (build.sum(1, 6), build.register(None));
                let arguments = vec![Operand::Register(die)];
                build.push(Instruction::Call { into: vec![says], function: 0, arguments, path: "".into() });
                says
            }
            Deciding::Judgement => {
                let (total, into) = (Operand::Register(build.sum(1, 6)), build.register(None));
                let (path, after) = ("test.resolve".into(), Address(0));
                let (method, reads) = (Method::Deliberate, [].into());
                let at = build.push(Instruction::Resolve { into, scale: 0, total, method, path, after, reads });
                let die = build.sum(1, 3);
                build.copy(into, die);
                build.land(at);
                build.binary(Binary::Equal, into, 2)
            }
            Deciding::StatedDie => {
                let stated = build.sum(1, 6);
                build.last_roll().shown = Some(ShownFaces { faces: vec![2, 5], fallen: Operand::Value(1) });
                let die = build.sum(1, 6);
                let both = build.binary(Binary::Add, stated, die);
                build.binary(Binary::Equal, both, 11)
            }
        }
    }
}

/// Somebody loses points in so many rounds, until none is left.
fn losing(rounds: i64, deciding: Deciding) -> Program {
    let mut build = Build::new();
    build.deck(&[0, 0, 2, 2, 2, 5, 5, 5, 5, 9, 9, 9], None);
    build.program.functions.push(function("is a six", 1));
    let judged = vec![Band { low: Some(6), high: None, value: 2 }, Band { low: Some(3), high: Some(5), value: 0 }];
    let levels = ["low", "mid", "high"].map(Into::into).to_vec();
    let rolled = vec![Band { low: None, high: None, value: 0 }];
    build.scale(Scale { name: "ladder".into(), levels, numbers: None, rolled, judged });
    let (points, round) = (build.register(Some(3)), build.register(Some(0)));
    build.copy(round, 0);
    let head = build.here();
    let more = build.binary(Binary::Less, round, rounds);
    let over = build.unless(more);
    let is_lost = deciding.ask(&mut build);
    let kept = build.unless(is_lost);
    let less = build.binary(Binary::Subtract, points, 1);
    build.copy(points, less);
    build.land(kept);
    let (into, a) = (round, Operand::Register(round));
    build.push(Instruction::Binary { into, op: Binary::Add, a, b: Operand::Value(1) });
    let is_left = build.binary(Binary::Less, 0, points);
    let out = build.unless(is_left);
    build.push(Instruction::Jump { to: head });
    build.land(over);
    build.land(out);
    build.result("points", points);
    build.done()
}

#[test]
fn whatever_decides_is_followed_once_for_all_rounds() {
    let few = Budget::default().answers(2_000);
    for deciding in [Deciding::Card, Deciding::Function, Deciding::Judgement, Deciding::StatedDie] {
        let program = losing(300, deciding);
        assert!(matches!(within(&program, PLAIN, few).0, Err(OddsError::Budget { .. })), "{deciding:?}");
        let (plain, _) = odds(&program, PLAIN);
        assert!(plain.as_ref().is_ok_and(|outcomes| outcomes.len() == 4), "{deciding:?}: {plain:?}");
        assert_eq!(within(&program, BY_SEGMENTS[2], few).0, plain, "{deciding:?}");
    }
}

#[test]
fn cards_that_are_gone_stay_gone() {
    // One of the twelve cards is gone at the start, so eleven can be drawn.
    let program = losing(11, Deciding::CardLeft);
    let (plain, _) = odds(&program, PLAIN);
    assert_eq!(plain.as_ref().unwrap()[..], [(vec![Some(1)], RBig::ONE)]);
    let too_many = losing(12, Deciding::CardLeft);
    let (empty, _) = odds(&too_many, PLAIN);
    assert!(matches!(empty, Err(OddsError::Fault(_))));
    let program_of_five = losing(5, Deciding::CardLeft);
    let (plain_of_five, _) = odds(&program_of_five, PLAIN);
    for savings in BY_SEGMENTS {
        assert_eq!(odds(&program, savings).0, plain, "{savings:?}");
        assert_eq!(odds(&too_many, savings).0, empty, "{savings:?}");
        assert_eq!(odds(&program_of_five, savings).0, plain_of_five, "{savings:?}");
    }
}
