//! The library as hosts in other languages call it: handles of what is kept, and texts in JSON for everything else, in the shapes of
//! the protocol. `bindings/js`, `bindings/python` and `bindings/c` wrap it; what differs between them is a [`Host`].
//!
//! What is refused comes as the text of an error object of the protocol.

mod comparing;
mod encounter;
mod engine;
mod host;
mod playing;
mod seeds;
mod session;
mod verdict;
mod watch;
mod wire;

pub use encounter::{BLOCK, Encounter};
pub use engine::{Engine, formatted, shipped};
pub use host::Host;
pub use playing::{Playing, Tell};
pub use session::{Resumed, Session};
pub use verdict::Verdict;
pub use watch::{GoesOn, Hear, Known};
pub use wire::{Answered, Refused, complaint, written};
