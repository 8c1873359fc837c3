//! Verdicts of so many actions, written in each way. Twice as many should take twice as long.

use assize::engine::{Answers, Engine, Limits};
use assize::verdict::{Verdict, html, json, markdown, text, why};
use divan::{Bencher, black_box};

use crate::scenes;

/// How many actions there are.
const ACTIONS: [usize; 4] = [200, 400, 800, 3_200];

fn writing(bencher: Bencher<'_, '_>, actions: usize, write: impl Fn(&Verdict) -> String) {
    let engine = Engine::default().limits(Limits::default().file(usize::MAX));
    let encounter = engine.compile("long.asz", &scenes::actions(actions)).expect("it compiles");
    let verdict = encounter.adjudicate(Answers::random(1)).expect("it runs");
    bencher.bench_local(|| write(black_box(&verdict)));
}

#[divan::bench(args = ACTIONS, sample_count = 5, sample_size = 1)]
fn as_text(bencher: Bencher<'_, '_>, actions: usize) {
    writing(bencher, actions, text::text);
}

#[divan::bench(args = ACTIONS, sample_count = 5, sample_size = 1)]
fn as_markdown(bencher: Bencher<'_, '_>, actions: usize) {
    writing(bencher, actions, markdown::markdown);
}

#[divan::bench(args = ACTIONS, sample_count = 5, sample_size = 1)]
fn as_html(bencher: Bencher<'_, '_>, actions: usize) {
    writing(bencher, actions, html::html);
}

#[divan::bench(args = ACTIONS, sample_count = 5, sample_size = 1)]
fn as_json(bencher: Bencher<'_, '_>, actions: usize) {
    writing(bencher, actions, json::json);
}

#[divan::bench(args = ACTIONS, sample_count = 5, sample_size = 1)]
fn as_why(bencher: Bencher<'_, '_>, actions: usize) {
    writing(bencher, actions, |verdict| why::why(verdict, None).expect("it is told"));
}
