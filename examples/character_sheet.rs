//! Hands people and things from the host's own character sheets to a scene, without printing a script.
//!
//! ```text
//! cargo run --example character_sheet
//! ```

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;

use assize::engine::{Answers, Engine, Input, Sheet, Shelf, Value};

const SYSTEM: &str = r#"
system harbour "Harbour Nights"
modifiers signed
scale training { level, none, some, much }
kind person { stealth : training = some, luck : 0..5 = 0, burdens : many number }
ladder pass, rolls 2d6, highest first { level | rolls | judged, unseen | 8.. | 1.., seen | ..7 | ..0 }
procedure sneak by person {
  sum total {
    luck    | person.luck
    burdens | sum(person.burdens)
  }
  resolve pass with total
}
"#;

const SCENE: &str = "use harbour\ncast thief : person\nsneak past by thief";

/// Somebody as this host knows them.
struct Character {
    name: &'static str,
    title: &'static str,
    stealth: &'static str,
    luck: i64,
    carries: &'static [(i64, &'static str)],
}

const INEZ: Character = Character {
    name: "inez",
    title: "Inez \"the Cat\"",
    stealth: "much",
    luck: 2,
    carries: &[(-1, "a wet cloak"), (-2, "the whole silver")],
};

fn sheet(character: &Character) -> Sheet {
    let sheet = Sheet::new("person", character.name)
        .title(character.title)
        .field("stealth", character.stealth)
        .field("luck", character.luck);
    character.carries.iter().fold(sheet, |sheet, (value, what)| sheet.entry("burdens", Value::Modifier(*value), *what))
}

/// What the example shows.
///
/// # Errors
/// When something is wrong with the scene, in words.
pub fn told() -> Result<String, Box<dyn Error>> {
    let mut shelf = Shelf::default();
    shelf.put("harbour", SYSTEM);
    let engine = Engine::with(shelf);
    let input = |character: &Character| Input::new().sheet(sheet(character)).cast("thief", character.name);

    let encounter = engine.compile_with_input("docks.asz", SCENE, &input(&INEZ))?;
    let verdict = encounter.adjudicate(Answers::deliberate())?;
    let mut told = assize::verdict::text::text(&verdict);

    // What the system does not allow is refused, and named as the host names it.
    let wrong = Character { luck: 12, stealth: "enormous", ..INEZ };
    match engine.compile_with_input("docks.asz", SCENE, &input(&wrong)) {
        Ok(_) => told.push_str("it is allowed\n"),
        Err(failure) => told.push_str(&failure.to_string()),
    }
    Ok(told)
}

/// Runs the example.
///
/// # Errors
/// When something is wrong with the scene, in words.
pub fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", told()?);
    Ok(())
}
