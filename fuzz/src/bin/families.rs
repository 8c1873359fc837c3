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
        let read = SIZES.map(|size| read(family, size));
        let times = read.each_ref().map(|(took, _)| format!("{:.1} ms", took.as_secs_f64() * 1_000.0)).join("\t");
        let ends = read.last().map_or("", |(_, ends)| ends);
        writeln!(out, "{}\t{times}\t{ends}", family.name)?;
        grown.push(read.map(|(took, _)| took));
    }
    words.picture.map_or(Ok(()), |file| fs::write(file, picture(&grown)))
}

/// How long a text is read on a small stack, and the codes of what is found.
fn read(family: Family, size: usize) -> (Duration, String) {
    let text = family.of_size(size);
    let work = move || {
        let engine = Engine::default().limits(Limits::default());
        let start = Instant::now();
        let failed = match engine.compile("family.asz", &text) {
            Ok(encounter) if encounter.program().is_some() => encounter.adjudicate(Answers::deliberate()).err(),
            Ok(_) => None,
            Err(failed) => Some(failed),
        };
        let took = start.elapsed();
        let first = failed.and_then(|failed| Some(failed.diagnostics.iter().next()?.code.to_string()));
        (took, first.unwrap_or_else(|| "no mistake".to_owned()))
    };
    let thread = thread::Builder::new().stack_size(SMALL_STACK).spawn(work);
    thread.ok().and_then(|thread| thread.join().ok()).unwrap_or((Duration::ZERO, "a panic".to_owned()))
}

/// One line for each family, both axes in powers of ten; a dashed one for what grows as the text does.
fn picture(grown: &[[Duration; SIZES.len()]]) -> String {
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
