//! What a pack in use does, and who says so.

use assize::engine::{Answers, Engine};
use assize::verdict::{Audience, Verdict, html, json, markdown, text, why};

use crate::{LOTS, SALT, SCENE, compiled, described, engine, refused, shelf};

fn verdict(scene: &str) -> Verdict {
    let encounter = compiled(shelf(), scene);
    encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn a_verdict_names_the_pack_and_its_version() {
    let verdict = verdict(SCENE);
    assert_eq!(verdict.get("lot.total").and_then(|total| total.number), Some(2), "the rule counts");
    insta::assert_snapshot!(text::text(&verdict), @r"
    Lots, pack “coast” 1.2.0, by judgement

    lot (draw by ada)
      total +2
        luck +3
        salt -1
      fate: bad
    ");
    for told in [markdown::markdown(&verdict), html::html(&verdict)] {
        assert!(told.contains("pack “coast” 1.2.0"), "{told}");
    }
    let read: serde_json::Value = serde_json::from_str(&json::json(&verdict)).expect("it is JSON");
    assert_eq!(read["packs"], serde_json::json!([{ "name": "coast", "version": "1.2.0" }]));
    assert_eq!(read["houses"][0]["pack"], "coast");
    let told = why::why(&verdict, Some("lot.total")).expect("it is there");
    assert!(told.contains("coast/salt.asz:2 (house “salt” of pack “coast”)"), "{told}");
    assert_eq!(verdict.seen_by(Audience::Players).packs, verdict.packs, "what rules are in force is no secret");
}

#[test]
fn a_verdict_without_packs_says_nothing_of_them() {
    let plain = compiled(shelf(), &SCENE.replace("use house pack \"coast\"\n", ""));
    let told = json::json(&plain.adjudicate(Answers::deliberate()).expect("it runs"));
    assert!(!told.contains("pack"), "{told}");
}

#[test]
fn a_verdict_in_json_follows_the_published_schema() {
    let schema = json::schema();
    let told = serde_json::from_str(&json::json(&verdict(SCENE))).expect("it is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let wrong: Vec<String> = validator.iter_errors(&told).map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn a_stored_program_keeps_the_pack() {
    let stored = compiled(shelf(), SCENE).stored().expect("there is a scene");
    let verdict = Engine::default().load_program(&stored).and_then(|known| known.adjudicate(Answers::deliberate()));
    let verdict = verdict.unwrap_or_else(|failure| panic!("{failure}"));
    assert!(text::heading(&verdict).contains("pack “coast” 1.2.0"), "{}", text::heading(&verdict));
}

/// The engine keeps systems that it knows: the next version may have the same rules.
#[test]
fn the_next_version_is_another_one_though_its_rules_are_the_same() {
    let known = engine(shelf());
    known.compile("night.asz", SCENE).unwrap_or_else(|failure| panic!("{failure}"));
    let mut next = shelf();
    next.put("coast/assize.toml", described("coast", "1.2.1", "\"salt.asz\"", ""));
    let (mut first, mut second) = (shelf(), next);
    first.put("other", "");
    second.put("other", "");
    // Both look into one memory of systems.
    let shared = Engine::default().functions_by(assize::hook_rhai::reader(assize::Limits::default()));
    for (shelf, version) in [(first, "1.2.0"), (second, "1.2.1")] {
        let encounter =
            shared.clone().and(shelf).compile("night.asz", SCENE).unwrap_or_else(|failure| panic!("{failure}"));
        let verdict = encounter.adjudicate(Answers::deliberate()).expect("it runs");
        assert_eq!(verdict.packs[0].version, version);
    }
}

#[test]
fn a_pack_of_functions_alone_is_named_too() {
    let mut shelf = shelf();
    shelf.put("coast/assize.toml", described("coast", "2.0.0", "\"rules/salt.rhai\"", ""));
    shelf.put("coast/rules/salt.rhai", "fn before_fate(total) { #{ add: [[-2, \"salt\"]] } }");
    let encounter = compiled(shelf, SCENE);
    let verdict = encounter.adjudicate(Answers::deliberate()).expect("it runs");
    assert_eq!((verdict.packs[0].version.as_str(), verdict.houses[0].pack.as_deref()), ("2.0.0", Some("coast")));
    assert_eq!(verdict.get("lot.fate").map(|fate| fate.value.as_str()), Some("bad"), "the function counts");
    assert!(text::heading(&verdict).contains("pack “coast” 2.0.0"));
}

#[test]
fn house_rules_beside_a_pack_are_named_beside_it() {
    let mut shelf = shelf();
    shelf.put("sun", "house sun extends lots\nextend sum draw.total { sun | 2 }\n");
    let scene = SCENE.replace("use house pack", "use house sun\nuse house pack");
    let verdict = compiled(shelf, &scene).adjudicate(Answers::deliberate()).expect("it runs");
    assert!(
        text::heading(&verdict).starts_with("Lots, house “sun”, pack “coast” 1.2.0, "),
        "{}",
        text::heading(&verdict)
    );
}

/// What a rule of the pack brings in from elsewhere is no part of it.
#[test]
fn what_lies_outside_of_a_pack_belongs_to_nobody() {
    let mut shelf = shelf();
    shelf.put("sun", "house sun extends lots\nextend sum draw.total { sun | 2 }\n");
    shelf.put("coast/salt.asz", format!("use house sun\n{SALT}"));
    let verdict = compiled(shelf, SCENE).adjudicate(Answers::deliberate()).expect("it runs");
    let packs: Vec<Option<&str>> = verdict.houses.iter().map(|house| house.pack.as_deref()).collect();
    assert_eq!(packs, [None, Some("coast")], "{:?}", verdict.houses);
}

#[test]
fn the_folder_of_a_pack_can_lie_anywhere_and_be_named_in_words() {
    let mut shelf = shelf();
    shelf.put("rules/old-coast/assize.toml", described("old coast", "1.0.0", "\"salt.asz\"", ""));
    shelf.put("rules/old-coast/salt.asz", SALT);
    let scene = |name: &str| format!("use lots\nuse house pack \"{name}\"\nperson ada\ndraw lot by ada\n");
    for name in ["rules/old-coast", "rules/old coast", "./rules/old-coast/"] {
        compiled(shelf.clone(), &scene(name));
    }
    let beside = engine(shelf).compile("rules/tests/night.asz", &scene("../old-coast"));
    assert!(beside.is_ok(), "{}", beside.err().map(|failure| failure.to_string()).unwrap_or_default());
}

#[test]
fn what_is_no_pack_is_told() {
    let mut shelf = shelf();
    shelf.put("sun", "house sun extends lots\nextend sum draw.total { sun | 2 }\n");
    let scene = |line: &str| format!("use lots\n{line}\nperson ada\n");
    let told = |line: &str| refused(shelf.clone(), &scene(line)).lines().next().unwrap_or_default().to_owned();
    let lines = [
        "use house pack \"coats\"",
        "use house pack \"sun\"",
        "use house \"coast\"",
        "use house pack coast",
        "use house pack \"coast\"\nuse house \"saltt\"",
    ];
    insta::assert_snapshot!(lines.map(told).join("\n"), @r"
    night.asz:2:1: error[AZ108]: there is no pack `coats` to use
    night.asz:2:1: error[AZ108]: there is no pack `sun` to use
    night.asz:2:1: error[AZ111]: a house rule is needed here, but `coast` is a pack
    night.asz:2:1: error[AZ111]: a house rule is needed here, but `coast` is a pack
    night.asz:3:1: error[AZ108]: there is no `saltt` to use
    ");
}

#[test]
fn a_house_rule_may_still_be_called_pack() {
    let mut shelf = shelf();
    shelf.put("pack", "house pack extends lots\nextend sum draw.total { sun | 2 }\n");
    shelf.put("pack-rat", "house pack rat extends lots\nextend sum draw.total { rat | 3 }\n");
    let scene = "use lots\nuse house pack\nuse house pack rat\nperson ada\ndraw lot by ada\n";
    let verdict = compiled(shelf, scene).adjudicate(Answers::deliberate()).expect("it runs");
    assert_eq!((verdict.houses.len(), verdict.packs.len()), (2, 0));
}

#[test]
fn a_pack_that_is_used_twice_is_remarked_on() {
    let encounter = compiled(shelf(), &SCENE.replace("use house", "use house pack \"coast\"\nuse house"));
    let told: Vec<&str> = encounter.warnings().iter().map(|found| found.message.as_str()).collect();
    assert_eq!(told, ["`coast/assize.toml` is already in use: this line changes nothing"]);
}

#[test]
fn a_pack_of_the_host_is_in_force_where_its_system_is() {
    let mut shelf = shelf();
    shelf.put("ponds", "system ponds \"Ponds\"\nkind person { fish : number = 0 }\n");
    let standing = engine(shelf).pack("coast");
    let packs = |scene: &str| {
        let encounter = standing.compile("night.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
        assert!(encounter.warnings().is_empty(), "{:?}", encounter.warnings());
        encounter.adjudicate(Answers::deliberate()).expect("it runs").packs.len()
    };
    assert_eq!(packs("use lots\nperson ada\ndraw lot by ada\n"), 1);
    assert_eq!(packs(SCENE), 1, "it may be used by a line as well");
    assert_eq!(packs("use ponds\nperson ada\n"), 0, "it extends another system");
    assert_eq!(packs("note \"no rules at all\"\n"), 0);
    assert!(standing.compile("lots.asz", LOTS).is_ok(), "a system stands for itself");
    assert!(standing.compile("sun.asz", "house sun extends lots\nextend sum draw.total { sun | 2 }\n").is_ok());
}

#[test]
fn a_pack_of_the_host_that_is_not_there_or_extends_nothing_is_told() {
    let told = |packs: &str, shelf| {
        let failure =
            engine(shelf).pack(packs).compile("night.asz", "use lots\nperson ada\n").expect_err("it is refused");
        failure.to_string().lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(told("coats", shelf()), "packs of the host:1:1: error[AZ108]: there is no pack `coats` to use");
    let mut wrong = shelf();
    wrong.put("coast/assize.toml", described("coast", "1.0.0", "\"salt.asz\"", "").replace("\"lots\"", "\"lost\""));
    let told = told("coast", wrong);
    assert_eq!(told, "coast/assize.toml:4:11: error[AZ111]: this pack extends `lost`, but the system in use is `lots`");
}

#[test]
fn rules_can_be_tried_as_a_pack() {
    let scene = SCENE.replace("use house pack \"coast\"\n", "");
    for scene in [scene.as_str(), SCENE] {
        let trial = engine(shelf()).try_houses("night.asz", scene, &["pack \"coast\""], &assize::engine::Cast::new());
        let trial = trial.unwrap_or_else(|failure| panic!("{failure}"));
        let verdicts = trial.verdicts(&mut Answers::deliberate);
        let total = |verdict: Verdict| verdict.get("lot.total").and_then(|total| total.number);
        assert_eq!((verdicts.without.map(total).ok(), verdicts.with.map(total).ok()), (Some(Some(3)), Some(Some(2))));
    }
}
