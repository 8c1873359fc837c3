//! Twenty lines by a shipped system, as often as somebody changes them, and for the first time.

use assize::diagnostic::Diagnostics;
use assize::engine::Engine;
use assize::source::SourceMap;
use assize::syntax::ast::File;
use divan::{Bencher, black_box};

use crate::scenes::TREATMENT;

/// The system the scene is written for.
const SYSTEM: &str = include_str!("../../scripts/systems/ttomp.asz");

/// The engine has compiled a scene of the same system before.
#[divan::bench]
fn known_system(bencher: Bencher<'_, '_>) {
    let engine = Engine::default();
    engine.compile("treatment.asz", TREATMENT).expect("it compiles");
    bencher.bench_local(|| engine.compile("treatment.asz", black_box(TREATMENT)).expect("it compiles"));
}

/// An engine that has compiled nothing yet, as in a process that has just begun.
#[divan::bench]
fn new_engine(bencher: Bencher<'_, '_>) {
    bencher
        .with_inputs(Engine::default)
        .bench_local_refs(|engine| engine.compile("treatment.asz", black_box(TREATMENT)).expect("it compiles"));
}

/// Reading the scene, which has to be done for each change: the least for a system that is known.
#[divan::bench]
fn parse_scene_only(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| parse(black_box(TREATMENT)));
}

/// Reading the scene and its system: the least for an engine that is new.
#[divan::bench]
fn parse_system_and_scene_only(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| (parse(black_box(SYSTEM)), parse(black_box(TREATMENT))));
}

fn parse(text: &str) -> File {
    assize::syntax::parse(SourceMap::default().add("text.asz", text), text, &mut Diagnostics::default())
}
