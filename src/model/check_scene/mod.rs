//! Checks scenes against a [`System`], which is borrowed and never changed, and questions against scenes.

// Each layer uses the ones above it.

// The scene as far as it is known.
mod checker;
mod names;
mod words;

// What a line is made of, whatever it stands in.
mod arguments;
mod leftovers;
mod methods;
mod misfilled;
mod no_claims;
mod secrecy;
mod shown_lines;
mod unknown_lines;

// Who is there.
mod casting;
mod own;
mod things;

// What is done: runs lie within each other.
mod blank_lines;
mod branches;
mod invocations;
mod level_lines;
mod nested_runs;
mod own_runs;
mod period_lines;
mod plan_lines;
mod roles;
mod step_lines;

// Lines in their order, and what stands beside them.
mod branching;
mod carrying;
mod certain_odds;
mod claimed_twice;
mod counted_twice;
mod expectations;
mod idle_lines;
mod kept_already;
mod lines;
mod options;
mod parts;
mod set_as_begun;
mod turns;
mod unused;

// What they read when they happen.
mod in_order;
mod making;

// All of it in order, what is asked afterwards, and what stands behind it.
mod further;
mod passes;
mod questions;

use std::sync::Arc;

pub use further::{Before, Further, Lines, asked_of_old, further, states_mode, take_beginnings};
pub use questions::{condition, question};

pub use super::typing::asks_for_odds;
use super::{Cast, Scene, SceneFiles, System};
use crate::allowance::Allowance;
use crate::diagnostic::Diagnostics;
use crate::syntax::ast;
use checker::SceneChecker;

/// Resolves and checks a scene, and the expectations of `tested`. Findings go to `sink`; with errors among them there is
/// no scene.
pub fn check(
    system: &System,
    files: &SceneFiles,
    tested: &[Arc<ast::File>],
    (cast, allowance): (&Cast, &Allowance),
    sink: &mut Diagnostics,
) -> Option<Scene> {
    let scene = check_partial(system, files, tested, (cast, allowance), sink);
    (!sink.has_errors()).then_some(scene)
}

/// What is sound of a scene, for whoever helps while it is written. Findings go to `sink`; with errors among them it must
/// not be run.
pub fn check_partial(
    system: &System,
    files: &SceneFiles,
    tested: &[Arc<ast::File>],
    (cast, allowance): (&Cast, &Allowance),
    sink: &mut Diagnostics,
) -> Scene {
    let mut checker = SceneChecker::new(system, cast, allowance);
    checker.scenes(files, tested);
    let (scene, found) = checker.finish();
    sink.extend(found);
    scene
}
