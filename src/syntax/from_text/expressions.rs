//! Expressions, types, and the cells of tables.

use super::{Part, Parts, Reader, Rule, inner};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{
    BinaryOp, CallArgument, Cell, CellKind, Expr, ExprKind, Grid, LineValue, Phrase, Row, TypeKind, TypeRef, UnaryOp,
};
use crate::syntax::precedence::{NOT, tightness};

impl Reader<'_> {
    pub(super) fn take_expr(&mut self, parts: &mut Parts<'_>) -> Expr {
        self.maybe_expr(parts).unwrap_or(Expr { span: Span::default(), kind: ExprKind::Question })
    }

    pub(super) fn maybe_expr(&mut self, parts: &mut Parts<'_>) -> Option<Expr> {
        parts.next_of(Rule::expr).map(|part| self.expr(part))
    }

    pub(super) fn expr(&mut self, part: Part<'_>) -> Expr {
        let mut parts = inner(part);
        let first = self.unary(&mut parts);
        self.climb(first, &mut parts, 0)
    }

    /// What follows `left` in a flat run of operators and operands, as far as it holds at least as tightly as `least`.
    fn climb(&mut self, mut left: Expr, parts: &mut Parts<'_>, least: u8) -> Expr {
        while let Some(operator) = infix(parts) {
            if tightness(operator) < least {
                break;
            }
            parts.next();
            let right = self.unary(parts);
            let right = self.climb(right, parts, tightness(operator) + 1);
            let span = left.span.to(right.span);
            left = Expr { span, kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)) };
        }
        left
    }

    fn unary(&mut self, parts: &mut Parts<'_>) -> Expr {
        let Some(prefix) = parts.next_of(Rule::prefix) else {
            return self.operand(parts.next());
        };
        let operand = self.unary(parts);
        let (operator, operand) = match prefix.as_str() {
            "-" => (UnaryOp::Minus, operand),
            "+" => (UnaryOp::Plus, operand),
            _ => (UnaryOp::Not, self.climb(operand, parts, NOT)),
        };
        let span = self.span(&prefix).to(operand.span);
        Expr { span, kind: ExprKind::Unary(operator, Box::new(operand)) }
    }

    fn operand(&mut self, part: Option<Part<'_>>) -> Expr {
        let mut parts = inner(part);
        let first = self.primary(parts.next());
        self.links(first, &mut parts)
    }

    /// Members and arguments that follow.
    fn links(&mut self, mut whole: Expr, parts: &mut Parts<'_>) -> Expr {
        while let Some(part) = parts.next_of(Rule::member).or_else(|| parts.next_of(Rule::call)) {
            let span = whole.span.to(self.span(&part));
            let kind = if part.as_rule() == Rule::member {
                ExprKind::Member(Box::new(whole), self.member(part))
            } else {
                ExprKind::Call(Box::new(whole), inner(part).map(|argument| self.argument(argument)).collect())
            };
            whole = Expr { span, kind };
        }
        whole
    }

    fn member(&self, part: Part<'_>) -> Phrase {
        inner(part).next().map_or(Phrase { words: Vec::new() }, |name| self.phrase(name))
    }

    fn argument(&mut self, part: Part<'_>) -> CallArgument {
        let mut parts = inner(part);
        let each = parts.next_of(Rule::each_in);
        let first = self.take_expr(&mut parts);
        match (each, self.maybe_expr(&mut parts)) {
            (None, None) => CallArgument::Value(first),
            (Some(each), Some(body)) => {
                CallArgument::Each { variable: self.take_word(&mut inner(each)), list: first, body }
            }
            (Some(each), None) => CallArgument::Value(self.with_words_before(each, first)),
            (None, Some(body)) => {
                let finding = Diagnostic::error(codes::SYNTAX, first.span, "`:` follows what is no list")
                    .help("write `sum(x in LIST : x.NUMBER)`");
                self.sink.push(finding);
                CallArgument::Value(body)
            }
        }
    }

    /// `x in` was the beginning of a name after all.
    fn with_words_before(&mut self, each: Part<'_>, mut expr: Expr) -> Expr {
        let words = Phrase { words: inner(each).map(|word| self.word(&word)).collect() };
        if !put_words_before(&mut expr, &words) {
            let message = format!("`{}` needs a list, `:` and a value", words.text());
            let finding =
                Diagnostic::error(codes::SYNTAX, words.span(), message).help("write `sum(x in LIST : x.NUMBER)`");
            self.sink.push(finding);
        }
        expr
    }

    fn primary(&mut self, part: Option<Part<'_>>) -> Expr {
        let Some(part) = part else {
            return Expr { span: Span::default(), kind: ExprKind::Question };
        };
        let span = self.span(&part);
        let kind = match part.as_rule() {
            Rule::if_expr => self.if_expr(part),
            Rule::keep => self.keep(part),
            Rule::quantity => self.quantity(part),
            Rule::counted => return self.counted(part),
            Rule::die => ExprKind::Die(self.take_number(&mut inner(part)).map_or(0, |(sides, _)| sides)),
            Rule::text => ExprKind::Text(self.text(part)),
            Rule::phrase => ExprKind::Name(self.phrase(part)),
            _ => ExprKind::Question,
        };
        Expr { span, kind }
    }

    fn if_expr(&mut self, part: Part<'_>) -> ExprKind {
        let values: Vec<Expr> =
            inner(part).filter(|part| part.as_rule() == Rule::expr).map(|part| self.expr(part)).collect();
        let mut branches = Vec::with_capacity(values.len() / 2);
        let mut values = values.into_iter();
        loop {
            match (values.next(), values.next()) {
                (Some(condition), Some(value)) => branches.push((condition, value)),
                (Some(otherwise), None) => return ExprKind::If(branches, Box::new(otherwise)),
                _ => return ExprKind::Question,
            }
        }
    }

    fn keep(&mut self, part: Part<'_>) -> ExprKind {
        let mut parts = inner(part);
        let highest = parts.next().is_some_and(|which| which.as_str() == "highest");
        let count = self.take_number(&mut parts).map(|(count, _)| count);
        let dice = self.primary(parts.next());
        ExprKind::Keep { highest, count, dice: Box::new(dice), notation: self.maybe_text(&mut parts) }
    }

    fn quantity(&mut self, part: Part<'_>) -> ExprKind {
        let mut parts = inner(part);
        let value = self.take_number(&mut parts).map_or(0, |(value, _)| value);
        ExprKind::Number { value, unit: parts.next().map(|unit| unit.as_str().to_owned()) }
    }

    /// `3`, `(a)`, `3d6`, `(a)d(b)`.
    fn counted(&mut self, part: Part<'_>) -> Expr {
        let span = self.span(&part);
        let mut parts = inner(part);
        let count = self.number_or_paren(parts.next());
        let Some(dice) = parts.next_of(Rule::dice_of) else {
            return Expr { span, ..count };
        };
        let sides = self.number_or_paren(inner(dice).next());
        Expr { span, kind: ExprKind::Dice { count: Box::new(count), sides: Box::new(sides) } }
    }

    fn number_or_paren(&mut self, part: Option<Part<'_>>) -> Expr {
        match part {
            Some(part) if part.as_rule() == Rule::number => {
                let (span, value) = (self.span(&part), self.number(&part));
                Expr { span, kind: ExprKind::Number { value, unit: None } }
            }
            part => self.take_expr(&mut inner(part)),
        }
    }

    /// The value of a line that begins with `words`.
    pub(super) fn line_value(&mut self, words: &Phrase, parts: &mut Parts<'_>) -> LineValue {
        let Some(part) = parts.next_of(Rule::line_value).and_then(|part| inner(part).next()) else {
            return LineValue::None;
        };
        if part.as_rule() == Rule::expr {
            return LineValue::After(self.expr(part));
        }
        let mut parts = inner(part);
        let first = Expr { span: words.span(), kind: ExprKind::Name(words.clone()) };
        let first = self.links(first, &mut parts);
        LineValue::Through(self.climb(first, &mut parts, 0))
    }

    /// `phrase (member | call)*`, as in targets and places.
    pub(super) fn take_place(&mut self, parts: &mut Parts<'_>) -> Expr {
        let mut parts = inner(parts.next());
        let words = self.take_phrase(&mut parts);
        let first = Expr { span: words.span(), kind: ExprKind::Name(words) };
        self.links(first, &mut parts)
    }

    pub(super) fn maybe_type(&mut self, parts: &mut Parts<'_>) -> Option<TypeRef> {
        parts.next_of(Rule::type_ref).map(|part| self.type_ref(part))
    }

    pub(super) fn take_type(&mut self, parts: &mut Parts<'_>) -> TypeRef {
        self.maybe_type(parts).unwrap_or(TypeRef {
            many: false,
            optional: false,
            kind: TypeKind::YesNo,
            span: Span::default(),
        })
    }

    fn type_ref(&mut self, part: Part<'_>) -> TypeRef {
        let span = self.span(&part);
        let mut parts = inner(part);
        let many = parts.next_of(Rule::many_kw).is_some();
        let optional = parts.next_of(Rule::optional_kw).is_some();
        let kind = match parts.next() {
            Some(limits) if limits.as_rule() == Rule::limits => {
                let mut bounds = inner(limits).map(|part| self.expr(part));
                match (bounds.next(), bounds.next()) {
                    (Some(from), Some(to)) => TypeKind::Limits(Box::new(from), Box::new(to)),
                    _ => TypeKind::YesNo,
                }
            }
            Some(name) if name.as_rule() == Rule::phrase => TypeKind::Name(self.phrase(name)),
            _ => TypeKind::YesNo,
        };
        TypeRef { many, optional, kind, span }
    }

    pub(super) fn take_grid(&mut self, parts: &mut Parts<'_>) -> Grid {
        let Some(part) = parts.next_of(Rule::grid) else {
            return Grid { rows: Vec::new(), span: Span::default() };
        };
        let span = self.span(&part);
        Grid { rows: inner(part).map(|row| self.row(row)).collect(), span }
    }

    fn row(&mut self, part: Part<'_>) -> Row {
        let span = self.span(&part);
        Row { cells: inner(part).map(|cell| self.cell(cell)).collect(), span }
    }

    fn cell(&mut self, part: Part<'_>) -> Cell {
        let span = self.span(&part);
        let mut parts = inner(part);
        if parts.next_of(Rule::dash).is_some() {
            return Cell { span, kind: CellKind::Dash };
        }
        let from = self.maybe_expr(&mut parts);
        let band = parts.next_of(Rule::dots).is_some();
        let kind = match from {
            Some(value) if !band => CellKind::Value(value, self.maybe_text(&mut parts)),
            from => CellKind::Band(from, self.maybe_expr(&mut parts)),
        };
        Cell { span, kind }
    }
}

/// Puts words before the leftmost name; `false` when the expression begins with something else.
fn put_words_before(expr: &mut Expr, words: &Phrase) -> bool {
    expr.span = words.span().to(expr.span);
    match &mut expr.kind {
        ExprKind::Name(name) => {
            name.words.splice(0..0, words.words.iter().cloned());
            true
        }
        ExprKind::Member(left, _) | ExprKind::Call(left, _) | ExprKind::Binary(_, left, _) => {
            put_words_before(left, words)
        }
        _ => false,
    }
}

/// The operator that comes next, without taking it.
fn infix(parts: &Parts<'_>) -> Option<BinaryOp> {
    let part = parts.look().filter(|part| matches!(part.as_rule(), Rule::infix | Rule::arithmetic))?;
    let mut words = part.as_str().split_whitespace();
    Some(match (words.next()?, words.next()) {
        ("or", _) => BinaryOp::Or,
        ("and", _) => BinaryOp::And,
        ("is", None) => BinaryOp::Is,
        ("is", Some(_)) => BinaryOp::IsNot,
        ("<", _) => BinaryOp::Less,
        ("<=", _) => BinaryOp::LessOrEqual,
        (">", _) => BinaryOp::Greater,
        (">=", _) => BinaryOp::GreaterOrEqual,
        ("=", _) => BinaryOp::Equals,
        ("knows", _) => BinaryOp::Knows,
        ("+", _) => BinaryOp::Add,
        ("-", _) => BinaryOp::Subtract,
        ("*", _) => BinaryOp::Multiply,
        ("/", _) => BinaryOp::Fraction,
        ("div", Some("up")) => BinaryOp::DivideUp,
        ("div", _) => BinaryOp::DivideDown,
        ("mod", _) => BinaryOp::Modulo,
        ("up", _) => BinaryOp::Up,
        ("down", _) => BinaryOp::Down,
        _ => BinaryOp::Towards,
    })
}
