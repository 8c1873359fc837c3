//! Whoever waits for odds at a terminal sees how far they have come, and can leave it at what is known.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::engine::{Cancel, Progress};

/// It is looked at the time once in so many steps.
const LOOK_AFTER: usize = 64;

/// Odds that take no longer show nothing, in milliseconds.
const SILENT_FOR: u128 = 1_000;

/// What odds show while they are worked out; Ctrl-C, and the end of so many seconds, leave it at what is known.
pub(super) fn watched(seconds: Option<u32>, most_situations: usize) -> Progress {
    let cancel = Cancel::default();
    let stop = cancel.clone();
    // Without a handler Ctrl-C ends the program, and nothing is told.
    let _ = ctrlc::set_handler(move || stop.call_off());
    let (bar, steps) = (bar(), AtomicUsize::new(0));
    Progress::watched(move |situations| {
        if cancel.is_called_off() {
            bar.finish_and_clear();
            return false;
        }
        if !steps.fetch_add(1, Ordering::SeqCst).is_multiple_of(LOOK_AFTER) {
            return true;
        }
        let goes_on = seconds.is_none_or(|seconds| bar.elapsed().as_secs() < u64::from(seconds));
        if goes_on {
            show(&bar, situations, most_situations);
        } else {
            bar.finish_and_clear();
        }
        goes_on
    })
}

/// Shows how far it has come, once that takes a while. When it will be known cannot be foreseen; but when it is given up can.
fn show(bar: &ProgressBar, situations: usize, most_situations: usize) {
    if bar.is_hidden() {
        if bar.elapsed().as_millis() < SILENT_FOR || !io::stderr().is_terminal() {
            return;
        }
        bar.set_length(most_situations as u64);
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
    bar.set_position(situations as u64);
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{elapsed}: {human_pos} situations; given up at {human_len}, in {eta} at most; Ctrl-C tells what is known",
    );
    ProgressBar::hidden().with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
