//! Would a test notice? A *mutant* is the program with one small change. Building the program once for each takes days, so all of them
//! go into one: [`find`] lists the changes, [`switch`] writes each beside what it changes, behind a question for its number, [`tree`]
//! lays out a copy of the project in which that is so, [`build`] builds its tests once, and [`run`] runs them for one number after the other.

pub mod build;
pub mod find;
pub mod record;
pub mod room;
pub mod run;
pub mod switch;
pub mod tree;
pub mod values;
pub mod work;
