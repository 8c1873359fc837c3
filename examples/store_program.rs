//! Compiles a scene, stores the program as JSON, loads it again and runs it.
//!
//! A host can compile when a scene is written and run it later, without the texts and without the compiler's work.
//!
//! ```text
//! cargo run --example store_program
//! ```

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;

use assize::engine::{Answers, Engine};

const SCENE: &str = r#"
use ttomp
actor inez "Inez, a thief"
action climb "climb the garden wall" by inez {
  task climb "over the wall" { quality good }
}
"#;

/// Runs the example.
///
/// # Errors
/// When something is wrong with the scene, in words.
pub fn main() -> Result<(), Box<dyn Error>> {
    let engine = Engine::default();
    let encounter = engine.compile("wall.asz", SCENE)?;
    let stored = encounter.stored().ok_or("there is a scene, and so a program")?;
    println!("stored in {} kB", stored.len().div_ceil(1024));

    // What comes from outside is checked, not trusted: a program of another format is refused with a message, and it is held
    // to the limits of the engine that loads it.
    let loaded = engine.load_program(&stored)?;
    let (before, after) = (encounter.adjudicate(Answers::random(42))?, loaded.adjudicate(Answers::random(42))?);
    println!("the same results: {}", before.results == after.results);

    // The lines of the texts are stored with it, so that it still says where something happened.
    println!("the same places: {}", before.events == after.events);
    for result in &after.results {
        println!("{} is {}", result.name, result.value);
    }
    Ok(())
}
