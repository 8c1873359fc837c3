//! What verdicts of the shipped systems tell, where no `expect` can ask for it: the words beside the numbers.

use assize::engine::{Answers, Engine, Shipped};
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
