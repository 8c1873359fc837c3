//! One question about exact odds, asked of a compiled encounter. Reading and compiling the question is part of it: that is
//! what an embedder waits for.

use assize::drivers::Mode;
use assize::drivers::chosen::Choices;
use assize::drivers::odds::{Budget, Progress, Savings, Ways, saving};
use assize::engine::{Engine, OddsRequest, Shelf};
use assize::ir::Program;
use assize::ir::expectation::ExpectedMode;
use assize::machine::Bounds;
use divan::{Bencher, black_box};

use crate::{by_hand, scenes};

/// What is asked of the workloads in `benches/workloads`: a scene, and a question about it.
const WORKLOADS: &[(&str, &str, &str)] = &[
    ("chain", include_str!("../workloads/chain.asz"), "P(act.outcome is critical)"),
    ("duel-20-50", include_str!("../workloads/duel-20-50.asz"), "P(bo.wind <= 0)"),
    ("duel-200-500", include_str!("../workloads/duel-200-500.asz"), "P(bo.wind <= 0)"),
    ("fatigue-4", include_str!("../workloads/fatigue-4.asz"), "P(a.pool(wind) <= 0)"),
    ("fatigue-20", include_str!("../workloads/fatigue-20.asz"), "P(a.pool(wind) <= 0)"),
];

/// The program of a workload whose one result is what is asked.
fn workload(name: &str) -> Program {
    let (_, scene, question) = WORKLOADS.iter().find(|(known, ..)| *known == name).expect("there is such a workload");
    let mut shelf = Shelf::default();
    shelf.put("winds.asz", include_str!("../workloads/winds.asz"));
    let text = format!("{scene}expect odds {{\n{question} = 0\n}}\n");
    let encounter = Engine::with(shelf).compile("workload.asz", &text).expect("it compiles");
    let asked = encounter.expectations().iter().find(|expected| matches!(expected.mode, ExpectedMode::Odds { .. }));
    asked.and_then(|asked| asked.program.as_ref().ok()).expect("it asks for odds").clone()
}

/// Odds of a program that is compiled already.
fn following(bencher: Bencher<'_, '_>, name: &str, savings: Savings) {
    let (program, choices, bounds, progress) = (workload(name), Choices::new(), Bounds::default(), Progress::default());
    let (mode, progress) = (Mode::Random, &progress);
    let ways = Ways { mode, choices: &choices, before: &[], drawn: &[], host: None, bounds: &bounds, progress };
    bencher.bench_local(|| saving(black_box(&program), ways, Budget::default(), savings).expect("it has odds"));
}

/// The workloads, as odds are followed.
#[divan::bench(args = ["chain", "duel-20-50", "duel-200-500", "fatigue-4", "fatigue-20"], sample_count = 5, sample_size = 1)]
fn by_segments(bencher: Bencher<'_, '_>, name: &str) {
    following(bencher, name, Savings::default());
}

/// The same by the engine that walks the machine, as far as it comes to an end in seconds.
#[divan::bench(args = ["chain", "duel-20-50", "fatigue-4"], sample_count = 2, sample_size = 1)]
fn by_the_machine(bencher: Bencher<'_, '_>, name: &str) {
    following(bencher, name, Savings { segments: false, ..Savings::default() });
}

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
