//! What expressions mean: names resolved, operators typed. Both checkers ask here; nothing in here knows which of them.

// Each layer uses the ones above it.

// What everything is done with.
mod for_blanks;
mod notes;
mod typer;

// What is known without looking into an expression.
mod arguments;
mod bare_names;
mod constants;
mod families;
mod fit;
mod inner_names;
mod items;
mod joined_values;
mod rolls;
mod signatures;
mod type_names;
mod unknown_names;
mod ways_out;

// Expressions lie within each other: these five call one another.
mod builtins;
mod calls;
mod expressions;
mod formulas;
mod house_calls;
mod members;

// Lines, and what stands at them.
mod hook_answers;
mod hook_reads;
mod hooks;
mod points;
mod shared_statements;
mod uncalled_functions;
mod wordings;

pub use builtins::{BUILTINS, Builtin};
pub use constants::{constant_of, default_outside, value_outside};
pub use formulas::asks_for_odds;
pub use notes::{Definition, ItemsOf, Missing, Notes};
pub use points::joined;
pub use typer::{Env, Filling, Typer};
