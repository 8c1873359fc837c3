//! Limits of time and memory around one input, on a thread with a stack of known size.

use std::alloc::System;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use cap::Cap;

use crate::corpus::Corpus;
use crate::targets::Target;

/// Everything that is held is counted.
#[global_allocator]
static HELD: Cap<System> = Cap::new(System, usize::MAX);

/// A script of a stranger takes about a second of a release build; this is a build for finding mistakes.
pub const SLOW: Duration = Duration::from_secs(20);

/// Whoever has not answered by then will not.
const NEVER: Duration = Duration::from_mins(2);

/// What one input may hold at a time, in bytes: a script of a stranger has 128 MB, and each of its verdicts is shown in many forms.
pub const LARGE: usize = 256 << 20;

/// The stack that a host is expected to have at least, in bytes.
pub const SMALL_STACK: usize = 512 << 10;

/// What became of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What does not hold, a line each.
    pub problems: Vec<String>,
    /// How long it took.
    pub took: Duration,
    /// What it held at most, in bytes.
    pub held: usize,
}

/// A thread that reads inputs.
pub struct Watched {
    inputs: Sender<String>,
    outcomes: Receiver<Outcome>,
}

impl Watched {
    /// A thread for this target, with a stack of so many bytes.
    ///
    /// # Panics
    /// When no thread can be started.
    pub fn start(target: &'static dyn Target, corpus: Arc<Corpus>, stack: usize) -> Self {
        let (inputs, to_read) = channel::<String>();
        let (told, outcomes) = channel();
        let work = move || {
            for input in to_read {
                if told.send(outcome(target, &corpus, &input)).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().stack_size(stack).spawn(work).expect("a thread can be started");
        Self { inputs, outcomes }
    }

    /// What becomes of an input; `None` if it does not end. Then no other input can be read by this thread.
    pub fn read(&self, input: &str) -> Option<Outcome> {
        self.inputs.send(input.to_owned()).ok()?;
        self.outcomes.recv_timeout(NEVER).ok()
    }
}

/// Reads an input, and says what does not hold of it, a panic, and what was used up.
fn outcome(target: &dyn Target, corpus: &Corpus, input: &str) -> Outcome {
    let before = HELD.allocated();
    let (start, most_before) = (Instant::now(), HELD.max_allocated());
    let read = panic::catch_unwind(AssertUnwindSafe(|| target.run(corpus, input)));
    let took = start.elapsed();
    let most = HELD.max_allocated();
    // The counter tells the most of all time: only an input that exceeds it says what it held itself.
    let held = if most > most_before { most.saturating_sub(before) } else { 0 };
    let mut problems = read.unwrap_or_else(|panicked| vec![format!("it panics: {}", words(panicked.as_ref()))]);
    if took > SLOW {
        problems.push(format!("it takes {} s", took.as_secs()));
    }
    if held > LARGE {
        problems.push(format!("it holds {} MB", held >> 20));
    }
    Outcome { problems, took, held }
}

fn words(panicked: &(dyn std::any::Any + Send)) -> String {
    let text = panicked.downcast_ref::<&str>().map(|words| (*words).to_owned());
    text.or_else(|| panicked.downcast_ref::<String>().cloned()).unwrap_or_default()
}
