//! The text of a level stands where the result is told, however a house rule came to it, and in every format.

use assize::engine::{Answers, Engine, Limits, Shelf};
use assize::hook_rhai;
use assize::verdict::{Audience, html, json, markdown, text};

const SCENE: &str = "
person ada
light lantern by ada {
  wind -9
  bright \"it shines\"
  dim \"it glimmers\"
  dark \"nothing is seen\"
}
";

/// What is told of a scene whose ladder comes to the lowest level, with a house rule in Assize and functions.
fn told(house: &str, rules: &str) -> [String; 5] {
    let mut shelf = Shelf::default();
    let lamps = "resolve glow with total\n  decide mood : mood { cheerful | glow > dark, gloomy | otherwise }";
    let lamps = super::LAMPS.replace("resolve glow with total", lamps).replace("< -8", "< -99");
    shelf.put("lamps", format!("{lamps}\nscale mood {{ gloomy | cheerful }}"));
    shelf.put("h", format!("house h extends lamps\n{house}\n"));
    shelf.put("rules.rhai", rules);
    let uses = if rules.is_empty() { "" } else { "use house \"rules.rhai\"\n" };
    let engine = Engine::with(shelf).functions_by(hook_rhai::reader(Limits::default()));
    let scene = engine.compile("scene.asz", &format!("use lamps\nuse house h\n{uses}{SCENE}"));
    let scene = scene.unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = scene.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    let players = verdict.seen_by(Audience::Players);
    [
        text::text(&verdict),
        text::text(&players),
        markdown::markdown(&verdict),
        html::html(&verdict),
        json::json(&verdict),
    ]
}

#[test]
fn what_came_out_has_its_text_and_nothing_else_has() {
    let first = "resolve shown : glow with total";
    let then = "let glow = if shown is dark then dim else shown";
    for (house, rules) in [
        (String::new(), "fn after_glow(glow) { if glow == \"dark\" { \"dim\" } }"),
        (format!("replace resolve light.glow {{ {first}, {then} }}"), ""),
        (format!("replace resolve light.glow {{ hidden {first}, {then} }}"), ""),
        (
            format!(
                "replace resolve light.glow {{ {first}, decide glow {{ dim | shown is dark, shown | otherwise }} }}"
            ),
            "",
        ),
        (
            "replace resolve light.glow { resolve one : glow with total, resolve two : glow with total + 19, \
             let best = max(one, two), let glow = best down 1 }"
                .to_owned(),
            "",
        ),
    ] {
        for page in told(&house, rules) {
            assert!(page.contains("it glimmers"), "{house}{rules}: {page}");
            assert!(!page.contains("nothing is seen") && !page.contains("it shines"), "{house}{rules}: {page}");
        }
    }
}

#[test]
fn a_result_that_is_worked_out_is_told_as_the_system_tells_it() {
    let house = "replace resolve light.glow { hidden resolve shown : glow with total, let glow = dim }";
    let [page, ..] = told(house, "");
    assert!(page.contains("glow: dim \"it glimmers\""), "{page}");
    // A value that the system never told stays untold.
    let [page, ..] = told("add after resolve light.glow { let kind = glow }", "");
    assert!(page.contains("glow: dark \"nothing is seen\"") && !page.contains("kind:"), "{page}");
}
