//! Each result found together with all others has the odds that it has in the joint distribution of the plain engine.

use assize::drivers::Mode;
use assize::drivers::chosen::Choices;
use assize::drivers::odds::{Budget, Each, OddsError, Progress, Rounds, Savings, Slices, Ways, saving};
use assize::ir::{Binary, Instruction, Operand, Program, Refusal, Register, Value};
use assize::machine::Bounds;
use dashu_ratio::RBig;
use proptest::prelude::*;

use crate::build::Build;
use crate::odds::duel;
use crate::random_programs;
use crate::segments::fights;

/// The plain engine alone.
const PLAIN: Savings = Savings { short: false, segments: false, rounds: Rounds::Apart };

/// Each result by the plain engine, which finds all of them together first.
fn plain(program: &Program) -> Result<Each, OddsError> {
    plain_within(program, Budget::default())
}

fn plain_within(program: &Program, budget: Budget) -> Result<Each, OddsError> {
    let (choices, bounds, progress) = (Choices::new(), Bounds::default(), Progress::default());
    let found = saving(program, ways((&choices, &bounds, &progress)), budget, PLAIN)?;
    let each = (0..program.results.len()).map(|place| found.of(place)).collect();
    Ok(Each { each, refused: found.refused, open: found.open })
}

/// Each result in one pass.
fn each(program: &Program, budget: Budget, progress: &Progress) -> Result<Each, OddsError> {
    let (choices, bounds) = (Choices::new(), Bounds::default());
    let slices = Slices::of(program, ways((&choices, &bounds, progress)))?;
    slices.each_of(&(0..program.results.len()).collect::<Vec<_>>(), budget)
}

fn ways<'a>((choices, bounds, progress): (&'a Choices, &'a Bounds, &'a Progress)) -> Ways<'a> {
    Ways { mode: Mode::Random, choices, before: &[], drawn: &[], host: None, bounds, progress }
}

/// Each result asked for alone, of a program of which nothing is known yet.
fn alone(program: &Program) -> Result<Each, OddsError> {
    let (choices, bounds, progress) = (Choices::new(), Bounds::default(), Progress::default());
    let mut found = Each { each: Vec::new(), refused: Vec::new(), open: RBig::ZERO };
    for place in 0..program.results.len() {
        let slices = Slices::of(program, ways((&choices, &bounds, &progress)))?;
        let one = slices.odds_of(&[place], Budget::default())?;
        found.each.push(one.of(0));
        (found.refused, found.open) = (one.refused, one.open);
    }
    Ok(found)
}

fn one_pass(program: &Program) -> Result<Each, OddsError> {
    each(program, Budget::default(), &Progress::default())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_have_the_same_results(lines in random_programs::some_lines()) {
        let program = random_programs::program(&lines);
        let plain = plain(&program);
        prop_assert_eq!(&one_pass(&program), &plain);
        prop_assert_eq!(&alone(&program), &plain);
    }

    #[test]
    fn random_rounds_have_the_same_results(lines in fights()) {
        let program = random_programs::program(&lines);
        if let Ok(plain) = plain_within(&program, Budget::default().answers(20_000)) {
            prop_assert_eq!(&one_pass(&program).unwrap(), &plain);
            prop_assert_eq!(&alone(&program).unwrap(), &plain);
        }
    }
}

/// Dice one after the other, each of them a result. With `ends` a run is refused, or fails, where the last one shows a six.
fn dice(many: usize, ends: Option<Instruction>) -> Program {
    let mut build = Build::new();
    let mut last = None;
    for place in 0..many {
        let die = build.sum(1, 6);
        build.result(&format!("die {place}"), die);
        last = Some(die);
    }
    if let (Some(ends), Some(last)) = (ends, last) {
        let is_six = build.binary(Binary::Equal, last, 6);
        let goes_on = build.unless(is_six);
        build.push(ends);
        build.land(goes_on);
    }
    build.done()
}

#[test]
fn what_is_settled_is_no_part_of_later_situations() {
    let progress = Progress::default();
    let found = each(&dice(12, None), Budget::default(), &progress).unwrap();
    let face = |face| (Some(face), RBig::ONE / RBig::from(6));
    assert_eq!(found.each, vec![(1..=6).map(face).collect::<Vec<_>>(); 12]);
    assert!(progress.situations() < 100, "{}", progress.situations());
}

#[test]
fn what_is_read_later_is_still_known_there() {
    let mut build = Build::new();
    let dice = [(); 3].map(|()| build.sum(1, 6));
    let pair = build.binary(Binary::Add, dice[0], dice[1]);
    let sum = build.binary(Binary::Add, pair, dice[2]);
    for (label, register) in [("one", dice[0]), ("two", dice[1]), ("pair", pair), ("sum", sum)] {
        build.result(label, register);
    }
    // What is written again on some ways only is not settled before.
    let is_high = build.binary(Binary::Less, 9, sum);
    let low = build.unless(is_high);
    build.copy(dice[0], 9);
    build.land(low);
    build.sum(1, 6);
    let program = build.done();
    assert_eq!(one_pass(&program), plain(&program));
}

#[test]
fn results_of_rounds_are_those_of_the_last_one() {
    for rounds in [1, 2, 5] {
        let program = duel(rounds, 3);
        assert_eq!(one_pass(&program), plain(&program), "{rounds}");
    }
}

#[test]
fn a_result_that_a_loop_carries_for_itself_tells_no_situations_apart() {
    let mut build = Build::new();
    let (last, round) = (build.register(None), build.register(Some(0)));
    let head = build.here();
    let more = build.binary(Binary::Less, round, 6);
    let over = build.unless(more);
    let coin = build.sum(1, 2);
    let is_heads = build.binary(Binary::Equal, coin, 2);
    let tails = build.unless(is_heads);
    let die = build.sum(1, 200);
    build.copy(last, die);
    build.land(tails);
    build.push(Instruction::Binary { into: round, op: Binary::Add, a: Operand::Register(round), b: Operand::Value(1) });
    build.push(Instruction::Jump { to: head });
    build.land(over);
    build.result("last", last);
    let program = build.done();
    let (choices, bounds, progress) = (Choices::new(), Bounds::default(), Progress::default());
    let slices = Slices::of(&program, ways((&choices, &bounds, &progress))).unwrap();
    let budget = Budget::default().answers(2_000);
    assert_eq!(slices.odds_of(&[0], budget).unwrap().of(0), plain(&program).unwrap().each[0]);
}

#[test]
fn a_result_that_nothing_writes_stays_as_it_begins() {
    let mut build = Build::new();
    let (number, nothing) = (build.register(Some(7)), build.register(None));
    let die = build.sum(1, 6);
    for (label, register) in [("number", number), ("die", die), ("nothing", nothing), ("number again", number)] {
        build.result(label, register);
    }
    let program = build.done();
    let found = one_pass(&program);
    assert_eq!(found, plain(&program));
    assert_eq!(found.unwrap().each[3], [(Some(7), RBig::ONE)]);
}

#[test]
fn runs_that_are_refused_belong_to_no_value() {
    let program = dice(3, Some(Instruction::Refuse { why: Refusal::Grouping { what: "not so".into() } }));
    let found = one_pass(&program);
    assert_eq!(found, plain(&program));
    assert_eq!(found.unwrap().refused[0].1, RBig::ONE / RBig::from(6));
}

#[test]
fn a_run_that_fails_is_told_of() {
    let (into, nothing) = (Register(0), Operand::Value(0));
    let program = dice(3, Some(Instruction::Binary { into, op: Binary::DivideDown, a: nothing, b: nothing }));
    assert!(matches!(one_pass(&program), Err(OddsError::Fault(_))));
    assert_eq!(one_pass(&program), plain(&program));
}

#[test]
fn what_takes_more_than_the_budget_says_so() {
    let found = each(&duel(9, 9), Budget::default().answers(20), &Progress::default());
    assert!(matches!(found, Err(OddsError::Budget { .. })), "{found:?}");
}

#[test]
fn once_it_is_stopped_all_that_is_missing_is_open() {
    let program = duel(9, 9);
    let whole = one_pass(&program).unwrap();
    for most in [1, 2, 5, 20] {
        let stopped =
            each(&program, Budget::default(), &Progress::watched(move |situations| situations < most)).unwrap();
        assert!(stopped.open > RBig::ZERO, "{most}");
        let chance = |each: &[(Value, RBig)], wanted| {
            each.iter().find(|(value, _)| *value == wanted).map_or(RBig::ZERO, |(_, chance)| chance.clone())
        };
        for (some, all) in stopped.each.iter().zip(&whole.each) {
            assert!(some.iter().all(|(value, known)| *known <= chance(all, *value)), "{most}");
        }
    }
}
