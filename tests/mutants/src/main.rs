//! `assize-mutants SHARD ARGUMENT… [--room NAME FILE… -- TEST…]…`, as `.ci/mutants` calls it; the arguments are those that cargo gets.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use assize_mutants::room::rooms;
use assize_mutants::work::prepare;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [shard, more @ ..] = arguments.as_slice() else { return Err("SHARD ARGUMENT… --room …".into()) };
    let (which, of) = part(shard).ok_or("a part is such as 0/8")?;
    let how = more.split(|argument| argument == "--room").next().unwrap_or_default();
    let rooms = rooms(more)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let work = prepare(&root, how, &rooms)?;
    let mut enough = true;
    let mut attempts = Vec::new();
    for room in &rooms {
        let attempt = work.begin(room, which, of)?;
        attempt.open().for_each(|left| println!("open: {left}"));
        attempts.push(attempt);
    }
    // What takes long comes last, when most is known.
    for attempt in attempts {
        let tally = work.end(attempt)?;
        println!("{tally}");
        enough &= tally.suffices();
    }
    Ok(if enough { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// `1/8` is the second eighth.
fn part(shard: &str) -> Option<(usize, usize)> {
    let (which, of) = shard.split_once('/')?;
    let (which, of) = (which.parse().ok()?, of.parse().ok()?);
    (which < of).then_some((which, of))
}
