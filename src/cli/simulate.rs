//! `assize simulate FILE [QUESTION…]`

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::allowed::one_or_more;
use super::answering::{ModeName, pair, pairs};
use super::estimates::{self, Simulated};
use super::files::title;
use super::simulated::{self, Asked, Kept, Part, Shard};
use super::{Exit, Terminal, compile, policies, seeds, writing};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Cancel, Cast, Counts, Encounter, Estimate, Failure, Seed, SimulateRequest, Simulation};
use crate::verdict::Audience;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scene; `-` for stdin
    pub(super) file: PathBuf,
    /// Questions, as for `assize odds`; if omitted, every level of every result
    questions: Vec<String>,
    /// Run the scene this many times
    #[arg(help_heading = "Limits", short = 'n', long, value_name = "N", default_value_t = 100_000, value_parser = one_or_more::<u64>)]
    runs: u64,
    /// Use this seed instead of a fresh one; its dice are not those of `assize run`
    #[arg(help_heading = "Limits", long, value_name = "N")]
    seed: Option<Seed>,
    /// Do only this part of the runs, such as 1/4; do the other parts elsewhere, with the same seed
    #[arg(help_heading = "Limits", long, value_name = "I/N", default_value_t = Shard::ALL)]
    shard: Shard,
    /// Write the counts into a new file, which `assize merge` reads
    #[arg(help_heading = "Output", short = 'o', long = "counts", value_name = "FILE")]
    counts: Option<PathBuf>,
    /// Count only the runs in which this is true
    #[arg(help_heading = "Questions", long, value_name = "CONDITION")]
    given: Option<String>,
    /// How to decide what the script leaves open
    #[arg(help_heading = "Answers", long, value_enum, default_value_t = ModeName::Random)]
    mode: ModeName,
    /// Make a choice beforehand; may be repeated
    #[arg(help_heading = "Answers", long, value_name = "NAME=OPTION", value_parser = pair)]
    choose: Vec<(String, String)>,
    /// Make choices by the policy in this file, written by `assize advise --save`
    #[arg(help_heading = "Answers", long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// Fill a role of the scene, or several, separated by commas; may be repeated
    #[arg(help_heading = "Answers", long, value_name = "ROLE=NAME", value_parser = pair, value_delimiter = ',')]
    cast: Vec<(String, String)>,
    /// How the estimates are shown
    #[arg(help_heading = "Output", long, value_enum, default_value_t = simulated::Format::Text)]
    format: simulated::Format,
}

pub(super) fn simulate(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    match simulated(arguments, terminal) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn simulated(arguments: &Arguments, terminal: &mut Terminal) -> Result<Exit, Exit> {
    if arguments.shard != Shard::ALL && arguments.seed.is_none() {
        let complaint = Diagnostic::placeless(codes::USAGE, "a part of the runs needs a seed, and none is given");
        return Err(terminal.fail(&complaint.help("add `--seed N`, the same for all parts").into(), Exit::Usage));
    }
    let policy = arguments.policy.as_deref().map(policies::read).transpose();
    let policy = policy.map_err(|failure| policies::fail(&failure, terminal))?;
    let asked = Asked {
        questions: arguments.questions.clone(),
        given: arguments.given.clone(),
        mode: arguments.mode,
        choices: pairs(&arguments.choose),
        cast: pairs(&arguments.cast),
        policy: policy.as_ref().map(ToString::to_string),
    };
    if let Some(path) = &arguments.counts {
        // Nobody wants to hear of it when all has been run.
        writing::check_new(path).map_err(|found| terminal.fail(&found.into(), Exit::InputOutput))?;
    }
    let cast: Cast = arguments.cast.iter().cloned().collect();
    let mut encounter = compile::shown_to(Audience::Gm, &arguments.file, &cast, terminal)?;
    if let Some(policy) = &policy {
        encounter = encounter.by_policy(policy).map_err(|failure| policies::fail(&failure, terminal))?;
    }
    let refused = |failure: Failure, terminal: &mut Terminal| terminal.fail(&failure, Exit::Refused);
    let simulation =
        encounter.simulation(&SimulateRequest::from(&asked)).map_err(|failure| refused(failure, terminal))?;
    let seed = match arguments.seed {
        Some(seed) => seed,
        None => seeds::fresh().map_err(|failure| terminal.fail(&failure, Exit::InputOutput))?.public,
    };
    let work = Work { simulation: &simulation, seed, runs: arguments.runs, shard: arguments.shard };
    let (kept, estimates) = counted(&work, asked, terminal)?;
    let (title, estimates) = (title(&arguments.file), &estimates);
    let told = Simulated { title: &title, encounter: &encounter, simulation: &simulation, kept: &kept, estimates };
    terminal.say(&estimates::told(&told, arguments.format));
    match &arguments.counts {
        None => Ok(Exit::Done),
        Some(path) => writing::create(path, &kept.written())
            .map(|()| Exit::Done)
            .map_err(|error| terminal.fail(&writing::refused(path, &error).into(), Exit::InputOutput)),
    }
}

/// Runs a scene so often instead of working out its odds, from a fresh seed; what is told says that it is an estimate.
pub(super) fn instead(
    (encounter, asked, runs): (&Encounter, Asked, u64),
    format: simulated::Format,
    terminal: &mut Terminal,
) -> Result<String, Exit> {
    let simulation = encounter
        .simulation(&SimulateRequest::from(&asked))
        .map_err(|failure| terminal.fail(&failure, Exit::Refused))?;
    let seed = seeds::fresh().map_err(|failure| terminal.fail(&failure, Exit::InputOutput))?.public;
    let work = Work { simulation: &simulation, seed, runs, shard: Shard::ALL };
    let (kept, estimates) = counted(&work, asked, terminal)?;
    // As a page it is not told instead of odds.
    let told = Simulated { title: "", encounter, simulation: &simulation, kept: &kept, estimates: &estimates };
    Ok(estimates::told(&told, format))
}

/// What the runs come to, with what they say.
fn counted(work: &Work<'_>, asked: Asked, terminal: &mut Terminal) -> Result<(Kept, Vec<Estimate>), Exit> {
    let refused = |failure: Failure, terminal: &mut Terminal| terminal.fail(&failure, Exit::Refused);
    if work.blocks() == 0 {
        return nothing_to_run(work, asked).map_err(|failure| refused(failure, terminal));
    }
    let counts = work.on_all_cores().map_err(|failure| refused(failure, terminal))?;
    let Some(counts) = counts else {
        terminal.warn("stopped before any run was counted\n");
        return Err(Exit::Refused);
    };
    let part = Part { seed: work.seed, runs: work.runs, shard: work.shard, counted: counts.runs() };
    let kept = Kept::new(part, asked, counts);
    let estimates = work.simulation.told(kept.counts()).map_err(|failure| refused(failure, terminal))?;
    if counts_are_fewer(work, &kept) {
        terminal.warn(&format!("stopped after {} runs; these are included\n", kept.counts().runs()));
    }
    Ok((kept, estimates))
}

/// There can be more parts than blocks of runs. A part without runs has counts too, so that merging all parts works.
fn nothing_to_run(work: &Work<'_>, asked: Asked) -> Result<(Kept, Vec<Estimate>), Failure> {
    let counts = work.simulation.block(work.seed, 0, 0)?;
    let part = Part { seed: work.seed, runs: work.runs, shard: work.shard, counted: 0 };
    Ok((Kept::new(part, asked, counts), Vec::new()))
}

fn counts_are_fewer(work: &Work<'_>, kept: &Kept) -> bool {
    (0..work.blocks()).map(|place| work.runs_of(work.shard.block(place))).sum::<u64>() > kept.counts().runs()
}

/// What is to be run.
struct Work<'s> {
    simulation: &'s Simulation,
    seed: Seed,
    /// All runs, of which the shard makes a part.
    runs: u64,
    shard: Shard,
}

impl Work<'_> {
    /// So many blocks belong to the shard.
    fn blocks(&self) -> u64 {
        let all = self.runs.div_ceil(Simulation::BLOCK);
        all.saturating_sub(self.shard.number - 1).div_ceil(self.shard.of)
    }

    /// So many runs are in a block: the last one is shorter.
    fn runs_of(&self, block: u64) -> u64 {
        self.runs.saturating_sub(block * Simulation::BLOCK).min(Simulation::BLOCK)
    }

    /// Runs them on all cores, until somebody stops it; what is counted until then is kept.
    fn on_all_cores(&self) -> Result<Option<Counts>, Failure> {
        let cancel = Cancel::default();
        let stop = cancel.clone();
        // Without a handler Ctrl-C ends the program, and nothing is kept.
        let _ = ctrlc::set_handler(move || stop.call_off());
        let (next, bar) = (AtomicU64::new(0), self.bar());
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let counted = thread::scope(|scope| {
            let workers: Vec<_> = (0..cores).map(|_| scope.spawn(|| self.some_blocks(&next, &cancel, &bar))).collect();
            workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        bar.finish_and_clear();
        let counted: Vec<Result<Option<Counts>, Failure>> = counted;
        counted.into_iter().try_fold(None, |all, counted| joined(all, counted?))
    }

    /// Runs block after block, as long as there are any that nobody has begun.
    fn some_blocks(&self, next: &AtomicU64, cancel: &Cancel, bar: &ProgressBar) -> Result<Option<Counts>, Failure> {
        let mut counted = None;
        while !cancel.is_called_off() {
            let place = next.fetch_add(1, Ordering::SeqCst);
            if place >= self.blocks() {
                break;
            }
            let block = self.shard.block(place);
            let counts =
                self.simulation.block(self.seed, block, self.runs_of(block)).inspect_err(|_| cancel.call_off())?;
            bar.inc(counts.runs());
            counted = joined(counted, Some(counts))?;
        }
        Ok(counted)
    }

    /// How far it has come, where somebody sees it.
    fn bar(&self) -> ProgressBar {
        if !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let all = (0..self.blocks()).map(|place| self.runs_of(self.shard.block(place))).sum();
        let style = ProgressStyle::with_template("{human_pos} of {human_len} runs {wide_bar} {eta} left");
        ProgressBar::new(all).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    }
}

fn joined(one: Option<Counts>, other: Option<Counts>) -> Result<Option<Counts>, Failure> {
    match (one, other) {
        (Some(one), Some(other)) => one.and(other).map(Some),
        (one, other) => Ok(one.or(other)),
    }
}
