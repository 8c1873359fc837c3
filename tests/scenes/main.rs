//! What a scene says by itself: values in its texts, tallies and flags, chance where nobody acts, and one name in branches;
//! and what the shipped systems tell of scenes.

mod branches;
mod cards;
mod chance;
mod lost;
mod named;
mod shipped;
mod tallies;
mod texts;
mod turns;

use assize::Verdict;
use assize::engine::{Answers, Encounter, Engine, Shelf};

/// A small system of climbers.
const ROPES: &str = r#"system ropes "Ropes"
modifiers signed
scale mood { calm | wild }
ladder hold, rolls 1d6 { level | rolls | judged, slips | 1..3 | ..2, holds | 4..6 | 3.. }
kind climber { luck : 0..9 = 3, mood : mood = calm }
procedure climb by climber {
  ask goal : optional text
  ask secret wind : 0..9 = 0
  ask height : 1..9 = 3
  needs climber.luck > 0 else "{climber} has {climber.luck} luck at {height}"
  choose spend : 0..climber.luck by climber = 0 "of {climber.luck} luck?"
  pay spend from climber.luck "{climber} cannot pay {spend}"
  roll gust : 1d6
  resolve grip : hold with spend + climber.luck - wind
  note "{climber} keeps {climber.luck * 2} halves in {wind} wind"
  stop "{climber} {grip} at {height}" if grip is slips
}
"#;

fn encounter(scene: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("ropes", ROPES);
    let compiled = Engine::with(shelf).compile("scene.asz", &format!("use ropes\n{scene}"));
    compiled.unwrap_or_else(|failure| panic!("{failure}"))
}

fn verdict(scene: &str) -> Verdict {
    encounter(scene).adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"))
}
