//! Policies in files.

use std::path::Path;

use super::files::{self, name};
use super::{Exit, Terminal};
use crate::diagnostic::codes;
use crate::engine::{Failure, Policy};

/// The policy in a file; `-` is the input.
pub(super) fn read(path: &Path) -> Result<Policy, Failure> {
    Policy::read(&name(path), &files::read(path)?)
}

/// Tells why there is no policy, and how the program ends then.
pub(super) fn fail(failure: &Failure, terminal: &mut Terminal) -> Exit {
    let is_unfit = failure.has(codes::POLICY);
    terminal.fail(failure, if is_unfit { Exit::Refused } else { Exit::InputOutput })
}
