//! A session: statements entered one after another, recorded in a journal, undone, resumed and written up.
//!
//! A session is a script that grows. Each statement is checked and lowered after the results of those before it, and
//! only it is run: an entry costs the same after many others as after few. A statement that changes the rules, someone's role or how
//! something begins is compiled together with everything before it, and the whole is run again with the answers
//! given then. If earlier entries would come out differently, what happened is still final: a new *page* begins, to
//! which the values of things are carried over by name. Earlier pages can still be read, explained and asked about.
//!
//! A value's visibility can only rise: what was hidden from someone stays hidden, and what was shown stays shown, even if
//! it was computed from a value that is hidden from someone later.
//!
//! ```
//! use assize::engine::Engine;
//! use assize::session::{Entered, Session};
//!
//! let mut session = Session::begin(Engine::default(), 7, None)?;
//! session.enter("system stones \"Stones\"", None)?;
//! session.enter("kind person { stones : 0..9 = 3 }", None)?;
//! session.enter("person ada", None)?;
//! session.enter("set ada.stones = 5", None)?;
//! let Entered::Value { value, .. } = session.enter("ada.stones + 1", None)? else { panic!("it is an expression") };
//! assert_eq!(value.value, "6");
//! session.undo()?;
//! assert_eq!(session.state(), []);
//! # Ok::<(), assize::engine::Failure>(())
//! ```

// Each layer uses the ones above it here and none below, and no two files use each other.

// What is entered, and what has been written down of it.
mod entry;
mod left_off;
mod log;
mod page;
mod undone;

// What has happened, and what would if it were run again.
mod answering;
mod compare;
mod compile;
mod earlier;
mod foreseeing;
mod going_on;
mod happened;
mod kept;
mod offering;
mod reading;
mod rewording;
mod under_way;

// What can be done with a session, and what it can be asked.
mod advice;
mod behind;
mod casting;
mod edit;
mod enter;
mod odds;
mod resume;
mod retold;
mod sheets;
mod tell;
mod turning;
mod undo;

pub use entry::{CameOut, Edited, Entered, Entry, NewPage, OtherPack, Resumed, Why};
pub use log::Session;
pub use retold::Retold;
