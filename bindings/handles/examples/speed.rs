//! How long the library takes by itself for what `bindings/python/benches/speed.py` measures from Python: a line of JSON.
#![expect(clippy::print_stdout, reason = "it is a program that prints")]

use std::time::{Duration, Instant};

use assize::Engine;
use assize::engine::{Answers, OddsRequest, Seeds};

/// The shortest of several times, which is the one that others have disturbed least.
fn shortest(rounds: usize, mut work: impl FnMut()) -> Duration {
    let times = (0..rounds).map(|_| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    });
    times.min().unwrap_or_default()
}

fn main() {
    let [scene, long, question] = [1, 2, 3].map(|number| std::env::args().nth(number).unwrap_or_default());
    let engine = Engine::default();
    let encounter = engine.compile("scene", &scene).expect("it compiles");
    let mut seed = 0;
    let verdict = shortest(50, || {
        for _ in 0..1000 {
            seed += 1;
            let answers = Answers::new(assize::Mode::Random, assize::DiceFrom::Program(Seeds::from(seed).into()));
            let verdict = encounter.adjudicate(answers).expect("it runs");
            std::hint::black_box(verdict.seen_by(assize::Audience::Players));
        }
    });
    let long = engine.compile("long", &long).expect("it compiles");
    let odds = shortest(15, || {
        std::hint::black_box(long.odds(&OddsRequest::of([question.as_str()])).expect("there are odds"));
    });
    println!("{{\"verdict\":{},\"odds\":{}}}", verdict.as_secs_f64() / 1000.0, odds.as_secs_f64());
}
