//! Runs that are kept in a journal, that begin with one, and how a journal is told.
#![cfg(feature = "cli")]

mod exporting;
#[path = "../shared/folder.rs"]
mod folder;
mod folders;
mod running;
