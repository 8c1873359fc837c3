//! What a program reads of a failure.

use assize::diagnostic::codes;
use assize::protocol::{KINDS, REFUSED, kind};
use serde_json::{Value, json};

use crate::{LAMPS, Served};

#[test]
fn every_finding_comes_with_its_places_and_fixes() {
    let mut served = Served::opened(&[]);
    let text = "light lamp by eda\nlight other by ada { wnd 2 }";
    let told = served.ask("session/enter", json!({"session": "one", "text": text}));
    let error = &told["error"];
    assert_eq!(error["code"], json!(-32000));
    let findings = error["data"]["findings"].as_array().expect("it is a list");
    assert_eq!(findings.len(), 2, "{told}");
    let place = |found: &Value| {
        let label = &found["labels"][0];
        (label["line"].clone(), label["column"].clone(), label["start"].clone(), label["end"].clone())
    };
    assert_eq!(place(&findings[0]), (json!(1), json!(15), json!(14), json!(17)), "{told}");
    assert_eq!(findings[0]["labels"][0]["file"], json!("entry 2"));
    assert_eq!((&findings[0]["severity"], &findings[0]["help"]), (&json!("error"), &json!("did you mean `ada`?")));
    assert_eq!(findings[0]["fixes"][0]["replacement"], json!("ada"));
    assert_eq!(findings[1]["labels"][0]["line"], json!(2));
    assert_eq!(error["data"]["code"], findings[0]["code"]);
    assert_eq!(error["message"], findings[0]["message"]);
    let in_words = error["data"]["text"].as_str().expect("it is a text");
    assert!(in_words.contains("entry 2:1:15: error") && in_words.contains("entry 2:2:"), "{in_words}");
    let told = served.ask("check", json!({"text": "use lamps\nfly", "texts": {"lamps": LAMPS}}));
    assert_eq!(told["error"]["data"]["findings"][0]["labels"][0]["file"], json!("script"));
}

#[test]
fn what_is_only_worth_a_look_comes_so_too() {
    let mut served = Served::with(&[]);
    let text = "use lamps\nperson ada\nlight lamp by ada\nexpect dice 6, 6 { lamp.glow = dark }";
    let tested = served.done("test", json!({"text": text, "texts": {"lamps": LAMPS}}));
    assert_eq!(tested["failures"][0]["labels"][0]["line"], json!(4), "{tested}");
    assert!(tested["text"].as_str().is_some_and(|text| text.contains("AZ801")), "{tested}");
}

#[test]
fn each_kind_of_failure_has_a_number_of_its_own() {
    let mut numbers: Vec<i32> = KINDS.iter().chain([&REFUSED]).map(|kind| kind.number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), KINDS.len() + 1);
    let own = numbers.iter().filter(|number| (-32099..=-32000).contains(*number)).count();
    let standard = [-32700, -32600, -32601, -32602, -32603];
    assert_eq!(own + standard.len(), numbers.len(), "every other number is one of JSON-RPC itself");
    assert!(standard.iter().all(|number| numbers.contains(number)));
    let mut of_kinds: Vec<_> = KINDS.iter().flat_map(|kind| kind.codes).collect();
    let all = of_kinds.len();
    of_kinds.sort();
    of_kinds.dedup();
    assert_eq!(of_kinds.len(), all, "no code is of two kinds");
    assert_eq!(kind(codes::UNKNOWN_NAME), REFUSED);
}

#[test]
fn the_page_lists_every_kind_of_failure() {
    let page = include_str!("../../docs/src/serve.md");
    for kind in KINDS.iter().chain([&REFUSED]) {
        let row = page.lines().find(|line| line.starts_with(&format!("| {} |", kind.number)));
        let row = row.unwrap_or_else(|| panic!("{} is missing", kind.number));
        assert!(row.contains(kind.says), "{row}: {}", kind.says);
        assert!(kind.codes.iter().all(|code| row.contains(code.0)), "{row}: {:?}", kind.codes);
    }
}
