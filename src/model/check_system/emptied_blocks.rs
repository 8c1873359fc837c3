//! Blocks of a system out of which a house rule has taken the last line: that is said where it is taken, and not at the system's line.

use super::overlay_line_names::{address_of, blocks, bodies};
use super::overlays::Merged;
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{Declaration, Statement, StatementKind};

/// The finding, at the change that brings it about if it speaks of such a block.
pub fn led_home(finding: Diagnostic, declarations: &[Declaration], merged: &Merged) -> Diagnostic {
    let place = finding.labels.first().map(|label| label.span).filter(|_| finding.code == codes::IDLE);
    place.and_then(|place| at_its_cause(place, declarations, merged)).unwrap_or(finding)
}

fn at_its_cause(place: Span, declarations: &[Declaration], merged: &Merged) -> Option<Diagnostic> {
    let declared = declarations.iter().find(|declared| declared.span.contains(place))?;
    let line = bodies(declared).into_iter().find_map(|body| emptied(body, place))?;
    let by = merged.displaced.iter().find(|displaced| line.span.contains(displaced.old))?.by;
    let address = address_of(declared, line.span)?;
    let found = Diagnostic::warning(codes::IDLE, by, "this leaves empty braces behind");
    let found = found.also(place, "nothing happens here any more");
    Some(found.help(format!("remove the line around it instead: `remove {address}`")))
}

/// The line whose braces at this place are empty: its condition or its list stands there, or it does itself.
fn emptied(body: &[Statement], place: Span) -> Option<&Statement> {
    let line = body.iter().find(|line| line.span.contains(place))?;
    let is_emptied = if let StatementKind::If { branches, otherwise } = &line.kind {
        branches.iter().any(|(condition, body)| condition.span == place && body.is_empty())
            || line.span == place && otherwise.as_ref().is_some_and(Vec::is_empty)
    } else if let StatementKind::ForEach { list, body, .. } = &line.kind {
        list.span == place && body.is_empty()
    } else {
        false
    };
    if is_emptied { Some(line) } else { blocks(line).into_iter().find_map(|body| emptied(body, place)) }
}
