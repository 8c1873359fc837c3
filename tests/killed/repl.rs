//! `assize repl --journal`, fed by a pipe.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdout, Command, Output, Stdio};
use std::thread;

use crate::{Chances, Killer, folder, kills};

/// So often in all, unless more is asked for, and so often in one session.
const KILLS: usize = 40;
const KILLS_OF_ONE: usize = 10;

/// The first value; smaller numbers in the output are answers.
const FIRST: u64 = 1_000;

fn command(folder: &Path, journal: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    command.args(["repl", "--table", "--journal", journal]).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// The last value that is shown in a whole line, until the program is killed.
fn last_shown(output: ChildStdout, mut killer: Killer) -> Option<u64> {
    let (mut output, mut line, mut last) = (BufReader::new(output), Vec::new(), None);
    while output.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        let shown = line.strip_suffix(b"\n").and_then(|line| str::from_utf8(line).ok()?.parse::<u64>().ok());
        if let Some(value) = shown.filter(|value| *value >= FIRST) {
            last = Some(value);
            killer.count();
        }
        line.clear();
    }
    killer.join();
    last
}

/// Watches, and then sets a value and asks for it; from this value on, as long as the program reads.
fn type_from(value: u64) -> impl Iterator<Item = String> {
    (value..).map(|value| format!("watch hour{value} by ada\n1\n2\n3\nset ada.oil = {value}\nada.oil\n"))
}

/// Resumes once more and asks for the value and the history.
fn look(folder: &Path, journal: &str) -> Output {
    let mut child = command(folder, journal).spawn().expect("it starts");
    // Answers for a watch that was cut off; to anything else they are questions that leave nothing.
    let lines = "1\n2\n3\nada.oil\n:history\n";
    child.stdin.take().expect("it is piped").write_all(lines.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

#[test]
fn nothing_shown_is_lost_when_the_prompt_is_killed() {
    let folder = folder("repl");
    let (mut chances, mut shown) = (Chances(7), 0);
    let kills = kills(KILLS);
    for session in 0..kills / KILLS_OF_ONE {
        let journal = format!("{session}.journal");
        let begun = "use lamps\nperson ada\n";
        let mut child = command(&folder, &journal).spawn().expect("it starts");
        child.stdin.take().expect("it is piped").write_all(begun.as_bytes()).expect("it reads");
        child.wait().expect("it ends");
        let mut known = FIRST - 1;
        for kill in 0..KILLS_OF_ONE {
            let mut child = command(&folder, &journal).spawn().expect("it starts");
            let (mut input, output) =
                (child.stdin.take().expect("it is piped"), child.stdout.take().expect("it is piped"));
            let killer = Killer::of(child, 5, &mut chances);
            let typist = thread::spawn(move || {
                let mut lines = std::iter::once("1\n2\n3\n".to_owned()).chain(type_from(known + 1));
                lines.find(|lines| input.write_all(lines.as_bytes()).is_err());
            });
            let last = last_shown(output, killer);
            typist.join().expect("it only types");
            shown += last.map_or(0, |last| last - known);
            known = last.unwrap_or(known);

            let output = look(&folder, &journal);
            let told = String::from_utf8(output.stdout).expect("it is text");
            let value: u64 = told.lines().filter_map(|line| line.parse().ok()).next_back().expect("the value is told");
            let found = if value < FIRST { FIRST - 1 } else { value };
            assert!(found == known || found == known + 1, "kill {kill} of {journal}: {known} was shown\n{told}");
            for value in FIRST..=found {
                let watches = told.lines().filter(|line| line.ends_with(&format!(" watch hour{value} by ada"))).count();
                assert_eq!(watches, 1, "kill {kill} of {journal}: {value}\n{told}");
            }
            known = found;
        }
    }
    assert!(shown > kills as u64 / 2, "hardly anything was typed: {shown}");
}
