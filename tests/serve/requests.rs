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
        let told = served.done(&json!({"id": 1, "do": "enter", "session": "one", "text": text, "for": "gm"}));
        assert_eq!(told["verdict"], json!(verdict.seen_by(Audience::Gm)));
        assert_eq!(told["number"], json!(number));
    }
    let why = served.done(&json!({"id": 2, "do": "why", "session": "one", "name": "_.glow"}));
    assert_eq!(why["text"], json!(session.why("_.glow", Audience::Players).expect("it was resolved")));
}

#[test]
fn a_script_runs_without_a_session() {
    let text = format!("{LAMPS}\n");
    let scene = "use lamps\nperson ada\nlight lamp by ada";
    let mut served = Served::with(&[]);
    let told = served
        .done(&json!({"id": 1, "do": "run", "text": scene, "texts": {"lamps": text}, "seed": 42, "show": "text"}));
    let mut shelf = Shelf::default();
    shelf.put("lamps", LAMPS);
    let verdict = Engine::with(shelf).compile("script", scene).expect("it compiles").adjudicate(Answers::random(42));
    let verdict = verdict.expect("it runs").seen_by(Audience::Players);
    assert_eq!(told["verdict"], json!(verdict));
    assert_eq!(told["shown"], json!(assize::verdict::text::text(&verdict)));
    let given = served.done(&json!({"id": 2, "do": "run", "text": scene, "texts": {"lamps": LAMPS}, "dice": [6, 6]}));
    assert!(given.to_string().contains("bright"), "{given}");
    // As a file beside it would be.
    let beside = served.done(&json!({"id": 2, "do": "run", "text": scene, "texts": {"lamps.asz": LAMPS}, "seed": 42}));
    assert_eq!(beside["verdict"]["results"], told["verdict"]["results"]);
    let checked = served.done(&json!({"id": 3, "do": "check", "text": scene, "texts": {"lamps": LAMPS}}));
    assert_eq!(checked["warnings"], json!([]));
    let tested = format!("{scene}\nexpect dice 6, 6 {{ lamp.glow = dark }}");
    let tested = served.done(&json!({"id": 4, "do": "test", "text": tested, "texts": {"lamps": LAMPS}}));
    assert_eq!(
        (&tested["passed"], &tested["of"], &tested["failures"][0]["code"]),
        (&json!(0), &json!(1), &json!("AZ801"))
    );
}

#[test]
fn what_is_misspelt_is_offered() {
    let mut served = Served::opened(&[]);
    let help = |served: &mut Served, request: Value| served.ask(&request)["error"]["help"].clone();
    assert_eq!(help(&mut served, json!({"id": 1, "do": "entr"})), json!("did you mean `enter`?"));
    assert_eq!(help(&mut served, json!({"id": 1, "do": "undo", "sesion": "one"})), json!("did you mean `session`?"));
    assert_eq!(help(&mut served, json!({"id": 1, "do": "undo", "session": "onne"})), json!("did you mean `one`?"));
}

#[test]
fn a_field_that_does_not_fit_is_named_with_what_it_takes() {
    let mut served = Served::opened(&[]);
    let mut refused = |request: Value| {
        let reply = served.ask(&request);
        let text = |name: &str| reply["error"][name].as_str().unwrap_or_default().to_owned();
        format!("{}; {}", text("message"), text("help"))
    };
    for (request, expected) in [
        (json!({"do": "open", "session": 3}), "`session` of `open` cannot be `3`; it takes a text"),
        (
            json!({"do": "open", "session": "s", "seed": -1}),
            "`seed` of `open` cannot be `-1`; it takes a seed: a text of 32 hexadecimal digits, or a whole number from 0 on",
        ),
        (
            json!({"do": "run", "text": "", "dice": [1, "x"]}),
            "`dice` of `run` cannot be `[1,\"x\"]`; it takes a list, each a whole number",
        ),
        (
            json!({"do": "run", "text": "", "cast": {"a": 1}}),
            "`cast` of `run` cannot be `{\"a\":1}`; it takes an object of names, each with a text",
        ),
        (
            json!({"do": "enter", "session": "one", "text": "a", "show": "pdf"}),
            "`show` of `enter` cannot be `\"pdf\"`; it takes one of `text`, `markdown`, `html`",
        ),
        (json!({"do": "run"}), "`run` needs a field `text`; it takes a text: The script."),
    ] {
        let mut request = request;
        request["id"] = json!(1);
        assert_eq!(refused(request), expected);
    }
}

#[test]
fn the_end_of_whoever_asks_is_a_quiet_end() {
    let mut served = Served::with(&[]);
    let mut input = served.input.take().expect("the input is open");
    drop(served.output);
    // The program notices when it writes; then nobody reads what we send.
    for _ in 0..100_000 {
        if input.write_all(b"{\"id\":1,\"do\":\"help\"}\n").is_err() {
            break;
        }
    }
    drop(input);
    assert_eq!(served.child.wait().expect("the program ends").code(), Some(0));
}

#[test]
fn a_role_that_no_scene_has_keeps_nobody_from_anything() {
    let mut served = Served::opened(&[]);
    let cast = |thing: &str| json!({"id": 1, "do": "cast", "session": "one", "role": "hero", "thing": thing});
    served.done(&cast("nobody"));
    served.done(&json!({"id": 2, "do": "enter", "session": "one", "text": "set ada.oil = 5"}));
    let scene = json!({"id": 3, "do": "enter", "session": "one", "text": "cast hero : person\nlight lamp by hero"});
    assert_eq!(served.refused(&scene), ("AZ903".to_owned(), "`nobody` cannot be cast as `hero`".to_owned()));
    served.done(&cast("ada"));
    served.done(&scene);
    assert_eq!(served.refused(&cast("nobody")).0, "AZ903");
    let mut oil = |of: &str| {
        let asked = json!({"id": 4, "do": "enter", "session": "one", "text": format!("{of}.oil")});
        served.done(&asked)["value"]["value"].clone()
    };
    assert_eq!(oil("hero"), oil("ada"));
}
