//! On which paths a value is reached: what conditions say, what follows from them, and where a value is read that may be
//! missing. The checkers of procedures and of scenes go through the lines.

mod conditions;
mod excused;
mod facts;
mod kept;
mod levels;
mod lookups;
mod other_runs;
mod reached;
mod scene_runs;
mod situations;
mod words;

pub use excused::{Always, Excused};
pub use facts::Fact;
pub use lookups::{Lookups, Missed};
pub use reached::{Heard, Reaching};
pub use scene_runs::{CameAbout, SceneRuns};
