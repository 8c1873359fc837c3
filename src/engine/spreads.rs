//! Distributions in the words of a program.

use dashu_ratio::RBig;

use super::chance::{Spread, SpreadValue};
use super::odds::Values;
use crate::ir::{Program, Shape};
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
