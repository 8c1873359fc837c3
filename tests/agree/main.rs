//! Everything that answers the same question gives the same answer: odds and brute force, odds and many runs, a program
//! and itself stored and loaded, a script and itself printed.

mod brute_force;
mod elsewhere;
mod passes;
mod programs;
#[path = "../reference/mod.rs"]
mod reference;
mod runs;
mod scripts;
#[path = "../shared/shared_out.rs"]
mod shared_out;
mod tables;
mod ttomp;
