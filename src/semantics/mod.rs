//! What each operator means, once, as pure functions: arithmetic, logic, dice, counting, chance, formulas over odds,
//! and who may see something.

#![deny(
    clippy::wildcard_enum_match_arm,
    reason = "a new operator or question is decided about wherever one is told from another"
)]

pub mod arithmetic;
pub mod chance;
pub mod counting;
pub mod deviation;
pub mod dice;
pub mod formula;
pub mod judgement;
pub mod sizes;
pub mod visibility;
