//! What no run of a scene comes to is told by `check`, and nothing that some run comes to.

use assize::engine::{Answers, Cancel, Engine, Shelf, Shipped};
use assize::{Encounter, OddsRequest};

const CLIMB: &str = "use duel\nactor nell\ntest climb by nell { base 3, difficulty 10 }\n";
const SHOT: &str = "use range\nactor ivo { skill bow { level 3 } }\nnpc bandit { THREAT }\n\
                    act shoot by ivo versus bandit { skill ivo.bow, weapon ranged }\n";
const COINS: &str = "system coins\nkind person { purse : number = 0 }
procedure flip by person {
  roll coin : 1d2
  roll other : 1d2
  let same = coin.sum is other.sum
  let both = coin.sum + other.sum
}
procedure earn by person { ask wage : 0..9, add wage to person.purse }
procedure nap by person {
  choose hours : 0..3 by person = 0 \"How long?\"
  let twice = hours + hours
}
";

fn engine() -> Engine {
    let mut shelf = Shelf::default();
    shelf.put("coins", COINS);
    shelf.put("close", "house close extends duel\nadd after decide test.verdict {\n  note \"So close!\" if verdict is failure and result >= target\n}\n");
    shelf.put("near", "house near extends duel\nadd after decide test.verdict {\n  note \"So close!\" if verdict is failure and result + 1 >= target\n}\n");
    Engine::with(shelf).and(Shipped)
}

fn compiled(scene: &str) -> Encounter {
    engine().compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{scene}\n{failure}"))
}

/// What is told by following all runs, and by nothing else.
fn told(scene: &str) -> Vec<String> {
    let encounter = compiled(scene);
    assert!(encounter.warnings().is_empty(), "{scene}: {:?}", encounter.warnings());
    let words = ["never", "changes nothing here"];
    let is_of_runs = |message: &String| words.iter().any(|word| message.contains(word));
    encounter.remarks().into_iter().map(|found| found.message).filter(is_of_runs).collect()
}

const NEVER_HAPPENS: &str = "this never happens";
const NEVER_HOLDS: &str = "this condition is never true";
const AS_WRITTEN: &str = " when the scene begins as written";

/// A scene, what is told of it, and a twin that differs in one word and of which nothing is told.
fn pairs() -> Vec<(String, String, String)> {
    let climb = |line: &str| format!("{CLIMB}{line}");
    let shot = |threat: &str, line: &str| format!("{}{line}", SHOT.replace("THREAT", threat));
    let coins = |lines: &str| format!("use coins\nperson ada\n{lines}");
    let never = |told: &str| told.to_owned();
    let as_written = |told: &str| format!("{told}{AS_WRITTEN}");
    let house = |house: &str| CLIMB.replace("duel\n", &format!("duel\nuse house {house}\n"));
    let mended = |done: u8| {
        format!(
            "use west\nactor kate\nwork wheel {{ need 9 }}\nrepeat up to 3 {{ check mend by kate {{ trait d8, work wheel }} }}\n\
             if wheel.done >= {done} {{ note \"whole\" }}"
        )
    };
    let slippery = |leap: &str| {
        let wet = "circumstance if wet then -2 else -1, difficulty 10 }";
        format!("use duel\nactor nell\nflag wet = no\ntest climb by nell {{ base 3, {wet}\nset wet = yes\n{leap}{wet}")
    };
    let locked = |push: &str| {
        let act =
            format!("act pick by cass {{ action finesse, push for a die {push}, bad \"no\", critical \"open\" }}");
        format!("use position\nactor cass {{ rating finesse 1 }}\n{act}")
    };
    let rounds = |fear: u8| {
        let act = "act strike by ilse versus captain { skill ilse.sword, weapon long }";
        let captain = "npc captain { threat medium, every 4 }";
        format!(
            "use range\nactor ilse {{ skill sword {{ level 4 }} }}\n{captain}\nrepeat turn up to 3 until captain.fear >= {fear} {{ {act} }}"
        )
    };
    vec![
        (mended(9), as_written(NEVER_HAPPENS), mended(3)),
        (
            slippery("test leap by nell { base 2, difficulty 9 }\n# "),
            as_written(NEVER_HOLDS),
            slippery("test leap by nell { base 2, "),
        ),
        (
            climb("if climb.verdict is failure and climb.result > 12 { note \"So close!\" }"),
            never(NEVER_HAPPENS),
            climb("if climb.verdict is failure and climb.result > 8 { note \"So close!\" }"),
        ),
        (
            climb("note \"So close!\" if climb.verdict is failure and climb.result > 12"),
            never(NEVER_HOLDS),
            climb("note \"So close!\" if climb.verdict is failure and climb.result > 8"),
        ),
        (
            shot("threat medium, every 3", "if bandit.fear >= 1 { note \"He runs.\" }"),
            as_written(NEVER_HAPPENS),
            shot("threat low, every 1", "if bandit.fear >= 1 { note \"He runs.\" }"),
        ),
        (
            coins("flip a by ada\nnote \"x\" if a.same and a.both is 3"),
            never(NEVER_HOLDS),
            coins("flip a by ada\nnote \"x\" if a.same and a.both is 4"),
        ),
        (
            coins("earn a by ada { wage 3 }\nnote \"x\" if ada.purse is 4 and ada.purse < 6"),
            as_written(NEVER_HOLDS),
            coins("earn a by ada { wage 3 }\nnote \"x\" if ada.purse is 3 and ada.purse < 6"),
        ),
        (
            coins("nap a by ada\nnote \"x\" if a.twice is 2 and a.hours is 2"),
            never(NEVER_HOLDS),
            coins("nap a by ada\nnote \"x\" if a.twice is 4 and a.hours is 2"),
        ),
        (
            coins("repeat up to 3 until b.same and b.both is 3 { flip b by ada }"),
            never(NEVER_HOLDS),
            coins("repeat up to 3 until b.same and b.both is 2 { flip b by ada }"),
        ),
        (locked("no"), as_written("this text is never shown"), locked("yes")),
        (rounds(2), as_written(NEVER_HOLDS), rounds(1)),
        (house("close"), "house rule `close` changes nothing here".to_owned(), house("near")),
    ]
}

#[test]
fn what_two_facts_exclude_together_is_told() {
    for (scene, expected, twin) in pairs() {
        assert_eq!(told(&scene), [expected], "{scene}");
        assert_eq!(told(&twin), [""; 0], "{twin}");
    }
}

#[test]
fn what_nothing_here_changes_is_asked_for_what_was_left_before() {
    let scene = |line: &str| format!("use coins\nperson ada\nperson ben\n{line}note \"x\" if ben.purse is 4");
    assert_eq!(told(&scene("")), [""; 0]);
    assert_eq!(told(&scene("earn a by ada { wage 3 }\n")), [""; 0]);
    assert_eq!(told(&scene("earn a by ben { wage 3 }\n")), [format!("{NEVER_HOLDS}{AS_WRITTEN}")]);
}

#[test]
fn what_stands_beside_the_line_and_does_nothing_begins_as_it_is_written() {
    let scene = |blank: &str| {
        format!(
            "use west\nactor blaze\nwork charge {{ need 3 }}\ncheck set by blaze {{ difficulty challenging, trait d8{blank} }}\n\
             if charge.done >= 2 {{ note \"boom\" }}"
        )
    };
    assert_eq!(told(&scene("")), [format!("{NEVER_HAPPENS}{AS_WRITTEN}")]);
    assert_eq!(told(&scene(", work charge")), [""; 0]);
}

/// A scene that asks for a field of which it says nothing, what is told of it, and a twin of which nothing is told.
const UNSAID: [(&str, &str, &str); 6] = [
    (
        "use ttomp\nactor kit\naction dig by kit { value 1b, task dig }\nif kit.fatigue is major fatigue { note \"x\" }",
        NEVER_HAPPENS,
        "use ttomp\nactor kit\naction dig by kit { value 1b, task dig }\nif kit.fatigue is none { note \"x\" }",
    ),
    (
        "use ttomp\nactor kit { prepared }\nactor lou\naction dig by kit { value 1b, task dig }\nnote \"x\" if lou.fatigue is major fatigue",
        NEVER_HOLDS,
        "use ttomp\nactor kit { prepared }\nactor lou\naction dig by kit { value 1b, task dig }\nset lou.fatigue = if dig.outcome is fumble then major fatigue else none\nnote \"x\" if lou.fatigue is major fatigue",
    ),
    (
        "use west\nactor sue\nactor pete\ncheck shot by sue { target pete, trait d8, difficulty easy }\nif pete.hit { note \"x\" }",
        NEVER_HAPPENS,
        "use west\nactor sue\nactor pete\ncheck shot by sue { target pete, trait d8, difficulty easy }\nset pete.hit = shot.ending is success\nif pete.hit { note \"x\" }",
    ),
    (
        "use duel\nactor kit\ntest a by kit { base 3, difficulty 10 }\nif kit.improved >= 1 { note \"x\" }",
        NEVER_HAPPENS,
        "use duel\nactor kit\nactor lou\ntest a by kit { base 3, difficulty 10 }\nif lou.improved >= 1 { note \"x\" }",
    ),
    (
        "use duel\nactor kit\ntest a by kit { base 3, difficulty 10, circumstance if kit.improved >= 1 then 1 else 0 }",
        NEVER_HOLDS,
        "use duel\nactor kit\nadd 1 to kit.improved\ntest a by kit { base 3, difficulty 10, circumstance if kit.improved >= 1 then 1 else 0 }",
    ),
    (
        "use range\nactor ivo { skill bow { level 3 } }\nnpc rat\nact shoot by ivo versus rat { skill ivo.bow }\nif rat.tier >= 3 { note \"x\" }",
        NEVER_HAPPENS,
        "use range\nactor ivo { skill bow { level 3 } }\nnpc rat { tier 3 }\nact shoot by ivo versus rat { skill ivo.bow }\nif rat.tier >= 3 { note \"x\" }",
    ),
];

#[test]
fn a_field_of_which_nothing_is_said_is_not_asked_in_vain() {
    let told = |scene: &str| {
        let encounter = compiled(scene);
        let found = encounter.remarks().into_iter();
        let found: std::collections::BTreeSet<String> = found.map(|found| found.message).collect();
        found.into_iter().filter(|message| message.contains("never")).collect::<Vec<_>>()
    };
    for (scene, expected, twin) in UNSAID {
        assert_eq!(told(scene), [format!("{expected}{AS_WRITTEN}")], "{scene}");
        assert_eq!(told(twin), [""; 0], "{twin}");
    }
}

#[test]
fn what_never_happens_is_told_at_its_place() {
    let encounter = compiled(&format!("{CLIMB}if climb.verdict is failure and climb.result > 12 {{ note \"x\" }}"));
    let found = encounter.remarks();
    let places: Vec<&str> = found[0].labels.iter().map(|label| encounter.sources().slice(label.span)).collect();
    assert_eq!(places, ["note \"x\"", "climb.verdict is failure and climb.result > 12"]);
}

#[test]
fn whoever_is_called_off_follows_no_runs() {
    let cancel = Cancel::default();
    let engine = engine().called_off_by(&cancel);
    let scene = format!("{CLIMB}note \"x\" if climb.verdict is failure and climb.result > 12");
    let encounter = engine.compile("scene.asz", &scene).expect("it is right");
    cancel.call_off();
    assert!(encounter.remarks().is_empty(), "nothing is followed, so nothing is said");
}

/// Conditions of every sort, most of which hold now and then.
fn conditions() -> Vec<String> {
    let facts = |name: &str| {
        let totals = (2..=4).map(move |total| format!("NAME.both is {total}"));
        let faces = (1..=2).map(move |face| format!("NAME.coin.sum is {face}"));
        totals
            .chain(faces)
            .chain(["NAME.same".to_owned(), "not NAME.same".to_owned()])
            .map(|fact| fact.replace("NAME", name))
            .collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    for one in facts("a") {
        for other in facts("a").into_iter().chain(facts("b")) {
            all.push(format!("{one} and {other}"));
        }
    }
    all
}

#[test]
fn never_is_what_has_no_chance_and_no_run_comes_to() {
    let all = conditions();
    let lines: Vec<String> =
        all.iter().enumerate().map(|(at, condition)| format!("note \"number {at}\" if {condition}")).collect();
    let lines = lines.join("\n");
    let scene = format!("use coins\nperson ada\nflip a by ada\nflip b by ada\n{lines}");
    let encounter = compiled(&scene);
    let slice = |found: &assize::diagnostic::Diagnostic| encounter.sources().slice(found.labels[0].span).to_owned();
    let mut never: Vec<String> = encounter.remarks().iter().map(slice).collect();
    never.sort_by_key(|condition| all.iter().position(|one| one == condition));
    let questions = all.iter().map(|condition| format!("P({condition})"));
    let chances = encounter.odds(&OddsRequest::of(questions)).expect("they are odds");
    let impossible: Vec<&String> = all
        .iter()
        .zip(&chances)
        .filter(|(_, chance)| chance.value.as_ref().is_some_and(|value| value.to_string() == "0"))
        .map(|(one, _)| one)
        .collect();
    assert!(never.len() >= 15 && never.len() <= all.len() / 2, "{} of {}", never.len(), all.len());
    assert_eq!(never.iter().collect::<Vec<_>>(), impossible);
    for seed in 0..300 {
        let verdict = encounter.adjudicate(Answers::random(seed)).expect("it runs");
        let text = format!("{:?}", verdict.events);
        for (at, condition) in all.iter().enumerate().filter(|(_, condition)| never.contains(condition)) {
            assert!(!text.contains(&format!("\"number {at}\"")), "{condition} holds with seed {seed}");
        }
    }
}

#[test]
fn a_comparison_tells_its_value_unless_that_is_kept_from_somebody() {
    let told = |difficulty: &str| {
        let scene = format!(
            "use duel\nactor ada\ntest climb by ada {{ base 3, {difficulty} }}\nif climb.target >= 30 {{ note \"never\" }}"
        );
        let encounter = Engine::default().compile("scene.asz", &scene).expect("it is right");
        let warnings = encounter.warnings().iter().flat_map(|found| &found.labels);
        warnings.map(|label| label.text.clone()).collect::<Vec<_>>().join("; ")
    };
    assert!(
        told("open difficulty 13").contains("`climb.target` was `13` in the runs tried"),
        "{}",
        told("open difficulty 13")
    );
    let secret = told("difficulty 13");
    assert!(secret.contains("this is never true") && !secret.contains("13"), "{secret}");
}

#[test]
fn a_branch_below_those_that_take_its_runs_leads_to_them() {
    let moves = "use moves\nmove read \"read a place\" { stat keen, strong \"three\", weak \"one\", miss \"seen\" }\n\
                 actor rue { stat keen 1 }\nmake look by rue { move read }\n";
    let d20 = "use d20\nactor ada { score dexterity 12 }\ncheck leap by ada { ability dexterity, difficulty 10 }\n";
    let cases = [
        (moves, "if look.total >= 10 { note \"a\" } else if look.hit is strong { note \"b\" }", "look.total >= 10"),
        (
            moves,
            "if look.hit is weak { note \"a\" } else if look.hit is strong { note \"b\" } else if look.total >= 8 { note \"c\" }",
            "look.hit is weak, look.hit is strong",
        ),
        (
            CLIMB,
            "if climb.verdict is success { note \"a\" } else if climb.result >= 10 and climb.result < 11 { note \"b\" }",
            "climb.verdict is success",
        ),
        (d20, "if leap.total >= 8 { note \"a\" } else if leap.outcome is success { note \"b\" }", "leap.total >= 8"),
    ];
    for (start, branches, above) in cases {
        let scene = format!("{start}{branches}");
        let encounter = compiled(&scene);
        let remarks = encounter.remarks();
        let [found] = remarks.as_slice() else { panic!("{scene}: {remarks:?}") };
        assert!(found.message.contains(NEVER_HAPPENS), "{scene}: {found:?}");
        assert_eq!(
            found.labels[1].text, "because whenever this is true, a condition above it is true as well",
            "{scene}"
        );
        let told: Vec<&str> = found.labels[2..].iter().map(|label| encounter.sources().slice(label.span)).collect();
        assert_eq!(told.join(", "), above, "{scene}");
        assert!(found.help.as_ref().is_some_and(|help| help.starts_with("move this branch above th")), "{scene}");
    }
}

#[test]
fn a_comparison_behind_else_tells_what_comes_there() {
    let scene = "use moves\nmove read { stat keen, strong \"three\", weak \"one\", miss \"seen\" }\nactor rue { stat keen 1 }\n\
                 make look by rue { move read }\n\
                 if look.total >= 10 { note \"a\" } else if look.hit is strong or look.hit is weak { note \"b\" }";
    let shown = format!("{:?}", compiled(scene).remarks());
    assert!(shown.contains("`look.hit` was `miss` or `weak` in the runs tried that come here"), "{shown}");
}
