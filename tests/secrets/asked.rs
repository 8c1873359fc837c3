//! What somebody is asked tells them nothing that is kept from them.

use assize::engine::{Answers, Ask, Engine, Response, Seeds, Shelf, by_hand};
use assize::protocol::Question;

const SYSTEM: &str = r#"system keep "The Keep"
modifiers signed
kind person { luck : 0..99 = 50 }
procedure guess by person {
  ask burden : number = 0
  choose near : 0..9 by person = 1 "how near to {burden}?"
  choose far : 0..9999 by person = burden + 44000 - 44000 "how far from {burden}?"
  choose some : 0..burden by person = 1 "how much of {burden}?"
}
procedure feel by person {
  hidden roll ache : 1d1000
  choose pain : 0..1000 by person = ache.sum "how bad is {ache}?"
}
"#;

fn scene(line: &str) -> String {
    format!("use keep\nperson ada \"Ada\"\n{line}\n")
}

/// What is asked, as whoever is asked reads it at the table and over the protocol, and as everybody does.
fn asked(line: &str, secret_seed: u64) -> Vec<(String, String)> {
    let mut shelf = Shelf::default();
    shelf.put("keep", SYSTEM);
    let scene = Engine::with(shelf).compile("scene.asz", &scene(line)).unwrap_or_else(|failure| panic!("{failure}"));
    let mut asked = Vec::new();
    let mut person = |ask: &Ask<'_>| {
        let read = |ask: &Ask<'_>| {
            let explained = by_hand::read(ask, "?").err().unwrap_or_default();
            let question = Question::of(ask).expect("it is for a person");
            format!("{} {explained} {question:?}", by_hand::question(ask))
        };
        asked.push((read(ask), read(&ask.for_everybody())));
        by_hand::read(ask, "").unwrap_or(Response::Never)
    };
    let seeds = Seeds { secret: secret_seed.into(), ..Seeds::from(5) };
    let answers = Answers { person: Some(&mut person), ..Answers::random(seeds) };
    scene.adjudicate(answers).unwrap_or_else(|failure| panic!("{failure}"));
    asked
}

#[test]
fn nobody_is_told_what_is_hidden() {
    let of_blank = ["41", "77"].map(|burden| asked(&format!("guess a by ada {{ hidden burden {burden} }}"), 1));
    assert_eq!(of_blank[0], of_blank[1]);
    let of_roll = [1, 2].map(|seed| asked("feel a by ada", seed));
    assert_eq!(of_roll[0], of_roll[1]);
    for (asked, _) in of_blank.concat().iter().chain(&of_roll[0]) {
        assert!(asked.contains('…'), "{asked}");
    }
    // Whoever answers what is hidden as a whole is told the limits, and nothing else.
    for (asked, for_all) in asked("hidden guess a by ada { burden 41 }", 1) {
        assert!(asked.contains("…? (") && !for_all.contains("41"), "{asked}: {for_all}");
    }
}

#[test]
fn what_is_secret_is_told_to_whoever_may_know_it_and_nobody_else() {
    for lines in ["guess a by ada { secret burden BURDEN }", "secret guess a by ada { burden BURDEN }"] {
        let [one, other] = ["41", "77"].map(|burden| asked(&lines.replace("BURDEN", burden), 1));
        let for_all = |asked: &[(String, String)]| asked.iter().map(|(_, all)| all.clone()).collect::<Vec<_>>();
        assert_eq!(for_all(&one), for_all(&other), "{lines}");
        assert!(one.iter().any(|(asked, _)| asked.contains("how far from 41?")), "{lines}: {one:?}");
    }
}

#[cfg(feature = "cli")]
#[test]
fn whoever_plays_for_players_is_asked_as_players_are() {
    use std::path::Path;

    use crate::{commands::ended, folder};

    for lines in ["guess a by ada { secret burden BURDEN }", "secret guess a by ada { burden BURDEN }"] {
        let said = ["41", "77"].map(|burden| {
            let folder = folder::empty(Path::new("secrets").join("asked").join(burden));
            std::fs::write(folder.join("keep.asz"), SYSTEM).expect("a file can be written");
            std::fs::write(folder.join("scene.asz"), scene(&lines.replace("BURDEN", burden))).expect("so can this");
            ["near", "far"].map(|until| {
                let choices: &[&str] = if until == "near" { &[] } else { &["--choose", "near=1"] };
                let asked =
                    ["run", "scene.asz", "--for", "players", "--table", "--seed", "5", "--error-format", "plain"];
                let (code, said) = ended(&folder, &[&asked[..], choices].concat());
                assert!(said.contains("how"), "{said}");
                (code, said)
            })
        });
        assert_eq!(said[0], said[1], "{lines}");
    }
}
