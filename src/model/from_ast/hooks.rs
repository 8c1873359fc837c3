//! Functions of house rules that stand at a point of a procedure.

use super::super::{
    Expr, ExprKind, FunctionId, HookCall, Hooks, HouseFunction, Member, PeriodId, PlanId, Read, ReadKind, Slot, SlotId,
    SlotKind, StatementKind as Kind, Type,
};
use super::houses::is_plain;
use super::names::one_of;
use super::{Checker, Env};
use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{self, Phrase, Word};

/// A point at which functions can stand.
#[derive(Clone, Default)]
struct Point {
    /// The end of their names.
    name: String,
    /// How they call what the line works with.
    total: Option<&'static str>,
    /// How they call what came out of it.
    result: Option<String>,
    /// The plan that they look at.
    plan: Option<PlanId>,
}

/// How the names of functions begin that stand at a point.
const SIDES: [&str; 3] = ["before", "after", "check"];

/// More words of one parameter are not tried as names: each may end a name or go on with it.
const MOST_WORDS: usize = 8;

impl Checker<'_> {
    /// The functions that stand before and after a line.
    pub fn hooks(&mut self, env: &Env, kind: &Kind) -> Hooks {
        let Some(point) = self.point(env, kind) else { return Hooks::default() };
        if point.plan.is_some() {
            return Hooks { before: self.stand_at(env, "check", &point), after: Vec::new() };
        }
        self.around(env, &point)
    }

    /// The functions that stand before and after a period; its own blanks are known to them.
    pub fn hooks_of_period(&mut self, period: PeriodId) -> Hooks {
        let declared = &self.model.periods[period.0];
        let env = Env { procedure: Some(declared.procedure), ..Env::default() };
        let point = Point { name: joined(&declared.name), ..Point::default() };
        self.around(&env, &point)
    }

    fn around(&mut self, env: &Env, point: &Point) -> Hooks {
        let before = self.stand_at(env, "before", &Point { result: None, ..point.clone() });
        Hooks { before, after: self.stand_at(env, "after", point) }
    }

    /// The point of a line.
    fn point(&self, env: &Env, kind: &Kind) -> Option<Point> {
        let slot = |slot: &SlotId| env.procedure.map(|procedure| &self.model.procedures[procedure.0].slots[slot.0]);
        let named = |name: String| Point { name, ..Point::default() };
        match kind {
            Kind::Resolve { slot: into, .. } => {
                let name = joined(&slot(into)?.name);
                Some(Point { total: Some("total"), result: Some(name.clone()), ..named(name) })
            }
            Kind::Roll { slot: into, .. } => {
                let name = joined(&slot(into)?.name);
                Some(Point { result: Some(name.clone()), ..named(format!("roll_{name}")) })
            }
            Kind::Stop { .. } => Some(named("stop".to_owned())),
            Kind::Pay { place, .. } => {
                let name = format!("cost_{}", joined(&self.field_of(place)?));
                Some(Point { total: Some("amount"), ..named(name) })
            }
            Kind::Ask(asked) => match slot(asked)? {
                Slot { kind: SlotKind::Ask { .. }, ty: Type::Plan(plan), .. } => {
                    Some(Point { plan: Some(*plan), ..named(joined(&self.model.plans[plan.0].name)) })
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn field_of(&self, place: &Expr) -> Option<String> {
        let field = match &place.kind {
            ExprKind::Index(base, _) => base,
            _ => place,
        };
        let ExprKind::Member(owner, Member::Field(field)) = &field.kind else { return None };
        let Type::Thing(kind) = owner.ty else { return None };
        Some(self.model.kinds[kind.0].fields[*field].name.clone())
    }

    /// The functions of house rules with a name.
    fn called(&self, name: &str) -> Vec<usize> {
        let all = self.model.functions.iter().enumerate();
        all.filter(|(_, one)| one.name == name && one.signature.is_none()).map(|(place, _)| place).collect()
    }

    fn stand_at(&mut self, env: &Env, side: &str, point: &Point) -> Vec<HookCall> {
        let name = format!("{side}_{}", point.name);
        let here = self.called(&name);
        let mut calls = Vec::new();
        for id in here {
            self.hooked.insert(FunctionId(id));
            let HouseFunction { parameters, span, .. } = self.model.functions[id].clone();
            let reads = parameters.iter().map(|parameter| self.read(env, parameter, (&name, span), point));
            let reads: Option<Vec<Read>> = reads.collect();
            calls.extend(reads.map(|reads| HookCall { function: FunctionId(id), reads }));
        }
        self.points.insert(name);
        calls
    }

    /// What a parameter reads: something of the point itself, or a name that is known there.
    fn read(&mut self, env: &Env, parameter: &str, at: (&str, Span), point: &Point) -> Option<Read> {
        let own = self.read_of_point(parameter, point);
        let kind = match own {
            Some(kind) => kind,
            None => ReadKind::Value(self.read_by_name(env, parameter, at)?),
        };
        Some(Read { name: parameter.to_owned(), kind })
    }

    fn read_of_point(&self, parameter: &str, point: &Point) -> Option<ReadKind> {
        if point.total == Some(parameter) {
            return Some(ReadKind::Total);
        }
        if point.result.as_deref() == Some(parameter) {
            return Some(ReadKind::Result);
        }
        let qualifiers = &self.model.plans[point.plan?.0].qualifiers;
        match qualifiers.iter().position(|qualifier| joined(&qualifier.name) == parameter) {
            Some(place) => Some(ReadKind::Qualifier(place)),
            None => (parameter == "item").then_some(ReadKind::Item),
        }
    }

    /// An underscore is a space or a dot, and one of the readings must be a name.
    fn read_by_name(&mut self, env: &Env, parameter: &str, (point, span): (&str, Span)) -> Option<Expr> {
        let words: Vec<&str> = parameter.split('_').filter(|word| !word.is_empty()).collect();
        let mut found: Vec<(String, Expr)> = Vec::new();
        for reading in readings(&words, span) {
            let outside = std::mem::take(self.sink);
            let env = Env { may_be_unreached: true, ..env.clone() };
            let value = self.expr(&env, &reading, None);
            let failed = std::mem::replace(self.sink, outside).has_errors();
            if !failed && is_readable(&value.ty) {
                found.push((crate::syntax::print_expression(&reading), value));
            }
        }
        match found.len() {
            1 => found.pop().map(|(_, value)| value),
            0 => {
                let message = format!("`{point}` reads `{parameter}`, which is no name there");
                let help = "name a parameter after what it reads, with `_` for each space or dot: `lamp_oil` reads \
                            `lamp.oil`";
                self.report(Diagnostic::error(codes::HOOK, span, message).help(help));
                None
            }
            _ => {
                let all: Vec<String> = found.iter().map(|(text, _)| format!("`{text}`")).collect();
                let message = format!("`{point}` reads `{parameter}`, which can be {}", all.join(" or "));
                self.report(Diagnostic::error(codes::HOOK, span, message).help("rename one of them"));
                None
            }
        }
    }

    /// Whether a function is named after a point, be it with a slip in its first word: it would never be called.
    fn is_for_a_point(&self, name: &str) -> bool {
        let Some((side, rest)) = name.split_once('_') else { return false };
        if SIDES.contains(&side) {
            return true;
        }
        let point = nearest(side, SIDES).map(|side| format!("{side}_{}", rest.to_lowercase()));
        point.is_some_and(|point| self.points.contains(&point))
    }

    /// The points whose names begin like this one.
    fn points_like(&self, name: &str) -> String {
        let side = name.split_once('_').map_or(name, |(side, _)| side);
        let points = self.points.iter().filter(|point| point.split_once('_').is_some_and(|(start, _)| start == side));
        format!("the points are {}", one_of(points.map(String::as_str)))
    }

    /// A function named after a point that there is not.
    pub fn unhooked(&mut self) {
        for period in 0..self.model.periods.len() {
            let name = joined(&self.model.periods[period].name);
            for point in [format!("before_{name}"), format!("after_{name}")] {
                self.points.insert(point.clone());
                let here = self.called(&point);
                self.hooked.extend(here.into_iter().map(FunctionId));
            }
        }
        for id in 0..self.model.functions.len() {
            let function = &self.model.functions[id];
            let of_the_host = function.signature.is_some();
            if of_the_host || !self.is_for_a_point(&function.name) || self.hooked.contains(&FunctionId(id)) {
                continue;
            }
            let complaint =
                Diagnostic::error(codes::HOOK, function.span, format!("there is no point `{}`", function.name));
            let complaint = match nearest(&function.name, self.points.iter().map(String::as_str)) {
                Some(near) => complaint.help(format!("did you mean `{near}`?")),
                None => complaint.help(self.points_like(&function.name)),
            };
            self.sink.push(complaint);
        }
    }
}

fn joined(name: &str) -> String {
    name.replace(' ', "_")
}

/// Every way to read words as a name: each gap is a space or a dot.
fn readings(words: &[&str], span: Span) -> Vec<ast::Expr> {
    if words.is_empty() || words.len() > MOST_WORDS {
        return Vec::new();
    }
    let ways = 1_usize << (words.len() - 1);
    (0..ways).map(|dots| reading(words, dots, span)).collect()
}

/// Bit `n` of `dots` is set where a dot stands after word `n`.
fn reading(words: &[&str], dots: usize, span: Span) -> ast::Expr {
    let mut names: Vec<Vec<Word>> = vec![Vec::new()];
    for (place, word) in words.iter().enumerate() {
        if let Some(last) = names.last_mut() {
            last.push(Word { text: (*word).to_owned(), span });
        }
        if dots >> place & 1 == 1 {
            names.push(Vec::new());
        }
    }
    let mut names = names.into_iter().map(|words| Phrase { words });
    let first = names.next().unwrap_or(Phrase { words: Vec::new() });
    let base = ast::Expr { span, kind: ast::ExprKind::Name(first) };
    names.fold(base, |base, name| ast::Expr { span, kind: ast::ExprKind::Member(Box::new(base), name) })
}

/// What a function can read at a point: a list of numbers is read as its sum.
fn is_readable(ty: &Type) -> bool {
    match ty {
        Type::Many(of) => **of == Type::Number,
        plain => is_plain(plain),
    }
}
