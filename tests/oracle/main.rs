//! An independent oracle for whole scripts. Programs are made at random, printed as Assize, and counted out face by face and
//! card by card by an evaluator that was written against the language page and shares no code with the crate. Every way of
//! answering must agree with it. `ORACLE=100000` asks for so many programs, and `ORACLE_STREAM=1` for others.

mod agree;
mod chance;
mod chances;
mod compute;
mod count;
mod evaluate;
mod expressions;
mod found;
mod make;
mod make_lines;
mod make_scene;
mod make_system;
mod print;
mod print_expressions;
mod programs;
mod rolling;
mod scope;
#[path = "../shared/streams.rs"]
mod streams;
mod tape;
mod tree;
mod world;
mod wrong_rules;
