//! A table as a host keeps it: limits, functions of its own, character sheets, an edited evening, mistakes in the host's own
//! words, and an answer that is called off from another thread.
//!
//! ```text
//! cargo run --example table
//! ```

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;
use std::fmt::Write as _;
use std::thread;

use assize::diagnostic::codes;
use assize::engine::{Argument, Parameter, Sheet, Value};
use assize::verdict::text;
use assize::{Answers, Cancel, Engine, Entered, Failure, Limits, Session, Shelf};

const SYSTEM: &str = r#"
system docks "Docks by Night"
modifiers signed
scale weather { level, calm, rough, storm }
kind person { luck : 0..5 = 0, burdens : many number }
ladder pass, rolls 2d6, highest first { level | rolls | judged, unseen | 8.. | 1.., seen | ..7 | ..0 }
procedure sneak by person {
  ask hour : number = 9
  sum total {
    luck    | person.luck
    burdens | sum(person.burdens)
    storm   | if host.weather(hour) >= rough then 2 else 0
  }
  resolve pass with total
}
"#;

/// What this host says of a failure. A code stays what it is; words are for people.
fn in_own_words(failure: &Failure) -> String {
    let Some(found) = failure.diagnostics.iter().find(|found| found.is_error()) else { return String::new() };
    match found.code {
        codes::CALLED_OFF => return "you have called it off".to_owned(),
        codes::FUEL | codes::ODDS_BUDGET | codes::TOO_LARGE => {
            return format!("too much for this table: {}", found.message);
        }
        _ => {}
    }
    let place = found.labels.first().map(|label| failure.sources.place(label.span));
    let place = place.map_or_else(String::new, |place| format!(" at {}, line {}", place.file, place.line));
    let help = found.help.as_deref().unwrap_or("ask the game master");
    format!("{}{place}: {} ({help})", found.code, found.message)
}

fn engine(cancel: &Cancel) -> Result<Engine, Failure> {
    let mut shelf = Shelf::default();
    shelf.put("docks", SYSTEM);
    let level = Parameter::Level("weather".to_owned());
    Engine::with(shelf).limits(Limits::untrusted()).called_off_by(cancel).function_of(
        "weather",
        &[("hour", Parameter::Number)],
        level,
        |arguments| match arguments {
            [Argument::Number(hour)] if (0..24).contains(hour) => Ok(if *hour < 4 { "storm" } else { "calm" }),
            [Argument::Number(hour)] => Err(format!("there is no hour {hour}")),
            _ => Err("an hour is a number".to_owned()),
        },
    )
}

/// What the example has to tell.
///
/// # Errors
/// When something is wrong with the evening, in words.
pub fn told() -> Result<String, Box<dyn Error>> {
    let cancel = Cancel::default();
    let mut told = evening(Session::begin(engine(&cancel)?, 7, None)?)?;

    // Called off from another thread, as by a button; `clear` makes ready for the next answer.
    let many = engine(&cancel)?.compile("many.asz", "repeat up to 1000 { note \"again\" }")?;
    let button = cancel.clone();
    thread::spawn(move || button.call_off()).join().map_err(|_| "nobody presses the button")?;
    if let Err(failure) = many.adjudicate(Answers::deliberate()) {
        writeln!(told, "{}", in_own_words(&failure))?;
    }
    cancel.clear();
    writeln!(told, "and then it runs: {}", many.adjudicate(Answers::deliberate()).is_ok())?;
    Ok(told)
}

fn evening(mut session: Session) -> Result<String, Box<dyn Error>> {
    let mut told = String::new();
    session.enter("use docks", None)?;
    let sheet = Sheet::new("person", "inez").title("Inez \"the Cat\"").field("luck", 2);
    session.enter_sheets(&[sheet.entry("burdens", Value::Modifier(-3), "the whole silver")])?;

    // Judged, whatever the session does otherwise.
    let entered = session.enter_with("sneak past by inez { hour 3 }", Answers::deliberate())?;
    let Entered::Statement { number, verdict, .. } = entered else { return Err("it is a statement".into()) };
    told.push_str(&text::text(&verdict));

    // The hour was another one: the entry and all behind it are redone, and the change can be taken back.
    let edited = session.edit(number, "sneak past by inez { hour 9 }", None)?;
    told.push_str(&text::text(&edited.verdict));
    session.undo()?;
    session.undo()?;
    writeln!(told, "undone: {}", session.entries().iter().filter(|entry| entry.struck).count())?;
    session.redo()?;

    for line in
        ["sneak on by inez { hour 30 }", "sneak on by inze", "repeat up to 9999 { repeat up to 9999 { note \"x\" } }"]
    {
        if let Err(failure) = session.enter(line, None) {
            writeln!(told, "{}", in_own_words(&failure))?;
        }
    }
    Ok(told)
}

/// Runs the example.
///
/// # Errors
/// When something is wrong with the evening, in words.
pub fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", told()?);
    Ok(())
}
