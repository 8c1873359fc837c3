//! What is answered to a request, and to one that is wrong.

use std::io::Write;

use assize::engine::{Answers, Engine, Shelf};
use assize::session::{Entered, Session};
use assize::verdict::Audience;
use serde_json::{Value, json};

use crate::{LAMPS, Served};

#[test]
fn a_session_is_answered_as_the_library_answers() {
    let mut served = Served::opened(&[]);
    let mut shelf = Shelf::default();
    shelf.put("lamps", LAMPS);
    let mut session = Session::begin(Engine::with(shelf), 7, None).expect("it begins");
    session.enter("use lamps\nperson ada", None).expect("it is understood");
    for text in ["light lamp by ada { wind 2 }", "light other by ada"] {
        let Ok(Entered::Statement { verdict, number, .. }) = session.enter(text, None) else { panic!("{text}") };
        let told = served.done("session/enter", json!({"session": "one", "text": text, "for": "gm", "want": ["data"]}));
        assert_eq!(told["data"], json!(verdict.seen_by(Audience::Gm)));
        assert_eq!(told["number"], json!(number));
    }
    let why = served.done("session/why", json!({"session": "one", "name": "_.glow"}));
    assert_eq!(why["text"], json!(session.why("_.glow", Audience::Players).expect("it was resolved")));
}

#[test]
fn a_script_runs_without_a_session() {
    let text = format!("{LAMPS}\n");
    let scene = "use lamps\nperson ada\nlight lamp by ada";
    let mut served = Served::with(&[]);
    let told =
        served.done("run", json!({"text": scene, "texts": {"lamps": text}, "seed": 42, "want": ["data", "text"]}));
    let mut shelf = Shelf::default();
    shelf.put("lamps", LAMPS);
    let verdict = Engine::with(shelf).compile("script", scene).expect("it compiles").adjudicate(Answers::random(42));
    let verdict = verdict.expect("it runs").seen_by(Audience::Players);
    assert_eq!(told["data"], json!(verdict));
    assert_eq!(told["text"], json!(assize::verdict::text::text(&verdict)));
    let given = served.done("run", json!({"text": scene, "texts": {"lamps": LAMPS}, "dice": [6, 6]}));
    assert!(given.to_string().contains("bright"), "{given}");
    // As a file beside it would be.
    let beside = served.done("run", json!({"text": scene, "texts": {"lamps.asz": LAMPS}, "seed": 42}));
    assert_eq!(beside["brief"], told["data"]["results"]);
    let checked = served.done("check", json!({"text": scene, "texts": {"lamps": LAMPS}}));
    assert_eq!(checked["warnings"], json!([]));
    let tested = format!("{scene}\nexpect dice 6, 6 {{ lamp.glow = dark }}");
    let tested = served.done("test", json!({"text": tested, "texts": {"lamps": LAMPS}}));
    assert_eq!(
        (&tested["passed"], &tested["of"], &tested["failures"][0]["code"]),
        (&json!(0), &json!(1), &json!("AZ801"))
    );
}

#[test]
fn what_is_misspelt_is_offered() {
    let mut served = Served::opened(&[]);
    let mut help = |method: &str, params: Value| served.ask(method, params)["error"]["data"]["help"].clone();
    assert_eq!(help("session/entr", json!({})), json!("did you mean `session/enter`?"));
    assert_eq!(help("session/undo", json!({"sesion": "one"})), json!("did you mean `session`?"));
    assert_eq!(help("session/undo", json!({"session": "onne"})), json!("did you mean `one`?"));
}

#[test]
fn a_field_that_does_not_fit_is_named_with_what_it_takes() {
    let mut served = Served::opened(&[]);
    let mut refused = |method: &str, params: Value| {
        let told = served.ask(method, params);
        assert_eq!(told["error"]["code"], json!(-32602), "{told}");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        format!("{}; {}", text(&told["error"]["message"]), text(&told["error"]["data"]["help"]))
    };
    for (method, params, expected) in [
        ("session/open", json!({"session": 3}), "invalid `session` of `session/open`: `3`; it takes a string"),
        (
            "session/open",
            json!({"session": "s", "seed": -1}),
            "invalid `seed` of `session/open`: `-1`; it takes a seed: a string of 32 hexadecimal digits, or a whole number from 0 up",
        ),
        (
            "run",
            json!({"text": "", "dice": [1, "x"]}),
            "invalid `dice` of `run`: `[1,\"x\"]`; it takes a list (each entry a whole number)",
        ),
        (
            "run",
            json!({"text": "", "cast": {"a": 1}}),
            "invalid `cast` of `run`: `{\"a\":1}`; it takes an object of names, each with a string",
        ),
        (
            "session/enter",
            json!({"session": "one", "text": "a", "want": ["pdf"]}),
            "invalid `want` of `session/enter`: `[\"pdf\"]`; it takes a list (each entry one of `brief`, `data`, `text`, `markdown`, `html`)",
        ),
        (
            "session/enter",
            json!({"session": "one", "text": "a", "events": "yes"}),
            "invalid `events` of `session/enter`: `\"yes\"`; it takes `true` or `false`",
        ),
        ("run", json!({}), "`run` needs a field `text`; it takes a string: The script."),
    ] {
        assert_eq!(refused(method, params), expected);
    }
}

#[test]
fn of_a_verdict_comes_what_is_wanted_and_nothing_else() {
    let mut served = Served::opened(&[]);
    let mut enter = |number: usize, want: Value| {
        let text = format!("light lamp{number} by ada");
        let params = match want {
            Value::Null => json!({"session": "one", "text": text}),
            want => json!({"session": "one", "text": text, "want": want}),
        };
        let told = served.done("session/enter", params);
        let fields = told.as_object().expect("it is an object").keys().cloned();
        fields.filter(|field| !["kind", "number"].contains(&field.as_str())).collect::<Vec<String>>()
    };
    let all = ["brief", "data", "html", "markdown", "text"];
    assert_eq!(enter(0, Value::Null), ["brief"]);
    assert_eq!(enter(1, json!([])), Vec::<String>::new());
    assert_eq!(enter(2, json!(all)), all);
    for (number, one) in (3..).zip(all) {
        assert_eq!(enter(number, json!([one])), [one]);
    }
}

#[test]
fn the_end_of_whoever_asks_is_a_quiet_end() {
    let served = Served::with(&[]);
    let Served { mut child, mut client } = served;
    let mut input = client.take_input();
    drop(client);
    // The program notices when it writes; then nobody reads what we send.
    for id in 0..100_000 {
        if writeln!(input, "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"help\"}}").is_err() {
            break;
        }
    }
    // It does not wait for the end of its input.
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
    drop(input);
}

#[test]
fn a_role_that_no_scene_has_keeps_nobody_from_anything() {
    let mut served = Served::opened(&[]);
    let cast = |thing: &str| json!({"session": "one", "role": "hero", "thing": thing});
    served.done("session/cast", cast("nobody"));
    served.done("session/enter", json!({"session": "one", "text": "set ada.oil = 5"}));
    let scene = json!({"session": "one", "text": "cast hero : person\nlight lamp by hero"});
    assert_eq!(
        served.refused("session/enter", scene.clone()),
        ("AZ903".to_owned(), "`nobody` cannot be cast as `hero`".to_owned())
    );
    served.done("session/cast", cast("ada"));
    served.done("session/enter", scene);
    assert_eq!(served.refused("session/cast", cast("nobody")).0, "AZ903");
    let mut oil = |of: &str| {
        let asked = json!({"session": "one", "text": format!("{of}.oil")});
        served.done("session/enter", asked)["value"]["value"].clone()
    };
    assert_eq!(oil("hero"), oil("ada"));
}

#[test]
fn an_entry_is_changed_as_the_library_changes_it() {
    let mut served = Served::opened(&[]);
    let entered = ["set ada.oil = 5", "light lamp by ada { wind 1 }", "set ada.oil = lamp.total + 3"];
    for text in entered {
        served.done("session/enter", json!({"session": "one", "text": text}));
    }
    let edit = |text: &str| json!({"session": "one", "number": 3, "text": text, "for": "gm", "want": ["text"]});
    let told = served.done("session/edit", edit("light lamp by ada { wind 3 }"));
    assert_eq!((&told["number"], &told["understood"]), (&json!(3), &json!("light lamp by ada { wind 3 }")));
    assert!(told["text"].as_str().is_some_and(|text| text.contains("  total +3")), "{told}");
    assert_eq!(
        told["changed"],
        json!([{"number": 4, "was": [], "now": ["ada.oil: 4 -> 6"]}]),
        "it was 4 by chance before"
    );
    let history = served.done("session/history", json!({"session": "one", "for": "gm"}));
    assert_eq!(history["entries"][2]["text"], json!("light lamp by ada { wind 3 }"));
    // Players are told what they may see, and not what was written.
    let told = served.done("session/edit", json!({"session": "one", "number": 2, "text": "secret set ada.oil = 4"}));
    assert!(told.get("understood").is_none() && !told.to_string().contains("secret"), "{told}");
    let wrong = json!({"session": "one", "number": 3, "text": "note \"no lamp\""});
    assert_eq!(served.refused("session/edit", wrong).0, "AZ919");
    assert_eq!(served.refused("session/edit", json!({"session": "one", "number": 40, "text": "2"})).0, "AZ605");
    let back = served.done("session/undo", json!({"session": "one"}));
    assert_eq!((&back["entry"]["number"], &back["entry"]["struck"]), (&json!(2), &json!(false)));
    assert_eq!(served.end(), Some(0));
}
