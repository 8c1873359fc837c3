//! Possible values, whatever happens; comparisons with the same result for all of them, and lines that do nothing.

mod bounds;
mod comparisons;
mod idle_lines;
mod lines;
mod overwritten_lines;
mod rolled;
mod same;

pub use bounds::{Bounds, limits_of_choice, may_be_negative};
pub use comparisons::{how, remark_on_certain, remark_on_part};
pub use idle_lines::{comes_to_nothing, idle_lines};
pub use lines::lines_that_give;
pub use overwritten_lines::overwritten;
pub use same::is_same;
