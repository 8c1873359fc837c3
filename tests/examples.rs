//! The examples for embedders run.

#[path = "../examples/adjudicate.rs"]
mod adjudicate;
#[path = "../examples/character_sheet.rs"]
mod character_sheet;
#[path = "../examples/events.rs"]
mod events;
#[cfg(feature = "rhai")]
#[path = "../examples/house_rule.rs"]
mod house_rule;
#[path = "../examples/odds.rs"]
mod odds;
#[path = "../examples/own_dice.rs"]
mod own_dice;
#[cfg(feature = "files")]
#[path = "../examples/session_with_journal.rs"]
mod session_with_journal;
#[path = "../examples/store_program.rs"]
mod store_program;
#[path = "../examples/table.rs"]
mod table;
#[cfg(feature = "rhai")]
#[path = "../examples/untrusted.rs"]
mod untrusted;

#[test]
fn adjudicates() {
    adjudicate::main().expect("the example runs");
}

#[test]
fn asks_for_odds() {
    odds::main().expect("the example runs");
}

#[test]
fn stores_a_program() {
    store_program::main().expect("the example runs");
}

#[test]
fn rolls_its_own_dice() {
    own_dice::main().expect("the example runs");
    insta::assert_snapshot!(own_dice::told().expect("the example runs"));
}

#[cfg(feature = "files")]
#[test]
fn keeps_a_session() {
    session_with_journal::main().expect("the example runs");
    insta::assert_snapshot!(session_with_journal::told().expect("the example runs"));
}

#[test]
fn keeps_a_table() {
    table::main().expect("the example runs");
    insta::assert_snapshot!(table::told().expect("the example runs"));
}

#[test]
fn takes_character_sheets() {
    character_sheet::main().expect("the example runs");
    insta::assert_snapshot!(character_sheet::told().expect("the example runs"));
}

#[test]
fn reads_events() {
    events::main().expect("the example runs");
    insta::assert_snapshot!(events::told().expect("the example runs"));
}

#[cfg(feature = "rhai")]
#[test]
fn adds_a_house_rule() {
    house_rule::main().expect("the example runs");
    insta::assert_snapshot!(house_rule::told().expect("the example runs"));
}

#[cfg(feature = "rhai")]
#[test]
fn stops_what_runs_away() {
    untrusted::main().expect("the example runs");
    insta::assert_snapshot!(untrusted::told().expect("the example runs"));
}
