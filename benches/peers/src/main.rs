//! Assize beside other programs and beside rules written by hand, on the same work in the same process.
//!
//! Prints a line for each: the workload, who did it, and nanoseconds (the median of many, and the fastest). `compare` makes a
//! table of it, together with what Python's libraries take.

mod by_hand;
mod others;
mod ours;

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Each is measured for about so long, and at least so often.
const LONG: Duration = Duration::from_millis(400);
const OFTEN: usize = 5;

/// Measures something, and prints what it took.
pub fn measure<T>(workload: &str, who: &str, mut work: impl FnMut() -> T) {
    black_box(work());
    let (begun, mut taken) = (Instant::now(), Vec::new());
    while taken.len() < OFTEN || begun.elapsed() < LONG {
        let once = Instant::now();
        black_box(work());
        taken.push(once.elapsed());
    }
    taken.sort_unstable();
    println!("{workload}\t{who}\t{}\t{}", taken[taken.len() / 2].as_nanos(), taken[0].as_nanos());
}

/// The same for work that takes less than a clock tells: `times` of it at once.
pub fn measure_many<T>(workload: &str, who: &str, times: u32, mut work: impl FnMut() -> T) {
    let (begun, mut taken) = (Instant::now(), Vec::new());
    while taken.len() < OFTEN || begun.elapsed() < LONG {
        let once = Instant::now();
        for _ in 0..times {
            black_box(work());
        }
        taken.push(once.elapsed().as_nanos() / u128::from(times));
    }
    taken.sort_unstable();
    println!("{workload}\t{who}\t{}\t{}", taken[taken.len() / 2], taken[0]);
}

fn main() {
    ours::measure_all();
    by_hand::measure_all();
    others::measure_all();
}
