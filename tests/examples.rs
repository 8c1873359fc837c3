//! The examples for embedders run.

#[path = "../examples/adjudicate.rs"]
mod adjudicate;
#[path = "../examples/odds.rs"]
mod odds;
#[path = "../examples/store_program.rs"]
mod store_program;

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
