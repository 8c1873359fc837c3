//! Values inside runs that not every run of a scene reaches, where a line would lose them without a word.

use assize::diagnostic::{Diagnostic, codes};
use assize::engine::{Answers, Encounter, Engine, Shelf};

/// Whoever falls has come no way.
const FALLS: &str = r#"system falls "Falls"
modifiers signed
kind climber { hurt : 0..40 = 0 }
procedure climb by climber {
  ask height : 1..9 = 3
  roll dice : 1d6
  stop "{climber} falls" if dice < height
  let way = dice.sum - height
  decide late : yes/no { yes | way < 2, no | otherwise }
}
"#;

fn encounter(scene: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("falls", FALLS);
    let compiled = Engine::with(shelf).compile("scene.asz", &format!("use falls\nclimber ada \"Ada\"\n{scene}"));
    compiled.unwrap_or_else(|failure| panic!("{scene}: {failure}"))
}

/// The lines on which something is said to be unreached in some runs, with what is said.
fn lost(scene: &str) -> Vec<String> {
    let encounter = encounter(scene);
    let found = encounter.remarks().into_iter().filter(|found| found.code == codes::MAY_BE_UNREACHED);
    let text = |found: &Diagnostic| {
        let place = encounter.sources().place(found.labels[0].span);
        format!("{}: {}", place.line - 2, found.message)
    };
    found.map(|found| text(&found)).collect()
}

const WAY: &str = "`wall.way` is unreached here in some runs";

#[test]
fn whatever_loses_a_value_in_some_run_is_remarked_on() {
    let after = |line: &str| lost(&format!("tally t : number = 0\nclimb wall by ada\n{line}"));
    for line in [
        "set t = wall.way",
        "add wall.way to t",
        "add wall.way + 1 to t",
        "add wall.way to ada.hurt",
        "note \"{wall.way} up\"",
        "note \"hardly\" if wall.way < 2",
        "if wall.way is not 3 { note \"x\" }",
        "if not (wall.way >= 3) { note \"x\" }",
        "if wall.way > wall.dice.sum - 4 { note \"x\" }",
        "set t = if wall.way < 2 then 1 else 2",
        "if wall.dice > 1 and wall.way < 2 { note \"x\" }",
    ] {
        assert_eq!(after(line), [format!("3: {WAY}")], "{line}");
    }
    assert_eq!(after("if not wall.late { note \"x\" }"), ["3: `wall.late` is unreached here in some runs"]);
}

#[test]
fn nothing_is_said_where_it_is_meant_or_cannot_be() {
    let after = |line: &str| lost(&format!("tally t : number = 0\nclimb wall by ada\n{line}"));
    for line in [
        "set t = wall.way otherwise 0",
        "add wall.way otherwise 0 to t",
        "note \"{wall.way otherwise 0} up\"",
        "if wall.way >= 2 { note \"x\" }",
        "if wall.way is 2 { note \"x\" }",
        "if wall.way is unreached or wall.way < 2 { note \"x\" }",
        "if wall.way is not unreached and wall.way < 2 { note \"x\" }",
        "if wall.way is not unreached { set t = wall.way, note \"{wall.way}\" }",
        "if wall.dice > 3 and wall.way < 2 { note \"x\" }",
        "if wall.dice > 4 { add wall.way to t }",
        "if wall.late { note \"x\" }",
        "add wall.dice.sum to t",
    ] {
        assert_eq!(after(line), Vec::<String>::new(), "{line}");
    }
    // Nobody falls from so low a wall.
    let low =
        "tally t : number = 0\nclimb wall by ada { height 1 }\nset t = wall.way\nnote \"{wall.way}\" if wall.way < 2";
    assert_eq!(lost(low), Vec::<String>::new());
}

#[test]
fn a_refusal_says_that_the_value_is_unreached_and_names_no_number() {
    let scene = encounter("tally t : 0..40 = 5\nclimb wall by ada\nset t = wall.way");
    let refused = scene.adjudicate(Answers::given(vec![1])).expect_err("ada falls");
    let found = refused.diagnostics.iter().next().expect("it says why");
    assert_eq!(found.message, "`t` would have no value: what it is set to is unreached in this run");
    assert!(found.help.as_deref().is_some_and(|help| help.contains("otherwise 0")), "{:?}", found.help);
    let verdict = scene.adjudicate(Answers::given(vec![6]));
    assert!(verdict.is_ok(), "she has come up");
}
