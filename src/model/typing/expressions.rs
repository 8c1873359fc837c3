//! Expressions: the meaning of each form, operators above all.

use super::typer::DEEPEST;
use super::{Env, Typer, constant_of};
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::{Expr, ExprKind, Notation, Reduce, Type};
use crate::semantics::sizes::SIZES;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, UnaryOp};
use crate::syntax::print_expression;

impl Typer<'_> {
    /// Types an expression. `hint` is the type that is wanted; it decides whose level a bare word is.
    pub fn expr(&mut self, env: &Env, expr: &ast::Expr, hint: Option<&Type>) -> Expr {
        if self.notes.depth > DEEPEST {
            self.notes.too_deep.get_or_insert(expr.span);
            return Expr::unknown(expr.span);
        }
        if !self.notes.may_go_on(expr.span) {
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

    /// An expression of the type wanted here.
    pub fn wanted(&mut self, env: &Env, expr: &ast::Expr, ty: &Type) -> Expr {
        let typed = self.expr(env, expr, Some(ty));
        self.fit(typed, ty, env)
    }

    /// A value that is yes or no.
    pub fn condition(&mut self, env: &Env, expr: &ast::Expr) -> Expr {
        let condition = self.wanted(env, expr, &Type::YesNo);
        self.notes.asks(&condition, &condition);
        condition
    }

    fn written_expr(&mut self, env: &Env, expr: &ast::Expr, hint: Option<&Type>) -> Expr {
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Number { value, unit } => match self.number(*value, unit.as_deref(), span) {
                Some(value) => Expr::number(span, value),
                None => Expr::unknown(span),
            },
            ast::ExprKind::Decimal { .. } => {
                let complaint = Diagnostic::error(codes::WRONG_TYPE, span, "values are whole numbers");
                self.report(complaint.help("decimals are only for claims and questions about odds: `P(…) >= 0.4`"));
                Expr::unknown(span)
            }
            ast::ExprKind::Die(sides) => self.die(*sides, span),
            ast::ExprKind::Dice { count, sides } => self.dice_term(env, count, sides, span),
            ast::ExprKind::Keep { highest, count, dice, notation } => {
                let typed = self.expr(env, dice, Some(&Type::Dice));
                let is_list = count.is_none() && notation.is_none() && typed.ty.is_list();
                match (is_list, typed.ty.is_of_dice()) {
                    (true, false) => self.reduce_values(env, Reduce::extreme(*highest), dice, span),
                    (true, true) => self.rolled_or_not(*highest, span),
                    (false, _) => {
                        let notation = notation.as_ref().map(|text| text.text.clone());
                        self.keep(env, typed, (*highest, count.unwrap_or(1), notation), span)
                    }
                }
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

    fn dice_term(&mut self, env: &Env, count: &ast::Expr, sides: &ast::Expr, span: Span) -> Expr {
        let count = self.expr(env, count, Some(&Type::Number));
        let count = Box::new(self.fit(count, &Type::Number, env));
        let sides = self.expr(env, sides, Some(&Type::Number));
        if constant_of(&sides).is_some_and(|sides| sides < 1) {
            self.report(Diagnostic::error(codes::BAD_DICE, span, "a die has at least one side").help("write `d6`"));
        }
        let sides = if sides.ty == Type::Die { sides } else { self.fit(sides, &Type::Number, env) };
        Expr { span, ty: Type::Dice, kind: ExprKind::Dice { count, sides: Box::new(sides) } }
    }

    fn unary(&mut self, env: &Env, op: UnaryOp, inner: &ast::Expr, span: Span, hint: Option<&Type>) -> Expr {
        let wanted = if op == UnaryOp::Not { Type::YesNo } else { Type::Number };
        let hint = if op == UnaryOp::Not { Some(&wanted) } else { hint };
        self.sign_before_a_letter(op, inner, span);
        let typed = self.expr(env, inner, hint);
        if wanted == Type::Number && typed.ty == Type::Dice {
            return Expr { span, ty: Type::Dice, kind: ExprKind::Unary(op, Box::new(typed)) };
        }
        let typed = self.fit(typed, &wanted, env);
        Expr { span, ty: wanted, kind: ExprKind::Unary(op, Box::new(typed)) }
    }

    /// `-1p`: the sign turns the letter round, which hardly anybody means.
    fn sign_before_a_letter(&mut self, op: UnaryOp, inner: &ast::Expr, span: Span) {
        let Notation::Units { bonus, penalty } = &self.system.notation else { return };
        let ast::ExprKind::Number { value, unit: Some(unit) } = &inner.kind else { return };
        if op != UnaryOp::Minus {
            return;
        }
        let other = if unit == bonus { penalty } else { bonus };
        let message = format!("the sign reverses the letter: this is `{value}{other}`");
        let help = format!("write `{value}{other}`, or `{value}{unit}` if you mean that");
        self.report(Diagnostic::warning(codes::NO_SIGN, span, message).help(help));
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
                let first = self.yes_no(env, left);
                let second = self.joined(env, (left, &first), right);
                Expr { span, ty: Type::YesNo, kind: ExprKind::Binary(op, Box::new(first), Box::new(second)) }
            }
            // Claims and questions are about the end of a run.
            BinaryOp::Equals if !env.rolls => self.compares_by_a_sign((left, right), span),
            BinaryOp::Is | BinaryOp::IsNot | BinaryOp::Equals => self.equality(env, op, left, right, span),
            BinaryOp::Less | BinaryOp::LessOrEqual | BinaryOp::Greater | BinaryOp::GreaterOrEqual => {
                let (left, right) = self.same_type(env, left, right);
                self.ordered(&left);
                Expr { span, ty: Type::YesNo, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
            }
            BinaryOp::Knows => self.knows(env, left, right, span),
            BinaryOp::Up | BinaryOp::Down | BinaryOp::Towards => self.movement(env, op, left, right, (span, hint)),
            BinaryOp::Otherwise => self.otherwise(env, left, right, (span, hint)),
            BinaryOp::Fraction => {
                let levels = self.joined_levels(env, (left, right), span);
                self.report(levels.unwrap_or_else(|| {
                    Diagnostic::error(codes::ROUNDING, span, "`/` does not say how to round").help(
                        "write `div down` or `div up`; `/` is for exact fractions, in `P(…) = 1/6` and in `E(… / 2)`",
                    )
                }));
                Expr::unknown(span)
            }
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::DivideDown
            | BinaryOp::DivideUp
            | BinaryOp::Modulo => self.arithmetic(env, op, left, right, at),
        }
    }

    fn yes_no(&mut self, env: &Env, expr: &ast::Expr) -> Expr {
        let typed = self.expr(env, expr, Some(&Type::YesNo));
        self.fit(typed, &Type::YesNo, env)
    }

    /// A condition behind `and` or `or`; a level there alone is meant to be compared with what was compared before it:
    /// `fall.result is success or critical`.
    fn joined(&mut self, env: &Env, (written, before): (&ast::Expr, &Expr), condition: &ast::Expr) -> Expr {
        let typed = self.expr(env, condition, Some(&Type::YesNo));
        let compared = compared_last(written, before).filter(|(_, _, ty)| **ty == typed.ty);
        let Some((left, sign, _)) = compared.filter(|_| matches!(typed.ty, Type::Level(_))) else {
            return self.fit(typed, &Type::YesNo, env);
        };
        let sides = (Box::new(left.clone()), Box::new(condition.clone()));
        let kind = ast::ExprKind::Binary(sign, sides.0, sides.1);
        let comparison = print_expression(&ast::Expr { kind, ..condition.clone() });
        let complaint = Diagnostic::error(codes::WRONG_TYPE, typed.span, "this level is not compared with anything");
        let help = format!("write the whole comparison again: `{comparison}`");
        self.report(complaint.help(help).fix(Fix::maybe(typed.span, comparison)));
        Expr::unknown(typed.span)
    }

    fn arithmetic(
        &mut self,
        env: &Env,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        (span, hint): (Span, Option<&Type>),
    ) -> Expr {
        let dice_wanted = hint == Some(&Type::Dice) && !env.rolls;
        let inner = if dice_wanted { &Type::Dice } else { &Type::Number };
        let left = self.expr(env, left, Some(inner));
        let right = self.expr(env, right, Some(inner));
        let is_rolled = |ty: &Type| *ty == Type::Dice || dice_wanted && ty.is_of_dice();
        if (is_rolled(&left.ty) || is_rolled(&right.ty)) && !env.rolls {
            let (left, right) = (self.fit(left, &Type::Dice, env), self.fit(right, &Type::Dice, env));
            return Expr { span, ty: Type::Dice, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) };
        }
        if self.added_dice((&left, &right), hint, span) {
            return Expr::unknown(span);
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

    /// `x is unreached`
    pub(super) fn unreached(&mut self, env: &Env, value: Expr, span: Span) -> Expr {
        // A roll answers only what it is asked: without a question nothing of it would be kept.
        let value = if value.ty == Type::Roll { self.fit(value, &Type::Number, env) } else { value };
        let of_one = &mut |one| Expr { span, ty: Type::YesNo, kind: ExprKind::IsUnreached(Box::new(one)) };
        Expr { span, ..value.in_each_branch(of_one) }
    }

    /// `is`, `is not`, `is unreached`.
    fn equality(&mut self, env: &Env, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        if let ast::ExprKind::Name(name) = &right.kind
            && name.text() == "unreached"
        {
            let value = self.expr(env, left, None);
            let unreached = self.unreached(env, value, span);
            return if op == BinaryOp::IsNot { not(unreached) } else { unreached };
        }
        let (left, right) = self.same_type(env, left, right);
        // What a text comes to can be claimed, but nothing may depend on it.
        if left.ty == Type::Text && !env.rolls {
            self.report(
                Diagnostic::error(codes::WRONG_TYPE, span, "text cannot be compared")
                    .help("declare a scale with the words as its levels: `scale mood { calm | tense }`"),
            );
        }
        let op = if op == BinaryOp::IsNot { BinaryOp::IsNot } else { BinaryOp::Is };
        if let (BinaryOp::Is, Type::Level(scale)) = (op, &left.ty)
            && let Some(level) = constant_of(&right).or_else(|| constant_of(&left))
        {
            self.notes.uses.record_asked(*scale, usize::try_from(level).unwrap_or(usize::MAX), span);
        }
        Expr { span, ty: Type::YesNo, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
    }

    /// Two values that are to be compared: what is known of one helps to read the other.
    fn same_type(&mut self, env: &Env, left: &ast::Expr, right: &ast::Expr) -> (Expr, Expr) {
        let typed_left = if let (ast::ExprKind::Name(_), ast::ExprKind::Name(beside)) = (&left.kind, &right.kind) {
            self.expr(&Env { beside: Some(beside.text()), ..env.clone() }, left, None)
        } else {
            self.expr(env, left, None)
        };
        if self.is_run_beside_a_level(&typed_left, (left, right)) {
            return (Expr::unknown(left.span), Expr::unknown(right.span));
        }
        let wanted = match &typed_left.ty {
            Type::Roll | Type::NamedModifier | Type::Dice => Type::Number,
            other @ (Type::Number
            | Type::YesNo
            | Type::Level(_)
            | Type::Die
            | Type::Text
            | Type::Thing(_)
            | Type::Run(_)
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Plan(_)
            | Type::Item(_)
            | Type::Many(_)
            | Type::Unknown) => other.clone(),
        };
        let is_bare = matches!((&typed_left.ty, &typed_left.kind), (Type::Die, ExprKind::Number(_)));
        let typed_left = self.fit(typed_left, &wanted, env);
        if typed_left.ty == Type::Unknown && self.is_level(right) {
            // Whose level it is would have been seen from the other side, which has been reported.
            return (typed_left, Expr::unknown(right.span));
        }
        let typed_right = self.expr(env, right, Some(&wanted));
        // Two dice that are written out are as they are, and so is a die beside a number: a roll was meant.
        if is_bare && (typed_right.ty == Type::Number || matches!(typed_right.kind, ExprKind::Number(_))) {
            self.bare_die(env, &typed_left);
            return (Expr::unknown(left.span), Expr::unknown(right.span));
        }
        if let (Type::TableRow(_), other) = (&wanted, &typed_right.ty) {
            let other = other.clone();
            return (self.fit(typed_left, &other, env), typed_right);
        }
        if let Type::Thing(kind) = &typed_left.ty
            && let Some(had) = self.had_level(&print_expression(left), *kind, &typed_right)
        {
            let (whose, found) = (print_expression(left), self.type_name(&typed_right.ty));
            let message = format!("this is {found}, but `{whose}` is {}", self.type_name(&typed_left.ty));
            self.report(
                Diagnostic::error(codes::WRONG_TYPE, right.span, message)
                    .help(format!("write `{had}`"))
                    .fix(Fix::maybe(left.span.to(right.span), had)),
            );
            return (typed_left, Expr::unknown(right.span));
        }
        let typed_right = self.fit(typed_right, &wanted, env);
        (typed_left, typed_right)
    }

    /// `A otherwise B`: what stands in for a value that is not reached.
    fn otherwise(&mut self, env: &Env, left: &ast::Expr, right: &ast::Expr, at: (Span, Option<&Type>)) -> Expr {
        let (span, hint) = at;
        let left = self.expr(env, left, hint);
        let wanted = match &left.ty {
            Type::Roll | Type::NamedModifier => Type::Number,
            Type::Dice if env.rolls => Type::Number,
            Type::TableRow(_) => hint.cloned().unwrap_or(Type::Number),
            other @ (Type::Number | Type::YesNo | Type::Level(_) | Type::Die | Type::Thing(_) | Type::Unknown) => {
                other.clone()
            }
            other @ (Type::Text
            | Type::Run(_)
            | Type::Card(_)
            | Type::Dice
            | Type::Plan(_)
            | Type::Item(_)
            | Type::Many(_)) => {
                let message = format!("{} cannot have an `otherwise`", self.type_name(other));
                let help = "`otherwise` follows a number, yes or no, a level, or a person or thing";
                self.report(Diagnostic::error(codes::WRONG_TYPE, left.span, message).help(help));
                return Expr::unknown(span);
            }
        };
        let left = self.fit(left, &wanted, env);
        let right = self.expr(env, right, Some(&wanted));
        let right = self.fit(right, &wanted, env);
        Expr { span, ty: wanted, kind: ExprKind::Binary(BinaryOp::Otherwise, Box::new(left), Box::new(right)) }
    }

    /// Whether a bare word is a level of some scale.
    fn is_level(&self, expr: &ast::Expr) -> bool {
        let ast::ExprKind::Name(name) = &expr.kind else { return false };
        let text = name.text();
        self.system.scales.iter().any(|scale| scale.level(&text).is_some())
    }

    /// What is held to another by more and less has to have an order.
    fn ordered(&mut self, expr: &Expr) {
        self.has_order(&expr.ty);
        if !matches!(expr.ty, Type::Number | Type::Level(_) | Type::Die | Type::Unknown) {
            let found = self.type_name(&expr.ty);
            self.report(
                Diagnostic::error(
                    codes::WRONG_TYPE,
                    expr.span,
                    format!("{found} cannot be compared as greater or less"),
                )
                .help(if expr.ty == Type::Dice {
                    "roll them first, and compare the result: `roll NAME : …`, and then `NAME.sum`"
                } else {
                    "compare numbers, or levels of one scale; use `is` for anything else"
                }),
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
                Diagnostic::error(codes::WRONG_TYPE, span, "`knows` needs a named modifier")
                    .help("write `WHO knows NAME`, where NAME is declared as in `modifier NAME … known to …`"),
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
            Type::Die if op != BinaryOp::Towards => i64::try_from(SIZES.len()).unwrap_or(i64::MAX),
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
                    Diagnostic::error(codes::WRONG_TYPE, from.span, format!("this is {found}, but a level is needed here"))
                        .help("`up`, `down` and `towards` move along a scale, and a die steps `up` and `down`; for numbers use `+` and `-`"),
                );
                return Expr::unknown(span);
            }
        };
        self.has_order(&from.ty);
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
}

/// The type of both branches: dice and numbers make dice.
fn widest(known: Option<Type>, next: &Type) -> Type {
    match (known, next) {
        (None | Some(Type::Unknown), _)
        // A number beside it says that its number is meant.
        | (Some(Type::Roll | Type::NamedModifier | Type::TableRow(_)), Type::Number)
        | (Some(Type::Number), Type::Dice)
        | (Some(Type::YesNo | Type::Number), Type::Level(_) | Type::Thing(_)) => next.clone(),
        (Some(known), _) => known,
    }
}

/// `not x`
pub(super) fn not(condition: Expr) -> Expr {
    Expr { span: condition.span, ty: Type::YesNo, kind: ExprKind::Unary(UnaryOp::Not, Box::new(condition)) }
}

/// The comparison that stands last in a condition: what is compared, by which sign, and of what type it is.
fn compared_last<'e>(written: &'e ast::Expr, typed: &'e Expr) -> Option<(&'e ast::Expr, BinaryOp, &'e Type)> {
    let (ast::ExprKind::Binary(sign, left, right), ExprKind::Binary(_, typed_left, typed_right)) =
        (&written.kind, &typed.kind)
    else {
        return None;
    };
    if matches!(sign, BinaryOp::And | BinaryOp::Or) {
        compared_last(right, typed_right)
    } else {
        Some((left, *sign, &typed_left.ty))
    }
}
