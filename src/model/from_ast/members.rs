//! Parts after a dot, and everything that is called with arguments.

use super::super::{DiceId, Expr, ExprKind, KindId, Member, ProcedureId, Reduce, ScaleId, SlotKind, Type, VarId};
use super::names::{did_you_mean, one_of};
use super::{Checker, Env};
use crate::diagnostic::{Diagnostic, codes};
use crate::ir::Question;
use crate::source::Span;
use crate::syntax::ast::{self, Argument, Phrase};

impl<'a> Checker<'a> {
    /// `base.member`
    pub fn member(&mut self, env: &Env, base: &ast::Expr, member: &Phrase, span: Span) -> Expr {
        let base = self.expr(env, base, None);
        self.part(env, base, member, span)
    }

    /// A part of a typed value.
    fn part(&mut self, env: &Env, base: Expr, member: &Phrase, span: Span) -> Expr {
        let name = member.text();
        if name == "given" && is_blank(&base) {
            return part(base, Member::Given, Type::YesNo, span);
        }
        match base.ty.clone() {
            Type::Thing(kind) => self.thing_part(base, kind, member, span),
            Type::Run(procedure) => self.run_part(base, procedure, member, span),
            Type::Level(scale) => self.column_part(base, scale, member, span),
            Type::TableRow(table) => {
                let columns = &self.model.tables[table.0].columns;
                match columns.iter().position(|(column, _)| *column == name) {
                    Some(place) => {
                        let ty = columns[place].1.clone();
                        part(base, Member::Column(place), ty, span)
                    }
                    None => {
                        let columns: Vec<String> = columns.iter().map(|(c, _)| c.clone()).collect();
                        self.no_part(&base, member, columns)
                    }
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
            _ => self.no_part(&base, member, Vec::new()),
        }
    }

    fn no_part(&mut self, base: &Expr, member: &Phrase, parts: Vec<String>) -> Expr {
        let name = member.text();
        let found = self.type_name(&base.ty);
        let help = match did_you_mean(&name, parts.iter().map(String::as_str)) {
            Some(close) => format!("did you mean `{close}`?"),
            None if parts.is_empty() => "nothing can be read from it with a dot".into(),
            None => format!("it has {}", one_of(parts.iter().map(String::as_str))),
        };
        let message = format!("{found} has no `{name}`");
        self.report(Diagnostic::error(codes::UNKNOWN_NAME, member.span(), message).help(help));
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
        self.no_part(&base, member, fields)
    }

    fn run_part(&mut self, base: Expr, procedure: ProcedureId, member: &Phrase, span: Span) -> Expr {
        let name = member.text();
        if name == "first" {
            let ty = base.ty.clone();
            if let ExprKind::Form(form) = &base.kind {
                self.model.counted.insert((*form, 1));
            }
            return part(base, Member::Nth(1), ty, span);
        }
        if let Some(form) = written_form(&base) {
            if let Some(nested) = self.model.forms[form.0].nested.get(&name).copied() {
                let ty = Type::Run(self.model.forms[nested.0].procedure);
                return part(base, Member::Nested(nested), ty, span);
            }
            if let Some(item) = self.item_of_form(form, &name) {
                let (slot, plan) = item;
                let plan_part = part(base, Member::Slot(slot), Type::Plan(plan), span);
                return part(plan_part, Member::Named(name), Type::Item(plan), span);
            }
        }
        if let Some(slot) = self.slot_named(procedure, &name, None) {
            let ty = self.slot_type(procedure, slot, span);
            return part(base, Member::Slot(slot), ty, span);
        }
        let mut parts: Vec<String> = self.model.procedures[procedure.0].slots.iter().map(|s| s.name.clone()).collect();
        if let Some(form) = written_form(&base) {
            parts.extend(self.model.forms[form.0].nested.keys().cloned());
        }
        self.no_part(&base, member, parts)
    }

    /// An item of the plan that a form lays out.
    fn item_of_form(
        &self,
        form: super::super::FormId,
        name: &str,
    ) -> Option<(super::super::SlotId, super::super::PlanId)> {
        let form = &self.model.forms[form.0];
        let (slot, plan) = self.plan_of(form.procedure)?;
        match form.fills.get(&slot) {
            Some(super::super::Fill::Plan(fill)) if fill.items.iter().any(|item| item.name == name) => {
                Some((slot, plan))
            }
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
        self.no_part(&base, member, columns)
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
                return self.no_part(&base, member, parts.map(String::from).to_vec());
            }
        };
        Expr { span, ..self.ask_roll(env, base, question) }
    }

    fn item_part(&mut self, env: &Env, base: Expr, plan: super::super::PlanId, member: &Phrase, span: Span) -> Expr {
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
            let slots = &self.model.procedures[procedure.0].slots;
            if let Some(place) = slots.iter().position(|s| s.item_of.is_some() && s.name == name) {
                let slot = super::super::SlotId(place);
                let ty = self.slot_type(procedure, slot, span);
                return part(base, Member::Slot(slot), ty, span);
            }
        }
        let mut parts: Vec<String> = qualifiers.iter().map(|q| q.name.clone()).collect();
        if let Some(procedure) = procedure {
            let slots = &self.model.procedures[procedure.0].slots;
            parts.extend(slots.iter().filter(|s| s.item_of.is_some()).map(|s| s.name.clone()));
        }
        self.no_part(&base, member, parts)
    }

    fn card_part(
        &mut self,
        env: &Env,
        base: Expr,
        deck: super::super::DeckId,
        member: (&Phrase, &[Argument]),
        span: Span,
    ) -> Expr {
        let name = member.0.text();
        let fields = &self.model.decks[deck.0].fields;
        let Some(place) = fields.iter().position(|f| f.name == name) else {
            let fields: Vec<String> = fields.iter().map(|f| f.name.clone()).collect();
            return self.no_part(&base, member.0, fields);
        };
        let (params, ty) = (fields[place].params.clone(), fields[place].ty.clone());
        let arguments = self.arguments(env, &params, member.1, span, &name);
        part(base, Member::Card(place, arguments), ty, span)
    }

    /// `callee(arguments)`
    pub fn call(
        &mut self,
        env: &Env,
        callee: &ast::Expr,
        arguments: &[Argument],
        span: Span,
        hint: Option<&Type>,
    ) -> Expr {
        match &callee.kind {
            ast::ExprKind::Name(name) => self.call_name(env, name, arguments, span, hint),
            ast::ExprKind::Member(base, name) => self.call_member(env, base, name, arguments, span),
            _ => {
                self.report(
                    Diagnostic::error(codes::ARGUMENTS, callee.span, "this cannot be called with arguments")
                        .help("rules, tables and dice can: `band(9, 10)`"),
                );
                Expr::unknown(span)
            }
        }
    }

    fn call_name(&mut self, env: &Env, name: &Phrase, arguments: &[Argument], span: Span, hint: Option<&Type>) -> Expr {
        let text = name.text();
        if let Some(id) = self.names.rules.get(&text).copied() {
            let params = self.model.rules[id.0].params.clone();
            let arguments = self.arguments(env, &params, arguments, span, &text);
            let ty = self.ensure_rule(id, name.span());
            return Expr { span, ty, kind: ExprKind::Rule(id, arguments) };
        }
        if let Some(id) = self.names.tables.get(&text).copied() {
            self.ensure_table(id);
            let params = self.model.tables[id.0].params.clone();
            let arguments = self.arguments(env, &params, arguments, span, &text);
            return self.table_row(id, arguments, span);
        }
        if let Some(id) = self.names.dice.get(&text).copied() {
            let params = self.model.dice[id.0].params.clone();
            let arguments = self.arguments(env, &params, arguments, span, &text);
            return self.dice_call(id, arguments, span);
        }
        if let Some(form) = self.scene_name(&text) {
            return self.call_scene(form, arguments, span);
        }
        if let Some(indexed) = self.family(env, name, arguments, span) {
            return indexed;
        }
        self.builtin(env, name, arguments, span, hint)
    }

    fn table_row(&mut self, id: super::super::TableId, arguments: Vec<Expr>, span: Span) -> Expr {
        let row = Expr { span, ty: Type::TableRow(id), kind: ExprKind::Table(id, arguments) };
        match self.model.tables[id.0].columns.as_slice() {
            [(_, ty)] => {
                let ty = ty.clone();
                part(row, Member::Column(0), ty, span)
            }
            _ => row,
        }
    }

    /// Named dice with their arguments.
    pub fn dice_call(&mut self, id: DiceId, arguments: Vec<Expr>, span: Span) -> Expr {
        let wanted = self.model.dice[id.0].params.len();
        if arguments.len() != wanted {
            self.wrong_arguments(&self.model.dice[id.0].name.clone(), arguments.len(), wanted, span);
        }
        Expr { span, ty: Type::Dice, kind: ExprKind::DiceCall(id, arguments) }
    }

    /// `question(3)`: the third run of an action in a repetition.
    fn call_scene(&mut self, name: super::names::SceneName, arguments: &[Argument], span: Span) -> Expr {
        if let (
            super::names::SceneName::Form(form),
            [Argument::Value(ast::Expr { kind: ast::ExprKind::Number { value, .. }, .. })],
        ) = (name, arguments)
            && *value >= 1
        {
            let ty = Type::Run(self.model.forms[form.0].procedure);
            let base = Expr { span, ty: ty.clone(), kind: ExprKind::Form(form) };
            self.model.counted.insert((form, *value));
            return part(base, Member::Nth(*value), ty, span);
        }
        self.report(
            Diagnostic::error(codes::ARGUMENTS, span, "only an action can be counted here")
                .help("write `name(2)` for the second time that an action ran"),
        );
        Expr::unknown(span)
    }

    /// One value of a family: `pool(wind)` where `pool by track` is a blank or a computed value.
    fn family(&mut self, env: &Env, name: &Phrase, arguments: &[Argument], span: Span) -> Option<Expr> {
        let procedure = env.procedure?;
        let slot = self.slot_named(procedure, &name.text(), env.step)?;
        let by = self.model.procedures[procedure.0].slots[slot.0].by?;
        let ty = self.slot_type(procedure, slot, span);
        let base = Expr { span: name.span(), ty, kind: ExprKind::Slot(slot) };
        Some(self.index(env, base, by, arguments, span))
    }

    fn index(&mut self, env: &Env, base: Expr, by: ScaleId, arguments: &[Argument], span: Span) -> Expr {
        let wanted = self.level_type(by);
        let [Argument::Value(argument)] = arguments else {
            self.wrong_arguments("it", arguments.len(), 1, span);
            return Expr::unknown(span);
        };
        let index = self.expr(env, argument, Some(&wanted));
        let index = self.fit(index, &wanted, env);
        Expr { span, ty: base.ty.clone(), kind: ExprKind::Index(Box::new(base), Box::new(index)) }
    }

    fn call_member(&mut self, env: &Env, base: &ast::Expr, name: &Phrase, arguments: &[Argument], span: Span) -> Expr {
        if let Some(scale) = self.ladder_named(base)
            && matches!(name.text().as_str(), "judged" | "rolled")
        {
            let params = [("total".to_string(), Type::Number, VarId(0))];
            let mut typed =
                self.arguments(&Env { rolls: env.rolls, ..env.clone() }, &params, arguments, span, &name.text());
            let key = Box::new(typed.pop().unwrap_or_else(|| Expr::unknown(span)));
            let ty = self.level_type(scale);
            return Expr { span, ty, kind: ExprKind::Band { scale, judged: name.text() == "judged", key } };
        }
        let typed = self.expr(env, base, None);
        match typed.ty.clone() {
            Type::Card(deck) => self.card_part(env, typed, deck, (name, arguments), span),
            Type::Roll => self.roll_question(env, typed, name, arguments, span),
            Type::Dice if env.rolls => self.roll_question(env, typed, name, arguments, span),
            Type::Unknown => Expr::unknown(span),
            Type::Thing(kind) => {
                let field = self.model.kinds[kind.0].field(&name.text());
                let by = field.and_then(|field| self.model.kinds[kind.0].fields[field].by);
                let base = self.part(env, typed, name, span);
                match by {
                    Some(by) => self.index(env, base, by, arguments, span),
                    None => self.not_callable(name),
                }
            }
            Type::Run(procedure) => {
                let slot = self.slot_named(procedure, &name.text(), None);
                let by = slot.and_then(|slot| self.model.procedures[procedure.0].slots[slot.0].by);
                let base = self.part(env, typed, name, span);
                match by {
                    Some(by) => self.index(env, base, by, arguments, span),
                    None => self.not_callable(name),
                }
            }
            _ => self.not_callable(name),
        }
    }

    fn not_callable(&mut self, name: &Phrase) -> Expr {
        let message = format!("`{}` takes no arguments", name.text());
        self.report(Diagnostic::error(codes::ARGUMENTS, name.span(), message).help("remove the brackets"));
        Expr::unknown(name.span())
    }

    fn ladder_named(&self, base: &ast::Expr) -> Option<ScaleId> {
        match &base.kind {
            ast::ExprKind::Name(name) => self.names.scales.get(&name.text()).copied(),
            _ => None,
        }
    }

    fn roll_question(&mut self, env: &Env, roll: Expr, name: &Phrase, arguments: &[Argument], span: Span) -> Expr {
        let face = match arguments {
            [Argument::Value(face)] => self.constant(face),
            _ => None,
        };
        let question = match (name.text().as_str(), face) {
            ("any", Some(face)) => Question::Any(face),
            ("count", Some(face)) => Question::Count(face),
            ("at least", Some(face)) => Question::AtLeast(face),
            _ => {
                let message = format!("a roll cannot be asked `{}` like this", name.text());
                let help = "ask `any(6)`, `count(6)` or `at least(5)` with a plain number";
                self.report(Diagnostic::error(codes::ARGUMENTS, span, message).help(help));
                return Expr::unknown(span);
            }
        };
        Expr { span, ..self.ask_roll(env, roll, question) }
    }

    /// `sum`, `any`, `all`, `count`, `highest`, `lowest` over lists; `min`, `max`.
    fn builtin(&mut self, env: &Env, name: &Phrase, arguments: &[Argument], span: Span, _hint: Option<&Type>) -> Expr {
        let reduce = match name.text().as_str() {
            "sum" => Reduce::Sum,
            "count" => Reduce::Count,
            "any" => Reduce::Any,
            "all" => Reduce::All,
            "highest" => Reduce::Highest,
            "lowest" => Reduce::Lowest,
            "max" | "min" => return self.extreme(env, name.text() == "max", arguments, span),
            "abs" => return self.absolute(env, arguments, span),
            _ => {
                let known = ["sum", "count", "any", "all", "highest", "lowest", "max", "min", "abs"];
                let names = &self.names;
                let all = names.rules.keys().chain(names.tables.keys()).chain(names.dice.keys()).map(String::as_str);
                let all: Vec<&str> = all.chain(known).collect();
                let help = match did_you_mean(&name.text(), all) {
                    Some(close) => format!("did you mean `{close}`?"),
                    None => {
                        "rules, tables and dice of the system can be called, and sum, any, all, count, max, min".into()
                    }
                };
                let message = format!("there is no rule, table or dice `{}`", name.text());
                self.report(Diagnostic::error(codes::UNKNOWN_NAME, name.span(), message).help(help));
                return Expr::unknown(span);
            }
        };
        match arguments {
            [Argument::Each { variable, list, body }] => self.reduce(env, reduce, (variable, list, Some(body)), span),
            [Argument::Value(list)] => self.reduce_values(env, reduce, list, span),
            several => self.reduce_several(env, reduce, several, span),
        }
    }

    /// `sum(x in list : body)`
    fn reduce(
        &mut self,
        env: &Env,
        reduce: Reduce,
        over: (&ast::Word, &ast::Expr, Option<&ast::Expr>),
        span: Span,
    ) -> Expr {
        let (word, list, body) = over;
        let list = self.expr(env, list, None);
        let element = self.element(&list);
        let variable = self.variable(word.span, element.clone());
        let mut inner = env.clone();
        inner.variables.push((word.text.clone(), variable));
        let (wanted, ty) = reduce_types(reduce);
        let body = match body {
            Some(body) => self.expr(&inner, body, Some(&wanted)),
            None => Expr { span, ty: element, kind: ExprKind::Var(variable) },
        };
        let body = if reduce == Reduce::Count && body.ty != Type::YesNo {
            counted(body)
        } else {
            self.fit(body, &wanted, env)
        };
        let kind = ExprKind::Reduce { reduce, variable, list: Box::new(list), body: Box::new(body) };
        Expr { span, ty, kind }
    }

    /// `sum(list)`; a lone value is a list of one.
    fn reduce_values(&mut self, env: &Env, reduce: Reduce, list: &ast::Expr, span: Span) -> Expr {
        let typed = self.expr(env, list, None);
        if matches!(typed.ty, Type::Many(_) | Type::Plan(_) | Type::Unknown) {
            let word = ast::Word { text: String::new(), span: list.span };
            return self.reduce(env, reduce, (&word, list, None), span);
        }
        let message = format!("this is {}, and a list is wanted", self.type_name(&typed.ty));
        self.report(
            Diagnostic::error(codes::LIST, typed.span, message)
                .help("for parts of a list write `sum(x in list : x.part)`, `any(x in list : x.part is …)`"),
        );
        Expr::unknown(span)
    }

    /// `sum(a, b, c)`
    fn reduce_several(&mut self, env: &Env, reduce: Reduce, arguments: &[Argument], span: Span) -> Expr {
        if reduce != Reduce::Sum {
            self.wrong_arguments("it", arguments.len(), 1, span);
            return Expr::unknown(span);
        }
        let mut total = Expr::number(span, 0);
        for argument in arguments {
            let Argument::Value(value) = argument else { continue };
            let value = self.expr(env, value, Some(&Type::Number));
            let value = self.fit(value, &Type::Number, env);
            let kind = ExprKind::Binary(ast::BinaryOp::Add, Box::new(total), Box::new(value));
            total = Expr { span, ty: Type::Number, kind };
        }
        total
    }

    fn extreme(&mut self, env: &Env, greatest: bool, arguments: &[Argument], span: Span) -> Expr {
        let mut of = Vec::new();
        let mut wanted: Option<Type> = None;
        for argument in arguments {
            let Argument::Value(value) = argument else { continue };
            let typed = self.expr(env, value, wanted.as_ref());
            let ty = match &typed.ty {
                Type::Level(id) => Type::Level(*id),
                _ => Type::Number,
            };
            let wanted = wanted.get_or_insert(ty).clone();
            of.push(self.fit(typed, &wanted, env));
        }
        if of.len() < 2 {
            self.wrong_arguments(if greatest { "max" } else { "min" }, of.len(), 2, span);
        }
        Expr { span, ty: wanted.unwrap_or(Type::Number), kind: ExprKind::Extreme { greatest, of } }
    }

    fn absolute(&mut self, env: &Env, arguments: &[Argument], span: Span) -> Expr {
        let params = [("number".to_string(), Type::Number, VarId(0))];
        let mut typed = self.arguments(env, &params, arguments, span, "abs");
        let value = typed.pop().unwrap_or_else(|| Expr::unknown(span));
        let negated =
            Expr { span, ty: Type::Number, kind: ExprKind::Unary(ast::UnaryOp::Minus, Box::new(value.clone())) };
        Expr { span, ty: Type::Number, kind: ExprKind::Extreme { greatest: true, of: vec![value, negated] } }
    }

    /// Arguments, each fitted to its parameter.
    fn arguments(
        &mut self,
        env: &Env,
        params: &[(String, Type, VarId)],
        arguments: &[Argument],
        span: Span,
        name: &str,
    ) -> Vec<Expr> {
        if arguments.len() != params.len() {
            self.wrong_arguments(name, arguments.len(), params.len(), span);
        }
        let mut typed = Vec::new();
        for (place, (_, wanted, _)) in params.iter().enumerate() {
            let value = match arguments.get(place) {
                Some(Argument::Value(value)) => {
                    let value = self.expr(env, value, Some(wanted));
                    self.fit(value, wanted, env)
                }
                _ => Expr::unknown(span),
            };
            typed.push(value);
        }
        typed
    }

    fn wrong_arguments(&mut self, name: &str, found: usize, wanted: usize, span: Span) {
        let message = format!("`{name}` takes {wanted} argument{}, not {found}", if wanted == 1 { "" } else { "s" });
        self.report(Diagnostic::error(codes::ARGUMENTS, span, message).help("part arguments with commas"));
    }
}

fn part(base: Expr, member: Member, ty: Type, span: Span) -> Expr {
    Expr { span, ty, kind: ExprKind::Member(Box::new(base), member) }
}

fn is_blank(base: &Expr) -> bool {
    matches!(base.kind, ExprKind::Slot(_) | ExprKind::Member(_, Member::Slot(_)))
}

/// The form that an expression of the scene names.
fn written_form(base: &Expr) -> Option<super::super::FormId> {
    match &base.kind {
        ExprKind::Form(id) | ExprKind::Member(_, Member::Nested(id)) => Some(*id),
        ExprKind::Member(inner, Member::Nth(_)) => written_form(inner),
        _ => None,
    }
}

/// The procedure whose item an expression names.
fn procedure_of(base: &Expr, checker: &Checker<'_>) -> Option<ProcedureId> {
    match &base.kind {
        ExprKind::Form(id) => Some(checker.model.forms[id.0].procedure),
        ExprKind::Member(inner, _) => match &inner.ty {
            Type::Run(id) => Some(*id),
            _ => procedure_of(inner, checker),
        },
        _ => None,
    }
}

fn reduce_types(reduce: Reduce) -> (Type, Type) {
    match reduce {
        Reduce::Any | Reduce::All => (Type::YesNo, Type::YesNo),
        Reduce::Count => (Type::YesNo, Type::Number),
        Reduce::Sum | Reduce::Highest | Reduce::Lowest => (Type::Number, Type::Number),
    }
}

/// `count(list)` counts what was reached.
fn counted(body: Expr) -> Expr {
    let span = body.span;
    let unreached = Expr { span, ty: Type::YesNo, kind: ExprKind::IsUnreached(Box::new(body)) };
    Expr { span, ty: Type::YesNo, kind: ExprKind::Unary(ast::UnaryOp::Not, Box::new(unreached)) }
}

/// Whether a slot is a blank.
pub fn is_ask(kind: &SlotKind) -> bool {
    matches!(kind, SlotKind::Ask { .. })
}
