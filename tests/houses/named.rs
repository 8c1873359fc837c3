//! Every house rule that had a hand in a verdict is named in it, and in what `why` shows.

use assize::engine::{Answers, Encounter, Engine, Limits, Shelf};
use assize::hook_rhai;
use assize::verdict::{Audience, Verdict, json, why};

const CRANES: &str = "
system cranes \"Cranes\"
modifiers signed
dice pull = 1d6
ladder height, rolls pull, highest first {
  level | rolls | judged | worth
  high  | 5..6  | 3..    | 2
  low   | 1..4  | ..2    | 1
}
scale rope { level | strain, hemp | 1, silk | 2 }
table load(n) { n | weight, ..3 | 1, 4.. | 2 }
rule strain(r : rope) = r.strain
scale care { level | price, quick | 0, slow | 2 }
plan work { budget 4 \"hours\", item part { care : care = quick }, slots care, as written }
kind person { oil : 0..9 = 3 }
deck weather, 4 cards c, judged 2 { rain = c }
procedure lift by person {
  ask n : number = 5
  ask rope : rope = silk
  ask extra : many number
  ask parts : work
  sum total { load | load(n), rope | -strain(rope), tail | sum(extra) }
  let heavy = load(n) > 1
  cut parts to 2
  roll spin : pull
  draw sky : weather
  resolve height with total
  decide verdict { 1 | heavy, 0 | otherwise }
  pay 1 from person.oil
}
";

/// The scene with these overlays, called `h0`, `h1`, …, and functions.
fn compiled(overlays: &[&str], functions: &str, lines: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("cranes", CRANES);
    shelf.put("rules.rhai", functions);
    let mut uses = String::from("use cranes\nuse house \"rules.rhai\"\n");
    for (number, overlay) in overlays.iter().enumerate() {
        shelf.put(format!("h{number}"), format!("house h{number} extends cranes\n{overlay}\n"));
        uses.push_str(&["use house h", &number.to_string(), "\n"].concat());
    }
    let engine = Engine::with(shelf).functions_by(hook_rhai::reader(Limits::default()));
    let text = format!("{uses}person ada\nlift crate by ada {{ part hook {{ care slow }}\n{lines} }}\n");
    engine.compile("scene.asz", &text).unwrap_or_else(|failure| panic!("{failure}"))
}

fn verdict(overlays: &[&str], functions: &str, lines: &str, answers: Answers) -> Verdict {
    compiled(overlays, functions, lines).adjudicate(answers).unwrap_or_else(|failure| panic!("{failure}"))
}

fn why_of(verdict: &Verdict, path: Option<&str>) -> String {
    why::why(verdict, path).unwrap_or_else(|unknown| panic!("{unknown}: {:?}", unknown.known))
}

/// Whether the overlay is named by `why` for this path and for the whole, and its file in JSON besides the heading.
fn is_named(overlay: &str, path: &str, answers: Answers) {
    let mut verdict = verdict(&[overlay], "", "", answers);
    for path in [Some(path), None] {
        let told = why_of(&verdict, path);
        assert!(told.contains("house “h0”"), "{overlay}\n{path:?}\n{told}");
    }
    verdict.houses.clear();
    let events = json::json(&verdict);
    assert!(events.contains("\"file\": \"h0\""), "{overlay}\n{events}");
}

#[test]
fn overlays_are_named_where_they_count() {
    let judged = [
        (
            "replace ladder height, rolls pull { level | rolls | judged | worth, low | 1..4 | ..2 | 1, high | 5..6 | 3.. | 2 }",
            "crate.height",
        ),
        ("extend ladder height, after low { level | rolls | judged | worth, floor | - | ..0 | 0 }", "crate.height"),
        ("extend table load { n | weight, 5 | 7 }", "crate.total"),
        ("extend table load { n | weight, 5 | 7 }", "crate.heavy"),
        ("replace table load(n) { n | weight, ..9 | 3, 10.. | 4 }", "crate.total"),
        ("replace scale rope { level | strain, hemp | 1, silk | 3 }", "crate.total"),
        ("replace rule strain(r : rope) = r.strain + 1", "crate.total"),
        ("extend sum lift.total { luck | 2 }", "crate.height"),
        ("replace sum lift.total { sum total { luck | 2 } }", "crate.height"),
        ("replace decide lift.verdict { decide verdict { 3 | otherwise } }", "crate.verdict"),
        ("add before resolve lift.height { let gust = 3 }", "crate.gust"),
        ("add after resolve lift.height { let gust = height.worth }", "crate.gust"),
        ("replace deck weather, 4 cards c, judged 3 { rain = c }", "crate.sky"),
        (
            "replace plan work { budget 5 \"hours\", item part { care : care = quick }, slots care, as written }",
            "crate.hook.care",
        ),
    ];
    for (overlay, path) in judged {
        is_named(overlay, path, Answers::deliberate());
    }
    for path in ["crate.height", "crate.spin"] {
        is_named("replace dice pull = highest 2d6", path, Answers::random(3));
    }
}

#[test]
fn functions_are_named_where_they_stand() {
    let functions = [
        ("fn before_height() { #{ add: [[1, \"wind\"]] } }", "crate.height"),
        ("fn after_height() { #{ level: \"low\" } }", "crate.height"),
        ("fn before_total() { #{ note: \"heave\" } }", "crate.total"),
        ("fn after_total() { #{ add: [[1, \"ho\"]] } }", "crate.height"),
        ("fn before_verdict() { #{ note: \"well?\" } }", "crate.verdict"),
        ("fn after_verdict() { 2 }", "crate.verdict"),
        ("fn before_roll_spin() { #{ note: \"round\" } }", "crate.spin"),
        ("fn after_roll_spin(spin) { spin }", "crate.spin"),
        ("fn before_draw_sky() { #{ note: \"look up\" } }", "crate.sky"),
        ("fn after_draw_sky() { #{ note: \"grey\" } }", "crate.sky"),
        ("fn before_cost_oil() { #{ add: [[1, \"a drop\"]] } }", "ada.oil"),
        ("fn after_cost_oil() { #{ note: \"gone\" } }", "ada.oil"),
        ("fn check_work(item) { #{ note: item } }", "crate.hook.care"),
    ];
    for (function, path) in functions {
        function_is_named(&[], function, "", path);
    }
    let grip = "fn grip(n) { n }";
    function_is_named(&[], grip, "extra house.grip(2) \"a good grip\"", "crate.total");
    function_is_named(&["extend sum lift.total { grip | house.grip(2) }"], grip, "", "crate.total");
    function_is_named(&["replace rule strain(r : rope) = house.grip(r.strain)"], grip, "", "crate.total");
    function_is_named(&["add after resolve lift.height { let held = house.grip(2) }"], grip, "", "crate.held");
}

fn function_is_named(overlays: &[&str], function: &str, lines: &str, path: &str) {
    let verdict = verdict(overlays, function, lines, Answers::deliberate());
    for path in [Some(path), None] {
        let told = why_of(&verdict, path);
        let count = told.matches("(house rule rules.rhai)").count();
        assert_eq!(count, 1, "{function}\n{path:?}\n{told}");
    }
    assert!(json::json(&verdict).contains("\"house\": \"rules.rhai\""), "{function}");
}

#[test]
fn a_level_that_a_function_chose_is_named_with_its_overlay() {
    let overlay = "extend ladder height, after high { level | rolls | judged | worth, top | - | 9.. | 3 }";
    let verdict = verdict(&[overlay], "fn after_height() { \"top\" }", "", Answers::deliberate());
    let told = why_of(&verdict, Some("crate.height"));
    assert!(told.contains("house “h0”"), "{told}");
}

#[test]
fn a_house_rule_is_named_only_where_it_counted() {
    let overlay = "extend table load { n | weight, 6 | 7 }\nextend scale rope { level | strain, steel | 9 }";
    let ladder = "extend ladder height, after high { level | rolls | judged | worth, top | - | 9.. | 3 }";
    let told = why_of(&verdict(&[overlay, ladder], "", "", Answers::deliberate()), None);
    assert!(!told.contains("house “"), "{told}");
    let told = why_of(&verdict(&[overlay, ladder], "", "n 6, rope steel", Answers::deliberate()), None);
    assert!(told.contains("house “h0”  h0:2") && told.contains("house “h0”  h0:3"), "{told}");
    assert!(!told.contains("house “h1”"), "{told}");
}

#[test]
fn a_row_that_a_secret_chose_is_not_told_to_players() {
    let overlay = "extend table load { n | weight, 6 | 7 }\nadd after resolve lift.height { let gust = load(n) > 1 }";
    let verdict = verdict(&[overlay], "", "secret n 6", Answers::deliberate());
    let rows = |verdict: &Verdict| json::json(verdict).matches("\"line\": 2").count();
    assert!(rows(&verdict) > rows(&verdict.seen_by(Audience::Players)));
    let seen = why_of(&verdict.seen_by(Audience::Players), None);
    assert!(!seen.contains("h0:2"), "{seen}");
    assert!(why_of(&verdict.seen_by(Audience::Gm), None).contains("h0:2"));
}

#[test]
fn names_of_any_script_are_read() {
    let system = "system s\nmodifiers signed\nkind actor { größe : number = 0 }\nladder ausgang, rolls 1d6 { level | rolls | judged\n                   gut | 4..6 | 1..\n schlecht | ..3 | ..0 }\nprocedure tat by actor { resolve ausgang with actor.größe }";
    let mut shelf = Shelf::default();
    shelf.put("s", system);
    shelf.put("regel.rhai", "fn before_ausgang(actor_größe) { #{ add: actor_größe } }");
    let engine = Engine::with(shelf).functions_by(hook_rhai::reader(Limits::default()));
    let scene = "use s\nuse house \"regel.rhai\"\nactor zoë { größe 2 }\ntat hub by zoë { }";
    let encounter = engine.compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(verdict.get("hub.ausgang").map(|shown| shown.value.as_str()), Some("gut"));
    assert!(why::why(&verdict, Some("hub.ausgang")).is_ok_and(|why| why.contains("regel.rhai")));
    assert_eq!(verdict.houses.iter().map(|house| house.name.as_str()).collect::<Vec<_>>(), ["regel.rhai"]);
}

#[test]
fn the_heading_of_why_tells_the_value_that_others_go_on_with() {
    let by_one = "fn after_total(total) { #{ add: [[2, \"a good day\"]] } }";
    let by_two = format!("{by_one}\nfn after_height(height) {{ if height == \"low\" {{ #{{ level: \"high\" }} }} }}");
    for functions in [by_one, &by_two] {
        let verdict = verdict(&[], functions, "", Answers::deliberate());
        for (path, name) in [("crate.total", "total"), ("crate.height", "height")] {
            let told = why_of(&verdict, Some(path));
            let heading = told.lines().next().unwrap_or_default();
            let end = verdict.get(path).map(|result| result.value.to_string()).unwrap_or_default();
            let changed =
                functions.contains(&format!("after_{name}")) && !heading.starts_with(&format!("{path}: {end} "));
            let says = heading.contains(&format!(", then {end} by a house rule"));
            assert_eq!(says, changed, "{told}");
            assert!(says || heading.starts_with(&format!("{path}: {end}")), "{told}");
        }
        assert!(why_of(&verdict, Some("crate.total")).contains(", then "), "the total is changed");
        // Nothing stands behind a value that no function changes.
        assert!(!why_of(&verdict, Some("crate.heavy")).contains(", then "));
    }
}

#[test]
fn why_goes_on_behind_what_a_ladder_is_resolved_with_and_a_field_is_set_to() {
    let let_and_expression = [
        "replace resolve lift.height { let capped = min(2, total), resolve height with capped }",
        "replace resolve lift.height { let capped = min(2, total), resolve height with capped - 1 }",
    ];
    for overlay in let_and_expression {
        for answers in [Answers::deliberate(), Answers::random(4)] {
            let told = why_of(&verdict(&[overlay], "", "", answers), Some("crate.height"));
            assert!(told.contains("crate.capped") && told.contains("house “h0”"), "{told}");
            assert!(told.contains("crate.total") && told.contains("rope -2"), "it goes on to the sum: {told}");
        }
    }
    let pay = "replace pay lift.person.oil { let fee = max(1, spin.sum div up 2), set person.oil = max(0, person.oil - fee) }";
    let told = why_of(&verdict(&[pay], "", "", Answers::random(4)), Some("ada.oil"));
    assert!(told.contains("crate.fee") && told.contains("house “h0”") && told.contains("crate.spin"), "{told}");
    assert_eq!(told.matches("ada.oil").count(), 1, "its value until now is told with it: {told}");
}
