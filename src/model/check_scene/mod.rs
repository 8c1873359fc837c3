//! Checks scenes against a [`System`], which is borrowed and never changed, and questions against scenes.

mod arguments;
mod carrying;
mod casting;
mod checker;
mod expectations;
mod invocations;
mod kept;
mod lines;
mod names;
mod period_lines;
mod plan_lines;
mod questions;
mod things;
mod unknown_lines;

use std::sync::Arc;

pub use questions::question;

use super::{Cast, Scene, SceneFiles, System};
use crate::diagnostic::Diagnostics;
use crate::syntax::ast;
use checker::SceneChecker;

/// Resolves and checks a scene, and the expectations of `tested`. Findings go to `sink`; with errors among them there is
/// no scene.
pub fn check(
    system: &System,
    files: &SceneFiles,
    tested: &[Arc<ast::File>],
    cast: &Cast,
    sink: &mut Diagnostics,
) -> Option<Scene> {
    let scene = check_partial(system, files, tested, cast, sink);
    (!sink.has_errors()).then_some(scene)
}

/// What is sound of a scene, for whoever helps while it is written. Findings go to `sink`; with errors among them it must
/// not be run.
pub fn check_partial(
    system: &System,
    files: &SceneFiles,
    tested: &[Arc<ast::File>],
    cast: &Cast,
    sink: &mut Diagnostics,
) -> Scene {
    let mut checker = SceneChecker::new(system, cast);
    checker.scenes(files, tested);
    let (scene, found) = checker.finish();
    sink.extend(found);
    scene
}
