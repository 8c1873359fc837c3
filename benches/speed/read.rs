//! Ten thousand lines, in bytes a second: parsing alone, and everything from the text to a program.

use assize::diagnostic::Diagnostics;
use assize::engine::Engine;
use assize::source::SourceMap;
use divan::counter::BytesCount;
use divan::{Bencher, black_box};

use crate::{by_hand, scenes};

#[divan::bench(sample_count = 10, sample_size = 1)]
fn parse(bencher: Bencher<'_, '_>) {
    let text = long();
    let source = SourceMap::default().add("long.asz", &text);
    bencher
        .counter(BytesCount::of_str(text.as_str()))
        .bench_local(|| assize::syntax::parse(source, black_box(&text), &mut Diagnostics::default()));
}

const SYSTEMS: [&str; 11] =
    ["d20", "duel", "fatigue", "fudge", "moves", "percentile", "position", "range", "steps", "ttomp", "west"];

/// Systems have more columns, rows and expressions than scenes.
#[divan::bench(args = SYSTEMS)]
fn parse_a_system(bencher: Bencher<'_, '_>, name: &str) {
    let path = format!("{}/scripts/systems/{name}.asz", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a script is text");
    let source = SourceMap::default().add(name, &text);
    bencher
        .counter(BytesCount::of_str(text.as_str()))
        .bench_local(|| assize::syntax::parse(source, black_box(&text), &mut Diagnostics::default()));
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn parse_check_and_lower(bencher: Bencher<'_, '_>) {
    let text = long();
    let engine = Engine::default();
    bencher
        .counter(BytesCount::of_str(text.as_str()))
        .bench_local(|| engine.compile("long.asz", black_box(&text)).expect("it compiles"));
}

/// Cutting the text into words, which every reader must do at least.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn words_by_hand(bencher: Bencher<'_, '_>) {
    let text = long();
    bencher.counter(BytesCount::of_str(text.as_str())).bench_local(|| by_hand::words(black_box(&text)));
}

/// Ten thousand lines.
fn long() -> String {
    let mut text = scenes::actions(833);
    while text.lines().count() < 10_000 {
        text.push_str("# The end.\n");
    }
    text
}
