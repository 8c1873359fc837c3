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
    let encounter = Engine::default().compile("wall.asz", SCENE)?;
    let program = encounter.program().ok_or("there is a scene, and so a program")?;
    let stored = serde_json::to_string(program)?;
    println!("{} instructions in {} bytes", program.code.len(), stored.len());

    // A program of another format is refused with a message. What comes from outside is checked, not trusted.
    let loaded = Engine::load_program(&stored)?;
    let (before, after) = (encounter.adjudicate(Answers::random(42))?, loaded.adjudicate(Answers::random(42))?);
    println!("the same results: {}", before.results == after.results);

    // Places are lost with the texts: a loaded program says what happened, but not in which line it was written.
    for result in &after.results {
        println!("{} is {}", result.name, result.value);
    }
    Ok(())
}
