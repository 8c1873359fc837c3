//! Where random numbers begin.

use proptest::test_runner::{RngAlgorithm, TestRng};

/// At a place of this number, in the stream that somebody has named; without that, always in the same one.
pub fn beginning(number: u8, stream: Option<String>) -> TestRng {
    let stream: u64 = stream.map_or(0, |stream| stream.parse().expect("a stream is a whole number"));
    let mut seed = [number; 32];
    seed.iter_mut().zip(stream.to_le_bytes()).for_each(|(byte, more)| *byte ^= more);
    TestRng::from_seed(RngAlgorithm::ChaCha, &seed)
}
