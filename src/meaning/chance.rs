//! Stand-in.

/// The version of the stream.
pub const STREAM: &str = "stand-in";

/// Chance.
#[derive(Debug)]
pub struct Chance;

impl Chance {
    /// From a seed.
    pub fn new(_: u64) -> Self {
        Self
    }
}
