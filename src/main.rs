//! The command line of Assize.

use std::process::ExitCode;

fn main() -> ExitCode {
    assize::cli::main(std::env::args_os())
}
