//! What `assize house` shows: scenes with house rules and without them, and past sessions by more of them.

use std::collections::BTreeSet;

use assize::engine::{Answers, Budget, Cast, Chance, Engine, How, OddsRequest, Shelf, Trial, TrialOdds};
use assize::session::Session;
use assize::verdict::{Audience, Event, Verdict, text};

const REEDS: &str = "
system reeds \"Reeds\"
modifiers signed
kind person { reeds : number = 0 }
procedure cut by person {
  ask blessing : 0..99 = 0, roll dice : 1d6
  let gain = dice.sum + blessing
  needs gain < 99 else \"nobody carries that many\"
  add gain to person.reeds
}
";
const SCYTHE: &str =
    "house scythe extends reeds\nadd after let cut.gain { roll swing : 1d6, add swing.sum to person.reeds }";
const FLOOD: &str = "house flood extends reeds\nreplace let cut.gain { let gain = dice.sum * 100 }";
const SCENE: &str = "use reeds\nperson ada\ncut bank by ada\ncut isle by ada";

fn engine() -> Engine {
    let mut shelf = Shelf::default();
    for (name, text) in [("reeds", REEDS), ("scythe", SCYTHE), ("flood", FLOOD)] {
        shelf.put(name, text);
    }
    Engine::with(shelf)
}

fn trial(scene: &str, rules: &[&str]) -> Trial {
    engine().try_houses("scene.asz", scene, rules, &Cast::new()).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The rolls of a verdict: what they showed, and whether they were newly rolled.
fn rolls(verdict: &Verdict) -> Vec<(i64, bool)> {
    let rolled = verdict.events.iter().filter_map(|happened| match &happened.event {
        Event::Rolled { dice, how, .. } => Some((dice.iter().map(|die| die.face).sum(), *how == How::Redrawn)),
        _ => None,
    });
    rolled.collect()
}

#[test]
fn the_same_dice_fall_and_new_ones_are_marked() {
    for seed in 0..50 {
        let verdicts = trial(SCENE, &["scythe"]).verdicts(&mut || Answers::random(seed));
        let (without, with) = (verdicts.without.expect("it runs"), verdicts.with.expect("it runs"));
        let (was, now) = (rolls(&without), rolls(&with));
        let old: Vec<(i64, bool)> = now.iter().filter(|(_, anew)| !anew).copied().collect();
        assert_eq!((was.len(), now.len()), (2, 4));
        assert_eq!(was, old, "{}", text::text(&with));
    }
}

#[test]
fn a_rule_that_a_scene_uses_is_left_out_without_it() {
    let own = SCENE.replace("use reeds", "use reeds, use house scythe");
    for own in [own.as_str(), "use reeds\nuse house \"scythe\"\nperson ada\ncut bank by ada\ncut isle by ada"] {
        let (one, other) = (trial(SCENE, &["scythe"]), trial(own, &["scythe"]));
        let told = |trial: &Trial| {
            let verdicts = trial.verdicts(&mut || Answers::random(3));
            [verdicts.without, verdicts.with].map(|verdict| rolls(&verdict.expect("it runs")))
        };
        assert_eq!(told(&one), told(&other));
    }
}

/// However a rule is named, and where it belongs to the scene by its name: it is left out of one of the two.
#[test]
fn a_rule_is_the_same_however_it_is_named() {
    let scene = |uses: &str| format!("use pond\n{uses}\nperson ada\nangle net by ada");
    let mut shelf = Shelf::default();
    shelf
        .put("pond", "system pond\nkind person {}\nprocedure angle by person { roll dice : 1d6, let fish = dice.sum }");
    for file in ["bait", "bait.asz", "rules/bait.asz", "other/bait.asz"] {
        shelf.put(file, "house bait extends pond\nreplace let angle.fish { let fish = dice.sum + 1 }");
    }
    let engine = Engine::with(shelf);
    for uses in ["use house bait", "use house \"bait.asz\"", "use house \"rules/bait.asz\""] {
        for named in ["bait", "bait.asz", "./bait.asz"] {
            let trial = engine.try_houses("day.asz", &scene(uses), &[named], &Cast::new()).expect("it can be read");
            let odds = trial.odds(&OddsRequest::of(["E(net.fish)"]), Audience::Gm);
            assert!(odds.chances[0].differ(), "{uses}, {named}");
        }
    }
    // One of another folder is another rule, which cannot stand beside the one that the scene uses.
    let both = engine.try_houses("day.asz", &scene("use house \"rules/bait.asz\""), &["other/bait.asz"], &Cast::new());
    assert!(both.is_err_and(|failure| failure.to_string().contains("AZ207")));
}

#[cfg(feature = "rhai")]
#[test]
fn functions_that_belong_to_a_scene_by_their_name_are_left_out_of_it() {
    let mut shelf = Shelf::default();
    let soft = "fn after_outcome(outcome) { if outcome == \"fumble\" { #{ level: \"no result\" } } }";
    shelf.put("wall.rhai", soft);
    let functions = assize::hook_rhai::reader(assize::engine::Limits::default());
    let engine = Engine::with(shelf).functions_by(functions);
    let scene =
        "use ttomp\nactor ada\naction climb by ada { value 1b \"her freedom\", task over { quality standard } }";
    for named in ["wall.rhai", "wall"] {
        let trial = engine.try_houses("wall.asz", scene, &[named], &Cast::new()).expect("it can be read");
        let odds = trial.odds(&OddsRequest::of(["P(climb.outcome is fumble)"]), Audience::Gm);
        assert!(odds.chances[0].differ(), "{named}");
    }
}

#[test]
fn odds_stand_side_by_side() {
    let odds =
        |questions: &[&str]| trial(SCENE, &["scythe"]).odds(&OddsRequest::of(questions.iter().copied()), Audience::Gm);
    let told = odds(&["E(ada.reeds)", "bank.dice.sum > 3", "E(bank.swing.sum)"]).chances;
    let value = |chance: &Option<Chance>| chance.as_ref()?.value.as_ref().map(ToString::to_string);
    let both: Vec<_> = told.iter().map(|one| (value(&one.without), value(&one.with), one.differ())).collect();
    let said = |text: &str| Some(text.to_owned());
    assert_eq!(both[0], (said("7"), said("14"), true));
    assert_eq!(both[1], (said("1/2"), said("1/2"), false));
    assert_eq!(both[2], (None, said("7/2"), true), "only one of them has a swing");
    let wrong =
        trial(SCENE, &["scythe"]).odds(&OddsRequest::of(["bank.nothing > 3", "bank.dice.sum > 3"]), Audience::Gm);
    for failed in [wrong.failed_without, wrong.failed_with] {
        assert!(failed.expect("neither has it").to_string().contains("nothing"));
    }
}

/// The names whose odds differ.
fn differing(odds: &TrialOdds) -> Vec<&str> {
    odds.chances.iter().filter(|one| one.differ()).map(|one| one.question.as_str()).collect()
}

#[test]
fn everything_that_a_verdict_names_is_compared() {
    let trial = trial(SCENE, &["scythe"]);
    let odds = trial.odds(&OddsRequest::default(), Audience::Gm);
    assert_eq!(differing(&odds), ["ada.reeds", "bank.swing", "isle.swing"]);
    let verdict = trial.with.adjudicate(Answers::random(1)).expect("it runs");
    let compared: BTreeSet<&str> = odds.chances.iter().map(|one| one.question.as_str()).collect();
    for result in &verdict.results {
        assert!(compared.contains(result.name.as_str()), "{} is shown and not compared", result.name);
    }
    // What is compared is what somebody is told who asks for it.
    for one in &odds.chances {
        let asked = trial.with.odds(&OddsRequest::of([one.question.as_str()])).expect("it has odds");
        assert_eq!(
            asked.first().map(|chance| &chance.distribution),
            one.with.as_ref().map(|chance| &chance.distribution)
        );
    }
}

#[test]
fn more_refused_runs_are_told_once_and_not_as_a_difference_of_each_name() {
    let mut shelf = Shelf::default();
    shelf.put("well", "system well\nkind person { water : 0..6 = 4 }\nprocedure draw by person { roll toss : 1d2, let side = toss.sum, roll dice : 1d4, let spilt = dice.sum, pay spilt from person.water }");
    shelf.put("leak", "house leak extends well\nreplace pay draw.person.water { pay spilt + 1 from person.water }");
    let scene = "use well\nperson ada\ndraw bucket by ada";
    let trial = Engine::with(shelf).try_houses("day.asz", scene, &["leak"], &Cast::new()).expect("it can be read");
    let odds = trial.odds(&OddsRequest::default(), Audience::Gm);
    let refused = &odds.chances[0];
    let chance = refused.with.as_ref().and_then(|chance| chance.value.as_ref()).map(ToString::to_string);
    assert!(refused.without.is_none() && refused.question.starts_with("refused: "), "{}", refused.question);
    assert_eq!(chance.as_deref(), Some("1/4"), "four and one more are not there");
    let only: Vec<&str> =
        odds.chances.iter().filter(|one| one.only_by_refusals).map(|one| one.question.as_str()).collect();
    assert_eq!(only, ["bucket.toss", "bucket.side"]);
    let others: Vec<&str> = differing(&odds).into_iter().filter(|name| !only.contains(name)).collect();
    assert_eq!(others[1..], ["ada.water", "bucket.dice", "bucket.spilt"]);
}

#[test]
fn what_is_not_compared_is_named() {
    let budget = Budget::default().states(1);
    let odds = trial(SCENE, &["scythe"]).odds(&OddsRequest { budget, ..OddsRequest::default() }, Audience::Gm);
    let left_out: Vec<&str> = odds.not_compared.iter().map(|one| one.name.as_str()).collect();
    assert!(left_out.contains(&"ada.reeds") && left_out.contains(&"bank.swing"), "{left_out:?}");
    let compared = odds.chances.iter().any(|one| left_out.contains(&one.question.as_str()));
    assert!(!compared && odds.failed_with.is_none());
}

#[test]
fn a_level_that_a_rule_brings_stands_beside_the_others() {
    let mut shelf = Shelf::default();
    shelf.put("bell", "system bell\nkind person {}\nladder tone, rolls 1d6, highest first { level | rolls | judged, high | 4..6 | 0.., low | 1..3 | ..-1 }\nprocedure ring by person { resolve tone with 0 }");
    shelf.put(
        "shrill",
        "house shrill extends bell\nextend ladder tone, before high { level | rolls | judged, shrill | 6 | 2.. }",
    );
    let scene = "use bell\nperson ada\nring noon by ada { shrill \"ears ache\" }";
    let trial =
        Engine::with(shelf).try_houses("day.asz", scene, &["shrill"], &Cast::new()).expect("it can be read with it");
    assert!(trial.without.as_ref().is_err_and(|failure| failure.to_string().contains("shrill")));
    let told = text::text(&trial.verdicts(&mut || Answers::random(4)).with.expect("it runs"));
    assert!(!told.contains("newly rolled"), "there is nothing to compare it with: {told}");
    let odds = trial.odds(&OddsRequest::default(), Audience::Gm);
    assert!(odds.failed_without.is_some() && odds.failed_with.is_none());
    let value = |chance: &Option<Chance>| {
        chance.as_ref().and_then(|chance| chance.value.clone()).map(|value| value.to_string())
    };
    let with: Vec<_> =
        odds.chances.iter().map(|one| (one.question.as_str(), value(&one.without), value(&one.with))).collect();
    let said = |text: &str| Some(text.to_owned());
    let expected = [
        ("P(noon.tone is shrill)", None, said("1/6")),
        ("P(noon.tone is high)", None, said("1/3")),
        ("P(noon.tone is low)", None, said("1/2")),
    ];
    assert_eq!(with, expected);
}

#[test]
fn what_one_side_refuses_the_other_answers() {
    let odds = trial(SCENE, &["flood"]).odds(&OddsRequest::default(), Audience::Gm);
    assert!(odds.failed_with.as_ref().is_some_and(|failure| failure.to_string().contains("nobody carries")));
    assert!(odds.failed_without.is_none());
    let reeds = odds.chances.iter().find(|one| one.question == "ada.reeds").expect("the other side has it");
    assert!(reeds.with.is_none() && reeds.without.as_ref().is_some_and(|chance| chance.distribution.is_some()));
}

#[test]
fn a_rule_that_is_not_there_shows_no_line_that_nobody_wrote() {
    let failure = engine().try_houses("scene.asz", SCENE, &["scyth"], &Cast::new()).expect_err("it is not there");
    let told = failure.to_string();
    assert!(told.contains("scyth") && told.contains("scythe") && !told.contains("scene.asz"), "{told}");
    let wrong_scene = SCENE.replace("cut isle", "cuts isle");
    let failure = engine().try_houses("scene.asz", &wrong_scene, &["scythe"], &Cast::new()).expect_err("it is wrong");
    assert!(failure.to_string().starts_with("scene.asz:4:1"), "{failure}");
    // A mistake that only the rule makes is told at its place in the scene as it is written.
    let mut shelf = Shelf::default();
    shelf.put("reeds", REEDS);
    shelf.put("dry", "house dry extends reeds\nreplace kind person { wet : number = 0 }\nreplace procedure cut by person { roll dice : 1d6 }");
    let scene = "use reeds\nperson ada { reeds 2 }\ncut bank by ada";
    let failure = Engine::with(shelf).try_houses("scene.asz", scene, &["dry"], &Cast::new()).expect_err("no reeds");
    let places =
        failure.diagnostics.iter().flat_map(|found| &found.labels).map(|label| failure.sources.place(label.span));
    let in_scene: Vec<(u32, u32)> =
        places.filter(|place| place.file == "scene.asz").map(|place| (place.line, place.column)).collect();
    assert_eq!(in_scene.first(), Some(&(2, 14)), "{failure}");
}

#[test]
fn what_a_rule_refuses_is_told_beside_the_other_run() {
    let verdicts = trial(SCENE, &["flood"]).verdicts(&mut || Answers::random(1));
    assert!(verdicts.without.is_ok());
    assert!(verdicts.with.expect_err("it is refused").to_string().contains("nobody carries that many"));
    assert!(engine().try_houses("scene.asz", SCENE, &["drought"], &Cast::new()).is_err(), "there is no such rule");
}

#[test]
fn what_is_by_default_is_the_default_of_the_run_it_is_shown_in() {
    const MARKET: &str = "system market \"A market\"\nmodifiers signed\nkind person {}\nprocedure sell by person {
  let worth = 2
  choose price : 0..9 by person = worth \"how much?\"
}";
    const DEAR: &str = "house dear extends market\nreplace let sell.worth { let worth = 5 }";
    let mut shelf = Shelf::default();
    for (name, text) in [("market", MARKET), ("dear", DEAR)] {
        shelf.put(name, text);
    }
    let told = |choices: &[(&str, &str)]| {
        let choices: std::collections::BTreeMap<String, String> =
            choices.iter().map(|(name, option)| ((*name).to_owned(), (*option).to_owned())).collect();
        let scene = "use market\nperson ada\nsell reeds by ada";
        let engine = Engine::with(shelf.clone());
        let trial = engine.try_houses("scene.asz", scene, &["dear"], &Cast::new());
        let trial = trial.unwrap_or_else(|failure| panic!("{failure}"));
        let with = trial.verdicts(&mut || Answers { choices: choices.clone(), ..Answers::random(1) }).with;
        text::text(&with.unwrap_or_else(|failure| panic!("{failure}")))
    };
    assert!(told(&[]).contains("how much?\": 5 (by default)"), "{}", told(&[]));
    assert!(told(&[("price", "3")]).contains("how much?\": 3 (decided by ada)"), "{}", told(&[("price", "3")]));
}

#[test]
fn past_dice_stand_entry_by_entry() {
    let mut session = Session::begin(engine(), 11, None).expect("it begins");
    for line in ["use reeds", "person ada", "cut bank by ada", "cut isle by ada", "repeat up to 3 { cut reed by ada }"]
    {
        session.enter(line, None).unwrap_or_else(|failure| panic!("{failure}"));
    }
    let (before, was) = (session.entries().len(), rolls(&session.whole()));
    let pages = session.retold(&["scythe"]);
    assert_eq!((pages.len(), session.entries().len()), (1, before), "nothing has changed");
    let now = rolls(pages[0].now.as_ref().expect("it goes on"));
    assert_eq!((was.len(), now.len()), (5, 10));
    assert_eq!(was, now.into_iter().filter(|(_, anew)| !anew).collect::<Vec<_>>());
    let refused = session.retold(&["flood"]);
    assert!(refused[0].now.as_ref().is_err_and(|failure| failure.to_string().contains("nobody carries")));
}

/// What the command says of it.
#[cfg(feature = "cli")]
mod command {
    use std::path::PathBuf;
    use std::process::Command;

    use super::{FLOOD, REEDS, SCENE, SCYTHE};

    /// A folder with the scene and its rules in files.
    fn folder(name: &str) -> PathBuf {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("trying").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("it can be made");
        for (name, text) in [("reeds", REEDS), ("scythe", SCYTHE), ("flood", FLOOD), ("scene", SCENE)] {
            std::fs::write(folder.join(format!("{name}.asz")), text).expect("it can be written");
        }
        folder
    }

    #[test]
    fn the_command_tells_it_to_people_and_to_programs() {
        let folder = folder("command");
        let assize = |words: &[&str]| {
            let told = Command::new(env!("CARGO_BIN_EXE_assize")).args(words).current_dir(&folder).output();
            let told = told.expect("the program can be started");
            (told.status.code(), String::from_utf8_lossy(&told.stdout).into_owned())
        };
        let (code, _) = assize(&["run", "scene.asz", "--seed", "5", "--save", "evening.journal"]);
        assert_eq!(code, Some(0));
        let (code, page) =
            assize(&["house", "scythe", "--in", "scene.asz", "--journal", "evening.journal", "--seed", "5"]);
        assert_eq!(code, Some(0), "{page}");
        for part in ["\n+     1d6:", "newly rolled", "scene.asz\n", "evening.journal\n"] {
            assert!(page.replace("\n+   1d6", "\n+     1d6").contains(part), "{part}: {page}");
        }
        let (_, page) = assize(&["house", "flood", "--in", "scene.asz", "--seed", "5", "--odds", "E(ada.reeds)"]);
        assert!(page.contains("with `flood` this run is refused: nobody carries that many"), "{page}");
        assert!(page.contains("+   refused: nobody carries that many"), "{page}");
        assert!(page.contains("odds without `flood`:\n  E(ada.reeds): 7"), "{page}");
        let (_, schema) = assize(&["schema", "house"]);
        let schema = serde_json::from_str(&schema).expect("the schema is JSON");
        let schema = jsonschema::validator_for(&schema).expect("it is a schema");
        let words =
            ["house", "scythe", "flood", "--in", "scene.asz", "--journal", "evening.journal", "--format", "json"];
        let (_, told) = assize(&words);
        let told: serde_json::Value = serde_json::from_str(&told).expect("it is JSON");
        assert!(schema.validate(&told).is_ok(), "{told}");
        let (code, _) = assize(&["house", "drought", "--in", "scene.asz"]);
        assert_eq!(code, Some(2), "there is no such rule");
    }

    #[test]
    fn what_is_kept_from_somebody_is_compared_for_others_only() {
        let folder = folder("kept");
        let hides = "house thief extends reeds\nadd after let cut.gain { hidden roll stolen : 1d6, secret let loot = stolen.sum + 1 }";
        std::fs::write(folder.join("thief.asz"), hides).expect("it can be written");
        let page = |whom: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
            let words = ["house", "thief", "--in", "scene.asz", "--seed", "5", "--for", whom];
            let told = command.args(words).current_dir(&folder).output().expect("the program can be started");
            String::from_utf8_lossy(&told.stdout).into_owned()
        };
        let (players, gm, log) = (page("players"), page("gm"), page("log"));
        assert!(!players.contains("stolen") && !players.contains("loot") && !players.contains("kept"), "{players}");
        assert!(
            !gm.contains("stolen")
                && gm.contains("dice may be hidden from the game master here: `--for log` shows them"),
            "{gm}"
        );
        assert!(log.contains("bank.stolen: missing -> E 7/2") && !log.contains("hidden from"), "{log}");
    }
}
