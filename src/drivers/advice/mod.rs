//! The best of people's possible answers: all answers are followed as in odds, but those of people have no chances. The best
//! choices are found from the end backwards, in exact fractions.
//!
//! [`Exploration`] goes from question to question and merges equal situations, as odds do; it can be stopped and continued
//! after each of them. Its result is a [`Graph`]. `solve` computes the value of each situation in it, and the best choice there;
//! `simplify` says what that depends on, in as few conditions as possible.

// Each layer uses the ones above it here and none below; within a layer files may need each other.

// What there is to be known.
mod graph;
mod scale;
mod seen;
mod worths;

// How it is found, and what is best.
mod bracket;
mod explore;
mod joined;
mod solve;
mod unrolled;

// What the best depends on.
mod cases;
mod columns;
mod coming;
mod kept;
mod simplify;

pub use bracket::{Unknown, between};
pub use cases::{Case, Feature, cases};
pub use columns::Columns;
pub use coming::left_alone;
pub use explore::{Asked, Exploration, Explored, explored};
pub use graph::{Decision, Graph, Group, NodeId, Tuple};
pub use kept::hangs_on_kept;
pub use simplify::{Branch, Leaf, Tree, simplify};
pub use solve::{Play, Reached, Solved, reach, solve};
