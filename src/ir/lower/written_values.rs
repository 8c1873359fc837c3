//! Where a scene writes the values that its runs take.

use crate::model::{Argument, InvocationId, LocalId, Named, Scene, System, Thing};
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

/// Where the scene writes those fields of a thing that a line of the system names.
pub fn settings(system: &System, thing: &Thing, line: Span) -> Vec<Span> {
    let is_named = |field: usize| {
        let named = Named::Field(thing.kind, field);
        system.uses.iter().any(|(used, span)| used == named && line.contains(span))
    };
    let naming = thing.fields.iter().filter(|(field, _)| is_named(**field));
    naming.flat_map(|(_, argument)| entries(argument)).collect()
}

/// Where the scene writes the settings that a line of the system names, of what there is one of; none that some line changes.
pub fn unchanged_settings((system, scene): (&System, &Scene), line: Span) -> Vec<Span> {
    let single = scene.things.iter().filter(|thing| system.kinds[thing.kind].single);
    let changes = |thing: &Thing, span: &Span| {
        let mut written = thing.fields.iter().filter(|(_, argument)| entries(argument).contains(span));
        written.any(|(field, _)| scene.changing.contains(&(thing.kind, *field)))
    };
    single.flat_map(|thing| settings(system, thing, line).into_iter().filter(|span| !changes(thing, span))).collect()
}

/// Where the values of a blank are written.
pub fn entries(argument: &Argument) -> Vec<Span> {
    argument.entries().iter().map(|entry| entry.span).collect()
}
