//! Progress of odds at a terminal: people who wait can see it, and can stop at what is known so far.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::odds_lines::answer;
use super::odds_rows::Fractions;
use crate::diagnostic::clean;
use crate::engine::{Cancel, Chance, Progress};

/// A command that takes no longer shows nothing, in milliseconds.
const SILENT_FOR: u128 = 1_000;

/// It is looked at the time once in so many steps.
const LOOK_AFTER: usize = 64;

/// So much of an answer is shown beside how far it has come, in characters.
const MOST_SHOWN: usize = 60;

/// Whoever has called it off once and does so again does not want to wait for what is known either. A program that a signal ends says so
/// by 128 and the number of the signal.
const ENDED_BY_CTRL_C: i32 = 130;

/// What is shown of odds while they are worked out.
pub(super) struct Watch {
    pub(super) progress: Progress,
    bar: ProgressBar,
}

/// When nothing more is worked out, and when it is shown how far it has come.
pub(super) struct Patience {
    /// Somebody leaves it at what is known.
    pub(super) stop: Cancel,
    /// After so many seconds.
    pub(super) seconds: Option<u32>,
    /// It is given up at so many situations.
    pub(super) most_situations: usize,
    /// Odds that take no longer show nothing, in milliseconds.
    pub(super) silent_for: u128,
}

/// Ctrl-C leaves it at what is known, and ends the program when it comes again.
fn stopped_by_ctrl_c() -> Cancel {
    let stop = Cancel::default();
    let handled = stop.clone();
    // Without a handler Ctrl-C ends the program, and nothing is told.
    let _ = ctrlc::set_handler(move || {
        if handled.is_called_off() {
            std::process::exit(ENDED_BY_CTRL_C);
        }
        handled.call_off();
    });
    stop
}

impl Watch {
    /// Of one command, which Ctrl-C leaves at what is known.
    pub(super) fn of_command(seconds: Option<u32>, most_situations: usize) -> Self {
        Self::new(Patience { stop: stopped_by_ctrl_c(), seconds, most_situations, silent_for: SILENT_FOR })
    }

    pub(super) fn new(patience: Patience) -> Self {
        let (bar, steps) = (bar(), AtomicUsize::new(0));
        let shown = bar.clone();
        let progress = Progress::watched(move |situations| {
            let looks = steps.fetch_add(1, Ordering::SeqCst).is_multiple_of(LOOK_AFTER);
            let is_over = |seconds: u32| shown.elapsed().as_secs() >= u64::from(seconds);
            if patience.stop.is_called_off() || looks && patience.seconds.is_some_and(is_over) {
                shown.finish_and_clear();
                return false;
            }
            if looks {
                show(&shown, situations, &patience);
            }
            true
        });
        Self { progress, bar }
    }

    /// Whether somebody sees it.
    pub(super) fn is_seen() -> bool {
        io::stderr().is_terminal()
    }

    /// Shows between which numbers the answers lie as far as is known.
    pub(super) fn tell(&self, known: &[Chance]) {
        let open = known.iter().filter(|chance| chance.stopped && chance.distribution.is_none());
        let told: Vec<String> = open.map(|chance| answer(chance, Fractions::Readable)).collect();
        if !told.is_empty() {
            self.bar.set_message(format!("; {}", clean::short(&clean::line(&told.join("; ")), MOST_SHOWN)));
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Shows how far it has come, once that takes a while. When it will be known cannot be foreseen; but when it is given up can.
fn show(bar: &ProgressBar, situations: usize, patience: &Patience) {
    if bar.is_hidden() {
        if bar.elapsed().as_millis() < patience.silent_for || !Watch::is_seen() {
            return;
        }
        bar.set_length(patience.most_situations as u64);
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
    bar.set_position(situations as u64);
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{elapsed}: {human_pos} situations{msg}; limit {human_len}, in at most {eta}; Ctrl-C shows the results so far",
    );
    ProgressBar::hidden().with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
