//! What is refused so that the program goes on.

use serde_json::json;

use crate::Served;

#[test]
fn no_more_than_a_thousand_sessions_are_open() {
    let mut served = Served::with(&[]);
    for number in 0..1000 {
        served.done("session/open", json!({"session": format!("table {number}")}));
    }
    let (code, message) = served.refused("session/open", json!({"session": "one more"}));
    assert_eq!((code.as_str(), message.as_str()), ("AZ933", "too many sessions: at most 1000 can be open"));
    served.done("session/close", json!({"session": "table 5"}));
    served.done("session/open", json!({"session": "one more"}));
    assert_eq!(served.refused("session/open", json!({"session": "one more"})).0, "AZ929");
    assert_eq!(served.end(), Some(0));
}

#[test]
fn a_session_that_is_full_can_still_be_asked_and_closed() {
    let enter = |text: String| json!({"session": "one", "text": text, "want": []});
    let fill = |text: &dyn Fn() -> String, most: &str| {
        let mut served = Served::opened(&[]);
        let refused =
            (0..20).map(|_| served.ask("session/enter", enter(text()))).find_map(|told| told.get("error").cloned());
        let refused = refused.expect("at some time it is full");
        assert_eq!((&refused["code"], &refused["data"]["code"]), (&json!(-32007), &json!("AZ931")), "{refused}");
        assert_eq!(refused["message"], json!(format!("this session is full: it may hold at most {most}")));
        served.done("session/state", json!({"session": "one"}));
        served.done("session/undo", json!({"session": "one"}));
        served.done("session/close", json!({"session": "one"}));
        assert_eq!(served.end(), Some(0));
    };
    fill(&|| format!("note \"{}\"", "x".repeat(60_000)), "500000 characters of input");
    let many = || format!("repeat up to 4000 {{ note \"{}\" }}", "x".repeat(3_000));
    fill(&many, "50000000 bytes of results");
}

#[test]
fn what_would_take_too_much_is_refused_and_the_program_goes_on() {
    let mut served = Served::with(&[]);
    let mut run = |text: &str| {
        let dice = "system s \"S\"\nprocedure p { roll a : 1000d6 }";
        served.refused("run", json!({"text": text, "texts": {"s": dice}})).0
    };
    assert_eq!(run("use s\nrepeat up to 1000 { repeat up to 1000 { p x {} } }"), "AZ703");
    assert_eq!(run("repeat up to 1000 { repeat up to 1000 { note \"again\" } }"), "AZ703");
    assert_eq!(run(&format!("repeat up to 10000 {{ note \"{}\" }}", "x".repeat(60_000))), "AZ703");
    assert_eq!(run(&"note \"x\"\n".repeat(70_000)), "AZ103");
    assert_eq!(run(&"if 1 = 1 { ".repeat(50_000)), "AZ103");
    assert_eq!(served.end(), Some(0));
}
