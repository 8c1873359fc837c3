//! Asks for exact odds.
//!
//! ```text
//! cargo run --example odds
//! ```

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;

use assize::engine::{Engine, OddsRequest};

const SCENE: &str = r#"
use ttomp
actor inez "Inez, a thief"
action climb "climb the garden wall" by inez {
  value 1b "her brother is behind it"
  task climb "over the wall" { quality good }
}
"#;

/// Runs the example.
///
/// # Errors
/// When something is wrong with the scene, in words.
pub fn main() -> Result<(), Box<dyn Error>> {
    let encounter = Engine::default().compile("wall.asz", SCENE)?;

    // Questions are written as in a script: a condition, `P(…)` or `E(…)`. Without any, every level of every result is
    // asked for.
    let request = OddsRequest {
        questions: vec!["climb.outcome >= minor".to_owned(), "E(climb.performance)".to_owned()],
        ..OddsRequest::default()
    };
    for chance in encounter.odds(&request)? {
        // `value` is an exact fraction; `percent` and `decimal` round it for reading.
        let exact = chance.value.as_ref().map(ToString::to_string).unwrap_or_default();
        let about = chance.percent().or_else(|| chance.decimal()).unwrap_or_default();
        println!("{} = {exact}, about {about}", chance.question);
    }

    // Only the runs in which something holds. The budget keeps a question from taking for ever: beyond it there is an
    // error, never a guess.
    let mut request = OddsRequest { given: Some("climb.commitment is committed".to_owned()), ..request };
    request.budget.states = 100_000;
    for chance in encounter.odds(&request)? {
        println!(
            "given commitment: {}, about {}",
            chance.question,
            chance.percent().or_else(|| chance.decimal()).unwrap_or_default()
        );
    }
    Ok(())
}
