//! Many scripts from many seeds: dice and verdicts are the same on every machine, from one version of the program to the next,
//! and once more from what was recorded of them.
//!
//! Twenty seeds each are held to the digests that are kept with the project. `REPLAY=1000` takes a thousand, as `.ci/full` does: each
//! run is told once more from its record, and the digests are printed, to be laid beside those of another machine. `.ci/wasm` has some of
//! it told in WebAssembly.
//!
//! The first column of the digests tells of dice, cards and answers with their addresses. Where a scene is as it was and that has
//! changed, old seeds do not give what they gave: the stream of chance needs a new version. The second tells of whole verdicts,
//! and changes with any word of a script or a verdict.

#[path = "shared/replayed.rs"]
mod replayed;

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use replayed::{Digest, scripts, table};

/// So many seeds have digests that are kept.
const USUAL: u64 = 20;

/// As many as usual, or what the variable `REPLAY` says.
fn seeds() -> u64 {
    std::env::var("REPLAY").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(USUAL)
}

#[test]
fn scripts_come_out_the_same_everywhere_and_always() {
    let (scripts, seeds) = (scripts(), seeds());
    assert!(scripts.len() >= 50, "{}", scripts.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let take = || scripts.get(next.fetch_add(1, Ordering::SeqCst)).map(|script| (script, script.digest(seeds)));
        std::iter::from_fn(take).map(|(script, digest)| (script.name.as_str(), digest)).collect::<Vec<(&str, Digest)>>()
    };
    let mut digests: Vec<(&str, Digest)> = thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("each run tells the same once more")).collect()
    });
    digests.sort_by_key(|(name, _)| scripts.iter().position(|script| script.name == *name));
    let ended: usize = digests.iter().map(|(_, digest)| digest.ended).sum();
    assert!(ended as u64 * 10 >= 9 * seeds * scripts.len() as u64, "{ended} runs came to an end");
    let told = table(&digests, seeds);
    if seeds == USUAL {
        insta::assert_snapshot!("from_20_seeds", told);
    } else {
        std::io::stdout().write_all(told.as_bytes()).expect("somebody reads it");
    }
}
