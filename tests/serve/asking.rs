//! Questions to people, and what waits for their answers.

use serde_json::{Value, json};

use crate::{LAMPS, Served};

#[test]
fn people_are_asked_and_asked_again() {
    let mut served = Served::opened(&[]);
    served.done(&json!({"id": 1, "do": "mode", "session": "one", "mode": "table"}));
    let asked = served.ask(&json!({"id": 2, "do": "enter", "session": "one", "text": "light lamp by ada"}));
    assert_eq!(asked["ask"]["sides"], json!([6, 6]));
    assert_eq!(asked["ask"]["path"], json!("lamp.glow"));
    let again = served.ask(&json!({"id": 2, "answer": "3 7"}));
    assert_eq!(again["ask"]["complaint"], json!("a d6 cannot show 7"));
    let mumbled = served.ask(&json!({"id": 2, "answer": 5}));
    let complaint = mumbled["ask"]["complaint"].as_str().unwrap_or_default();
    assert!(complaint.starts_with("an answer is a text"), "{mumbled}");
    let told = served.done(&json!({"id": 2, "answer": "6 6"}));
    assert!(told["verdict"].to_string().contains("bright"), "{told}");
    let asked = served.ask(&json!({"id": 4, "do": "enter", "session": "one", "text": "light other by ada"}));
    assert!(asked.get("ask").is_some());
    assert_eq!(served.refused(&json!({"id": 4, "answer": null})).0, "AZ714");
    assert_eq!(served.refused(&json!({"id": 4, "answer": "3 5"})).1, "nothing is asked");
    let history = served.done(&json!({"id": 5, "do": "history", "session": "one"}));
    assert_eq!(history["entries"].as_array().map(Vec::len), Some(2), "what was broken off is no entry");
    // The end of the input within a question is an end as well.
    served.ask(&json!({"id": 6, "do": "enter", "session": "one", "text": "light third by ada"}));
    assert_eq!(served.end(), Some(0));
}

#[test]
fn a_question_comes_with_what_led_up_to_it() {
    let mut served = Served::opened(&[]);
    let turns = "light first by ada { wind 2, secret wind 4242 }\nchoose way \"which way?\" { left { }, right { } }\n\
                 choose pace \"how fast?\" { slow { }, quick { } }";
    let so_far = |reply: &Value| reply["ask"]["so_far"].as_str().unwrap_or_default().to_owned();
    let asked = served.ask(&json!({"id": 1, "do": "enter", "session": "one", "text": turns}));
    let told = so_far(&asked);
    assert!(told.starts_with("first (light by ada)\n") && told.contains("2d6: "), "{asked}");
    assert!(!told.contains("4244") && !told.contains("4242"), "players are not told what is secret: {told}");
    // Nothing more has happened when it is asked again, and with the next question only what is new is told.
    assert_eq!(so_far(&served.ask(&json!({"id": 1, "answer": "middle"}))), "");
    assert_eq!(so_far(&served.ask(&json!({"id": 1, "answer": 3}))), "");
    assert_eq!(so_far(&served.ask(&json!({"id": 1, "answer": "left"}))), "way \"which way?\": left (decided)\n");
    served.done(&json!({"id": 1, "answer": "quick"}));
    let run = json!({"id": 2, "do": "run", "text": format!("use lamps\nperson ada\n{turns}"), "seed": 1,
                     "texts": {"lamps": LAMPS}, "for": "gm"});
    assert!(so_far(&served.ask(&run)).contains("total +4244"), "the game master is told everything");
    assert_eq!(so_far(&served.ask(&json!({"id": 2, "answer": "left"}))), "way \"which way?\": left (decided)\n");
}

#[test]
fn a_question_says_who_may_read_it() {
    let mut served = Served::opened(&[]);
    let mut visibility = |number: u64, text: &str, answer: &str| {
        let asked = served.ask(&json!({"id": number, "do": "enter", "session": "one", "text": text}));
        served.done(&json!({"id": number, "answer": answer}));
        asked["ask"]["visibility"].clone()
    };
    let way = |name: &str| format!("choose {name} \"which way?\" {{ left {{ }}, right {{ }} }}");
    assert_eq!(visibility(1, &way("way"), "left"), json!("all"));
    assert_eq!(visibility(2, &format!("secret {}", way("lane")), "left"), json!("gm"));
    assert_eq!(visibility(3, &format!("hidden {}", way("path")), "left"), json!("hidden"));
    served.done(&json!({"id": 4, "do": "mode", "session": "one", "mode": "table"}));
    let asked = served.ask(&json!({"id": 5, "do": "enter", "session": "one", "text": "light lamp by ada"}));
    assert_eq!(asked["ask"]["visibility"], json!("all"));
}

#[test]
fn an_open_question_blocks_its_own_session_only() {
    let mut served = Served::opened(&[]);
    served.done(&json!({"id": 1, "do": "mode", "session": "one", "mode": "table"}));
    served.done(&json!({"id": 2, "do": "open", "session": "two", "seed": 7, "texts": {"lamps": LAMPS}}));
    let asked = served.ask(&json!({"id": "q", "do": "enter", "session": "one", "text": "light lamp by ada"}));
    assert_eq!(asked["id"], json!("q"));
    assert_eq!(asked["ask"]["sides"], json!([6, 6]));
    // Everybody else is answered.
    served.done(&json!({"id": 3, "do": "help"}));
    served
        .done(&json!({"id": 4, "do": "enter", "session": "two", "text": "use lamps\nperson eve\nlight torch by eve"}));
    // The session itself is not, nor can a request be taken for the one that waits.
    for request in ["state", "undo", "close", "open"] {
        let reply = served.ask(&json!({"id": 5, "do": request, "session": "one"}));
        assert_eq!(reply["error"]["message"], json!("a question to this session waits for its answer"), "{request}");
        let help = reply["error"]["help"].as_str().unwrap_or_default();
        assert!(help.contains("{\"id\":\"q\",\"answer\":null}"), "{help}");
    }
    let taken = served.ask(&json!({"id": "q", "do": "help"}));
    assert_eq!((&taken["id"], &taken["error"]["code"]), (&Value::Null, &json!("AZ920")));
    // A second table waits as well, and a script of no session; each has its own answer.
    served.done(&json!({"id": 6, "do": "mode", "session": "two", "mode": "table"}));
    let second = served.ask(&json!({"id": 7, "do": "enter", "session": "two", "text": "light other by eve"}));
    assert!(second.get("ask").is_some(), "{second}");
    let scene = "use lamps\nperson bo\nlight third by bo";
    let run = json!({"id": 8, "do": "run", "text": scene, "texts": {"lamps": LAMPS}, "mode": "table"});
    assert!(served.ask(&run).get("ask").is_some());
    let third = served.done(&json!({"id": 8, "answer": "1 1"}));
    assert!(third["verdict"].to_string().contains("dark"), "{third}");
    let first = served.ask(&json!({"id": "q", "answer": "6 6"}));
    assert_eq!(first["id"], json!("q"));
    assert!(first["ok"]["verdict"].to_string().contains("bright"), "{first}");
    let second = served.done(&json!({"id": 7, "answer": "3 4"}));
    assert!(second["verdict"].to_string().contains("dim"), "{second}");
    served.done(&json!({"id": 9, "do": "state", "session": "one"}));
    assert_eq!(served.end(), Some(0));
}

#[test]
fn no_more_than_a_hundred_scripts_wait() {
    let mut served = Served::with(&[]);
    let scene = "use lamps\nperson ada\nlight lamp by ada";
    let run = |id: u64| json!({"id": id, "do": "run", "text": scene, "texts": {"lamps": LAMPS}, "mode": "table"});
    for id in 0..100 {
        assert!(served.ask(&run(id)).get("ask").is_some(), "{id}");
    }
    assert_eq!(served.refused(&run(100)), ("AZ920".into(), "100 scripts wait for answers, and no more can".into()));
    let told = served.done(&json!({"id": 7, "answer": "6 6"}));
    assert!(told["verdict"].to_string().contains("bright"), "{told}");
    assert!(served.ask(&run(100)).get("ask").is_some());
    assert_eq!(served.end(), Some(0));
}
