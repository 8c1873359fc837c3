//! House rules written in Rhai.
