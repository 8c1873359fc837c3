//! Formulas over odds: `P(a) + P(b) >= 2 * E(c / 2)`.

use super::{Env, Typer};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, Term, Type};
use crate::semantics::formula::{Comparison, Formula, Operation, Reading, Relation};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, CallArgument, OddsWord, UnaryOp};
use crate::syntax::print_expression;

/// A number over another one that is known.
struct Over {
    above: Expr,
    below: i64,
}

impl Typer<'_> {
    /// Two formulas and how they are compared; none where nothing is.
    pub fn comparison(&mut self, asked: &ast::Expr, terms: &mut Vec<Term>) -> Option<Comparison> {
        let ast::ExprKind::Binary(operator, left, right) = &asked.kind else { return None };
        let relation = relation(*operator)?;
        Some(Comparison { left: self.formula(left, terms), relation, right: self.formula(right, terms) })
    }

    /// A number that is computed from odds. What it asks for goes to `terms`.
    pub fn formula(&mut self, asked: &ast::Expr, terms: &mut Vec<Term>) -> Formula {
        if let Some((word, arguments)) = asked.odds_of() {
            return self.odds_term(word, arguments, asked.span, terms);
        }
        match &asked.kind {
            ast::ExprKind::Decimal { digits, places } => decimal(*digits, *places),
            ast::ExprKind::Unary(UnaryOp::Plus, inner) => self.formula(inner, terms),
            ast::ExprKind::Unary(UnaryOp::Minus, inner) => Formula::Negative(Box::new(self.formula(inner, terms))),
            ast::ExprKind::Binary(operator, left, right) => match operation(*operator) {
                Some(operation) => {
                    let (above, below) = (self.formula(left, terms), self.formula(right, terms));
                    self.of_two(operation, above, (below, right.span))
                }
                None => self.no_formula(asked, Some(*operator)),
            },
            ast::ExprKind::Number { value, unit } => {
                let number = self.number(*value, unit.as_deref(), asked.span);
                Formula::fraction(number.unwrap_or_default(), 1)
            }
            ast::ExprKind::Unary(UnaryOp::Not, _)
            | ast::ExprKind::Die(_)
            | ast::ExprKind::Dice { .. }
            | ast::ExprKind::Keep { .. }
            | ast::ExprKind::Text(_)
            | ast::ExprKind::Name(_)
            | ast::ExprKind::Question
            | ast::ExprKind::Member(..)
            | ast::ExprKind::Call(..)
            | ast::ExprKind::If(..) => self.no_formula(asked, None),
        }
    }

    fn of_two(&mut self, operation: Operation, above: Formula, (below, span): (Formula, Span)) -> Formula {
        if operation == Operation::Divide && below == Formula::fraction(0, 1) {
            let message = "a fraction has a denominator above zero";
            let complaint = Diagnostic::error(codes::DIVISION_BY_ZERO, span, message);
            self.report(complaint.help("write a fraction such as `1/6`"));
        }
        Formula::Of(operation, Box::new(above), Box::new(below))
    }

    fn no_formula(&mut self, asked: &ast::Expr, operator: Option<BinaryOp>) -> Formula {
        let complaint = match operator {
            Some(BinaryOp::DivideDown | BinaryOp::DivideUp | BinaryOp::Modulo) => {
                let message = "odds are exact fractions, and nothing is rounded";
                Diagnostic::error(codes::ROUNDING, asked.span, message).help("write `/`: `E(…) / 2`")
            }
            Some(operator) if relation(operator).is_some() => {
                let message = "only one comparison is allowed here";
                Diagnostic::error(codes::ODDS, asked.span, message)
                    .help("write one comparison per line; within `P(…)` conditions may be joined by `and`")
            }
            _ => {
                let message = "this is neither odds nor a plain number";
                Diagnostic::error(codes::ODDS, asked.span, message).help(
                    "write `P(CONDITION)` for a chance, `E(NUMBER)` for a mean, or a number such as `1/6` or `0.25`",
                )
            }
        };
        self.report(complaint);
        Formula::fraction(0, 1)
    }

    /// `P(CONDITION given CONDITION)`, `E(NUMBER given CONDITION)`
    fn odds_term(&mut self, word: OddsWord, arguments: &[CallArgument], span: Span, terms: &mut Vec<Term>) -> Formula {
        let (asked, given) = match arguments {
            [CallArgument::Value(asked)] => (asked, None),
            [CallArgument::Given { asked, condition }] => (asked, Some(condition)),
            _ => {
                let letter = if word == OddsWord::Chance { "P" } else { "E" };
                self.wrong_arguments(
                    letter,
                    (arguments.len(), 1),
                    span,
                    "join conditions with `and` or `or`: `P(a and b)`",
                );
                return Formula::fraction(0, 1);
            }
        };
        let env = Env::at_the_end();
        let (reading, Over { above, below }) = match word {
            OddsWord::Chance => (Reading::Chance, Over { above: self.condition(&env, asked), below: 1 }),
            OddsWord::Mean => (Reading::Mean, self.number_over(&env, asked)),
        };
        let given = given.map(|given| self.condition(&env, given));
        let given_at = given.iter().map(|given| given.span).collect();
        terms.push(Term { reading, of: above, given, given_at });
        let answer = Formula::Answer(terms.len() - 1);
        match below {
            1 => answer,
            below => Formula::Of(Operation::Divide, Box::new(answer), Box::new(Formula::fraction(below, 1))),
        }
    }

    /// What a mean is asked of: a number; a level has none.
    fn of_a_mean(&mut self, env: &Env, written: &ast::Expr) -> Expr {
        let value = self.expr(env, written, Some(&Type::Number));
        let Type::Level(scale) = value.ty else { return self.fit(value, &Type::Number, env) };
        let asked = print_expression(written);
        let scale = &self.system.scales[scale];
        let level = scale.levels.last().map_or("…", SharedText::as_str);
        let message = format!("this is a level of `{}`, which has no mean", scale.name);
        let numbers = scale.columns.iter().filter(|column| column.ty == Type::Number);
        let columns: Vec<String> =
            numbers.map(|column| format!(", that of a column `E({asked}.{})`", column.name)).collect();
        let help = format!(
            "ask for a chance: `P({asked} is {level})`; the mean of its place among the levels, from 0 up, is `E({asked}.rank)`{}",
            columns.concat()
        );
        self.report(Diagnostic::error(codes::WRONG_TYPE, written.span, message).help(help));
        Expr::unknown(written.span)
    }

    /// A number with fractions in it as one whole number over another: `a / 2 + b` is `(a + b * 2)` over 2.
    fn number_over(&mut self, env: &Env, written: &ast::Expr) -> Over {
        if !has_fraction(written) {
            return Over { above: self.of_a_mean(env, written), below: 1 };
        }
        match &written.kind {
            ast::ExprKind::Decimal { digits, places } => {
                Over { above: Expr::number(written.span, *digits), below: 10_i64.saturating_pow(*places) }
            }
            ast::ExprKind::Unary(operator, inner) => {
                let Over { above, below } = self.number_over(env, inner);
                let kind = ExprKind::Unary(*operator, Box::new(above));
                Over { above: Expr { span: written.span, ty: Type::Number, kind }, below }
            }
            ast::ExprKind::Binary(BinaryOp::Fraction, left, right) => {
                let Over { above, below } = self.number_over(env, left);
                let by = self.divisor(right);
                Over { above: Expr { span: written.span, ..above }, below: self.product(below, by, written.span) }
            }
            ast::ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.number_over(env, left), self.number_over(env, right));
                let below = self.product(left.below, right.below, written.span);
                let (left, right) = if *operator == BinaryOp::Multiply {
                    (left.above, right.above)
                } else {
                    (times(left.above, right.below), times(right.above, left.below))
                };
                let kind = ExprKind::Binary(*operator, Box::new(left), Box::new(right));
                Over { above: Expr { span: written.span, ty: Type::Number, kind }, below }
            }
            ast::ExprKind::Number { .. }
            | ast::ExprKind::Die(_)
            | ast::ExprKind::Dice { .. }
            | ast::ExprKind::Keep { .. }
            | ast::ExprKind::Text(_)
            | ast::ExprKind::Name(_)
            | ast::ExprKind::Question
            | ast::ExprKind::Member(..)
            | ast::ExprKind::Call(..)
            | ast::ExprKind::If(..) => Over { above: self.wanted(env, written, &Type::Number), below: 1 },
        }
    }

    /// What a mean is divided by, which is known beforehand.
    fn divisor(&mut self, written: &ast::Expr) -> i64 {
        let Some(number) = self.constant(written) else { return 1 };
        if number == 0 {
            let complaint = Diagnostic::error(codes::DIVISION_BY_ZERO, written.span, "this divides by zero");
            self.report(complaint.help("write a divisor of at least 1"));
            return 1;
        }
        number
    }

    fn product(&mut self, one: i64, other: i64, span: Span) -> i64 {
        one.checked_mul(other).unwrap_or_else(|| {
            let message = "the divisor is too large";
            self.report(Diagnostic::error(codes::NUMBER_TOO_LARGE, span, message).help("use a smaller divisor"));
            1
        })
    }
}

/// Whether `/` or a decimal stands in what is added, taken away or multiplied.
fn has_fraction(written: &ast::Expr) -> bool {
    match &written.kind {
        ast::ExprKind::Decimal { .. } | ast::ExprKind::Binary(BinaryOp::Fraction, ..) => true,
        ast::ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply, left, right) => {
            has_fraction(left) || has_fraction(right)
        }
        ast::ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, inner) => has_fraction(inner),
        ast::ExprKind::Unary(UnaryOp::Not, _)
        | ast::ExprKind::Binary(..)
        | ast::ExprKind::Number { .. }
        | ast::ExprKind::Die(_)
        | ast::ExprKind::Dice { .. }
        | ast::ExprKind::Keep { .. }
        | ast::ExprKind::Text(_)
        | ast::ExprKind::Name(_)
        | ast::ExprKind::Question
        | ast::ExprKind::Member(..)
        | ast::ExprKind::Call(..)
        | ast::ExprKind::If(..) => false,
    }
}

fn times(value: Expr, by: i64) -> Expr {
    if by == 1 {
        return value;
    }
    let span = value.span;
    let kind = ExprKind::Binary(BinaryOp::Multiply, Box::new(value), Box::new(Expr::number(span, by)));
    Expr { span, ty: Type::Number, kind }
}

fn decimal(digits: i64, places: u32) -> Formula {
    Formula::fraction(digits, 10_i64.saturating_pow(places))
}

fn operation(operator: BinaryOp) -> Option<Operation> {
    match operator {
        BinaryOp::Add => Some(Operation::Add),
        BinaryOp::Subtract => Some(Operation::Subtract),
        BinaryOp::Multiply => Some(Operation::Multiply),
        BinaryOp::Fraction => Some(Operation::Divide),
        BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::Is
        | BinaryOp::IsNot
        | BinaryOp::Less
        | BinaryOp::LessOrEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterOrEqual
        | BinaryOp::Equals
        | BinaryOp::Knows
        | BinaryOp::DivideDown
        | BinaryOp::DivideUp
        | BinaryOp::Modulo
        | BinaryOp::Up
        | BinaryOp::Down
        | BinaryOp::Towards
        | BinaryOp::Otherwise => None,
    }
}

fn relation(operator: BinaryOp) -> Option<Relation> {
    match operator {
        BinaryOp::Is | BinaryOp::Equals => Some(Relation::Equal),
        BinaryOp::IsNot => Some(Relation::Unequal),
        BinaryOp::Less => Some(Relation::Less),
        BinaryOp::LessOrEqual => Some(Relation::LessOrEqual),
        BinaryOp::Greater => Some(Relation::Greater),
        BinaryOp::GreaterOrEqual => Some(Relation::GreaterOrEqual),
        BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::Knows
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::DivideDown
        | BinaryOp::DivideUp
        | BinaryOp::Modulo
        | BinaryOp::Fraction
        | BinaryOp::Up
        | BinaryOp::Down
        | BinaryOp::Towards
        | BinaryOp::Otherwise => None,
    }
}
