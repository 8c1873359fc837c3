//! Texts with values: filled where they are told, as far as their reader may know, and at no cost to odds.

use assize::engine::{Answer, Answers, Ask, Engine, How, OddsRequest, Progress, Response, Shelf};
use assize::verdict::{Event, TextPart, text};
use assize::{Audience, Verdict};

use super::{encounter, verdict};

fn told(verdict: &Verdict) -> String {
    text::text(verdict)
}

fn notes(verdict: &Verdict) -> Vec<(String, Vec<TextPart>)> {
    let notes = verdict.events.iter().filter_map(|happened| {
        let Event::Note { text, parts } = &happened.event else { return None };
        Some((text.to_string(), parts.clone()))
    });
    notes.collect()
}

const WALL: &str = r#"climber ada "Ada" { luck 4, mood wild }
climb wall "over the head of {ada}" by ada {
  wind 1 "a gust from {ada}"
  goal "past {ada}, {{all}} of them"
  holds "{climber} is {climber.mood}, {grip} with {spend} and {wall.grip}"
}
note "{ada} has {if ada.luck > 3 then ada.luck else 0} left: {ada.luck is 4}"
"#;

#[test]
fn every_text_tells_its_values() {
    insta::assert_snapshot!(told(&verdict(WALL)), @r#"
    Ropes, by judgement

    wall "over the head of Ada" (climb by Ada)
      goal "past Ada, {all} of them"
      wind "a gust from Ada"
      spend "of 4 luck?": 0 (by default)
      1d6: 4 (judged faces: this project's extension)
      grip: holds "Ada is wild, holds with 0 and holds"
      Ada keeps 8 halves in 1 wind
    Ada has 4 left: yes
    "#);
}

const SIGNS: &str = r#"system signs "Signs"
modifiers signed
scale mood { calm | wild }
kind sign { }
procedure show by sign {
  ask near : optional sign
  ask beside : many sign
  ask dots, spots : many number, ask lit : many yes/no, ask mood : mood = calm, ask size : 0..9 = 0, ask secret fog : number = 0
  sum total { dots | sum(dots) }
  let all = count(beside) + count(lit) + sum(spots) + size + fog
  if near.given { note "it is near." }
  note "{all}, {mood}"
}
"#;

#[test]
fn every_reason_is_told_once() {
    let scene = "use signs\nsign a\nsign b\nshow it by a { near b \"one\", beside b \"two\", dots 1 \"three\", spots 0 \"four\", \
                 lit \"five\", lit no \"nothing\", mood calm \"six\", size 3 \"seven\", fog 2 \"eight\" }\n";
    let mut shelf = Shelf::default();
    shelf.put("signs", SIGNS);
    let encounter = Engine::with(shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    let text = told(&verdict);
    for reason in ["one", "two", "three", "four", "five", "six", "seven", "eight"] {
        assert_eq!(text.matches(&format!("\"{reason}\"")).count(), 1, "{reason}:\n{text}");
    }
    assert!(!text.contains("nothing"), "what does not count has no reason:\n{text}");
    let players = told(&verdict.seen_by(Audience::Players));
    assert!(players.contains("\"seven\"") && !players.contains("eight"), "{players}");
}

/// Whatever a blank holds, its reason is as hidden as its value.
#[test]
fn a_hidden_value_has_a_hidden_reason() {
    let system = SIGNS.replace("ask dots, spots", "ask secret dots, spots").replace("ask lit", "ask secret lit");
    let system = system.replace("ask mood", "ask secret mood").replace("ask size", "ask secret size");
    let scene = "use signs\nsign a\nsecret tally tide : 0..9 = 2 \"the deep\"\nshow it by a { dots 1 \"three\", spots 2 \"four\", \
                 lit \"five\", mood wild \"six\", size 3 \"seven\", fog 2 \"eight\" }\nadd 1 to tide\n";
    let mut shelf = Shelf::default();
    shelf.put("signs", system);
    let encounter = Engine::with(shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    let reasons = ["three", "four", "five", "six", "seven", "eight", "the deep"];
    let all = told(&verdict);
    assert!(reasons.iter().all(|reason| all.contains(&format!("\"{reason}\""))), "{all}");
    let players = verdict.seen_by(Audience::Players);
    let json = serde_json::to_string(&players).expect("a verdict can be written");
    for reason in reasons {
        assert!(!told(&players).contains(reason) && !json.contains(reason), "{reason}: {json}");
    }
}

#[test]
fn its_pieces_are_kept() {
    let verdict = verdict(WALL);
    let (text, parts) = notes(&verdict).pop().expect("there is a note");
    assert_eq!(text, TextPart::joined(&parts));
    let values: Vec<(&str, &str, Option<i64>)> = parts
        .iter()
        .filter_map(|part| if let TextPart::Value(shown) = part { Some(shown) } else { None })
        .map(|shown| (shown.name.as_str(), shown.value.as_str(), shown.number))
        .collect();
    let chosen = "if ada.luck > 3 then ada.luck else 0";
    assert_eq!(values, [("ada", "Ada", None), (chosen, "4", Some(4)), ("ada.luck is 4", "yes", Some(1))]);
    let plain = super::verdict("note \"nothing\"");
    assert!(notes(&plain)[0].1.is_empty(), "a text without values has no pieces");
}

#[test]
fn a_secret_stands_in_no_text_for_the_players() {
    let verdict = verdict(WALL);
    let all = notes(&verdict)[0].0.clone();
    let players = notes(&verdict.seen_by(Audience::Players))[0].clone();
    assert_eq!(all, "Ada keeps 8 halves in 1 wind");
    assert_eq!(players.0, "Ada keeps 8 halves in … wind");
    assert_eq!(notes(&verdict.seen_by(Audience::Gm))[0].0, all);
    let json = serde_json::to_string(&verdict.seen_by(Audience::Players)).expect("a verdict can be written");
    assert!(json.contains("… wind") && !json.contains("in 1 wind"), "{json}");
    let shown = players.1.iter().find_map(|part| match part {
        TextPart::Value(shown) if shown.name == "wind" => Some(shown.number),
        _ => None,
    });
    assert_eq!(shown, Some(None), "nor among the pieces");
}

#[test]
fn what_is_computed_from_a_secret_is_one() {
    let scene = "climber ada\nclimb wall by ada { wind 1, slips \"{max(wind, 3) + height}\" }\n";
    let verdict = verdict(scene);
    assert!(told(&verdict).contains("\"6\""), "{}", told(&verdict));
    let players = told(&verdict.seen_by(Audience::Players));
    assert!(players.contains('…') && !players.contains("\"6\""), "{players}");
}

#[test]
fn refusals_tell_their_values() {
    let poor = encounter("climber ben \"Ben\" { luck 1 }\nset ben.luck = 0\nclimb wall by ben { height 7 }");
    let failure = poor.adjudicate(Answers::deliberate()).expect_err("the rules refuse it");
    assert!(failure.to_string().contains("Ben has 0 luck at 7"), "{failure}");
}

#[test]
fn a_text_keeps_nothing_alive_for_odds() {
    let situations = |text: &str| {
        let scene = format!("climber ada\nclimb one by ada\nclimb two by ada\nclimb three by ada\nnote \"{text}\"\n");
        let request = OddsRequest { progress: Progress::default(), ..OddsRequest::of(["P(three.grip is holds)"]) };
        let odds = encounter(&scene).odds(&request).unwrap_or_else(|failure| panic!("{failure}"));
        (odds[0].value.clone(), request.progress.situations())
    };
    let told = situations("{one.gust + two.gust} {if one.grip is holds then two.gust.sum else 0} {three.gust}");
    assert_eq!(told, situations("nothing"));
}

#[test]
fn a_question_is_asked_with_its_values() {
    let mut asked = Vec::new();
    let mut person = |ask: &Ask<'_>| {
        let Ask::Choose { question, .. } = ask else { return Response::Never };
        asked.push(question.to_string());
        Some(Answer::Choice(1, How::Person)).into()
    };
    let answers = Answers { person: Some(&mut person), ..Answers::random(7) };
    let scene = "climber ada \"Ada\"\nclimb one by ada\nclimb two by ada";
    let verdict = encounter(scene).adjudicate(answers).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(asked, ["of 3 luck?", "of 2 luck?"]);
    assert!(told(&verdict).contains("of 3 luck?"), "{}", told(&verdict));
}
