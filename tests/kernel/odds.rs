//! Exact odds.

use assize::diagnostic::codes;
use assize::drivers::adjudicate::{Adjudicate, Dice, Host};
use assize::drivers::chosen::Choices;
use assize::drivers::odds::{self, Budget, Distribution, OddsError, Progress, Ways, odds};
use assize::drivers::{Mode, run};
use assize::ir::{Binary, Choose, Decider, Instruction, Keep, Operand, Program, Question, Shape};
use assize::machine::{Bounds, Deaf, Fault, FaultKind};
use assize::semantics::chance::{Chance, Stream};
use dashu_ratio::RBig;

use crate::build::{Build, brute_force, called, function, results};

pub fn exact(program: &Program) -> Distribution {
    let distribution = odds(program, Mode::Random, &Choices::new(), Budget::default()).unwrap();
    assert_eq!(distribution.mass(), RBig::ONE);
    distribution
}

fn share(numerator: i64, denominator: u64) -> RBig {
    RBig::from_parts(numerator.into(), denominator.into())
}

#[test]
fn pools_agree_with_brute_force() {
    for dice in 1..=5 {
        for keep in [Keep::Highest(1), Keep::Lowest(1), Keep::Highest(2), Keep::All] {
            let mut build = Build::new();
            let kept = build.roll(&[(dice.into(), 6.into())], keep, &[Question::Kept])[0];
            build.result("kept", kept);
            let program = build.done();
            assert_eq!(exact(&program).outcomes, brute_force(&program));
        }
    }
}

#[test]
fn questions_of_one_roll_are_answered_together() {
    let mut build = Build::new();
    let asked =
        build.roll(&[(2.into(), 10.into())], Keep::All, &[Question::Rolled, Question::Doubles, Question::Any(10)]);
    for register in asked {
        build.result("asked", register);
    }
    let program = build.done();
    let distribution = exact(&program);
    assert_eq!(distribution.outcomes, brute_force(&program));
    assert_eq!(distribution.chance(1), share(1, 10));
    assert_eq!(distribution.chance(2), share(19, 100));
    let doubles = distribution.given(1).unwrap();
    assert_eq!(doubles.chance(2), share(1, 10));
    assert_eq!(doubles.mean(0), Some(share(11, 1)));
}

#[test]
fn cards_are_drawn_without_replacement() {
    let mut build = Build::new();
    // Thirteen cards: one of a kind, four alike, eight alike.
    let deck = build.deck(&[0, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5, 5], None);
    let first = build.draw(deck);
    let second = build.draw(deck);
    build.push(Instruction::Shuffle { deck });
    let third = build.draw(deck);
    for card in [first, second, third] {
        build.result("card", card);
    }
    let program = build.done();
    let distribution = exact(&program);
    assert_eq!(distribution.outcomes, brute_force(&program));
    assert_eq!(distribution.chance_of(1, Some(0)), share(1, 13));
    assert_eq!(distribution.outcomes[0].0, [Some(0), Some(1), Some(0)]);
    assert_eq!(distribution.outcomes[0].1, share(4, 13 * 12 * 13));
}

/// Two sides wear each other down; a round that nobody wins costs nothing.
pub fn duel(rounds: i64, strength: i64) -> Program {
    let mut build = Build::new();
    let one = build.named("one", Some(strength));
    let other = build.named("other", Some(strength));
    let round = build.named("round", Some(0));
    let head = build.here();
    let goes_on = build.binary(Binary::Less, round, rounds);
    let over = build.unless(goes_on);
    let mine = build.sum(1, 20);
    let mine = build.binary(Binary::Add, mine, 2);
    let theirs = build.sum(1, 20);
    let wins = build.binary(Binary::Less, theirs, mine);
    let lost = build.unless(wins);
    build.push(Instruction::Binary {
        into: other,
        op: Binary::Subtract,
        a: Operand::Register(other),
        b: Operand::Value(3),
    });
    build.land(lost);
    let loses = build.binary(Binary::Less, mine, theirs);
    let won = build.unless(loses);
    build.push(Instruction::Binary {
        into: one,
        op: Binary::Subtract,
        a: Operand::Register(one),
        b: Operand::Value(3),
    });
    build.land(won);
    let least = build.binary(Binary::Minimum, one, other);
    let fallen = build.binary(Binary::Less, least, 1);
    let again = build.unless(fallen);
    let out = build.jump();
    build.land(again);
    build.push(Instruction::Binary { into: round, op: Binary::Add, a: Operand::Register(round), b: Operand::Value(1) });
    build.push(Instruction::Jump { to: head });
    build.land(over);
    build.land(out);
    let victory = build.binary(Binary::LessOrEqual, other, 0);
    build.result("victory", victory);
    build.result("round", round);
    build.done()
}

/// Three stages; each has its own pool, and a bad one ends it.
pub fn chain() -> Program {
    let mut build = Build::new();
    let success = build.named("success", Some(0));
    let mut outs = Vec::new();
    let mut dice = build.register(Some(3));
    for _ in 0..3 {
        let kept = build.roll(&[(dice.into(), 6.into())], Keep::Highest(1), &[Question::Kept])[0];
        let enough = build.binary(Binary::Less, 3, kept);
        outs.push(build.unless(enough));
        dice = build.binary(Binary::Subtract, kept, 3);
    }
    build.copy(success, 1);
    for out in outs {
        build.land(out);
    }
    build.result("success", success);
    build.result("left", dice);
    build.done()
}

#[test]
fn a_chain_and_a_loop_agree_with_brute_force() {
    let program = chain();
    assert_eq!(exact(&program).outcomes, brute_force(&program));
    let program = duel(2, 6);
    assert_eq!(exact(&program).outcomes, brute_force(&program));
}

#[test]
fn a_loop_merges_its_rounds() {
    let program = duel(40, 30);
    // Ten by ten strengths, a round with two questions, twenty faces in between.
    let budget = Budget::default().states(40 * 100 * 21 + 1000).answers(2_000_000);
    let small = odds(&program, Mode::Random, &Choices::new(), budget).unwrap();
    assert!(small.chance(0) > share(1, 2));
    let mean = |rounds| exact(&duel(rounds, 9)).mean(1).unwrap();
    assert!(mean(10) < mean(20));
}

#[test]
fn a_loop_that_counts_nothing_else_stays_linear() {
    let mut build = Build::new();
    let total = build.register(Some(0));
    let round = build.register(Some(0));
    let head = build.here();
    let goes_on = build.binary(Binary::Less, round, 1000);
    let over = build.unless(goes_on);
    let face = build.sum(1, 6);
    let high = build.binary(Binary::Maximum, total, face);
    build.copy(total, high);
    build.push(Instruction::Binary { into: round, op: Binary::Add, a: Operand::Register(round), b: Operand::Value(1) });
    build.push(Instruction::Jump { to: head });
    build.land(over);
    build.result("highest", total);
    let budget = Budget::default().states(7_000).answers(40_000);
    let distribution = odds(&build.done(), Mode::Random, &Choices::new(), budget).unwrap();
    assert_eq!(distribution.of(0).len(), 6);
}

#[test]
fn what_is_unreached_is_a_result_of_its_own() {
    let mut build = Build::new();
    let first = build.sum(1, 6);
    let late = build.register(None);
    let high = build.binary(Binary::Less, 4, first);
    let skip = build.unless(high);
    let second = build.sum(1, 4);
    build.copy(late, second);
    build.land(skip);
    build.result("late", late);
    let distribution = exact(&build.done());
    assert_eq!(distribution.chance_of(0, None), share(2, 3));
    assert_eq!(distribution.mean(0), Some(share(5, 2)));
    assert_eq!(distribution.chance(0), share(1, 3));
}

#[test]
fn beyond_the_budget_is_refused_with_the_size_reached() {
    let budget = Budget::default().states(50);
    let refused = odds(&duel(10, 30), Mode::Random, &Choices::new(), budget).unwrap_err();
    assert!(matches!(refused, OddsError::Budget { states: 51, .. }));
    assert_eq!(refused.code(), Some(codes::ODDS_BUDGET));
    let budget = Budget::default().answers(50);
    let refused = odds(&duel(10, 30), Mode::Random, &Choices::new(), budget).unwrap_err();
    assert!(matches!(refused, OddsError::Budget { answers: 51, .. }));
}

#[test]
fn a_run_that_faults_spoils_the_odds() {
    let mut build = Build::new();
    let face = build.sum(1, 6);
    let divided = build.binary(Binary::DivideDown, 6, face);
    let less = build.binary(Binary::Subtract, face, 6);
    let bad = build.binary(Binary::DivideDown, divided, less);
    build.result("bad", bad);
    let refused = odds(&build.done(), Mode::Random, &Choices::new(), Budget::default()).unwrap_err();
    assert!(matches!(refused, OddsError::Fault(Fault { kind: FaultKind::DivisionByZero, .. })));
}

fn with_choice(default: Option<i64>) -> Program {
    let mut build = Build::new();
    let into = build.register(None);
    build.push(Instruction::Choose(Box::new(Choose {
        into,
        path: "test.press".into(),
        question: "press on?".into(),
        by: Decider::default(),
        low: Operand::Value(0),
        high: Operand::Value(1),
        options: vec!["press".into(), "stop".into()],
        default: default.map(Operand::Value),
        shape: Shape::Number,
    })));
    build.result("choice", into);
    build.done()
}

#[test]
fn a_choice_must_be_made_beforehand() {
    let ask = |program: &Program, choices: &Choices| odds(program, Mode::Random, choices, Budget::default());
    let open = ask(&with_choice(None), &Choices::new()).unwrap_err();
    assert_eq!(open.code(), Some(codes::ODDS));
    let by_default = ask(&with_choice(Some(1)), &Choices::new()).unwrap();
    assert_eq!(by_default.chance(0), RBig::ONE);
    let made = Choices::from([("press".to_string(), "press".to_string())]);
    assert_eq!(ask(&with_choice(Some(1)), &made).unwrap().chance(0), RBig::ZERO);
}

#[test]
fn by_judgement_there_is_one_way_only() {
    let program = duel(5, 9);
    let judged = odds(&program, Mode::Deliberate, &Choices::new(), Budget::default()).unwrap();
    assert_eq!(judged.outcomes, [(vec![Some(1), Some(2)], RBig::ONE)]);
}

#[test]
fn random_runs_follow_the_odds() {
    let program = chain();
    let distribution = exact(&program);
    let mut seen = std::collections::BTreeMap::new();
    let runs = 20_000_u32;
    for seed in 0..runs {
        let dice = Dice::Seeded(Chance::from(Stream::from(u64::from(seed))));
        let state = run(&program, &mut Adjudicate::new(&program, Mode::Random, dice), &mut Deaf).unwrap();
        *seen.entry(results(&program, &state)).or_insert(0_i64) += 1;
    }
    let mut square = RBig::ZERO;
    for (values, chance) in &distribution.outcomes {
        let expected = chance * RBig::from(runs);
        let off = RBig::from(seen.remove(values).unwrap_or(0)) - &expected;
        square += &off * &off / expected;
    }
    assert!(seen.is_empty(), "odds miss {seen:?}");
    // Below this with a chance of more than 99.9 % for up to nine degrees of freedom; the seed is fixed.
    assert!(distribution.outcomes.len() <= 10);
    assert!(square < share(28, 1), "{}", square.to_f64().value());
}

/// Two dice, one of which a function makes its own of: beyond 4 it counts double, and then it says so.
fn asking_a_function() -> Program {
    let mut build = Build::new();
    build.program.functions.push(function("double", 1));
    let first = build.sum(1, 6);
    let (counted, doubled) = (build.register(None), build.register(None));
    let arguments = vec![Operand::Register(first)];
    build.push(Instruction::Call { into: vec![counted, doubled], function: 0, arguments, path: "".into() });
    let second = build.sum(1, 6);
    let total = build.binary(Binary::Add, counted, second);
    build.result("total", total);
    build.result("doubled", doubled);
    build.done()
}

fn with_host(program: &Program, host: Host<'_>) -> Result<Distribution, OddsError> {
    let (choices, bounds, progress) = (Choices::new(), Bounds::default(), Progress::default());
    let (mode, host) = (Mode::Random, Some(host));
    let ways = Ways { mode, choices: &choices, before: &[], drawn: &[], host, bounds: &bounds, progress: &progress };
    odds::heard(program, ways, Budget::default(), &mut Deaf)
}

#[test]
fn functions_take_part_in_odds_and_are_asked_twice_for_each_argument() {
    let calls = std::cell::Cell::new(0);
    let host = |_: u32, arguments: &[Option<i64>]| {
        calls.set(calls.get() + 1);
        let face = arguments[0].unwrap();
        let doubles = face > 4;
        Ok(called(vec![Some(if doubles { 2 * face } else { face }), Some(i64::from(doubles))]))
    };
    let found = with_host(&asking_a_function(), &host).unwrap();
    let mut sum = 0;
    for first in 1..=6 {
        for second in 1..=6 {
            sum += if first > 4 { 2 * first } else { first } + second;
        }
    }
    assert_eq!(found.mean(0), Some(share(sum, 36)));
    assert_eq!(found.chance(1), share(2, 6));
    assert_eq!(calls.get(), 12);
}

#[test]
fn odds_refuse_a_function_that_is_not_pure() {
    let calls = std::cell::Cell::new(0);
    let host = |_: u32, _: &[Option<i64>]| {
        calls.set(calls.get() + 1);
        Ok(called(vec![Some(calls.get()), Some(0)]))
    };
    let error = with_host(&asking_a_function(), &host).unwrap_err();
    assert_eq!(error.code(), Some(codes::NOT_PURE));
}
