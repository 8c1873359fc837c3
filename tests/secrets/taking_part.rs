//! Who takes part in a kept run, and how many there are of what it was given, is kept wherever another line reads it.

use assize::engine::{Answers, Engine, Shelf};
use assize::session::Session;
use assize::verdict::{Audience, Verdict, json, text, why};

const SYSTEM: &str = r#"system tilt "The Tilt"
modifiers signed
scale outcome { fail | pass }
kind person { luck : number = 0, friend : optional person, scars : many number }
rule luck_of(somebody : person) = somebody.luck
plan jobs { budget 30 "jp", most 5, item job { weight : 0..9 = 1 } }
procedure fight by fighter : person versus foe : person {
  ask edge : optional number
  ask folk : many person
  ask hurts : many number
  ask second : optional person
  ask jobs : jobs
  roll dice : 2d6
}
procedure cheer by person {
  ask hero : person
  note "cheers for {hero}, who has {hero.luck}"
}
procedure watch by person {
  ask inner : fight
  run inner
  let rival = inner.foe
  let luck = luck_of(inner.foe)
  let same = inner.foe is person
  let none = inner.second is unreached
  let some = inner.second.given
  let friend = rival.friend otherwise person
  sum need {
    scars | sum(rival.scars)
    luck  | rival.luck
    edge  | inner.edge
  }
  sum heavy { jobs | sum(job in inner.jobs : job.weight) }
  let many = count(inner.folk)
  note "{inner.foe} {rival} {luck} {same} {none} {some} {friend} {friend.luck} {many}"
  note "{inner.second otherwise person} {inner.edge otherwise 7} {inner.edge is unreached}"
  for each one in inner.folk { note "one: {one}" }
  for each hurt in inner.hurts { note "hurt: {hurt}" }
  for each job in inner.jobs { note "job: {job}" }
  run shout : cheer by person with hero = rival
}
procedure strike by person {
  ask inner : fight
  run inner
  let rival = inner.foe
  choose hard : 0..3 by rival = 1 "how hard?"
  set inner.foe.luck = 5
  add 2 to inner.foe.luck
  pay 1 from inner.foe.luck
}
procedure lead by person {
  ask fights : many fight
  for each bout in fights {
    run bout
    note "somebody fights {bout.foe}"
  }
  note "{count(fights)}"
}
procedure tell by person {
  ask points : many number
  for each point in points { note "a point of {point}" }
  let many = count(points)
  sum worth { points | sum(points) }
  decide result {
    pass | worth > 5
    fail | otherwise
  }
}
"#;

/// Lines that differ where `§` stands, in two ways each.
const LINES: [(&str, [&str; 2]); 14] = [
    ("watch w by ada { secret inner fight f by ada versus § { jobs { job a } } }", ["bob", "cy"]),
    ("watch w by ada { secret inner fight f by § versus bob { jobs { job a } } }", ["ada", "cy"]),
    ("watch w by ada { secret inner fight f by ada versus bob { jobs { job a }§ } }", ["", ", edge 3"]),
    ("watch w by ada { secret inner fight f by ada versus bob { jobs { job a }§ } }", ["", ", second cy"]),
    ("watch w by ada { secret inner fight f by ada versus bob { jobs { job a }, second § } }", ["ada", "cy"]),
    ("watch w by ada { secret inner fight f by ada versus bob { jobs { job a }, folk § } }", ["cy", "ada"]),
    ("watch w by ada { secret inner fight f by ada versus bob { jobs { job a }§ } }", ["", ", folk ada, folk cy"]),
    ("watch w by ada { secret inner fight f by ada versus bob { jobs { job a }§ } }", ["", ", hurts 3, hurts 4"]),
    ("watch w by ada { secret inner fight f by ada versus bob { jobs { § } } }", ["job a", "job b, job c"]),
    ("secret fight f by ada versus § { jobs { job a } }\nnote \"{f.foe} {f.foe.luck} {f.foe is bob}\"", ["bob", "cy"]),
    ("secret fight f by ada versus § { jobs { job a } }\ncheer c by ada { hero f.foe }", ["bob", "cy"]),
    (
        "lead l by ada { secret fights fight f by ada versus bob { jobs { job a } }§ }",
        ["", ", secret fights fight g by ada versus cy { jobs { job b } }"],
    ),
    ("tell t by ada { points 1, secret points § }", ["6", "9"]),
    ("tell t by ada { secret points 0§ }", ["", ", points 1, points 2"]),
];

/// The verdict of a scene, as this audience sees it.
fn seen(lines: &str, whom: Audience) -> Verdict {
    let mut shelf = Shelf::default();
    shelf.put("tilt", SYSTEM);
    let people =
        "person ada \"Ada\"\nperson bob \"Bob\" { luck 1 }\nperson cy \"Cy\" { luck 2, scars 3, scars 4, friend bob }";
    let scene = format!("use tilt\n{people}\n{lines}\n");
    let scene = Engine::with(shelf).compile("scene.asz", &scene).unwrap_or_else(|failure| panic!("{lines}: {failure}"));
    let verdict = scene.adjudicate(Answers::random(7)).unwrap_or_else(|failure| panic!("{lines}: {failure}"));
    verdict.seen_by(whom)
}

/// What this audience reads of it.
fn read(lines: &str, whom: Audience) -> String {
    text::text(&seen(lines, whom))
}

/// All that this audience is told of it.
fn told(lines: &str, whom: Audience) -> String {
    let seen = seen(lines, whom);
    let reasons = why::why(&seen, None).unwrap_or_else(|unknown| format!("{unknown:?}"));
    crate::alike::without_columns(&[text::text(&seen), json::json(&seen), reasons].concat())
}

#[test]
fn whoever_reads_a_kept_run_keeps_who_and_what_is_in_it() {
    for (lines, word) in LINES.iter().flat_map(|lines| ["secret", "hidden"].map(|word| (lines, word))) {
        let (lines, values) = (lines.0.replace("secret", word), lines.1.map(|value| value.replace("secret", word)));
        let viewers = if word == "secret" { &[Audience::Players][..] } else { &[Audience::Players, Audience::Gm] };
        for viewer in viewers {
            let [one, other] = values.each_ref().map(|value| told(&lines.replace('§', value), *viewer));
            assert_eq!(one, other, "{viewer:?} can tell which: {lines}");
        }
        let log = values.each_ref().map(|value| told(&lines.replace('§', value), Audience::Log));
        assert_ne!(log[0], log[1], "the log tells: {lines}");
    }
}

#[test]
fn what_a_line_does_to_somebody_of_a_kept_run_is_kept() {
    let strike = "strike s by ada { secret inner fight f by ada versus bob { jobs { job a } } }";
    // Which field is kept from here on is no secret, so what is told beneath the line is not compared.
    for word in ["bob", "Bob", "hard", "->"] {
        assert!(!read(strike, Audience::Players).contains(word), "{word}");
    }
    let gm = read(strike, Audience::Gm);
    assert!(gm.contains("bob.luck: 1 -> 5") && gm.contains("how hard?"), "{gm}");
}

#[test]
fn it_is_kept_on_later_lines_and_pages_of_a_session() {
    let told = |foe: &str| {
        let mut shelf = Shelf::default();
        shelf.put("tilt", SYSTEM);
        let mut session = Session::begin(Engine::with(shelf), 7, None).expect("it begins");
        let fight = format!("secret fight f by ada versus {foe} {{ jobs {{ job a }} }}");
        let people = "use tilt\nperson ada \"Ada\"\nperson bob \"Bob\"\nperson cy \"Cy\" { luck 1 }";
        let lines = [people, &fight, "note \"{f.foe} {f.foe.luck}\"", "f.foe.luck + 1"];
        for line in lines {
            session.enter(line, None).unwrap_or_else(|failure| panic!("{line}: {failure}"));
        }
        crate::readers::of_session(&session, Audience::Players)
    };
    let [bob, cy] = ["bob", "cy"].map(told);
    for ((way, bob), (_, cy)) in bob.iter().zip(&cy) {
        assert_eq!(crate::alike::without_columns(bob), crate::alike::without_columns(cy), "{way}");
    }
}

#[test]
fn players_are_not_told_what_the_game_master_must_not_learn_either() {
    let told = |word: &str| {
        let watch = "watch w by bob { inner fight f by bob versus ada { jobs { job a } } }";
        let lines = format!("{word} set ada.luck = 3\nnote \"{{ada.luck}} {{ada.luck > 2}}\"\n{watch}");
        json::json(&seen(&lines, Audience::Players))
    };
    assert_eq!(told("secret"), told("hidden"));
}

#[test]
fn what_everybody_may_know_is_told_as_before() {
    let open = told("watch w by ada { inner fight f by ada versus cy { jobs { job a }, hurts 3 } }", Audience::Players);
    for told in ["Cy Cy 2 no yes no Bob 1 0", "Ada 7 yes", "hurt: 3", "job: w", "cheers for Cy, who has 2"] {
        assert!(open.contains(told), "{told}: {open}");
    }
    let inside = told("secret watch w by ada { inner fight f by ada versus cy { jobs { job a } } }", Audience::Gm);
    assert!(inside.contains("Cy Cy 2 no yes no Bob 1 0"), "{inside}");
    let point = read("tell t by ada { points 1, points 9 }", Audience::Players);
    assert!(point.contains("a point of 1") && point.contains("a point of 9"), "{point}");
}
