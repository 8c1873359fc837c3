//! Checked whole numbers, and logic with three values: *yes*, *no* and *unreached*.

use serde::{Deserialize, Serialize};

use super::sizes;

/// A value of a running program: a whole number, or `None` for *unreached*.
pub type Value = Option<i64>;

/// *No*, as a value.
pub const NO: Value = Some(0);

/// *Yes*, as a value.
pub const YES: Value = Some(1);

/// An operation on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Unary {
    /// `0 - a`
    Negate,
    /// *yes* for 0, *no* otherwise.
    Not,
    /// *yes* unless unreached; never unreached itself.
    IsReached,
    /// `a`, or 0 when unreached: how a sum reads its sources.
    OrZero,
}

/// An operation on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Binary {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// Rounded towards minus infinity.
    DivideDown,
    /// Rounded towards plus infinity.
    DivideUp,
    /// `a - b * (a div down b)`
    Modulo,
    /// `a < b`
    Less,
    /// `a <= b`
    LessOrEqual,
    /// `a = b`
    Equal,
    /// *no* as soon as either is *no*, even if the other is unreached.
    And,
    /// *yes* as soon as either is *yes*, even if the other is unreached.
    Or,
    /// The smaller of the two.
    Minimum,
    /// The larger of the two.
    Maximum,
    /// The smaller of what is reached of the two.
    LeastReached,
    /// The larger of what is reached of the two.
    GreatestReached,
    /// A die of `a` sides, `b` sizes up along the sizes of [`sizes::SIZES`]; as many down when `b` is negative.
    SizesUp,
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithmeticError {
    /// The result would not fit into 64 bits.
    Overflow,
    /// The second value of a division is 0.
    DivisionByZero,
}

/// Whether a value counts as *yes*; unreached counts as *no*.
pub fn is_yes(value: Value) -> bool {
    value.is_some_and(|number| number != 0)
}

/// The result of an operation on one value.
///
/// # Errors
/// When the result does not fit 64 bits.
pub fn unary(op: Unary, a: Value) -> Result<Value, ArithmeticError> {
    match (op, a) {
        (Unary::IsReached, _) => Ok(Some(i64::from(a.is_some()))),
        (Unary::OrZero, _) => Ok(Some(a.unwrap_or(0))),
        (Unary::Negate | Unary::Not, None) => Ok(None),
        (Unary::Negate, Some(number)) => number.checked_neg().map(Some).ok_or(ArithmeticError::Overflow),
        (Unary::Not, Some(number)) => Ok(Some(i64::from(number == 0))),
    }
}

/// The result of an operation on two values.
///
/// # Errors
/// When the result does not fit 64 bits, or a divisor is zero.
pub fn binary(op: Binary, a: Value, b: Value) -> Result<Value, ArithmeticError> {
    match op {
        Binary::And => Ok(and(a, b)),
        Binary::Or => Ok(or(a, b)),
        Binary::LeastReached | Binary::GreatestReached => match (a, b) {
            (Some(a), Some(b)) => reached(op, a, b),
            (one, other) => Ok(one.or(other)),
        },
        Binary::Add
        | Binary::Subtract
        | Binary::Multiply
        | Binary::DivideDown
        | Binary::DivideUp
        | Binary::Modulo
        | Binary::Less
        | Binary::LessOrEqual
        | Binary::Equal
        | Binary::Minimum
        | Binary::Maximum
        | Binary::SizesUp => match (a, b) {
            (Some(a), Some(b)) => reached(op, a, b),
            (None, _) | (_, None) => Ok(None),
        },
    }
}

fn reached(op: Binary, a: i64, b: i64) -> Result<Value, ArithmeticError> {
    let number = match op {
        Binary::Add => a.checked_add(b).ok_or(ArithmeticError::Overflow)?,
        Binary::Subtract => a.checked_sub(b).ok_or(ArithmeticError::Overflow)?,
        Binary::Multiply => a.checked_mul(b).ok_or(ArithmeticError::Overflow)?,
        Binary::DivideDown => divide_down(a, b)?,
        Binary::DivideUp => divide_up(a, b)?,
        Binary::Modulo => modulo(a, b)?,
        Binary::Less => i64::from(a < b),
        Binary::LessOrEqual => i64::from(a <= b),
        Binary::Equal => i64::from(a == b),
        Binary::And => i64::from(a != 0 && b != 0),
        Binary::Or => i64::from(a != 0 || b != 0),
        Binary::Minimum | Binary::LeastReached => a.min(b),
        Binary::Maximum | Binary::GreatestReached => a.max(b),
        Binary::SizesUp => sizes::up(a, b),
    };
    Ok(Some(number))
}

/// `a / b` rounded towards minus infinity.
///
/// # Errors
/// When `b` is zero or the result does not fit 64 bits.
pub fn divide_down(a: i64, b: i64) -> Result<i64, ArithmeticError> {
    let quotient = truncated(a, b)?;
    let inexact = a % b != 0;
    Ok(if inexact && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// `a / b` rounded towards plus infinity.
///
/// # Errors
/// When `b` is zero or the result does not fit 64 bits.
pub fn divide_up(a: i64, b: i64) -> Result<i64, ArithmeticError> {
    let quotient = truncated(a, b)?;
    let inexact = a % b != 0;
    Ok(if inexact && (a < 0) == (b < 0) { quotient + 1 } else { quotient })
}

/// What is left of `a` after `a div down b` times `b`; has the sign of `b`.
///
/// # Errors
/// When `b` is zero.
pub fn modulo(a: i64, b: i64) -> Result<i64, ArithmeticError> {
    if b == 0 {
        return Err(ArithmeticError::DivisionByZero);
    }
    // The only remainder that overflows on the way is that of the smallest number by -1, and it is 0.
    let rest = a.wrapping_rem(b);
    Ok(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

fn truncated(a: i64, b: i64) -> Result<i64, ArithmeticError> {
    if b == 0 {
        return Err(ArithmeticError::DivisionByZero);
    }
    a.checked_div(b).ok_or(ArithmeticError::Overflow)
}

fn and(a: Value, b: Value) -> Value {
    if a == NO || b == NO {
        return NO;
    }
    a.and(b).map(|_| 1)
}

fn or(a: Value, b: Value) -> Value {
    if is_yes(a) || is_yes(b) {
        return YES;
    }
    a.and(b).map(|_| 0)
}
