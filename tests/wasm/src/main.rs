//! Tells natively what Node is to tell as well: `assize-wasm-test SEED`.

#![forbid(unsafe_code)]

use std::io::Write as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).ok_or("which seed?")?.parse()?;
    std::io::stdout().write_all(assize_wasm_test::told(seed).as_bytes())?;
    Ok(())
}
