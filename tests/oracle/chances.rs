//! Thousands of runs by chance, held to what was counted out; and the same test of a distribution that is wrong, which it
//! must not pass.

use std::collections::BTreeMap;

use assize::engine::Answers;
use dashu_ratio::RBig;

use crate::agree::{self, Compiled};
use crate::count::{count, of_one};
use crate::evaluate::Wrong;
use crate::programs::tapes;
use crate::tree::Program;
use crate::world::Value;

/// Seeds of each program.
const RUNS: u32 = 1500;

/// How far, in standard deviations of a chi-square, one that has this many degrees of freedom may lie from its mean. With the
/// seeds fixed it always comes out the same; for fresh ones it would be beyond this less than once in a million times.
const FAR: f64 = 7.0;

/// How often each value of a subject came about.
fn seen(program: &Program, compiled: &Compiled, place: usize) -> BTreeMap<Value, u32> {
    let mut seen = BTreeMap::new();
    for seed in 0..u64::from(RUNS) {
        let verdict = agree::run(program, &compiled.encounter, Answers::random(seed)).expect("it runs");
        let value = agree::told(program, &verdict)[place].expect("its name is told");
        *seen.entry(value).or_default() += 1;
    }
    seen
}

/// Whether counts could come from a distribution: chi-square, with rare values put together.
fn could_come_from(seen: &BTreeMap<Value, u32>, chances: &BTreeMap<Value, RBig>) -> bool {
    if seen.keys().any(|value| chances.get(value).is_none_or(|chance| *chance == RBig::ZERO)) {
        return false;
    }
    let (mut rare, mut terms) = ((0.0, 0.0), Vec::new());
    for (value, chance) in chances {
        let expected = chance.to_f64().value() * f64::from(RUNS);
        let counted = f64::from(seen.get(value).copied().unwrap_or(0));
        if expected < 5.0 { rare = (rare.0 + counted, rare.1 + expected) } else { terms.push((counted, expected)) }
    }
    terms.extend((rare.1 > 0.0).then_some((rare.0, rare.1.max(1.0))));
    let chi_square: f64 = terms.iter().map(|(counted, expected)| (counted - expected).powi(2) / expected).sum();
    let freedom = f64::from(u32::try_from(terms.len()).expect("it is small")) - 1.0;
    chi_square <= freedom + FAR * (2.0 * freedom).sqrt().max(2.0)
}

/// A distribution in which half of the likeliest value's chance is another value's.
fn corrupted(chances: &BTreeMap<Value, RBig>) -> BTreeMap<Value, RBig> {
    let mut wrong = chances.clone();
    let likeliest = *chances.iter().max_by(|one, other| one.1.cmp(other.1)).expect("there is one").0;
    let other = *chances.keys().find(|value| **value != likeliest).expect("there are two");
    let moved = &chances[&likeliest] * RBig::from_parts(1.into(), 2_u8.into());
    *wrong.get_mut(&likeliest).expect("it is there") -= &moved;
    *wrong.get_mut(&other).expect("it is there") += moved;
    wrong
}

#[test]
fn runs_by_chance_go_by_what_is_counted_out_and_their_twins_do_not() {
    let mut tested = 0;
    for (program, _) in tapes(11, 400) {
        let Some(counted) = count(&program, Wrong::Nothing).filter(|counted| !counted.refused) else { continue };
        let Ok(compiled) = agree::compile(&program) else { continue };
        let Ok(verdict) = agree::run(&program, &compiled.encounter, Answers::random(0)) else { continue };
        let told = agree::told(&program, &verdict);
        // The subject with the most values whose name a verdict tells.
        let values = |place: &usize| of_one(&counted.odds, *place).len();
        let places = (0..told.len()).filter(|place| told[*place].is_some());
        let Some(place) = places.max_by_key(values).filter(|place| (2..12).contains(&values(place))) else { continue };
        let (seen, chances) = (seen(&program, &compiled, place), of_one(&counted.odds, place));
        let text = &compiled.texts;
        assert!(could_come_from(&seen, &chances), "{seen:?} against {chances:?}\n{}\n{}", text.system, text.scene);
        assert!(!could_come_from(&seen, &corrupted(&chances)), "the twin passes: {seen:?} against {chances:?}");
        tested += 1;
        if tested == 12 {
            return;
        }
    }
    panic!("only {tested} programs could be tested");
}
