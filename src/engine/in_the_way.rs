//! What keeps a value from making a difference: another value in the scene, without which, or with a different one, it would
//! count; or one that the run does not have.

use std::collections::BTreeSet;

use super::instead::each_of;
use super::places::{Holder, Other, Place, Written};
use crate::model::{
    Arena, Argument, Entry, Expr, ExprKind, InvocationId, Local, LocalId, LocalKind, Procedure, ProcedureId, Scene,
    Statement, StatementKind, System, Type,
};
use crate::source::Span;

/// So many other values are tried.
const TRIED: usize = 40;

/// So many levels are tried in a blank that the scene leaves out.
const MOST_LEVELS: usize = 12;

/// The first of the values that keep what stands at a place from counting, those of the same run before all others; whoever asks
/// says whether it counts with such a change. Numbers are not tried: that one of them is too high is no reason why another one is idle.
pub(super) fn in_the_way<'e>(
    written: Written<'e>,
    place: Place,
    counts_with: &dyn Fn((Place, Other)) -> bool,
) -> Option<&'e Entry> {
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
    here.find(|(change, _)| counts_with(*change)).map(|(_, entry)| entry)
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

/// The blanks of a run that the scene leaves out, and beside which a value counts that is written there, as they would be written:
/// whoever asks says whether it does in another scene.
pub(super) fn missing(
    (system, scene): (&System, &Scene),
    (run, entry): (InvocationId, &Entry),
    counts_in: &dyn Fn(&Scene) -> bool,
) -> Vec<String> {
    let written = &scene.invocations[run];
    let locals = system.procedures[written.procedure].locals.pairs();
    let by_rules = filled_by_rules(&system.procedures);
    let is_open =
        |blank: LocalId| !written.arguments.contains_key(&blank) && !by_rules.contains(&(written.procedure, blank));
    let open = locals.filter(|(blank, local)| is_open(*blank) && local.by.is_none());
    let counts_beside = |blank: LocalId, local: &Local, number: i64| {
        let value = Expr { span: entry.span, ty: local.ty.clone(), kind: ExprKind::Number(number) };
        let (label, span) = (local.name.clone(), entry.span);
        let (named, index) = (None, None);
        let said = Entry { label, value, text: None, span, named, index, bare: true, as_modifier: false };
        let mut scene = scene.clone();
        scene.invocations[run].arguments.insert(blank, Argument::One(Box::new(said)));
        counts_in(&scene)
    };
    open.filter_map(|(blank, local)| {
        let number = some_values(system, local).into_iter().find(|number| counts_beside(blank, local, *number))?;
        Some(as_written(system, local, number))
    })
    .collect()
}

/// A blank as the scene could fill it: with its level or its *no* where that stands in the place of the usual one, and otherwise
/// without a value, of which many would do.
fn as_written(system: &System, local: &Local, value: i64) -> String {
    let name = &local.name;
    if matches!(local.kind, LocalKind::Ask { default: None, .. }) {
        return name.to_string();
    }
    match (&local.ty, usize::try_from(value)) {
        (Type::Level(scale), Ok(level)) => {
            let level = system.scales[*scale].levels.get(level);
            level.map_or_else(|| name.to_string(), |level| format!("{name} {level}"))
        }
        (Type::YesNo, Ok(0)) => format!("{name} no"),
        _ => name.to_string(),
    }
}

/// The blanks that some line of the rules fills when it runs what has them.
fn filled_by_rules(procedures: &Arena<ProcedureId, Procedure>) -> BTreeSet<(ProcedureId, LocalId)> {
    let mut filled = BTreeSet::new();
    let mut lines: Vec<&Statement> = procedures.iter().flat_map(|procedure| &procedure.body).collect();
    while let Some(line) = lines.pop() {
        lines.extend(line.blocks().into_iter().flatten());
        if let StatementKind::Run { target, with, .. } = &line.kind
            && let Type::Run(procedure) = each_of(&target.ty)
        {
            filled.extend(with.iter().map(|(blank, _)| (*procedure, *blank)));
        }
    }
    filled
}

/// Some values that could stand in a blank: not all numbers, since one is enough with which something else counts.
fn some_values(system: &System, local: &Local) -> Vec<i64> {
    let LocalKind::Ask { limits, .. } = local.kind else { return Vec::new() };
    if local.ty == Type::YesNo {
        vec![0, 1]
    } else if local.ty == Type::Number {
        let (low, high) = limits.unwrap_or((0, 20));
        vec![low.midpoint(high)]
    } else if let Type::Level(scale) = local.ty {
        (0..).take(system.scales[scale].levels.len().min(MOST_LEVELS)).collect()
    } else {
        Vec::new()
    }
}
