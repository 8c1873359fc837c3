//! Odds that are stopped before everything is known: whatever is told then is true.

use std::sync::atomic::{AtomicU64, Ordering};

use assize::drivers::Mode;
use assize::drivers::chosen::Choices;
use assize::drivers::odds::{Budget, Distribution, OddsError, Progress, Savings, Ways, saving};
use assize::ir::Program;
use assize::machine::Bounds;
use dashu_ratio::RBig;
use proptest::prelude::*;

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

#[test]
fn nobody_who_stops_nothing_is_told_less() {
    let exact = crate::odds::exact(&duel(10, 12));
    assert_eq!(exact.open, RBig::ZERO);
    for savings in ways_of_saving() {
        let found = stopped(&duel(10, 12), savings, u64::MAX).unwrap();
        assert_eq!((found.outcomes, found.open), (exact.outcomes.clone(), RBig::ZERO));
    }
}
