//! Where a scene writes the values that its runs take.

use crate::model::{Argument, InvocationId, LocalId, Named, Scene, System};
use crate::source::Span;

/// Where a run writes the values of blanks that a line of its procedure names.
pub fn fixing((system, scene): (&System, &Scene), run: InvocationId, line: Span) -> Vec<Span> {
    let written = &scene.invocations[run];
    let is_named = |blank: LocalId| {
        let named = Named::Local(written.procedure, blank);
        system.uses.iter().any(|(used, span)| used == named && line.contains(span))
    };
    let naming = written.arguments.iter().filter(|(blank, _)| is_named(**blank));
    naming.flat_map(|(_, argument)| entries(argument)).collect()
}

/// Where the values of a blank are written.
pub fn entries(argument: &Argument) -> Vec<Span> {
    argument.entries().iter().map(|entry| entry.span).collect()
}
