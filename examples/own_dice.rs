//! A host rolls its own dice: those of a chat bot, a virtual table, or real ones that a camera reads.
//!
//! ```text
//! cargo run --example own_dice
//! ```

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;
use std::fmt::Write as _;

use assize::engine::{Response, Whose, by_hand};
use assize::{Answer, Answers, Ask, DiceFrom, Engine, How, Mode};

const SCENE: &str = r#"
use ttomp
actor inez "Inez, a thief"
action climb "climb the garden wall" by inez { task climb "over the wall" { quality good } }
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
    let encounter = Engine::default().compile("wall.asz", SCENE)?;
    let mut told = String::new();
    // Called whenever the script needs something from outside. An answer that does not fit is a failure with a code;
    // without an answer the run ends.
    let mut host = |ask: &Ask<'_>| {
        told.extend(["asked: ", &by_hand::question(ask), "\n"]);
        match ask {
            // One face for each die, in their order. Here every die shows its highest face but one.
            Ask::Roll { sides, .. } => {
                Response::Answer(Answer::Faces(sides.iter().map(|sides| sides - 1).collect(), How::Given))
            }
            // A bot would show the question, and read what was typed: `3 5`, `3+5`, an option by its name.
            other => by_hand::read(other, "").unwrap_or(Response::Never),
        }
    };
    // Nobody in `whose` is everybody. The stream is for what the host is not asked: secret rolls, and those of others.
    let dice = DiceFrom::ByHand { whose: Whose::Everybody, otherwise: 1.into() };
    let verdict = encounter.adjudicate(Answers { person: Some(&mut host), ..Answers::new(Mode::Random, dice) })?;
    for result in verdict.results.iter().filter(|result| result.name.ends_with("outcome")) {
        writeln!(told, "{} is {}", result.name, result.value)?;
    }
    Ok(told)
}
