//! Odds that are stopped before everything is known: whatever is told then is true.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use assize::drivers::Mode;
use assize::drivers::chosen::Choices;
use assize::drivers::odds::{Budget, Distribution, OddsError, Progress, Savings, Ways, saving};
use assize::ir::{Binary, Keep, Program, Question};
use assize::machine::Bounds;
use dashu_ratio::RBig;
use proptest::prelude::*;

use crate::build::Build;
use crate::odds::duel;
use crate::random_programs;
use crate::reference::{refusing, ways_of_saving};

/// Odds that are stopped after so many steps.
fn stopped(program: &Program, savings: Savings, steps: u64) -> Result<Distribution, OddsError> {
    let left = AtomicU64::new(steps);
    let one_less =
        move |_: usize| left.try_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
    let (choices, bounds, progress) = (Choices::new(), Bounds::default(), Progress::watched(one_less));
    let (mode, progress) = (Mode::Random, &progress);
    let ways = Ways { mode, choices: &choices, before: &[], drawn: &[], host: None, bounds: &bounds, progress };
    saving(program, ways, Budget::default(), savings)
}

/// Says what is wrong with what is known of the exact odds.
fn wrong(known: &Distribution, exact: &Distribution) -> Option<String> {
    if known.mass() != RBig::ONE || known.open < RBig::ZERO {
        return Some(format!("{} of 1, and {} open", known.mass(), known.open));
    }
    let lies = |least: &RBig, true_chance: &RBig| least <= true_chance && *true_chance <= least + &known.open;
    for result in 0..3 {
        for (value, chance) in exact.of(result) {
            if !lies(&known.chance_of(result, value), &chance) {
                return Some(format!("result {result} is {value:?}: {chance}"));
            }
        }
        for (value, least) in known.of(result) {
            if !lies(&least, &exact.chance_of(result, value)) {
                return Some(format!("result {result} is {value:?}: at least {least}"));
            }
        }
        let (given, on_condition) = (exact.given(result), known.given(result));
        if let (Some(given), Some(on_condition)) = (given, on_condition) {
            let (least, chance) = (on_condition.chance(0), given.chance(0));
            if least > chance || chance > &least + &on_condition.open {
                return Some(format!("given {result}: {chance}, known at least {least} and {}", on_condition.open));
            }
        }
    }
    (!lies(&known.refused_mass(), &exact.refused_mass())).then(|| "refusals".to_owned())
}

/// Stops a program after each of these numbers of steps. Tells how often something was known and something open.
fn stop_often(program: &Program, steps: &[u64]) -> Result<usize, String> {
    let mut partly = 0;
    for savings in ways_of_saving() {
        let exact = stopped(program, savings, u64::MAX);
        for steps in steps {
            match (stopped(program, savings, *steps), &exact) {
                (Ok(known), Ok(exact)) => {
                    if let Some(wrong) = wrong(&known, exact) {
                        return Err(format!("{savings:?} after {steps}: {wrong}"));
                    }
                    partly += usize::from(known.open > RBig::ZERO && !known.outcomes.is_empty());
                }
                // A run that cannot go on may not have been come to.
                (Ok(_) | Err(OddsError::Fault(_)), Err(OddsError::Fault(_))) => {}
                (known, exact) => return Err(format!("{savings:?} after {steps}: {known:?} of {exact:?}")),
            }
        }
    }
    Ok(partly)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_exact_answer_lies_where_it_is_said(lines in random_programs::some_lines(), can_refuse: bool, steps in 0..40_u64) {
        let program = if can_refuse { refusing(lines) } else { random_programs::program(&lines) };
        if let Err(wrong) = stop_often(&program, &[steps / 8, steps]) {
            prop_assert!(false, "{}", wrong);
        }
    }
}

#[test]
fn a_fight_that_is_stopped_tells_between_which_chances_it_lies() {
    let program = duel(10, 12);
    // Each roll on the way from one situation to the next is a step as well.
    let steps: Vec<u64> = (0..800).step_by(9).collect();
    let partly = stop_often(&program, &steps).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(partly > 20, "{partly}");
}

/// A roll that takes long to count, and what is asked of it: whether it comes to that much, or how likely each answer is.
fn long_roll(dice: i64, sides: i64, (keep, questions): (Keep, &[Question]), at_least: Option<i64>) -> Program {
    let mut build = Build::new();
    let rolled = build.roll(&[(dice.into(), sides.into())], keep, questions)[0];
    let asked = at_least.map_or(rolled, |least| build.binary(Binary::LessOrEqual, least, rolled));
    build.result("asked", asked);
    build.done()
}

/// How often it is asked whether to go on until it ends, and how many steps are taken once the answer is no.
fn heeded(program: &Program, after: u64) -> (u64, u64, Result<Distribution, OddsError>) {
    let (choices, bounds, asked) = (Choices::new(), Bounds::default(), Arc::new(AtomicU64::new(0)));
    let (spent, stopped_at) = (bounds.allowance.clone(), Arc::new(AtomicU64::new(u64::MAX)));
    let (counted, at) = (Arc::clone(&asked), Arc::clone(&stopped_at));
    let progress = Progress::watched(move |_| {
        let goes_on = counted.fetch_add(1, Ordering::SeqCst) < after;
        if !goes_on {
            at.fetch_min(spent.spent(), Ordering::SeqCst);
        }
        goes_on
    });
    let (mode, progress) = (Mode::Random, &progress);
    let ways = Ways { mode, choices: &choices, before: &[], drawn: &[], host: None, bounds: &bounds, progress };
    let found = saving(program, ways, Budget::default(), Savings::default());
    let late = bounds.allowance.spent().saturating_sub(stopped_at.load(Ordering::SeqCst));
    (asked.load(Ordering::SeqCst), late, found)
}

#[test]
fn a_long_roll_is_left_soon_whenever_somebody_stops_it() {
    let (sum, best) = ((Keep::All, &[Question::Kept][..]), (Keep::Highest(30), &[Question::Kept][..]));
    let walked = (Keep::Highest(12), &[Question::Kept, Question::Count(3)][..]);
    for (program, least) in [
        (long_roll(150, 100, sum, Some(7_000)), 50),
        (long_roll(60, 50, best, Some(1_000)), 50),
        (long_roll(40, 30, walked, Some(300)), 10),
    ] {
        let (asked, _, found) = heeded(&program, u64::MAX);
        assert!(asked > least && found.is_ok_and(|found| found.open == RBig::ZERO), "{asked} of {least}");
        for after in (0..asked).step_by(7) {
            let (_, late, found) = heeded(&program, after);
            let found = found.expect("it is left at what is known");
            assert!(late <= 50_000 && found.mass() == RBig::ONE, "{late} steps after {after} of {asked}");
        }
    }
}

/// Chances with many digits take long to be brought to their lowest terms, and each that is told is true by then.
#[test]
fn what_is_found_is_read_only_as_long_as_somebody_waits() {
    let program = long_roll(60, 100, (Keep::All, &[Question::Kept]), None);
    let (asked, _, exact) = heeded(&program, u64::MAX);
    let exact = exact.expect("it has odds");
    let (_, _, known) = heeded(&program, asked - 3);
    let known = known.expect("it is left at what is known");
    assert!(known.open > RBig::ZERO && known.outcomes.len() > exact.outcomes.len() / 2, "{}", known.outcomes.len());
    assert_eq!(wrong(&known, &exact), None);
}

#[test]
fn nobody_who_stops_nothing_is_told_less() {
    let exact = crate::odds::exact(&duel(10, 12));
    assert_eq!(exact.open, RBig::ZERO);
    for savings in ways_of_saving() {
        let found = stopped(&duel(10, 12), savings, u64::MAX).unwrap();
        assert_eq!((found.outcomes, found.open), (exact.outcomes.clone(), RBig::ZERO));
    }
}
