//! What situations are worth: whole numbers of 64-bit limbs side by side in one list, each over the denominator of its situation's level.
//! None of them is below 0: the least payoff is taken from each before, and given back to what is told.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::rc::Rc;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::graph::{NodeId, Weights};
use super::scale::Scale;
use crate::drivers::odds::segments::limbs::{self, Sum};

/// Where the number of a situation lies.
#[derive(Clone, Copy, Debug)]
struct Place {
    first: usize,
    length: usize,
}

/// What each situation is worth.
#[derive(Debug)]
pub(super) struct Worths {
    scale: Rc<Scale>,
    /// What is taken from each payoff.
    least: IBig,
    limbs: Vec<u64>,
    /// By situations; nothing where one is not worth anything.
    places: Vec<Option<Place>>,
    /// What is added up. Its memory is kept.
    sum: Sum,
    spare: Sum,
}

impl Worths {
    /// For so many situations, with the least of all payoffs.
    pub fn new(scale: Rc<Scale>, count: usize, least: Option<IBig>) -> Self {
        let least = least.unwrap_or_default().min(IBig::ZERO);
        Self { scale, least, limbs: Vec::new(), places: vec![None; count], sum: Sum::default(), spare: Sum::default() }
    }

    /// The limbs of a situation's number, of its own level.
    fn get(&self, NodeId(number): NodeId) -> Option<&[u64]> {
        let place = (*self.places.get(number as usize)?)?;
        self.limbs.get(place.first..place.first + place.length)
    }

    /// Whether a situation is worth anything.
    pub fn is_known(&self, NodeId(number): NodeId) -> bool {
        self.places.get(number as usize).is_some_and(Option::is_some)
    }

    /// The limbs of a situation's number, of an earlier level.
    pub fn on(&self, level: u32, id: NodeId) -> Option<Cow<'_, [u64]>> {
        let (number, there) = (self.get(id)?, self.scale.level(id));
        if self.scale.is_same(level, there) {
            return Some(Cow::Borrowed(number));
        }
        let mut product = Sum::default();
        product.add_product(number, &limbs::of(&self.scale.between(level, there)));
        Some(Cow::Owned(product.limbs().to_vec()))
    }

    /// What a situation is worth, as a whole number of an earlier level.
    pub fn whole(&self, level: u32, id: NodeId) -> Option<IBig> {
        let number = IBig::from(limbs::big(&self.on(level, id)?));
        if self.least == IBig::ZERO {
            return Some(number);
        }
        Some(number + &self.least * IBig::from((*self.scale.between(level, self.scale.end())).clone()))
    }

    /// What a situation is worth.
    pub fn value(&self, id: NodeId) -> Option<RBig> {
        let level = self.scale.level(id);
        Some(RBig::from_parts(self.whole(level, id)?, (*self.scale.between(level, self.scale.end())).clone()))
    }

    /// A situation is worth a payoff.
    pub fn pay(&mut self, id: NodeId, payoff: &IBig) {
        let all = self.scale.between(self.scale.level(id), self.scale.end());
        let (_, number) = ((payoff - &self.least) * IBig::from((*all).clone())).into_parts();
        self.put(id, &limbs::of(&number));
    }

    /// A situation is worth as much as another one to which it leads.
    pub fn take(&mut self, id: NodeId, from: NodeId) {
        let level = self.scale.level(id);
        if self.scale.is_same(level, self.scale.level(from)) {
            self.places[id.0 as usize] = self.places[from.0 as usize];
        } else if let Some(number) = self.on(level, from).map(Cow::into_owned) {
            self.put(id, &number);
        }
    }

    /// A situation is worth the mean of all to which it leads; nothing where one of these is not worth anything.
    pub fn mean(&mut self, id: NodeId, weights: &Weights, to: &[NodeId]) {
        let (mut sum, mut spare) = (std::mem::take(&mut self.sum), std::mem::take(&mut self.spare));
        sum.clear();
        if self.add_up(id, (weights, to), (&mut sum, &mut spare)).is_some() {
            self.put(id, sum.limbs());
        }
        (self.sum, self.spare) = (sum, spare);
    }

    /// Adds up what situations are worth, those on the last level first: their denominator is the smallest.
    fn add_up(
        &self,
        id: NodeId,
        (weights, to): (&Weights, &[NodeId]),
        (sum, spare): (&mut Sum, &mut Sum),
    ) -> Option<()> {
        let scale = &*self.scale;
        let (own, mut reached) = (scale.level(id), scale.end());
        let mut last = to.iter().map(|next| scale.level(*next)).max();
        while let Some(here) = last.take() {
            lift(scale, (here, reached), (sum, spare));
            for (weight, next) in weights.each().zip(to) {
                match scale.level(*next).cmp(&here) {
                    Ordering::Equal => sum.add_product(self.get(*next)?, weight),
                    Ordering::Less => last = last.max(Some(scale.level(*next))),
                    Ordering::Greater => {}
                }
            }
            reached = here;
        }
        lift(scale, (own + 1, reached), (sum, spare));
        if *scale.growth(own) != weights.all {
            sum.scale_by(&limbs::of(&(scale.growth(own) / &weights.all)), spare);
        }
        Some(())
    }

    /// Which of some situations is worth most or least, as seen from an earlier level; the first of those that are worth as much.
    pub fn outermost(&self, level: u32, of: impl Iterator<Item = NodeId>, lowest: bool) -> Option<NodeId> {
        let mut found: Option<(NodeId, Cow<'_, [u64]>)> = None;
        for id in of {
            let Some(number) = self.on(level, id) else { continue };
            let wanted = if lowest { Ordering::Less } else { Ordering::Greater };
            if found.as_ref().is_none_or(|(_, known)| compare(&number, known) == wanted) {
                found = Some((id, number));
            }
        }
        found.map(|(id, _)| id)
    }

    fn put(&mut self, NodeId(number): NodeId, limbs: &[u64]) {
        let place = Place { first: self.limbs.len(), length: limbs.len() };
        self.limbs.extend_from_slice(limbs);
        self.places[number as usize] = Some(place);
    }
}

/// Brings a sum of one level to an earlier one.
fn lift(scale: &Scale, (to, from): (u32, u32), (sum, spare): (&mut Sum, &mut Sum)) {
    if !sum.limbs().is_empty() && !scale.is_same(to, from) {
        sum.scale_by(&limbs::of(&scale.between(to, from)), spare);
    }
}

/// Which number is greater; their last limbs are not 0.
fn compare(one: &[u64], other: &[u64]) -> Ordering {
    one.len().cmp(&other.len()).then_with(|| one.iter().rev().cmp(other.iter().rev()))
}
