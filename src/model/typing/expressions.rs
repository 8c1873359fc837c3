//! Expressions: names resolved, operators typed.

use super::{Env, Typer};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::scene_names::SceneName;
use crate::model::{Expr, ExprKind, InvocationId, Member, Named, Type};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Phrase, UnaryOp};

/// More expressions than this do not lie within each other, through rules as well. It keeps the stack small.
pub(super) const DEEPEST: usize = 100;

impl Typer<'_> {
    /// Types an expression. `hint` is the type that is wanted; it decides whose level a bare word is.
    pub fn expr(&mut self, env: &Env, expr: &ast::Expr, hint: Option<&Type>) -> Expr {
        if self.notes.depth > DEEPEST {
            self.notes.too_deep.get_or_insert(expr.span);
            return Expr::unknown(expr.span);
        }
        self.notes.depth += 1;
        self.notes.deepest = self.notes.deepest.max(self.notes.depth);
        let typed = self.written_expr(env, expr, hint);
        self.notes.depth -= 1;
        match self.family_of(env, &typed) {
            Some(by) => self.whole_family(expr, by),
            None => typed,
        }
    }

    fn written_expr(&mut self, env: &Env, expr: &ast::Expr, hint: Option<&Type>) -> Expr {
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Number { value, unit } => match self.number(*value, unit.as_deref(), span) {
                Some(value) => Expr::number(span, value),
                None => Expr::unknown(span),
            },
            ast::ExprKind::Die(sides) => self.die(*sides, span),
            ast::ExprKind::Dice { count, sides } => self.dice_term(env, count, sides, span),
            ast::ExprKind::Keep { highest, count, dice, notation } => {
                let typed = self.expr(env, dice, None);
                let dice = Box::new(self.fit(typed, &Type::Dice, env));
                let notation = notation.as_ref().map(|text| text.text.clone());
                let kind = ExprKind::Keep { highest: *highest, count: count.unwrap_or(1), dice, notation };
                Expr { span, ty: Type::Dice, kind }
            }
            ast::ExprKind::Text(text) => Expr { span, ty: Type::Text, kind: ExprKind::Text(text.text.clone()) },
            ast::ExprKind::Name(phrase) => self.name(env, phrase, hint),
            ast::ExprKind::Question => {
                Expr { span, ty: hint.cloned().unwrap_or(Type::Unknown), kind: ExprKind::Question }
            }
            ast::ExprKind::Member(base, member) => self.member(env, base, member, span),
            ast::ExprKind::Call(callee, arguments) => self.call(env, callee, arguments, span),
            ast::ExprKind::Unary(op, inner) => self.unary(env, *op, inner, span, hint),
            ast::ExprKind::Binary(op, left, right) => self.binary(env, *op, left, right, (span, hint)),
            ast::ExprKind::If(branches, otherwise) => self.if_expr(env, branches, otherwise, (span, hint)),
        }
    }

    fn die(&mut self, sides: i64, span: Span) -> Expr {
        if sides < 1 {
            self.report(Diagnostic::error(codes::BAD_DICE, span, "a die has at least one side").help("write `d6`"));
        }
        Expr { span, ty: Type::Die, kind: ExprKind::Number(sides) }
    }

    fn dice_term(&mut self, env: &Env, count: &ast::Expr, sides: &ast::Expr, span: Span) -> Expr {
        let count = self.expr(env, count, Some(&Type::Number));
        let count = Box::new(self.fit(count, &Type::Number, env));
        let sides = self.expr(env, sides, Some(&Type::Number));
        if super::fit::constant_of(&sides).is_some_and(|sides| sides < 1) {
            self.report(Diagnostic::error(codes::BAD_DICE, span, "a die has at least one side").help("write `d6`"));
        }
        let sides = if sides.ty == Type::Die { sides } else { self.fit(sides, &Type::Number, env) };
        Expr { span, ty: Type::Dice, kind: ExprKind::Dice { count, sides: Box::new(sides) } }
    }

    /// What a name stands for.
    fn name(&mut self, env: &Env, phrase: &Phrase, hint: Option<&Type>) -> Expr {
        let (text, span) = (phrase.text(), phrase.span());
        let known = self
            .level_hint(&text, span, hint)
            .or_else(|| self.variable_named(env, &text, span))
            .or_else(|| self.own_field(env, &text, span))
            .or_else(|| self.local_value(env, &text, span))
            .or_else(|| self.scene_value(env, &text, span))
            .or_else(|| self.declared_value(env, &text, span));
        known.unwrap_or_else(|| {
            self.unknown_name(env, phrase, hint);
            Expr::unknown(span)
        })
    }

    fn level_hint(&mut self, text: &str, span: Span, hint: Option<&Type>) -> Option<Expr> {
        match hint {
            Some(Type::Level(id)) => {
                let place = self.system.scales[*id].level(text)?;
                self.used(Named::Level(*id, place), span);
                Some(level(*id, place, span))
            }
            Some(Type::Many(of)) => self.level_hint(text, span, Some(of)),
            _ => None,
        }
    }

    fn variable_named(&mut self, env: &Env, text: &str, span: Span) -> Option<Expr> {
        let (_, id) = env.variables.iter().rev().find(|(name, _)| name == text)?;
        self.used(Named::Variable(*id), span);
        let ty = self.variable_type(*id).clone();
        Some(Expr { span, ty, kind: ExprKind::Var(*id) })
    }

    /// A field of the thing in hand, where a kind says what it needs.
    fn own_field(&mut self, env: &Env, text: &str, span: Span) -> Option<Expr> {
        let (variable, kind) = env.own?;
        let field = self.system.kinds[kind].field(text)?;
        self.used(Named::Field(kind, field), span);
        let ty = self.system.kinds[kind].fields[field].ty.clone();
        let own = Expr { span, ty: Type::Thing(kind), kind: ExprKind::Var(variable) };
        Some(Expr { span, ty, kind: ExprKind::Member(Box::new(own), Member::Field(field)) })
    }

    fn local_value(&mut self, env: &Env, text: &str, span: Span) -> Option<Expr> {
        let procedure = env.procedure?;
        let local = self.system.local_named(procedure, text, env.step)?;
        self.used(Named::Local(procedure, local), span);
        let ty = self.local_type(procedure, local, span);
        Some(Expr { span, ty, kind: ExprKind::Local(local) })
    }

    fn scene_value(&mut self, env: &Env, text: &str, span: Span) -> Option<Expr> {
        let named = self.scene_name(text)?;
        self.used(named.into(), span);
        let (ty, kind) = match named {
            SceneName::Invocation(id) if self.may_be_unreached(env, id) => {
                let message = format!("`{text}` may not have happened");
                let written = self.scene.invocations[id].span;
                self.report(
                    Diagnostic::warning(codes::MAY_BE_UNREACHED, span, message)
                        .also(written, "it happens only under a condition")
                        .help(format!("put this line beside it, or ask `{text}.… is unreached` first")),
                );
                (Type::Run(self.scene.invocations[id].procedure), ExprKind::Invocation(id))
            }
            SceneName::Thing(id) => (Type::Thing(self.scene.things[id].kind), ExprKind::Thing(id)),
            SceneName::Invocation(id) => (Type::Run(self.scene.invocations[id].procedure), ExprKind::Invocation(id)),
            SceneName::NamedModifier(id) => (Type::NamedModifier, ExprKind::NamedModifier(id)),
        };
        Some(Expr { span, ty, kind })
    }

    /// Whether a run stands in a conditional block that is over. Claims may speak of such runs.
    fn may_be_unreached(&self, env: &Env, invocation: InvocationId) -> bool {
        let around = self.scene.blocks_of.get(&invocation).map_or(&[][..], Vec::as_slice);
        !env.rolls && !env.may_be_unreached && !self.scene.blocks.starts_with(around)
    }

    /// Names of the system and of the language: yes, no, dice, kinds, scales, and levels that only one scale has.
    fn declared_value(&mut self, _env: &Env, text: &str, span: Span) -> Option<Expr> {
        let yes_no = |value| Some(Expr { span, ty: Type::YesNo, kind: ExprKind::Number(value) });
        match text {
            "yes" => return yes_no(1),
            "no" => return yes_no(0),
            _ => {}
        }
        // In a line of a scene the die is one of its words: `trait d8`.
        if let Some(sides) = text.strip_prefix('d').and_then(|sides| sides.parse().ok()) {
            return Some(self.die(sides, span));
        }
        if let Some(id) = self.system.names.dice.get(text).copied() {
            return Some(self.dice_call(id, Vec::new(), span));
        }
        if let Some(id) = self.system.names.kinds.get(text).copied() {
            self.used(Named::Kind(id), span);
            let ty = Type::Many(Box::new(Type::Thing(id)));
            return Some(Expr { span, ty, kind: ExprKind::All(id) });
        }
        let scales = self.system.scales.iter().enumerate();
        let mut having = scales.filter_map(|(id, scale)| Some((crate::model::ScaleId(id), scale.level(text)?)));
        if let (Some((id, place)), None) = (having.next(), having.next()) {
            self.used(Named::Level(id, place), span);
            return Some(level(id, place, span));
        }
        let id = self.system.names.scales.get(text).copied()?;
        self.used(Named::Scale(id), span);
        let ty = Type::Many(Box::new(self.system.level_type(id)));
        Some(Expr { span, ty, kind: ExprKind::Levels(id) })
    }

    fn unary(&mut self, env: &Env, op: UnaryOp, inner: &ast::Expr, span: Span, hint: Option<&Type>) -> Expr {
        let wanted = if op == UnaryOp::Not { Type::YesNo } else { Type::Number };
        let hint = if op == UnaryOp::Not { Some(&wanted) } else { hint };
        let typed = self.expr(env, inner, hint);
        if wanted == Type::Number && typed.ty == Type::Dice {
            return Expr { span, ty: Type::Dice, kind: ExprKind::Unary(op, Box::new(typed)) };
        }
        let typed = self.fit(typed, &wanted, env);
        Expr { span, ty: wanted, kind: ExprKind::Unary(op, Box::new(typed)) }
    }

    fn binary(
        &mut self,
        env: &Env,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        at: (Span, Option<&Type>),
    ) -> Expr {
        let (span, hint) = at;
        match op {
            BinaryOp::And | BinaryOp::Or => {
                let left = self.yes_no(env, left);
                let right = self.yes_no(env, right);
                Expr { span, ty: Type::YesNo, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
            }
            BinaryOp::Is | BinaryOp::IsNot | BinaryOp::Equals => self.equality(env, op, left, right, span),
            BinaryOp::Less | BinaryOp::LessOrEqual | BinaryOp::Greater | BinaryOp::GreaterOrEqual => {
                let (left, right) = self.same_type(env, left, right);
                self.ordered(&left);
                Expr { span, ty: Type::YesNo, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
            }
            BinaryOp::Knows => self.knows(env, left, right, span),
            BinaryOp::Up | BinaryOp::Down | BinaryOp::Towards => self.movement(env, op, left, right, (span, hint)),
            BinaryOp::Fraction => {
                self.report(
                    Diagnostic::error(codes::ROUNDING, span, "`/` does not say how to round")
                        .help("write `div down` or `div up`; `/` is for exact fractions in `P(…) = 1/6`"),
                );
                Expr::unknown(span)
            }
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::DivideDown
            | BinaryOp::DivideUp
            | BinaryOp::Modulo => self.arithmetic(env, op, left, right, span),
        }
    }

    fn yes_no(&mut self, env: &Env, expr: &ast::Expr) -> Expr {
        let typed = self.expr(env, expr, Some(&Type::YesNo));
        self.fit(typed, &Type::YesNo, env)
    }

    fn arithmetic(&mut self, env: &Env, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let left = self.expr(env, left, Some(&Type::Number));
        let right = self.expr(env, right, Some(&Type::Number));
        if (left.ty == Type::Dice || right.ty == Type::Dice) && !env.rolls {
            return Expr { span, ty: Type::Dice, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) };
        }
        let left = self.fit(left, &Type::Number, env);
        let right = self.fit(right, &Type::Number, env);
        let divides = matches!(op, BinaryOp::DivideDown | BinaryOp::DivideUp | BinaryOp::Modulo);
        if divides && right.kind == ExprKind::Number(0) {
            let complaint = Diagnostic::error(codes::DIVISION_BY_ZERO, span, "this divides by zero");
            self.report(complaint.help("write a divisor of at least 1"));
            return Expr::unknown(span);
        }
        Expr { span, ty: Type::Number, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
    }

    /// `is`, `is not`, `is unreached`.
    fn equality(&mut self, env: &Env, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        if let ast::ExprKind::Name(name) = &right.kind
            && name.text() == "unreached"
        {
            let value = self.expr(&Env { may_be_unreached: true, ..env.clone() }, left, None);
            let unreached = Expr { span, ty: Type::YesNo, kind: ExprKind::IsUnreached(Box::new(value)) };
            if op == BinaryOp::IsNot {
                return Expr { span, ty: Type::YesNo, kind: ExprKind::Unary(UnaryOp::Not, Box::new(unreached)) };
            }
            return unreached;
        }
        let (left, right) = self.same_type(env, left, right);
        // What a text comes to can be claimed, but nothing may depend on it.
        if left.ty == Type::Text && !env.rolls {
            self.report(
                Diagnostic::error(codes::WRONG_TYPE, span, "texts are read, and not compared")
                    .help("let a scale have the words as its levels: `scale mood { calm | tense }`"),
            );
        }
        let op = if op == BinaryOp::IsNot { BinaryOp::IsNot } else { BinaryOp::Is };
        Expr { span, ty: Type::YesNo, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
    }

    /// Two values that are to be compared: what is known of one helps to read the other.
    fn same_type(&mut self, env: &Env, left: &ast::Expr, right: &ast::Expr) -> (Expr, Expr) {
        let typed_left = self.expr(env, left, None);
        let wanted = match &typed_left.ty {
            Type::Roll | Type::NamedModifier => Type::Number,
            Type::Dice if env.rolls => Type::Number,
            other @ (Type::Number
            | Type::YesNo
            | Type::Level(_)
            | Type::Die
            | Type::Text
            | Type::Thing(_)
            | Type::Run(_)
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Dice
            | Type::Plan(_)
            | Type::Item(_)
            | Type::Many(_)
            | Type::Unknown) => other.clone(),
        };
        let typed_left = self.fit(typed_left, &wanted, env);
        if typed_left.ty == Type::Unknown && self.is_level(right) {
            // Whose level it is would have been seen from the other side, which has been reported.
            return (typed_left, Expr::unknown(right.span));
        }
        let typed_right = self.expr(env, right, Some(&wanted));
        if let (Type::TableRow(_), other) = (&wanted, &typed_right.ty) {
            let other = other.clone();
            return (self.fit(typed_left, &other, env), typed_right);
        }
        let typed_right = self.fit(typed_right, &wanted, env);
        (typed_left, typed_right)
    }

    /// Whether a bare word is a level of some scale.
    fn is_level(&self, expr: &ast::Expr) -> bool {
        let ast::ExprKind::Name(name) = &expr.kind else { return false };
        let text = name.text();
        self.system.scales.iter().any(|scale| scale.level(&text).is_some())
    }

    fn ordered(&mut self, expr: &Expr) {
        if !matches!(expr.ty, Type::Number | Type::Level(_) | Type::Die | Type::Unknown) {
            let found = self.type_name(&expr.ty);
            self.report(
                Diagnostic::error(
                    codes::WRONG_TYPE,
                    expr.span,
                    format!("{found} is neither more nor less than another"),
                )
                .help("compare numbers, or levels of one scale; use `is` for anything else"),
            );
        }
    }

    fn knows(&mut self, env: &Env, who: &ast::Expr, what: &ast::Expr, span: Span) -> Expr {
        let who = self.expr(env, who, None);
        let what = self.expr(env, what, None);
        if let (Type::Thing(_), ExprKind::NamedModifier(named)) = (&who.ty, &what.kind) {
            return Expr { span, ty: Type::YesNo, kind: ExprKind::Knows(Box::new(who), *named) };
        }
        if who.ty != Type::Unknown && what.ty != Type::Unknown {
            self.report(
                Diagnostic::error(codes::WRONG_TYPE, span, "somebody knows a modifier that has a name")
                    .help("write `someone knows secret`, where `modifier secret … known to …` is declared"),
            );
        }
        Expr::unknown(span)
    }

    /// `level up 1`, `level down 1`, `level towards goal`.
    fn movement(
        &mut self,
        env: &Env,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        at: (Span, Option<&Type>),
    ) -> Expr {
        let (span, hint) = at;
        let from = self.expr(env, left, hint);
        let levels = match &from.ty {
            Type::Level(id) => i64::try_from(self.system.scales[*id].levels.len()).unwrap_or(i64::MAX),
            Type::Unknown => return Expr::unknown(span),
            other @ (Type::Number
            | Type::YesNo
            | Type::Die
            | Type::Text
            | Type::Thing(_)
            | Type::Run(_)
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Dice
            | Type::Plan(_)
            | Type::Item(_)
            | Type::Many(_)
            | Type::NamedModifier) => {
                let found = self.type_name(other);
                self.report(
                    Diagnostic::error(codes::WRONG_TYPE, from.span, format!("this is {found}, and a level is wanted"))
                        .help("`up`, `down` and `towards` move along a scale; for numbers use `+` and `-`"),
                );
                return Expr::unknown(span);
            }
        };
        let wanted = if op == BinaryOp::Towards { from.ty.clone() } else { Type::Number };
        let by = self.expr(env, right, Some(&wanted));
        let by = self.fit(by, &wanted, env);
        let ty = from.ty.clone();
        Expr { span, ty, kind: ExprKind::Move { op, levels, from: Box::new(from), by: Box::new(by) } }
    }

    fn if_expr(
        &mut self,
        env: &Env,
        branches: &[(ast::Expr, ast::Expr)],
        otherwise: &ast::Expr,
        at: (Span, Option<&Type>),
    ) -> Expr {
        let (span, hint) = at;
        let mut typed = Vec::new();
        let mut ty: Option<Type> = hint.filter(|ty| !matches!(ty, Type::Unknown)).cloned();
        for (condition, value) in branches {
            let condition = self.yes_no(env, condition);
            let value = self.expr(env, value, ty.as_ref());
            ty = Some(widest(ty, &value.ty));
            typed.push((condition, value));
        }
        let otherwise = self.expr(env, otherwise, ty.as_ref());
        let ty = widest(ty, &otherwise.ty);
        let fitted = typed.into_iter().map(|(condition, value)| (condition, self.fit(value, &ty, env))).collect();
        let otherwise = Box::new(self.fit(otherwise, &ty, env));
        Expr { span, ty, kind: ExprKind::If(fitted, otherwise) }
    }

    /// The type of a list's elements; a mistake if it is no list.
    pub fn element(&mut self, list: &Expr) -> Type {
        match &list.ty {
            Type::Many(of) => (**of).clone(),
            Type::Plan(id) => Type::Item(*id),
            Type::Unknown => Type::Unknown,
            other @ (Type::Number
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
            | Type::NamedModifier) => {
                let found = self.type_name(other);
                self.report(
                    Diagnostic::error(codes::LIST, list.span, format!("this is {found}, and a list is wanted"))
                        .help("name a blank that is `many`, a kind for all of its things, a plan, or a scale"),
                );
                Type::Unknown
            }
        }
    }
}

/// The type of both branches: dice and numbers make dice.
fn widest(known: Option<Type>, next: &Type) -> Type {
    match (known, next) {
        (None | Some(Type::Unknown), _)
        | (Some(Type::Number), Type::Dice)
        | (Some(Type::YesNo | Type::Number), Type::Level(_) | Type::Thing(_)) => next.clone(),
        (Some(known), _) => known,
    }
}

/// A level of a scale; its number where numbers head the rows.
fn level(id: crate::model::ScaleId, place: usize, span: Span) -> Expr {
    Expr { span, ty: Type::Level(id), kind: ExprKind::Number(i64::try_from(place).unwrap_or(i64::MAX)) }
}
