//! A session at the table: entered, struck out, carried over, and resumed.

mod entering;
mod pages;
mod resuming;
mod table;
mod typed;
mod waiting;
