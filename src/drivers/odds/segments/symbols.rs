//! What a register contains inside a segment, for all situations at once, and what instructions make of it.

use crate::ir::{Band, Binary, Scale, Unary, Value};
use crate::semantics::arithmetic::{self, is_yes};

/// What a register held is not followed farther than this from what it was: then nothing overflows. Situations hold numbers
/// up to this size as well.
pub const FAR: i64 = 1 << 60;

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// The same in all situations.
    Known(Value),
    /// What `register` held where the segment began, and `plus` more; `is_reached` when that is known to be a number.
    Entry { register: u32, plus: i64, is_reached: bool },
}

impl Symbol {
    /// What a register holds where a segment begins.
    pub fn entry(register: u32, is_reached: bool) -> Self {
        Symbol::Entry { register, plus: 0, is_reached }
    }

    /// The same, as far as more is known of what a register held.
    pub fn knowing(self, tested: u32, known: Known) -> Self {
        match self {
            Symbol::Entry { register, plus, .. } if register == tested => match known {
                Known::Unreached => Symbol::Known(None),
                Known::Number => Symbol::Entry { register, plus, is_reached: true },
                Known::Exactly(number) => Symbol::Known(Some(number + plus)),
            },
            Symbol::Entry { .. } | Symbol::Known(_) => self,
        }
    }
}

/// What is known of what a register held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Unreached,
    Number,
    Exactly(i64),
}

/// Values between which a test does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Span {
    Unreached,
    /// All numbers from the one to the other.
    Numbers(i64, i64),
}

impl Span {
    /// All numbers.
    pub const NUMBERS: Self = Span::Numbers(i64::MIN, i64::MAX);

    /// The values of this span that lie in another one as well, which has some of them.
    pub fn within(self, other: Self) -> Self {
        match (self, other) {
            (Span::Numbers(low, high), Span::Numbers(least, most)) => Span::Numbers(low.max(least), high.min(most)),
            (Span::Unreached, _) | (Span::Numbers(..), Span::Unreached) => self,
        }
    }

    pub fn holds(self, value: Value) -> bool {
        match (self, value) {
            (Span::Unreached, value) => value.is_none(),
            (Span::Numbers(low, high), Some(number)) => (low..=high).contains(&number),
            (Span::Numbers(..), None) => false,
        }
    }
}

/// What an instruction makes of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    Is(Symbol),
    /// That hangs on what this register held.
    HangsOn(u32),
    /// Some run fails here, or goes too far.
    Broken,
}

/// What only computes.
#[derive(Clone, Copy, Debug)]
pub enum Operation<'p> {
    Unary(Unary, Symbol),
    Binary(Binary, Symbol, Symbol),
    /// A column of a table, and the place in it.
    Lookup(&'p [Value], Symbol),
    Band(&'p Scale, bool, Symbol),
    /// Whether a value counts as *yes*.
    Truth(Symbol),
    /// A number that has to be known.
    Number(Symbol),
    /// A value that stays as it is.
    Copy(Symbol),
}

impl Operation<'_> {
    pub fn made(self) -> Made {
        match self {
            Operation::Copy(a) => Made::Is(a),
            Operation::Binary(op, a, b) => binary(op, a, b),
            Operation::Unary(op, a) => match a {
                Symbol::Known(a) => known(arithmetic::unary(op, a)),
                Symbol::Entry { is_reached: true, .. } if op == Unary::IsReached => Made::Is(Symbol::Known(Some(1))),
                Symbol::Entry { is_reached: true, .. } if op == Unary::OrZero => Made::Is(a),
                Symbol::Entry { register, .. } => Made::HangsOn(register),
            },
            Operation::Lookup(_, a) | Operation::Band(_, _, a) | Operation::Truth(a) | Operation::Number(a) => {
                match a {
                    Symbol::Known(key) => Made::Is(Symbol::Known(self.of_number(key))),
                    Symbol::Entry { register, .. } => Made::HangsOn(register),
                }
            }
        }
    }

    /// What something that reads one value makes of it.
    fn of_number(self, key: Value) -> Value {
        match self {
            Operation::Lookup(column, _) => {
                key.and_then(|key| usize::try_from(key).ok()).and_then(|key| column.get(key).copied()).flatten()
            }
            Operation::Band(scale, judged, _) => key.and_then(|key| scale.band(judged, key)),
            Operation::Truth(_) => Some(i64::from(is_yes(key))),
            Operation::Unary(..) | Operation::Binary(..) | Operation::Number(_) | Operation::Copy(_) => key,
        }
    }

    /// For which values of a register, of which this one is one, an operation that hangs on it comes to the same, and to
    /// what. If it does so for no others, only more is known of the register.
    pub fn around(self, tested: u32, value: Value) -> (Span, Result<Symbol, Known>) {
        let Some(number) = value else { return (Span::Unreached, Err(Known::Unreached)) };
        let Some((symbol, plus)) = self.tested(tested) else { return (Span::NUMBERS, Err(Known::Number)) };
        let Some(piece) = self.piece(symbol, number + plus) else {
            return (Span::Numbers(number, number), Err(Known::Exactly(number)));
        };
        let low = if piece.low == i64::MIN { i64::MIN } else { piece.low.saturating_sub(plus) };
        let high = if piece.high == i64::MAX { i64::MAX } else { piece.high.saturating_sub(plus) };
        (Span::Numbers(low, high), Ok(piece.comes_to))
    }

    /// The symbol that reads a register, and how much more it is; `None` if it is not known to be a number.
    fn tested(self, tested: u32) -> Option<(Symbol, i64)> {
        let reads = |symbol: Symbol| match symbol {
            Symbol::Entry { register, plus, is_reached } if register == tested => Some((symbol, plus, is_reached)),
            Symbol::Entry { .. } | Symbol::Known(_) => None,
        };
        let found = match self {
            Operation::Binary(_, a, b) => reads(a).or_else(|| reads(b)),
            Operation::Unary(_, a)
            | Operation::Lookup(_, a)
            | Operation::Band(_, _, a)
            | Operation::Truth(a)
            | Operation::Number(a)
            | Operation::Copy(a) => reads(a),
        };
        found.and_then(|(symbol, plus, is_reached)| is_reached.then_some((symbol, plus)))
    }

    /// The numbers around this one for which it comes to the same.
    fn piece(self, symbol: Symbol, number: i64) -> Option<Piece> {
        match self {
            Operation::Unary(Unary::Not, _) => Some(by_sign(number, |number| Some(i64::from(number == 0)))),
            Operation::Truth(_) => Some(by_sign(number, |number| Some(i64::from(number != 0)))),
            Operation::Lookup(column, _) => Some(in_column(column, number)),
            Operation::Band(scale, judged, _) => {
                Some(in_bands(scale.bands(judged), number, self.of_number(Some(number))))
            }
            Operation::Binary(op, a, Symbol::Known(other)) if a == symbol => compared(op, symbol, number, other, true),
            Operation::Binary(op, Symbol::Known(other), b) if b == symbol => compared(op, symbol, number, other, false),
            Operation::Unary(Unary::Negate | Unary::IsReached | Unary::OrZero, _)
            | Operation::Binary(..)
            | Operation::Number(_)
            | Operation::Copy(_) => None,
        }
    }
}

/// Numbers for which something comes to the same.
struct Piece {
    low: i64,
    high: i64,
    comes_to: Symbol,
}

impl Piece {
    fn of(low: i64, high: i64, value: Value) -> Self {
        Self { low, high, comes_to: Symbol::Known(value) }
    }
}

fn known(value: Result<Value, arithmetic::ArithmeticError>) -> Made {
    value.map_or(Made::Broken, |value| Made::Is(Symbol::Known(value)))
}

fn binary(op: Binary, a: Symbol, b: Symbol) -> Made {
    match (a, b) {
        (Symbol::Known(a), Symbol::Known(b)) => known(arithmetic::binary(op, a, b)),
        (Symbol::Entry { register, is_reached, .. }, Symbol::Known(other)) => with_known(op, a, other, true)
            .filter(|_| is_reached || is_settled(op, other))
            .unwrap_or(Made::HangsOn(register)),
        (Symbol::Known(other), Symbol::Entry { register, is_reached, .. }) => with_known(op, b, other, false)
            .filter(|_| is_reached || is_settled(op, other))
            .unwrap_or(Made::HangsOn(register)),
        (
            Symbol::Entry { register, plus: one, is_reached: true },
            Symbol::Entry { register: other, plus: two, is_reached: true },
        ) if register == other => of_one_register(op, (a, one), (b, two)).unwrap_or(Made::HangsOn(register)),
        (Symbol::Entry { is_reached: true, .. }, Symbol::Entry { register, is_reached: false, .. })
        | (Symbol::Entry { register, .. }, Symbol::Entry { .. }) => Made::HangsOn(register),
    }
}

/// Whether this operand alone settles what an operation comes to, even if the other is unreached.
fn is_settled(op: Binary, other: Value) -> bool {
    match op {
        Binary::And => other == Some(0),
        Binary::Or => is_yes(other),
        // One of these is unreached if either is; two of them are then the other one.
        Binary::LeastReached
        | Binary::GreatestReached
        | Binary::Add
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
        | Binary::SizesUp => other.is_none(),
    }
}

/// What an operation makes of a number that was there at the beginning, on the left or on the right, and of one that is known.
fn with_known(op: Binary, symbol: Symbol, other: Value, on_left: bool) -> Option<Made> {
    let known = |value| Some(Made::Is(Symbol::Known(value)));
    match (op, other) {
        (Binary::And, Some(0)) => known(Some(0)),
        (Binary::Or, Some(number)) if number != 0 => known(Some(1)),
        (Binary::And | Binary::Or, _) => None,
        (Binary::LeastReached | Binary::GreatestReached, None) => Some(Made::Is(symbol)),
        (_, None) => known(None),
        (Binary::Add, Some(number)) => Some(moved(symbol, number)),
        (Binary::Subtract, Some(number)) if on_left => number.checked_neg().map(|number| moved(symbol, number)),
        (_, Some(_)) => None,
    }
}

/// The same number, and so much more.
fn moved(symbol: Symbol, by: i64) -> Made {
    match symbol {
        Symbol::Entry { register, plus, is_reached } => match plus.checked_add(by) {
            Some(plus) if plus.abs() <= FAR => Made::Is(Symbol::Entry { register, plus, is_reached }),
            Some(_) | None => Made::Broken,
        },
        Symbol::Known(_) => Made::Broken,
    }
}

/// What an operation makes of two numbers that are always equally far apart.
fn of_one_register(op: Binary, (a, one): (Symbol, i64), (b, two): (Symbol, i64)) -> Option<Made> {
    match op {
        Binary::Subtract | Binary::Less | Binary::LessOrEqual | Binary::Equal => {
            Some(known(arithmetic::binary(op, Some(one), Some(two))))
        }
        Binary::Minimum | Binary::LeastReached => Some(Made::Is(if one <= two { a } else { b })),
        Binary::Maximum | Binary::GreatestReached => Some(Made::Is(if one >= two { a } else { b })),
        Binary::Add
        | Binary::Multiply
        | Binary::DivideDown
        | Binary::DivideUp
        | Binary::Modulo
        | Binary::And
        | Binary::Or
        | Binary::SizesUp => None,
    }
}

/// The numbers around this one for which an operation with `other` comes to the same.
fn compared(op: Binary, symbol: Symbol, number: i64, other: Value, on_left: bool) -> Option<Piece> {
    if let Binary::And | Binary::Or = op {
        return Some(by_sign(number, |number| arithmetic::binary(op, Some(number), other).unwrap_or_default()));
    }
    let bound = other?;
    match op {
        Binary::Less if on_left => Some(split(number, bound.checked_sub(1)?, Some(1), Some(0))),
        Binary::Less => Some(split(number, bound, Some(0), Some(1))),
        Binary::LessOrEqual if on_left => Some(split(number, bound, Some(1), Some(0))),
        Binary::LessOrEqual => Some(split(number, bound.checked_sub(1)?, Some(0), Some(1))),
        Binary::Equal if number == bound => Some(Piece::of(bound, bound, Some(1))),
        Binary::Equal => Some(split(number, if number < bound { bound - 1 } else { bound }, Some(0), Some(0))),
        Binary::Minimum | Binary::LeastReached => {
            Some(nearer(symbol, number <= bound, split(number, bound, other, other)))
        }
        Binary::Maximum | Binary::GreatestReached => {
            let piece = split(number, bound.checked_sub(1)?, other, other);
            Some(nearer(symbol, number >= bound, piece))
        }
        Binary::DivideDown if on_left && bound > 0 => {
            let low = number.checked_sub(number.rem_euclid(bound))?;
            Some(Piece::of(low, low.checked_add(bound - 1)?, Some(number.div_euclid(bound))))
        }
        Binary::DivideUp if on_left && bound > 0 => {
            let before = number.checked_sub(1)?;
            let low = number.checked_sub(before.rem_euclid(bound))?;
            Some(Piece::of(low, low.checked_add(bound - 1)?, Some(before.div_euclid(bound) + 1)))
        }
        Binary::Add
        | Binary::Subtract
        | Binary::Multiply
        | Binary::DivideDown
        | Binary::DivideUp
        | Binary::Modulo
        | Binary::And
        | Binary::Or
        | Binary::SizesUp => None,
    }
}

/// A piece in which the number itself is what it comes to.
fn nearer(symbol: Symbol, is_itself: bool, piece: Piece) -> Piece {
    if is_itself { Piece { comes_to: symbol, ..piece } } else { piece }
}

/// All numbers up to `last`, or all behind it.
fn split(number: i64, last: i64, up_to: Value, behind: Value) -> Piece {
    if number <= last { Piece::of(i64::MIN, last, up_to) } else { Piece::of(last + 1, i64::MAX, behind) }
}

/// What is below 0, 0, or above.
fn by_sign(number: i64, comes_to: impl Fn(i64) -> Value) -> Piece {
    let (low, high) = match number.signum() {
        0 => (0, 0),
        1 => (1, i64::MAX),
        _ => (i64::MIN, -1),
    };
    Piece::of(low, high, comes_to(number))
}

/// The cells of a column around this one that are the same.
fn in_column(column: &[Value], number: i64) -> Piece {
    let count = i64::try_from(column.len()).unwrap_or(i64::MAX);
    let Some(cell) = usize::try_from(number).ok().filter(|place| *place < column.len()) else {
        return if number < 0 { Piece::of(i64::MIN, -1, None) } else { Piece::of(count, i64::MAX, None) };
    };
    let value = column[cell];
    let place = |place: usize| i64::try_from(place).unwrap_or(i64::MAX);
    let before = column[..cell].iter().rev().take_while(|other| **other == value).count();
    let behind = column[cell..].iter().take_while(|other| **other == value).count();
    Piece::of(place(cell - before), place(cell + behind - 1), value)
}

/// The numbers between the bounds of bands that lie around this one.
fn in_bands(bands: &[Band], number: i64, value: Value) -> Piece {
    let starts = || bands.iter().flat_map(|band| [band.low, band.high.and_then(|high| high.checked_add(1))]).flatten();
    let low = starts().filter(|start| *start <= number).max().unwrap_or(i64::MIN);
    let high = starts().filter(|start| *start > number).min().map_or(i64::MAX, |start| start - 1);
    Piece::of(low, high, value)
}
