//! From a checked model to programs.

use super::Program;
use super::expectation::Expectation;
use crate::diagnostic::Diagnostics;
use crate::model::Model;

/// The program of the scene.
pub fn scene(_model: &Model, _sink: &mut Diagnostics) -> Option<Program> {
    None
}

/// The programs of all expectations, of the system, the overlays and the scene.
pub fn expectations(_model: &Model, _sink: &mut Diagnostics) -> Vec<Expectation> {
    Vec::new()
}
