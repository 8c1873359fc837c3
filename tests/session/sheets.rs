//! Sheets handed to a session: they come to the same as those handed to the compiler, and stay after a crash.

use assize::diagnostic::codes;
use assize::engine::{Answers, Engine, Failure, Input, Seeds, Sheet, Shelf, Value};
use assize::journal::Journal;
use assize::verdict::Verdict;
use assize::{Entered, Session};
use proptest::prelude::*;

use crate::table::{Memory, enter_all, resumed, value, view};

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
  let able = person.craft >= good and not person.tired
}
"#;

const SCENE: &str = "use sheets\ncast porter : person\ncarry it by porter";

fn engine() -> Engine {
    let mut shelf = Shelf::default();
    shelf.put("sheets", SYSTEM);
    Engine::with(shelf)
}

fn begun() -> (Session, Memory) {
    let memory = Memory::default();
    let mut session = Session::begin(engine(), 1, Some(Journal::begin(Box::new(memory.clone())))).expect("it begins");
    enter_all(&mut session, &["use sheets"]);
    (session, memory)
}

fn inez() -> Sheet {
    Sheet::new("person", "inez")
        .title("Inez \"the Cat\"\nset ledger.marks = 5 }")
        .field("strength", 7)
        .field("craft", "very good")
        .entry("burdens", Value::Modifier(-2), "a \"sack\" }\\")
        .entry("burdens", Value::Modifier(1), "a stick")
        .owned("gear", Sheet::new("item", "rope").field("weight", 4))
        .owned("gear", Sheet::new("item", "lamp"))
}

fn refused(session: &mut Session, sheets: &[Sheet]) -> Failure {
    let before = view(session);
    let failure = session.enter_sheets(sheets).expect_err("it is wrong");
    assert_eq!(view(session), before, "{failure}");
    failure
}

#[test]
fn sheets_are_an_entry_like_any_other() {
    let (mut session, memory) = begun();
    let sheets = [inez(), Sheet::new("ledger", "ledger").field("marks", -4)];
    let Entered::Statement { understood, number: 2, .. } = session.enter_sheets(&sheets).expect("they are sound")
    else {
        panic!("they are a statement")
    };
    insta::assert_snapshot!(understood);
    enter_all(&mut session, &["carry it by inez"]);
    let told = |session: &mut Session| ["it.load", "it.heavy", "it.all"].map(|name| value(session, name));
    assert_eq!(told(&mut session), ["6", "5", "-4"]);
    let (mut again, found) = resumed(&memory, engine());
    assert_eq!((view(&again), found.page), (view(&session), None));
    for session in [&mut session, &mut again] {
        session.undo().expect("it is undone");
        session.undo().expect("they are undone");
        assert!(session.enter("carry it by inez", None).is_err(), "she is not there any more");
        session.redo().expect("they count again");
        session.redo().expect("it counts again");
        assert_eq!(told(session), ["6", "5", "-4"]);
    }
}

#[test]
fn whoever_is_handed_in_can_be_cast() {
    let (mut session, memory) = begun();
    session.enter_sheets(&[inez()]).expect("they are sound");
    session.cast("porter", "inez").expect("a scene to come may have the role");
    enter_all(&mut session, &["cast porter : person\ncarry it by porter"]);
    assert_eq!(value(&mut session, "it.load"), "6");
    assert_eq!(value(&mut resumed(&memory, engine()).0, "it.load"), "6");
}

#[test]
fn what_is_wrong_is_named_as_the_host_names_it() {
    let (mut session, _) = begun();
    let cases = [
        (inez().field("strenght", 3), "inez.strenght:1:1: error", "strength"),
        (inez().field("strength", 12), "inez.strength:1:1: error", "12"),
        (inez().field("craft", "enormous"), "inez.craft:1:1: error", "enormous"),
        (inez().field("a b {", 3), "inez.a b {:1:1: error", "is not a name"),
        (Sheet::new("persn", "inez"), "inez:1:1: error", "person"),
    ];
    for (sheet, place, words) in cases {
        let message = refused(&mut session, &[sheet]).to_string();
        assert!(message.contains(place) && message.contains(words), "{place} {words}: {message}");
    }
    session.enter_sheets(&[inez()]).expect("she is sound");
    let twice = refused(&mut session, &[inez()]);
    assert!(twice.diagnostics.iter().any(|found| found.code == codes::DUPLICATE_NAME), "{twice}");
    assert!(refused(&mut session, &[]).to_string().contains("AZ902"));
    let mut empty = Session::begin(engine(), 1, None).expect("it begins");
    refused(&mut empty, &[inez()]);
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[\"\\\\{}#\n a-z]{0,12}"]
}

/// Names that nothing else can be meant by.
const PLAIN: [&str; 4] = ["inez", "two words", "ñandú", "it's"];

/// Names, some of which mean something else in a script.
fn names() -> impl Strategy<Value = &'static str> {
    let odd =
        "by ada|not ada|if|yes|inez is good|max|person|d6|2b|secret inez|cast|it|carry|strength|otherwise|none|a-b";
    prop::sample::select(PLAIN.into_iter().chain(odd.split('|')).collect::<Vec<_>>())
}

/// A sheet, and the names in it.
fn sheets() -> impl Strategy<Value = (Sheet, [&'static str; 2])> {
    let burdens = prop::collection::vec((any::<i16>(), texts()), 0..3);
    let words = prop::sample::select(vec!["poor", "good", "very good", "not good", "good if yes", "level"]);
    (names(), texts(), -1_i64..11, words, any::<bool>(), burdens, names()).prop_map(
        |(name, title, strength, craft, tired, burdens, item)| {
            let sheet = Sheet::new("person", name).title(title).field("strength", strength).field("craft", craft);
            let mut sheet = sheet.field("tired", tired).owned("gear", Sheet::new("item", item));
            for (burden, why) in burdens {
                sheet = sheet.entry("burdens", Value::Modifier(burden.into()), why);
            }
            (sheet, [name, item])
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// What a session takes tells what the compiler would; what it refuses has changed nothing.
    #[test]
    fn a_session_takes_what_the_compiler_takes((sheet, names) in sheets()) {
        let (mut session, memory) = begun();
        let input = Input::new().sheet(sheet.clone()).cast("porter", names[0]);
        let (compiled, before) = (engine().compile_with_input("scene.asz", SCENE, &input), view(&session));
        if let Err(refused) = session.enter_sheets(&[sheet]) {
            prop_assert_eq!(view(&session), before);
            let plain = names.iter().all(|name| PLAIN.contains(name));
            let only_characters = refused.diagnostics.iter().all(|found| found.code == codes::BAD_CHARACTER);
            prop_assert!(compiled.is_err() || !plain || only_characters, "{}", refused);
        } else if let Ok(alone) = compiled {
            session.cast("porter", names[0]).expect("a scene to come may have the role");
            enter_all(&mut session, &["cast porter : person\ncarry it by porter"]);
            let alone = alone.adjudicate(Answers::random(Seeds::from(1))).expect("it runs");
            prop_assert_eq!(results(&session.whole()), results(&alone));
            prop_assert_eq!(view(&resumed(&memory, engine()).0), view(&session));
        }
    }
}

fn results(verdict: &Verdict) -> Vec<(String, String)> {
    verdict.results.iter().map(|one| (one.name.to_string(), one.value.to_string())).collect()
}
