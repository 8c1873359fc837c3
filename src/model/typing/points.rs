//! The hooks of a procedure for functions of house rules, and their names.

use smol_str::format_smolstr;

use super::{Env, Typer};
use crate::model::{
    Expr, ExprKind, Local, LocalId, LocalKind, Member, PeriodId, PlanId, ScaleId, StatementKind as Kind, Type,
};
use crate::shared_text::SharedText;

/// A point at which functions can stand.
#[derive(Clone, Default)]
pub struct Point {
    /// The end of their names.
    pub name: SharedText,
    /// How they call what the line works with.
    pub total: Option<&'static str>,
    /// How they call what came out of it.
    pub result: Option<SharedText>,
    /// The scale of that, if it is a level.
    pub level: Option<ScaleId>,
    /// The plan that they look at.
    pub plan: Option<PlanId>,
    /// Whether something can be added there.
    pub adds: bool,
}

impl Typer<'_> {
    /// The point of a line.
    pub fn point(&self, env: &Env, kind: &Kind) -> Option<Point> {
        let local = |local: &LocalId| env.procedure.map(|procedure| &self.system.procedures[procedure].locals[*local]);
        let named = |name: SharedText| Point { name, ..Point::default() };
        match kind {
            Kind::Resolve { local: into, .. } => {
                let Local { name, ty, .. } = local(into)?;
                let name = joined(name);
                Some(Point { total: Some("total"), result: Some(name.clone()), level: level(ty), ..named(name) })
            }
            Kind::Roll { local: into, .. } => {
                let name = joined(&local(into)?.name);
                Some(Point { result: Some(name.clone()), adds: true, ..named(format_smolstr!("roll_{name}")) })
            }
            Kind::Draw { local: into, .. } => Some(named(format_smolstr!("draw_{}", joined(&local(into)?.name)))),
            Kind::Sum { local: into, .. } | Kind::Decide { local: into, .. } => {
                let Local { name, ty, .. } = local(into)?;
                let name = joined(name);
                let (result, adds) = (ty.is_plain().then(|| name.clone()), *ty == Type::Number);
                Some(Point { result, level: level(ty), adds, ..named(name) })
            }
            Kind::Stop { .. } => Some(named("stop".into())),
            Kind::Pay { place, .. } => {
                let name = format_smolstr!("cost_{}", joined(&self.field_of(place)?));
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
            | Kind::Concealed { .. }
            | Kind::Invocation(_)
            | Kind::Tally(_)
            | Kind::Chance(_)
            | Kind::Period { .. }
            | Kind::Repeat { .. }
            | Kind::Turns(_)
            | Kind::ChooseOption { .. } => None,
        }
    }

    /// The point of a period, before which and after which functions stand.
    pub fn period_point(&self, period: PeriodId) -> (Env, Point) {
        let declared = &self.system.periods[period];
        let env = Env { procedure: Some(declared.procedure), ..Env::default() };
        (env, Point { name: joined(&declared.name), ..Point::default() })
    }

    fn field_of(&self, place: &Expr) -> Option<SharedText> {
        let field = if let ExprKind::Index(base, _) = &place.kind { base } else { place };
        let ExprKind::Member(owner, Member::Field(field)) = &field.kind else { return None };
        let Type::Thing(kind) = owner.ty else { return None };
        Some(self.system.kinds[kind].fields[*field].name.clone())
    }
}

/// The scale of a level.
pub fn level(ty: &Type) -> Option<ScaleId> {
    let Type::Level(scale) = ty else { return None };
    Some(*scale)
}

/// A name as one word of a function, whose language has neither spaces nor apostrophes in names.
pub fn joined(name: &str) -> SharedText {
    name.replace([' ', '\''], "_").into()
}
