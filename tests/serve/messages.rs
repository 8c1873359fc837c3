//! What stands around a request: the handshake, ids, and lines that are no message.

use serde_json::{Value, json};

use crate::client::Schema;
use crate::{Served, reason};

#[test]
fn nothing_is_done_before_the_handshake() {
    let mut served = Served::silent(&[]);
    let told = served.ask("session/open", json!({"session": "one"}));
    assert_eq!((&told["error"]["code"], reason(&told).0.as_str()), (&json!(-32002), "AZ927"));
    let client = json!({"name": "tests", "version": "1"});
    let told = served.ask("initialize", json!({"client": client, "protocol": 2}));
    assert_eq!((&told["error"]["code"], reason(&told).0.as_str()), (&json!(-32003), "AZ928"));
    assert_eq!(told["error"]["data"]["help"], json!("use version 1"));
    assert_eq!(served.refused("help", json!({})).0, "AZ927", "that was no handshake");
    let done = served.done("initialize", json!({"client": client, "protocol": 1}));
    assert_eq!(done["server"], json!({"name": "assize", "version": env!("CARGO_PKG_VERSION")}));
    let help = served.done("help", json!({}));
    let described: Vec<&Value> =
        help["requests"].as_array().expect("it is a list").iter().map(|request| &request["method"]).collect();
    let able: Vec<&Value> = done["capabilities"]["requests"].as_array().expect("it is a list").iter().collect();
    assert_eq!(described, able);
    assert_eq!((&done["capabilities"]["journals"], &done["capabilities"]["rhai_rules"]), (&json!(false), &json!(true)));
    served.done("initialize", json!({"client": client, "protocol": 1}));
    assert_eq!(served.end(), Some(0));
}

#[test]
fn what_is_no_message_is_refused_with_the_reason_and_the_schema_agrees() {
    let mut served = Served::with(&[]);
    // The handshake was the first line.
    for (number, (line, id, code, message)) in (2..).zip([
        ("nonsense", json!(null), -32700, "this is not JSON: expected ident at line 1 column 2"),
        ("", json!(null), -32700, "this is not JSON: EOF while parsing a value at line 1 column 0"),
        ("[]", json!(null), -32600, "batches are not supported"),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"help"}]"#, json!(null), -32600, "batches are not supported"),
        ("5", json!(null), -32600, "a message must be a JSON object"),
        ("{}", json!(null), -32600, "a message needs a `method`, or a `result` if it is a response"),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"help"}"#,
            json!(null),
            -32600,
            "an `id` must be a whole number or a string",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"help"}"#,
            json!(null),
            -32600,
            "an `id` must be a whole number or a string",
        ),
        (r#"{"jsonrpc":"2.0","id":"a","method":5}"#, json!("a"), -32600, "a `method` must be a string"),
        (r#"{"id":"b","method":"help"}"#, json!("b"), -32600, "a message must contain `\"jsonrpc\":\"2.0\"`"),
        (
            r#"{"jsonrpc":"1.0","id":"c","method":"help"}"#,
            json!("c"),
            -32600,
            "a message must contain `\"jsonrpc\":\"2.0\"`",
        ),
        (r#"{"jsonrpc":"2.0","id":2,"method":"help","parms":{}}"#, json!(2), -32600, "a message has no field `parms`"),
        (
            r#"{"jsonrpc":"2.0","id":3,"do":"help"}"#,
            json!(3),
            -32600,
            "a message needs a `method`, or a `result` if it is a response",
        ),
        (r#"{"jsonrpc":"2.0","id":4,"method":"hlep"}"#, json!(4), -32601, "there is no method `hlep`"),
        (
            r#"{"jsonrpc":"2.0","id":5,"method":"help","params":[]}"#,
            json!(5),
            -32602,
            "the `params` of `help` are not an object",
        ),
        (r#"{"jsonrpc":"2.0","id":6,"method":"help","params":{"a":1}}"#, json!(6), -32602, "`help` has no field `a`"),
    ]) {
        let told = served.raw(line.as_bytes());
        assert_eq!((&told["id"], &told["error"]["code"]), (&id, &json!(code)), "{line}\n{told}");
        assert_eq!(told["error"]["message"], json!(message), "{line}");
        let known_by_line = told["error"]["data"].get("line").cloned();
        assert_eq!(known_by_line, id.is_null().then(|| json!(number)), "{line}");
        let read: Option<Value> = serde_json::from_str(line).ok();
        assert!(!read.is_some_and(|read| Schema::get().allows(&read)), "the schema allows {line}");
    }
    assert_eq!(served.end(), Some(0));
}

#[test]
fn an_id_is_a_number_of_64_bits_with_its_sign() {
    let mut served = Served::with(&[]);
    for id in [i64::MIN, i64::MAX] {
        let told = served.raw(json!({"jsonrpc": "2.0", "id": id, "method": "help"}).to_string().as_bytes());
        assert_eq!(told["id"], json!(id), "{told}");
    }
    let told = served.raw(br#"{"jsonrpc":"2.0","id":-0,"method":"help"}"#);
    assert_eq!((&told["id"], told.get("error")), (&json!(0), None), "{told}");
    let told = served.raw(br#"{"jsonrpc":"2.0","id":9223372036854775808,"method":"help"}"#);
    assert_eq!((&told["id"], &reason(&told).0), (&Value::Null, &"AZ923".to_owned()), "{told}");
    let help = told["error"]["data"]["help"].as_str().expect("there is a way out");
    assert!(help.contains("beyond 9223372036854775807 is written as a string"), "{told}");
    assert_eq!(served.end(), Some(0));
}

#[test]
fn a_key_that_stands_twice_is_refused_and_named() {
    let mut served = Served::opened(&[]);
    for (line, id, key) in [
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"help","method":"session/undo","params":{"session":"one"}}"#,
            json!(1),
            "method",
        ),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"help"}"#, json!(null), "id"),
        (r#"{"jsonrpc":"2.0","id":3,"method":"run","params":{"text":"1 + 1","text":"1 + 2"}}"#, json!(3), "text"),
        (
            r#"{"jsonrpc":"2.0","id":4,"method":"run","params":{"text":"1","texts":{"ada":"person a","ada":"person b"}}}"#,
            json!(4),
            "ada",
        ),
        // The same key, written in two ways.
        (r#"{"jsonrpc":"2.0","id":5,"method":"run","params":{"text":"1","\u0074ext":"2"}}"#, json!(5), "text"),
    ] {
        let told = served.raw(line.as_bytes());
        assert_eq!((&told["id"], reason(&told).0.as_str()), (&id, "AZ923"), "{told}");
        let message = format!("the key `{key}` is written twice in one object");
        assert_eq!(told["error"]["message"], json!(message), "{line}");
    }
    for line in [
        r#"{"jsonrpc":"2.0","id":"q1","result":{"answer":"3","answer":null}}"#,
        r#"{"jsonrpc":"2.0","method":"$/cancel","params":{"id":1,"id":2}}"#,
    ] {
        let told = served.raw(line.as_bytes());
        assert_eq!((&told["method"], &told["params"]["code"]), (&json!("remark"), &json!("AZ923")), "{told}");
        assert!(told.to_string().contains("is written twice"), "{told}");
    }
    assert_eq!(served.end(), Some(0));
}

#[test]
fn what_has_no_response_is_remarked_on() {
    let mut served = Served::with(&[]);
    for (line, code, message) in [
        (r#"{"jsonrpc":"2.0","method":"help"}"#, "AZ923", "`help` is a request, and needs an `id`"),
        (r#"{"jsonrpc":"2.0","method":"$/fly"}"#, "AZ924", "there is no notification `$/fly`"),
        (r#"{"jsonrpc":"2.0","method":"$/cancel","params":{"id":7}}"#, "AZ937", "no request with the id 7 is running"),
        (
            r#"{"jsonrpc":"2.0","method":"$/cancel","params":{}}"#,
            "AZ925",
            "`$/cancel` names no request: missing field `id`",
        ),
        (r#"{"jsonrpc":"2.0","id":"q1","result":{"answer":"3"}}"#, "AZ937", "no question is waiting for an answer"),
        (
            r#"{"jsonrpc":"2.0","id":"q1","result":{},"error":{}}"#,
            "AZ923",
            "a response has either a `result` or an `error`",
        ),
        (r#"{"jsonrpc":"2.0","result":{"answer":"3"}}"#, "AZ923", "a response must have the `id` of its request"),
    ] {
        let told = served.raw(line.as_bytes());
        assert_eq!((&told["method"], &told["params"]["code"]), (&json!("remark"), &json!(code)), "{line}\n{told}");
        assert_eq!(told["params"]["findings"][0]["message"], json!(message), "{line}");
    }
    assert_eq!(served.end(), Some(0));
}

#[test]
fn two_requests_of_one_id_are_not_under_way_at_once() {
    let mut served = Served::opened(&[]);
    let message = |text: &str| {
        let params = json!({"session": "one", "text": text});
        json!({"jsonrpc": "2.0", "id": "x", "method": "session/enter", "params": params})
    };
    served.done("session/mode", json!({"session": "one", "mode": "table"}));
    served.client.expect(&message("light lamp by ada"));
    let asked = served.raw(message("light lamp by ada").to_string().as_bytes());
    assert_eq!(asked["params"]["request"], json!("x"));
    let client = json!({"name": "tests", "version": "1"});
    let params = json!({"client": client, "protocol": 1});
    let shake = json!({"jsonrpc": "2.0", "id": "x", "method": "initialize", "params": params});
    for line in [message("2 + 3"), json!({"jsonrpc": "2.0", "id": "x", "method": "hlep"}), shake] {
        let told = served.raw(line.to_string().as_bytes());
        assert_eq!(told["id"], Value::Null, "the id belongs to the other: {told}");
    }
    assert!(served.answered(&asked, "6 6").to_string().contains("bright"));
    let again = served.raw(message("2 + 3").to_string().as_bytes());
    assert_eq!((&again["id"], &again["result"]["value"]["value"]), (&json!("x"), &json!("5")), "it is free again");
    assert_eq!(served.end(), Some(0));
}
