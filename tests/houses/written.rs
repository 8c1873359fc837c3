//! What is found in the text of a function before anything calls it.

use assize::engine::{Answers, Encounter, Engine, Limits, Shelf};
use assize::hook_rhai;
use assize::source::Span;

use crate::{LAMPS, compiled};

const LIT: &str = "light lamp by ada";

/// The first finding, as `check` shows it in one line, with its help.
fn found(rules: &str) -> String {
    compiled(LIT, rules).expect_err("it is refused").to_string()
}

#[test]
fn a_key_that_there_is_not_is_found_in_every_branch() {
    let ways = [
        "fn after_glow(glow) { if glow == \"bright\" { #{ lvel: \"dim\" } } }",
        "fn after_glow(glow) { if glow == \"bright\" { return #{ note: \"x\", lvel: \"dim\" }; } #{ note: \"y\" } }",
        "fn after_glow(glow) { switch glow.rank { 0 => #{ lvel: \"dim\" }, _ => () } }",
        "fn after_glow(glow) { let change = #{ lvel: \"dim\" }; change }",
        "fn after_glow(glow) { let change = #{ note: \"x\" }; if glow == \"dark\" { change.lvel = \"dim\"; } change }",
        "fn after_glow(glow) { worse(glow) }\nprivate fn worse(glow) { if glow == \"dark\" { #{ lvel: \"dim\" } } }",
    ];
    for rules in ways {
        let told = found(rules);
        assert!(
            told.contains("error[AZ713]: `after_glow` returns a map with the unknown key `lvel`"),
            "{rules}: {told}"
        );
        let at = rules.find("lvel").expect("it stands there");
        let line = rules[..at].matches('\n').count() + 1;
        let letter = at - rules[..at].rfind('\n').map_or(0, |end| end + 1) + 1;
        assert!(told.contains(&format!("rules.rhai:{line}:{letter}: ")), "{rules}: {told}");
        assert!(told.contains("did you mean `level`?"), "{rules}: {told}");
    }
}

#[test]
fn a_map_that_is_no_answer_may_have_any_key() {
    let ways = [
        "fn after_glow(glow) { let price = #{ dark: 1 }; if price.dark == 2 { \"dim\" } }",
        "fn after_glow(glow) { let found = table(glow); if found.dark == 2 { \"dim\" } }\nfn table(glow) { #{ dark: 1 } }",
        "fn after_glow(glow) { let x = 1; if x == 1 { let x = #{ note: \"a\" }; return x; } let y = #{ mud: 1 }; }",
    ];
    for rules in ways {
        compiled(LIT, rules).unwrap_or_else(|failure| panic!("{rules}: {failure}"));
    }
}

#[test]
fn a_level_that_there_is_not_is_found_where_it_is_written() {
    let ways = [
        "fn after_glow(glow) { if glow == \"bright\" { \"drak\" } }",
        "fn after_glow(glow) { if glow == \"bright\" { #{ level: \"drak\" } } }",
        "fn after_glow(glow, total) { if total > 90 { #{ level: if total > 99 { \"drak\" } else { \"dim\" } } } }",
    ];
    for rules in ways {
        let told = found(rules);
        assert!(
            told.contains("`after_glow` returns `drak`, which is not a level of `glow`: dark, dim, bright"),
            "{told}"
        );
        let at = rules.find("drak").expect("it stands there") + 1;
        assert!(told.contains(&format!("rules.rhai:1:{at}: ")), "{rules}: {told}");
        assert!(told.contains("did you mean `dark`?"), "{told}");
    }
}

#[test]
fn a_level_that_is_compared_with() {
    let told = found("fn after_glow(glow, total) { if total > 90 && glow == \"drak\" { \"dim\" } }");
    assert!(told.contains("`after_glow` compares `glow` with `drak`, which is not a level of `glow`"), "{told}");
    assert!(told.contains("did you mean `dark`?"), "{told}");
    // A name of somebody is a text, and a variable of one's own may hold anything.
    for rules in [
        "fn after_glow(glow, person) { if person == \"drak\" { \"dim\" } }",
        "fn after_glow(glow) { let glow = glow.name; if glow == \"drak\" { \"dim\" } }",
    ] {
        compiled(LIT, rules).unwrap_or_else(|failure| panic!("{rules}: {failure}"));
    }
}

/// The scene with two files of functions.
fn two(first: &str, second: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("lamps", LAMPS);
    shelf.put("first.rhai", first);
    shelf.put("second.rhai", second);
    let engine = Engine::with(shelf).functions_by(hook_rhai::reader(Limits::default()));
    let text = "use lamps\nuse house \"first.rhai\"\nuse house \"second.rhai\"\nperson ada\nlight lamp by ada\n";
    engine.compile("scene.asz", text).unwrap_or_else(|failure| panic!("{failure}"))
}

fn remarks(first: &str, second: &str) -> Vec<String> {
    two(first, second).warnings().iter().map(|told| told.message.clone()).collect()
}

#[test]
fn two_that_may_answer_a_level_are_remarked_on_and_the_last_one_counts() {
    let (dark, bright) = ("fn after_glow(glow) { \"dark\" }", "fn after_glow(glow) { #{ level: \"bright\" } }");
    for (first, second, counts) in [(dark, bright, "bright"), (bright, dark, "dark")] {
        let encounter = two(first, second);
        let [told] = encounter.warnings() else { panic!("{:?}", encounter.warnings()) };
        assert!(told.message.starts_with("`after_glow` of two house rules may return a level"), "{}", told.message);
        let name =
            |span: Span| encounter.sources().get(span.source).map(|source| source.name.to_string()).unwrap_or_default();
        let names: Vec<String> = told.labels.iter().map(|label| name(label.span)).collect();
        assert_eq!(names, ["second.rhai", "first.rhai", "lamps"]);
        let verdict = encounter.adjudicate(Answers::deliberate()).expect("it runs");
        assert_eq!(crate::result(&verdict, "lamp.glow"), counts);
    }
    let moved = "fn after_glow(glow) { if glow == \"dim\" { glow.up(1) } }";
    assert_eq!(remarks(dark, moved).len(), 1);
    let computed = "fn after_glow(glow) { better(glow) }\nprivate fn better(glow) { let to = glow.up(1); to }";
    assert_eq!(remarks(computed, dark).len(), 1);
}

#[test]
fn two_that_may_refuse_are_remarked_on() {
    let refuses = "fn before_stop() { if 1 > 0 { #{ refuse: \"no\" } } }";
    let told = remarks(refuses, refuses);
    assert!(told.len() == 1 && told[0].contains("changes nothing if the first one refuses"), "{told:?}");
}

#[test]
fn two_that_do_not_stand_in_each_other_s_way_are_not_remarked_on() {
    let level = "fn after_glow(glow) { \"dark\" }";
    for (first, second) in [
        (level, "fn after_glow(glow) { #{ note: \"x\" } }"),
        (level, "fn before_glow(total) { #{ add: -1 } }"),
        (level, "fn after_glow(glow) { if glow == \"dark\" { #{ refuse: \"x\" } } }"),
        ("fn before_glow() { #{ add: [[1, \"a\"]] } }", "fn before_glow() { -1 }"),
    ] {
        assert_eq!(remarks(first, second), Vec::<String>::new(), "{second}");
    }
}
