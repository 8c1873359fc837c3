//! How fast it is: reading, compiling, adjudicating, odds; beside the same rules written in Rust by hand.
//!
//! `cargo bench --bench speed`

mod by_hand;

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use assize::diagnostic::Diagnostics;
use assize::engine::{Answers, Encounter, Engine, OddsRequest};
use assize::source::SourceMap;
use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// The surgeon stitches a hand; everything is settled by the same three totals as in [`by_hand`].
const TREATMENT: &str = "use ttomp
actor surgeon \"the surgeon\" { readiness ready }
action stitch \"sew the hand\" by surgeon {
  commitment {
    context minor negative \"the king looks on\"
    value   2b \"safety, and faith\"
    aim     1b \"the reward\"
    forced  yes
  }
  performance {
    ability 1p \"has only watched a field surgeon at work\"
    task sew \"seven stitches\" { complexity standard, quality good }
  }
  outcome {
    critical \"it heals without a trace\"
    fumble   \"the thumb is lost\"
  }
}
";

fn treatment() -> Encounter {
    Engine::default().compile("treatment.asz", TREATMENT).expect("it compiles")
}

/// A scene of ten thousand lines: a thousand actions one after the other.
fn long_scene() -> String {
    let mut text = String::from("use ttomp\nactor surgeon \"the surgeon\" { readiness ready }\n");
    for number in 0..1_000 {
        let _ = write!(
            text,
            "action stitch{number} \"sew hand {number}\" by surgeon {{\n  commitment {{\n    context minor negative \"the \
             king looks on\"\n    value 2b \"safety, and faith\"\n    forced yes\n  }}\n  ability 1p \"has only \
             watched\"\n  task sew \"seven stitches\" {{ complexity standard, quality good }}\n  critical \"it \
             heals\"\n}}\n"
        );
    }
    text
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn parse_ten_thousand_lines(bencher: Bencher<'_, '_>) {
    let text = long_scene();
    let source = SourceMap::default().add("long.asz", &text);
    bencher
        .counter(BytesCount::of_str(text.as_str()))
        .bench_local(|| assize::syntax::parse(source, black_box(&text), &mut Diagnostics::default()));
}

#[divan::bench(args = ["duel", "fatigue", "range", "ttomp", "west"])]
fn parse_a_system(bencher: Bencher<'_, '_>, name: &str) {
    let path = format!("{}/scripts/systems/{name}.asz", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a script is text");
    let source = SourceMap::default().add(name, &text);
    bencher
        .counter(BytesCount::of_str(text.as_str()))
        .bench_local(|| assize::syntax::parse(source, black_box(&text), &mut Diagnostics::default()));
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn compile_ten_thousand_lines(bencher: Bencher<'_, '_>) {
    let text = long_scene();
    let engine = Engine::default();
    bencher
        .counter(BytesCount::of_str(text.as_str()))
        .bench_local(|| engine.compile("long.asz", black_box(&text)).expect("it compiles"));
}

#[divan::bench]
fn compile_the_treatment(bencher: Bencher<'_, '_>) {
    let engine = Engine::default();
    bencher.bench_local(|| engine.compile("treatment.asz", black_box(TREATMENT)).expect("it compiles"));
}

#[divan::bench]
fn adjudicate_at_random(bencher: Bencher<'_, '_>) {
    let encounter = treatment();
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| {
        seed += 1;
        encounter.adjudicate(Answers::random(seed)).expect("it runs")
    });
}

#[divan::bench]
fn adjudicate_deliberately(bencher: Bencher<'_, '_>) {
    let encounter = treatment();
    bencher
        .counter(ItemsCount::new(1_u32))
        .bench_local(|| encounter.adjudicate(Answers::deliberate()).expect("it runs"));
}

#[divan::bench]
fn adjudicate_by_hand_at_random(bencher: Bencher<'_, '_>) {
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| {
        seed += 1;
        by_hand::treat(black_box(seed))
    });
}

#[divan::bench]
fn adjudicate_by_hand_deliberately(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| by_hand::judge(black_box(2), black_box(-1)));
}

/// Compiling the questions is part of it: that is what an embedder waits for.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn exact_odds(bencher: Bencher<'_, '_>) {
    let encounter = treatment();
    let questions = ["critical", "major", "minor", "no result", "fumble"];
    let questions = questions.iter().map(|level| format!("P(stitch.outcome is {level})")).collect();
    let request = OddsRequest { questions, ..OddsRequest::default() };
    bencher.bench_local(|| encounter.odds(black_box(&request)).expect("it has odds"));
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn exact_odds_by_hand(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| by_hand::odds(black_box(2), black_box(-1)));
}

/// A process from its start to its end.
#[cfg(feature = "cli")]
#[divan::bench(sample_count = 20, sample_size = 1)]
fn cold_start(bencher: Bencher<'_, '_>) {
    let scene = std::env::temp_dir().join("assize-cold-start.asz");
    std::fs::write(&scene, TREATMENT).expect("a file can be written");
    bencher.bench_local(|| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        let status = command.arg("run").arg(&scene).stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(status.expect("it starts").success());
    });
    let _ = std::fs::remove_file(&scene);
}
