//! From a checked model to programs: every run that a scene writes down is laid out with its blanks filled in, so that
//! whatever is known beforehand is computed here and only the rest at the table.

// Each layer uses the ones above it here and none below; within a layer files may need each other.

// What a program is written with: nothing here computes an expression.
mod emit;
mod limits;
mod lowering;
mod named_modifiers;
mod partial_value;
mod paths;
mod registers;
mod tables;

// What an expression comes to.
mod dice;
mod expressions;
mod houses;
mod lookups;
mod members;

// What single lines do.
mod arguments;
mod changes;
mod choices;
mod fields;
mod locals;
mod methods;
mod plan_checks;
mod plans;
mod prices;
mod resolve;
mod sums;

// Blocks of lines, and the runs inside them.
mod invocations;
mod scene;
mod statements;

// Whole programs.
mod expectations;
mod programs;

use super::Program;
use super::expectation::Expectation;
use crate::diagnostic::Diagnostics;
use crate::model::Model;
use lowering::Lowering;

/// The program of the scene.
pub fn scene(model: &Model, sink: &mut Diagnostics) -> Option<Program> {
    let mut lowering = Lowering::new(model, &model.things, sink);
    lowering.method = lowering.scene_method(model.mode.as_ref());
    lowering.whole_scene(&model.scene);
    if let Some(asked) = &model.asked {
        lowering.result(asked);
    }
    lowering.finish()
}

/// The programs of all expectations, of the system, the overlays and the scene.
pub fn expectations(model: &Model, sink: &mut Diagnostics) -> Vec<Expectation> {
    model.expects.iter().map(|expect| expectations::lower(model, expect, false, sink)).collect()
}

/// The same, with marks wherever a line of the system is reached ([`super::Trace::Reached`]).
pub fn covering(model: &Model, sink: &mut Diagnostics) -> Vec<Expectation> {
    model.expects.iter().map(|expect| expectations::lower(model, expect, true, sink)).collect()
}
