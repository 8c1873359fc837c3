//! An editor that says what a test tells it to, and hears what the real program answers.
#![expect(clippy::needless_pass_by_value, reason = "what is said is made where it is said")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::folder;

/// Longer than this nothing takes, on however busy a machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// A system in a file beside the scenes.
pub const STONES: &str = "system stones \"Stones\"
modifiers signed
scale height { low | as tall as possible }
ladder lift, rolls 1d6, highest first {
  level | rolls | judged
  open  | 4..6  | 3..
  shut  | 1..3  | ..2
}
kind person { stones : 0..9 = 3 \"in hand\", reach : height = low }
rule both(one : number, other : number) = one + other
procedure raise by lifter : person {
  ask aim : height = low
  sum total {
    stones | lifter.stones
    aim    | if aim is low then 0 else -1
  }
  resolve lift with both(total, 0)
}
";

/// The running program.
pub struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
    number: i64,
    folder: PathBuf,
    versions: BTreeMap<String, i64>,
    /// What was told last about each text, and of which version.
    told: BTreeMap<String, (i64, Value)>,
    /// How often anything was told about a text.
    pub times_told: usize,
}

impl Editor {
    /// With the system in a folder of this name, after the handshake of an editor that counts in UTF-16.
    pub fn new(name: &str) -> Self {
        Self::with(name, json!({ "capabilities": {} }))
    }

    pub fn with(name: &str, introduction: Value) -> Self {
        let mut editor = Self::silent(name);
        let answer = editor.ask("initialize", introduction);
        assert_eq!(answer["serverInfo"]["name"], "assize");
        editor.tell("initialized", json!({}));
        editor
    }

    /// Before anything was said.
    pub fn silent(name: &str) -> Self {
        let folder = folder::empty(Path::new("lsp").join(name));
        fs::write(folder.join("stones.asz"), STONES).expect("it can be written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("it is piped"));
        let (heard, messages) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = message(&mut output) {
                if heard.send(message).is_err() {
                    return;
                }
            }
        });
        let (versions, told) = (BTreeMap::new(), BTreeMap::new());
        Self { child, input, output: messages, number: 0, folder, versions, told, times_told: 0 }
    }

    /// Writes bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    /// Writes a body with a header.
    pub fn body(&mut self, body: &str) {
        self.raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// The next message, whatever it is.
    pub fn hear(&mut self) -> Value {
        let message = self.output.recv_timeout(PATIENCE).expect("the program says something");
        if message["method"] == "textDocument/publishDiagnostics" {
            let params = &message["params"];
            let uri = params["uri"].as_str().expect("it is about a text").to_owned();
            let version = params["version"].as_i64().unwrap_or(-1);
            self.told.insert(uri, (version, params["diagnostics"].clone()));
            self.times_told += 1;
        }
        message
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        self.body(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// Asks, and waits for nothing.
    pub fn send(&mut self, method: &str, params: Value) -> i64 {
        self.number += 1;
        let message = json!({ "jsonrpc": "2.0", "id": self.number, "method": method, "params": params });
        self.body(&message.to_string());
        self.number
    }

    /// The response to a request.
    pub fn response(&mut self, number: i64) -> Value {
        loop {
            let message = self.hear();
            if message["id"] == number && message.get("method").is_none() {
                return message;
            }
        }
    }

    /// Asks for what must succeed.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let number = self.send(method, params);
        let response = self.response(number);
        assert!(response.get("error").is_none(), "{method}: {response}");
        response["result"].clone()
    }

    /// Asks for what must be refused, and hears the number of the reason and the reason.
    pub fn refused(&mut self, method: &str, params: Value) -> (i64, String) {
        let number = self.send(method, params);
        let response = self.response(number);
        let error = &response["error"];
        (error["code"].as_i64().expect("it is refused"), error["message"].as_str().unwrap_or_default().to_owned())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The address of a file in the folder.
    pub fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display()).replace(' ', "%20")
    }

    /// Opens a text, and waits for what is told of it.
    pub fn open(&mut self, name: &str, text: &str) -> Value {
        self.open_quietly(name, text);
        self.diagnostics(name)
    }

    pub fn open_quietly(&mut self, name: &str, text: &str) {
        let uri = self.uri(name);
        self.versions.insert(uri.clone(), 1);
        let document = json!({ "uri": uri, "languageId": "assize", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Makes changes, and waits for nothing.
    pub fn change(&mut self, name: &str, changes: Value) {
        let uri = self.uri(name);
        let version = self.versions.get_mut(&uri).expect("it is open");
        *version += 1;
        let document = json!({ "uri": uri, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Writes the whole text anew, and waits for what is told of it.
    pub fn write(&mut self, name: &str, text: &str) -> Value {
        self.change(name, json!([{ "text": text }]));
        self.diagnostics(name)
    }

    /// What is told of a text as it stands.
    pub fn diagnostics(&mut self, name: &str) -> Value {
        let uri = self.uri(name);
        let version = self.versions[&uri];
        while self.told.get(&uri).is_none_or(|(told, _)| *told < version) {
            self.hear();
        }
        self.told.remove(&uri).map(|(_, told)| told).unwrap_or_default()
    }

    /// A request about a text.
    pub fn of(&mut self, method: &str, name: &str) -> Value {
        let params = json!({ "textDocument": { "uri": self.uri(name) } });
        self.ask(method, params)
    }

    /// A request about a place.
    pub fn at(&mut self, method: &str, name: &str, place: (usize, usize)) -> Value {
        let params = self.place(name, place);
        self.ask(method, params)
    }

    pub fn place(&self, name: &str, (line, character): (usize, usize)) -> Value {
        json!({ "textDocument": { "uri": self.uri(name) }, "position": { "line": line, "character": character } })
    }

    /// Ends the conversation as it should be, and hears how the program ends.
    pub fn close(mut self) -> Option<i32> {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.ended()
    }

    /// Says nothing more.
    pub fn hang_up(mut self) -> Option<i32> {
        self.input = None;
        self.ended()
    }

    /// How the program ends.
    pub fn ended(&mut self) -> Option<i32> {
        self.child.wait().expect("the program ends").code()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // A test that fails leaves no program behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", said)) => length = said.parse().expect("a number"),
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("messages are JSON"))
}

/// The text after the changes that an editor is told to make, in UTF-16.
pub fn edited(text: &str, edits: &Value) -> String {
    let mut edits: Vec<&Value> = edits.as_array().expect("a list of edits").iter().collect();
    edits.sort_by_key(|edit| offset(text, &edit["range"]["start"]));
    let mut edited = text.to_owned();
    for edit in edits.iter().rev() {
        let range = offset(text, &edit["range"]["start"])..offset(text, &edit["range"]["end"]);
        edited.replace_range(range, edit["newText"].as_str().expect("a text"));
    }
    edited
}

/// The byte at a place that is there.
pub fn offset(text: &str, place: &Value) -> usize {
    let number = |key: &str| usize::try_from(place[key].as_u64().expect("a number")).expect("it is small");
    let mut lines = text.split_inclusive('\n');
    let before: usize = lines.by_ref().take(number("line")).map(str::len).sum();
    let (mut column, mut at) = (0, 0);
    for letter in lines.next().unwrap_or_default().chars() {
        if column >= number("character") {
            break;
        }
        column += letter.len_utf16();
        at += letter.len_utf8();
    }
    assert_eq!(column, number("character"), "{place} is between two letters");
    before + at
}

/// The text at a range.
pub fn slice<'t>(text: &'t str, range: &Value) -> &'t str {
    &text[offset(text, &range["start"])..offset(text, &range["end"])]
}

/// Line and column in UTF-16 of the first place where a word stands.
pub fn place_of(text: &str, word: &str) -> (usize, usize) {
    let before = &text[..text.find(word).unwrap_or_else(|| panic!("there is no `{word}`"))];
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count(), line.encode_utf16().count())
}
