//! The test can fail: an evaluator that has one rule wrong does not agree.

use crate::agree;
use crate::count::count;
use crate::evaluate::Wrong;
use crate::programs::tapes;

/// Within so many programs each wrong rule is found.
const PROGRAMS: u32 = 300;

/// How many programs it takes to see that a rule is wrong.
fn caught_after(wrong: Wrong) -> Option<usize> {
    tapes(23, PROGRAMS).position(|(program, seed)| {
        let Some(counted) = count(&program, wrong) else { return false };
        let Ok(compiled) = agree::compile(&program) else { return false };
        let agrees = agree::odds(&program, &compiled, &counted).is_ok()
            && agree::runs(&program, &compiled, &counted, seed).is_ok();
        !agrees
    })
}

#[test]
fn an_evaluator_with_one_rule_wrong_is_caught() {
    let wrong = [
        Wrong::KeepsTheWrongDie,
        Wrong::CountsUnreachedRows,
        Wrong::PutsCardsBack,
        Wrong::NeverStopsRepeating,
        Wrong::CutsOneTooFew,
        Wrong::ForgetsTheHouse,
    ];
    let missed: Vec<Wrong> = wrong.into_iter().filter(|wrong| caught_after(*wrong).is_none()).collect();
    assert!(missed.is_empty(), "not caught within {PROGRAMS} programs: {missed:?}");
}
