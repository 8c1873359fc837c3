//! What house rules say where something is kept: they are called all the same, and only the game master hears of it.

use assize::engine::{Answers, Engine, Limits, Shelf};
use assize::hook_rhai;
use assize::verdict::{Audience, Event, Verdict, Visibility, html, json, markdown, text, why};

const LAMPS: &str = include_str!("../shared/lamps.asz");

/// Adds, says what it adds to, and takes another level.
const RULES: &str = r#"
fn before_glow(total) { #{ add: [[-31337, "otter"]], note: `badger ${total}` } }
fn after_glow(glow) { #{ level: "dim", note: "walrus" } }
"#;

/// The wind, and the words and numbers of the house rule.
const KEPT: [&str; 5] = ["4440001", "31337", "otter", "badger", "before_glow"];

fn judged(line: &str) -> Verdict {
    let mut shelf = Shelf::default();
    shelf.put("lamps", LAMPS);
    shelf.put("rules.rhai", RULES);
    let engine = Engine::with(shelf).functions_by(hook_rhai::reader(Limits::default()));
    let scene = format!("use lamps\nuse house \"rules.rhai\"\nperson ada \"Ada\"\n{line}\n");
    let encounter = engine.compile("scene.asz", &scene).unwrap_or_else(|failure| panic!("{failure}"));
    encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The functions called, and for whom each call is told.
fn calls(verdict: &Verdict) -> Vec<(&str, Visibility)> {
    let calls = verdict.events.iter().filter_map(|happened| match &happened.event {
        Event::House { name, .. } => Some((name.as_str(), happened.visibility)),
        _ => None,
    });
    calls.collect()
}

/// Everything told of a verdict, and of the ladder in it.
fn shown(verdict: &Verdict, audience: Audience) -> String {
    let seen = verdict.seen_by(audience);
    let ladder = why::why(&seen, Some("beacon.glow"))
        .unwrap_or_else(|unknown| format!("{:?} {:?}", unknown.nearest, unknown.known));
    let all = why::why(&seen, None).unwrap_or_default();
    [text::text(&seen), markdown::markdown(&seen), html::html(&seen), json::json(&seen), ladder, all].join("\n---\n")
}

fn only_for_the_game_master(verdict: &Verdict, kept: &[&str]) {
    let (players, gm) = (shown(verdict, Audience::Players), shown(verdict, Audience::Gm));
    for secret in kept {
        assert!(!players.contains(secret), "players learn of `{secret}`:\n{players}");
        assert!(gm.contains(secret), "the game master does not learn of `{secret}`:\n{gm}");
    }
}

#[test]
fn a_house_rule_in_a_secret_run_speaks_to_the_game_master_only() {
    let verdict = judged("secret light beacon by ada { wind 4440001 }");
    assert_eq!(calls(&verdict), [("before_glow", Visibility::Gm), ("after_glow", Visibility::Gm)]);
    only_for_the_game_master(&verdict, &KEPT);
    only_for_the_game_master(&verdict, &["walrus", "after_glow", "beacon"]);
}

#[test]
fn a_house_rule_in_a_hidden_run_speaks_in_the_log_only() {
    let verdict = judged("hidden light beacon by ada { wind 4440001 }");
    assert_eq!(calls(&verdict), [("before_glow", Visibility::Hidden), ("after_glow", Visibility::Hidden)]);
    let (gm, log) = (shown(&verdict, Audience::Gm), shown(&verdict, Audience::Log));
    for secret in KEPT {
        assert!(!gm.contains(secret), "the game master learns of `{secret}`:\n{gm}");
        assert!(log.contains(secret), "`{secret}` is lost:\n{log}");
    }
}

#[test]
fn a_house_rule_that_reads_a_secret_is_not_heard_by_players() {
    let verdict = judged("light beacon by ada { secret wind 4440001 }");
    assert_eq!(calls(&verdict), [("before_glow", Visibility::Gm), ("after_glow", Visibility::All)]);
    only_for_the_game_master(&verdict, &KEPT);
    assert!(shown(&verdict, Audience::Players).contains("walrus"), "the level reached is open, and what is said of it");
}

#[test]
fn a_house_rule_in_an_open_run_is_heard_by_all() {
    let verdict = judged("light beacon by ada { wind 4440001 }");
    assert_eq!(calls(&verdict), [("before_glow", Visibility::All), ("after_glow", Visibility::All)]);
    let players = shown(&verdict, Audience::Players);
    assert!(KEPT.iter().all(|told| players.contains(told)), "{players}");
}
