//! What a run is asked for before it is over: whether that can already have been computed when the blank is filled.

use crate::diagnostic::{Diagnostic, codes};
use crate::model::{
    Argument, Expr, ExprKind, InvocationId, LocalId, Member, ProcedureId, Scene, Statement, StatementKind, System,
};
use crate::source::Span;

/// A run that is not over, and the blank of it in hand.
#[derive(Clone, Copy)]
pub struct Making {
    /// The run.
    pub run: InvocationId,
    /// The blank that is being filled.
    pub blank: LocalId,
}

/// A value that is read in a blank of its own run and is computed only after the blank has been filled.
pub fn never_yet(both: (&System, &Scene), making: &[Making], value: &Expr) -> Option<Diagnostic> {
    let own = if let ExprKind::Member(base, Member::Local(local)) = &value.kind {
        base_run(both.1, base).and_then(|run| computed_later(both, making, (run, *local), value.span))
    } else {
        None
    };
    own.or_else(|| value.parts().into_iter().find_map(|part| never_yet(both, making, part)))
}

/// The run of which a value is a part.
fn base_run(scene: &Scene, base: &Expr) -> Option<InvocationId> {
    if let ExprKind::Member(outer, Member::Local(blank)) = &base.kind {
        let filled = scene.invocations[base_run(scene, outer)?].arguments.get(blank)?;
        let Argument::Forms(runs) = filled else { return None };
        return runs.first().map(|(run, _)| *run);
    }
    if let ExprKind::Invocation(run) | ExprKind::Member(_, Member::Nested(run)) = &base.kind {
        return Some(*run);
    }
    None
}

fn computed_later(
    (system, scene): (&System, &Scene),
    making: &[Making],
    (run, local): (InvocationId, LocalId),
    place: Span,
) -> Option<Diagnostic> {
    let around = making.iter().find(|making| making.run == run || part_through(scene, making.run, run).is_some())?;
    let procedure = scene.invocations[around.run].procedure;
    let lines = Lines::of(system, procedure);
    let read = lines.filled(around.blank)?;
    let (computed, line) = match part_through(scene, around.run, run) {
        Some(through) => lines.run(through)?,
        None => lines.computed(local)?,
    };
    if computed <= read {
        return None;
    }
    let written = &scene.invocations[run];
    let name = &system.procedures[written.procedure].locals[local].name;
    let message = format!("`{}.{name}` has no value here yet", written.path);
    let found = Diagnostic::error(codes::READ_BEFORE_COMPUTED, place, message);
    let found = found.also(line, "the rules compute it on this line, after the blank is filled");
    Some(found.help(format!("ask for it on a line below `{}`, or compute it from earlier results", written.path)))
}

/// The blank of a run through which another one is a part of it.
fn part_through(scene: &Scene, outer: InvocationId, part: InvocationId) -> Option<LocalId> {
    scene.invocations[outer].arguments.iter().find_map(|(blank, argument)| {
        let Argument::Forms(runs) = argument else { return None };
        runs.contains(&(part, true)).then_some(*blank)
    })
}

/// The lines of a procedure in their order.
struct Lines<'s> {
    all: Vec<&'s Statement>,
}

impl<'s> Lines<'s> {
    fn of(system: &'s System, procedure: ProcedureId) -> Self {
        let mut all = Vec::new();
        in_order(&system.procedures[procedure].body, &mut all);
        Self { all }
    }

    /// When a blank is filled: when it is asked for, or, if it holds a run, when that is run.
    fn filled(&self, blank: LocalId) -> Option<usize> {
        let asked = self.all.iter().position(|line| matches!(&line.kind, StatementKind::Ask(local) if *local == blank));
        self.run(blank).map(|(place, _)| place).or(asked)
    }

    /// The first line that runs what a blank holds.
    fn run(&self, blank: LocalId) -> Option<(usize, Span)> {
        self.first(|kind| matches!(kind, StatementKind::Run { target, .. } if target.kind == ExprKind::Local(blank)))
    }

    /// The first line that computes a value.
    fn computed(&self, wanted: LocalId) -> Option<(usize, Span)> {
        self.first(|kind| kind.gives() == Some(wanted))
    }

    fn first(&self, is_wanted: impl Fn(&StatementKind) -> bool) -> Option<(usize, Span)> {
        let place = self.all.iter().position(|line| is_wanted(&line.kind))?;
        Some((place, self.all[place].span))
    }
}

fn in_order<'s>(body: &'s [Statement], into: &mut Vec<&'s Statement>) {
    for line in body {
        into.push(line);
        if let StatementKind::If { branches, otherwise } = &line.kind {
            for (_, body) in branches {
                in_order(body, into);
            }
            in_order(otherwise, into);
        }
        if let StatementKind::ForEach { body, .. }
        | StatementKind::Step { body, .. }
        | StatementKind::Concealed { body, .. } = &line.kind
        {
            in_order(body, into);
        }
    }
}
