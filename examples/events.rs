//! Reads the events of a verdict, once as players may know them and once as the game master does.
//!
//! ```text
//! cargo run --example events
//! ```

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;
use std::fmt::Write as _;

use assize::verdict::Event;
use assize::{Answers, Audience, Engine, Verdict};

const SCENE: &str = r#"
use ttomp
actor inez "Inez, a thief"
modifier alarm 2p "a wire runs to the bell" known to nobody
action slip "slip into the hall" by inez {
  task sneak { quality good }
  constraint alarm
  constraint 1p "the floor creaks"
}
"#;

/// Runs the example.
///
/// # Errors
/// When something is wrong with the scene, in words.
pub fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", told()?);
    Ok(())
}

/// What the example has to tell.
///
/// # Errors
/// As [`main`].
pub fn told() -> Result<String, Box<dyn Error>> {
    let verdict = Engine::default().compile("hall.asz", SCENE)?.adjudicate(Answers::deliberate())?;
    // Whatever is shown to somebody goes through `seen_by` first. Entries of a session go through
    // `of_session_seen_by`, which also keeps the seed from players.
    let players = events(&verdict.seen_by(Audience::Players))?;
    let master = events(&verdict.seen_by(Audience::Gm))?;
    Ok(format!("players:\n{players}game master:\n{master}"))
}

/// A line for each event that a sheet or a chat would show; there are more of them.
fn events(verdict: &Verdict) -> Result<String, std::fmt::Error> {
    let mut told = String::new();
    for happened in &verdict.events {
        match &happened.event {
            Event::Begin { text, .. } => writeln!(told, "  {}", text.as_deref().unwrap_or("something"))?,
            Event::Sum { total, rows, .. } => {
                for part in rows.iter().flat_map(|row| &row.parts) {
                    let text = part.text.as_deref().unwrap_or(&part.label);
                    match &part.suppressed {
                        None => writeln!(told, "    {}: {text}", part.value)?,
                        Some(why) => writeln!(told, "    {text}, not applied: {why}")?,
                    }
                }
                writeln!(told, "    {} is {}", total.name, total.value)?;
            }
            Event::Resolved { result, .. } => writeln!(told, "    {}: {}", result.name, result.value)?,
            _ => {}
        }
    }
    Ok(told)
}
