//! `assize lsp`, as editors drive it: the real program over stdin and stdout.
#![cfg(feature = "cli")]

mod commands;
mod editor;
mod features;
mod files;
#[path = "../shared/folder.rs"]
mod folder;
mod messages;
mod places;
mod speed;
mod typing;
