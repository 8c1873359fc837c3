//! What keeps a value from making a difference: another value in the scene, without which, or with a different one, it would
//! count.

use super::places::{Holder, Other, Place, Written};
use crate::model::{Entry, Procedure, Scene, System};
use crate::source::Span;

/// So many other values are tried.
const TRIED: usize = 40;

/// The first of the values that keep what stands at a place from counting, those of the same run before all others; whoever asks
/// says whether it counts with such a change. Numbers are not tried: that one of them is too high is no reason why another one is idle.
pub(super) fn in_the_way<'e>(
    written: Written<'e>,
    place: Place,
    counts_with: &dyn Fn((Place, Other)) -> bool,
) -> Option<((Place, Other), &'e Entry)> {
    let source = written.entry(place)?.span.source;
    let is_of_another = |other: &Place| other.holder != place.holder;
    let mut others: Vec<Place> = written.places().into_iter().filter(is_of_another).collect();
    others.sort_by_key(|other| !is_of_one_run(place.holder, other.holder));
    let changes =
        others.into_iter().filter_map(|other| Some((other, written.entry(other)?))).flat_map(|(other, entry)| {
            let changes = written.others(other, entry, |_, _| Vec::new()).into_iter();
            changes.filter(|change| !matches!(change, Other::Thing(_))).map(move |change| ((other, change), entry))
        });
    let mut here = changes.filter(|(_, entry)| entry.span.source == source).take(TRIED);
    here.find(|(change, _)| counts_with(*change))
}

/// Where the run in which a value stands says how it is answered, if the value counts without that.
pub(super) fn stated_in_the_way(scene: &Scene, holder: Holder, counts_in: &dyn Fn(&Scene) -> bool) -> Option<Span> {
    let Holder::Blank(run, _) = holder else { return None };
    let written = &scene.invocations[run];
    let stated = written.step_methods.values().chain(written.local_methods.values()).chain(&written.method);
    stated.map(|stated| stated.span).find(|place| {
        let mut scene = scene.clone();
        let run = &mut scene.invocations[run];
        run.step_methods.retain(|_, stated| stated.span != *place);
        run.local_methods.retain(|_, stated| stated.span != *place);
        run.method = run.method.take().filter(|stated| stated.span != *place);
        counts_in(&scene)
    })
}

/// The name of the procedure or the period in which something is read, if it is read in one that the scene does not run.
pub(super) fn not_run<'e>(system: &'e System, scene: &Scene, read: Span) -> Option<&'e str> {
    let reads = |procedure: &Procedure| procedure.body.iter().any(|line| line.span.contains(read));
    let (reader, procedure) = system.procedures.pairs().find(|(_, procedure)| reads(procedure))?;
    let is_run = scene.invocations.iter().any(|run| run.procedure == reader);
    let period = system.periods.iter().find(|period| period.procedure == reader);
    (!is_run).then(|| period.map_or(procedure.name.as_str(), |period| period.name.as_str()))
}

fn is_of_one_run(one: Holder, other: Holder) -> bool {
    matches!((one, other), (Holder::Blank(one, _), Holder::Blank(other, _)) if one == other)
}
