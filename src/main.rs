//! The command line of Assize.
fn main() {}
