//! Functions of house rules at the hooks of a procedure.

use super::points::Point;
use super::{Env, Typer};
use crate::model::{FunctionId, HookCall, Hooks, HouseFunction, PeriodId, StatementKind as Kind};
use crate::source::Span;

impl Typer<'_> {
    /// The functions that stand before and after a line.
    pub fn hooks(&mut self, env: &Env, kind: &Kind, line: Span) -> Hooks {
        let Some(point) = self.point(env, kind) else { return Hooks::default() };
        if point.plan.is_some() {
            let before = self.stand_at(env, "check", &point);
            self.answers(&before, &point, line);
            return Hooks { before, after: Vec::new() };
        }
        let beginning = Point { result: None, level: None, adds: point.total.is_some(), ..point.clone() };
        let before = self.stand_at(env, "before", &beginning);
        self.answers(&before, &beginning, line);
        let after = self.stand_at(env, "after", &point);
        self.answers(&after, &point, line);
        Hooks { before, after }
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

    /// The functions of house rules with a name.
    pub fn called(&self, name: &str) -> Vec<FunctionId> {
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
        if point.adds {
            self.notes.posted.adding.insert(name.as_str().into());
        }
        self.notes.posted.points.insert(name.into());
        calls
    }
}
