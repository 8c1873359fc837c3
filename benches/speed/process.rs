//! The program as a process, from its start to its end.

use std::process::{Command, Stdio};

use divan::Bencher;

use crate::scenes::TREATMENT;

/// `assize run` with the short scene.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn cold_start(bencher: Bencher<'_, '_>) {
    let scene = std::env::temp_dir().join(format!("assize-cold-start-{}.asz", std::process::id()));
    std::fs::write(&scene, TREATMENT).expect("a file can be written");
    bencher.bench_local(|| succeed(Command::new(env!("CARGO_BIN_EXE_assize")).arg("run").arg(&scene)));
    let _ = std::fs::remove_file(&scene);
}

/// The same program with nothing to do.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn start_only(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| succeed(Command::new(env!("CARGO_BIN_EXE_assize")).arg("--version")));
}

fn succeed(command: &mut Command) {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.expect("it starts").success());
}
