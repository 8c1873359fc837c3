//! Runs that are kept in a journal, that begin with one, and how a journal is told.

mod exporting;
mod folders;
mod running;
