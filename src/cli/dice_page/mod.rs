//! The dice page: players see on a phone what to roll, and tell what their dice show; the prompt can answer as well.
//!
//! One thread takes connections, and each request has a thread of its own, which reads it, looks at the board and responds. A run
//! asks on the board and waits for the page and the keyboard at the same time.

// Each layer uses the ones above it here and none below, and no two files use each other.

// Who may open the page, and where it is.
mod address;

// What is asked, and who answers it first.
mod board;

// What is typed at the terminal meanwhile.
mod typed;

#[cfg(unix)]
mod at_terminal;

mod keyboard;

// Requests in, responses out.
mod form;
mod html;
mod request;
mod response;

mod site;

mod server;

// A run that asks on the page and at the terminal.
mod desk;

pub(super) use address::Address;
pub(super) use desk::{Desk, Fallen, Heard};

/// Whether a terminal can be asked for a line while the page is asked too. Elsewhere its lines are read as those of a pipe are.
pub(super) const WAITS_AT_TERMINAL: bool = cfg!(unix);
