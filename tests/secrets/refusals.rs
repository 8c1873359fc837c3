//! A run that is stopped by a secret number: the game master is told it, players only that something is in the way.

use assize::diagnostic::render;
use assize::engine::{Answers, Engine, Failure, OddsRequest, Shelf};
use assize::session::Session;
use assize::verdict::{Audience, Transcript};

use crate::readers;

const SYSTEM: &str = r#"system mill "The Mill"
modifiers signed

kind person { wounds : 0..9 = 0, luck : number = 4242 }
procedure bear by person { ask secret burden : number = 0 
  set person.wounds = burden }
procedure limit by person { ask secret burden : 0..9 = 0 }
procedure roll by person { ask secret burden : number = 0
  roll crew : (burden)d6 }
procedure pick by person { ask secret burden : number = 0
  choose way : 9999..burden by person = 9999 "how far" }
procedure over by person { ask secret burden : number = 0
  let much = burden * 4242 * 9000000000000000 }
procedure need by person { ask secret burden : number = 0
  needs burden < 9 else "too heavy by far" }
procedure open by person { ask burden : number = 0
  set person.wounds = burden }
procedure spend by person { ask secret burden : number = 0
  set person.wounds = burden
  pay 4242 from person.wounds }
procedure light by person { ask secret burden : number = 0
  decide heavy { 1 | burden > 3 
    0 | otherwise } }
"#;

fn engine() -> Engine {
    let mut shelf = Shelf::default();
    shelf.put("mill", SYSTEM);
    shelf.put("ambush.asz", "secret light trap by ada { burden 4242 }\n");
    Engine::with(shelf)
}

/// How a run of this line ends, in which a burden is told that is known only at the table.
fn refused(line: &str) -> Failure {
    let scene = format!("use mill\nperson ada \"Ada\"\nset ada.luck = 4242\n{line}\n");
    let encounter = engine().compile("scene.asz", &scene).unwrap_or_else(|failure| panic!("{line}: {failure}"));
    encounter.adjudicate(Answers::random(1)).err().unwrap_or_else(|| panic!("{line} is not refused"))
}

/// What rules hide as they go does not stand in a scene that hides nothing: whoever wrote it is shown the line.
#[test]
fn a_line_is_shown_to_those_from_whom_only_rules_hide_something() {
    let system =
        SYSTEM.replace("system mill", "system watched").replace("luck : number", "seen : 0..9 = 0, luck : number");
    let system = system.replace(
        "procedure open by person { ask burden : number = 0",
        "procedure open by person { ask burden : number = 0\n  hidden add 1 to person.seen",
    );
    let secret_blanks = system.clone();
    let open_blanks = system.replace("ask secret", "ask");
    let shown = |system: &str, line: &str, whom| {
        let mut shelf = Shelf::default();
        shelf.put("watched", system);
        let scene = format!("use watched\nperson ada \"Ada\"\n{line}\n");
        let encounter = Engine::with(shelf).compile("scene.asz", &scene).unwrap_or_else(|failure| panic!("{failure}"));
        let failure = encounter.adjudicate(Answers::random(1)).expect_err("nine wounds are the most");
        let seen = failure.seen_by(whom);
        seen.diagnostics.iter().map(|found| render::human(found, &seen.sources, false)).collect::<String>()
    };
    let line = "open wall by ada { burden 42 }";
    for whom in [Audience::Gm, Audience::Players] {
        let seen = shown(&open_blanks, line, whom);
        assert!(seen.contains(line), "{whom:?}: {seen}");
    }
    assert!(
        !shown(&secret_blanks, line, Audience::Gm).contains(line),
        "a blank of these rules is kept, whatever fills it"
    );
    for kept in ["hidden note \"x\"", "hidden set ada.luck = 3"] {
        let seen = shown(&open_blanks, &format!("{kept}\n{line}"), Audience::Gm);
        assert!(!seen.contains(line) && !seen.contains(kept), "{seen}");
    }
}

#[test]
fn players_are_not_told_how_long_the_secrets_of_a_scene_are() {
    let told = |secret: &str| {
        let secret = format!("secret note \"{secret}\"\n");
        let lines =
            ["use mill\nperson ada \"Ada\"\nset ada.luck = 42\n", &secret, "open wall by ada { burden ada.luck }\n"];
        let scene = [&lines.concat(), secret.as_str()].concat();
        let encounter = engine().compile("scene.asz", &scene).expect("it is right until it is run");
        let failure = encounter.adjudicate(Answers::random(1)).expect_err("nine wounds are the most");
        let seen = failure.seen_by(Audience::Players);
        let shown = |failure: &Failure| -> Vec<String> {
            let ways = [|found: &_, sources: &_| render::human(found, sources, false), render::plain, render::json];
            let found = failure.diagnostics.iter();
            found.flat_map(|found| ways.map(|way| way(found, &failure.sources))).collect()
        };
        assert_ne!(shown(&seen), shown(&failure));
        shown(&seen)
    };
    let short = told("a cat");
    assert!(short[1].contains("scene.asz:5:"), "{short:?}");
    for longer in ["a very large cat", "ein Bär", "\u{1f408}"] {
        assert_eq!(short, told(longer));
    }
}

#[test]
fn players_are_not_told_the_number_that_is_in_the_way() {
    let lines = [
        "bear wall by ada { burden ada.luck }",
        "limit wall by ada { burden ada.luck }",
        "roll wall by ada { burden 0 - ada.luck }",
        "pick wall by ada { burden ada.luck }",
        "secret open wall by ada { burden ada.luck }",
        "secret add ada.luck to ada.wounds",
        "spend it by ada { burden ada.luck - 4239 }",
        "secret set ada.wounds = 3\npay 4242 from ada.wounds",
    ];
    for line in lines {
        let failure = refused(line);
        let (players, gm) = (failure.seen_by(Audience::Players), failure.seen_by(Audience::Gm));
        assert!(gm.to_string().contains("4242"), "{line}: {gm}");
        assert!(
            !players.to_string().contains("4242") && !players.to_string().contains("scene.asz"),
            "{line}: {players}"
        );
        assert!(
            players.to_string().contains("this is not possible, for a reason that is not shown"),
            "{line}: {players}"
        );
        let code = |failure: &Failure| failure.diagnostics.iter().next().map(|found| found.code);
        assert_eq!(code(&players), code(&gm), "{line}");
    }
}

#[test]
fn what_is_hidden_is_kept_from_the_game_master_as_well() {
    let failure = refused("hidden open wall by ada { burden ada.luck }");
    assert!(!failure.seen_by(Audience::Gm).to_string().contains("4242"));
    assert!(failure.seen_by(Audience::Log).to_string().contains("4242"));
}

/// What stops a run may be open: the lines around it may not be.
#[test]
fn a_line_beside_the_one_that_stops_a_run_is_kept_as_well() {
    for (kept, whom) in [("secret", Audience::Players), ("hidden", Audience::Gm)] {
        let failure = refused(&format!(
            "{kept} tally doom : number = 4343\nopen wall by ada {{ burden ada.luck }}\n{kept} note \"4343\""
        ));
        let shown = |failure: &Failure| {
            let found = failure.diagnostics.iter();
            found.map(|found| render::human(found, &failure.sources, false)).collect::<String>()
        };
        assert!(shown(&failure).contains("4343"), "{}", shown(&failure));
        assert!(!shown(&failure.seen_by(whom)).contains("4343"), "{kept}: {}", shown(&failure.seen_by(whom)));
    }
}

#[test]
fn odds_tell_no_hidden_number_that_refuses_all_runs() {
    let scene = "use mill\nperson ada \"Ada\"\nhidden set ada.luck = 4343\nhidden set ada.wounds = ada.luck\nroll lamp by ada { burden 2 }";
    let encounter = engine().compile("scene.asz", scene).expect("it is right until it is run");
    for request in [OddsRequest::of(["P(lamp.crew = 7)"]), OddsRequest::of(["E(lamp.crew)"])] {
        let failure = encounter.odds(&request).expect_err("nine wounds are the most");
        assert!(!failure.to_string().contains("4343"), "{failure}");
        assert!(failure.to_string().contains("for a reason that is not shown"), "{failure}");
    }
}

#[test]
fn what_is_open_and_what_the_system_says_itself_is_told_to_all() {
    for (line, told) in
        [("open wall by ada { burden ada.luck }", "4242"), ("need wall by ada { burden 4242 }", "too heavy")]
    {
        let failure = refused(line);
        assert!(failure.seen_by(Audience::Players).to_string().contains(told), "{line}: {failure}");
    }
}

fn session() -> Session {
    let mut session = Session::begin(engine(), 1, None).expect("it begins");
    for line in ["use mill", "person ada \"Ada\"", "open walk by ada", "secret light trap by ada { burden 4242 }"] {
        session.enter(line, None).unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
    session
}

#[test]
fn an_expectation_that_fails_tells_players_no_number() {
    let mut session = session();
    session.enter("secret set ada.luck = 5151", None).expect("it is set");
    let failure = session.enter("expect deliberate { ada.luck = 3 }", None).expect_err("it is not 3");
    assert!(failure.seen_by(Audience::Gm).to_string().contains("`ada.luck` is"), "{failure}");
    assert!(!failure.seen_by(Audience::Players).to_string().contains("ada.luck"), "{failure}");
}

#[test]
fn an_entry_that_came_to_nothing_is_told_in_no_export() {
    let mut session = session();
    session.enter("bear wall by ada { burden 9191 }", None).expect_err("it is too much");
    for audience in [Audience::Players, Audience::Gm, Audience::Log] {
        readers::lack(&readers::of_session(&session, audience), &["9191"], "what came to nothing");
    }
}

#[test]
fn the_last_entry_is_for_players_the_last_they_know_of() {
    let session = session();
    let told = session.why("_", Audience::Players).unwrap_or_else(|failure| failure.to_string());
    assert!(!told.contains("trap"), "{told}");
    let told = session.why("_.heavy", Audience::Gm).unwrap_or_else(|failure| failure.to_string());
    assert!(told.contains("trap"), "{told}");
}

#[test]
fn players_get_no_odds_of_a_line_that_brings_a_secret() {
    let mut session = Session::begin(engine(), 1, None).expect("it begins");
    for line in ["use mill", "person ada \"Ada\""] {
        session.enter(line, None).unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
    let request = OddsRequest { questions: vec!["P(trap.heavy = 1)".to_owned()], ..OddsRequest::default() };
    let mut odds = |audience| session.odds(Some("use \"ambush.asz\""), &request, audience);
    assert!(odds(Audience::Gm).is_ok(), "{:?}", odds(Audience::Gm));
    let refused = odds(Audience::Players).expect_err("they would tell of the burden").to_string();
    assert!(refused.contains("odds would reveal secrets to the players"), "{refused}");
}

#[test]
fn players_read_no_names_made_of_what_was_typed() {
    let session = session();
    let transcript: Transcript = session.transcript("An evening").seen_by(Audience::Players);
    assert!(transcript.entries.iter().all(|entry| entry.name.is_empty() && entry.text.is_empty()), "{transcript:?}");
    let seen: Vec<_> = session.entries().iter().map(|entry| entry.path_seen_by(Audience::Players)).collect();
    assert_eq!(seen, [None, None, Some("walk"), None]);
}
