//! What a host hands in from its character sheets.

use assize::engine::{Answers, Encounter, Engine, Failure, Input, Sheet, Shelf, Value};

const SYSTEM: &str = r#"
system sheets "Sheets"
modifiers bonus b, penalty p
scale skill { level, poor, good, very good }
kind item { weight : 0..20 = 1 }
kind person { strength : 0..9 = 3, craft : skill = poor, tired : yes/no = no, burdens : many number, gear : many item, friend : optional person }
one ledger { marks : number = 0 }
procedure carry by person {
  let all = ledger.marks
  let load = person.strength + sum(person.burdens)
  let heavy = sum(g in person.gear : g.weight)
}
"#;

fn compiled(input: &Input) -> Result<Encounter, Failure> {
    let mut shelf = Shelf::default();
    shelf.put("sheets", SYSTEM);
    Engine::with(shelf).compile_with_input("scene.asz", "use sheets\ncast porter : person\ncarry it by porter", input)
}

fn refused(sheet: Sheet) -> String {
    compiled(&Input::new().sheet(sheet).cast("porter", "inez")).expect_err("it is wrong").to_string()
}

fn inez() -> Sheet {
    Sheet::new("person", "inez")
}

#[test]
fn every_sort_of_value_is_handed_in() {
    let sheet = inez()
        .title("Inez \"the Cat\"\nset ledger.marks = 5 }")
        .field("strength", 7)
        .field("craft", "very good")
        .field("tired", true)
        .entry("burdens", Value::Modifier(-2), "a \"sack\" }")
        .entry("burdens", Value::Modifier(1), "a stick")
        .owned("gear", Sheet::new("item", "rope").field("weight", 4))
        .owned("gear", Sheet::new("item", "lamp"));
    let input =
        Input::new().sheet(sheet).sheet(Sheet::new("ledger", "ledger").field("marks", -4)).cast("porter", "inez");
    let encounter = compiled(&input).unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    let value = |name: &str| verdict.get(name).map(|found| found.value.as_str());
    assert_eq!((value("it.load"), value("it.heavy")), (Some("6"), Some("5")));
    assert_eq!(value("it.all"), Some("-4"), "a title is no line of a script");
}

#[test]
fn what_is_wrong_is_named_as_the_host_names_it() {
    let cases = [
        (inez().field("strenght", 3), "inez.strenght:1:1: error", "strength"),
        (inez().field("strength", 12), "inez.strength:1:1: error", "12"),
        (inez().field("strength", "good"), "inez.strength:1:1: error", "a number is wanted"),
        (inez().field("craft", "enormous"), "inez.craft:1:1: error", "enormous"),
        (inez().field("craft", Value::Text("good".into())), "inez.craft:1:1: error", "skill"),
        (inez().field("a b {", 3), "inez.a b {:1:1: error", "is not a name"),
        (inez().field("craft", "good } note"), "inez.craft:1:1: error", "is not a name"),
        (inez().field("", 3), "inez.:1:1: error", "is not a name"),
        (Sheet::new("persn", "inez"), "inez:1:1: error", "person"),
    ];
    for (sheet, place, words) in cases {
        let message = refused(sheet);
        assert!(message.contains(place) && message.contains(words), "{place} {words}: {message}");
    }
}
