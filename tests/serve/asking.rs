//! Questions to people, and what waits for their answers.

use serde_json::{Value, json};

use crate::{LAMPS, Served, reason};

#[test]
fn people_are_asked_and_asked_again() {
    let mut served = Served::opened(&[]);
    served.done("session/mode", json!({"session": "one", "mode": "table"}));
    let asked = served.ask("session/enter", json!({"session": "one", "text": "light lamp by ada"}));
    assert_eq!(asked["params"]["sides"], json!([6, 6]));
    assert_eq!(asked["params"]["path"], json!("lamp.glow"));
    let again = served.answer(&asked, "3 7");
    assert_eq!(again["params"]["complaint"], json!("a d6 shows 1 to 6, not 7"));
    let mumbled = served.respond(&again, &json!({"answer": 5}));
    let complaint = mumbled["params"]["complaint"].as_str().unwrap_or_default();
    assert!(complaint.starts_with("an answer is a string"), "{mumbled}");
    let told = served.answered(&mumbled, "6 6");
    assert!(told["brief"].to_string().contains("bright"), "{told}");
    let asked = served.ask("session/enter", json!({"session": "one", "text": "light other by ada"}));
    assert_eq!(asked["method"], json!("ask"));
    let broken_off = served.respond(&asked, &json!({"answer": null}));
    assert_eq!((reason(&broken_off).0.as_str(), &broken_off["error"]["code"]), ("AZ714", &json!(-32001)));
    let remark =
        served.raw(json!({"jsonrpc": "2.0", "id": asked["id"], "result": {"answer": "3 5"}}).to_string().as_bytes());
    assert_eq!(remark["params"]["code"], json!("AZ937"), "{remark}");
    // Whoever answers with an error will not answer.
    let asked = served.ask("session/enter", json!({"session": "one", "text": "light other by ada"}));
    let error = json!({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": 1, "message": "nobody is there"}});
    assert_eq!(reason(&served.raw(error.to_string().as_bytes())).0, "AZ714");
    let history = served.done("session/history", json!({"session": "one"}));
    assert_eq!(history["entries"].as_array().map(Vec::len), Some(2), "what was broken off is no entry");
    // The end of the input within a question is an end as well.
    served.ask("session/enter", json!({"session": "one", "text": "light third by ada"}));
    assert_eq!(served.end(), Some(0));
}

#[test]
fn a_question_comes_with_what_led_up_to_it() {
    let mut served = Served::opened(&[]);
    let turns = "light first by ada { wind 2, secret wind 4242 }\nchoose way \"which way?\" { left { }, right { } }\n\
                 choose pace \"how fast?\" { slow { }, quick { } }";
    let so_far = |told: &Value| told["params"]["so_far"].as_str().unwrap_or_default().to_owned();
    let asked = served.ask("session/enter", json!({"session": "one", "text": turns}));
    let told = so_far(&asked);
    assert!(told.starts_with("first (light by ada)\n") && told.contains("2d6: "), "{asked}");
    assert!(!told.contains("4244") && !told.contains("4242"), "players are not told what is secret: {told}");
    // Nothing more has happened when it is asked again, and with the next question only what is new is told.
    let again = served.answer(&asked, "middle");
    assert_eq!(so_far(&again), "");
    let again = served.respond(&again, &json!({"answer": 3}));
    assert_eq!(so_far(&again), "");
    let next = served.answer(&again, "left");
    assert_eq!(so_far(&next), "way \"which way?\": left (decided)\n");
    served.answered(&next, "quick");
    let run = json!({"text": format!("use lamps\nperson ada\n{turns}"), "seed": 1,
                     "texts": {"lamps": LAMPS}, "for": "gm"});
    let asked = served.ask("run", run);
    assert!(so_far(&asked).contains("total +4244"), "the game master is told everything");
    assert_eq!(so_far(&served.answer(&asked, "left")), "way \"which way?\": left (decided)\n");
}

#[test]
fn a_question_says_who_may_read_it() {
    let mut served = Served::opened(&[]);
    let mut visibility = |text: &str, answer: &str| {
        let asked = served.ask("session/enter", json!({"session": "one", "text": text}));
        served.answered(&asked, answer);
        asked["params"]["visibility"].clone()
    };
    let way = |name: &str| format!("choose {name} \"which way?\" {{ left {{ }}, right {{ }} }}");
    assert_eq!(visibility(&way("way"), "left"), json!("all"));
    assert_eq!(visibility(&format!("secret {}", way("lane")), "left"), json!("gm"));
    assert_eq!(visibility(&format!("hidden {}", way("path")), "left"), json!("hidden"));
    served.done("session/mode", json!({"session": "one", "mode": "table"}));
    let asked = served.ask("session/enter", json!({"session": "one", "text": "light lamp by ada"}));
    assert_eq!(asked["params"]["visibility"], json!("all"));
}

#[test]
fn an_open_question_blocks_its_own_session_only() {
    let mut served = Served::opened(&[]);
    served.done("session/mode", json!({"session": "one", "mode": "table"}));
    served.done("session/open", json!({"session": "two", "seed": 7, "texts": {"lamps": LAMPS}}));
    let asked = served.ask("session/enter", json!({"session": "one", "text": "light lamp by ada"}));
    assert_eq!(asked["params"]["session"], json!("one"));
    assert_eq!(asked["params"]["sides"], json!([6, 6]));
    // Everybody else is answered.
    served.done("help", json!({}));
    served.done("session/enter", json!({"session": "two", "text": "use lamps\nperson eve\nlight torch by eve"}));
    // The session itself is not.
    let id = asked["id"].as_str().expect("it is a text");
    for request in ["session/state", "session/undo", "session/close", "session/open"] {
        let told = served.ask(request, json!({"session": "one"}));
        assert_eq!(told["error"]["message"], json!("this session is waiting for an answer"), "{request}");
        assert_eq!(told["error"]["code"], json!(-32008));
        let help = told["error"]["data"]["help"].as_str().unwrap_or_default();
        assert!(help.contains(&format!("answer the `ask` with the id \"{id}\"")), "{help}");
    }
    // A second table waits as well, and a script of no session; each has its own answer.
    served.done("session/mode", json!({"session": "two", "mode": "table"}));
    let second = served.ask("session/enter", json!({"session": "two", "text": "light other by eve"}));
    assert_eq!(second["method"], json!("ask"), "{second}");
    let scene = "use lamps\nperson bo\nlight third by bo";
    let third = served.ask("run", json!({"text": scene, "texts": {"lamps": LAMPS}, "mode": "table"}));
    assert_eq!((&third["method"], third["params"].get("session")), (&json!("ask"), None));
    let third = served.answered(&third, "1 1");
    assert!(third["brief"].to_string().contains("dark"), "{third}");
    let first = served.answered(&asked, "6 6");
    assert!(first["brief"].to_string().contains("bright"), "{first}");
    let second = served.answered(&second, "3 4");
    assert!(second["brief"].to_string().contains("dim"), "{second}");
    served.done("session/state", json!({"session": "one"}));
    assert_eq!(served.end(), Some(0));
}

#[test]
fn no_more_than_a_hundred_scripts_wait() {
    let mut served = Served::with(&[]);
    let scene = "use lamps\nperson ada\nlight lamp by ada";
    let run = || json!({"text": scene, "texts": {"lamps": LAMPS}, "mode": "table"});
    let asked: Vec<Value> = (0..100).map(|_| served.ask("run", run())).collect();
    assert!(asked.iter().all(|asked| asked["method"] == json!("ask")));
    assert_eq!(
        served.refused("run", run()),
        ("AZ934".into(), "too many scripts are waiting for answers: the limit is 100".into())
    );
    let told = served.answered(&asked[7], "6 6");
    assert!(told["brief"].to_string().contains("bright"), "{told}");
    assert_eq!(served.ask("run", run())["method"], json!("ask"));
    assert_eq!(served.end(), Some(0));
}

#[test]
fn an_option_is_told_by_its_whole_name_and_a_number_by_its_figures() {
    let mut served = Served::opened(&[]);
    let ways = "choose way \"which way?\" { left { }, right { } }";
    let asked = served.ask("session/enter", json!({"session": "one", "text": ways}));
    let question = &asked["params"];
    assert_eq!((&question["kind"], &question["options"]), (&json!("choose"), &json!(["left", "right"])));
    assert_eq!((question.get("low"), question.get("high")), (None, None), "options have no numbers");
    let again = served.answer(&asked, "le");
    assert_eq!(again["params"]["complaint"], json!("`le` is not the full name of an option: left, right"));
    let again = served.answer(&again, "1");
    assert_eq!(again["params"]["complaint"], json!("`1` is not one of these: left, right"));
    served.answered(&again, "RIGHT");
    let walk = "system walk \"Walk\"\nprocedure stroll { choose pace : 1..3 \"how fast?\" }";
    let params = json!({"text": "use walk\nstroll home {}", "texts": {"walk": walk}});
    let asked = served.ask("run", params);
    let question = &asked["params"];
    assert_eq!(
        (&question["kind"], &question["low"], &question["high"]),
        (&json!("number"), &json!(1), &json!(3)),
        "{asked}"
    );
    let again = served.answer(&asked, "4");
    assert_eq!(again["params"]["complaint"], json!("`4` is not one of these: 1 to 3"));
    let told = served.answered(&again, "1");
    assert!(told["brief"].to_string().contains("\"value\":\"1\""), "{told}");
}
