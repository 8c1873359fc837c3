//! Reads every family of texts in growing sizes, and says what each costs: `cargo run --release -p assize-fuzz --bin families`.
//!
//! What is written is a table with tabs between its columns, and with `--picture FILE` a picture of how the time grows.

#![forbid(unsafe_code)]

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{fs, thread};

use assize::{Answers, Engine, Limits};
use assize_fuzz::families::{ALL, Family};
use assize_fuzz::watch::SMALL_STACK;
use clap::Parser;

/// What has taken so long is not made larger.
const LONG: Duration = Duration::from_secs(10);

/// The sizes that are read, in bytes.
const SIZES: [usize; 6] = [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20];

/// Reads every family in growing sizes.
#[derive(Parser)]
struct Words {
    /// Write a picture of how the time grows into this file
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
}

fn main() -> io::Result<()> {
    let words = Words::parse();
    let mut out = io::stdout().lock();
    let sizes = SIZES.map(|size| format!("{} kB", size >> 10)).join("\t");
    writeln!(out, "family\t{sizes}\tends with")?;
    let mut grown = Vec::new();
    for family in ALL {
        let (mut times, mut ends) = (Vec::new(), String::new());
        for size in SIZES {
            let took;
            (took, ends) = read(family, size);
            times.push(took);
            if took > LONG {
                break;
            }
        }
        let shown = SIZES.iter().enumerate().map(|(at, _)| times.get(at).map_or("-".to_owned(), shown));
        writeln!(out, "{}\t{}\t{ends}", family.name, shown.collect::<Vec<_>>().join("\t"))?;
        grown.push(times);
    }
    words.picture.map_or(Ok(()), |file| fs::write(file, picture(&grown)))
}

fn shown(took: &Duration) -> String {
    format!("{:.1} ms", took.as_secs_f64() * 1_000.0)
}

/// How long `check` and `run` have with a text on a small stack, and the code of the first error or remark.
fn read(family: Family, size: usize) -> (Duration, String) {
    let text = family.of_size(size);
    let work = move || {
        let engine = Engine::default().limits(Limits::default());
        let start = Instant::now();
        let found = match engine.compile("family.asz", &text) {
            Ok(encounter) => {
                let run = || encounter.adjudicate(Answers::deliberate()).err();
                let failed = encounter.program().is_some().then(run).flatten();
                failed.map_or_else(|| encounter.remarks(), |failed| failed.diagnostics.into_iter().collect())
            }
            Err(failed) => failed.diagnostics.into_iter().collect(),
        };
        let took = start.elapsed();
        (took, found.first().map_or("no mistake".to_owned(), |found| found.code.to_string()))
    };
    let thread = thread::Builder::new().stack_size(SMALL_STACK).spawn(work);
    thread.ok().and_then(|thread| thread.join().ok()).unwrap_or((Duration::ZERO, "a panic".to_owned()))
}

/// One line for each family, both axes in powers of ten; a dashed one for what grows as the text does.
fn picture(grown: &[Vec<Duration>]) -> String {
    let x = |at: usize| 60 + at * 120;
    let y = |took: f64| 400.0 - (took.max(1e-5).log10() + 5.0) * 60.0;
    let mut lines = String::new();
    for times in grown {
        let points = times.iter().enumerate().map(|(at, took)| format!("{},{:.1}", x(at), y(took.as_secs_f64())));
        let points: Vec<String> = points.collect();
        let _ = writeln!(
            lines,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#0072b2\" stroke-opacity=\"0.4\"/>",
            points.join(" ")
        );
    }
    for (at, size) in SIZES.iter().enumerate() {
        let _ = writeln!(lines, "<text x=\"{}\" y=\"425\" text-anchor=\"middle\">{} kB</text>", x(at), size >> 10);
    }
    for power in -5..2_i32 {
        let _ =
            writeln!(lines, "<text x=\"50\" y=\"{:.1}\" text-anchor=\"end\">1e{power} s</text>", y(10_f64.powi(power)));
    }
    let (from, to) = (y(1e-4), y(1e-4 * 1024.0));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 440\" font-family=\"sans-serif\" font-size=\"11\">\n{lines}\
         <line x1=\"{}\" y1=\"{from:.1}\" x2=\"{}\" y2=\"{to:.1}\" stroke=\"#d55e00\" stroke-dasharray=\"6\"/>\n</svg>\n",
        x(0),
        x(SIZES.len() - 1)
    )
}
