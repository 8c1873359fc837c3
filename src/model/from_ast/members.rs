//! Parts after a dot.

use super::super::{
    Argument, DeckId, Expr, ExprKind, InvocationId, KindId, LocalId, LocalKind, Member, PlanId, ProcedureId, ScaleId,
    Type,
};
use super::names::one_of;
use super::reductions::counted;
use super::{Checker, Env};
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, codes};
use crate::semantics::dice::Question;
use crate::source::Span;
use crate::syntax::ast::{self, CallArgument, Phrase};

impl Checker<'_> {
    /// `base.member`
    pub fn member(&mut self, env: &Env, base: &ast::Expr, member: &Phrase, span: Span) -> Expr {
        let base = self.expr(env, base, None);
        self.part(env, base, member, span)
    }

    /// A part of a typed value.
    pub fn part(&mut self, env: &Env, base: Expr, member: &Phrase, span: Span) -> Expr {
        let name = member.text();
        if name == "given" && is_blank(&base) {
            return part(base, Member::Given, Type::YesNo, span);
        }
        if name == "given" && self.is_optional_field(&base) {
            return Expr { span, ..counted(base) };
        }
        match base.ty.clone() {
            Type::Thing(kind) => self.thing_part(base, kind, member, span),
            Type::Run(procedure) => self.run_part(base, procedure, member, span),
            Type::Level(scale) => self.column_part(base, scale, member, span),
            Type::TableRow(table) => {
                let columns = &self.model.tables[table.0].columns;
                if let Some(place) = columns.iter().position(|(column, _)| *column == name) {
                    let ty = columns[place].1.clone();
                    part(base, Member::Column(place), ty, span)
                } else {
                    let columns: Vec<String> = columns.iter().map(|(c, _)| c.clone()).collect();
                    self.no_part(&base, member, &columns)
                }
            }
            Type::Roll => self.roll_part(env, base, member, span),
            Type::Dice if env.rolls => self.roll_part(env, base, member, span),
            Type::Card(deck) => self.card_part(env, base, deck, (member, &[]), span),
            Type::Plan(plan) => match name.as_str() {
                "last" => part(base, Member::Last(true), Type::Item(plan), span),
                "first" => part(base, Member::Last(false), Type::Item(plan), span),
                _ => part(base, Member::Named(name), Type::Item(plan), span),
            },
            Type::Item(plan) => self.item_part(env, base, plan, member, span),
            Type::Die if name == "sides" => Expr { span, ty: Type::Number, kind: base.kind },
            Type::Unknown => Expr::unknown(span),
            _ => self.no_part(&base, member, &[]),
        }
    }

    /// A field of somebody that may be absent.
    fn is_optional_field(&self, base: &Expr) -> bool {
        match &base.kind {
            ExprKind::Member(owner, Member::Field(field)) => match owner.ty {
                Type::Thing(kind) => self.model.kinds[kind.0].fields[*field].optional,
                _ => false,
            },
            _ => false,
        }
    }

    fn no_part(&mut self, base: &Expr, member: &Phrase, parts: &[String]) -> Expr {
        let name = member.text();
        let found = self.type_name(&base.ty);
        let near = guess(&name, parts.iter().map(String::as_str));
        let message = format!("{found} has no `{name}`");
        let code = match base.ty {
            Type::Level(_) | Type::TableRow(_) => codes::COLUMN,
            _ => codes::UNKNOWN_NAME,
        };
        let complaint = Diagnostic::error(code, member.span(), message).did_you_mean(near, || match parts {
            [] => "nothing can be read from it with a dot".into(),
            parts => format!("it has {}", one_of(parts.iter().map(String::as_str))),
        });
        self.report(complaint);
        Expr::unknown(member.span())
    }

    fn thing_part(&mut self, base: Expr, kind: KindId, member: &Phrase, span: Span) -> Expr {
        let name = member.text();
        if let Some(place) = self.model.kinds[kind.0].field(&name) {
            let ty = self.model.kinds[kind.0].fields[place].ty.clone();
            return part(base, Member::Field(place), ty, span);
        }
        if let ExprKind::Thing(id) = &base.kind {
            let owned = self.model.things[id.0].owned.clone();
            let full = format!("{}.{name}", self.model.things[id.0].name);
            if let Some(found) = owned.into_iter().find(|o| self.model.things[o.0].name == full) {
                let ty = Type::Thing(self.model.things[found.0].kind);
                return Expr { span, ty, kind: ExprKind::Thing(found) };
            }
        }
        let fields: Vec<String> = self.model.kinds[kind.0].fields.iter().map(|f| f.name.clone()).collect();
        self.no_part(&base, member, &fields)
    }

    fn run_part(&mut self, base: Expr, procedure: ProcedureId, member: &Phrase, span: Span) -> Expr {
        let name = member.text();
        if let Some(invocation) = written_invocation(&base) {
            if let Some(nested) = self.model.invocations[invocation.0].nested.get(&name).copied() {
                let ty = Type::Run(self.model.invocations[nested.0].procedure);
                return part(base, Member::Nested(nested), ty, span);
            }
            if let Some(item) = self.item_of_invocation(invocation, &name) {
                let (local, plan) = item;
                let plan_part = part(base, Member::Local(local), Type::Plan(plan), span);
                return part(plan_part, Member::Named(name), Type::Item(plan), span);
            }
        }
        if name == "first" {
            let ty = base.ty.clone();
            if let ExprKind::Invocation(invocation) = &base.kind {
                self.model.counted.insert((*invocation, 1));
            }
            return part(base, Member::Nth(1), ty, span);
        }
        if let Some(local) = self.local_named(procedure, &name, None) {
            let ty = self.local_type(procedure, local, span);
            return part(base, Member::Local(local), ty, span);
        }
        let mut parts: Vec<String> = self.model.procedures[procedure.0].locals.iter().map(|s| s.name.clone()).collect();
        if let Some(invocation) = written_invocation(&base) {
            parts.extend(self.model.invocations[invocation.0].nested.keys().cloned());
        }
        self.no_part(&base, member, &parts)
    }

    /// An item of the plan that a invocation lays out.
    fn item_of_invocation(&self, invocation: InvocationId, name: &str) -> Option<(LocalId, PlanId)> {
        let invocation = &self.model.invocations[invocation.0];
        let (local, plan) = self.plan_of(invocation.procedure)?;
        match invocation.arguments.get(&local) {
            Some(Argument::Plan(fill)) if fill.items.iter().any(|item| item.name == name) => Some((local, plan)),
            _ => None,
        }
    }

    fn column_part(&mut self, base: Expr, scale: ScaleId, member: &Phrase, span: Span) -> Expr {
        let name = member.text();
        let columns = &self.model.scales[scale.0].columns;
        if let Some(place) = columns.iter().position(|c| c.name == name) {
            let ty = columns[place].ty.clone();
            return part(base, Member::Column(place), ty, span);
        }
        if name == "rank" {
            return Expr { span, ty: Type::Number, kind: base.kind };
        }
        let columns: Vec<String> = columns.iter().map(|c| c.name.clone()).collect();
        self.no_part(&base, member, &columns)
    }

    fn roll_part(&mut self, env: &Env, base: Expr, member: &Phrase, span: Span) -> Expr {
        let question = match member.text().as_str() {
            "kept" => Question::Kept,
            "sum" => Question::Sum,
            "highest" => Question::Highest,
            "lowest" => Question::Lowest,
            "doubles" => Question::Doubles,
            _ => {
                let parts = ["sum", "highest", "lowest", "doubles", "kept", "any(6)", "count(6)", "at least(5)"];
                return self.no_part(&base, member, &parts.map(String::from));
            }
        };
        Expr { span, ..self.ask_roll(env, base, question) }
    }

    fn item_part(&mut self, env: &Env, base: Expr, plan: PlanId, member: &Phrase, span: Span) -> Expr {
        let name = member.text();
        let qualifiers = &self.model.plans[plan.0].qualifiers;
        if let Some(place) = qualifiers.iter().position(|q| q.name == name) {
            let ty = match &qualifiers[place].ty {
                Type::Many(_) => Type::Number,
                other => other.clone(),
            };
            return part(base, Member::Qualifier(place), ty, span);
        }
        let procedure = env.procedure.or_else(|| procedure_of(&base, self));
        if let Some(procedure) = procedure {
            let locals = &self.model.procedures[procedure.0].locals;
            if let Some(place) = locals.iter().position(|s| s.item_of.is_some() && s.name == name) {
                let local = LocalId(place);
                let ty = self.local_type(procedure, local, span);
                return part(base, Member::Local(local), ty, span);
            }
        }
        let mut parts: Vec<String> = qualifiers.iter().map(|q| q.name.clone()).collect();
        if let Some(procedure) = procedure {
            let locals = &self.model.procedures[procedure.0].locals;
            parts.extend(locals.iter().filter(|s| s.item_of.is_some()).map(|s| s.name.clone()));
        }
        self.no_part(&base, member, &parts)
    }

    pub fn card_part(
        &mut self,
        env: &Env,
        base: Expr,
        deck: DeckId,
        member: (&Phrase, &[CallArgument]),
        span: Span,
    ) -> Expr {
        let name = member.0.text();
        let fields = &self.model.decks[deck.0].fields;
        let Some(place) = fields.iter().position(|f| f.name == name) else {
            let fields: Vec<String> = fields.iter().map(|f| f.name.clone()).collect();
            return self.no_part(&base, member.0, &fields);
        };
        let (params, ty) = (fields[place].params.clone(), fields[place].ty.clone());
        let arguments = self.arguments(env, &params, member.1, span, &name);
        part(base, Member::Card(place, arguments), ty, span)
    }
}

/// A part of a value.
pub fn part(base: Expr, member: Member, ty: Type, span: Span) -> Expr {
    Expr { span, ty, kind: ExprKind::Member(Box::new(base), member) }
}

fn is_blank(base: &Expr) -> bool {
    matches!(base.kind, ExprKind::Local(_) | ExprKind::Member(_, Member::Local(_)))
}

/// The invocation that an expression of the scene names.
fn written_invocation(base: &Expr) -> Option<InvocationId> {
    match &base.kind {
        ExprKind::Invocation(id) | ExprKind::Member(_, Member::Nested(id)) => Some(*id),
        ExprKind::Member(inner, Member::Nth(_)) => written_invocation(inner),
        _ => None,
    }
}

/// The procedure whose item an expression names.
fn procedure_of(base: &Expr, checker: &Checker<'_>) -> Option<ProcedureId> {
    match &base.kind {
        ExprKind::Invocation(id) => Some(checker.model.invocations[id.0].procedure),
        ExprKind::Member(inner, _) => match &inner.ty {
            Type::Run(id) => Some(*id),
            _ => procedure_of(inner, checker),
        },
        _ => None,
    }
}

/// Whether a local is a blank.
pub fn is_ask(kind: &LocalKind) -> bool {
    matches!(kind, LocalKind::Ask { .. })
}
