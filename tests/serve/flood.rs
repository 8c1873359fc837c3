//! Thousands of requests, many of them malformed.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::thread;

use serde_json::{Value, json};

use crate::{LAMPS, Served};

/// A line, and what comes of it.
type Sent = (Vec<u8>, Comes);

/// What comes of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Comes {
    /// A result, for this id.
    Result(u64),
    /// An error with this number, for this id.
    Error(u64, i64),
    /// An error with this number, and no id.
    Nameless(i64),
    /// A remark with this code.
    Remark(&'static str),
}

fn message(id: u64, method: &str, params: &Value) -> Vec<u8> {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string().into()
}

/// The lines of one session's life.
fn life(block: usize, first: u64) -> Vec<Sent> {
    let session = format!("table {block}");
    let named = json!({"session": session});
    let enter = |text: &str| ("session/enter", json!({"session": session, "text": text}));
    let mut asked = vec![
        ("session/open", json!({"session": session, "seed": block, "texts": {"lamps": LAMPS}})),
        enter("use lamps\nperson ada"),
    ];
    for round in 0..5 {
        asked.extend([
            enter(&format!("set ada.oil = 9\nlight lamp{round} by ada {{ wind {round} }}")),
            ("session/enter", json!({"session": session, "text": format!("lamp{round}.glow"), "for": "gm"})),
            ("session/state", named.clone()),
            ("session/why", json!({"session": session, "name": format!("lamp{round}.glow")})),
            enter("light lamp by eda"),
            ("session/undo", named.clone()),
            ("session/redo", named.clone()),
        ]);
    }
    asked.extend([("session/history", named.clone()), ("session/close", named)]);
    let mut lines = Vec::new();
    for (id, (method, params)) in (first..).zip(asked) {
        let is_wrong = params.to_string().contains("eda");
        lines.push((message(id, method, &params), if is_wrong { Comes::Error(id, -32000) } else { Comes::Result(id) }));
        if id % 9 == 0 {
            lines.push(malformed(id));
        }
    }
    lines
}

/// Many ways to get it wrong.
fn malformed(number: u64) -> Sent {
    let id = 1_000_000 + number;
    let request = |method: &str, params: Value, error: i64| (message(id, method, &params), Comes::Error(id, error));
    let long = (1 << 20) + 1 + usize::try_from(number % 7).unwrap_or(0);
    match number / 9 % 21 {
        0 => (b"nonsense".to_vec(), Comes::Nameless(-32700)),
        1 => (Vec::new(), Comes::Nameless(-32700)),
        2 => (b"{\"id\":5,\"method\":\"\xff\xfe\"}".to_vec(), Comes::Nameless(-32700)),
        3 => (b"[1,2,3]".to_vec(), Comes::Nameless(-32600)),
        4 => (b"{\"jsonrpc\":\"2.0\",\"method\":\"help\"}".to_vec(), Comes::Remark("AZ923")),
        5 => (b"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"help\"}".to_vec(), Comes::Nameless(-32600)),
        6 => (format!("{{\"id\":{id},\"method\":{}", "[".repeat(10_000)).into(), Comes::Nameless(-32700)),
        7 => (vec![b'x'; long], Comes::Nameless(-32012)),
        8 => (b"{\"id\":5,\"method\":\"run\"".to_vec(), Comes::Nameless(-32700)),
        9 => request("fly", json!({}), -32601),
        10 => request("session/enter", json!({"session": 5, "text": "1"}), -32602),
        11 => request("session/enter", json!({"session": "nowhere", "text": "1"}), -32004),
        12 => request("session/state", json!({"session": "nowhere", "sed": 1}), -32602),
        13 => (b"{\"jsonrpc\":\"2.0\",\"id\":\"q0\",\"result\":{\"answer\":\"3\"}}".to_vec(), Comes::Remark("AZ937")),
        14 => request("session/open", json!({"session": "x", "seed": -1}), -32602),
        15 => (json!({"jsonrpc": "2.0", "id": id, "method": ["help"]}).to_string().into(), Comes::Error(id, -32600)),
        16 => (json!({"id": id, "method": "help"}).to_string().into(), Comes::Error(id, -32600)),
        17 => request("session/undo", json!(["table 1"]), -32602),
        18 => {
            (b"{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":-1}}".to_vec(), Comes::Remark("AZ937"))
        }
        19 => (b"{\"jsonrpc\":\"2.0\",\"method\":\"$/fly\"}".to_vec(), Comes::Remark("AZ924")),
        _ => request("run", json!({"text": "((((((((".repeat(5_000)}), -32000),
    }
}

/// Lines of several lives, in turns.
fn interleaved(sessions: Vec<Vec<Sent>>) -> Vec<Sent> {
    let mut going: Vec<_> = sessions.into_iter().map(Vec::into_iter).collect();
    let mut lines = Vec::new();
    while !going.is_empty() {
        going.retain_mut(|life| match life.next() {
            Some(line) => {
                lines.push(line);
                true
            }
            None => false,
        });
    }
    lines
}

#[test]
fn each_of_ten_thousand_requests_has_one_response() {
    let mut lines = Vec::new();
    for five in 0..47 {
        let five_tables = (five * 5..five * 5 + 5).map(|block| life(block, block as u64 * 100 + 1)).collect();
        lines.extend(interleaved(five_tables));
    }
    let wrong =
        lines.iter().filter(|(_, comes)| !matches!(comes, Comes::Result(_) | Comes::Error(0..1_000_000, _))).count();
    assert!(lines.len() >= 10_000 && wrong >= lines.len() / 10, "{wrong} of {}", lines.len());

    let mut served = Served::with(&[]);
    let mut input = served.client.take_input();
    let sent: Vec<Vec<u8>> = lines.iter().map(|(line, _)| line.clone()).collect();
    let writer = thread::spawn(move || {
        for line in sent {
            input.write_all(&line).and_then(|()| input.write_all(b"\n")).expect("the program reads");
        }
    });
    for (line, comes) in &lines {
        if let Comes::Result(_) = comes {
            served.client.expect(&serde_json::from_slice(line).expect("it is a request"));
        }
    }
    let (mut heard, mut order, mut numbers): (Vec<Comes>, BTreeMap<u64, u64>, BTreeSet<u64>) = Default::default();
    for _ in &lines {
        let told = served.client.hear().expect("nothing is lost");
        let error = told["error"]["code"].as_i64();
        heard.push(match (told["id"].as_u64(), error) {
            (Some(id), None) if told.get("result").is_some() => Comes::Result(id),
            (Some(id), Some(error)) => Comes::Error(id, error),
            (None, Some(error)) => {
                assert!(numbers.insert(told["error"]["data"]["line"].as_u64().expect("its line is told")), "{told}");
                Comes::Nameless(error)
            }
            (_, None) => {
                let known = ["AZ923", "AZ924", "AZ937"].into_iter().find(|code| told["params"]["code"] == json!(code));
                Comes::Remark(known.unwrap_or_else(|| panic!("{told}")))
            }
        });
        // Of one session each is answered before the next.
        if let Some(id) = told["id"].as_u64().filter(|id| *id < 1_000_000) {
            let before = order.insert(id / 100, id);
            assert!(before < Some(id), "{before:?} came before {id}");
        }
    }
    writer.join().expect("everything was sent");
    for number in numbers {
        let (line, comes) = &lines[usize::try_from(number).expect("it is small") - 2];
        assert!(matches!(comes, Comes::Nameless(_)), "line {number}: {}", String::from_utf8_lossy(line));
    }
    let mut expected: Vec<String> = lines.iter().map(|(_, comes)| format!("{comes:?}")).collect();
    let mut heard: Vec<String> = heard.iter().map(|comes| format!("{comes:?}")).collect();
    expected.sort();
    heard.sort();
    assert!(expected == heard, "{:?}", expected.iter().zip(&heard).find(|(expected, heard)| expected != heard));
    assert_eq!(served.end(), Some(0));
}
