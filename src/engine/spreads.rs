//! Distributions in the words of a program.

use dashu_ratio::RBig;

use super::chance::{Spread, SpreadValue};
use super::odds::{Asked, Statistic, Values};
use crate::ir::{Notation, Program, Shape};
use crate::semantics::formula::Formula;
use crate::verdict::recorder;

/// The distribution that so many values with their chances are.
pub(super) fn spread_of(values: Values, program: &Program, shape: &Shape) -> Spread {
    let mut spread = Spread { values: Vec::new(), unreached: RBig::ZERO, open: values.open };
    for (value, chance) in values.each {
        match value {
            None => spread.unreached = chance,
            Some(number) => {
                let text = recorder::words(program, shape, value).into();
                spread.values.push(SpreadValue { number, text, chance });
            }
        }
    }
    spread
}

/// How the values of the result at this place are to be read.
pub(super) fn shape_of(program: &Program, result: usize) -> Shape {
    let register = program.results.get(result).map(|info| info.register);
    let info = register.and_then(|register| program.registers.get(register.0 as usize));
    info.map_or(Shape::Number, |info| info.shape.clone())
}

/// How the system writes what a formula comes to, if that is the mean or a quantile of one modifier. A deviation has no sign.
pub(super) fn notation_of(program: &Program, (formula, asked): (&Formula, &[Asked])) -> Option<Notation> {
    let (Formula::Answer(_), [(Statistic::Mean(result) | Statistic::Quantile(result, _), _)]) = (formula, asked) else {
        return None;
    };
    (shape_of(program, *result) == Shape::Modifier).then(|| program.notation.clone())
}
