//! Programs built by hand: what operators mean, how the machine runs, and what answers it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod adjudicate;
mod advice;
mod build;
mod chance;
mod judgement;
mod listing;
mod machine;
mod odds;
mod one_pass;
mod passes;
mod random_programs;
mod reference;
mod segments;
mod semantics;
mod stopping;
mod telling;
