//! Stored programs that somebody has changed: whatever stands in them, they are refused with a finding, or run to an end
//! within the limits.

#[path = "shared/doubled.rs"]
mod doubled;
#[path = "shared/shared_out.rs"]
mod shared_out;

use std::cell::Cell;

use assize::engine::{Answers, Cancel, Encounter, Engine, Failure, Limits, Shelf};
use doubled::doubled;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;
use shared_out::shared_out;

/// Real encounters, of every shipped system: with plans, decks, secrets, choices and pools of dice.
const SCRIPTS: [(&str, &str); 5] = [
    ("chase.asz", include_str!("../scripts/encounters/chase.asz")),
    ("duel-at-the-gate.asz", include_str!("../scripts/encounters/duel-at-the-gate.asz")),
    ("garden-wall.asz", include_str!("../scripts/encounters/garden-wall.asz")),
    ("mango-tree.asz", include_str!("../scripts/encounters/mango-tree.asz")),
    ("train-hijack.asz", include_str!("../scripts/encounters/train-hijack.asz")),
];

/// So many changed programs of each script are tried.
const TRIED: u32 = 80;

fn compiled(name: &str, text: &str) -> Encounter {
    Engine::default().compile(name, text).unwrap_or_else(|failure| panic!("{failure}"))
}

fn stored(name: &str, text: &str) -> String {
    compiled(name, text).stored().expect("there is a scene")
}

/// An engine for programs of strangers, whose runs end sooner than usual since so many of them are tried.
fn careful() -> Engine {
    Engine::default().limits(Limits::untrusted().fuel(20_000))
}

/// How many numbers, texts and lists there are in it.
fn places(value: &Value) -> usize {
    match value {
        Value::Array(values) => 1 + values.iter().map(places).sum::<usize>(),
        Value::Object(fields) => fields.values().map(places).sum(),
        Value::Number(_) | Value::String(_) | Value::Null | Value::Bool(_) => 1,
    }
}

/// The place of this number, counted through all of it.
fn place(value: &mut Value, left: usize) -> Result<&mut Value, usize> {
    if left == 0 && !value.is_object() {
        return Ok(value);
    }
    match value {
        Value::Array(values) => among(values.iter_mut(), left - 1),
        Value::Object(fields) => among(fields.values_mut(), left),
        Value::Number(_) | Value::String(_) | Value::Null | Value::Bool(_) => Err(left - 1),
    }
}

fn among<'v>(values: impl Iterator<Item = &'v mut Value>, mut left: usize) -> Result<&'v mut Value, usize> {
    for value in values {
        match place(value, left) {
            Ok(found) => return Ok(found),
            Err(still) => left = still,
        }
    }
    Err(left)
}

/// Something else in the place of a value, chosen by two numbers.
fn changed(value: &Value, (way, by): (usize, i64)) -> Value {
    let edges = [0, 1, -1, 1_000, 1 << 31, i64::from(u32::MAX), i64::MAX, i64::MIN];
    match value {
        Value::Number(number) if way.is_multiple_of(2) => Value::from(number.as_i64().unwrap_or(0).wrapping_add(by)),
        Value::Number(_) | Value::Null | Value::Bool(_) => Value::from(edges[way % edges.len()]),
        Value::String(text) => match way % 4 {
            0 => Value::from(""),
            1 => Value::Null,
            2 => Value::from(text.repeat(1_000)),
            _ => Value::from("Done"),
        },
        Value::Array(values) => changed_list(values.clone(), (way, by)),
        Value::Object(_) => Value::Null,
    }
}

fn changed_list(mut values: Vec<Value>, (way, by): (usize, i64)) -> Value {
    let chosen = usize::try_from(by.unsigned_abs()).unwrap_or(0) % values.len().max(1);
    match (way % 5, values.get(chosen).cloned()) {
        (0, Some(_)) => {
            values.remove(chosen);
        }
        (1, Some(again)) => values.insert(chosen, again),
        (2, Some(again)) => values.extend(std::iter::repeat_n(again, 1_000)),
        (3, _) => values.reverse(),
        _ => values.clear(),
    }
    Value::Array(values)
}

/// What came of a program: it was refused as it was read, or each way of answering came to an end.
fn tried(json: &str) -> Result<(), Failure> {
    let encounter = careful().load_program(json)?;
    for answers in [Answers::deliberate(), Answers::random(7), Answers::automatic()] {
        match encounter.adjudicate(answers) {
            Ok(verdict) => {
                assert!(assize::verdict::text::text(&verdict).ends_with('\n'));
                assert!(assize::verdict::why::why(&verdict, None).is_ok());
            }
            Err(failure) => has_words(&failure),
        }
    }
    Ok(())
}

fn has_words(failure: &Failure) {
    assert!(failure.diagnostics.iter().any(|found| !found.message.is_empty()), "{failure:?}");
}

#[test]
fn one_change_of_a_stored_program_is_refused_or_ends() {
    shared_out(&SCRIPTS, |(name, text)| {
        let json = stored(name, text);
        let whole: Value = serde_json::from_str(&json).expect("it is JSON");
        let count = places(&whole);
        // The same changes each time: what fails once fails again.
        let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let config = Config { failure_persistence: None, ..Config::with_cases(TRIED) };
        let (refused, ran) = (Cell::new(0), Cell::new(0));
        let change = (0..count, 0_usize..40, -3_i64..=40);
        let changes = TestRunner::new_with_rng(config, rng).run(&change, |(at, way, by)| {
            let mut other = whole.clone();
            let found = place(&mut other, at).expect("there are so many places");
            *found = changed(found, (way, by));
            match tried(&other.to_string()) {
                Ok(()) => ran.set(ran.get() + 1),
                Err(failure) => {
                    has_words(&failure);
                    refused.set(refused.get() + 1);
                }
            }
            Ok(())
        });
        changes.unwrap_or_else(|failure| panic!("{name}: {failure}"));
        assert!(refused.get() > 10 && ran.get() > 10, "{name}: {refused:?} refused, {ran:?} run");
    });
}

#[test]
fn what_is_stored_is_loaded_by_an_engine_of_the_same_limits() {
    for (name, text) in SCRIPTS {
        let engine = Engine::default().limits(Limits::untrusted());
        let encounter = engine.compile(name, text).unwrap_or_else(|failure| panic!("{failure}"));
        let json = encounter.stored().expect("there is a scene");
        let size = encounter.program().map_or(0, assize::ir::lower::size);
        assert!(json.len() < 128 * size, "{name}: {} bytes for {size} instructions and registers", json.len());
        let again = engine.load_program(&json).unwrap_or_else(|failure| panic!("{name}: {failure}"));
        let run =
            |encounter: &Encounter| encounter.adjudicate(Answers::random(3)).map_err(|failure| failure.to_string());
        assert_eq!(run(&again), run(&encounter), "{name}");
    }
}

fn refused(engine: &Engine, json: &str) -> String {
    engine.load_program(json).expect_err("it is refused").to_string()
}

#[test]
fn a_text_that_is_too_long_is_not_read() {
    let small = Engine::default().limits(Limits::default().program(10).source(100));
    let most = 10 * 256 + 100 * 8;
    assert!(refused(&small, &"x".repeat(most)).contains("this is not a stored program"));
    let told = refused(&small, &"x".repeat(most + 1));
    assert!(told.contains(&format!("longer than {most} bytes")) && told.contains("`Limits::program`"), "{told}");
}

#[test]
fn reading_a_program_takes_steps_and_can_be_called_off() {
    let json = stored(SCRIPTS[0].0, SCRIPTS[0].1);
    let refused_within = |work: u64| refused(&Engine::default().limits(Limits::default().work(work)), &json);
    let reading = json.len() as u64 / 16;
    for too_few in [reading - 1, reading + 1] {
        let told = refused_within(too_few);
        assert!(told.contains(&format!("more than {too_few} steps to read")), "{told}");
    }
    let cancel = Cancel::default();
    cancel.call_off();
    assert!(refused(&Engine::default().called_off_by(&cancel), &json).contains("AZ714"));
}

/// A stored program with other fields.
fn with(json: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(json).expect("it is JSON");
    change(&mut value["program"]);
    value.to_string()
}

#[test]
fn what_no_compiler_makes_is_refused() {
    let json = stored("loop.asz", "repeat up to 3 { note \"again\" }");
    let shorter = with(&json, |program| {
        let spans = program["spans"].as_array_mut().expect("a list");
        spans.pop();
    });
    assert!(refused(&Engine::default(), &shorter).contains("is invalid"), "it has too few places");
    let endless = with(&json, |program| program["code"][0] = serde_json::json!({"Jump": {"to": 0}}));
    assert!(refused(&Engine::default(), &endless).contains("the loop from 0 to 0"), "{endless}");
    let wrong = with(&json, |program| program["code"][0] = serde_json::json!({"Trace": 1_000_000}));
    assert!(refused(&Engine::default(), &wrong).contains("trace 1000000 of"), "{wrong}");
}

#[test]
fn a_key_that_stands_twice_is_refused_and_named() {
    let system = include_str!("shared/lamps.asz");
    let mut shelf = Shelf::default();
    shelf.put("lamps", system);
    let scene = "use lamps\nperson ada\nlight stairs by ada { wind 2 }\nwatch tower by ada\n";
    let encounter = Engine::with(shelf).compile("scene.asz", scene).expect("it compiles");
    let stored = encounter.stored().expect("there is a scene");
    let program: Value = serde_json::from_str(&stored).expect("it is JSON");
    let twice = doubled(&program);
    assert!(twice.len() > 300, "{} keys", twice.len());
    for (key, json) in twice.into_iter().step_by(7) {
        let told = refused(&Engine::default(), &json);
        assert!(told.contains(&format!("the key `{key}` is written twice in one object")), "{told}");
    }
}

#[test]
fn an_instruction_that_goes_through_much_takes_many_steps() {
    let json = stored("note.asz", "note \"x\"");
    let register = serde_json::json!({"name": null, "shape": "Number", "initial": null});
    let wide = with(&json, |program| {
        program["registers"] = Value::from(vec![register; 10_000]);
        program["code"][0] = serde_json::json!({"Clear": {"first": 0, "count": 10_000}});
    });
    let run = |fuel: u64| {
        let engine = Engine::default().limits(Limits::default().fuel(fuel));
        engine.load_program(&wide).expect("it is a program").adjudicate(Answers::deliberate()).map(drop)
    };
    assert!(run(100).expect_err("it takes more").to_string().contains("AZ703"));
    assert!(run(200).is_ok());
}

/// A script cannot hold them, a stored program can.
#[test]
fn letters_that_a_terminal_obeys_are_told_as_data() {
    let json = stored("knock.asz", "note \"a knock\"").replace("a knock", "a\\u007f\\u009bknock\\u0007");
    let encounter = Engine::default().load_program(&json).expect("it is a program");
    let verdict = encounter.adjudicate(Answers::deliberate()).expect("it ends");
    let told = assize::verdict::json::json(&verdict);
    assert!(!told.contains(|letter: char| letter.is_control() && letter != '\n'), "{told:?}");
    let read: Value = serde_json::from_str(&told).expect("it is JSON");
    assert!(read.to_string().contains("a\u{7f}\u{9b}knock\\u0007"), "{read}");
}
