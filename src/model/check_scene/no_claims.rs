//! Lines that look like claims about odds, but are not.

use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, CallArgument, Expr, ExprKind, OddsWord, Phrase, UnaryOp, Word};
use crate::syntax::print_expression;

/// The finding for claims about odds that are joined by words, and for two plain numbers.
pub fn no_claim(claim: &Expr, asks_for_odds: &dyn Fn(&Expr) -> bool) -> Option<Diagnostic> {
    let asks = |part: &Expr| asks(part, asks_for_odds);
    match &claim.kind {
        ExprKind::Binary(operator @ (BinaryOp::And | BinaryOp::Or), left, right) if asks(left) || asks(right) => {
            Some(joined(claim.span, *operator, (left.span, right.span)))
        }
        ExprKind::Unary(UnaryOp::Not, inner) if asks(inner) => {
            let message = "`not` cannot come before odds, which are numbers";
            let help = "put `not` inside the brackets: `P(not (…)) >= 1/2`";
            Some(Diagnostic::error(codes::ODDS, claim.span, message).help(help))
        }
        ExprKind::Binary(operator, left, right)
            if measures(*operator) && holds_or_not(left) && !asks(left) && is_plain(right) =>
        {
            let message = "a condition cannot be compared with a number";
            let help = format!("to claim how likely it is, write `{}`", chance_of(left, *operator, right));
            Some(Diagnostic::error(codes::ODDS, claim.span, message).help(help))
        }
        ExprKind::Binary(operator, left, right) if compares(*operator) => {
            let numbers = is_plain(left) && is_plain(right) && (has_fraction(left) || has_fraction(right));
            let message = "this compares two plain numbers and asks nothing about the scene";
            let help = "compare odds with a number: `P(…) >= 1/3`, `E(…) >= 1/3`";
            numbers.then(|| Diagnostic::error(codes::ODDS, claim.span, message).help(help))
        }
        ExprKind::Number { .. }
        | ExprKind::Decimal { .. }
        | ExprKind::Die(_)
        | ExprKind::Dice { .. }
        | ExprKind::Keep { .. }
        | ExprKind::Text(_)
        | ExprKind::Name(_)
        | ExprKind::Question
        | ExprKind::Member(..)
        | ExprKind::Call(..)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::If(..) => None,
    }
}

fn joined(claim: Span, operator: BinaryOp, (left, right): (Span, Span)) -> Diagnostic {
    if operator == BinaryOp::Or {
        let message = "claims about odds cannot be joined with `or`";
        let help = "`or` joins conditions inside the brackets: `P(a or b) >= 1/2`";
        return Diagnostic::error(codes::ODDS, claim, message).help(help);
    }
    let between = Span { source: claim.source, start: left.end, end: right.start };
    Diagnostic::error(codes::ODDS, claim, "claims about odds cannot be joined with `and`")
        .help("write one claim per line, or separate them with commas; `and` joins conditions inside the brackets: `P(a and b)`")
        .fix(Fix::sure(between, ", "))
}

/// Whether odds are asked for in it, behind `and`, `or` and `not` as well.
fn asks(asked: &Expr, asks_for_odds: &dyn Fn(&Expr) -> bool) -> bool {
    let within = if let ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) = &asked.kind {
        asks(left, asks_for_odds) || asks(right, asks_for_odds)
    } else if let ExprKind::Unary(UnaryOp::Not, inner) = &asked.kind {
        asks(inner, asks_for_odds)
    } else {
        false
    };
    within || asks_for_odds(asked)
}

/// Whether an operator holds a number to another one.
fn measures(operator: BinaryOp) -> bool {
    compares(operator) && ![BinaryOp::Is, BinaryOp::IsNot].contains(&operator)
}

/// Whether it is yes or no: a comparison, or several joined by words.
fn holds_or_not(claim: &Expr) -> bool {
    match &claim.kind {
        ExprKind::Binary(operator, ..) => compares(*operator) || matches!(operator, BinaryOp::And | BinaryOp::Or),
        ExprKind::Unary(operator, _) => *operator == UnaryOp::Not,
        ExprKind::Number { .. }
        | ExprKind::Decimal { .. }
        | ExprKind::Die(_)
        | ExprKind::Dice { .. }
        | ExprKind::Keep { .. }
        | ExprKind::Text(_)
        | ExprKind::Name(_)
        | ExprKind::Question
        | ExprKind::Member(..)
        | ExprKind::Call(..)
        | ExprKind::If(..) => false,
    }
}

/// `P(a is b) > 0.5` for `a is b > 50`: more than 1 are percents.
fn chance_of(condition: &Expr, operator: BinaryOp, number: &Expr) -> String {
    let kind = if let ExprKind::Number { value: percents @ 2..=100, unit: None } = number.kind {
        let digits = if percents % 10 == 0 { percents / 10 } else { percents };
        ExprKind::Decimal { digits, places: if percents % 10 == 0 { 1 } else { 2 }, percent: false }
    } else {
        number.kind.clone()
    };
    let name = Phrase { words: vec![Word { text: OddsWord::Chance.written().into(), span: condition.span }] };
    let callee = Box::new(Expr { span: condition.span, kind: ExprKind::Name(name) });
    let chance = ExprKind::Call(callee, vec![CallArgument::Value(condition.clone())]);
    let chance = Box::new(Expr { span: condition.span, kind: chance });
    let number = Box::new(Expr { span: number.span, kind });
    print_expression(&Expr { span: condition.span, kind: ExprKind::Binary(operator, chance, number) })
}

/// Whether an operator compares two values.
pub fn compares(operator: BinaryOp) -> bool {
    [
        BinaryOp::Is,
        BinaryOp::IsNot,
        BinaryOp::Less,
        BinaryOp::LessOrEqual,
        BinaryOp::Greater,
        BinaryOp::GreaterOrEqual,
        BinaryOp::Equals,
    ]
    .contains(&operator)
}

/// Whether it is made of numbers alone.
fn is_plain(number: &Expr) -> bool {
    match &number.kind {
        ExprKind::Number { .. } | ExprKind::Decimal { .. } => true,
        ExprKind::Unary(_, inner) => is_plain(inner),
        ExprKind::Binary(_, left, right) => is_plain(left) && is_plain(right),
        ExprKind::Die(_)
        | ExprKind::Dice { .. }
        | ExprKind::Keep { .. }
        | ExprKind::Text(_)
        | ExprKind::Name(_)
        | ExprKind::Question
        | ExprKind::Member(..)
        | ExprKind::Call(..)
        | ExprKind::If(..) => false,
    }
}

fn has_fraction(number: &Expr) -> bool {
    if let ExprKind::Binary(operator, left, right) = &number.kind {
        return *operator == BinaryOp::Fraction || has_fraction(left) || has_fraction(right);
    }
    matches!(number.kind, ExprKind::Decimal { .. })
}
