//! A change fails for what it does, and not for what a test has drawn this time.

use proptest::test_runner::{Config, RngSeed};

#[test]
fn what_tests_make_at_random_can_be_made_again() {
    let Config { rng_seed, .. } = Config::default();
    assert!(
        matches!(rng_seed, RngSeed::Fixed(_)),
        "say where chance begins: `PROPTEST_RNG_SEED=26`, as cargo does for whoever runs it in this folder (`.cargo/config.toml`)"
    );
}
