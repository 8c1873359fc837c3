//! What the oracle has found, each as small as it became.

use assize::engine::{Engine, OddsRequest, Shelf};

fn odds(system: &str, scene: &str, question: &str) -> String {
    let mut shelf = Shelf::default();
    shelf.put("sys", system);
    let encounter = Engine::with(shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let answers = encounter.odds(&OddsRequest::of([question])).unwrap_or_else(|failure| panic!("{failure}"));
    answers[0].value.as_ref().expect("it has a value").to_string()
}

/// A roll was asked nothing, so that nothing of it was kept, and it passed for one that was not reached.
#[test]
fn a_roll_of_which_nothing_else_is_asked_is_reached() {
    let system = "system sys\nprocedure p { roll r : lowest 2 of 2d3 }";
    assert_eq!(odds(system, "use sys\nrepeat up to 2 { p x }", "P(x.r is unreached)"), "0");
    assert_eq!(odds(system, "use sys\nroll q : 2d3\nflag f = no\nif q is unreached { set f = yes }", "P(f)"), "0");
}

/// A die that another one led to was compared with one that an earlier round had led to.
#[test]
fn doubles_of_open_dice_are_those_of_one_round() {
    let system = "system sys\ndice open {\n1d4 | that\n1 | that - 1d2\n2..3 | that\n4 | that + 1d2\n}\nprocedure p { roll r : open }";
    for asked in ["P(x.first.r.doubles)", "P(x(2).r.doubles)", "P(x.r.doubles)"] {
        assert_eq!(odds(system, "use sys\nrepeat up to 3 { p x }", asked), "1/8", "{asked}");
    }
}
