//! All situations on levels, from the beginning to the ends, and how fine the numbers are on each of them: what a situation is worth is
//! a whole number over all denominators from its level on. So nothing is reduced to lowest terms on the way, and what is on one level
//! can be compared as it stands.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use dashu_int::ops::Gcd;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::graph::{NodeId, Weights};

/// The levels of a graph. Each way leads to a higher one.
#[derive(Debug, Default)]
pub struct Scale {
    /// For each situation its level.
    level: Rc<[u32]>,
    /// For each level by how much the denominator grows there.
    growth: Vec<UBig>,
    /// The growth from one level to another.
    between: RefCell<BTreeMap<(u32, u32), Rc<UBig>>>,
}

impl Scale {
    /// The levels of situations; everything on a level is a part of so much.
    pub fn new<'w>(level: &Rc<[u32]>, parts: impl Iterator<Item = (NodeId, &'w UBig)>) -> Self {
        let mut growth = vec![UBig::ONE; level.iter().max().map_or(0, |last| *last as usize + 1)];
        for (NodeId(number), part) in parts {
            let Some(growth) = level.get(number as usize).and_then(|level| growth.get_mut(*level as usize)) else {
                continue;
            };
            if growth != part {
                *growth = &*growth / (&*growth).gcd(part) * part;
            }
        }
        Self::with(Rc::clone(level), growth)
    }

    /// The levels of situations, with what the denominator grows by on each of them.
    pub fn with(level: Rc<[u32]>, growth: Vec<UBig>) -> Self {
        Self { level, growth, between: RefCell::default() }
    }

    /// The level of a situation.
    pub fn level(&self, NodeId(number): NodeId) -> u32 {
        self.level.get(number as usize).copied().unwrap_or(0)
    }

    /// The level behind all of them.
    pub fn end(&self) -> u32 {
        u32::try_from(self.growth.len()).unwrap_or(u32::MAX)
    }

    /// By how much the denominator grows on a level.
    pub fn growth(&self, level: u32) -> UBig {
        self.growth.get(level as usize).cloned().unwrap_or(UBig::ONE)
    }

    /// By how much the denominator grows from one level on, up to another one.
    pub fn between(&self, from: u32, to: u32) -> Rc<UBig> {
        if let Some(known) = self.between.borrow().get(&(from, to)) {
            return Rc::clone(known);
        }
        let levels = self.growth.get(from as usize..to.max(from) as usize).unwrap_or_default();
        let product = Rc::new(levels.iter().fold(UBig::ONE, |product, growth| product * growth));
        self.between.borrow_mut().insert((from, to), Rc::clone(&product));
        product
    }

    /// A number of one level as it is on an earlier one.
    pub fn lifted(&self, number: &IBig, (from, to): (u32, u32)) -> IBig {
        if from == to || number.is_zero() {
            return number.clone();
        }
        number * IBig::from((*self.between(to, from)).clone())
    }

    /// A whole number as it is on a level.
    pub fn whole(&self, number: &IBig, level: u32) -> IBig {
        self.lifted(number, (self.end(), level))
    }

    /// What a number of a level is.
    pub fn value(&self, number: &IBig, level: u32) -> RBig {
        RBig::from_parts(number.clone(), (*self.between(level, self.end())).clone())
    }

    /// The mean of what ways lead to, as it is on the level of the situation; nothing where something is not worth anything.
    pub fn mean<'v>(
        &self,
        id: NodeId,
        (weights, to): (&Weights, &[NodeId]),
        of: &dyn Fn(NodeId) -> Option<&'v IBig>,
    ) -> Option<IBig> {
        let level = self.level(id);
        let mut sums: Vec<(u32, IBig)> = Vec::new();
        for (weight, next) in weights.each.iter().zip(to) {
            let (part, there) = (of(*next)? * weight, self.level(*next));
            match sums.iter_mut().find(|(known, _)| *known == there) {
                Some((_, sum)) => *sum += part,
                None => sums.push((there, part)),
            }
        }
        sums.sort_unstable_by_key(|(level, _)| std::cmp::Reverse(*level));
        let (mut sum, mut reached) = (IBig::ZERO, self.end());
        for (there, part) in sums {
            sum = self.lifted(&sum, (reached, there)) + part;
            reached = there;
        }
        Some(self.lifted(&sum, (reached, level + 1)) * IBig::from(self.growth(level) / &weights.all))
    }
}
