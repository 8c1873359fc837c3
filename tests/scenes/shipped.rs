//! What verdicts of the shipped systems tell, where no `expect` can ask for it: the words beside the numbers.

use assize::engine::{Answers, Engine, OddsRequest, Shelf, Shipped};
use assize::verdict::{text, why};

/// What is told of a scene, as judgement answers it.
fn told(scene: &str) -> String {
    let encounter = Engine::with(Shipped).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    text::text(&encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}")))
}

/// TT-060, TT-062, A26
#[test]
fn abilities_of_single_tasks_are_told_beside_those_of_the_action() {
    let told = told(
        "use ttomp\nactor ana { ability 1b \"strong\" }\n\
        action swim by ana { chain { task dive { timing standard, ability 2b \"a good swimmer\" }, task tie { ability 1p \"no seaman\" } } }",
    );
    let parts = "      ability 2b\n        ability 1b \"strong\"\n        ability 2b \"a good swimmer\"\n        ability 1p \"no seaman\"\n";
    assert!(told.contains(parts), "{told}");
}

/// TT-039
#[test]
fn why_the_reactive_act_is_told() {
    let of_ana = |blank: &str| {
        told(&format!(
            "use ttomp\nactor ana \"Ana\"\naction go by ana {{ context critical negative, {blank}, task leap }}"
        ))
    };
    assert!(of_ana("forced yes").contains("Ana acts because somebody forces it."));
    assert!(of_ana("supporting yes").contains("Ana acts in support of somebody else."));
    assert!(!of_ana("value 4b, forced yes").contains("acts because"), "nobody else needs a reason");
    let helped = told(
        "use ttomp\nactor ana\nactor ben \"Ben\"\n\
        action go by ana { task leap, assist hold by ben { context critical negative, task stay } }",
    );
    assert!(helped.contains("Ben acts in support of somebody else."), "{helped}");
}

/// A32 of the older form
#[test]
fn what_the_passionate_pay_is_told() {
    let scene = "use ttomp\nuse house \"ten-sided\"\nset game.passionate costs = 2\nactor ana\n\
        action go by ana { commitment automatic passionate, performance automatic 7, task climb { quality extreme } }";
    assert!(told(scene).contains("Being passionate costs 1 more of the 7 points that are performed."));
    assert!(!told(&scene.replace(" = 2", " = 1")).contains("Being passionate"));
}

/// WE-026, WE-056
#[test]
fn the_west_tells_what_bumps_have_bought_and_what_a_swim_costs() {
    let told = told(
        "use west\nactor hank \"Hank\"\nmover swimmer { rate 6, body hank }\n\
        check dig by hank { trait d8, card shows 17, bumps +2 }\n\
        turn { phase { move swim by swimmer } }",
    );
    assert!(told.contains("row 3, and 2 for damage: effect "), "{told}");
    assert!(told.contains("hank.slots: 2 -> 1 (swim)"), "{told}");
}

/// RA-007, RA-021
#[test]
fn success_range_tells_where_somebody_is_and_which_roll_counts() {
    let told = told(
        "use range\nactor ilse { skill sword { level 4 }, ability iaijutsu { level 2, skill ilse.sword } }\nnpc rat \"a rat\"\n\
        act cut by ilse versus rat { skill ilse.sword, ability ilse.iaijutsu, dice shows 4, 5 }\n\
        repeat up to 3 { move back by ilse versus rat { where out of reach } }",
    );
    assert!(told.contains("iaijutsu is missed, and the same roll counts for "), "{told}");
    assert!(told.contains("Distance to a rat: nearby (spaces: 1)."), "{told}");
    assert!(told.contains("Distance to a rat: in range (spaces: 3)."), "{told}");
}

/// FA-031: a pool from which nothing was paid at the end.
#[test]
fn why_tells_what_was_paid_last_and_not_what_was_not() {
    let scene = "use fatigue\nactor mara\neffort row by mara { cost wind 3, against 30, dice shows 20 }";
    let encounter = Engine::with(Shipped).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    let why = why::why(&verdict, Some("mara.pool(wind)")).expect("it was paid");
    assert!(why.starts_with("mara.pool(wind): 57 -> 51 "), "{why}");
}

/// RA-009, RA-043
#[test]
fn success_range_tells_the_tier_of_what_is_out_of_reach() {
    let cast = |position: &str| {
        told(&format!(
            "use range\nactor ilse {{ skill magic {{ level 3, tier 2 }} }}\nnpc hawk \"a hawk\" {{ tier 3, position {position} }}\n\
             act bolt by ilse versus hawk {{ skill ilse.magic, weapon strong magic }}"
        ))
    };
    assert!(cast("out of reach").contains("a hawk is out of reach, and counts as tier 4 instead of 3."));
    assert!(!cast("in range").contains("counts as tier"));
}

/// FA-038, FA-039: a repair that is called off to Flailing has its First penalty all the same.
#[test]
fn what_a_repair_comes_to_is_told_when_it_is_called_off() {
    let mend = |called_off: &str| {
        told(&format!(
            "use fatigue\nactor ines \"Ines\"\n\
             effort mend by ines {{ task repair, cost focus 4, against 30, dice shows 5, calling off {called_off} }}"
        ))
    };
    assert!(mend("1").contains("Called off, and left undone: Ines pays 2 N besides 1 N."), "{}", mend("1"));
    assert!(mend("1").contains("It comes to the First penalty: not always a failure: "));
    assert!(mend("2").contains(
        "It comes to no penalty: the loss is effort alone, and what that means for the work the book leaves open."
    ));
    assert!(!mend("0").contains("Called off, and"));
}

/// FA-039, FA-043, A21, A25
#[test]
fn what_an_effort_has_cost_is_told_by_its_multiples_of_n() {
    let strike = |said: &str, stated: &str| {
        told(&format!(
            "use fatigue\n{said}\nactor mara \"Mara\"\nactor roque \"Roque\"\n\
             attack cut by mara versus roque {{ weapon sword, strike {{ {stated} }}, defence {{ dice shows 20 }} }}"
        ))
    };
    let free = strike("", "dice shows 9, attitude intense");
    assert!(free.contains("Mara has no total to beat, and pays 4 N and no more."), "{free}");
    assert!(!free.contains("      consequence: successful\n      Mara"), "{free}");
    assert!(strike("", "dice shows 2").contains("Mara pays 2 N besides 1 N."));
    assert!(strike("game { fumbles cost effort no }", "dice shows 2").contains("Mara pays 0 N besides 1 N."));
    let flailing = told(
        "use fatigue\nactor mara\neffort swim by mara { cost stamina 2, against 20, dice shows 5, suckage 0, calling off 0 }",
    );
    assert!(flailing.contains("Called off by one level it would be ordinary, and by two no better."), "{flailing}");
}

/// WE-007
#[test]
fn the_west_tells_whose_threshold_counts() {
    let pick = |threshold: &str| {
        told(&format!(
            "use west\nactor belle\nwork door {{ threshold 8 }}\n\
             check pick by belle {{ trait d8, work door{threshold}, card shows 17 }}"
        ))
    };
    assert!(pick(", threshold 5").contains("the threshold is 5 for this check, in place of the job's 8"));
    assert!(!pick("").contains("the threshold is"));
}

/// DU-021: no die is asked for, since the scene is refused as it is read.
#[test]
fn a_reaction_with_a_difficulty_is_refused_before_the_dice() {
    for clash in [
        "opposed clash by ada versus ben { action { base 1 }, reaction { base 2, difficulty 5 } }",
        "against several rush by ada { action { base 1 }, reaction one by ben { base 2, grade hard } }",
    ] {
        let scene = format!("use duel\nactor ada\nactor ben\n{clash}");
        let refused = Engine::with(Shipped).compile("scene.asz", &scene).expect_err("it is refused");
        let why: Vec<&str> = refused.diagnostics.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(why, ["an opposed test has no difficulty: the results are compared"]);
    }
}

/// TT-080, TT-082
#[test]
fn where_nothing_stands_in_the_way_of_any_task_nobody_helps_or_hinders() {
    let lift = |tasks: &str| {
        told(&format!(
            "use ttomp\nactor ana \"Ana\"\nactor ben \"Ben\"\naction lift by ana {{ {tasks}, \
             joint push by ben {{ task shove }}, counter hold by ben {{ task grip }} }}"
        ))
    };
    assert!(!lift("task heave { unopposed }").contains("by Ben"));
    assert!(lift("chain { task heave { timing standard, unopposed }, task carry }").contains("by Ben"));
}

/// TT-087, TT-111
#[test]
fn what_somebody_who_joins_in_brings_along_is_told_with_its_reasons() {
    let told = told(
        "use ttomp\nactor ana \"Ana\"\nactor ben \"Ben\"\naction lift by ana { task heave, \
         joint push by ben { task shove { final means 1b \"a bar\" }, final means 1b \"a pulley\", circumstance 1p \"mud\" } }",
    );
    assert!(told.contains("joint means 2b: push \"a pulley; a bar\""), "{told}");
    assert!(told.contains("joint circumstances 1p: push \"mud\""), "{told}");
}

/// TT-052, TT-054: what is asked of a task says what each level costs, and what is left with all that is known by then.
#[test]
fn a_question_about_a_task_says_what_it_costs_and_what_is_left() {
    let scene = "use ttomp\nactor ana\naction lift by ana { chain { task heave { complexity ?, timing standard, quality ? }, task carry { quality good } } }";
    let encounter = Engine::with(Shipped).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let mut answers = Answers::deliberate();
    answers.choices = [("lift.heave.complexity", "standard"), ("lift.heave.quality", "good")]
        .map(|(asked, answer)| (asked.to_owned(), answer.to_owned()))
        .into();
    let told = text::text(&encounter.adjudicate(answers).unwrap_or_else(|failure| panic!("{failure}")));
    let first = "complexity of heave: simple costs 0 TP, standard 1, complex 2, highly complex 3, with 3 left";
    let second = "quality of heave: poor costs 0 TP, standard 1, good 2, excellent 3, with 2 left";
    assert!(told.contains(first) && told.contains(second), "{told}");
}

/// FA-054, FA-035: what a penalty in suckage demands is told before anybody chooses, and no breath is spoken of that nothing takes.
#[test]
fn what_a_penalty_in_suckage_demands_is_told_before_the_question() {
    let dodge = |setting: &str| {
        told(&format!(
            "use fatigue\ngame {{ {setting} }}\nactor mara \"Mara\"\n\
             effort dodge by mara {{ against 30, facing sword, cost wind 3, dice shows 9 }}"
        ))
    };
    let in_suckage = dodge("penalties in suckage");
    let price = in_suckage.find("As it stands the Second penalty would demand 2 suckage, and take 10 Health.");
    assert!(price.is_some() && price < in_suckage.find("How many points do you accept?"), "{in_suckage}");
    assert!(in_suckage.contains("It comes to the Second penalty: suckage and a wound."), "{in_suckage}");
    assert!(!in_suckage.contains("Stamina"), "{in_suckage}");
    let usual = dodge("suckage limit 5");
    assert!(usual.contains("As it stands the Second penalty would take 24 Wind, 6 Stamina and 10 Health."), "{usual}");
}

/// A13, FA-033, FA-048
#[test]
fn a_fumble_tells_its_total_and_an_argument_costs_no_equipment() {
    let cut = told(
        "use fatigue\ngame { equal fumbles }\nactor mara \"Mara\"\n\
         effort cut by mara { weapon sword, dice shows 8 }",
    );
    assert!(cut.contains("A fumble by 0: 8 against the threshold of 8 ("), "{cut}");
    let argue = |task: &str| {
        told(&format!(
            "use fatigue\nactor mara\neffort argue by mara {{ {task}, cost wit 2, against 30, dice shows 5 }}"
        ))
    };
    assert!(!argue("task social").contains("equipment"));
    assert!(argue("task other").contains("The equipment involved is likely lost for good, and wounds are serious."));
    assert!(
        !argue("task repair, calling off 0, skill 30").contains("It comes to"),
        "a repair that succeeds has no penalty"
    );
}

/// WE-073: why nobody attacks at once after a failed Bravery check.
#[test]
fn the_west_says_why_no_snap_shot_follows() {
    let brave = |state: &str| {
        told(&format!(
            "use west\nactor bo \"Bo\"\nactor al \"Al\" {{ {state} }}\n\
             brave nerve by bo versus al {{ shot {{ trait d8 }}, bravery {{ card shows 1 }} }}"
        ))
    };
    assert!(brave("jammed").contains("Al cannot attack at once: the weapon is jammed"), "{}", brave("jammed"));
    assert!(brave("ammo 0").contains("Al cannot attack at once: no round is left"));
    assert!(!brave("ammo 6").contains("cannot attack"));
}

/// WE-058: a single pace.
#[test]
fn the_west_counts_paces_in_words() {
    let walk = |rate: u8| told(&format!("use west\nmover snail \"the snail\" {{ rate {rate} }}\nmove creep by snail"));
    assert!(walk(2).contains("the snail: 1 pace\n"), "{}", walk(2));
    assert!(walk(4).contains("the snail: 2 paces\n"), "{}", walk(4));
}

/// DU-002: an open difficulty has its word, as a secret one has for the game master.
#[test]
fn an_open_difficulty_is_told_with_its_word() {
    let climb =
        |open: &str| told(&format!("use duel\nactor ana\ntest climb by ana {{ base 4, open difficulty {open} }}"));
    assert!(climb("12").contains("The difficulty is 12: hard."), "{}", climb("12"));
    assert!(climb("5").contains("The difficulty is 5."), "{}", climb("5"));
}

/// RA-043: what tiers decide has no modifier, and none is told.
#[test]
fn success_range_adds_nothing_up_where_tiers_decide() {
    let cut = |tier: u8| {
        told(&format!(
            "use range\nactor ilse {{ skill sword {{ level 4 }} }}\nnpc troll \"a troll\" {{ tier {tier} }}\n\
             act cut by ilse versus troll {{ skill ilse.sword, failing ordinary }}"
        ))
    };
    assert!(cut(1).contains("total modifier +3"), "{}", cut(1));
    assert!(cut(2).contains("it fails without a roll") && !cut(2).contains("total modifier"), "{}", cut(2));
}

/// One number, one value: who ends before the tasks has none of what stands in their braces, whoever asks.
#[test]
fn what_a_task_says_is_unreached_where_nobody_comes_to_it() {
    let action = |commitment: &str| {
        format!(
            "use ttomp\nactor ana\n\
            action go by ana {{ commitment automatic {commitment}, performance automatic 6, task leap {{ quality good }} }}\n"
        )
    };
    for part in ["quality", "unopposed", "ability", "final means", "circumstance"] {
        for (commitment, chance) in [("inactive", "1"), ("committed", "0")] {
            let claim = if chance == "1" { "is unreached" } else { "is not unreached" };
            let scene = format!("{}expect deliberate {{ go.leap.{part} {claim} }}", action(commitment));
            let encounter =
                Engine::with(Shipped).compile("scene.asz", &scene).unwrap_or_else(|failure| panic!("{failure}"));
            assert!(encounter.test().all_passed(), "{scene}");
            let asked = OddsRequest::of([format!("P(go.leap.{part} is unreached)")]);
            let odds = encounter.odds(&asked).unwrap_or_else(|failure| panic!("{failure}"));
            assert_eq!(odds[0].value.clone().map(|value| value.to_string()).as_deref(), Some(chance), "{scene}");
            let verdict = encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
            let path = format!("go.leap.{part}");
            if let Ok(told) = why::why(&verdict, Some(&path)) {
                assert_eq!(told.contains(": unreached"), chance == "1", "{told}");
            }
        }
    }
}

#[test]
fn a_house_rule_that_decides_on_the_outcome_tells_the_text_of_what_it_decides() {
    let mut shelf = Shelf::default();
    shelf.put(
        "forward.asz",
        "house forward extends ttomp\nreplace let action.outcome {\n  let rolled = if first decides then tasks.first.outcome else \
         tasks.last.outcome\n  decide outcome : outcome { minor | rolled < minor, rolled | otherwise }\n}\n",
    );
    let scene = |text: &str| {
        format!(
            "use ttomp\nuse house forward\nactor ana\naction x by ana {{ task t {{ quality good{text} }}, minor \"it comes about\" }}"
        )
    };
    let told = |text: &str| {
        let compiled = Engine::with(shelf.clone()).compile("scene.asz", &scene(text));
        let encounter = compiled.unwrap_or_else(|failure| panic!("{failure}"));
        let verdict =
            encounter.adjudicate(Answers::given(vec![5, 5, 2, 1])).unwrap_or_else(|failure| panic!("{failure}"));
        text::text(&verdict)
    };
    let whole = told("");
    assert!(whole.contains("t.outcome: no result\n") && whole.contains("outcome: minor \"it comes about\""), "{whole}");
    let of_item = told(", no result \"nothing\"");
    assert!(of_item.contains("t.outcome: no result \"nothing\""), "a task has its own: {of_item}");
}

/// WE-051
#[test]
fn the_west_tells_who_moves_outside_of_the_phases_of_a_turn() {
    let told_of = |lines: &str| told(&format!("use west\nmover mare \"the mare\" {{ rate 13, handling 3 }}\n{lines}"));
    let outside =
        "this is outside of the phases of the turn: the mare moves with a line inside the braces of each `phase`";
    assert!(told_of("turn { phase { move ride by mare }, move on by mare }").contains(outside));
    assert!(!told_of("turn { phase { move ride by mare } }").contains(outside));
    assert!(!told_of("move ride by mare").contains(outside), "without a turn there are no phases to keep to");
}

/// SD-003
#[test]
fn steps_that_lead_beyond_the_dice_are_told() {
    let told_of =
        |die: &str| told(&format!("use steps\nactor ash\npool p by ash {{ die a {{ {die} }}, die b {{ size d6 }} }}"));
    let up = told_of("size d10, steps 3");
    assert!(up.contains("No die is larger than a d12: of the steps up (3), 2 did nothing."), "{up}");
    let down = told_of("size d6, steps -2");
    assert!(down.contains("No die is smaller than a d4: of the steps down (2), 1 did nothing."), "{down}");
    for die in ["size d10, steps 1", "size d4, steps 4", "size d8, steps -2", "size d6, steps 0"] {
        assert!(!told_of(die).contains("did nothing"), "{die}");
    }
}
