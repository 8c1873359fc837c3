//! How fast it is, beside a baseline in the same run: the same rules written in Rust by hand, or a part of the work that
//! cannot be left out. `benches/README.md` says what each figure means.
//!
//! `cargo bench --bench speed`

use std::io::Write as _;

mod by_hand;
mod compile;
mod odds;
#[cfg(feature = "cli")]
mod process;
mod read;
mod scenes;
mod session;
mod verdict;
mod writing;

fn main() {
    let entries = std::env::var("ASSIZE_MEMORY_OF").ok().and_then(|entries| entries.parse().ok());
    if let Some(entries) = entries {
        let most = session::memory_of(entries).expect("the system tells how much memory a process has");
        writeln!(std::io::stdout(), "{most} KiB").expect("somebody reads it");
        return;
    }
    divan::main();
}
