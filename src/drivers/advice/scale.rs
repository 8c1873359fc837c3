//! All situations on levels, from the beginning to the ends, and how fine the numbers are on each of them: what a situation is worth is
//! a whole number over all denominators from its level on. So nothing is reduced to lowest terms on the way, and what is on one level
//! can be compared as it stands.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use dashu_int::UBig;
use dashu_int::ops::Gcd;

use super::graph::NodeId;

/// The levels of a graph. Each way leads to a higher one.
#[derive(Debug, Default)]
pub struct Scale {
    /// For each situation its level.
    level: Rc<[u32]>,
    /// For each level by how much the denominator grows there.
    growth: Vec<UBig>,
    /// For each level on how many earlier ones it does grow.
    grown_before: Vec<u32>,
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
        let mut grown_before = vec![0];
        for growth in &growth {
            grown_before.push(grown_before[grown_before.len() - 1] + u32::from(*growth != UBig::ONE));
        }
        Self { level, growth, grown_before, between: RefCell::default() }
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
    pub fn growth(&self, level: u32) -> &UBig {
        &self.growth[level as usize]
    }

    /// Whether the denominators of two levels are the same.
    pub fn is_same(&self, one: u32, other: u32) -> bool {
        self.grown_before.get(one as usize) == self.grown_before.get(other as usize)
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
}
