//! Where a scene writes the values that its runs take.

use crate::model::{
    Argument, Expr, ExprKind, InvocationId, LocalId, Named, Procedure, RunMade, Scene, Statement, StatementKind,
    System, Thing,
};
use crate::source::Span;

/// Where the scene writes the values of blanks that a line of a run's procedure names; those that the rules hand on to a run of
/// their own are written in the run around it.
pub fn fixing(model: (&System, &Scene), run: InvocationId, line: Span) -> Vec<Span> {
    let (system, scene) = model;
    let written = &scene.invocations[run];
    let is_named = |blank: LocalId| {
        let named = Named::Local(written.procedure, blank);
        system.uses.iter().any(|(used, span)| used == named && line.contains(span))
    };
    let naming = written.arguments.iter().filter(|(blank, _)| is_named(**blank));
    let mut values: Vec<Span> = naming.flat_map(|(_, argument)| written_as(scene, argument)).collect();
    if written.made != RunMade::Written
        && let Some(around) = scene.invocations.find(|outer| outer.nested.values().any(|inner| *inner == run))
    {
        let handed = handed(&system.procedures[scene.invocations[around].procedure], &written.name);
        let naming = handed.into_iter().filter(|(blank, _)| is_named(*blank));
        values.extend(naming.flat_map(|(_, value)| fixing(model, around, value.span)));
    }
    values
}

/// Where the scene writes those fields that a line of the rules names of what a run takes in its blanks; none that some line changes.
pub fn fields_of_taken((system, scene): (&System, &Scene), run: InvocationId, line: Span) -> Vec<Span> {
    let entries = scene.invocations[run].arguments.values().flat_map(Argument::entries);
    let taken = entries.filter_map(|entry| {
        if let ExprKind::Thing(thing) = entry.value.kind { Some(&scene.things[thing]) } else { None }
    });
    taken
        .flat_map(|thing| {
            settings(system, thing, line).into_iter().filter(|span| !is_changed(system, scene, thing, *span))
        })
        .collect()
}

/// Whether some line changes the field of a thing that is written there.
fn is_changed(system: &System, scene: &Scene, thing: &Thing, written: Span) -> bool {
    let mut fields = thing.fields.iter().filter(|(_, argument)| entries(argument).contains(&written));
    fields.any(|(field, _)| {
        let field = (thing.kind, *field);
        scene.changing.contains(&field) || system.changing.contains(&field)
    })
}

/// What the lines of a procedure hand to the run of this name.
fn handed<'p>(procedure: &'p Procedure, name: &str) -> Vec<&'p (LocalId, Expr)> {
    let mut found = Vec::new();
    let mut open: Vec<&Statement> = procedure.body.iter().collect();
    while let Some(statement) = open.pop() {
        if let StatementKind::Run { target, with, .. } = &statement.kind
            && let ExprKind::Local(run) = target.kind
            && procedure.locals[run].name == name
        {
            found.extend(with);
        }
        open.extend(statement.blocks().into_iter().flatten());
    }
    found
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

/// Where a blank is filled: with values, or with runs.
fn written_as(scene: &Scene, argument: &Argument) -> Vec<Span> {
    if let Argument::Forms(runs) = argument {
        return runs.iter().map(|(run, _)| scene.invocations[*run].span).collect();
    }
    entries(argument)
}

/// Where the values of a blank are written.
pub fn entries(argument: &Argument) -> Vec<Span> {
    argument.entries().iter().map(|entry| entry.span).collect()
}
