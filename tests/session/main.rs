//! A session at the table: entered, undone, carried over, and resumed.

mod casting;
mod differential;
#[path = "../shared/disk.rs"]
mod disk;
mod editing;
mod entering;
mod failing;
mod pages;
mod resuming;
mod sheets;
mod shipped;
mod table;
mod typed;
mod using;
mod waiting;
mod walks;
