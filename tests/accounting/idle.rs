//! Values that are read, and computed with, and can make no difference: each beside a scene in which it makes one.

use assize::engine::{Answers, Encounter, Engine, Shelf, Shipped};
use assize::verdict::Form;

const KILN: &str = include_str!("kiln.asz");

/// A value that makes no difference.
struct Idle {
    /// As it is named in the remark.
    name: &'static str,
    /// The scene, with `@` in the place of the value.
    scene: &'static str,
    /// The value.
    written: &'static str,
    /// What else could stand there.
    others: &'static [&'static str],
    /// What the scene needs besides, so that it makes one: instead of the second the first.
    counts: (&'static str, &'static str),
}

const ALL: [Idle; 13] = [
    Idle {
        name: "resting",
        scene: "fire pot by ada { @ }",
        written: "resting yes",
        others: &["", "resting no"],
        counts: ("shop { rest 2 }\nfire", "fire"),
    },
    Idle {
        name: "crack",
        scene: "fire pot by ada { skill 2, @ }",
        written: "crack split",
        others: &["", "crack hairline"],
        counts: ("skill -2", "skill 2"),
    },
    Idle {
        name: "late",
        scene: "fire pot by ada { @ }",
        written: "late yes",
        others: &["", "late no"],
        counts: ("{ mood eager, ", "{"),
    },
    Idle {
        name: "width",
        scene: "fire pot by ada { @ }",
        written: "width 6",
        others: &["", "width 1", "width 13"],
        counts: ("{ against 9, ", "{"),
    },
    Idle {
        name: "ash tires",
        scene: "shop { @ }\nfire pot by ada { plain no }",
        written: "ash tires yes",
        others: &["", "ash tires no"],
        counts: ("plain no, ash yes", "plain no"),
    },
    Idle {
        name: "careful",
        scene: "fire pot by ada { @ }",
        written: "careful yes",
        others: &["", "careful no"],
        counts: ("{ turn yes, ", "{"),
    },
    Idle {
        name: "glaze",
        scene: "glaze mat { gloss 0 }\nfire pot by ada { @ }",
        written: "glaze mat",
        others: &[""],
        counts: ("gloss 2", "gloss 0"),
    },
    Idle {
        name: "shelf",
        scene: "fire pot by ada { plain yes, @ }",
        written: "shelf 5",
        others: &["", "shelf 1", "shelf 7"],
        counts: ("plain no", "plain yes"),
    },
    Idle {
        name: "coal(jug)",
        scene: "fire pot by ada { @ }",
        written: "coal jug 3",
        others: &["", "coal jug 1"],
        counts: ("{ ash yes, ", "{"),
    },
    Idle {
        name: "price(jug)",
        scene: "shop { @ }\nfire pot by ada { plain yes }",
        written: "price jug 4",
        others: &["", "price jug 0"],
        counts: ("plain yes, lid yes, coal jug 2", "plain yes"),
    },
    Idle {
        name: "width",
        scene: "potter bo\nfire pot by ada { helper hand by bo { skill 1, @ } }",
        written: "width 4",
        others: &["", "width 9"],
        counts: ("skill 1, against 7", "skill 1"),
    },
    Idle {
        name: "knocks",
        scene: "fire pot by ada { @ }",
        written: "knocks yes",
        others: &["", "knocks no"],
        counts: ("{ turn yes, ", "{"),
    },
    Idle {
        name: "lift",
        scene: "fire pot by ada { @ }",
        written: "lift yes",
        others: &["lift no"],
        counts: ("{ lid yes, ", "{"),
    },
];

impl Idle {
    fn with(&self, written: &str) -> String {
        format!("use kiln\npotter ada\n{}", self.scene.replace('@', written))
    }

    fn counting(&self, written: &str) -> String {
        let (with, without) = self.counts;
        format!("use kiln\npotter ada\n{}", self.scene.replacen(without, with, 1).replace('@', written))
    }
}

fn compile(scene: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("kiln", KILN);
    shelf.put("crew", CREW);
    let encounter = Engine::with(shelf).and(Shipped).compile("scene.asz", scene);
    encounter.unwrap_or_else(|failure| panic!("{scene}: {failure}"))
}

/// The names of what is said to make no difference, besides what is known without trying.
fn idle(scene: &str) -> Vec<String> {
    let encounter = compile(scene);
    let told = encounter.remarks().into_iter().filter(|found| !encounter.warnings().contains(found));
    told.map(|remark| remark.message.split('`').nth(1).unwrap_or_default().to_owned()).collect()
}

/// What is told from a seed, without the line in which a choice that the scene states is told.
fn told(encounter: &Encounter, seed: u64, echo: &str) -> String {
    let verdict = encounter.adjudicate(Answers::random(seed)).expect("it runs");
    let text = Engine::default().written(&verdict, Form::Text).expect("nobody calls it off");
    let is_echo = |line: &&str| line.trim_start().starts_with(echo) && line.trim_end().ends_with("(stated)");
    text.split_inclusive('\n').filter(|line| !is_echo(line)).collect()
}

#[test]
fn what_cannot_matter_is_told_and_what_can_is_not() {
    for case in &ALL {
        let scene = case.with(case.written);
        assert_eq!(idle(&scene), [case.name], "{scene}");
        let counting = case.counting(case.written);
        assert!(!idle(&counting).contains(&case.name.to_owned()), "{counting}");
    }
}

#[test]
fn what_makes_no_difference_makes_none_in_two_hundred_runs() {
    for case in &ALL {
        let written = compile(&case.with(case.written));
        for other in case.others {
            let other = compile(&case.with(other));
            for seed in 1..=200 {
                assert_eq!(told(&other, seed, case.name), told(&written, seed, case.name), "{} {seed}", case.name);
            }
        }
    }
}

#[test]
fn what_makes_a_difference_makes_one_in_two_hundred_runs() {
    for case in &ALL {
        let written = compile(&case.counting(case.written));
        let differs = case.others.iter().any(|other| {
            let other = compile(&case.counting(other));
            (1..=200).any(|seed| told(&other, seed, case.name) != told(&written, seed, case.name))
        });
        assert!(differs, "{}", case.counting(case.written));
    }
}

#[test]
fn a_value_that_no_line_reads_is_a_result() {
    assert!(idle("use kiln\npotter ada\nfire pot by ada { label 4 }").is_empty());
}

/// Scenes of the shipped systems, each with what makes no difference in it.
const SHIPPED: [(&str, &str); 16] = [
    (
        "use range\nactor bo { skill bow { level 3 } }\nnpc elk\nact hit by bo versus elk { skill bo.bow, weapon ranged }\n\
         act rest by bo versus elk { doing recover, skill bo.bow, restores bo.bow }",
        "restores",
    ),
    (
        "use range\nactor bo { skill talk { level 6 } }\nnpc elk\nact plead by bo versus elk { skill bo.talk, failing ordinary, harm frustration }",
        "harm",
    ),
    ("use fatigue\nactor kit\neffort leap by kit { cost wind 4, mortal yes, against 14 }", "mortal"),
    ("use fatigue\nactor kit\neffort lift by kit { cost stamina 3, stated width 6 }", "stated width"),
    (
        "use fatigue\ngame { guns tire }\nactor kit\nactor lou\n\
         attack cut by kit versus lou { weapon sword, strike { skill 4 }, defence { skill 3 } }",
        "guns tire",
    ),
    ("use fatigue\nactor kit\neffort run by kit { cost wind 3, too late yes, against 12 }", "too late"),
    ("use west\nactor gun { ammo 8 }\ncover rock\ncovering fire low by gun { cover rock, shot first }", "shot first"),
    (
        "use west\nactor may\nmover roan { rate 13, handling 3 }\n\
         move ride by roan { skill 3, early, manoeuvre jump by may { trait d8 } }",
        "early",
    ),
    ("use west\nactor may\ncheck pick by may { trait d8, no effect, row 5 }", "row"),
    ("use west\nactor may\ncheck pick by may { trait d8, no effect, damage bumps 2 }", "damage bumps"),
    (
        "use ttomp\ninjury knee { damage no damage }\nactor kit { injured knee }\n\
         action kick by kit { related injury knee, task kick { quality good } }",
        "related injury",
    ),
    // The second of a list never counts, though the first does.
    (
        "use ttomp\nactor inez\nmeans rope { worth 1b }\nmeans lamp { lacked 2p }\n\
         action climb by inez { gear rope, gear lamp, task climb { quality good } }",
        "gear",
    ),
    (
        "use ttomp\ninjury arm { damage major damage }\ninjury leg { damage no damage }\nactor kit { injured arm, injured leg }\n\
         action kick by kit { related injury arm, related injury leg, task kick { quality good } }",
        "related injury",
    ),
    ("use duel\ngame { days 2 }\nactor kit\ntest a by kit { base 4, difficulty 9 }", "days"),
    // The tier decides, so nobody reads what the modifiers come to.
    (
        "use range\nactor bo { skill bow { level 3, tier 3 } }\nnpc elk { tier 1 }\nact hit by bo versus elk { skill bo.bow, situation -1 }",
        "situation",
    ),
    (
        "use range\nactor bo { skill bow { level 3, tier 3 } }\nnpc elk { tier 1 }\nact hit by bo versus elk { skill bo.bow, helping }",
        "helping",
    ),
];

#[test]
fn what_was_found_in_scenes_of_shipped_systems_is_told() {
    for (scene, name) in SHIPPED {
        assert_eq!(idle(scene), [name], "{scene}");
    }
}

/// A chain counts by its last task where others ask for it, and each of its tasks has an outcome where it goes on to the end.
#[test]
fn what_is_said_of_a_task_that_does_not_decide_is_told() {
    let scene = |how: &str, said: &str| {
        format!(
            "use ttomp\nactor bo\nactor mat\naction haul by bo {{\n  value 2b \"the ship\", task pull {{ quality standard }}\n  \
             {how} heave by mat {{\n    value 2b \"the ship\"\n    \
             chain {{ task brace {{ timing standard, {said} }}, task pull {{ quality standard }} }}\n  }}\n}}"
        )
    };
    for (how, said, message) in [
        ("joint", "circumstance 1p \"a slippery deck\"", "`circumstance` makes no difference here"),
        ("joint", "final means 1b", "`final means` makes no difference here"),
        ("joint", "quality good", "`quality` makes no difference here except for its cost"),
        ("counter", "quality good", "`quality` makes no difference here except for its cost"),
    ] {
        let text = scene(how, said);
        let all = compile(&text).remarks();
        let [found] = all.as_slice() else { panic!("{text}\n{all:?}") };
        let place = &text[found.labels[0].span.range()];
        assert!(found.message == message && said.starts_with(place), "{text}\n{found:?}");
        let help = found.help.as_deref().unwrap_or_default();
        assert!(help.contains("it would count together with `decisive first task`"), "{help}");
        let twin = scene("assist", said);
        assert!(idle(&twin).is_empty(), "{twin}: {:?}", idle(&twin));
    }
}

/// Scenes in which one of several entries would suffice, and a third where two would: without any one of them it comes to the same.
const SEVERAL: &[&str] = &[
    "use d20\nactor ada { score strength 16 }\n\
     check climb by ada { skill athletics, difficulty 15, advantage \"a rope\", advantage \"a push\" }",
    "use d20\nactor ada { score strength 16 }\ncheck climb by ada { skill athletics, difficulty 15, advantage \"a rope\", \
     advantage \"a push\", disadvantage \"wet\" }",
    "use percentile\nactor nell { skill listen { value 60 } }\n\
     try ear by nell { skill nell.listen, bonus die \"a\", bonus die \"b\", bonus die \"c\" }",
    "use range\nactor ilse { skill climb { level 6 } }\nnpc wall { thing }\n\
     act climb by ilse versus wall { skill ilse.climb, helping \"a rope\", helping \"a tree\", helping \"calm\" }",
    "use crew\nperson ada\nlift stone by ada { hand \"bo\", hand \"cy\", hand \"di\" }",
];

/// Rules for which it takes two.
const CREW: &str = "system crew\nkind person { }\nprocedure lift by person { ask hand : many yes/no\n\
                    let lifted = if count(h in hand : h) >= 2 then 1 else 0, roll luck : 1d6, let high = lifted + luck.sum }";

#[test]
fn of_several_entries_of_which_fewer_suffice_none_is_idle() {
    for scene in SEVERAL {
        assert!(idle(scene).is_empty(), "{scene}: {:?}", idle(scene));
    }
}

/// Of two things in a list each is told for what it is itself: that one is not ready is no reason why the other one does not count.
#[test]
fn of_two_idle_things_the_reason_of_one_is_not_told_of_the_other() {
    let scene = "use ttomp\nactor inez\nmeans rope { worth 1b, ready no }\nmeans lamp { lacked 2p }\n\
                 action climb by inez { gear rope, gear lamp, task climb { quality good } }";
    let all = compile(scene).remarks();
    let places: Vec<Vec<&str>> =
        all.iter().map(|found| found.labels.iter().map(|label| &scene[label.span.range()]).collect()).collect();
    assert_eq!(places, [vec!["gear rope", "ready no"], vec!["gear lamp"]]);
}

/// A scene, and what refuses each of its runs.
const REFUSED: &[(&str, &str)] = &[
    (
        "use duel\nactor kit\nactor lou\nopposed slip by kit versus lou { action { base 4, grade hard }, reaction { base 2 } }",
        "an opposed test has no difficulty: the results are compared; nor has one `without difficulty`",
    ),
    (
        "use west\nactor may\nturn { check one by may { trait d8 }, check two by may { trait d8, difficulty easy } }",
        "no time is left for that in this turn: normal takes 2 of its 2, and may has 0 left; two fast ones fit into one turn",
    ),
];

#[test]
fn of_what_is_always_refused_only_that_is_told() {
    for (scene, refusal) in REFUSED {
        let encounter = Engine::default().compile("scene.asz", scene).expect("it is right");
        let found: Vec<String> = encounter.remarks().into_iter().map(|found| found.message).collect();
        assert_eq!(found, [format!("every run that was tried was refused: {refusal}")], "{scene}");
    }
    // A run that is refused now and then is none of them.
    let scene = "system coins\nkind person { purse : 0..9 = 0 }\n\
                 procedure flip by person { roll coin : 1d2, stop \"tails\" if coin.sum is 1, needs coin.sum is 1 else \"heads\" }";
    let mut shelf = Shelf::default();
    shelf.put("coins", scene);
    let encounter =
        Engine::with(shelf).compile("scene.asz", "use coins\nperson ada\nflip a by ada").expect("it is right");
    assert!(encounter.remarks().iter().all(|found| !found.message.contains("refused")));
}

/// Scenes of which nothing is to be said: what is rolled is told for its own sake where nobody has said what it is held to, and what the
/// rules ask for has to be there whatever it is.
const SOUND: &[&str] = &[
    "use duel\nactor lisbeth\ntest quick by lisbeth { base 4 \"Reflexes\", technique +1 \"light foot\", without difficulty }",
    "use duel\nactor lisbeth\ntest quick by lisbeth { base 4 \"Reflexes\", technique +1 \"light foot\" }",
    "use duel\nactor tom\ntest listen by tom { base 2, without difficulty }\nif listen.verdict is fumble { note \"He sleeps.\" }",
    "use fatigue\nactor ada\neffort sing by ada { cost wit 3, skill +4 \"voice\" }",
    "use d20\nactor orla { hit points 9, maximum 9 }\nsuffer arrow by orla { amount 5, damage piercing }",
];

#[test]
fn of_what_is_told_for_its_own_sake_or_has_to_be_there_nothing_is_said() {
    for scene in SOUND {
        assert!(compile(scene).remarks().is_empty(), "{scene}: {:?}", compile(scene).remarks());
    }
}

/// A scene, and the lines in it that set something to what it holds already in every run.
const SET_IN_VAIN: &[(&str, &[&str])] = &[
    (
        "use ttomp\nactor inez { status minor fatigue }\n\
         action run by inez { commitment automatic committed, task run { timing standard } }\n\
         set inez.fatigue = none\n\
         action swim by inez { commitment automatic committed, task swim { quality standard } }",
        &["set inez.fatigue = none"],
    ),
    // What the dice may have changed is set to something after all, and so is what the scene has written otherwise.
    (
        "use percentile\nactor ada { skill sing { value 50 } }\nactor bo\n\
         try sing by ada { skill ada.sing }\nset ada.luck = 50\nset bo.luck = 40",
        &[],
    ),
    (
        "use kiln\npotter ada\ntally fires : 0..9 = 2\nfire pot by ada { careful no }\nadd 1 to fires\nnote \"{fires}\"\nset fires = 3\n\
         note \"{fires}\"",
        &["set fires = 3"],
    ),
];

#[test]
fn a_line_that_sets_what_holds_already_is_told() {
    for (scene, lines) in SET_IN_VAIN {
        let encounter = compile(scene);
        let all = encounter.remarks();
        let set = all.iter().filter(|found| found.message.starts_with("this changes nothing"));
        let places: Vec<&str> = set.map(|found| &scene[found.labels[0].span.range()]).collect();
        assert_eq!(places, *lines, "{scene}");
    }
}

/// A scene, what makes no difference in it, and what is said of why: the line that keeps it from counting, or the help.
const WHY: &[(&str, &str, &str)] = &[
    (
        "use ttomp\nmeans lamp \"a lamp\" { ready no, worth 2b }\nactor inez\n\
         action search by inez { value 2b \"gold\", gear lamp, task look { quality good } }",
        "gear",
        "ready no",
    ),
    (
        "use position\nactor cass { rating prowl 2 }\nclock patrols { size 4 }\n\
         act climb by cass { action prowl, threat lamp by cass { clock patrols } }",
        "clock",
        "it would count together with `consequence complication`, which is missing here; add that, or remove this",
    ),
    (
        "use ttomp\ninjury hand { damage major damage }\nactor diogo { injured hand }\n\
         action shoot by diogo { performance automatic 4, related injury hand, task aim { quality good } }",
        "related injury",
        "performance automatic",
    ),
    (
        "use west\ngame { players 5 }\nactor blaze\ncheck ride by blaze { difficulty easy, trait d8, no effect }",
        "players",
        "it counts in `session`, which is not run here; remove it, or run a procedure that reads it",
    ),
    (
        "use west\nactor hank { bravery d8 }, actor rifle { ammo 8 }\n\
         turn { brave nerve by hank versus rifle { shot { trait d8 }, row 5, snap shot no } }",
        "trait",
        "snap shot no",
    ),
    (
        "use duel\nactor lisbeth\ntest climb by lisbeth { base 3 }\nif climb.verdict >= success { note \"up\" }",
        "base",
        "it would count together with `difficulty`, `grade` or `open difficulty`, which is missing here; add that",
    ),
    // A blank that the rules fill elsewhere, one for a thing, somebody who takes part, and a setting.
    (
        "use fatigue\nactor mara\neffort deny by mara { against 20, cost wit 4, leverage 6 }",
        "leverage",
        "it would count together with `task social`, which is missing here; add that, or remove this",
    ),
    (
        "use percentile\nactor nell { skill listen { value 60 }, skill climb { value 40 } }\n\
         try roof by nell { skill nell.climb, either, how \"over the chimney\", worse \"a tile falls\" }",
        "either",
        "it would count together with `other nell.listen`, which is missing here; add that, or remove this",
    ),
    (
        "use fudge\nactor vale { skill athletics 3 }\nactor hob { skill fight 2 }\n\
         overcome climb by vale { skill athletics, helper hob, rung great }",
        "helper",
        "it would count together with `hob { skill athletics 1 }`, which is missing here; add that, or remove this",
    ),
    (
        "use range\nactor ilse { skill climb { level 3 }, skill calm { level 2 } }\nnpc wall { thing }\n\
         act climb by ilse versus wall { skill ilse.climb, doing manoeuvre }\n\
         act breathe by ilse versus wall { doing recover, skill ilse.calm, restores ilse.climb }",
        "restores",
        "it would count together with `game { recovery 1 }`, which is missing here; add that, or remove this",
    ),
];

#[test]
fn it_is_told_what_keeps_a_value_from_counting() {
    for (scene, name, why) in WHY {
        let encounter = compile(scene);
        let all = encounter.remarks();
        let found = all.iter().find(|found| found.message.contains(&format!("`{name}`"))).expect("it is told");
        let others = found.labels.iter().skip(1).map(|label| &scene[label.span.range()]);
        let said: Vec<String> = others.map(str::to_owned).chain(found.help.clone()).collect();
        assert!(said.iter().any(|said| said.ends_with(why)), "{scene}\n{said:?}");
    }
}

/// An answer that the rules refuse says why, in the numbers of the run; so does what stops some runs.
#[test]
fn what_is_refused_by_dice_is_told_with_its_numbers() {
    let shot = "use west\nactor blaze\nactor hank\ncheck shot by blaze { target hank, no effect, trait d8, damage 1 }";
    let earned =
        "use west\nactor bo { counter 1 }\ncheck set by bo { trait d12, attack, difficulty easy, earn 1, damage 1 }";
    for (scene, why) in [
        (shot, "`shot.damage` is 1, but here it can only be 0"),
        (earned, "`set.earn` is 1, but here it can only be 0"),
    ] {
        let all = compile(scene).remarks();
        let said = all.iter().any(|found| found.message.ends_with(why) || found.labels[0].text == why);
        assert!(said, "{scene}\n{all:?}");
    }
}
