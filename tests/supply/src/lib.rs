//! What the program is made of. [`check`] holds every package of the lock file to `deny.toml` in the way that `cargo deny` would,
//! in a second and without a tool of its own; [`bill`] lists what is in the program, for whoever passes it on.

pub mod bill;
pub mod check;
pub mod packages;
pub mod policy;
