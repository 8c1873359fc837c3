//! Thousands of requests, many of them malformed.

use std::io::Write;
use std::thread;

use serde_json::{Value, json};

use crate::{LAMPS, Served};

/// A line, and the id of its answer; none when its id cannot be read.
type Sent = (Vec<u8>, Value);

/// The lines of one session's life.
fn life(block: usize, first: u64) -> Vec<Sent> {
    let session = format!("table {block}");
    let mut bodies = vec![
        json!({"do": "open", "session": session, "seed": block, "texts": {"lamps": LAMPS}}),
        json!({"do": "enter", "session": session, "text": "use lamps\nperson ada"}),
    ];
    for round in 0..5 {
        bodies.extend([
            json!({"do": "enter", "session": session, "text": format!("set ada.oil = 9\nlight lamp{round} by ada {{ wind {round} }}")}),
            json!({"do": "enter", "session": session, "text": format!("lamp{round}.glow"), "for": "gm"}),
            json!({"do": "state", "session": session}),
            json!({"do": "why", "session": session, "name": format!("lamp{round}.glow")}),
            json!({"do": "enter", "session": session, "text": "light lamp by eda"}),
            json!({"do": "undo", "session": session}),
            json!({"do": "redo", "session": session}),
        ]);
    }
    bodies.push(json!({"do": "history", "session": session}));
    bodies.push(json!({"do": "close", "session": session}));
    let mut lines = Vec::new();
    for (id, mut body) in (first..).zip(bodies) {
        body["id"] = json!(id);
        lines.push((body.to_string().into_bytes(), json!(id)));
        if id % 9 == 0 {
            lines.push(malformed(id));
        }
    }
    lines
}

/// Many ways to get it wrong.
fn malformed(number: u64) -> Sent {
    let id = 1_000_000 + number;
    let deep = format!("{{\"id\":{id},\"do\":{}", "[".repeat(10_000));
    let (line, known): (Vec<u8>, bool) = match number / 9 % 17 {
        0 => (b"nonsense".to_vec(), false),
        1 => (Vec::new(), false),
        2 => (b"{\"id\":5,\"do\":\"\xff\xfe\"}".to_vec(), false),
        3 => (b"[1,2,3]".to_vec(), false),
        4 => (b"{\"do\":\"help\"}".to_vec(), false),
        5 => (b"{\"id\":{},\"do\":\"help\"}".to_vec(), false),
        6 => (deep.into_bytes(), false),
        7 => (vec![b'x'; (1 << 20) + 1 + usize::try_from(number % 7).unwrap_or(0)], false),
        8 => (b"{\"id\":5,\"do\":\"enter\"".to_vec(), false),
        9 => (json!({"id": id, "do": "fly"}).to_string().into(), true),
        10 => (json!({"id": id, "do": "enter", "session": 5, "text": "1"}).to_string().into(), true),
        11 => (json!({"id": id, "do": "enter", "session": "nowhere", "text": "1"}).to_string().into(), true),
        12 => (json!({"id": id, "do": "state", "session": "nowhere", "sed": 1}).to_string().into(), true),
        13 => (json!({"id": id, "answer": "3 5"}).to_string().into(), true),
        14 => (json!({"id": id, "do": "open", "session": "x", "seed": -1}).to_string().into(), true),
        15 => (json!({"id": id, "do": ["help"]}).to_string().into(), true),
        _ => (json!({"id": id, "do": "run", "text": "((((((((".repeat(5_000)}).to_string().into(), true),
    };
    (line, if known { json!(id) } else { Value::Null })
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
fn ten_thousand_requests_have_ten_thousand_answers_in_order() {
    let mut lines = Vec::new();
    for five in 0..47 {
        let five_tables = (five * 5..five * 5 + 5).map(|block| life(block, block as u64 * 100 + 1)).collect();
        lines.extend(interleaved(five_tables));
    }
    let wrong = lines.iter().filter(|(_, id)| id.is_null() || id.as_u64() >= Some(1_000_000)).count();
    assert!(lines.len() >= 10_000 && wrong >= lines.len() / 10, "{wrong} of {}", lines.len());

    let mut served = Served::with(&[]);
    let mut input = served.input.take().expect("the input is open");
    let sent: Vec<Vec<u8>> = lines.iter().map(|(line, _)| line.clone()).collect();
    let writer = thread::spawn(move || {
        for line in sent {
            input.write_all(&line).and_then(|()| input.write_all(b"\n")).expect("the program reads");
        }
    });
    for (number, (line, id)) in (1..).zip(&lines) {
        let reply = served.hear();
        let line = String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
        assert_eq!(reply["id"], *id, "line {number}: {line}\n{reply}");
        let by_design = line.contains("eda") || id.is_null() || id.as_u64() >= Some(1_000_000);
        let kind = if by_design { "error" } else { "ok" };
        assert!(reply.get(kind).is_some(), "line {number}: {line}\n{reply}");
        if id.is_null() {
            assert_eq!(reply["error"]["line"], json!(number), "{line}");
        }
    }
    writer.join().expect("everything was sent");
    assert_eq!(served.end(), Some(0));
}
