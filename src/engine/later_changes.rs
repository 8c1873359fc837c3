//! What to do about a value that keeps something from coming about: change it, or have it changed in time by what changes it anyway, a
//! line behind the one in hand, or a period that the scene does not run.

use std::collections::BTreeSet;

use super::encounter::Encounter;
use super::instead::in_words;
use super::places::{Holder, Other, Place, Written};
use crate::diagnostic::Diagnostic;
use crate::model::listing::one_of;
use crate::model::{
    Argument, Entry, Expr, ExprKind, Invocation, KindId, Local, LocalId, Member, Procedure, ProcedureId, RunMade,
    Scene, Statement, StatementKind, System, ThingId, Type, constant_of,
};
use crate::source::Span;

/// A value that keeps something from coming about.
pub(super) struct Cause<'e> {
    pub(super) place: Place,
    pub(super) entry: &'e Entry,
    /// What could stand there instead.
    pub(super) other: Other,
    /// Whether another value would do as well.
    pub(super) is_one_of_several: bool,
}

/// What would change a value, and does not in time.
#[derive(Default)]
struct LaterChanges {
    /// A line of the scene that changes it afterwards.
    line: Option<Span>,
    /// Periods that would change it, as the scene would write them.
    periods: Vec<String>,
    /// Lines of procedures that would, each with the blank that takes whom or what it belongs to.
    lines_to_write: Vec<String>,
}

impl Cause<'_> {
    /// Whether a number in its place is none of those with which nothing comes about, as far as that was tried.
    fn would_do(&self, encounter: &Encounter, number: i64) -> bool {
        let is_another = || constant_of(&self.entry.value) != Some(number);
        match self.other {
            Other::Number(other) => {
                if self.is_one_of_several {
                    is_another()
                } else {
                    other == number
                }
            }
            Other::LeftOut => {
                let Holder::Field(thing, field) = self.place.holder else { return is_another() };
                let kind = &encounter.system.kinds[encounter.scene.things[thing].kind];
                let usual = kind.fields[field].default.as_ref().and_then(constant_of);
                usual.map_or_else(is_another, |usual| usual == number)
            }
            Other::Thing(_) | Other::Asked => is_another(),
        }
    }
}

impl Encounter {
    /// A remark on what stands at `here`, with the values that are its causes, since it would be otherwise with another one at any of
    /// them, and with what to do: a line that changes such a value afterwards is to come first, if that helps.
    pub(super) fn with_cause(
        &self,
        found: Diagnostic,
        causes: &[Cause<'_>],
        (here, helps): (Span, &dyn Fn(Span) -> bool),
    ) -> Diagnostic {
        let found = causes.iter().fold(found, |found, cause| found.also(cause.entry.span, "because of this"));
        let mut all = LaterChanges::default();
        for cause in causes {
            let later = later_changes(self, cause, here);
            all.line = all.line.or(later.line.filter(|line| helps(*line)));
            all.periods.extend(later.periods);
            all.lines_to_write.extend(later.lines_to_write);
        }
        let LaterChanges { line, periods, lines_to_write } = all;
        let otherwise = causes.iter().map(|cause| self.otherwise(cause));
        let otherwise: Vec<String> = otherwise.collect();
        let otherwise = match otherwise.as_slice() {
            [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
            all => all.concat(),
        };
        let that = if causes.len() == 1 { "that" } else { "one of them" };
        let mut ways = vec![format!("change {that}")];
        if !periods.is_empty() {
            ways.push(format!("use {}, which changes it", one_of(periods.iter().map(String::as_str))));
        }
        if line.is_none() && !lines_to_write.is_empty() {
            let written = one_of(lines_to_write.iter().map(String::as_str));
            ways.push(format!("write a line above this that changes it, such as {written}"));
        }
        let found = match line {
            Some(line) => {
                ways.push("move the line that changes it above this one".to_owned());
                found.also(line, "this changes it, but only afterwards")
            }
            None => found,
        };
        found.help(format!("{otherwise} it would be different: {}, or remove this", ways.join(", ")))
    }

    /// A remark on several values, with another one in the place of one of them with which it would be otherwise.
    pub(super) fn with_way_at_a_mark(&self, found: Diagnostic, cause: &Cause<'_>) -> Diagnostic {
        found.help(format!("{} it would be different: change that, or remove this", self.otherwise(cause)))
    }

    /// A remark with the values that are its cause together, since it would be otherwise with another one at each of them.
    pub(super) fn with_causes_together(&self, found: Diagnostic, causes: &[Cause<'_>]) -> Diagnostic {
        let found = causes.iter().fold(found, |found, cause| found.also(cause.entry.span, "because of this"));
        let otherwise: Vec<String> = causes.iter().map(|cause| self.otherwise(cause)).collect();
        let that = if causes.len() == 1 { "that" } else { "both" };
        found.help(format!("{} it would be different: change {that}, or remove this", otherwise.join(" and ")))
    }

    /// Another value in the place of one that is written: ``without `x` ``, ``with `x 3` ``, ``with another `x` ``.
    fn otherwise(&self, Cause { place, entry, other, is_one_of_several }: &Cause<'_>) -> String {
        let name = || Written(self).name(*place, entry);
        match other {
            Other::LeftOut => format!("without `{}`", self.sources.slice(entry.span)),
            Other::Number(_) | Other::Thing(_) | Other::Asked if *is_one_of_several => {
                format!("with another `{}`", name())
            }
            Other::Number(_) | Other::Thing(_) | Other::Asked => {
                format!("with `{} {}`", name(), in_words(self, *place, *other))
            }
        }
    }
}

/// What changes the value that is a cause to one that is none, behind `here` or in what the scene does not run.
fn later_changes(encounter: &Encounter, cause: &Cause<'_>, here: Span) -> LaterChanges {
    let Encounter { system, scene, .. } = encounter;
    let Holder::Field(thing, field) = cause.place.holder else { return LaterChanges::default() };
    let kind = scene.things[thing].kind;
    let would_do = |value: &Expr| constant_of(value).is_none_or(|number| cause.would_do(encounter, number));
    let changes_it = |line: &Statement| {
        let changed = change_in(line).filter(|(place, _)| field_of(place) == Some((Some(thing), field)));
        changed.is_some_and(|(_, value)| value.is_none_or(would_do))
    };
    let is_behind = |span: Span| span.source == here.source && span.start > here.start;
    let changes_kind = |line: &Statement| {
        let is_of_kind = |place: &Expr| {
            let ExprKind::Member(base, Member::Field(changed)) = &place.kind else { return false };
            base.ty == Type::Thing(kind) && *changed == field
        };
        change_in(line).is_some_and(|(place, value)| is_of_kind(place) && value.is_none_or(would_do))
    };
    let line = lines(&scene.statements).into_iter().find(|line| is_behind(line.span) && changes_it(line));
    let names_it = |run: &Invocation| {
        let mut entries = run.arguments.values().flat_map(Argument::all_entries);
        entries.any(|entry| entry.value.kind == ExprKind::Thing(thing)) || [run.by, run.versus].contains(&Some(thing))
    };
    let run = scene.invocations.iter().find(|run| {
        run.made == RunMade::Written
            && is_behind(run.span)
            && names_it(run)
            && changing_in(system, run.procedure, &mut BTreeSet::new(), &changes_kind)
    });
    let is_run =
        scene.invocations.iter().any(|run| system.periods.iter().any(|period| period.procedure == run.procedure));
    let is_repeated = is_repeated_without_a_period(scene, here);
    let periods = system.periods.iter().filter(|period| {
        let body = lines(&system.procedures[period.procedure].body);
        !is_run && body.into_iter().any(changes_kind)
    });
    let word = |name: &str| if is_repeated { format!("repeat {name}") } else { name.to_owned() };
    let periods = periods.map(|period| word(&period.name)).collect();
    let is_used = |procedure: ProcedureId| scene.invocations.iter().any(|run| run.procedure == procedure);
    let to_write = changing_procedures(system, kind, &changes_kind).into_iter().filter(|(id, _)| !is_used(*id));
    let named = |(id, blank): (ProcedureId, &Local)| {
        format!("{} … {{ {} {} }}", system.procedures[id].name, blank.name, scene.things[thing].name)
    };
    let line = line.map(|line| line.span).or(run.map(|run| run.span));
    LaterChanges { line, periods, lines_to_write: to_write.map(named).collect() }
}

/// The procedures that change a field of what they are given in a blank, each with that blank: lines that a scene writes, and not what others
/// run for their own purposes.
fn changing_procedures<'s>(
    system: &'s System,
    kind: KindId,
    is_it: &dyn Fn(&Statement) -> bool,
) -> Vec<(ProcedureId, &'s Local)> {
    let is_period = |id: ProcedureId| system.periods.iter().any(|period| period.procedure == id);
    let changing = system.procedures.pairs().filter(|(id, _)| !is_made_by_others(system, *id) && !is_period(*id));
    let with_blank = |(id, procedure): (ProcedureId, &'s Procedure)| {
        let takes_it = |blank: LocalId| {
            let (local, of_blank) = (
                &procedure.locals[blank],
                |place: &Expr| matches!(&place.kind, ExprKind::Member(base, _) if base.kind == ExprKind::Local(blank)),
            );
            let changes_it = |line: &Statement| is_it(line) && changed_by(line).is_some_and(of_blank);
            local.is_blank() && local.ty == Type::Thing(kind) && lines(&procedure.body).into_iter().any(changes_it)
        };
        procedure.locals.ids().find(|blank| takes_it(*blank)).map(|blank| (id, &procedure.locals[blank]))
    };
    changing.filter_map(with_blank).collect()
}

/// Whether a procedure is run by another one for its own purposes.
pub(super) fn is_made_by_others(system: &System, id: ProcedureId) -> bool {
    let makes = |local: &Local| local.own_run().is_some() && local.ty == Type::Run(id);
    system.procedures.iter().any(|procedure| procedure.locals.iter().any(makes))
}

/// Whether a procedure, or one that it runs, has such a line.
pub(super) fn changing_in(
    system: &System,
    procedure: ProcedureId,
    seen: &mut BTreeSet<ProcedureId>,
    is_it: &dyn Fn(&Statement) -> bool,
) -> bool {
    if !seen.insert(procedure) {
        return false;
    }
    let Procedure { body, locals, .. } = &system.procedures[procedure];
    lines(body).into_iter().any(is_it)
        || locals.iter().any(|local| matches!(local.ty, Type::Run(inner) if changing_in(system, inner, seen, is_it)))
}

/// These lines and all that stand inside of them.
pub(super) fn lines(all: &[Statement]) -> Vec<&Statement> {
    let mut found: Vec<&Statement> = Vec::new();
    for line in all {
        found.push(line);
        found.extend(line.blocks().into_iter().flat_map(lines));
    }
    found
}

/// What a line changes.
pub(super) fn changed_by(line: &Statement) -> Option<&Expr> {
    change_in(line).map(|(place, _)| place)
}

/// What a line changes, and what it sets that to, if it does not add to it.
pub(super) fn change_in(line: &Statement) -> Option<(&Expr, Option<&Expr>)> {
    if let StatementKind::Set { place, value, .. } = &line.kind {
        Some((place, Some(value)))
    } else if let StatementKind::Add { place, .. } | StatementKind::Pay { place, .. } = &line.kind {
        Some((place, None))
    } else {
        None
    }
}

/// The field that is changed, and whose it is if that is written there.
pub(super) fn field_of(place: &Expr) -> Option<(Option<ThingId>, usize)> {
    let ExprKind::Member(base, Member::Field(field)) = &place.kind else { return None };
    let whose = if let ExprKind::Thing(thing) = base.kind { Some(thing) } else { None };
    Some((whose, *field))
}

/// Whether a place stands in a repetition that is none of a period.
fn is_repeated_without_a_period(scene: &Scene, here: Span) -> bool {
    lines(&scene.statements).into_iter().any(|line| {
        matches!(&line.kind, StatementKind::Repeat { period: None, body, .. }
            if body.iter().any(|line| line.span.contains(here) || here.contains(line.span)))
    })
}
