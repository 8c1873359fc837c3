//! The statements of procedures. All names that they can use are known when they are read.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::listed;
use crate::model::typing::{Env, Typer, constant_of, default_outside};
use crate::model::{
    Choice, DeckId, Expr, ExprKind, LocalId, LocalKind, Named, Priced, ProcedureId, Statement, StatementKind as Kind,
    SumRow, Type, Wording,
};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, Concealment, Made, Phrase, StatementKind};

impl Typer<'_> {
    /// The statements of a block of a procedure.
    pub fn statements(&mut self, env: &mut Env, body: &[ast::Statement]) -> Vec<Statement> {
        let mut typed = Vec::new();
        for statement in body {
            self.statement(env, statement, &mut typed);
        }
        typed
    }

    pub fn statement(&mut self, env: &mut Env, statement: &ast::Statement, into: &mut Vec<Statement>) {
        let Some(kind) = self.statement_kind(env, statement, into) else { return };
        let hooks = self.hooks(env, &kind, statement.span);
        into.push(Statement { span: statement.span, kind, hooks });
    }

    /// `ask`: a line for each of its blanks.
    fn ask_statement(&mut self, env: &Env, names: &[Phrase], into: &mut Vec<Statement>) {
        for name in names {
            if let Some(local) = self.local_at(env, name) {
                let kind = Kind::Ask(local);
                let hooks = self.hooks(env, &kind, name.span());
                into.push(Statement { span: name.span(), kind, hooks });
            }
        }
    }

    /// What a line does; the lines of `ask` are added to the others.
    fn statement_kind(&mut self, env: &mut Env, statement: &ast::Statement, into: &mut Vec<Statement>) -> Option<Kind> {
        match &statement.kind {
            StatementKind::Ask { field, .. } => {
                self.ask_statement(env, &field.names, into);
                None
            }
            StatementKind::Let { target, by, value, .. } => self.let_statement(env, target, by.as_ref(), value),
            StatementKind::Sum { target, rows } => self.sum_statement(env, target, rows),
            StatementKind::Decide { target, rows, .. } => self.decide_statement(env, target, rows, statement.span),
            StatementKind::Roll { target, dice } => {
                let (local, item) = self.written_local(env, target)?;
                Some(Kind::Roll { local, item, dice: self.dice(env, dice) })
            }
            StatementKind::Draw { target, deck } => {
                let deck = self.deck_named(deck)?;
                let (local, item) = self.written_local(env, target)?;
                Some(Kind::Draw { local, item, deck })
            }
            StatementKind::Shuffle(deck) => self.deck_named(deck).map(Kind::Shuffle),
            StatementKind::Resolve { target, total, .. } => self.resolve_statement(env, target, total),
            StatementKind::Choose { target, ty, by, default, text, condition } => {
                let asked = (default.as_ref(), text.as_ref(), condition.as_ref());
                self.choose_statement(env, target, (ty, by.as_ref()), asked)
            }
            StatementKind::Run { target, made, through, with } => {
                let target = self.run_target(env, target, made)?;
                self.run_statement(env, target, through.as_ref(), with)
            }
            StatementKind::Cut { target, to } => self.cut_statement(env, target, to),
            StatementKind::Stop { why, condition } => {
                let condition = condition.as_ref().map(|c| self.condition(env, c));
                Some(Kind::Stop { why: self.wording(env, why), condition })
            }
            StatementKind::Needs(needs) => {
                let condition = self.condition(env, &needs.condition);
                Some(Kind::Needs { condition, why: self.wording(env, &needs.why) })
            }
            StatementKind::ForEach { variable, list, body } => Some(self.for_each_statement(env, variable, list, body)),
            StatementKind::Step { name, body, .. } => Some(self.step_statement(env, name, body)),
            StatementKind::If { branches, otherwise } => {
                Some(self.if_statement((env, statement.span), branches, otherwise.as_ref()))
            }
            StatementKind::Concealed { concealment, line } => self.concealed_line(env, *concealment, line),
            // Those that stand in scenes only are refused there.
            StatementKind::Line(_)
            | StatementKind::Repeat { .. }
            | StatementKind::Turns(_)
            | StatementKind::ChooseOption { .. }
            | StatementKind::Mode(_)
            | StatementKind::Modifier { .. }
            | StatementKind::Cast { .. }
            | StatementKind::Tally { .. }
            | StatementKind::Chance { .. }
            | StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Pay { .. }
            | StatementKind::Note { .. }
            | StatementKind::Signal { .. }
            | StatementKind::Reveal { .. } => self.shared_statement(env, statement),
        }
    }

    fn local_at(&self, env: &Env, name: &Phrase) -> Option<LocalId> {
        self.notes.locals.get(&(env.procedure?, name.span())).copied()
    }

    fn local_type_of(&mut self, env: &Env, local: LocalId, span: Span) -> Type {
        env.procedure.map_or(Type::Unknown, |procedure| self.local_type(procedure, local, span))
    }

    fn let_statement(&mut self, env: &Env, target: &ast::Expr, by: Option<&Phrase>, value: &ast::Expr) -> Option<Kind> {
        let (local, item) = self.written_local(env, target)?;
        let ty = self.local_type_of(env, local, target.span);
        let mut inner = env.clone();
        let scale = by.and_then(|by| self.system.names.scales.get(&by.text()).copied().zip(Some(by)));
        let index = scale.map(|(scale, by)| {
            let level = self.system.level_type(scale);
            let variable = self.notes.variable(by.span(), level);
            inner.variables.push((by.text(), variable));
            variable
        });
        if let (Some(by), Some(_)) = (by, &item) {
            self.no_family_of_items(by);
        }
        let value = self.wanted(&inner, value, &ty);
        self.can_be_held((target, item.is_some()), &value);
        Some(Kind::Let { local, item, index, value })
    }

    fn sum_statement(&mut self, env: &Env, target: &ast::Expr, rows: &[ast::SumRow]) -> Option<Kind> {
        let (local, item) = self.written_local(env, target)?;
        let mut typed = Vec::new();
        for row in rows {
            let value = self.wanted(env, &row.value, &Type::Number);
            typed.push(SumRow { label: row.label.text(), value, span: row.span });
        }
        Some(Kind::Sum { local, item, rows: typed })
    }

    fn decide_statement(&mut self, env: &Env, target: &ast::Expr, rows: &[ast::DecideRow], span: Span) -> Option<Kind> {
        let (local, item) = self.written_local(env, target)?;
        let ty = self.local_type_of(env, local, target.span);
        let mut typed = Vec::new();
        let mut exhaustive = false;
        for ast::DecideRow { value, condition, .. } in rows {
            let value = self.wanted(env, value, &ty);
            let otherwise = matches!(&condition.kind, ast::ExprKind::Name(n) if n.text() == "otherwise");
            exhaustive |= otherwise;
            let condition = (!otherwise).then(|| self.condition(env, condition));
            typed.push((condition, value));
        }
        if !exhaustive {
            self.report(
                Diagnostic::error(codes::GAP, span, "no row covers the case where none of these conditions is true")
                    .help("end with a row such as `failure | otherwise`"),
            );
        }
        Some(Kind::Decide { local, item, rows: typed })
    }

    fn resolve_statement(&mut self, env: &Env, target: &ast::Expr, total: &ast::Expr) -> Option<Kind> {
        let (local, item) = self.written_local(env, target)?;
        let procedure = env.procedure?;
        let LocalKind::Resolve(scale) = self.system.procedures[procedure].locals[local].kind else {
            return None;
        };
        if self.system.scales[scale].ladder.is_none() {
            let name = &self.system.scales[scale].name;
            let message = format!("`{name}` is a scale, but only a ladder can be resolved");
            let help = format!("declare it as `ladder {name}, rolls DICE {{ … }}` with a column `rolls`");
            self.report(Diagnostic::error(codes::WRONG_TYPE, target.span, message).help(help));
        }
        let total = self.wanted(env, total, &Type::Number);
        Some(Kind::Resolve { local, item, scale, total })
    }

    fn choose_statement(
        &mut self,
        env: &Env,
        target: &ast::Expr,
        (ty, by): (&ast::TypeRef, Option<&Phrase>),
        (default, text, condition): (Option<&ast::Expr>, Option<&ast::Text>, Option<&ast::Expr>),
    ) -> Option<Kind> {
        let (local, _) = self.written_local(env, target)?;
        let local_type = self.local_type_of(env, local, target.span);
        let (low, high) = self.choice_limits(env, ty, &local_type)?;
        let by = by.map(|by| {
            let name = ast::Expr { span: by.span(), kind: ast::ExprKind::Name(by.clone()) };
            self.expr(env, &name, None)
        });
        if let (None, Some(condition)) = (default, condition) {
            let message = "this choice is made only under a condition, so it needs a default";
            let complaint = Diagnostic::error(codes::NO_CHOICE, condition.span, message);
            self.report(complaint.help("write `= VALUE` before its question"));
        }
        let default = default.map(|default| self.wanted(env, default, &local_type));
        let name = &self.system.procedures[env.procedure?].locals[local].name;
        let fixed = default.as_ref().zip(constant_of(&low).zip(constant_of(&high)));
        if let Some(complaint) = fixed.and_then(|(value, limits)| default_outside(name, value, limits)) {
            self.report(complaint);
        }
        let question = text.map_or_else(Wording::default, |text| self.wording(env, text));
        let condition = condition.map(|condition| self.condition(env, condition));
        Some(Kind::Choose { local, choice: Box::new(Choice { by, low, high, default, question, condition }) })
    }

    /// The lowest and the highest answer of a choice.
    fn choice_limits(&mut self, env: &Env, ty: &ast::TypeRef, local_type: &Type) -> Option<(Expr, Expr)> {
        if let ast::TypeKind::Limits(low, high) = &ty.kind {
            return Some((self.wanted(env, low, &Type::Number), self.wanted(env, high, &Type::Number)));
        }
        let last = match local_type {
            Type::YesNo => 1,
            Type::Level(scale) => i64::try_from(self.system.scales[*scale].levels.len()).unwrap_or(1) - 1,
            Type::Number
            | Type::Die
            | Type::Text
            | Type::Run(_)
            | Type::Thing(_)
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Dice
            | Type::Plan(_)
            | Type::Item(_)
            | Type::Many(_)
            | Type::NamedModifier
            | Type::Unknown => {
                self.report(
                    Diagnostic::error(codes::WRONG_TYPE, ty.span, "this cannot be chosen")
                        .help("use a number within limits (`0..3`), yes or no (`yes/no`), or a level of a scale"),
                );
                return None;
            }
        };
        Some((Expr::number(ty.span, 0), Expr::number(ty.span, last)))
    }

    fn run_statement(
        &mut self,
        env: &Env,
        typed: Expr,
        through: Option<&Phrase>,
        with: &[(Phrase, ast::Expr)],
    ) -> Option<Kind> {
        let procedure = match &typed.ty {
            Type::Run(id) => *id,
            Type::Many(of) if let Type::Run(id) = **of => id,
            Type::Unknown => return None,
            other @ (Type::Number
            | Type::YesNo
            | Type::Level(_)
            | Type::Die
            | Type::Text
            | Type::Thing(_)
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Dice
            | Type::Plan(_)
            | Type::Item(_)
            | Type::Many(_)
            | Type::NamedModifier) => {
                let message = format!("this is {}, which cannot be run", self.type_name(other));
                let help = "`run` runs a blank that asks for a procedure: `ask NAME : optional PROCEDURE`";
                self.report(Diagnostic::error(codes::RUN, typed.span, message).help(help));
                return None;
            }
        };
        let through = through.and_then(|name| self.step_named(procedure, name));
        let (mut bindings, mut first_of) = (Vec::new(), BTreeMap::new());
        for (name, value) in with {
            let Some(local) = self.system.local_named(procedure, &name.text(), None) else {
                let blanks = self.system.blank_names(procedure);
                let message = format!("`{}` has no blank `{}`", self.system.procedures[procedure].name, name.text());
                let help = listed("that procedure", "blank", blanks.iter().map(SharedText::as_str));
                self.report(Diagnostic::error(codes::UNKNOWN_NAME, name.span(), message).help(help));
                continue;
            };
            self.used(Named::Local(procedure, local), name.span());
            if !self.can_be_handed(procedure, local, name) {
                continue;
            }
            if let Some(first) = first_of.insert(local, name.span()) {
                let message = format!("`{}` is set twice", name.text());
                let twice = Diagnostic::error(codes::FILLED_TWICE, name.span(), message).also(first, "the first time");
                self.report(twice.help("remove one of them"));
                continue;
            }
            let ty = self.local_type(procedure, local, name.span());
            let value = self.wanted(env, value, &ty);
            self.handed_within(procedure, local, &value);
            bindings.push((local, value));
        }
        Some(Kind::Run { target: typed, through, with: bindings })
    }

    /// What a line runs: the run that it makes itself, or a blank. Where it should have made one, that has been said.
    fn run_target(&mut self, env: &Env, target: &ast::Expr, made: &Made) -> Option<Expr> {
        let own = if let ast::ExprKind::Name(name) = &target.kind { self.local_at(env, name) } else { None };
        match own {
            Some(local) => {
                let ty = self.local_type_of(env, local, target.span);
                Some(Expr { span: target.span, ty, kind: ExprKind::Local(local) })
            }
            None if made.of.is_some() => None,
            None => Some(self.expr(env, target, None)),
        }
    }

    fn cut_statement(&mut self, env: &Env, target: &ast::Expr, to: &ast::Expr) -> Option<Kind> {
        let typed = self.expr(env, target, None);
        let Type::Plan(plan) = typed.ty else {
            if typed.ty != Type::Unknown {
                let message = format!("this is {}, but only a plan can be cut", self.type_name(&typed.ty));
                self.report(
                    Diagnostic::error(codes::WRONG_TYPE, typed.span, message).help("name a blank that asks for a plan"),
                );
            }
            return None;
        };
        let to = self.wanted(env, to, &Type::Number);
        let (upfront, further) = (self.system.plans[plan].upfront.clone(), self.system.plans[plan].further.clone());
        let mut priced = |costs: &[Priced]| -> Vec<(Expr, SharedText)> {
            let mut typed = Vec::new();
            for priced in costs {
                let cost = self.expr(env, &priced.cost, Some(&Type::Number));
                typed.push((self.fit(cost, &Type::Number, env), priced.label.clone()));
            }
            typed
        };
        let (upfront, further) = (priced(&upfront), priced(&further));
        Some(Kind::Cut { target: typed, to, upfront, further })
    }

    fn for_each_statement(&mut self, env: &Env, word: &ast::Word, list: &ast::Expr, body: &[ast::Statement]) -> Kind {
        let list = self.expr(env, list, None);
        self.empty_braces(body.is_empty(), list.span);
        let variable = self.going_through(env, word, &list);
        let mut inner = env.clone();
        inner.variables.push((word.text.clone(), variable));
        let body = self.statements(&mut inner, body);
        Kind::ForEach { variable, list, body }
    }

    fn step_statement(&mut self, env: &Env, name: &Phrase, body: &[ast::Statement]) -> Kind {
        let steps = env.procedure.map_or(&[][..], |id| &self.system.procedures[id].steps);
        let step = steps.iter().position(|step| step.span == name.span()).unwrap_or(0);
        let mut inner = Env { step: Some(step), ..env.clone() };
        Kind::Step { step, body: self.statements(&mut inner, body) }
    }

    fn if_statement(
        &mut self,
        (env, span): (&Env, Span),
        branches: &[(ast::Expr, Vec<ast::Statement>)],
        otherwise: Option<&Vec<ast::Statement>>,
    ) -> Kind {
        let mut typed = Vec::new();
        for (condition, body) in branches {
            self.empty_braces(body.is_empty(), condition.span);
            let condition = self.condition(env, condition);
            let body = self.statements(&mut env.clone(), body);
            typed.push((condition, body));
        }
        self.empty_braces(otherwise.is_some_and(Vec::is_empty), span);
        let otherwise = otherwise.map_or_else(Vec::new, |body| self.statements(&mut env.clone(), body));
        Kind::If { branches: typed, otherwise }
    }

    fn deck_named(&mut self, name: &Phrase) -> Option<DeckId> {
        let found = self.system.names.decks.get(&name.text()).copied();
        if let Some(found) = found {
            self.used(Named::Deck(found), name.span());
        } else {
            let decks: Vec<SharedText> = self.system.names.decks.keys().cloned().collect();
            let help = listed("the system", "deck", decks.iter().map(SharedText::as_str));
            let message = format!("there is no deck `{}`", name.text());
            self.report(Diagnostic::error(codes::UNKNOWN_NAME, name.span(), message).help(help));
        }
        found
    }

    /// A line of a procedure that is kept from somebody.
    fn concealed_line(&mut self, env: &mut Env, secrecy: Concealment, line: &ast::Statement) -> Option<Kind> {
        let refused = match &line.kind {
            StatementKind::Ask { .. } => Some("write `ask secret …`; a scene may write `hidden` before its value"),
            StatementKind::Step { .. } => Some("write it before the lines of the step"),
            StatementKind::Needs(_) | StatementKind::Shuffle(_) => Some("this line shows nothing that could be hidden"),
            StatementKind::Let { .. }
            | StatementKind::Sum { .. }
            | StatementKind::Decide { .. }
            | StatementKind::Roll { .. }
            | StatementKind::Draw { .. }
            | StatementKind::Resolve { .. }
            | StatementKind::Choose { .. }
            | StatementKind::Run { .. }
            | StatementKind::Cut { .. }
            | StatementKind::Pay { .. }
            | StatementKind::Stop { .. }
            | StatementKind::ForEach { .. }
            | StatementKind::Line(_)
            | StatementKind::Repeat { .. }
            | StatementKind::Turns(_)
            | StatementKind::ChooseOption { .. }
            | StatementKind::Mode(_)
            | StatementKind::Modifier { .. }
            | StatementKind::Cast { .. }
            | StatementKind::Tally { .. }
            | StatementKind::Chance { .. }
            | StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::If { .. }
            | StatementKind::Note { .. }
            | StatementKind::Signal { .. }
            | StatementKind::Reveal { .. }
            | StatementKind::Concealed { .. } => None,
        };
        if let Some(help) = refused {
            self.cannot_conceal(secrecy, line, help);
            return None;
        }
        let mut body = Vec::new();
        self.statement(env, line, &mut body);
        Some(Kind::Concealed { concealment: secrecy, body })
    }

    fn cannot_conceal(&mut self, secrecy: Concealment, line: &ast::Statement, help: &str) {
        self.misplaced(line.span, format!("`{}` is not allowed before this line", secrecy.word()), help);
    }

    /// A step of a procedure by its name.
    fn step_named(&mut self, procedure: ProcedureId, name: &Phrase) -> Option<usize> {
        let declared = &self.system.procedures[procedure];
        let text = name.text();
        let found = declared.steps.iter().position(|step| step.name == text);
        if let Some(found) = found {
            self.used(Named::Step(procedure, found), name.span());
        } else {
            let help = listed("that procedure", "step", declared.steps.iter().map(|step| step.name.as_str()));
            let message = format!("`{}` has no step `{text}`", declared.name);
            self.report(Diagnostic::error(codes::UNKNOWN_NAME, name.span(), message).help(help));
        }
        found
    }

    /// The local that a statement writes, and the item or family it belongs to.
    fn written_local(&mut self, env: &Env, target: &ast::Expr) -> Option<(LocalId, Option<Expr>)> {
        let procedure = env.procedure?;
        match &target.kind {
            ast::ExprKind::Name(name) => {
                let exact = self.notes.locals.get(&(procedure, name.span())).copied();
                let local = exact.or_else(|| self.system.local_named(procedure, &name.text(), env.step))?;
                self.used(Named::Local(procedure, local), name.span());
                Some((local, None))
            }
            ast::ExprKind::Member(base, name) => {
                let item = self.expr(env, base, None);
                if !matches!(item.ty, Type::Item(_)) {
                    return None;
                }
                let text = name.text();
                let local = self.system.procedures[procedure].first_of_items(&text)?;
                self.used(Named::Local(procedure, local), name.span());
                Some((local, Some(item)))
            }
            // The pass over the names has refused the others.
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
            | ast::ExprKind::If(..) => None,
        }
    }
}
