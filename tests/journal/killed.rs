//! A process that is killed while it writes, hundreds of times.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use assize::journal::{JournalFile, Record};

use crate::files::fresh;
use crate::{opened, source};

/// Names the journal to the process that is to be killed.
const JOURNAL: &str = "ASSIZE_TEST_JOURNAL";

/// So often in all, and so often on the same journal.
const KILLS: u64 = 240;
const KILLS_OF_ONE: u64 = 12;

/// Most lines are short; now and then one is long enough to be killed in the middle.
fn record(number: u64) -> Record {
    match number {
        0 => opened(),
        _ if number.is_multiple_of(8) => source(&format!("{number} ").repeat(40_000)),
        _ => Record::Struck { entry: number },
    }
}

/// Not a test of its own: what the other one starts and kills.
#[test]
fn writes_until_it_is_killed() {
    let Some(path) = env::var_os(JOURNAL).map(PathBuf::from) else { return };
    let (mut journal, recovered) = JournalFile::open(&path).expect("the one before is dead");
    let mut out = std::io::stdout();
    for number in recovered.records.len() as u64.. {
        journal.write(&record(number)).expect("it is kept");
        out.write_all(format!("\nkept {number}\n").as_bytes()).and_then(|()| out.flush()).expect("the parent listens");
    }
}

/// Runs the writer for a while, kills it, and says how many records it was told are kept.
fn run_and_kill(path: &Path, pause: Duration) -> u64 {
    let mut child = Command::new(env::current_exe().expect("this program"))
        .args(["--exact", "killed::writes_until_it_is_killed", "--nocapture", "--test-threads", "1"])
        .env(JOURNAL, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let out = BufReader::new(child.stdout.take().expect("it is piped"));
    let listener = thread::spawn(move || {
        let lines = out.lines().map_while(Result::ok);
        lines.filter_map(|line| line.strip_prefix("kept ")?.parse::<u64>().ok()).last().map_or(0, |last| last + 1)
    });
    thread::sleep(pause);
    child.kill().expect("it runs until it is killed");
    child.wait().expect("it is dead");
    listener.join().expect("it only reads")
}

#[test]
fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    let (mut kept, mut chance) = (0, 0x9e37_79b9_u64);
    let path = fresh("killed.journal");
    let mut written = 0;
    for kill in 0..KILLS {
        if kill % KILLS_OF_ONE == 0 {
            fresh("killed.journal");
            kept = 0;
        }
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let told = run_and_kill(&path, Duration::from_micros(1_000 + (chance >> 33) % 40_000));
        written += told.saturating_sub(kept);
        kept = kept.max(told);
        let found =
            if path.exists() { JournalFile::read(&path).expect("a crash damages nothing").records } else { vec![] };
        let all = found.iter().enumerate().all(|(number, found)| *found == record(number as u64));
        assert!(all, "kill {kill}: a record is not what was written");
        let count = found.len() as u64;
        assert!((kept..=kept + 1).contains(&count), "kill {kill}: {count} records, and {kept} were acknowledged");
        kept = count;
    }
    assert!(written > KILLS, "the writer hardly got to write: {written}");
}
