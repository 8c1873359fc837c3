//! Functions of house rules that stand at a point of a procedure.

use super::house_calls::is_plain;
use super::{Env, Typer};
use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::one_of;
use crate::model::{
    Expr, ExprKind, FunctionId, HookCall, Hooks, HouseFunction, Local, LocalId, LocalKind, Member, PeriodId, PlanId,
    StatementKind as Kind, Type,
};

/// A point at which functions can stand.
#[derive(Clone, Default)]
pub struct Point {
    /// The end of their names.
    name: String,
    /// How they call what the line works with.
    pub total: Option<&'static str>,
    /// How they call what came out of it.
    pub result: Option<String>,
    /// The plan that they look at.
    pub plan: Option<PlanId>,
}

/// How the names of functions begin that stand at a point.
const SIDES: [&str; 3] = ["before", "after", "check"];

impl Typer<'_> {
    /// The functions that stand before and after a line.
    pub fn hooks(&mut self, env: &Env, kind: &Kind) -> Hooks {
        let Some(point) = self.point(env, kind) else { return Hooks::default() };
        if point.plan.is_some() {
            return Hooks { before: self.stand_at(env, "check", &point), after: Vec::new() };
        }
        let before = self.stand_at(env, "before", &Point { result: None, ..point.clone() });
        Hooks { before, after: self.stand_at(env, "after", &point) }
    }

    /// The functions that stand before a period; its own blanks are known to them.
    pub fn before_period(&mut self, period: PeriodId) -> Vec<HookCall> {
        let (env, point) = self.period_point(period);
        self.stand_at(&env, "before", &point)
    }

    /// The functions that stand after a period, and know what happened in it.
    pub fn after_period(&mut self, period: PeriodId) -> Vec<HookCall> {
        let (env, point) = self.period_point(period);
        self.stand_at(&env, "after", &point)
    }

    fn period_point(&self, period: PeriodId) -> (Env, Point) {
        let declared = &self.system.periods[period];
        let env = Env { procedure: Some(declared.procedure), ..Env::default() };
        (env, Point { name: joined(&declared.name), ..Point::default() })
    }

    /// The point of a line.
    fn point(&self, env: &Env, kind: &Kind) -> Option<Point> {
        let local = |local: &LocalId| env.procedure.map(|procedure| &self.system.procedures[procedure].locals[*local]);
        let named = |name: String| Point { name, ..Point::default() };
        match kind {
            Kind::Resolve { local: into, .. } => {
                let name = joined(&local(into)?.name);
                Some(Point { total: Some("total"), result: Some(name.clone()), ..named(name) })
            }
            Kind::Roll { local: into, .. } => {
                let name = joined(&local(into)?.name);
                Some(Point { result: Some(name.clone()), ..named(format!("roll_{name}")) })
            }
            Kind::Draw { local: into, .. } => Some(named(format!("draw_{}", joined(&local(into)?.name)))),
            Kind::Sum { local: into, .. } | Kind::Decide { local: into, .. } => {
                let Local { name, ty, .. } = local(into)?;
                let name = joined(name);
                Some(Point { result: is_plain(ty).then(|| name.clone()), ..named(name) })
            }
            Kind::Stop { .. } => Some(named("stop".to_owned())),
            Kind::Pay { place, .. } => {
                let name = format!("cost_{}", joined(&self.field_of(place)?));
                Some(Point { total: Some("amount"), ..named(name) })
            }
            Kind::Ask(asked) => {
                let Local { kind: LocalKind::Ask { .. }, ty: Type::Plan(plan), .. } = local(asked)? else {
                    return None;
                };
                Some(Point { plan: Some(*plan), ..named(joined(&self.system.plans[*plan].name)) })
            }
            // No house rule is asked at these.
            Kind::Let { .. }
            | Kind::Shuffle(_)
            | Kind::Choose { .. }
            | Kind::Run { .. }
            | Kind::Cut { .. }
            | Kind::Needs { .. }
            | Kind::ForEach { .. }
            | Kind::Step { .. }
            | Kind::Set { .. }
            | Kind::Add { .. }
            | Kind::If { .. }
            | Kind::Note { .. }
            | Kind::Signal { .. }
            | Kind::Reveal { .. }
            | Kind::Kept { .. }
            | Kind::Invocation(_)
            | Kind::Period { .. }
            | Kind::Repeat { .. }
            | Kind::ChooseOption { .. } => None,
        }
    }

    fn field_of(&self, place: &Expr) -> Option<String> {
        let field = if let ExprKind::Index(base, _) = &place.kind { base } else { place };
        let ExprKind::Member(owner, Member::Field(field)) = &field.kind else { return None };
        let Type::Thing(kind) = owner.ty else { return None };
        Some(self.system.kinds[kind].fields[*field].name.clone())
    }

    /// The functions of house rules with a name.
    fn called(&self, name: &str) -> Vec<FunctionId> {
        let all = self.system.functions.pairs();
        all.filter(|(_, one)| one.name == name && one.signature.is_none()).map(|(id, _)| id).collect()
    }

    fn stand_at(&mut self, env: &Env, side: &str, point: &Point) -> Vec<HookCall> {
        let name = format!("{side}_{}", point.name);
        let here = self.called(&name);
        let mut calls = Vec::new();
        for id in here {
            self.notes.posted.used.insert(id);
            let HouseFunction { parameters, span, .. } = self.system.functions[id].clone();
            let reads = parameters.iter().map(|parameter| self.read(env, parameter, (id, &name, span), point));
            calls.push(HookCall { function: id, reads: reads.collect() });
        }
        self.notes.posted.points.insert(name);
        calls
    }

    /// Whether a function is named after a point, be it with a slip in its first word: it would never be called.
    fn is_for_a_point(&self, name: &str) -> bool {
        let Some((side, rest)) = name.split_once('_') else { return false };
        if SIDES.contains(&side) {
            return true;
        }
        let point = nearest(side, SIDES).map(|side| format!("{side}_{}", rest.to_lowercase()));
        point.is_some_and(|point| self.notes.posted.points.contains(&point))
    }

    /// The points whose names begin like this one.
    fn points_like(&self, name: &str) -> String {
        let side = name.split_once('_').map_or(name, |(side, _)| side);
        let points = self
            .notes
            .posted
            .points
            .iter()
            .filter(|point| point.split_once('_').is_some_and(|(start, _)| start == side));
        format!("the points are {}", one_of(points.map(String::as_str)))
    }

    /// A function named after a point that there is not.
    pub fn unhooked(&mut self) {
        for period in &self.system.periods {
            let name = joined(&period.name);
            for point in [format!("before_{name}"), format!("after_{name}")] {
                self.notes.posted.points.insert(point.clone());
                let here = self.called(&point);
                self.notes.posted.used.extend(here);
            }
        }
        for (id, function) in self.system.functions.pairs() {
            let of_the_host = function.signature.is_some();
            if of_the_host || !self.is_for_a_point(&function.name) || self.notes.posted.used.contains(&id) {
                continue;
            }
            let message = format!("there is no point `{}`", function.name);
            let help = self.points_near(&function.name).unwrap_or_else(|| self.points_like(&function.name));
            self.notes.sink.push(Diagnostic::error(codes::HOOK, function.span, message).help(help));
        }
    }

    /// What was probably meant.
    fn points_near(&self, name: &str) -> Option<String> {
        let points = &self.notes.posted.points;
        if let Some(near) = nearest(name, points.iter().map(String::as_str)) {
            return Some(format!("did you mean `{near}`?"));
        }
        let after_a_dash = |point: &&String| point.split_once('_').is_some_and(|(_, rest)| name.ends_with(rest));
        let same: Vec<&str> = points.iter().filter(after_a_dash).map(String::as_str).collect();
        (!same.is_empty()).then(|| format!("did you mean {}?", one_of(same)))
    }

    /// Parameters that no point knows.
    pub fn unread(&mut self) {
        let reads = std::mem::take(&mut self.notes.posted.reads);
        self.notes.sink.extend(reads.into_values().flatten());
    }

    /// Functions that nothing calls.
    pub fn uncalled(&mut self) {
        for (id, function) in self.system.functions.pairs() {
            let of_the_host = function.signature.is_some();
            if of_the_host || self.is_for_a_point(&function.name) || self.notes.posted.used.contains(&id) {
                continue;
            }
            let name = &function.name;
            let message = format!("nothing calls `{name}`");
            let help = self.points_near(name).unwrap_or_else(|| {
                format!(
                    "a rule calls it by name, as in `house.{name}(…)`; what is called by itself is named after its \
                     point, as in `before_NAME`; before one that only helps others write `private fn`"
                )
            });
            self.notes.sink.push(Diagnostic::warning(codes::HOOK, function.span, message).help(help));
        }
    }
}

/// A name as one word of a function.
pub fn joined(name: &str) -> String {
    name.replace(' ', "_")
}
