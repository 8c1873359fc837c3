//! Lines of a scene that set something outside branches, and the scene without one of them.

use crate::model::{Scene, Statement, StatementKind};
use crate::source::Span;

/// Where lines set something that every run comes to which is not stopped before.
pub(super) fn setting_lines(scene: &Scene) -> Vec<Span> {
    let mut found = Vec::new();
    find(&scene.statements, &mut found);
    found
}

fn find(lines: &[Statement], found: &mut Vec<Span>) {
    for line in lines {
        if let StatementKind::Set { .. } = line.kind {
            found.push(line.span);
        } else if let StatementKind::Concealed { body, .. }
        | StatementKind::Period { body, .. }
        | StatementKind::Repeat { body, .. } = &line.kind
        {
            find(body, found);
        }
    }
}

/// The same scene without the line at a place.
pub(super) fn without_line(scene: &Scene, place: Span) -> Scene {
    let mut scene = scene.clone();
    take_out(&mut scene.statements, place);
    scene
}

fn take_out(lines: &mut Vec<Statement>, place: Span) {
    lines.retain(|line| line.span != place);
    for block in lines.iter_mut().flat_map(Statement::blocks_mut) {
        take_out(block, place);
    }
}
