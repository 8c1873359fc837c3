//! Thousands of programs, each of which must be answered in every way as it is counted out.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use crate::agree;
use crate::count::count;
use crate::evaluate::Wrong;
use crate::make_scene::program;
use crate::print::texts;
use crate::streams::beginning;
use crate::tree::Program;

/// What became of the programs.
#[derive(Default)]
struct Tally {
    compared: AtomicUsize,
    questions: AtomicUsize,
    refused: AtomicUsize,
    wrong_texts: AtomicUsize,
    too_large: AtomicUsize,
}

fn asked_for() -> u32 {
    std::env::var("ORACLE").ok().map_or(2000, |number| number.parse().expect("ORACLE is a number of programs"))
}

/// One program: whether everything agrees.
fn examine(tape: &[u32], tally: &Tally) -> Result<(), String> {
    let program = program(tape);
    let Ok(compiled) = agree::compile(&program) else {
        tally.wrong_texts.fetch_add(1, Ordering::Relaxed);
        return Ok(());
    };
    let Some(counted) = count(&program, Wrong::Nothing) else {
        tally.too_large.fetch_add(1, Ordering::Relaxed);
        return Ok(());
    };
    if counted.refused {
        tally.refused.fetch_add(1, Ordering::Relaxed);
    }
    let asked = agree::odds(&program, &compiled, &counted)?;
    tally.questions.fetch_add(asked, Ordering::Relaxed);
    let seed = u64::from(tape.first().copied().unwrap_or(0));
    agree::runs(&program, &compiled, &counted, seed)?;
    tally.compared.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// So many programs from a place of their own; fails with the smallest that does not agree.
fn shard(number: u8, cases: u32, tally: &Tally) {
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 1500, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, beginning(number, std::env::var("ORACLE_STREAM").ok()));
    let found = runner.run(&vec(any::<u32>(), 40..400), |tape| examine(&tape, tally).map_err(TestCaseError::fail));
    if let Err(TestError::Fail(why, tape)) = found {
        let program = program(&tape);
        let texts = texts(&program);
        let house = texts.house.unwrap_or_default();
        panic!(
            "{why}\n--- sys.asz\n{}--- bend.asz\n{house}--- scene.asz\n{}--- chosen {:?}\n{tape:?}",
            texts.system, texts.scene, program.scene.chosen
        );
    }
    found.expect("proptest goes on to the end");
}

/// So many programs from a stream of their own, each with a seed.
pub fn tapes(stream: u8, programs: u32) -> impl Iterator<Item = (Program, u64)> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[stream; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    (0..programs).map(move |number| {
        let tape = vec(any::<u32>(), 40..400).new_tree(&mut runner).expect("there is always one").current();
        (program(&tape), u64::from(number))
    })
}

#[test]
fn every_way_of_answering_agrees_with_what_is_counted_out() {
    let tally = Tally::default();
    let cases = asked_for();
    thread::scope(|scope| {
        let shards: Vec<_> = (0..2)
            .map(|number| {
                scope.spawn({
                    let tally = &tally;
                    move || shard(number, cases / 2, tally)
                })
            })
            .collect();
        for shard in shards {
            if let Err(why) = shard.join() {
                std::panic::resume_unwind(why);
            }
        }
    });
    let read = |number: &AtomicUsize| number.load(Ordering::Relaxed);
    let Tally { compared, questions, refused, wrong_texts, too_large } = &tally;
    let (compared, wrong, large) = (read(compared), read(wrong_texts), read(too_large));
    let all = format!(
        "{compared} compared ({} of them refused), {} questions, {wrong} did not compile, {large} too large",
        read(refused),
        read(questions)
    );
    assert!(compared * 10 > asked_for() as usize * 9, "{all}");
}
