//! Scripts of strangers: whatever they write, an engine with `Limits::untrusted()` answers or refuses with little work and
//! little memory. Each is tried in a process of its own, so that its memory can be measured.

mod programs;

use std::process::Command;

use assize::engine::{Answers, Engine, Failure, OddsRequest, Shelf};
use programs::{Exploding, all};

/// The name of the script that a child is to try.
const TRY: &str = "ASSIZE_EXPLODING";

/// The most memory that a process may have held, in kilobytes.
const MOST: u64 = 128 * 1024;

/// Everything that the library can be asked about a script; what each call came to.
fn tried(script: &Exploding) -> Vec<(&'static str, Result<(), Failure>)> {
    let mut shelf = Shelf::default();
    shelf.put("q", script.system.as_str());
    let engine = Engine::with(shelf).limits(script.limits);
    let encounter = match engine.compile("scene.asz", &script.scene) {
        Ok(encounter) => encounter,
        Err(failure) => return vec![("compile", Err(failure))],
    };
    let request = OddsRequest { questions: script.questions.clone(), ..OddsRequest::default() };
    let outcomes = vec![
        ("compile", Ok(())),
        (
            "adjudicate",
            encounter.adjudicate(Answers::random(1)).map(|verdict| drop(assize::verdict::json::json(&verdict))),
        ),
        ("odds", encounter.odds(&request).map(drop)),
    ];
    drop(encounter.test());
    drop(encounter.coverage());
    outcomes
}

/// The most memory that this process has held, in kilobytes.
#[cfg(target_os = "linux")]
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("there is one");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("it tells the peak");
    line.trim().trim_end_matches("kB").trim().parse().expect("a number")
}

#[test]
#[cfg(target_os = "linux")]
#[expect(clippy::print_stdout, reason = "so a child tells its parent")]
fn child() {
    let Ok(name) = std::env::var(TRY) else { return };
    let script = all().into_iter().find(|script| script.name == name).expect("it is one of them");
    for (call, outcome) in tried(&script) {
        let told = outcome.err().map_or("answered".to_owned(), |failure| failure.to_string());
        println!("{call}: {}", told.lines().next().unwrap_or_default());
    }
    println!("peak {}", peak());
}

#[test]
#[cfg(target_os = "linux")]
fn no_script_takes_more_memory_than_is_promised() {
    let mut beyond = Vec::new();
    for script in all() {
        let child = Command::new(std::env::current_exe().expect("it runs"))
            .args(["--exact", "child", "--nocapture"])
            .env(TRY, &script.name)
            .output()
            .expect("it starts");
        let told = String::from_utf8_lossy(&child.stdout).into_owned();
        let peak = told.lines().find_map(|line| line.strip_prefix("peak ")).and_then(|peak| peak.parse::<u64>().ok());
        match peak {
            Some(peak) if peak <= MOST => {}
            _ => beyond.push(format!("{}: {told}", script.name)),
        }
    }
    assert!(beyond.is_empty(), "{}", beyond.join("\n"));
}
