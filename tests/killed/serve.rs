//! `assize serve`, driven by a bot that remembers what it was told.

use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::client::{Client, with};
use crate::{Chances, Killer, LAMPS, folder, kills};

/// So often in all, unless more is asked for, and so often in one session.
const KILLS: usize = 72;
const KILLS_OF_ONE: usize = 12;

/// The program at the other end, until it is gone.
pub struct Served {
    client: Client,
    /// Counts what is answered.
    killer: Option<Killer>,
}

impl Served {
    /// After the handshake, if the program lives so long.
    pub fn new(input: ChildStdin, output: ChildStdout, killer: Option<Killer>) -> Self {
        let mut client = Client::silent(input, output);
        let _ = client.shake_hands();
        Self { client, killer }
    }

    /// What is answered; nothing once the program is gone.
    fn counted(&mut self, told: Option<Value>) -> Option<Value> {
        let told = told?;
        if let Some(killer) = &mut self.killer {
            killer.count();
        }
        Some(told)
    }

    /// Asks for something.
    pub fn ask(&mut self, method: &str, params: Value) -> Option<Value> {
        let told = self.client.ask(method, params);
        self.counted(told)
    }

    /// Asks for something that is done.
    pub fn done(&mut self, method: &str, params: Value) -> Option<Value> {
        let told = self.ask(method, params)?;
        assert!(told.get("result").is_some(), "{told}");
        Some(told["result"].clone())
    }

    /// Answers a question.
    fn answer(&mut self, asked: &Value, answer: &str) -> Option<Value> {
        let told = self.client.respond(asked, &json!({ "answer": answer }));
        self.counted(told)
    }
}

/// Starts the program with its journals in a folder.
pub fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    command.args(["serve", "--stdio", "--journals"]).arg(folder);
    command
}

pub fn opening(session: &str) -> Value {
    json!({"session": session, "seed": 7, "texts": {"lamps": LAMPS}, "for": "gm"})
}

/// What the bot waits for.
#[derive(Clone, Debug, PartialEq)]
enum Asked {
    Nothing,
    /// A line is entered, and so many answers in it have come on.
    Enter {
        text: String,
        answers: usize,
    },
    Undo,
    Redo,
    /// The entry at this place gets this text, or has it again.
    Edit {
        place: usize,
        text: String,
    },
}

/// What the bot was told of one session.
struct Bot {
    session: String,
    /// What was entered, and whether it is undone.
    entries: Vec<(String, bool)>,
    /// What was changed and can be taken back: where, what it was, and how many entries there were.
    edits: Vec<(usize, String, usize)>,
    asked: Asked,
    /// Grows with every line, for names and values.
    count: u64,
    /// How often it was told that something is done.
    told: usize,
}

/// What a die shows: each question of each watch has its own answer, as far as a die has sides.
fn face(count: u64, question: usize) -> u64 {
    (count + 2 * question as u64) % 6 + 1
}

impl Bot {
    fn new(session: String) -> Self {
        Self { session, entries: Vec::new(), edits: Vec::new(), asked: Asked::Nothing, count: 0, told: 0 }
    }

    /// Fields of a request to its session.
    fn params(&self, params: Value) -> Value {
        with(params, "session", json!(self.session))
    }

    /// One life of the program: everything that was acknowledged is there, and then more is done, until it is killed.
    fn live(&mut self, served: &mut Served) -> Option<()> {
        let opened = served.done("session/open", opening(&self.session))?;
        self.compare(served, &opened)?;
        served.done("session/mode", self.params(json!({"mode": "table"})))?;
        if let (Some(text), Asked::Enter { answers, .. }) = (opened["unfinished"].as_str(), self.asked.clone()) {
            self.enter(served, text, answers)?;
        }
        if self.entries.is_empty() {
            self.enter(served, "use lamps\nperson ada", 0)?;
        }
        loop {
            self.count += 1;
            match self.count % 6 {
                0 => self.take_back(served, true)?,
                1 => self.take_back(served, false)?,
                3 => self.edit(served)?,
                2 => self.enter(served, &format!("set ada.oil = {}", self.count), 0)?,
                _ => self.enter(served, &format!("watch hour{} by ada", self.count), 0)?,
            }
        }
    }

    /// What is there is what was acknowledged, or with what was asked for last as well.
    fn compare(&mut self, served: &mut Served, opened: &Value) -> Option<()> {
        let history = served.done("session/history", self.params(json!({"for": "gm"})))?;
        let text = |entry: &Value| entry["text"].as_str().expect("the game master is told").to_owned();
        let found: Vec<(String, bool)> = history["entries"]
            .as_array()
            .expect("it is a list")
            .iter()
            .map(|entry| (text(entry), entry["struck"] == json!(true)))
            .collect();
        let mut with_last = self.entries.clone();
        match &self.asked {
            Asked::Nothing => {}
            Asked::Enter { text, .. } => with_last.push((text.clone(), false)),
            Asked::Undo => with_last.last_mut().expect("there is one").1 = true,
            Asked::Redo => with_last.last_mut().expect("there is one").1 = false,
            Asked::Edit { place, text } => with_last[*place].0.clone_from(text),
        }
        assert!(found == self.entries || found == with_last, "{:?}\n{found:?}\n{:?}", self.entries, self.asked);
        match (opened["unfinished"].as_str(), &self.asked) {
            (Some(unfinished), Asked::Enter { text, .. }) => assert_eq!(unfinished, text),
            (Some(unfinished), asked) => panic!("{unfinished}, and {asked:?}"),
            (None, Asked::Enter { answers: 1.., .. }) => assert_eq!(found, with_last, "answers were lost"),
            (None, _) => {}
        }
        if found == with_last {
            if let Asked::Edit { place, .. } = self.asked {
                self.note_edit(place);
            }
            self.asked = Asked::Nothing;
        }
        self.entries = found;
        let state = served.done("session/state", self.params(json!({"for": "gm"})))?;
        let set = |(text, struck): &(String, bool)| {
            (!struck).then(|| text.strip_prefix("set ada.oil = ").map(str::to_owned)).flatten()
        };
        if let Some(oil) = self.entries.iter().rev().find_map(set) {
            assert_eq!(state["values"][0]["value"], json!(oil));
        }
        Some(())
    }

    /// Enters a line of which so many answers were acknowledged.
    fn enter(&mut self, served: &mut Served, text: &str, answers: usize) -> Option<()> {
        self.asked = Asked::Enter { text: text.to_owned(), answers };
        let mut told = served.ask("session/enter", self.params(json!({"text": text, "for": "gm"})))?;
        let number = text.trim_start_matches(|sign: char| !sign.is_ascii_digit());
        let number = number.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or_default();
        let mut acknowledged = answers;
        while let Some(path) = told["params"]["path"].as_str().map(str::to_owned) {
            let question = ["first", "second", "third"].iter().position(|name| path.ends_with(name));
            let question = question.expect("it is a watch");
            assert!(question >= acknowledged, "{path} was answered already");
            acknowledged = question;
            self.asked = Asked::Enter { text: text.to_owned(), answers: acknowledged };
            told = served.answer(&told, &face(number, question).to_string())?;
        }
        assert!(told.get("result").is_some(), "{text}: {told}");
        if text.starts_with("watch") {
            let seen = face(number, 0) * 100 + face(number, 1) * 10 + face(number, 2);
            let value = served.done("session/enter", self.params(json!({"text": "_.seen", "for": "gm"})))?;
            assert_eq!(value["value"]["value"], json!(seen.to_string()), "every die is where it was");
        }
        self.entries.push((text.to_owned(), false));
        self.acknowledged();
        Some(())
    }

    /// An entry has another text now: the change can be taken back, or has been.
    fn note_edit(&mut self, place: usize) {
        let Asked::Edit { text, .. } = &self.asked else { return };
        match self.edits.pop_if(|(at, was, _)| *at == place && was == text) {
            Some(_) => {}
            None => self.edits.push((place, self.entries[place].0.clone(), self.entries.len())),
        }
    }

    /// Gives the last entry that sets a value another text.
    fn edit(&mut self, served: &mut Served) -> Option<()> {
        let sets = |(text, struck): &(String, bool)| !struck && text.starts_with("set ");
        let Some(place) = self.entries.iter().rposition(sets) else { return Some(()) };
        let history = served.done("session/history", self.params(json!({})))?;
        let (number, text) = (history["entries"][place]["number"].clone(), format!("set ada.oil = {}", self.count));
        self.asked = Asked::Edit { place, text: text.clone() };
        served.done("session/edit", self.params(json!({"number": number, "text": text})))?;
        self.note_edit(place);
        self.entries[place].0 = text;
        self.acknowledged();
        Some(())
    }

    /// Takes the last change of a text back, if that comes before the last entry.
    fn take_edit_back(&mut self, served: &mut Served) -> Option<bool> {
        let last = self.entries.iter().rposition(|(_, struck)| !struck);
        let Some((place, was, behind)) = self.edits.last().cloned() else { return Some(false) };
        if last.is_some_and(|last| last >= behind) {
            return Some(false);
        }
        self.asked = Asked::Edit { place, text: was.clone() };
        let told = served.done("session/undo", self.params(json!({})))?;
        assert_eq!(told["entry"]["struck"], json!(false), "it is as it was before");
        self.edits.pop();
        self.entries[place].0 = was;
        self.acknowledged();
        Some(true)
    }

    /// Undoes the last entry, or restores it.
    fn take_back(&mut self, served: &mut Served, back: bool) -> Option<()> {
        let Some((_, struck)) = self.entries.last().cloned() else { return Some(()) };
        if self.entries.len() < 3 || struck == back {
            return Some(());
        }
        if back && self.take_edit_back(served)? {
            return Some(());
        }
        self.asked = if back { Asked::Undo } else { Asked::Redo };
        let told = served.done(if back { "session/undo" } else { "session/redo" }, self.params(json!({})))?;
        if !told["entry"].is_null() {
            self.entries.last_mut().expect("there is one").1 = back;
        }
        self.acknowledged();
        Some(())
    }

    fn acknowledged(&mut self) {
        self.asked = Asked::Nothing;
        self.told += 1;
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let folder = folder("serve");
    let mut chances = Chances(0x9e37_79b9);
    let (mut told, mut asked) = (0, 0);
    let kills = kills(KILLS);
    for table in 0..kills / KILLS_OF_ONE {
        let mut bot = Bot::new(format!("table {table}"));
        for _ in 0..KILLS_OF_ONE {
            let mut child = command(&folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
            let (input, output) = (child.stdin.take().expect("it is piped"), child.stdout.take().expect("it is piped"));
            let mut served = Served::new(input, output, Some(Killer::of(child, 40, &mut chances)));
            let _ = bot.live(&mut served);
            served.killer.expect("there is one").join();
            asked += usize::from(bot.asked != Asked::Nothing);
        }
        told += bot.told;
    }
    assert!(told > kills && asked > kills / 10, "{told} were done, and {asked} kills came while something was done");
}
