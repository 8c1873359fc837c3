//! The best of what people may answer: all answers are followed as in odds, but a person's are not weighed by chance. What is best
//! is found from the end backwards, in exact fractions.
//!
//! [`Exploration`] goes from question to question and merges situations that are equal, as odds do; it can be stopped and gone on
//! with after each of them. What it finds is a [`Graph`]. `solve` says what each situation of it is worth, and what is best there;
//! `simplify` says of what that depends in as few conditions as will do.

// Each layer uses the ones above it here and none below; within a layer files may need each other.

// What there is to be known.
mod graph;

// How it is found, and what is best.
mod bracket;
mod explore;
mod joined;
mod solve;

// What the best depends on.
mod cases;
mod kept;
mod simplify;

pub use bracket::{Unknown, between};
pub use cases::{Case, Feature, cases};
pub use explore::{Asked, Exploration};
pub use graph::{Decision, Graph, Group, NodeId, Tuple};
pub use kept::hangs_on_kept;
pub use simplify::{Branch, Leaf, Tree, simplify};
pub use solve::{Play, Solved, reach, solve};
