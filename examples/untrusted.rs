//! Scripts of strangers: whatever they do, there is an answer or a refusal, soon and in little memory.
//!
//! ```text
//! cargo run --example untrusted --features rhai
//! ```

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;
use std::fmt::Write as _;

use assize::hook_rhai;
use assize::{Answers, Engine, Limits, Shelf};

/// A system, a scene and a house rule that somebody sent.
const SYSTEM: &str = r#"
system lamps "Lamps in the Dark"
ladder glow, rolls 2d6, highest first { level | rolls | judged, bright | 7..12 | 1.., dark | 2..6 | ..0 }
kind person {}
procedure light by person { resolve glow with 1 }
"#;
const SCENE: &str = "use lamps\nuse house \"endless.rhai\"\nperson ada\nlight lamp by ada";
const RULE: &str = "fn before_glow(total) { loop { } }";
const LONG: &str = "repeat up to 1000 { repeat up to 1000 { note \"again\" } }";

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
    let mut shelf = Shelf::default();
    shelf.put("lamps", SYSTEM);
    shelf.put("endless.rhai", RULE);
    // The engine holds the language to its limits, the reader of house rules theirs. A `Cancel`, given with
    // `Engine::called_off_by`, would stop a run from another thread as well.
    let limits = Limits::untrusted();
    let engine = Engine::with(shelf).limits(limits).functions_by(hook_rhai::reader(limits));

    let mut told = String::new();
    for (name, text) in [("scene.asz", SCENE), ("long.asz", LONG)] {
        match engine.compile(name, text).and_then(|encounter| encounter.adjudicate(Answers::random(1))) {
            Ok(_) => writeln!(told, "{name}: done")?,
            // A finding has a code that stays the same, for programs, and words, for people.
            Err(failure) => {
                for finding in failure.diagnostics.iter() {
                    writeln!(told, "{name}: {}: {}", finding.code, finding.message)?;
                }
            }
        }
    }
    Ok(told)
}
