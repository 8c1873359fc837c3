//! Expressions with as few parentheses as their meaning allows, types and cells.

use super::{after, quoted};
use crate::syntax::ast::{BinaryOp, CallArgument, Cell, CellKind, Expr, ExprKind, Text, TypeKind, TypeRef, UnaryOp};
use crate::syntax::precedence::{NOT, SIGN, tightness};

/// What needs no parentheses anywhere.
const WHOLE: u8 = 10;

pub(super) fn expr(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Number { value, unit } => format!("{value}{}", unit.as_deref().unwrap_or("")),
        ExprKind::Decimal { digits, places, percent } => decimal(*digits, *places) + if *percent { "%" } else { "" },
        ExprKind::Die(sides) => format!("d{sides}"),
        ExprKind::Dice { count, sides } => format!("{}d{}", count_of(count), count_of(sides)),
        ExprKind::Keep { highest, count, dice, notation } => keep(*highest, *count, dice, notation.as_ref()),
        ExprKind::Text(text) => quoted(text),
        ExprKind::Name(name) => name.text().into(),
        ExprKind::Question => "?".to_owned(),
        ExprKind::Member(whole, member) => format!("{}.{}", within(WHOLE, whole), member.text()),
        ExprKind::Call(whole, arguments) => format!("{}({})", within(WHOLE, whole), list(arguments)),
        ExprKind::Unary(operator, operand) => {
            let (sign, least) = prefix(*operator);
            format!("{sign}{}", within(least, operand))
        }
        ExprKind::Binary(operator, left, right) => {
            let tight = tightness(*operator);
            format!("{} {} {}", within(tight, left), sign(*operator), within(tight + 1, right))
        }
        ExprKind::If(branches, otherwise) => then_branches(branches) + within(1, otherwise).as_str(),
    }
}

/// `0.25`: 25 with 2 places.
fn decimal(digits: i64, places: u32) -> String {
    if places == 0 {
        return digits.to_string();
    }
    let places = places as usize;
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    format!("{whole}.{fraction}")
}

/// In parentheses where it would otherwise come apart.
fn within(least: u8, operand: &Expr) -> String {
    if held(operand) < least { format!("({})", expr(operand)) } else { expr(operand) }
}

/// How tightly an expression holds together.
fn held(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::If(..) => 0,
        ExprKind::Binary(operator, ..) => tightness(*operator),
        ExprKind::Unary(UnaryOp::Not, _) => NOT,
        ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, _) => SIGN,
        ExprKind::Number { .. }
        | ExprKind::Die(_)
        | ExprKind::Decimal { .. }
        | ExprKind::Dice { .. }
        | ExprKind::Keep { .. }
        | ExprKind::Text(_)
        | ExprKind::Name(_)
        | ExprKind::Question
        | ExprKind::Member(..)
        | ExprKind::Call(..) => WHOLE,
    }
}

/// An expression and the text after it, which must not become the notation of dice at the expression's end.
pub(super) fn with_text(value: &Expr, text: Option<&Text>) -> String {
    match text {
        Some(_) => format!("{}{}", closed(value), after(text)),
        None => expr(value),
    }
}

fn closed(value: &Expr) -> String {
    match &value.kind {
        ExprKind::Keep { notation: None, .. } => format!("({})", expr(value)),
        ExprKind::Binary(operator, left, right) => {
            let tight = tightness(*operator);
            format!("{} {} {}", within(tight, left), sign(*operator), closed_within(tight + 1, right))
        }
        ExprKind::Unary(operator, operand) => {
            let (sign, least) = prefix(*operator);
            format!("{sign}{}", closed_within(least, operand))
        }
        ExprKind::If(branches, otherwise) => then_branches(branches) + closed_within(1, otherwise).as_str(),
        ExprKind::Number { .. }
        | ExprKind::Die(_)
        | ExprKind::Decimal { .. }
        | ExprKind::Dice { .. }
        | ExprKind::Keep { notation: Some(_), .. }
        | ExprKind::Text(_)
        | ExprKind::Name(_)
        | ExprKind::Question
        | ExprKind::Member(..)
        | ExprKind::Call(..) => expr(value),
    }
}

fn closed_within(least: u8, operand: &Expr) -> String {
    if held(operand) < least { within(least, operand) } else { closed(operand) }
}

/// How a prefix is written, and how tightly its operand must hold together.
fn prefix(operator: UnaryOp) -> (&'static str, u8) {
    match operator {
        UnaryOp::Not => ("not ", NOT),
        UnaryOp::Minus => ("-", SIGN),
        UnaryOp::Plus => ("+", SIGN),
    }
}

fn then_branches(branches: &[(Expr, Expr)]) -> String {
    let branch =
        |(condition, value): &(Expr, Expr)| format!("if {} then {} else ", within(1, condition), within(1, value));
    branches.iter().map(branch).collect()
}

/// The number of dice or of their faces: a plain number or something in parentheses.
fn count_of(count: &Expr) -> String {
    if let ExprKind::Number { value, unit: None } = &count.kind {
        value.to_string()
    } else {
        format!("({})", expr(count))
    }
}

fn keep(highest: bool, count: Option<i64>, dice: &Expr, notation: Option<&Text>) -> String {
    let which = if highest { "highest" } else { "lowest" };
    let count = count.map_or_else(String::new, |count| format!("{count} of "));
    let dice = if matches!(dice.kind, ExprKind::Dice { .. }) { expr(dice) } else { count_of(dice) };
    format!("{which} {count}{dice}{}", after(notation))
}

fn list(arguments: &[CallArgument]) -> String {
    let arguments: Vec<String> = arguments.iter().map(argument).collect();
    arguments.join(", ")
}

fn argument(argument: &CallArgument) -> String {
    match argument {
        CallArgument::Value(value) => expr(value),
        CallArgument::Given { asked, condition } => format!("{} given {}", expr(asked), expr(condition)),
        CallArgument::Each { variable, list, body } => {
            // A sign after `in` would make `x in` a name.
            let printed = expr(list);
            let list = if printed.starts_with(['-', '+']) { format!("({printed})") } else { printed };
            format!("{} in {list} : {}", variable.text, expr(body))
        }
    }
}

fn sign(operator: BinaryOp) -> &'static str {
    match operator {
        BinaryOp::Or => "or",
        BinaryOp::And => "and",
        BinaryOp::Is => "is",
        BinaryOp::IsNot => "is not",
        BinaryOp::Less => "<",
        BinaryOp::LessOrEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterOrEqual => ">=",
        BinaryOp::Equals => "=",
        BinaryOp::Knows => "knows",
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::DivideDown => "div down",
        BinaryOp::DivideUp => "div up",
        BinaryOp::Modulo => "mod",
        BinaryOp::Fraction => "/",
        BinaryOp::Up => "up",
        BinaryOp::Down => "down",
        BinaryOp::Towards => "towards",
        BinaryOp::Otherwise => "otherwise",
    }
}

pub(super) fn type_ref(written: &TypeRef) -> String {
    let many = if written.many { "many " } else { "" };
    let optional = if written.optional { "optional " } else { "" };
    let kind = match &written.kind {
        TypeKind::YesNo => "yes/no".to_owned(),
        // Limits hold no comparison, since the `=` after them begins the default.
        TypeKind::Limits(from, to) => {
            let least = tightness(BinaryOp::Add);
            format!("{}..{}", within(least, from), within(least, to))
        }
        TypeKind::Name(name) => name.text().into(),
    };
    format!("{many}{optional}{kind}")
}

pub(super) fn cell(cell: &Cell) -> String {
    match &cell.kind {
        CellKind::Dash => "-".to_owned(),
        CellKind::Band(from, to) => {
            let end = |bound: &Option<Expr>| bound.as_ref().map_or_else(String::new, expr);
            format!("{}..{}", end(from), end(to))
        }
        CellKind::Value(value, text) => with_text(value, text.as_ref()),
    }
}
