//! Expressions with as few parentheses as their meaning allows, types and cells.

use super::{after, quoted};
use crate::syntax::ast::{Argument, BinaryOp, Cell, CellKind, Expr, ExprKind, Text, TypeKind, TypeRef, UnaryOp};
use crate::syntax::precedence::{NOT, SIGN, tightness};

/// What needs no parentheses anywhere.
const WHOLE: u8 = 9;

pub(super) fn expr(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Number { value, unit } => format!("{value}{}", unit.as_deref().unwrap_or("")),
        ExprKind::Die(sides) => format!("d{sides}"),
        ExprKind::Dice { count, sides } => format!("{}d{}", count_of(count), count_of(sides)),
        ExprKind::Keep { highest, count, dice, notation } => keep(*highest, *count, dice, notation.as_ref()),
        ExprKind::Text(text) => quoted(text),
        ExprKind::Name(name) => name.text(),
        ExprKind::Question => "?".to_owned(),
        ExprKind::Member(whole, member) => format!("{}.{}", within(WHOLE, whole), member.text()),
        ExprKind::Call(whole, arguments) => format!("{}({})", within(WHOLE, whole), list(arguments)),
        ExprKind::Unary(operator, operand) => unary(*operator, operand),
        ExprKind::Binary(operator, left, right) => {
            let tight = tightness(*operator);
            format!("{} {} {}", within(tight, left), sign(*operator), within(tight + 1, right))
        }
        ExprKind::If(branches, otherwise) => if_expr(branches, otherwise),
    }
}

/// In parentheses where it would otherwise come apart.
pub(super) fn within(least: u8, operand: &Expr) -> String {
    let tight = match &operand.kind {
        ExprKind::If(..) => 0,
        ExprKind::Binary(operator, ..) => tightness(*operator),
        ExprKind::Unary(UnaryOp::Not, _) => NOT,
        ExprKind::Unary(..) => SIGN,
        _ => WHOLE,
    };
    if tight < least { format!("({})", expr(operand)) } else { expr(operand) }
}

fn unary(operator: UnaryOp, operand: &Expr) -> String {
    match operator {
        UnaryOp::Not => format!("not {}", within(NOT, operand)),
        UnaryOp::Minus => format!("-{}", within(SIGN, operand)),
        UnaryOp::Plus => format!("+{}", within(SIGN, operand)),
    }
}

fn if_expr(branches: &[(Expr, Expr)], otherwise: &Expr) -> String {
    let branch = |(condition, value): &(Expr, Expr)| format!("if {} then {} else ", within(1, condition), within(1, value));
    let branches: String = branches.iter().map(branch).collect();
    branches + &within(1, otherwise)
}

/// The number of dice or of their faces: a plain number or something in parentheses.
fn count_of(count: &Expr) -> String {
    match &count.kind {
        ExprKind::Number { value, unit: None } => value.to_string(),
        _ => format!("({})", expr(count)),
    }
}

fn keep(highest: bool, count: Option<i64>, dice: &Expr, notation: Option<&Text>) -> String {
    let which = if highest { "highest" } else { "lowest" };
    let count = count.map_or_else(String::new, |count| format!("{count} of "));
    let dice = match &dice.kind {
        ExprKind::Dice { .. } => expr(dice),
        _ => count_of(dice),
    };
    format!("{which} {count}{dice}{}", after(notation))
}

fn list(arguments: &[Argument]) -> String {
    let arguments: Vec<String> = arguments.iter().map(argument).collect();
    arguments.join(", ")
}

fn argument(argument: &Argument) -> String {
    match argument {
        Argument::Value(value) => expr(value),
        Argument::Each { variable, list, body } => {
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
        TypeKind::Name(name) => name.text(),
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
        CellKind::Value(value, text) => format!("{}{}", expr(value), after(text.as_ref())),
    }
}
