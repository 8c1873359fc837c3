//! House rules in Rhai, from a script's text to the verdict.
#![cfg(feature = "rhai")]

mod mistakes;
mod named;
mod outcomes;
mod points;
mod runaway;
mod systems;
mod written;

use assize::engine::{Answers, Encounter, Engine, Failure, Limits, Shelf};
use assize::hook_rhai;
use assize::shared_text::SharedText;
use assize::verdict::{Event, Verdict};

/// Two dice against the wind; it costs oil, and now and then it is not even tried.
const LAMPS: &str = "
system lamps \"Lamps in the Dark\"
modifiers signed
ladder glow, rolls 2d6, highest first {
  level  | rolls | judged
  bright | 9..12 | 1..
  dim    | 6..8  | 0
  dark   | 2..5  | ..-1
}
scale care { level | price, quick | 0, slow | 2 }
plan work { budget 4 \"hours\", item part { care : care = quick }, slots care, as written }
kind person { oil : 0..9 = 3, wounds : 0..5 = 0 }
period night { after { for each p in person { if p.wounds > 0 { add -1 to p.wounds } } } }
procedure light by person {
  ask wind : many number
  ask parts : work
  stop \"the wind is too strong\" if sum(wind) < -8
  sum total { wind | sum(wind) }
  resolve glow with total
  roll spark : 1d6
  let sparks = spark.sum
  pay 1 from person.oil \"no oil is left\"
}
";

/// The scene `text`, with `rules` as a file of functions.
fn compiled(text: &str, rules: &str) -> Result<Encounter, Failure> {
    compiled_by(LAMPS, text, rules)
}

/// The same by another system of this name.
fn compiled_by(lamps: &str, text: &str, rules: &str) -> Result<Encounter, Failure> {
    let mut shelf = Shelf::default();
    shelf.put("lamps", lamps);
    shelf.put("rules.rhai", rules);
    let engine = Engine::with(shelf).functions_by(hook_rhai::reader(Limits::default()));
    engine.compile("scene.asz", &format!("use lamps\nuse house \"rules.rhai\"\nperson ada\n{text}"))
}

fn judged(text: &str, rules: &str) -> Verdict {
    let encounter = compiled(text, rules).unwrap_or_else(|failure| panic!("{failure}"));
    encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"))
}

fn refused(text: &str, rules: &str) -> String {
    match compiled(text, rules).and_then(|encounter| encounter.adjudicate(Answers::deliberate())) {
        Ok(verdict) => panic!("this is not refused: {:?}", verdict.results),
        Err(failure) => failure.to_string(),
    }
}

fn result<'v>(verdict: &'v Verdict, name: &str) -> &'v str {
    let found = verdict.results.iter().find(|result| result.name == name);
    found.map_or_else(|| panic!("there is no `{name}`"), |result| result.value.as_str())
}

/// What house rules said, one entry a call: its name and what it changed.
fn told(verdict: &Verdict) -> Vec<(String, Vec<String>)> {
    let events = verdict.events.iter().filter_map(|happened| match &happened.event {
        Event::House { name, added, value, notes, .. } => {
            let added = added.iter().map(|one| format!("{} {}", one.value, one.reason));
            let value = value.iter().map(|value| value.value.to_string());
            Some((name.to_string(), added.chain(value).chain(notes.iter().map(SharedText::to_string)).collect()))
        }
        _ => None,
    });
    events.collect()
}
