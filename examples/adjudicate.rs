//! Compiles a scene and prints its verdict, by judgement and from a seed.
//!
//! ```text
//! cargo run --example adjudicate
//! ```

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;

use assize::engine::{Answers, Engine, Shelf};
use assize::verdict::text;

/// Who plays. A host keeps such texts wherever it likes and puts them on a shelf.
const PARTY: &str = r#"
use ttomp
actor inez  "Inez, a thief"
actor guard "a sleepy guard"
"#;

/// What happens.
const SCENE: &str = r#"
use "party.asz"
action slip "slip past the guard" by inez {
  value 2b "her brother is inside"
  task sneak "along the wall" { quality good }
  counter watch "keep watch" by guard { task look { quality standard } }
  major "past him, and he never knew"
  minor "past him, but he heard something"
}
"#;

/// Runs the example.
///
/// # Errors
/// When something is wrong with the scene, in words.
pub fn main() -> Result<(), Box<dyn Error>> {
    // The engine reads no files. What `use` names is found among the shipped systems, then on the shelf; implement
    // `assize::engine::Library` to look elsewhere.
    let mut shelf = Shelf::default();
    shelf.put("party.asz", PARTY);
    let engine = Engine::with(shelf);

    // One compilation, any number of answers. A failure holds every mistake found, and prints them.
    let encounter = engine.compile("scene.asz", SCENE)?;

    let judged = encounter.adjudicate(Answers::deliberate())?;
    println!("{}", text::text(&judged));

    // The same seed gives the same verdict, on every machine.
    let rolled = encounter.adjudicate(Answers::random(42))?;
    println!("{}", text::text(&rolled));

    // A verdict is plain data: results by name, in words and as numbers.
    for result in judged.results.iter().filter(|result| result.name.ends_with("outcome")) {
        println!("{} is {}", result.name, result.value);
    }
    Ok(())
}
