//! Two evenings that differ in a secret look the same to whoever must not know it: in everything that they can see, and in
//! the answer to everything that they can ask. `SECRETS=20000` compares so many pairs of evenings, and `SECRETS_STREAM` names others;
//! with `SECRETS_FROM=5000` those before that place are made and not compared.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use assize::engine::Seeds;
use assize::journal::EntryMode;
use assize::verdict::{Audience, Visibility};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use crate::evenings::{Evening, Pair, Step, each, pair};
use crate::looks::{Leak, Played};
use crate::mill_lines::{BEGINNING, SYSTEM};
use crate::streams::beginning;

/// What became of the pairs.
#[derive(Default)]
struct Tally {
    pairs: AtomicUsize,
    looks: AtomicUsize,
    refused: AtomicUsize,
    steps: AtomicUsize,
}

/// How many pairs are compared.
pub fn asked_for() -> u32 {
    std::env::var("SECRETS").ok().map_or(150, |number| number.parse().expect("SECRETS is a number of evenings"))
}

/// Whether the two look the same; how many looks were taken, and how many steps were refused.
pub fn compare(pair: &Pair, leak: Leak) -> Result<(usize, usize), String> {
    let [mut one, mut other] = [&pair.evenings[0], &pair.evenings[1]].map(Played::new);
    let mut names = one.names();
    names.extend(other.names());
    names.sort();
    names.dedup();
    let mut looks = 0;
    for viewer in &pair.viewers {
        let (here, there) = (one.seen(&names, *viewer, leak), other.seen(&names, *viewer, leak));
        for (here, there) in here.iter().zip(&there) {
            if without_columns(&here.1) != without_columns(&there.1) {
                return Err(format!("{viewer:?} can tell: {}\n{}", here.0, differing(&here.1, &there.1)));
            }
        }
        if here.len() != there.len() {
            return Err(format!("{viewer:?} can tell: {} looks, and {}", here.len(), there.len()));
        }
        looks += here.len();
    }
    if pair.evenings[0].told() == pair.evenings[1].told() {
        let [here, there] = [&one, &other].map(|played| played.completed(leak));
        if here != there {
            return Err(format!(
                "whoever types can tell\n{}",
                differing(&format!("{here:#?}"), &format!("{there:#?}"))
            ));
        }
        looks += here.len();
    }
    Ok((looks, one.refusals()))
}

/// What is told without the columns of places, which are an exception: `"column":` and a number.
pub fn without_columns(told: &str) -> String {
    let mut parts = told.split("\"column\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |told, part| {
        told + part.trim_start_matches(|letter: char| letter == ' ' || letter.is_ascii_digit())
    })
}

/// The lines in which two texts differ.
fn differing(one: &str, other: &str) -> String {
    let lines = one.lines().zip(other.lines()).filter(|(one, other)| one != other).take(4);
    let lines: Vec<String> = lines.map(|(one, other)| format!("< {one}\n> {other}\n")).collect();
    if lines.is_empty() { format!("< {one}\n> {other}\n") } else { lines.concat() }
}

/// Streams that are gone through side by side, each with its part of the pairs.
const SHARDS: u8 = 2;

/// So many pairs come before the first that is compared.
fn passed_over() -> usize {
    std::env::var("SECRETS_FROM").ok().map_or(0, |from| from.parse().expect("SECRETS_FROM is a number of evenings"))
}

fn examine(tape: &[u32], tally: &Tally) -> Result<(), String> {
    let pair = pair(tape);
    let (looks, refused) = compare(&pair, Leak::Nothing)?;
    tally.pairs.fetch_add(1, Ordering::Relaxed);
    tally.looks.fetch_add(looks, Ordering::Relaxed);
    tally.refused.fetch_add(refused, Ordering::Relaxed);
    tally.steps.fetch_add(pair.evenings[0].steps.len(), Ordering::Relaxed);
    Ok(())
}

/// So many pairs from a stream of their own; fails with the smallest that can be told apart.
fn shard(number: u8, cases: u32, tally: &Tally) {
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 60, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, beginning(number, std::env::var("SECRETS_STREAM").ok()));
    let (first, made, failed) = (passed_over() / usize::from(SHARDS), Cell::new(0), Cell::new(None));
    let found = runner.run(&vec(any::<u32>(), 5..60), |tape| {
        made.set(made.get() + 1);
        if made.get() <= first {
            return Ok(());
        }
        examine(&tape, tally).map_err(|why| {
            failed.set(failed.get().or(Some(made.get())));
            TestCaseError::fail(why)
        })
    });
    if let Err(TestError::Fail(why, tape)) = found {
        let [one, other] = pair(&tape).evenings;
        let from = (failed.get().unwrap_or(1) - 1) * usize::from(SHARDS);
        panic!(
            "{why}\n--- the first with SECRETS_FROM={from}\n--- one, {:?}, {:?}\n{}--- other\n{}{tape:?}",
            one.mode,
            one.by_hand,
            one.told(),
            other.told()
        );
    }
    found.expect("proptest goes on to the end");
}

/// So many tapes from a stream of their own.
pub fn tapes(stream: u8, tapes: u32) -> impl Iterator<Item = Vec<u32>> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[stream; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    (0..tapes).map(move |_| vec(any::<u32>(), 5..60).new_tree(&mut runner).expect("there is always one").current())
}

#[test]
fn whoever_must_not_know_a_secret_cannot_tell_two_evenings_apart_by_it() {
    let tally = Tally::default();
    let cases = asked_for();
    thread::scope(|scope| {
        let shards: Vec<_> = (0..SHARDS)
            .map(|number| {
                let tally = &tally;
                scope.spawn(move || shard(number, cases / u32::from(SHARDS), tally))
            })
            .collect();
        for shard in shards {
            if let Err(why) = shard.join() {
                std::panic::resume_unwind(why);
            }
        }
    });
    let read = |number: &AtomicUsize| number.load(Ordering::Relaxed);
    let Tally { pairs, looks, refused, steps } = &tally;
    let (pairs, looks, refused, steps) = (read(pairs), read(looks), read(refused), read(steps));
    let all = format!("{pairs} pairs, {looks} looks, {refused} of {steps} steps refused");
    assert!(refused * 5 < steps, "{all}");
}

#[test]
fn each_line_alone_is_right_and_keeps_what_it_keeps() {
    let wrong: Vec<String> = each()
        .filter_map(|pair| {
            let told = || format!("{}---\n{}", pair.evenings[0].told(), pair.evenings[1].told());
            match compare(&pair, Leak::Nothing) {
                Ok((_, 0)) => None,
                Ok(_) => Some(format!("refused: {}\n{}", told(), Played::new(&pair.evenings[0]).refused())),
                Err(why) => Some(format!("{why}\n{}", told())),
            }
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n=====\n"));
}

#[test]
fn what_is_planted_is_found() {
    let leaks = [
        Leak::State,
        Leak::Why,
        Leak::Events,
        Leak::Questions,
        Leak::OneNumber,
        Leak::Typed,
        Leak::Seed,
        Leak::Explained,
        Leak::Completed,
        Leak::Resumed,
        Leak::Sheets,
    ];
    for leak in leaks {
        let found = tapes(7, 200).position(|tape| compare(&pair(&tape), leak).is_err());
        assert!(found.is_some_and(|pairs| pairs < 150), "{leak:?} is found after {found:?}");
    }
}

/// What is hidden from the game master answers what is hidden, and not what they are shown.
#[test]
fn the_game_master_is_shown_the_same_answers_whatever_is_hidden() {
    let lines = [
        "secret climb vigil by bob { mood 1 }",
        "hidden choose way \"which?\" by ada { left { note \"l\" }, right { } }",
    ];
    let evening = |answer: usize| Evening {
        files: vec![("mill".to_owned(), SYSTEM.to_owned())],
        steps: BEGINNING.iter().chain(&lines).map(|line| Step::Enter((*line).to_owned())).collect(),
        seeds: Seeds { public: 7.into(), secret: 1007.into() },
        answer,
        answers_from: Visibility::Hidden,
        mode: EntryMode::Random,
        by_hand: Vec::new(),
    };
    let pair = Pair { evenings: [evening(0), evening(1)], viewers: vec![Audience::Players, Audience::Gm] };
    let (_, refused) = compare(&pair, Leak::Nothing).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(refused, 0);
}
