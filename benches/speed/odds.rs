//! One question about exact odds, asked of a compiled encounter. Reading and compiling the question is part of it: that is
//! what an embedder waits for.

use assize::engine::OddsRequest;
use divan::{Bencher, black_box};

use crate::{by_hand, scenes};

fn asking(bencher: Bencher<'_, '_>, questions: &[&str]) {
    let encounter = scenes::treatment();
    let questions = questions.iter().map(|question| (*question).to_owned()).collect();
    let request = OddsRequest { questions, ..OddsRequest::default() };
    bencher.bench_local(|| encounter.odds(black_box(&request)).expect("it has odds"));
}

/// A question whose answer needs no dice.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn constant(bencher: Bencher<'_, '_>) {
    asking(bencher, &["P(1 is 1)"]);
}

/// A question at the end of the chain of three rolls.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn chain(bencher: Bencher<'_, '_>) {
    asking(bencher, &["P(stitch.outcome is critical)"]);
}

/// Every level at the end of the chain, in one request.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn chain_every_level(bencher: Bencher<'_, '_>) {
    asking(bencher, &["stitch.outcome"]);
}

/// All odds of the same chain, with its rules written in Rust.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn chain_by_hand(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| by_hand::odds(black_box(2), black_box(-1)));
}
