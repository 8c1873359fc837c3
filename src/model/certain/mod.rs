//! What values can be, whatever happens, and comparisons that come out the same for all of them.

mod bounds;
mod comparisons;
mod lines;
mod overwritten_lines;
mod rolled;

pub use bounds::{Bounds, limits_of_choice};
pub use comparisons::{how, is_same, remark_on_certain, remark_on_comparison};
pub use overwritten_lines::overwritten;
