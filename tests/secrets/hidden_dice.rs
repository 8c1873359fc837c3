//! The game master is told the same whether a line that hides something from them comes to anything or not.

use assize::Engine;
use assize::engine::{Answers, Seeds};
use assize::protocol::Listed;
use assize::session::Session;
use assize::verdict::{Audience, Verdict, json, markdown, text};

/// A scene in which `SPY` says whether dice fall that the game master does not see, and what happens besides.
const SCENES: [&[&str]; 3] = [
    &["hidden flag spy = SPY", "hidden if spy { roll x : 1d6 }", "note \"end\""],
    &["hidden flag spy = SPY", "hidden if spy { roll x : 1d6 }", "roll y : 1d6", "note \"end\""],
    &["hidden flag spy = SPY", "secret roll y : 1d6", "hidden if spy { note \"a \\\"spy\\\"\" }", "note \"end\""],
];

fn seeds() -> Seeds {
    Seeds { public: 7.into(), secret: 9.into() }
}

fn shown(verdict: &Verdict) -> String {
    [text::text(verdict), markdown::markdown(verdict), json::json(verdict)].concat()
}

/// What the game master is told of a scene that is run, and of a session that it is entered in.
fn told(lines: &[&str], spy: &str) -> Vec<String> {
    let lines: Vec<String> = lines.iter().map(|line| line.replace("SPY", spy)).collect();
    let scene = Engine::default().compile("scene.asz", &(lines.join("\n") + "\n")).expect("it is right");
    let verdict = scene.adjudicate(Answers::random(seeds())).expect("it ends");
    let mut session = Session::begin(Engine::default(), seeds(), None).expect("it begins");
    for line in &lines {
        session.enter(line, None).unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
    let seen = session.transcript("An evening").seen_by(Audience::Gm);
    let mut told = vec![shown(&verdict.seen_by(Audience::Gm))];
    told.extend([markdown::transcript(&seen), json::transcript(&seen)]);
    for entry in session.entries() {
        told.push(shown(&entry.verdict.of_session_seen_by(Audience::Gm)));
        told.push(serde_json::to_string(&Listed::of(entry, Audience::Gm)).expect("it is plain data"));
    }
    told
}

#[test]
fn nothing_tells_whether_hidden_dice_fell() {
    for lines in SCENES {
        let [yes, no] = ["yes", "no"].map(|spy| told(lines, spy));
        assert_eq!(yes, no, "{lines:?}");
    }
    // What is open is told with its seed all the same, and what is typed unless it hides something.
    let told = told(SCENES[1], "no");
    assert!(told[0].contains("seed 7") && told[1].contains("roll y : 1d6"), "{told:?}");
}

#[test]
fn a_text_may_speak_of_what_is_hidden() {
    let mut session = Session::begin(Engine::default(), seeds(), None).expect("it begins");
    session.enter("note \"a hidden door\"", None).expect("it is right");
    let seen = session.transcript("An evening").seen_by(Audience::Gm);
    assert_eq!(seen.entries[0].text, "note \"a hidden door\"");
}
