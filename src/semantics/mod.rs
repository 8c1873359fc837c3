//! What each operator means, once, as pure functions: arithmetic, logic, dice, counting and chance.

pub mod arithmetic;
pub mod chance;
pub mod counting;
pub mod dice;
pub mod judgement;
