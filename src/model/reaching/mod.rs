//! On which ways a value is reached: what conditions say, what follows from them, and where a value is read that may not be
//! there. The lines of procedures and those of scenes are gone through by their checkers.

mod conditions;
mod facts;
mod reached;
mod situations;
mod words;

pub use facts::Fact;
pub use reached::{Always, CameAbout, Heard, Reaching, SceneRuns};
