//! Where random numbers begin.

use proptest::test_runner::{RngAlgorithm, TestRng};

/// At a place of this number, in the stream that the variable names; without it, always in the same one.
pub fn beginning(number: u8, variable: &str) -> TestRng {
    let stream = std::env::var(variable).ok();
    let stream: u64 =
        stream.map_or(0, |stream| stream.parse().unwrap_or_else(|_| panic!("{variable} is a whole number")));
    let mut seed = [number; 32];
    seed.iter_mut().zip(stream.to_le_bytes()).for_each(|(byte, more)| *byte ^= more);
    TestRng::from_seed(RngAlgorithm::ChaCha, &seed)
}
