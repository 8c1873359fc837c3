//! Stand-in.

pub mod chance;
