//! Changes inputs and reads them, for as long as is said; see `README.md`.

#![forbid(unsafe_code)]

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use assize_fuzz::Chance;
use assize_fuzz::corpus::Corpus;
use assize_fuzz::targets::{self, Target};
use assize_fuzz::watch::{Outcome, SMALL_STACK, Watched};
use clap::Parser;
use rand::SeedableRng as _;
use rand::seq::IndexedRandom as _;

/// Reads changed inputs and keeps those of which something does not hold.
#[derive(Parser)]
struct Words {
    /// What is tried; everything if nothing is said
    #[arg(value_parser = target)]
    targets: Vec<&'static dyn Target>,
    /// How long, in all
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The first input's seed; the same one draws the same inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The stack of the thread that reads, in kB
    #[arg(long, default_value_t = SMALL_STACK >> 10)]
    stack: usize,
    /// Where finds are written
    #[arg(long, default_value = "target/finds")]
    finds: PathBuf,
}

fn target(name: &str) -> Result<&'static dyn Target, String> {
    let names = targets::ALL.map(Target::name).join(", ");
    targets::named(name).ok_or_else(|| format!("there are {names}"))
}

fn main() -> io::Result<ExitCode> {
    let words = Words::parse();
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let corpus = Arc::new(Corpus::gather(project)?);
    let chosen = if words.targets.is_empty() { targets::ALL.to_vec() } else { words.targets.clone() };
    fs::create_dir_all(&words.finds)?;
    // A panic is a find, and told as one.
    std::panic::set_hook(Box::new(|_| {}));
    let each = Duration::from_secs(words.seconds) / u32::try_from(chosen.len().max(1)).unwrap_or(1);
    let mut is_well = true;
    for target in chosen {
        is_well &= Trial::new(target, &corpus, &words).go_on(each)?;
    }
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A target being tried.
struct Trial<'a> {
    target: &'static dyn Target,
    corpus: &'a Arc<Corpus>,
    words: &'a Words,
    /// What does not hold, without its numbers, as each is told once.
    told: BTreeSet<String>,
}

impl<'a> Trial<'a> {
    fn new(target: &'static dyn Target, corpus: &'a Arc<Corpus>, words: &'a Words) -> Self {
        Self { target, corpus, words, told: BTreeSet::new() }
    }

    /// Reads inputs for that long; whether everything held of all.
    fn go_on(&mut self, time: Duration) -> io::Result<bool> {
        let mut seeds = self.target.seeds(self.corpus);
        let watched = Watched::start(self.target, Arc::clone(self.corpus), self.words.stack << 10);
        let (start, mut count, mut slowest) = (Instant::now(), 0_u64, Duration::ZERO);
        let mut largest = 0;
        while start.elapsed() < time {
            let mut chance = Chance::seed_from_u64(self.words.seed.wrapping_add(count));
            let Some(seed) = seeds.choose(&mut chance) else { break };
            let input = self.target.changed(self.corpus, seed, &mut chance);
            // Kept while it is read: what aborts the process leaves it there.
            let now = self.words.finds.join(format!("{}-now", self.target.name()));
            fs::write(&now, &input)?;
            let Some(outcome) = watched.read(&input) else {
                self.keep(count, &input, "it does not end")?;
                return Ok(false);
            };
            fs::remove_file(&now)?;
            (slowest, largest, count) = (slowest.max(outcome.took), largest.max(outcome.held), count + 1);
            self.tell(count, &input, &outcome)?;
            if count % 50 == 0 && seeds.len() < 5_000 {
                // A change of a change goes further than one alone.
                seeds.push(input);
            }
        }
        let (name, finds) = (self.target.name(), self.told.len());
        writeln!(
            io::stdout(),
            "{name}: {count} inputs, {finds} finds, at most {slowest:.1?} and {} MB",
            largest >> 20
        )?;
        Ok(finds == 0)
    }

    fn tell(&mut self, count: u64, input: &str, outcome: &Outcome) -> io::Result<()> {
        for problem in &outcome.problems {
            self.keep(count, input, problem)?;
        }
        Ok(())
    }

    /// Keeps an input and says why, unless the same was said before.
    fn keep(&mut self, count: u64, input: &str, problem: &str) -> io::Result<()> {
        let kind: String = problem.chars().filter(|letter| !letter.is_ascii_digit()).take(60).collect();
        if self.told.insert(kind) {
            let file = self.words.finds.join(format!("{}-{}", self.target.name(), self.words.seed.wrapping_add(count)));
            fs::write(&file, input)?;
            writeln!(io::stdout(), "{}: {}: {problem}", self.target.name(), file.display())?;
        }
        Ok(())
    }
}
