//! `assize serve --stdio`, as a chat bot drives it: thousands of requests, many of them malformed.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use assize::engine::{Answers, Engine};
use assize::session::{Entered, Session};
use assize::verdict::Audience;
use serde_json::{Value, json};

/// Two dice against a number, one of which may be kept from the players.
const LAMPS: &str = "
system lamps \"Lamps in the Dark\"
modifiers signed
ladder glow, rolls 2d6, highest first {
  level  | rolls  | judged
  bright | 9..12  | 1..
  dim    | 6..8   | 0
  dark   | 2..5   | ..-1
}
kind person { oil : 0..9 = 3 }
procedure light by person {
  ask wind : many number
  ask secret damp : optional number = 0
  sum total {
    wind | sum(wind)
    damp | 0 - damp
  }
  resolve glow with total
  if glow is dark { pay 1 from person.oil \"no oil is left\" }
}
";

/// The running program.
struct Served {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Served {
    fn with(words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        command.args(["serve", "--stdio"]).args(words);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("there is an output"));
        Self { child, input, output: BufReader::new(output) }
    }

    fn send(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(line).and_then(|()| input.write_all(b"\n")).expect("the program reads");
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the program writes text");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Asks, and hears the one line that is answered.
    fn ask(&mut self, request: &Value) -> Value {
        self.send(request.to_string().as_bytes());
        self.hear()
    }

    /// Asks for what must succeed.
    fn done(&mut self, request: &Value) -> Value {
        let reply = self.ask(request);
        assert!(reply.get("ok").is_some(), "{request}\n{reply}");
        reply["ok"].clone()
    }

    /// Asks for what must be refused, and hears why.
    fn refused(&mut self, request: &Value) -> (String, String) {
        let reply = self.ask(request);
        let text = |name: &str| reply["error"][name].as_str().unwrap_or_default().to_owned();
        assert!(reply.get("error").is_some(), "{request}\n{reply}");
        (text("code"), text("message"))
    }

    /// Closes the input, and waits for the end.
    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_line(&mut rest).expect("the program writes text");
        assert_eq!(rest, "", "nothing is said after the last answer");
        self.child.wait().expect("the program ends").code()
    }

    /// A session with the lamps, and with ada.
    fn opened(words: &[&str]) -> Self {
        let mut served = Self::with(words);
        served.done(&json!({"id": "a", "do": "open", "session": "one", "seed": 7, "texts": {"lamps": LAMPS}}));
        served.done(&json!({"id": "b", "do": "enter", "session": "one", "text": "use lamps\nperson ada"}));
        served
    }
}

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

#[test]
fn a_session_is_answered_as_the_library_answers() {
    let mut served = Served::opened(&[]);
    let mut shelf = assize::engine::Shelf::default();
    shelf.put("lamps", LAMPS);
    let mut session = Session::begin(Engine::with(shelf), 7, None).expect("it begins");
    session.enter("use lamps\nperson ada", None).expect("it is understood");
    for text in ["light lamp by ada { wind 2 }", "light other by ada"] {
        let Ok(Entered::Statement { verdict, number, .. }) = session.enter(text, None) else { panic!("{text}") };
        let told = served.done(&json!({"id": 1, "do": "enter", "session": "one", "text": text, "for": "gm"}));
        assert_eq!(told["verdict"], json!(verdict.seen_by(Audience::Gm)));
        assert_eq!(told["number"], json!(number));
    }
    let why = served.done(&json!({"id": 2, "do": "why", "session": "one", "name": "_.glow"}));
    assert_eq!(why["text"], json!(session.why("_.glow", Audience::Players).expect("it was resolved")));
}

#[test]
fn a_script_runs_without_a_session() {
    let text = format!("{LAMPS}\n");
    let scene = "use lamps\nperson ada\nlight lamp by ada";
    let mut served = Served::with(&[]);
    let told = served
        .done(&json!({"id": 1, "do": "run", "text": scene, "texts": {"lamps": text}, "seed": 42, "show": "text"}));
    let mut shelf = assize::engine::Shelf::default();
    shelf.put("lamps", LAMPS);
    let verdict = Engine::with(shelf).compile("script", scene).expect("it compiles").adjudicate(Answers::random(42));
    let verdict = verdict.expect("it runs").seen_by(Audience::Players);
    assert_eq!(told["verdict"], json!(verdict));
    assert_eq!(told["shown"], json!(assize::verdict::text::text(&verdict)));
    let given = served.done(&json!({"id": 2, "do": "run", "text": scene, "texts": {"lamps": LAMPS}, "dice": [6, 6]}));
    assert!(given.to_string().contains("bright"), "{given}");
    let checked = served.done(&json!({"id": 3, "do": "check", "text": scene, "texts": {"lamps": LAMPS}}));
    assert_eq!(checked["warnings"], json!([]));
    let tested = format!("{scene}\nexpect dice 6, 6 {{ lamp.glow = dark }}");
    let tested = served.done(&json!({"id": 4, "do": "test", "text": tested, "texts": {"lamps": LAMPS}}));
    assert_eq!(
        (&tested["passed"], &tested["of"], &tested["failures"][0]["code"]),
        (&json!(0), &json!(1), &json!("AZ801"))
    );
}

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
    let turns = "light first by ada { wind 2, damp 4242 }\nchoose way \"which way?\" { left { }, right { } }\n\
                 choose pace \"how fast?\" { slow { }, quick { } }";
    let so_far = |reply: &Value| reply["ask"]["so_far"].as_str().unwrap_or_default().to_owned();
    let asked = served.ask(&json!({"id": 1, "do": "enter", "session": "one", "text": turns}));
    let told = so_far(&asked);
    assert!(told.starts_with("first (light by ada)\n") && told.contains("2d6: "), "{asked}");
    assert!(!told.contains("4240") && !told.contains("4242"), "players are not told what is secret: {told}");
    // Nothing more has happened when it is asked again, and with the next question only what is new is told.
    assert_eq!(so_far(&served.ask(&json!({"id": 1, "answer": "middle"}))), "");
    assert_eq!(so_far(&served.ask(&json!({"id": 1, "answer": 3}))), "");
    assert_eq!(so_far(&served.ask(&json!({"id": 1, "answer": "left"}))), "way \"which way?\": left (decided)\n");
    served.done(&json!({"id": 1, "answer": "quick"}));
    let run = json!({"id": 2, "do": "run", "text": format!("use lamps\nperson ada\n{turns}"), "seed": 1,
                     "texts": {"lamps": LAMPS}, "for": "gm"});
    assert!(so_far(&served.ask(&run)).contains("total -4240"), "the game master is told everything");
    assert_eq!(so_far(&served.ask(&json!({"id": 2, "answer": "left"}))), "way \"which way?\": left (decided)\n");
}

#[test]
fn a_field_that_does_not_fit_is_named_with_what_it_takes() {
    let mut served = Served::opened(&[]);
    let mut refused = |request: Value| {
        let reply = served.ask(&request);
        let text = |name: &str| reply["error"][name].as_str().unwrap_or_default().to_owned();
        format!("{}; {}", text("message"), text("help"))
    };
    for (request, expected) in [
        (json!({"do": "open", "session": 3}), "`session` of `open` cannot be `3`; it takes a text"),
        (
            json!({"do": "open", "session": "s", "seed": -1}),
            "`seed` of `open` cannot be `-1`; it takes a whole number from 0 on",
        ),
        (
            json!({"do": "run", "text": "", "dice": [1, "x"]}),
            "`dice` of `run` cannot be `[1,\"x\"]`; it takes a list, each a whole number",
        ),
        (
            json!({"do": "run", "text": "", "cast": {"a": 1}}),
            "`cast` of `run` cannot be `{\"a\":1}`; it takes an object of names, each with a text",
        ),
        (
            json!({"do": "enter", "session": "one", "text": "a", "show": "pdf"}),
            "`show` of `enter` cannot be `\"pdf\"`; it takes one of `text`, `markdown`, `html`",
        ),
        (json!({"do": "run"}), "`run` needs a field `text`; it takes a text: The script."),
    ] {
        let mut request = request;
        request["id"] = json!(1);
        assert_eq!(refused(request), expected);
    }
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

#[test]
fn players_learn_no_secret() {
    let mut served = Served::opened(&[]);
    let lit = json!({"id": 1, "do": "enter", "session": "one", "text": "light lamp by ada { damp 4242 }"});
    let told = served.done(&lit).to_string();
    assert!(!told.contains("4242") && told.contains("\"seed\":null"), "{told}");
    let seen = |served: &mut Served, mut request: Value| {
        request["session"] = json!("one");
        let told = served.ask(&request).to_string();
        request["for"] = json!("gm");
        (told.contains("4242"), served.ask(&request).to_string().contains("4242"))
    };
    assert_eq!(seen(&mut served, json!({"id": 2, "do": "enter", "text": "lamp.damp + 0"})), (false, true));
    assert_eq!(seen(&mut served, json!({"id": 3, "do": "history"})), (false, true));
    assert_eq!(seen(&mut served, json!({"id": 4, "do": "export"})), (false, true));
    assert_eq!(seen(&mut served, json!({"id": 5, "do": "export", "format": "json"})), (false, true));
    assert_eq!(seen(&mut served, json!({"id": 6, "do": "export", "format": "script"})), (false, true));
    assert_eq!(seen(&mut served, json!({"id": 7, "do": "why", "name": "lamp.total"})), (false, true));
    let too_much = json!({"id": 9, "do": "enter", "text": "secret set ada.oil = ada.oil * 1414"});
    assert_eq!(seen(&mut served, too_much), (false, true));
    let scene = "use lamps\nperson ada\nsecret set ada.oil = ada.oil * 1414";
    let mut run = json!({"id": 10, "do": "run", "text": scene, "texts": {"lamps": LAMPS}});
    assert!(!served.ask(&run).to_string().contains("4242"), "{}", served.ask(&run));
    run["for"] = json!("gm");
    assert!(served.ask(&run).to_string().contains("4242"), "{}", served.ask(&run));
    assert_eq!(served.refused(&json!({"id": 8, "do": "odds", "session": "one"})).0, "AZ803");
}

#[test]
fn players_learn_no_secret_of_an_earlier_page() {
    let mut served = Served::opened(&[]);
    let enter = |text: &str| json!({"id": 1, "do": "enter", "session": "one", "text": text, "show": "text"});
    served.done(&enter("secret set ada.oil = 7"));
    served.done(&enter("light lamp by ada"));
    let mut rule = enter("replace sum light.total { sum total { wind | sum(wind) + 1 } }");
    rule["for"] = json!("gm");
    assert!(served.done(&rule)["page"].is_string(), "the page is turned");
    served.done(&enter("light other by ada { wind ada.oil * 6111 }"));
    let requests = [
        json!({"do": "enter", "text": "ada.oil * 6111"}),
        json!({"do": "why", "name": "other.total"}),
        json!({"do": "state"}),
        json!({"do": "history"}),
        json!({"do": "export"}),
        json!({"do": "export", "format": "html"}),
        json!({"do": "export", "format": "json"}),
        json!({"do": "export", "format": "script"}),
    ];
    for mut request in requests {
        (request["id"], request["session"]) = (json!(2), json!("one"));
        let kept = ["42777", "36666", "30555", "ada.oil"];
        let tells = |told: &Value| kept.iter().any(|secret| told.to_string().contains(secret));
        assert!(!tells(&served.ask(&request)), "{request}: {}", served.ask(&request));
        request["for"] = json!("gm");
        assert!(tells(&served.ask(&request)), "{request}: {}", served.ask(&request));
    }
    assert_eq!(served.end(), Some(0));
}

#[test]
fn what_is_misspelt_is_offered() {
    let mut served = Served::opened(&[]);
    let help = |served: &mut Served, request: Value| served.ask(&request)["error"]["help"].clone();
    assert_eq!(help(&mut served, json!({"id": 1, "do": "entr"})), json!("did you mean `enter`?"));
    assert_eq!(help(&mut served, json!({"id": 1, "do": "undo", "sesion": "one"})), json!("did you mean `session`?"));
    assert_eq!(help(&mut served, json!({"id": 1, "do": "undo", "session": "won"})), json!("did you mean `one`?"));
}

#[test]
fn no_more_than_a_thousand_sessions_are_open() {
    let mut served = Served::with(&[]);
    for number in 0..1000 {
        served.done(&json!({"id": number, "do": "open", "session": format!("table {number}")}));
    }
    let (code, message) = served.refused(&json!({"id": 1000, "do": "open", "session": "one more"}));
    assert_eq!((code.as_str(), message.as_str()), ("AZ921", "1000 sessions are open, and no more can be"));
    served.done(&json!({"id": 1001, "do": "close", "session": "table 5"}));
    served.done(&json!({"id": 1002, "do": "open", "session": "one more"}));
    assert_eq!(served.refused(&json!({"id": 1003, "do": "open", "session": "one more"})).0, "AZ921");
    assert_eq!(served.end(), Some(0));
}

#[test]
fn a_session_that_is_full_can_still_be_asked_and_closed() {
    let enter = |text: String| json!({"id": 1, "do": "enter", "session": "one", "text": text});
    let fill = |text: &dyn Fn() -> String, most: &str| {
        let mut served = Served::opened(&[]);
        let refused = (0..20).map(|_| served.ask(&enter(text()))).find_map(|reply| reply.get("error").cloned());
        let refused = refused.expect("at some time it is full");
        assert_eq!(refused["code"], json!("AZ921"), "{refused}");
        assert_eq!(refused["message"], json!(format!("this session holds {most}, and no more fit into it")));
        served.done(&json!({"id": 2, "do": "state", "session": "one"}));
        served.done(&json!({"id": 3, "do": "undo", "session": "one"}));
        served.done(&json!({"id": 4, "do": "close", "session": "one"}));
        assert_eq!(served.end(), Some(0));
    };
    fill(&|| format!("note \"{}\"", "x".repeat(60_000)), "500000 characters that were entered");
    let many = || format!("repeat up to 4000 {{ note \"{}\" }}", "x".repeat(3_000));
    fill(&many, "50000000 bytes of what happened");
}

#[test]
fn what_would_take_too_much_is_refused_and_the_program_goes_on() {
    let mut served = Served::with(&[]);
    let mut run = |text: &str| {
        let dice = "system s \"S\"\nprocedure p { roll a : 1000d6 }";
        served.refused(&json!({"id": 1, "do": "run", "text": text, "texts": {"s": dice}})).0
    };
    assert_eq!(run("use s\nrepeat up to 1000 { repeat up to 1000 { p x {} } }"), "AZ703");
    assert_eq!(run("repeat up to 1000 { repeat up to 1000 { note \"again\" } }"), "AZ703");
    assert_eq!(run(&format!("repeat up to 10000 {{ note \"{}\" }}", "x".repeat(60_000))), "AZ703");
    assert_eq!(run(&"note \"x\"\n".repeat(70_000)), "AZ103");
    assert_eq!(run(&"if 1 = 1 { ".repeat(50_000)), "AZ103");
    assert_eq!(served.end(), Some(0));
}

#[test]
fn only_the_named_folder_is_read() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve-folder");
    let inside = folder.join("inside");
    std::fs::create_dir_all(&inside).expect("a folder can be made");
    std::fs::write(inside.join("lamps.asz"), LAMPS).expect("it can be written");
    std::fs::write(folder.join("outside.asz"), LAMPS).expect("it can be written");
    let words = ["--folder", inside.to_str().expect("the path is text")];
    let uses = |name: &str| json!({"id": 1, "do": "check", "text": format!("use \"{name}\"\nperson ada")});
    let outside = folder.join("outside.asz");
    let outside = outside.to_str().expect("the path is text");
    let mut served = Served::with(&words);
    served.done(&uses("lamps.asz"));
    for name in ["../outside.asz", outside, "nowhere.asz"] {
        assert_eq!(served.refused(&uses(name)).0, "AZ108", "{name}");
    }
    #[cfg(unix)]
    {
        let _ = std::os::unix::fs::symlink(outside, inside.join("link.asz"));
        assert_eq!(served.refused(&uses("link.asz")).0, "AZ108");
    }
    assert_eq!(Served::with(&[]).refused(&uses("lamps.asz")).0, "AZ108", "without `--folder` there are no files");
}

#[test]
fn a_session_goes_on_with_its_journal() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve-journals");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("the folder of an earlier run can be removed");
    }
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let words = ["--journals", folder.to_str().expect("the path is text")];
    let mut served = Served::opened(&words);
    served.done(&json!({"id": 1, "do": "enter", "session": "one", "text": "set ada.oil = 5"}));
    assert_eq!(served.end(), Some(0));
    let mut served = Served::with(&words);
    let opened = served.done(&json!({"id": 2, "do": "open", "session": "one", "texts": {"lamps": LAMPS}}));
    assert_eq!(opened["entries"], json!(2));
    let value = served.done(&json!({"id": 3, "do": "enter", "session": "one", "text": "ada.oil"}));
    assert_eq!(value["value"]["value"], json!("5"));
    for name in ["../one", "a/b", "c:d", "."] {
        assert_eq!(served.refused(&json!({"id": 4, "do": "open", "session": name})).0, "AZ921", "{name}");
    }
}

#[test]
fn what_waits_or_has_changed_is_told_when_a_session_is_opened_again() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve-waiting");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("the folder of an earlier run can be removed");
    }
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let words = ["--journals", folder.to_str().expect("the path is text")];
    let mut served = Served::opened(&words);
    served.done(&json!({"id": 1, "do": "mode", "session": "one", "mode": "table"}));
    let twice = "light lamp by ada\nlight other by ada";
    let enter = json!({"id": 2, "do": "enter", "session": "one", "text": twice});
    served.ask(&enter);
    assert_eq!(served.ask(&json!({"id": 2, "answer": "6 6"}))["ask"]["path"], json!("other.glow"));
    assert_eq!(served.end(), Some(0));
    let open = |lamps: &str| json!({"id": 3, "do": "open", "session": "one", "texts": {"lamps": lamps}, "for": "gm"});
    let mut served = Served::with(&words);
    let opened = served.done(&open(LAMPS));
    assert_eq!((&opened["unfinished"], opened.get("page")), (&json!(twice), None));
    assert_eq!(served.ask(&enter)["ask"]["path"], json!("other.glow"), "the first dice are remembered");
    let told = served.done(&json!({"id": 2, "answer": "1 1"}));
    assert!(told["verdict"].to_string().contains("bright") && told["verdict"].to_string().contains("dark"), "{told}");
    assert_eq!(served.end(), Some(0));
    let mut served = Served::with(&words);
    let opened = served.done(&open(&LAMPS.replace("bright", "glaring")));
    assert!(opened["page"].as_str().unwrap_or_default().contains("bright"), "{opened}");
    assert_eq!(served.end(), Some(0));
}

#[test]
fn the_end_of_whoever_asks_is_a_quiet_end() {
    let mut served = Served::with(&[]);
    let mut input = served.input.take().expect("the input is open");
    drop(served.output);
    // The program notices when it writes; then nobody reads what we send.
    for _ in 0..100_000 {
        if input.write_all(b"{\"id\":1,\"do\":\"help\"}\n").is_err() {
            break;
        }
    }
    drop(input);
    assert_eq!(served.child.wait().expect("the program ends").code(), Some(0));
}

#[test]
fn answers_keep_to_the_schema() {
    let output = Command::new(env!("CARGO_BIN_EXE_assize")).args(["schema", "serve"]).output();
    let schema: Value = serde_json::from_slice(&output.expect("the program starts").stdout).expect("it is JSON");
    let replies = jsonschema::validator_for(&schema["reply"]).expect("the schema is one");
    let requests = jsonschema::validator_for(&schema["request"]).expect("the schema is one");
    let mut served = Served::opened(&[]);
    let asked = [
        json!({"do": "enter", "session": "one", "text": "light lamp by ada", "for": "log", "show": "html"}),
        json!({"do": "odds", "session": "one", "statement": "light other by ada", "for": "gm"}),
        json!({"do": "mode", "session": "one", "mode": "table", "by_hand": ["ada"]}),
        json!({"do": "enter", "session": "one", "text": "light other by ada"}),
        json!({"do": "history", "session": "one"}),
        json!({"do": "help"}),
    ];
    for mut request in asked {
        assert!(requests.is_valid(&request), "{request}");
        request["id"] = json!("x");
        let reply = served.ask(&request);
        assert!(replies.is_valid(&reply), "{reply}");
    }
}

/// The blocks of the page for bot authors that hold requests.
fn blocks_of_the_page() -> Vec<String> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/serve.md");
    let page = std::fs::read_to_string(page).expect("it can be read");
    let blocks = page.split("```jsonl\n").skip(1).filter_map(|rest| rest.split_once("```"));
    blocks.map(|(block, _)| block.to_owned()).collect()
}

#[test]
fn what_the_page_shows_is_answered() {
    let blocks = blocks_of_the_page();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        let mut served = Served::with(&[]);
        let (mut last, mut asked) = (json!({}), 0);
        for line in block.lines() {
            served.send(line.as_bytes());
            last = served.hear();
            assert!(last.get("error").is_none(), "{line}\n{last}");
            asked += usize::from(last.get("ask").is_some());
        }
        assert!(last.get("ok").is_some(), "{last}");
        assert_eq!(asked, if block.contains("answer") { 3 } else { 0 });
        assert_eq!(served.end(), Some(0));
    }
}

#[test]
fn the_page_lists_every_request_with_its_fields() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/serve.md");
    let page = std::fs::read_to_string(page).expect("it can be read");
    let help = Served::with(&[]).done(&json!({"id": 1, "do": "help"}));
    for request in help["requests"].as_array().expect("there is a list") {
        let name = format!("`{}`", request["do"].as_str().expect("it has a name"));
        let row = page.lines().find(|line| line.split('|').nth(1).is_some_and(|cell| cell.contains(&name)));
        let row = row.unwrap_or_else(|| panic!("{name} is missing"));
        for field in request["fields"].as_array().expect("there is a list") {
            let field = format!("`{}`", field["name"].as_str().expect("it has a name"));
            assert!(row.contains(&field), "{name} has a field {field}");
        }
    }
}

#[test]
fn the_bot_plays_two_tables() {
    let mut bot = Command::new("python3")
        .args([concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bot.py"), env!("CARGO_BIN_EXE_assize")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a Python");
    let lines = "one: use \"party.asz\"\none: action climb by inez { task climb { quality good } }\none: 7\none: 3\n\
                 two: use \"party.asz\"\ntwo: inez.title\ntwo: action hide by inez { task hide { quality good } }\n\
                 one: 2 5\ntwo: never mind\none: 4 3\none: climb.performance\none: actoin x\n";
    let mut input = bot.stdin.take().expect("the input is open");
    input.write_all(lines.as_bytes()).expect("the bot reads");
    drop(input);
    let output = bot.wait_with_output().expect("the bot ends");
    let told = String::from_utf8(output.stdout).expect("it is text");
    assert!(output.status.success(), "{told}");
    let commitment = "Inez, a thief, BD for commitment: roll 1d6\n";
    for expected in [
        &format!("one: {commitment}"),
        &format!("two: {commitment}"),
        "one: a d6 cannot show 7\n",
        "two: error[AZ714]",
        "outcome",
        "did you mean",
    ] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
}
