//! The names a procedure declares. A local's type may depend on another procedure's locals, so it is found when first
//! needed.

use super::super::{Local, LocalId, LocalKind, Procedure, ProcedureId, Step, Type};
use super::{Checker, Env};
use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{self, Declaration, DeclarationKind, ExprKind, Phrase, Role, Statement, StatementKind, Word};

/// A procedure whose locals are named but perhaps not typed.
pub struct Draft<'a> {
    /// For each local how its type is found.
    pub sources: Vec<Source<'a>>,
    /// Slots whose type is being found.
    pub busy: Vec<LocalId>,
}

/// How a local's type is found.
#[derive(Clone)]
pub enum Source<'a> {
    /// It is known.
    Known,
    /// It is that of an expression, inside these loops.
    Of(&'a ast::Expr, Vec<(&'a Word, &'a ast::Expr)>),
}

/// Where the walk through a procedure's statements is.
#[derive(Clone, Default)]
struct Walk<'a> {
    step: Option<usize>,
    loops: Vec<(&'a Word, &'a ast::Expr)>,
}

impl<'a> Checker<'a> {
    /// The locals of every procedure and period.
    pub fn collect_locals(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            if let DeclarationKind::Procedure { by, versus, body } = &declaration.kind {
                let id = self.new_procedure(&declaration.name);
                let by = by.as_ref().map(|role| self.role(id, role));
                let versus = versus.as_ref().map(|role| self.role(id, role));
                self.model.procedures[id.0].by = by;
                self.model.procedures[id.0].versus = versus;
                self.walk(id, body, &Walk::default());
            }
        }
        for declaration in declarations {
            if let DeclarationKind::Period { before, after } = &declaration.kind {
                let id = self.new_procedure(&declaration.name);
                self.walk(id, before, &Walk::default());
                self.walk(id, after, &Walk::default());
                let (name, span) = (declaration.name.text(), declaration.name.span());
                self.model.periods.push(super::super::Period { name, span, procedure: id, before: before.len() });
            }
        }
    }

    fn new_procedure(&mut self, name: &Phrase) -> ProcedureId {
        let id = ProcedureId(self.model.procedures.len());
        self.model.procedures.push(Procedure {
            name: name.text(),
            span: name.span(),
            by: None,
            versus: None,
            locals: Vec::new(),
            steps: Vec::new(),
            body: Vec::new(),
        });
        self.drafts.push(Draft { sources: Vec::new(), busy: Vec::new() });
        id
    }

    fn role(&mut self, id: ProcedureId, role: &'a Role) -> LocalId {
        let kind_name = role.kind.as_ref().unwrap_or(&role.name);
        let ty = if let Some(kind) = self.names.kinds.get(&kind_name.text()) {
            Type::Thing(*kind)
        } else {
            let known: Vec<String> = self.names.kinds.keys().cloned().collect();
            let help = super::names::listed("the system", "kind", known.iter().map(String::as_str));
            let message = format!("there is no kind `{}`", kind_name.text());
            self.report(Diagnostic::error(codes::UNKNOWN_NAME, kind_name.span(), message).help(help));
            Type::Unknown
        };
        self.new_local(id, &role.name, ty, LocalKind::Role, Source::Known, &Walk::default())
    }

    fn new_local(
        &mut self,
        id: ProcedureId,
        name: &Phrase,
        ty: Type,
        kind: LocalKind,
        source: Source<'a>,
        walk: &Walk<'a>,
    ) -> LocalId {
        let locals = &self.model.procedures[id.0].locals;
        let text = name.text();
        let same = |local: &&Local| local.name == text && local.item_of.is_none();
        if let Some(place) = locals.iter().position(|local| same(&local)) {
            let again = locals[place].kind == kind && matches!(kind, LocalKind::Computed);
            let asked_elsewhere = locals[place].step != walk.step && matches!(kind, LocalKind::Ask { .. });
            if again {
                return LocalId(place);
            }
            if !asked_elsewhere {
                let first = locals[place].span;
                self.report(
                    Diagnostic::error(codes::DUPLICATE_NAME, name.span(), format!("`{text}` is declared twice here"))
                        .also(first, "declared here first")
                        .help("every name of a procedure must be its own"),
                );
            }
        }
        self.push_local(id, text, name.span(), ty, kind, source, walk)
    }

    #[expect(clippy::too_many_arguments, reason = "a slot is what it is made of")]
    fn push_local(
        &mut self,
        id: ProcedureId,
        name: String,
        span: Span,
        ty: Type,
        kind: LocalKind,
        source: Source<'a>,
        walk: &Walk<'a>,
    ) -> LocalId {
        let step = walk.step;
        let local = Local { name, span, ty, kind, step, item_of: None, by: None, text: None, secret: false };
        let locals = &mut self.model.procedures[id.0].locals;
        locals.push(local);
        let place = LocalId(locals.len() - 1);
        self.drafts[id.0].sources.push(source);
        place
    }

    /// Names every local that these statements declare.
    fn walk(&mut self, id: ProcedureId, body: &'a [Statement], walk: &Walk<'a>) {
        for statement in body {
            match &statement.kind {
                StatementKind::Ask { secret, field } => self.walk_ask(id, *secret, field, walk),
                StatementKind::Let { target, by, ty, value } => {
                    let known = ty.as_ref().map(|ty| self.written(ty).ty);
                    let local = self.target(id, target, known, value, LocalKind::Computed, walk);
                    let by = by.as_ref().and_then(|by| self.scale_named(by));
                    if let Some(local) = local {
                        self.model.procedures[id.0].locals[local.0].by = by;
                    }
                }
                StatementKind::Sum { target, .. } => {
                    self.target(id, target, Some(Type::Number), target, LocalKind::Sum, walk);
                }
                StatementKind::Decide { target, ty, rows } => {
                    let known = match ty {
                        Some(ty) => Some(self.written(ty).ty),
                        None => self.names.scales.get(&last_name(target)).copied().map(|id| self.level_type(id)),
                    };
                    let value = rows.first().map_or(target, |row| &row.value);
                    self.target(id, target, known, value, LocalKind::Computed, walk);
                }
                StatementKind::Roll { target, .. } => {
                    self.target(id, target, Some(Type::Roll), target, LocalKind::Roll, walk);
                }
                StatementKind::Draw { target, deck } => {
                    let ty = self.names.decks.get(&deck.text()).map_or(Type::Unknown, |deck| Type::Card(*deck));
                    self.target(id, target, Some(ty), target, LocalKind::Draw, walk);
                }
                StatementKind::Resolve { target, ladder, .. } => self.walk_resolve(id, target, ladder.as_ref(), walk),
                StatementKind::Choose { target, ty, .. } => {
                    let ty = match &ty.kind {
                        ast::TypeKind::Limits(..) => Type::Number,
                        _ => self.written(ty).ty,
                    };
                    self.target(id, target, Some(ty), target, LocalKind::Choose, walk);
                }
                StatementKind::ForEach { variable, list, body } => {
                    let mut inner = walk.clone();
                    inner.loops.push((variable, list));
                    self.walk(id, body, &inner);
                }
                StatementKind::If { branches, otherwise } => {
                    for body in branches.iter().map(|(_, body)| body).chain(otherwise) {
                        self.walk(id, body, walk);
                    }
                }
                StatementKind::Step { name, title, body } => {
                    let step =
                        Step { name: name.text(), title: title.as_ref().map(|t| t.text.clone()), span: name.span() };
                    self.model.procedures[id.0].steps.push(step);
                    let inner = Walk { step: Some(self.model.procedures[id.0].steps.len() - 1), ..walk.clone() };
                    self.walk(id, body, &inner);
                }
                StatementKind::Kept { line, .. } => self.walk(id, std::slice::from_ref(&**line), walk),
                _ => {}
            }
        }
    }

    fn walk_ask(&mut self, id: ProcedureId, secret: bool, field: &'a ast::Field, walk: &Walk<'a>) {
        let written = self.written(&field.ty);
        let default = field.default.as_ref().map(|default| {
            let typed = self.expr(&Env::default(), default, Some(&written.ty));
            self.fit(typed, &written.ty, &Env::default())
        });
        let by = field.by.as_ref().and_then(|by| self.scale_named(by));
        self.check_default(&field.names, default.as_ref(), written.limits);
        if secret {
            self.can_be_kept(&field.names, &written.ty);
        }
        for name in &field.names {
            self.check_head(name);
            let kind = LocalKind::Ask { default: default.clone(), optional: written.optional, limits: written.limits };
            let local = self.new_local(id, name, written.ty.clone(), kind, Source::Known, walk);
            if let Some(role) = &field.role {
                self.blank_role(id, local, role);
            }
            let local = &mut self.model.procedures[id.0].locals[local.0];
            local.by = by;
            local.text = field.text.as_ref().map(|t| t.text.clone());
            local.secret = secret;
        }
    }

    /// `ask reply : test by defender`: who acts in it unless the scene says otherwise.
    fn blank_role(&mut self, id: ProcedureId, local: LocalId, role: &Phrase) {
        let found = self.local_named(id, &role.text(), None);
        let is_role = |found: &LocalId| self.model.procedures[id.0].locals[found.0].kind == LocalKind::Role;
        if let Some(found) = found.filter(is_role) {
            self.blank_roles.insert((id, local), found);
            return;
        }
        let message = format!("`{}` is no role of this procedure", role.text());
        let help = "name the role after `by` or `versus` in the procedure's first line";
        self.report(Diagnostic::error(codes::ROLE, role.span(), message).help(help));
    }

    fn walk_resolve(&mut self, id: ProcedureId, target: &'a ast::Expr, ladder: Option<&Phrase>, walk: &Walk<'a>) {
        let name = ladder.map_or_else(|| last_name(target), Phrase::text);
        let Some(scale) = self.names.scales.get(&name).copied() else {
            let span = ladder.map_or(target.span, Phrase::span);
            let help = nearest(&name, self.names.scales.keys().map(String::as_str))
                .map_or("name the ladder: `resolve result : ladder with total`".into(), |c| {
                    format!("did you mean `{c}`?")
                });
            self.report(
                Diagnostic::error(codes::UNKNOWN_NAME, span, format!("there is no ladder `{name}`")).help(help),
            );
            return;
        };
        let ty = self.level_type(scale);
        self.target(id, target, Some(ty), target, LocalKind::Resolve(scale), walk);
    }

    /// The local that a statement's target declares: `name`, or `item.name` inside a loop over a plan's items.
    fn target(
        &mut self,
        id: ProcedureId,
        target: &'a ast::Expr,
        known: Option<Type>,
        value: &'a ast::Expr,
        kind: LocalKind,
        walk: &Walk<'a>,
    ) -> Option<LocalId> {
        let source = if known.is_some() { Source::Known } else { Source::Of(value, walk.loops.clone()) };
        let ty = known.unwrap_or(Type::Unknown);
        match &target.kind {
            ExprKind::Name(name) => {
                self.check_head(name);
                Some(self.new_local(id, name, ty, kind, source, walk))
            }
            ExprKind::Member(base, name) => {
                let plan = self.model.procedures[id.0].locals.iter().position(|s| matches!(s.ty, Type::Plan(_)));
                let is_loop =
                    matches!(&base.kind, ExprKind::Name(n) if walk.loops.iter().any(|(w, _)| w.text == n.text()));
                let Some(plan) = plan.filter(|_| is_loop) else {
                    self.misplaced(
                        target.span,
                        "only an item of a plan can be given values of its own here",
                        "name a plain target",
                    );
                    return None;
                };
                let local = self.push_local(id, name.text(), name.span(), ty, kind, source, walk);
                self.model.procedures[id.0].locals[local.0].item_of = Some(LocalId(plan));
                Some(local)
            }
            _ => {
                self.misplaced(target.span, "a name is wanted here", "write the name the result shall have");
                None
            }
        }
    }

    /// A local's type, found when first needed.
    pub fn local_type(&mut self, id: ProcedureId, local: LocalId, caller: Span) -> Type {
        let source = self.drafts[id.0].sources[local.0].clone();
        let Source::Of(value, loops) = source else {
            return self.model.procedures[id.0].locals[local.0].ty.clone();
        };
        if self.drafts[id.0].busy.contains(&local) {
            let name = self.model.procedures[id.0].locals[local.0].name.clone();
            self.report(
                Diagnostic::error(codes::RECURSION, caller, format!("`{name}` needs itself"))
                    .help("compute one of the two from something else"),
            );
            return Type::Unknown;
        }
        self.drafts[id.0].busy.push(local);
        let mut env = Env { procedure: Some(id), ..Env::default() };
        for (word, list) in loops {
            let list = self.expr(&env, list, None);
            let element = self.element(&list);
            let variable = self.variable(word.span, element);
            env.variables.push((word.text.clone(), variable));
        }
        if let Some(by) = self.model.procedures[id.0].locals[local.0].by {
            let level = self.level_type(by);
            let variable = self.variable(caller, level);
            env.variables.push((self.model.scales[by.0].name.clone(), variable));
        }
        let name = self.model.procedures[id.0].locals[local.0].name.clone();
        let hint = self.names.scales.get(&name).copied().map(|scale| self.level_type(scale));
        let ty = self.expr(&env, value, hint.as_ref()).ty;
        let ty = if matches!(ty, Type::Roll | Type::NamedModifier) { Type::Number } else { ty };
        self.drafts[id.0].busy.pop();
        self.drafts[id.0].sources[local.0] = Source::Known;
        self.model.procedures[id.0].locals[local.0].ty = ty.clone();
        ty
    }

    /// A local of a procedure by its name; those of the step in hand come first.
    pub fn local_named(&self, id: ProcedureId, name: &str, step: Option<usize>) -> Option<LocalId> {
        let locals = &self.model.procedures[id.0].locals;
        let named = |local: &Local| local.name == name && local.item_of.is_none();
        let in_step = locals.iter().position(|local| named(local) && step.is_some() && local.step == step);
        in_step.or_else(|| locals.iter().position(named)).map(LocalId)
    }
}

/// The last name of a target: `total` of `task.total`.
pub fn last_name(target: &ast::Expr) -> String {
    match &target.kind {
        ExprKind::Name(name) | ExprKind::Member(_, name) => name.text(),
        _ => String::new(),
    }
}
