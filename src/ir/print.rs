//! A listing of a program for people: registers by their names, instructions with their numbers and targets.

mod described;
mod instruction;

pub use described::described;

use std::fmt::Write;

use smol_str::format_smolstr;

use super::{Address, Band, Deck, Program, Register, RegisterInfo, Scale, Shape, Value, flow};
use crate::diagnostic::clean;
use crate::source::{SourceMap, Span};

/// The listing of a program.
pub fn print(program: &Program, sources: &SourceMap) -> String {
    let houses: Vec<String> = program.houses.iter().map(|house| format!(", house \"{}\"", house.name)).collect();
    let packs = program.packs.iter().map(|pack| format!(", pack \"{}\" {}", pack.name, pack.version));
    let houses: String = houses.into_iter().chain(packs).collect();
    let mut lines = vec![format!("program \"{}\"{houses}, format {}", program.title, program.format)];
    section(&mut lines, "registers", registers(program));
    section(&mut lines, "ladders", program.scales.iter().flat_map(scale).collect());
    section(&mut lines, "tables", (0..).zip(&program.tables).map(|(number, column)| table(number, column)).collect());
    section(&mut lines, "decks", program.decks.iter().map(deck).collect());
    let functions = program.functions.iter();
    section(
        &mut lines,
        "functions",
        functions.map(|known| format!("{}({})", known.name, known.parameters.len())).collect(),
    );
    section(&mut lines, "code", code(program, sources));
    let results = program.results.iter();
    let results = results.map(|result| format!("{} = {}", result.label, register(program, result.register)));
    section(&mut lines, "results", results.collect());
    lines.join("\n") + "\n"
}

fn section(lines: &mut Vec<String>, title: &str, entries: Vec<String>) {
    if entries.is_empty() {
        return;
    }
    lines.push(String::new());
    lines.push(title.to_string());
    lines.extend(entries.into_iter().map(|entry| format!("  {entry}")));
}

fn registers(program: &Program) -> Vec<String> {
    let named = (0..).map(Register).zip(&program.registers);
    let shown = named.filter(|(_, info)| info.name.is_some() || info.initial.is_some());
    shown.map(|(number, info)| registered(program, number, info)).collect()
}

fn registered(program: &Program, number: Register, info: &RegisterInfo) -> String {
    let shape = shape(program, &info.shape);
    format!("r{} {}: {shape} = {}", number.0, register(program, number), value(info.initial))
}

fn shape(program: &Program, shape: &Shape) -> String {
    match shape {
        Shape::Number => "number".into(),
        Shape::Modifier => "modifier".into(),
        Shape::YesNo => "yes or no".into(),
        Shape::Level(scale) => match program.scales.get(*scale as usize) {
            Some(scale) => format!("level of {}", scale.name),
            None => format!("level of scale {scale}"),
        },
        Shape::Die => "die".into(),
        Shape::Card(deck) => match program.decks.get(*deck as usize) {
            Some(deck) => format!("card of {}", deck.name),
            None => format!("card of deck {deck}"),
        },
        Shape::Text => "text".into(),
        Shape::Option(options) => options.join(" or "),
    }
}

fn scale(scale: &Scale) -> Vec<String> {
    let mut lines = vec![format!("{}: {}", scale.name, scale.levels.join(" < "))];
    if let Some(numbers) = &scale.numbers {
        lines.push(format!("  numbers {}", numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")));
    }
    for (title, bands) in [("rolled", &scale.rolled), ("judged", &scale.judged)] {
        if !bands.is_empty() {
            let bands: Vec<String> = bands.iter().map(|band| banded(scale, band)).collect();
            lines.push(format!("  {title} {}", bands.join(", ")));
        }
    }
    lines
}

fn banded(scale: &Scale, band: &Band) -> String {
    let bound = |bound: Option<i64>| bound.map_or(String::new(), |bound| bound.to_string());
    let key = match (band.low, band.high) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (low, high) => format!("{}..{}", bound(low), bound(high)),
    };
    let level = usize::try_from(band.value).ok().and_then(|place| scale.levels.get(place));
    match (&scale.numbers, level) {
        (None, Some(level)) => format!("{key} = {level}"),
        _ => format!("{key} = {}", band.value),
    }
}

fn table(number: u32, column: &[Value]) -> String {
    format!("table {number}: {}", column.iter().map(|cell| value(*cell)).collect::<Vec<_>>().join(", "))
}

fn deck(deck: &Deck) -> String {
    let classes = deck.class.iter().zip(0..).filter(|(class, card)| *class == card).count();
    let judged = deck.judged.map_or(String::new(), |card| format!(", judged card {card}"));
    format!("{}: {} cards, {classes} of them distinct{judged}", deck.name, deck.class.len())
}

fn code(program: &Program, sources: &SourceMap) -> Vec<String> {
    let targets = targets(program);
    let spans = program.spans.iter().copied().map(Some).chain(std::iter::repeat(None));
    let mut lines = Vec::new();
    for ((at, known), span) in (0..).map(Address).zip(&program.code).zip(spans) {
        let mark = if targets.get(at.0 as usize) == Some(&true) { ">" } else { " " };
        let mut line = format!("{mark}{:>4}  {}", at.0, instruction::instruction(program, known));
        if let Some(place) = span.and_then(|span| place(sources, span)) {
            let _ = write!(line, "{:pad$}  # {place}", "", pad = 60_usize.saturating_sub(line.chars().count()));
        }
        lines.push(line);
    }
    lines
}

fn place(sources: &SourceMap, span: Span) -> Option<String> {
    sources.get(span.source)?;
    let place = sources.place(span);
    Some(format!("{}:{}", clean::line(&place.file), place.line))
}

/// For each instruction whether another one jumps to it.
fn targets(program: &Program) -> Vec<bool> {
    let mut targets = vec![false; program.code.len()];
    for (at, instruction) in (0..).map(Address).zip(&program.code) {
        let jump = flow::successors(instruction, at).jump;
        if let Some(target) = jump.and_then(|to| targets.get_mut(to.0 as usize)) {
            *target = true;
        }
    }
    targets
}

/// A register by its name, or by its number when it has none.
fn register(program: &Program, register: Register) -> String {
    let known = program.registers.get(register.0 as usize);
    known.and_then(|info| info.name.clone()).unwrap_or_else(|| format_smolstr!("r{}", register.0)).into()
}

fn value(value: Value) -> String {
    value.map_or_else(|| "-".into(), |number| number.to_string())
}
