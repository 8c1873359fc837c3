//! The names a procedure declares. A local's type may depend on another procedure's locals, so it is [inferred](super::inference)
//! when it is first needed.

use super::checker::SystemChecker;
use super::overlay_line_names::{bodies, given_by};
use super::sources::{Branches, Computed};
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::listed;
use crate::model::typing::{Definition, Env};
use crate::model::{Local, LocalId, LocalKind, Named, ProcedureId, Step, Type};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{
    self, Declaration, DeclarationKind, ExprKind, Made, Phrase, Role, Statement, StatementKind, Word,
};

/// Where the walk through a procedure's statements is.
#[derive(Clone, Default)]
struct Walk<'a> {
    step: Option<usize>,
    loops: Vec<(&'a Word, &'a ast::Expr)>,
    branches: Branches,
}

/// Where the type of a local is found.
enum Found<'a> {
    /// It is written, or follows from what the line is.
    Known(Type),
    /// It is that of an expression.
    In(&'a ast::Expr),
}

impl<'a> SystemChecker<'a> {
    /// The locals of every procedure and period.
    pub fn collect_locals(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            let name = declaration.name.text();
            if let DeclarationKind::Procedure { by, versus, .. } = &declaration.kind {
                let Some(id) = self.system.names.procedures.get(&name).copied() else { continue };
                let by = by.as_ref().map(|role| self.role(id, role));
                let versus = versus.as_ref().map(|role| self.role(id, role));
                self.system.procedures[id].by = by;
                self.system.procedures[id].versus = versus;
            }
        }
        // A line may make a run of any of them, and has to know who takes part.
        for declaration in declarations {
            if let DeclarationKind::Procedure { body, .. } = &declaration.kind
                && let Some(id) = self.system.names.procedures.get(&declaration.name.text()).copied()
            {
                self.walk(id, body, &Walk::default());
            }
        }
        self.results(declarations);
        for declaration in declarations {
            if let DeclarationKind::Period { before, after } = &declaration.kind {
                let Some(id) = self.system.names.periods.get(&declaration.name.text()).copied() else { continue };
                let procedure = self.system.periods[id].procedure;
                self.walk(procedure, before, &Walk::default());
                self.walk(procedure, after, &Walk::default());
            }
        }
    }

    /// What the system itself resolves or decides; a house rule may work it out in another way and keep its name. So is what a house
    /// rule resolves or decides where the system only takes it over from elsewhere.
    fn results(&mut self, declarations: &[Declaration]) {
        for (id, body) in self.procedures_of_system() {
            let name = &self.system.procedures[id].name;
            let merged = declarations.iter().filter(|declared| declared.name.text() == *name).flat_map(bodies);
            let now: Vec<(SharedText, bool)> = merged.flat_map(|body| given_by(&["resolve", "decide"], body)).collect();
            let taken_over = given_by(&["let"], body).into_iter().filter(|given| now.contains(given));
            let results: Vec<(SharedText, bool)> =
                given_by(&["resolve", "decide"], body).into_iter().chain(taken_over).collect();
            let locals = &mut self.system.procedures[id].locals;
            for place in 0..locals.len() {
                let local = &mut locals[LocalId(place)];
                let may_be = matches!(local.kind, LocalKind::Resolve(_) | LocalKind::Computed);
                local.is_result = may_be && results.contains(&(local.name.clone(), local.item_of.is_some()));
            }
        }
    }

    fn role(&mut self, id: ProcedureId, role: &'a Role) -> LocalId {
        let kind_name = role.kind.as_ref().unwrap_or(&role.name);
        let ty = if let Some(kind) = self.system.names.kinds.get(&kind_name.text()).copied() {
            self.used(Named::Kind(kind), kind_name.span());
            Type::Thing(kind)
        } else {
            let known: Vec<SharedText> = self.system.names.kinds.keys().cloned().collect();
            let help = listed("the system", "kind", known.iter().map(SharedText::as_str));
            let message = format!("there is no kind `{}`", kind_name.text());
            self.report(Diagnostic::error(codes::UNKNOWN_NAME, kind_name.span(), message).help(help));
            Type::Unknown
        };
        self.new_local(id, &role.name, Found::Known(ty), LocalKind::Role, &Walk::default())
    }

    fn new_local(
        &mut self,
        id: ProcedureId,
        name: &Phrase,
        ty: Found<'a>,
        kind: LocalKind,
        walk: &Walk<'a>,
    ) -> LocalId {
        let text = name.text();
        let first = self.system.procedures[id].first_called(&text);
        self.defined_here((id, first), (name, ty), kind, walk)
    }

    /// A new local, or the one that a branch beside this one has defined.
    fn defined_here(
        &mut self,
        (id, first): (ProcedureId, Option<LocalId>),
        (name, ty): (&Phrase, Found<'a>),
        kind: LocalKind,
        walk: &Walk<'a>,
    ) -> LocalId {
        let local = match first {
            Some(first) if self.is_in_another_branch((id, first), &kind, walk) => first,
            first => {
                let excluded = first.is_some_and(|first| self.excludes((id, first), walk));
                let first = first.map(|first| self.system.procedures[id].locals[first].clone());
                if let Some(first) = first.filter(|first| !is_asked_apart(first, &kind, (name.span(), walk.step))) {
                    self.defined_before((id, excluded), &first, name.span());
                }
                self.push_local(id, (name.text(), name.span()), (ty, kind), walk)
            }
        };
        self.sources.branches.entry((id, local)).or_default().push(walk.branches.clone());
        local
    }

    /// Whether a value may have one more line, which computes it: a run comes through one of them at most. The first may resolve it.
    fn is_in_another_branch(&self, (id, first): (ProcedureId, LocalId), kind: &LocalKind, walk: &Walk<'a>) -> bool {
        let there = &self.system.procedures[id].locals[first].kind;
        let fits = *kind == LocalKind::Computed && matches!(there, LocalKind::Computed | LocalKind::Resolve(_));
        fits && self.excludes((id, first), walk)
    }

    /// Whether a run comes either to the line in hand or to those that have defined this name, but not to both.
    fn excludes(&self, named: (ProcedureId, LocalId), walk: &Walk<'a>) -> bool {
        let others = self.sources.branches.get(&named);
        others.into_iter().flatten().all(|other| exclude_each_other(other, &walk.branches))
    }

    /// Refuses a second definition of one name.
    fn defined_before(&mut self, (id, excluded): (ProcedureId, bool), first: &Local, again: Span) {
        let help = if excluded && first.kind == LocalKind::Roll {
            let name = &first.name;
            format!(
                "only `let` and `decide` may be repeated in several branches; roll once: `roll {name} : if CONDITION then DICE else DICE`"
            )
        } else if excluded && first.kind != LocalKind::Computed {
            "only `let` and `decide` may be repeated in several branches; write this line once, after them".into()
        } else if self.system.is_overlaid(again) {
            let (procedure, name) = (&self.system.procedures[id].name, &first.name);
            format!(
                "give this line a name of its own, or replace the first line: `replace WORD {procedure}.{name} {{ … }}`, where WORD is the first word of that line"
            )
        } else if first.kind == LocalKind::Computed {
            "give one of them another name; only branches of one `if` may each define the same name".into()
        } else {
            "names in a procedure must differ; only the blanks of two steps may share a name".into()
        };
        let message = format!("`{}` is declared twice here", first.name);
        let complaint = Diagnostic::error(codes::DUPLICATE_NAME, again, message);
        self.report(complaint.also(first.span, "declared here first").help(help));
    }

    fn push_local(
        &mut self,
        id: ProcedureId,
        (name, span): (SharedText, Span),
        (ty, kind): (Found<'a>, LocalKind),
        walk: &Walk<'a>,
    ) -> LocalId {
        let step = walk.step;
        let (ty, value) = match ty {
            Found::Known(ty) => (ty, None),
            Found::In(value) => (Type::Unknown, Some(value)),
        };
        let local =
            Local { name, span, ty, kind, step, item_of: None, by: None, text: None, secret: false, is_result: false };
        let local = self.system.procedures[id].add_local(local);
        self.notes.locals.entry((id, span)).or_insert(local);
        if let Some(value) = value {
            self.sources.locals.insert((id, local), Computed { value, loops: walk.loops.clone() });
            self.notes.open.insert(Definition::Local(id, local));
        }
        local
    }

    /// Names every local that these statements declare.
    fn walk(&mut self, id: ProcedureId, body: &'a [Statement], walk: &Walk<'a>) {
        for statement in body {
            self.walk_one(id, statement, walk);
        }
    }

    fn walk_one(&mut self, id: ProcedureId, statement: &'a Statement, walk: &Walk<'a>) {
        match &statement.kind {
            StatementKind::Ask { secret, field } => self.walk_ask(id, *secret, field, walk),
            StatementKind::Let { target, by, ty, value } => {
                let known = ty.as_ref().map(|ty| self.typer().written(ty).ty);
                let found = known.map_or(Found::In(value), Found::Known);
                let local = self.target(id, target, found, LocalKind::Computed, walk);
                let by = by.as_ref().and_then(|by| self.typer().scale_named(by));
                if let Some(local) = local {
                    self.system.procedures[id].locals[local].by = by;
                }
            }
            StatementKind::Sum { target, .. } => {
                self.target(id, target, Found::Known(Type::Number), LocalKind::Sum, walk);
            }
            StatementKind::Decide { target, ty, rows } => {
                let found = self.decided_type(target, ty.as_ref(), rows);
                self.target(id, target, found, LocalKind::Computed, walk);
            }
            StatementKind::Roll { target, .. } => {
                self.target(id, target, Found::Known(Type::Roll), LocalKind::Roll, walk);
            }
            StatementKind::Draw { target, deck } => {
                let ty = self.system.names.decks.get(&deck.text()).map_or(Type::Unknown, |deck| Type::Card(*deck));
                self.target(id, target, Found::Known(ty), LocalKind::Draw, walk);
            }
            StatementKind::Resolve { target, ladder, .. } => self.walk_resolve(id, target, ladder.as_ref(), walk),
            StatementKind::Choose { target, ty, .. } => {
                if matches!(target.kind, ExprKind::Member(..)) {
                    return self.no_choice_of_items(target.span);
                }
                let ty = self.chosen_type(ty);
                self.target(id, target, Found::Known(ty), LocalKind::Choose, walk);
            }
            StatementKind::ForEach { variable, list, body } => {
                let mut inner = walk.clone();
                inner.loops.push((variable, list));
                self.walk(id, body, &inner);
            }
            StatementKind::If { branches, otherwise } => {
                for (branch, body) in branches.iter().map(|(_, body)| body).chain(otherwise).enumerate() {
                    let mut inner = walk.clone();
                    inner.branches.push((statement.span, branch));
                    self.walk(id, body, &inner);
                }
            }
            StatementKind::Step { name, title, body } => {
                let step = Step { name: name.text(), title: title.as_ref().map(|t| t.text.clone()), span: name.span() };
                self.system.procedures[id].steps.push(step);
                let inner = Walk { step: Some(self.system.procedures[id].steps.len() - 1), ..walk.clone() };
                self.walk(id, body, &inner);
            }
            StatementKind::Concealed { line, .. } => self.walk(id, std::slice::from_ref(&**line), walk),
            StatementKind::Run { target, made, .. } => self.walk_run(id, target, made, walk),
            StatementKind::Shuffle(_)
            | StatementKind::Cut { .. }
            | StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Pay { .. }
            | StatementKind::Stop { .. }
            | StatementKind::Needs(_)
            | StatementKind::Note { .. }
            | StatementKind::Reveal { .. }
            | StatementKind::Signal { .. }
            | StatementKind::Repeat { .. }
            | StatementKind::Turns(_)
            | StatementKind::ChooseOption { .. }
            | StatementKind::Mode(_)
            | StatementKind::Modifier { .. }
            | StatementKind::Cast { .. }
            | StatementKind::Tally { .. }
            | StatementKind::Chance { .. }
            | StatementKind::Line(_) => {}
        }
    }

    fn walk_run(&mut self, id: ProcedureId, target: &'a ast::Expr, made: &Made, walk: &Walk<'a>) {
        self.no_run_of_items(target, made);
        let Some((name, written, of, own)) = self.made_by(id, target, made) else { return };
        let first = self.system.procedures[id].first_called(&written);
        if let Some(first) = first {
            let first = self.system.procedures[id].locals[first].clone();
            self.defined_before((id, false), &first, name.span());
        }
        if own.named {
            self.check_head(&name);
        }
        self.push_local(id, (written, name.span()), (Found::Known(Type::Run(of)), LocalKind::Run(own)), walk);
    }

    /// The limits of a choice may be computed; then there is nothing to look up.
    fn chosen_type(&mut self, ty: &ast::TypeRef) -> Type {
        match &ty.kind {
            ast::TypeKind::Limits(..) => Type::Number,
            ast::TypeKind::YesNo | ast::TypeKind::Name(_) => self.typer().written(ty).ty,
        }
    }

    /// A decided value is a level of the scale of its name, unless the line says something else.
    fn decided_type(
        &mut self,
        target: &'a ast::Expr,
        ty: Option<&ast::TypeRef>,
        rows: &'a [ast::DecideRow],
    ) -> Found<'a> {
        let scale = self.system.names.scales.get(&last_name(target)).copied();
        match (ty, scale) {
            (Some(ty), _) => Found::Known(self.typer().written(ty).ty),
            (None, Some(scale)) => Found::Known(self.system.level_type(scale)),
            (None, None) => Found::In(rows.first().map_or(target, |row| &row.value)),
        }
    }

    fn walk_ask(&mut self, id: ProcedureId, secret: bool, field: &'a ast::Field, walk: &Walk<'a>) {
        let written = self.typer().written(&field.ty);
        let default = field.default.as_ref().map(|default| self.wanted(&Env::default(), default, &written.ty));
        let by = field.by.as_ref().and_then(|by| self.typer().scale_named(by));
        self.check_default(&field.names, default.as_ref(), written.limits);
        if secret {
            self.can_be_concealed(&field.names, &written.ty);
        }
        for name in &field.names {
            self.check_head(name);
            let kind = LocalKind::Ask { default: default.clone(), optional: written.optional, limits: written.limits };
            let local = self.new_local(id, name, Found::Known(written.ty.clone()), kind, walk);
            if let Some(role) = &field.role {
                self.blank_role(id, local, role);
            }
            let local = &mut self.system.procedures[id].locals[local];
            local.by = by;
            local.text = field.text.as_ref().map(|t| t.text.clone());
            local.secret = secret;
        }
    }

    /// Refuses `ask secret` of what shows in everything that comes of it.
    pub fn can_be_concealed(&mut self, names: &[Phrase], ty: &Type) {
        let help = match ty {
            Type::Plan(_) => "the actions reveal the plan; a scene can hide the whole run with `secret`",
            ty if ty.is_of_things() => "the result shows who takes part; a scene can hide the whole run with `secret`",
            // What is put into these can stay unsaid.
            Type::Number
            | Type::YesNo
            | Type::Level(_)
            | Type::Die
            | Type::Text
            | Type::Thing(_)
            | Type::Run(_)
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Dice
            | Type::Item(_)
            | Type::Many(_)
            | Type::NamedModifier
            | Type::Unknown => return,
        };
        for name in names {
            self.misplaced(name.span(), "a blank of this type cannot be hidden from the players", help);
        }
    }

    /// `ask reply : test by defender`: who acts in it unless the scene says otherwise.
    fn blank_role(&mut self, id: ProcedureId, local: LocalId, role: &Phrase) {
        let found = self.system.local_named(id, &role.text(), None);
        let is_role = |found: &LocalId| self.system.procedures[id].locals[*found].kind == LocalKind::Role;
        if let Some(found) = found.filter(is_role) {
            self.system.blank_roles.insert((id, local), found);
            self.used(Named::Local(id, found), role.span());
            return;
        }
        let message = format!("`{}` is not a role of this procedure", role.text());
        let help = "name the role after `by` or `versus` in the procedure's first line";
        self.report(Diagnostic::error(codes::ROLE, role.span(), message).help(help));
    }

    fn walk_resolve(&mut self, id: ProcedureId, target: &'a ast::Expr, ladder: Option<&Phrase>, walk: &Walk<'a>) {
        let name = ladder.map_or_else(|| last_name(target), Phrase::text);
        let Some(scale) = self.system.names.scales.get(&name).copied() else {
            let span = ladder.map_or(target.span, Phrase::span);
            let near = guess(&name, self.system.names.scales.keys().map(SharedText::as_str));
            let complaint = Diagnostic::error(codes::UNKNOWN_NAME, span, format!("there is no ladder `{name}`"));
            let named = "name the ladder: `resolve NAME : LADDER with TOTAL`";
            self.report(match ladder {
                Some(_) => complaint.did_you_mean(near, || named.into()),
                // Without a ladder the name is that of the result, by which other lines know it.
                None => complaint.help(near.map_or(named.into(), |near| near.question())),
            });
            return;
        };
        if let Some(ladder) = ladder {
            self.used(Named::Scale(scale), ladder.span());
        }
        let ty = self.system.level_type(scale);
        self.target(id, target, Found::Known(ty), LocalKind::Resolve(scale), walk);
    }

    /// The local that a statement's target declares: `name`, or `item.name` inside a loop over a plan's items.
    fn target(
        &mut self,
        id: ProcedureId,
        target: &'a ast::Expr,
        ty: Found<'a>,
        kind: LocalKind,
        walk: &Walk<'a>,
    ) -> Option<LocalId> {
        match &target.kind {
            ExprKind::Name(name) => {
                self.check_head(name);
                Some(self.new_local(id, name, ty, kind, walk))
            }
            ExprKind::Member(base, name) => {
                let plan = self.plan_gone_through(id, (target.span, base), (&walk.loops, walk.step))?;
                let text = name.text();
                let first = self.system.procedures[id].first_of_items(&text);
                let local = self.defined_here((id, first), (name, ty), kind, walk);
                self.system.procedures[id].locals[local].item_of = Some(plan);
                Some(local)
            }
            ExprKind::Number { .. }
            | ExprKind::Die(_)
            | ExprKind::Decimal { .. }
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Text(_)
            | ExprKind::Question
            | ExprKind::Call(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::If(..) => {
                self.misplaced(target.span, "a name is needed here", "write a name for the result");
                None
            }
        }
    }
}

/// Whether two steps ask for blanks of one name: lines of each mean their own. An overlay must not do so, since lines of scenes
/// that were clear would mean two blanks.
fn is_asked_apart(first: &Local, kind: &LocalKind, (again, step): (Span, Option<usize>)) -> bool {
    let both_asked = first.is_blank() && matches!(kind, LocalKind::Ask { .. });
    both_asked && first.step != step && first.span.source == again.source
}

/// Whether two lines stand in different branches of one `if`.
fn exclude_each_other(one: &Branches, other: &Branches) -> bool {
    let apart = |(statement, branch): &(Span, usize)| other.iter().any(|(s, b)| s == statement && b != branch);
    one.iter().any(apart)
}

/// The last name of a target: `total` of `task.total`.
pub fn last_name(target: &ast::Expr) -> SharedText {
    match &target.kind {
        ExprKind::Name(name) | ExprKind::Member(_, name) => name.text(),
        ExprKind::Number { .. }
        | ExprKind::Die(_)
        | ExprKind::Decimal { .. }
        | ExprKind::Dice { .. }
        | ExprKind::Keep { .. }
        | ExprKind::Text(_)
        | ExprKind::Question
        | ExprKind::Call(..)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::If(..) => SharedText::default(),
    }
}
