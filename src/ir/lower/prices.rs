//! The cost of a plan's qualifiers, and what a number of points pays for.

use super::super::{Binary, Operand};
use super::{Lowering, emit};
use crate::model::{Plan, Type};
use crate::shared_text::SharedText;

/// A qualifier's place in the order of priority.
pub struct Laid {
    pub item: usize,
    pub qualifier: usize,
    pub price: Operand,
    /// Its first point.
    pub first: Operand,
}

impl<'m> Lowering<'m, '_> {
    /// The highest level that so many points pay for.
    pub fn bought(&mut self, plan: &'m Plan, qualifier: usize, points: Operand) -> Operand {
        let Type::Level(scale) = plan.qualifiers[qualifier].ty else { return points };
        if self.system.scales[scale].price().is_none() {
            return points;
        }
        let mut level = Operand::Value(0);
        for place in 1..self.system.scales[scale].levels.len() {
            let price = self.price(plan, qualifier, Operand::Value(i64::try_from(place).unwrap_or(0)));
            let affordable = self.emit.binary(Binary::LessOrEqual, price, points);
            level = self.emit.binary(Binary::Add, level, affordable);
        }
        level
    }

    /// What each level of a qualifier costs, in words: `poor costs 0 TP, standard 1`. None where it is no level, or the rules do not say
    /// beforehand.
    pub fn prices(&mut self, plan: &'m Plan, qualifier: usize) -> Option<String> {
        let Type::Level(scale) = plan.qualifiers[qualifier].ty else { return None };
        let mut told = Vec::new();
        for (place, level) in self.system.scales[scale].levels.iter().enumerate() {
            let price = self.price(plan, qualifier, Operand::Value(i64::try_from(place).ok()?));
            let price = emit::known(price).flatten()?;
            told.push(if place == 0 {
                format!("{level} costs {price} {}", plan.unit)
            } else {
                format!("{level} {price}")
            });
        }
        Some(told.join(", "))
    }

    /// The lowest level that costs at least so much.
    pub fn level_for(&mut self, plan: &'m Plan, qualifier: usize, wanted: i64) -> Option<SharedText> {
        let Type::Level(scale) = plan.qualifiers[qualifier].ty else { return None };
        for (place, level) in self.system.scales[scale].levels.iter().enumerate() {
            let price = self.price(plan, qualifier, Operand::Value(i64::try_from(place).ok()?));
            if emit::known(price).flatten().is_some_and(|price| price >= wanted) {
                return Some(level.clone());
            }
        }
        None
    }
}
