//! Numbers that are known before the run.

use super::Typer;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, Notation};
use crate::source::Span;
use crate::syntax::ast::{self, UnaryOp};

impl Typer<'_> {
    /// A whole number known at once: `3`, `-2`, `2p`.
    pub fn constant(&mut self, expr: &ast::Expr) -> Option<i64> {
        match &expr.kind {
            ast::ExprKind::Number { value, unit } => self.number(*value, unit.as_deref(), expr.span),
            ast::ExprKind::Unary(UnaryOp::Minus, inner) => self.constant(inner)?.checked_neg(),
            ast::ExprKind::Unary(UnaryOp::Plus, inner) => self.constant(inner),
            ast::ExprKind::Die(_)
            | ast::ExprKind::Decimal { .. }
            | ast::ExprKind::Dice { .. }
            | ast::ExprKind::Keep { .. }
            | ast::ExprKind::Text(_)
            | ast::ExprKind::Name(_)
            | ast::ExprKind::Question
            | ast::ExprKind::Member(..)
            | ast::ExprKind::Call(..)
            | ast::ExprKind::Unary(..)
            | ast::ExprKind::Binary(..)
            | ast::ExprKind::If(..) => {
                self.report(
                    Diagnostic::error(codes::NOT_CONSTANT, expr.span, "a plain number is needed here")
                        .help("write a number such as `3`; it must be known before the run"),
                );
                None
            }
        }
    }

    /// A number with its unit: `2b` is +2 and `3p` is -3 where the system says so.
    pub fn number(&mut self, value: i64, unit: Option<&str>, span: Span) -> Option<i64> {
        let Some(unit) = unit else { return Some(value) };
        let is_own = match &self.system.notation {
            Notation::Units { bonus, penalty } => [bonus, penalty].iter().any(|own| *own == unit),
            Notation::Signed => false,
        };
        if unit.eq_ignore_ascii_case("d") && !is_own {
            let message = format!("`{value}{unit}` does not say how many sides the dice have");
            let help = format!("write the sides as well: `{value}d6`");
            self.report(Diagnostic::error(codes::UNIT, span, message).help(help));
            return None;
        }
        let help = match &self.system.notation {
            Notation::Units { bonus, .. } if bonus == unit => return Some(value),
            Notation::Units { penalty, .. } if penalty == unit => return value.checked_neg(),
            Notation::Units { bonus, penalty } => {
                format!("this system writes a bonus as `{value}{bonus}` and a penalty as `{value}{penalty}`")
            }
            Notation::Signed => format!("this system writes modifiers as `+{value}` and `-{value}`"),
        };
        self.report(
            Diagnostic::error(codes::UNIT, span, format!("`{value}{unit}` is not a modifier in this system"))
                .help(help),
        );
        None
    }
}

/// The finding for a default that is known beforehand and lies outside of its limits.
pub fn default_outside(name: &str, default: &Expr, (low, high): (i64, i64)) -> Option<Diagnostic> {
    let number = constant_of(default).filter(|number| low <= high && !(low..=high).contains(number))?;
    let message = format!("the default of `{name}` is {number}; it must be from {low} to {high}");
    let help = format!("write a number from {low} to {high} after `=`");
    Some(Diagnostic::error(codes::OUT_OF_RANGE, default.span, message).help(help))
}

/// The finding for a value that is known beforehand, and lies outside of the limits of what it fills.
pub fn value_outside(name: &str, value: &Expr, (low, high): (i64, i64)) -> Option<Diagnostic> {
    let number = constant_of(value).filter(|number| !(low..=high).contains(number))?;
    let message = format!("`{name}` is {number}; it must be from {low} to {high}");
    let help = format!("write a number from {low} to {high}");
    Some(Diagnostic::error(codes::OUT_OF_RANGE, value.span, message).help(help))
}

/// The number a value is known to be.
pub fn constant_of(value: &Expr) -> Option<i64> {
    match &value.kind {
        ExprKind::Number(number) => Some(*number),
        ExprKind::Unary(UnaryOp::Minus, inner) => constant_of(inner)?.checked_neg(),
        ExprKind::Unary(UnaryOp::Plus, inner) => constant_of(inner),
        ExprKind::Unreached
        | ExprKind::Text(_)
        | ExprKind::Local(_)
        | ExprKind::Var(_)
        | ExprKind::Thing(_)
        | ExprKind::All(_)
        | ExprKind::Levels(_)
        | ExprKind::Invocation(_)
        | ExprKind::NamedModifier(_)
        | ExprKind::Own(_)
        | ExprKind::Member(..)
        | ExprKind::Index(..)
        | ExprKind::Rule(..)
        | ExprKind::House(..)
        | ExprKind::Table(..)
        | ExprKind::Band { .. }
        | ExprKind::DiceCall(..)
        | ExprKind::Dice { .. }
        | ExprKind::Keep { .. }
        | ExprKind::Reduce { .. }
        | ExprKind::Extreme { .. }
        | ExprKind::Absolute(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::IsUnreached(_)
        | ExprKind::Move { .. }
        | ExprKind::Knows(..)
        | ExprKind::If(..)
        | ExprKind::Question => None,
    }
}
