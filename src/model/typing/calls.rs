//! Everything that is called with arguments: rules, tables, dice, and questions about a roll.

use super::house_calls::Whose;
use super::members::part;
use super::{Definition, Env, Typer};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::scene_names::SceneName;
use crate::model::{Expr, ExprKind, Member, Named, ScaleId, TableId, Type, VarId};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, CallArgument, Phrase};

impl Typer<'_> {
    /// `callee(arguments)`
    pub fn call(&mut self, env: &Env, callee: &ast::Expr, arguments: &[CallArgument], span: Span) -> Expr {
        match &callee.kind {
            ast::ExprKind::Name(name) => self.call_name(env, name, arguments, span),
            ast::ExprKind::Member(base, name) => self.call_member(env, base, name, arguments, span),
            ast::ExprKind::Number { .. }
            | ast::ExprKind::Die(_)
            | ast::ExprKind::Decimal { .. }
            | ast::ExprKind::Dice { .. }
            | ast::ExprKind::Keep { .. }
            | ast::ExprKind::Text(_)
            | ast::ExprKind::Question
            | ast::ExprKind::Call(..)
            | ast::ExprKind::Unary(..)
            | ast::ExprKind::Binary(..)
            | ast::ExprKind::If(..) => {
                self.report(
                    Diagnostic::error(codes::ARGUMENTS, callee.span, "this cannot be called with arguments")
                        .help("rules, tables and dice can: `band(9, 10)`"),
                );
                Expr::unknown(span)
            }
        }
    }

    fn call_name(&mut self, env: &Env, name: &Phrase, arguments: &[CallArgument], span: Span) -> Expr {
        let text = name.text();
        if let Some(id) = self.system.names.rules.get(&text).copied() {
            self.used(Named::Rule(id), name.span());
            let params = self.system.rules[id].params.clone();
            let arguments = self.arguments(env, &params, arguments, span, &text);
            let known = self.is_known(Definition::Rule(id), name.span());
            let ty = if known { self.system.rules[id].body.ty.clone() } else { Type::Unknown };
            return Expr { span, ty, kind: ExprKind::Rule(id, arguments) };
        }
        if let Some(id) = self.system.names.tables.get(&text).copied() {
            self.used(Named::Table(id), name.span());
            if !self.is_known(Definition::Table(id), name.span()) {
                return Expr::unknown(span);
            }
            let params = self.system.tables[id].params.clone();
            let arguments = self.arguments(env, &params, arguments, span, &text);
            return self.table_row(id, arguments, span);
        }
        if let Some(id) = self.system.names.dice.get(&text).copied() {
            self.used(Named::Dice(id), name.span());
            let params = self.system.dice[id].params.clone();
            let arguments = self.arguments(env, &params, arguments, span, &text);
            self.is_known(Definition::Dice(id), name.span());
            return Expr { span, ty: Type::Dice, kind: ExprKind::DiceCall(id, arguments) };
        }
        if let Some(named) = self.scene_name(&text) {
            self.used(named.into(), name.span());
            return self.call_scene(named, arguments, span);
        }
        if let Some(indexed) = self.family(env, name, arguments, span) {
            return indexed;
        }
        self.builtin(env, name, arguments, span)
    }

    fn table_row(&mut self, id: TableId, arguments: Vec<Expr>, span: Span) -> Expr {
        let row = Expr { span, ty: Type::TableRow(id), kind: ExprKind::Table(id, arguments) };
        match self.system.tables[id].columns.as_slice() {
            [(_, ty)] => {
                let ty = ty.clone();
                part(row, Member::Column(0), ty, span)
            }
            _ => row,
        }
    }

    /// `question(3)`: the third run of an action in a repetition.
    fn call_scene(&mut self, name: SceneName, arguments: &[CallArgument], span: Span) -> Expr {
        if let (
            SceneName::Invocation(invocation),
            [CallArgument::Value(ast::Expr { kind: ast::ExprKind::Number { value, .. }, .. })],
        ) = (name, arguments)
            && *value >= 1
        {
            let ty = Type::Run(self.scene.invocations[invocation].procedure);
            let base = Expr { span, ty: ty.clone(), kind: ExprKind::Invocation(invocation) };
            self.notes.counted.insert((invocation, *value));
            return part(base, Member::Nth(*value), ty, span);
        }
        self.report(
            Diagnostic::error(codes::ARGUMENTS, span, "only runs can be numbered here")
                .help("write `NAME(2)` for the second run of NAME"),
        );
        Expr::unknown(span)
    }

    /// One value of a family: `pool(wind)` where `pool by track` is a blank or a computed value.
    fn family(&mut self, env: &Env, name: &Phrase, arguments: &[CallArgument], span: Span) -> Option<Expr> {
        let procedure = env.procedure?;
        let local = self.system.local_named(procedure, &name.text(), env.step)?;
        let by = self.system.procedures[procedure].locals[local].by?;
        self.local_read(procedure, &name.text(), (env.step, name.span()));
        let ty = self.local_type(procedure, local, span);
        let base = Expr { span: name.span(), ty, kind: ExprKind::Local(local) };
        Some(self.index(env, base, by, arguments, span))
    }

    fn index(&mut self, env: &Env, base: Expr, by: ScaleId, arguments: &[CallArgument], span: Span) -> Expr {
        let wanted = self.system.level_type(by);
        let [CallArgument::Value(argument)] = arguments else {
            let help = format!("name one level of `{}`", self.system.scales[by].name);
            self.wrong_arguments("it", (arguments.len(), 1), span, &help);
            return Expr::unknown(span);
        };
        let index = self.expr(env, argument, Some(&wanted));
        let index = self.fit(index, &wanted, env);
        Expr { span, ty: base.ty.clone(), kind: ExprKind::Index(Box::new(base), Box::new(index)) }
    }

    fn call_member(
        &mut self,
        env: &Env,
        base: &ast::Expr,
        name: &Phrase,
        arguments: &[CallArgument],
        span: Span,
    ) -> Expr {
        if let Some(scale) = self.ladder_named(base)
            && matches!(name.text().as_str(), "judged" | "rolled")
        {
            self.used(Named::Scale(scale), base.span);
            let params = [("total".into(), Type::Number, VarId(0))];
            let mut typed =
                self.arguments(&Env { rolls: env.rolls, ..env.clone() }, &params, arguments, span, &name.text());
            let key = Box::new(typed.pop().unwrap_or_else(|| Expr::unknown(span)));
            let ty = self.system.level_type(scale);
            return Expr { span, ty, kind: ExprKind::Band { scale, judged: name.text() == "judged", key } };
        }
        if let ast::ExprKind::Name(whose) = &base.kind
            && let Some(whose) = Whose::named(&whose.text())
            && self.scene_name(whose.word()).is_none()
        {
            return self.house_call(env, (whose, name), arguments, span);
        }
        let typed = self.expr(env, base, None);
        match typed.ty.clone() {
            Type::Card(deck) => self.card_part(env, typed, deck, (name, arguments), span),
            Type::Roll => self.roll_question(env, typed, name, arguments, span),
            Type::Dice if env.rolls => self.roll_question(env, typed, name, arguments, span),
            Type::Unknown => Expr::unknown(span),
            Type::Thing(kind) => {
                let field = self.system.kinds[kind].field(&name.text());
                let by = field.and_then(|field| self.system.kinds[kind].fields[field].by);
                let base = self.part(env, typed, name, span);
                self.one_of_family(env, (base, by), (name, arguments), span)
            }
            Type::Run(procedure) => {
                let local = self.system.local_named(procedure, &name.text(), None);
                let by = local.and_then(|local| self.system.procedures[procedure].locals[local].by);
                let base = self.part(env, typed, name, span);
                self.one_of_family(env, (base, by), (name, arguments), span)
            }
            Type::Number
            | Type::YesNo
            | Type::Level(_)
            | Type::Die
            | Type::Text
            | Type::TableRow(_)
            | Type::Dice
            | Type::Plan(_)
            | Type::Item(_)
            | Type::Many(_)
            | Type::NamedModifier => self.not_callable(name),
        }
    }

    /// One value of a family, if it is one.
    fn one_of_family(
        &mut self,
        env: &Env,
        (base, by): (Expr, Option<ScaleId>),
        (name, arguments): (&Phrase, &[CallArgument]),
        span: Span,
    ) -> Expr {
        match by {
            Some(by) => self.index(env, base, by, arguments, span),
            None => self.not_callable(name),
        }
    }

    fn not_callable(&mut self, name: &Phrase) -> Expr {
        let message = format!("`{}` takes no arguments", name.text());
        self.report(Diagnostic::error(codes::ARGUMENTS, name.span(), message).help("remove the brackets"));
        Expr::unknown(name.span())
    }

    fn ladder_named(&self, base: &ast::Expr) -> Option<ScaleId> {
        let ast::ExprKind::Name(name) = &base.kind else { return None };
        self.system.names.scales.get(&name.text()).copied()
    }

    /// Arguments, each fitted to its parameter.
    pub fn arguments(
        &mut self,
        env: &Env,
        params: &[(SharedText, Type, VarId)],
        arguments: &[CallArgument],
        span: Span,
        name: &str,
    ) -> Vec<Expr> {
        if arguments.len() != params.len() {
            let names: Vec<&str> = params.iter().map(|(name, ..)| name.as_str()).collect();
            let help = format!("write `{name}({})`", names.join(", "));
            self.wrong_arguments(name, (arguments.len(), params.len()), span, &help);
        }
        let mut typed = Vec::new();
        for (place, (_, wanted, _)) in params.iter().enumerate() {
            let value = arguments.get(place).and_then(|argument| self.single(argument));
            typed.push(match value {
                Some(value) => {
                    let value = self.expr(env, value, Some(wanted));
                    self.fit(value, wanted, env)
                }
                None => Expr::unknown(span),
            });
        }
        typed
    }
}
