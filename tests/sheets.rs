//! What a host hands in from its character sheets, and what `use sheet` reads from a file.

use assize::engine::{Answers, Encounter, Engine, Failure, Input, Sheet, Shelf, Value};
use assize::session::{Entered, Session};
use assize::verdict::text;

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
        (inez().field("strength", "good"), "inez.strength:1:1: error", "but a number is needed here"),
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

const FILES: &str = r#"
system files "Files"
modifiers bonus b, penalty p
scale skill { poor | good | very good }
kind item { weight : 0..20 = 1 }
kind person {
  strength : 0..9 = 3, craft : skill = poor, crafts : many skill, tired : yes/no = no, burdens : many number
  rank by skill : 0..9 = 0, size : die = d6, gear : many item, friend : optional person, motto : optional text
}
one ledger { marks : number = 0 }
procedure carry by person {
  let all = ledger.marks
  let load = person.strength + sum(person.burdens) + person.rank(very good)
  let skills = count(person.crafts)
  let heavy = sum(g in person.gear : g.weight)
  let tired = person.tired
  let alone = not person.friend.given
  let craft = person.craft
  let sides = person.size.sides
  note "{person}: {person.motto}" if person.motto.given
}
"#;

/// Everything that a sheet can say.
const SHEET: &str = r#"[
  {
    "kind": "person",
    "name": "inez",
    "title": "Inez \"the Cat\" L\u00f3pez { set ledger.marks = 5 }",
    "fields": {
      "strength": 7,
      "craft": "very good",
      "crafts": ["good", "very good"],
      "tired": true,
      "burdens": [{ "value": "2p", "reason": "a sack" }, "1b", -1],
      "rank": { "very good": 4 },
      "size": "d10",
      "gear": [{ "name": "rope", "fields": { "weight": 4 } }, { "name": "lamp", "title": "a lamp", "fields": { "weight": 2 } }],
      "motto": { "text": "never {twice}" },
      "friend": null
    }
  },
  { "kind": "ledger", "fields": { "marks": -4 } }
]"#;

/// The same as lines of a scene.
const LINES: &str = r#"
person inez "Inez \"the Cat\" López {{ set ledger.marks = 5 }}" {
  strength 7, craft very good, crafts good, crafts very good, tired
  burdens 2p "a sack", burdens 1b, burdens -1
  rank very good 4, size d10
  gear rope { weight 4 }, gear lamp "a lamp" { weight 2 }
  motto "never {{twice}}"
}
ledger { marks -4 }
"#;

fn with_sheet(sheet: &str, scene: &str) -> Result<Encounter, Failure> {
    let mut shelf = Shelf::default();
    shelf.put("files", FILES);
    shelf.put("inez.json", sheet);
    Engine::with(shelf).compile("scene.asz", scene)
}

fn told(encounter: Result<Encounter, Failure>) -> String {
    let encounter = encounter.unwrap_or_else(|failure| panic!("{failure}"));
    let remarks: Vec<&str> = encounter.warnings().iter().map(|remark| remark.message.as_str()).collect();
    let verdict = encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    let values = ["all", "load", "skills", "heavy", "tired", "alone", "craft", "sides"];
    let value = |name: &str| verdict.get(&format!("it.{name}")).map(|found| found.value.to_string());
    format!("{:?} {remarks:?} {}", values.map(value), text::text(&verdict))
}

#[test]
fn a_sheet_in_a_file_says_what_lines_say() {
    let sheet = told(with_sheet(SHEET, "use files\nuse sheet \"inez.json\"\ncarry it by inez"));
    assert_eq!(sheet, told(with_sheet("", &format!("use files\n{LINES}\ncarry it by inez"))));
    assert!(
        sheet.contains("Some(\"9\")")
            && sheet.contains("Inez \"the Cat\" López { set ledger.marks = 5 }: never {twice}"),
        "{sheet}"
    );
}

#[test]
fn what_is_wrong_in_a_file_is_told_at_its_place() {
    let person =
        |fields: &str| format!("{{ \"kind\": \"person\", \"name\": \"inez\",\n  \"fields\": {{ {fields} }} }}");
    let cases = [
        (person("\"strenght\": 3"), "inez.json:2:16: error[AZ205]", "strength"),
        (person("\"strength\": 12"), "inez.json:2:27: error[AZ303]", "12"),
        (person("\"strength\": \"good\""), "inez.json:2:28: error[AZ301]", "number"),
        (person("\"craft\": \"enormous\""), "inez.json:2:25: error[AZ204]", "enormous"),
        (person("\"craft\": \"good } note\""), "inez.json:2:25: error[AZ201]", "is not a name"),
        (person("\"rank\": { \"huge\": 2 }"), "inez.json:2:26: error[AZ20", "huge"),
        (person("\"strength\": 3.5"), "inez.json:2:27: error[AZ116]", "is not a whole number"),
        (person("\"strength\": 3,"), "inez.json:2:30: error[AZ116]", "not JSON"),
        (person("\"strength\": 3 + 4"), "inez.json:2:29: error[AZ116]", "not JSON"),
        (person("\"strength\": \"3 + 4\""), "inez.json:2:28: error[AZ201]", "is not a name"),
    ];
    for (sheet, place, words) in cases {
        let failure =
            with_sheet(&sheet, "use files\nuse sheet \"inez.json\"\ncarry it by inez").expect_err("it is wrong");
        let message = failure.to_string();
        assert!(message.contains(place) && message.contains(words), "{sheet}\n{place} {words}: {message}");
    }
}

/// A sheet says who and what there is: it moves no clock and rolls no dice, by whatever road it comes.
#[test]
fn nothing_in_a_sheet_acts() {
    let scene = "use files\nuse sheet \"inez.json\"\nperson bo { strength 4, rank page 1 }\ncarry it by bo";
    let acts = r#"[{ "kind": "carry", "name": "away", "fields": { } }, { "kind": "hour", "name": "one" }]"#;
    let message = with_sheet(acts, scene).expect_err("nobody carries anything in a sheet").to_string();
    assert!(message.starts_with("inez.json:1:13: error[AZ116]"), "{message}");
    assert!(
        message.contains("`carry` is not a kind of person or thing") && message.contains("`hour` is not"),
        "{message}"
    );
    let input = Input::new().sheet(Sheet::new("act", "away"));
    let message = compiled(&input).expect_err("nor in one of a host").to_string();
    assert!(message.contains("`act` is not a kind of person or thing"), "{message}");
}

/// What has a sign is a modifier, and no number; a level alone is *yes* where each level has yes or no, as in a scene.
#[test]
fn a_sheet_says_what_the_same_words_say_in_a_scene() {
    let system = "system beasts\nmodifiers signed\nscale harm { fire | cold | rust }\n\
                  kind beast { might : 1..30 = 10, resists by harm : yes/no = no, tooth : many tooth, best : optional tooth }\n\
                  kind tooth { bite : 1..9 = 1 }\n\
                  procedure roar by beast { let all = beast.might + count(h in harm : beast.resists(h)) + (beast.best.bite otherwise 0) }\n";
    let all = |fields: &str| {
        let mut shelf = Shelf::default();
        shelf.put("beasts", system);
        shelf.put("wolf.json", format!("{{ \"kind\": \"beast\", \"name\": \"wolf\", \"fields\": {{ {fields} }} }}"));
        let scene = "use beasts\nuse sheet \"wolf.json\"\nroar it by wolf";
        let encounter = Engine::with(shelf).compile("scene.asz", scene).map_err(|found| found.to_string())?;
        let verdict = encounter.adjudicate(Answers::deliberate()).map_err(|found| found.to_string())?;
        Ok::<String, String>(verdict.get("it.all").expect("it is worked out").value.to_string())
    };
    assert_eq!(all(r#""might": 4"#).as_deref(), Ok("4"));
    assert_eq!(all(r#""might": "4""#).as_deref(), Ok("4"), "many programs write all numbers in quotes");
    assert_eq!(all(r#""might": 4, "resists": ["fire", "rust"]"#).as_deref(), Ok("6"));
    assert_eq!(all(r#""might": 4, "resists": { "fire": true, "rust": false }"#).as_deref(), Ok("5"));
    let fang = r#""might": 4, "tooth": { "name": "fang", "fields": { "bite": 3 } }, "best": "wolf.fang""#;
    assert_eq!(all(fang).as_deref(), Ok("7"));
    let message = all(r#""might": "+4""#).expect_err("it is a modifier");
    assert!(message.contains("`+4` is a modifier, but `might` is a number from 1 to 30"), "{message}");
    let named = |name: &str| all(&format!(r#""might": 4, "tooth": {{ "name": "{name}", "fields": {{ }} }}"#));
    assert_eq!(named("o'hara2 x_y").as_deref(), Ok("4"));
    for (name, message) in [
        ("o'hara-2", "`o'hara-2` is not a name"),
        ("tooth and claw", "`and` is a word of the language and cannot be part of a name"),
        ("2nd", "`2nd` is not a name"),
    ] {
        let told = named(name).expect_err("no scene could write it");
        assert!(told.contains(message) && told.contains("a title can be any text"), "{told}");
    }
    assert!(named("d\u{2019}arcy").expect_err("this is another apostrophe").contains("is not a name"));
    let message = all(r#""resists": ["fire", "mud"]"#).expect_err("there is no such level");
    assert!(message.contains("`mud` is not a level of `harm`"), "{message}");
}

#[test]
fn a_sheet_that_is_cut_off_is_complained_of() {
    for end in (0..SHEET.len()).step_by(5).filter(|end| SHEET.is_char_boundary(*end)) {
        let cut = with_sheet(&SHEET[..end], "use files\nuse sheet \"inez.json\"\ncarry it by inez");
        let message = cut.expect_err("a part is no sheet").to_string();
        assert!(message.starts_with("inez.json:") && message.contains("AZ116"), "{end}: {message}");
    }
}

#[test]
fn a_session_uses_a_sheet_as_any_file() {
    let mut shelf = Shelf::default();
    shelf.put("files", FILES);
    shelf.put("inez.json", SHEET);
    let mut session = Session::begin(Engine::with(shelf), 7, None).expect("it begins");
    for line in ["use files", "use sheet \"inez.json\"", "carry it by inez"] {
        session.enter(line, None).unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
    let Ok(Entered::Value { value, .. }) = session.enter("it.load", None) else { panic!("it is an expression") };
    assert_eq!(value.value, "9");
}
