//! A house rule written in Rhai: a function that the system's line calls, and that the verdict and `why` name.
//!
//! ```text
//! cargo run --example house_rule --features rhai
//! ```

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;
use std::fmt::Write as _;

use assize::hook_rhai;
use assize::verdict::{Event, why};
use assize::{Answers, Engine, Limits, Shelf};

const SYSTEM: &str = r#"
system lamps "Lamps in the Dark"
modifiers signed
ladder glow, rolls 2d6, highest first {
  level  | rolls | judged
  bright | 9..12 | 1..
  dim    | 6..8  | 0
  dark   | 2..5  | ..-1
}
kind person { wounds : 0..5 = 0 }
procedure light by person {
  ask wind : many number
  sum total { wind | sum(wind) }
  resolve glow with total
}
"#;

/// The name says where it is called: before the ladder `glow` is read. The parameters say what it is told.
const RULE: &str = r#"
fn before_glow(person_wounds) {
    if person_wounds > 0 { #{ add: [-person_wounds, "shaking hands"] } }
}
"#;

const SCENE: &str = r#"
use lamps
use house "wounds.rhai"
person ada { wounds 2 }
light lamp by ada { wind 1 "calm" }
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
    let mut shelf = Shelf::default();
    shelf.put("lamps", SYSTEM);
    shelf.put("wounds.rhai", RULE);
    // Without a reader `use house "NAME.rhai"` is an error. Another language is another reader: see `engine::Functions`.
    let engine = Engine::with(shelf).functions_by(hook_rhai::reader(Limits::default()));
    let verdict = engine.compile("scene.asz", SCENE)?.adjudicate(Answers::deliberate())?;

    let mut told = String::new();
    for happened in &verdict.events {
        if let Event::House { house, added, .. } = &happened.event {
            for added in added {
                writeln!(told, "{house} adds {} for {}", added.value, added.reason)?;
            }
        }
    }
    let why = why::why(&verdict, Some("lamp.glow"))?;
    Ok(told + why.as_str())
}
