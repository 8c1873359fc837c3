//! Packs of house rules: in a library that a host hands in, and at the command line.
#![cfg(feature = "rhai")]

#[cfg(feature = "cli")]
mod command_line;
mod described;
#[cfg(feature = "cli")]
#[path = "../shared/folder.rs"]
mod folder;
mod in_force;
mod needs;
mod sessions;

use assize::engine::{Encounter, Engine, Limits, Shelf};
use assize::hook_rhai;

/// A game of lots.
pub const LOTS: &str = "system lots \"Lots\"\nmodifiers signed
ladder fate, rolls 1d6, highest first { level | rolls | judged, good | 4..6 | 3.., bad | 1..3 | ..2 }
kind person { luck : 0..9 = 1 }
procedure draw by person {
  sum total { luck | person.luck }
  resolve fate with total
}
";

/// A house rule that takes one from the total.
pub const SALT: &str = "house salt extends lots \"Salt in the wounds\"\nextend sum draw.total { salt | -1 }\n";

/// Somebody draws under the rules of a pack.
pub const SCENE: &str = "use lots\nuse house pack \"coast\"\nperson ada { luck 3 }\ndraw lot by ada\n";

/// What describes a pack, with these rules and further lines.
pub fn described(name: &str, version: &str, rules: &str, more: &str) -> String {
    format!("[pack]\nname = \"{name}\"\nversion = \"{version}\"\nextends = \"lots\"\nrules = [{rules}]\n{more}")
}

/// A shelf with the system and a pack of one rule.
pub fn shelf() -> Shelf {
    let mut shelf = Shelf::default();
    shelf.put("lots", LOTS);
    shelf.put("coast/assize.toml", described("coast", "1.2.0", "\"salt.asz\"", ""));
    shelf.put("coast/salt.asz", SALT);
    shelf
}

/// What reads scenes with what stands on a shelf.
pub fn engine(shelf: Shelf) -> Engine {
    Engine::with(shelf).functions_by(hook_rhai::reader(Limits::default()))
}

/// A scene that has to be right.
pub fn compiled(shelf: Shelf, scene: &str) -> Encounter {
    engine(shelf).compile("night.asz", scene).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Why a scene is refused.
pub fn refused(shelf: Shelf, scene: &str) -> String {
    match engine(shelf).compile("night.asz", scene) {
        Ok(_) => panic!("it is not refused"),
        Err(failure) => failure.to_string(),
    }
}
