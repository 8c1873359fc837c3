//! The result of dice with numbers added, subtracted or multiplied, and how it is reported.

use super::super::{Address, Instruction, Operand, Trace, TraceTerm};
use super::Lowering;
use super::joined_rolls::Purpose;
use super::partial_value::Context;
use crate::model::{Expr, ExprKind};
use crate::shared_text::SharedText;
use crate::syntax::ast::BinaryOp;

/// A calculation with dice, as it is told once they have fallen: words, and the numbers that stand between them.
#[derive(Default)]
pub struct Calculation {
    terms: Vec<TraceTerm>,
    /// Words behind the last number.
    words: String,
}

impl Calculation {
    /// Puts words behind what is there.
    pub fn put_words(&mut self, words: &str) {
        self.words.push_str(words);
    }

    /// Puts a number behind what is there.
    pub fn put_number(&mut self, value: Operand) {
        let before = SharedText::from(std::mem::take(&mut self.words));
        self.terms.push(TraceTerm { before, value });
    }
}

impl<'m> Lowering<'m, '_> {
    /// A number that stands in the place of dice is told, unless the instructions from `first` on tell what they come to.
    pub fn instead_of_dice(
        &mut self,
        context: &Context<'m>,
        (expr, value): (&'m Expr, Operand),
        purpose: &Purpose<'m>,
        first: Address,
    ) {
        let mut made = self.emit.program.code.iter().skip(first.0 as usize);
        if made.any(|instruction| matches!(instruction, Instruction::Roll(_) | Instruction::Trace(_))) {
            return;
        }
        let mut calculation = Calculation::default();
        calculation.put_number(value);
        self.tell_total(context, (expr, value), purpose, calculation);
    }

    /// Tells what dice come to together with what they were calculated with.
    pub fn tell_total(
        &mut self,
        context: &Context<'m>,
        (expr, value): (&'m Expr, Operand),
        purpose: &Purpose<'m>,
        calculation: Calculation,
    ) {
        let (path, reads) = (purpose.path.clone(), self.reads(context, expr).into());
        let Calculation { terms, words } = calculation;
        self.emit.trace(Trace::Totalled { path, value, terms, end: words.into(), reads });
    }
}

/// How tightly a number, or dice that tell one, hold together.
pub const ATOM: u8 = 3;

/// How tightly an expression holds together: calculations with dice less than everything else.
pub fn tightness(expr: &Expr) -> u8 {
    if !is_calculation(expr) {
        return ATOM;
    }
    if let ExprKind::Binary(BinaryOp::Multiply, ..) = expr.kind { 2 } else { 1 }
}

/// Whether dice are calculated with here, other than that they are rolled together.
pub fn is_calculation(expr: &Expr) -> bool {
    expr.calculates_with_dice() && !expr.falls_at_once()
}
