//! `bindings/vectors.json`: scripts with what they come to, which every binding has to say byte for byte. It is made here, by the facade
//! and the types of the protocol alone; `WRITE_DOCS=1 cargo test -p assize-handles` writes it anew.

use std::fs;
use std::path::PathBuf;

use assize::engine::{Encounter, Engine, OddsRequest, Shelf};
use assize::protocol::{Adjudicate, ErrorObject, FindOdds, Odds, Playing, Tested};
use assize::{Failure, Seeds, hook_rhai, verdict};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A script, and what it comes to. What is told is kept as a text, so that it can be compared byte for byte.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
struct Case {
    name: String,
    /// The script, or the file from the root of the project in which it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// `texts` and `cast`.
    #[serde(default)]
    compile: Compile,
    /// Why it is refused, where it is: an error object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    adjudicate: Vec<Asked>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    odds: Vec<Asked>,
    /// What comes of its expectations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    test: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
struct Compile {
    texts: std::collections::BTreeMap<String, String>,
    cast: std::collections::BTreeMap<String, String>,
}

/// Options, and either what is told or an error object.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
struct Asked {
    options: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    told: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

const LAMPS: &str = r#"system lamps "Lamps in the Dark"
ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 0.., dark | 1..3 | ..-1 }
kind person { oil : 0..9 = 3 }
procedure light by person { resolve glow with person.oil }
"#;
const NIGHT: &str = "use lamps\nperson ada \"Ada\"\nlight lamp by ada\nexpect dice 5 { lamp.glow is bright }\n";
const DOOR: &str = "choose door \"which door?\" { left { roll a : 2d6 }, right default { roll b : 1d4 } }\n";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn case(name: &str, text: &str) -> Case {
    let (name, text) = (name.to_owned(), Some(text.to_owned()));
    Case {
        name,
        text,
        file: None,
        compile: Compile::default(),
        error: None,
        adjudicate: Vec::new(),
        odds: Vec::new(),
        test: None,
    }
}

fn of_the_file(name: &str) -> Case {
    let file = Some(format!("scripts/encounters/{name}.asz"));
    Case { text: None, file, ..case(&format!("{name}.asz"), "") }
}

fn asked(options: Value) -> Asked {
    Asked { options, told: None, error: None }
}

/// What is asked.
fn cases() -> Vec<Case> {
    let seeds = json!({ "seed": "7", "secret_seed": "8" });
    let log =
        json!({ "seed": "18446744073709551615", "secret_seed": "0123456789abcdef0123456789abcdef", "for": "log" });
    let mut night = case("night.asz", NIGHT);
    night.compile.texts.insert("lamps".to_owned(), LAMPS.to_owned());
    let judged = json!({ "mode": "deliberate", "seed": 1, "secret_seed": 2 });
    night.adjudicate = vec![asked(seeds.clone()), asked(log.clone()), asked(judged), asked(json!({ "dice": [2] }))];
    night.adjudicate.push(asked(json!({ "dice": [7] })));
    night.odds = vec![
        asked(json!({ "questions": ["P(lamp.glow is bright)", "lamp.glow"] })),
        asked(json!({ "questions": ["P(lamp.glwo is bright)"] })),
        asked(json!({})),
    ];
    let mut wrong = night.clone();
    (wrong.name, wrong.text) = ("wrong.asz".to_owned(), Some(NIGHT.replace("lamp by", "lmap bye")));
    let mut door = case("door.asz", DOOR);
    door.adjudicate =
        vec![asked(json!({ "choices": { "door": "left" }, "seed": 7, "secret_seed": 8 })), asked(seeds.clone())];
    door.odds = vec![
        asked(json!({ "questions": ["E(a)", "sd(a)", "quantile(a, 90%)"], "choices": { "door": "left" } })),
        asked(json!({ "questions": ["P(b >= 3)"], "given": "b >= 2" })),
    ];
    let mut all = vec![night, wrong, door];
    for name in ["duel-at-the-gate", "healer", "lute"] {
        let mut shipped = of_the_file(name);
        shipped.adjudicate = vec![asked(seeds.clone()), asked(log.clone())];
        shipped.odds = vec![asked(json!({})), asked(json!({ "for": "gm" }))];
        all.push(shipped);
    }
    let mut wall = of_the_file("garden-wall");
    wall.odds = vec![asked(json!({ "questions": ["P(climb.result >= success)"], "for": "log" }))];
    all.push(wall);
    all
}

fn in_json<T: Serialize>(told: &T) -> String {
    serde_json::to_string(told).expect("it has a JSON form")
}

fn error(failure: &Failure) -> String {
    in_json(&ErrorObject::from(failure))
}

fn text_of(case: &Case) -> String {
    let read = |file: &String| fs::read_to_string(root().join(file)).expect("it is there");
    case.text.clone().unwrap_or_else(|| case.file.as_ref().map(read).unwrap_or_default())
}

/// What the library says, by its facade.
fn by_the_facade(mut case: Case) -> Case {
    let mut shelf = Shelf::default();
    for (name, text) in &case.compile.texts {
        shelf.put(name, text);
    }
    let engine = Engine::with(shelf).functions_by(hook_rhai::reader(assize::Limits::default()));
    let encounter = match engine.compile_with(&case.name, &text_of(&case), &case.compile.cast) {
        Ok(encounter) => encounter,
        Err(failure) => {
            return Case { error: Some(error(&failure)), adjudicate: Vec::new(), odds: Vec::new(), ..case };
        }
    };
    for asked in &mut case.adjudicate {
        note(asked, adjudicated(&encounter, &asked.options));
    }
    for asked in &mut case.odds {
        note(asked, odds(&encounter, &asked.options));
    }
    case.test = Some(in_json(&Tested::of(&encounter).expect("nobody calls it off")));
    case
}

fn note(asked: &mut Asked, came: Result<String, Failure>) {
    match came {
        Ok(told) => asked.told = Some(told),
        Err(failure) => asked.error = Some(error(&failure)),
    }
}

fn adjudicated(encounter: &Encounter, options: &Value) -> Result<String, Failure> {
    let asked: Adjudicate = serde_json::from_value(options.clone()).expect("it is read");
    Ok(verdict::json::json(&Playing::new(asked, Seeds::from(0)).at_once(encounter)?))
}

fn odds(encounter: &Encounter, options: &Value) -> Result<String, Failure> {
    let asked: FindOdds = serde_json::from_value(options.clone()).expect("it is read");
    let found = encounter.odds_for(asked.whom.into(), &OddsRequest::from(&asked));
    Ok(in_json(&Odds::of(found, asked.keep)?))
}

/// What the handles say.
fn by_handles(mut case: Case) -> Case {
    let options = json!({ "texts": case.compile.texts }).to_string();
    let engine = assize_handles::Engine::new(&options, assize_handles::Host::system()).expect("it is made");
    let encounter = match engine.compile(&case.name, &text_of(&case), &in_json(&case.compile.cast)) {
        Ok(encounter) => encounter,
        Err(why) => return Case { error: Some(why.0), adjudicate: Vec::new(), odds: Vec::new(), ..case },
    };
    for asked in &mut case.adjudicate {
        match encounter.adjudicate(&asked.options.to_string()) {
            Ok(verdict) => asked.told = Some(verdict.json()),
            Err(why) => asked.error = Some(why.0),
        }
    }
    for asked in &mut case.odds {
        match encounter.odds(&asked.options.to_string(), assize_handles::Hear::default()) {
            Ok(told) => asked.told = Some(told),
            Err(why) => asked.error = Some(why.0),
        }
    }
    case.test = encounter.test().ok();
    case
}

#[test]
fn every_binding_has_the_same_to_say() {
    let path = root().join("bindings/vectors.json");
    let current: Vec<Case> = cases().into_iter().map(by_the_facade).collect();
    let handles: Vec<Case> = cases().into_iter().map(by_handles).collect();
    for (handle, case) in handles.iter().zip(&current) {
        assert_eq!(handle, case, "{}", case.name);
    }
    let written = serde_json::to_string_pretty(&json!({ "cases": current })).expect("it has a JSON form") + "\n";
    if std::env::var_os("WRITE_DOCS").is_some() {
        fs::write(&path, &written).expect("it can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == written, "`vectors.json` is behind; `WRITE_DOCS=1 cargo test -p assize-handles` writes it anew");
    let refused = current.iter().filter(|case| case.error.is_some()).count();
    assert_eq!(refused, 1, "one script is wrong, and all others are right");
}
