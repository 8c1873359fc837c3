//! The same protocol over WebSocket: who may connect, and that each connection is a conversation of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::StatusCode;
use tungstenite::{Error, Message, WebSocket};

/// The running program.
struct Listening {
    child: Child,
    url: String,
}

impl Listening {
    fn with(words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        let mut child = command
            .args(["serve", "--port", "0"])
            .args(words)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut url = String::new();
        BufReader::new(child.stdout.take().expect("it is piped"))
            .read_line(&mut url)
            .expect("it says where it listens");
        Self { child, url: url.trim().to_owned() }
    }

    fn host(&self) -> &str {
        self.url.trim_start_matches("ws://").split('/').next().expect("there is a host")
    }

    /// Connects with a head of this kind; or the code of the refusal.
    fn try_connect(&self, url: &str, heads: &[(&'static str, &str)]) -> Result<Talk, StatusCode> {
        let mut request = url.into_client_request().expect("it is an address");
        for (name, value) in heads {
            request.headers_mut().insert(*name, value.parse().expect("it is a head"));
        }
        let stream = TcpStream::connect(self.host()).expect("it listens");
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Talk(socket)),
            Err(tungstenite::HandshakeError::Failure(Error::Http(refused))) => Err(refused.status()),
            Err(error) => panic!("{error}"),
        }
    }

    fn connect(&self) -> Talk {
        let mut talk = self.try_connect(&self.url, &[]).expect("it is let in");
        let client = json!({ "name": "test", "version": "1" });
        let hands = talk.ask(&json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "client": client, "protocol": 1 } }));
        assert_eq!(hands["result"]["protocol"], json!(1), "{hands}");
        talk
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Talk(WebSocket<TcpStream>);

impl Talk {
    fn ask(&mut self, message: &Value) -> Value {
        // Over several lines, as some programs write JSON.
        self.0.send(Message::text(format!("{message:#}"))).expect("it is heard");
        self.hear()
    }

    fn hear(&mut self) -> Value {
        let heard = self.0.read().expect("it answers");
        serde_json::from_str(heard.to_text().expect("it is a text")).expect("it is JSON")
    }
}

fn enter(id: i64, session: &str, text: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": "session/enter", "params": { "session": session, "text": text } })
}

fn open(session: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "session/open", "params": { "session": session, "seed": "7" } })
}

#[test]
fn each_connection_is_a_conversation_of_its_own() {
    let listening = Listening::with(&[]);
    let mut talks: Vec<Talk> = (0..4).map(|_| listening.connect()).collect();
    for talk in &mut talks {
        assert_eq!(talk.ask(&open("friday"))["result"]["entries"], json!(0));
    }
    let heard: Vec<Value> =
        talks.iter_mut().map(|talk| talk.ask(&enter(2, "friday", "2d6 + 3"))["result"]["value"].clone()).collect();
    assert!(heard.iter().all(|value| value == &heard[0] && value["number"].is_i64()), "one seed, one roll: {heard:?}");
    // What is wrong is refused, and the next message answered.
    let wrong = talks[0].ask(&json!({ "jsonrpc": "2.0", "id": 3, "method": "session/undu" }));
    assert_eq!(wrong["error"]["code"], json!(-32601));
    talks[0].0.send(Message::binary(vec![0xff, 0xfe])).expect("it is heard");
    assert_eq!(talks[0].hear()["error"]["data"]["code"], json!("AZ920"));
    assert_eq!(talks[0].ask(&enter(4, "friday", "1 + 1"))["result"]["value"]["number"], json!(2));
}

#[test]
fn only_those_who_know_the_address_connect() {
    let listening = Listening::with(&["--origin", "https://table.example"]);
    let host = listening.host().to_owned();
    let (address, token) = listening.url.rsplit_once('/').expect("there is a token");
    for wrong in ["", &token[1..], "000000000000", &token.to_uppercase(), &format!("{token}0")] {
        let refused = listening.try_connect(&format!("{address}/{wrong}"), &[]).err();
        assert_eq!(refused, Some(StatusCode::NOT_FOUND), "{wrong}");
    }
    let refused = |heads: &[(&'static str, &str)]| listening.try_connect(&listening.url, heads).err();
    for origin in [
        "https://evil.example",
        "null",
        "https://table.example.evil",
        "http://table.example",
        &format!("http://{host}"),
    ] {
        assert_eq!(refused(&[("origin", origin)]), Some(StatusCode::FORBIDDEN), "{origin}");
    }
    assert_eq!(refused(&[("origin", "https://table.example")]), None);
    assert_eq!(refused(&[("host", "evil.example")]), Some(StatusCode::NOT_FOUND), "another name for this machine");
}

#[test]
fn who_is_silent_too_many_or_too_long_harms_nobody_else() {
    let listening = Listening::with(&[]);
    // Somebody who says nothing, and somebody who speaks something else.
    let _silent = TcpStream::connect(listening.host()).expect("it listens");
    let mut other = TcpStream::connect(listening.host()).expect("it listens");
    other.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").expect("it is heard");
    let mut said = Vec::new();
    other.read_to_end(&mut said).expect("it is let go");
    let mut talk = listening.connect();
    let mut long = listening.connect();
    long.0.send(Message::text(" ".repeat((1 << 20) + 1))).ok();
    assert!(long.0.read().is_err(), "a message that is too long ends its connection");
    let mut many: Vec<Talk> = Vec::new();
    let refused = loop {
        match listening.try_connect(&listening.url, &[]) {
            Ok(talk) => many.push(talk),
            Err(code) => break code,
        }
        assert!(many.len() < 20, "there is a limit");
    };
    assert_eq!(refused, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(talk.ask(&open("friday"))["result"]["entries"], json!(0));
    drop(many);
    // As soon as they have gone there is room.
    let again = (0..100).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        listening.try_connect(&listening.url, &[]).ok()
    });
    assert!(again.is_some());
}

#[test]
fn an_origin_that_no_browser_says_is_refused() {
    for origin in
        ["https://table.example/", "table.example", "https://", "https://Table.example", "https://a b", "null"]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        let output = command.args(["serve", "--port", "0", "--origin", origin]).output().expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains("such as https://table.example"), "{origin}: {said}");
    }
}
