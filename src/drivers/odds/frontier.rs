//! Situations with their weights: whole numerators over one common denominator.

use std::collections::HashMap;

use dashu_int::UBig;
use dashu_int::ops::Gcd;

use crate::ir::Value;

/// The values that tell one situation from another.
pub(super) type Key = Box<[Value]>;

/// Situations and how often they come about.
#[derive(Debug)]
pub(super) struct Weighed {
    denominator: UBig,
    weights: HashMap<Key, UBig>,
}

impl Weighed {
    pub fn new() -> Self {
        Self { denominator: UBig::ONE, weights: HashMap::new() }
    }

    /// Adds a share of `weight / denominator`; tells whether the situation is a new one.
    pub fn add(&mut self, key: &[Value], weight: UBig, denominator: &UBig) -> bool {
        let weight = self.scaled(weight, denominator);
        if let Some(known) = self.weights.get_mut(key) {
            *known += weight;
            return false;
        }
        self.weights.insert(key.into(), weight);
        true
    }

    /// The common denominator, and the situations in the order of their values: the order in which a map is walked
    /// must not decide anything, not even which of two faults is found first.
    pub fn into_sorted(self) -> (UBig, Vec<(Key, UBig)>) {
        let mut weights: Vec<_> = self.weights.into_iter().collect();
        weights.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        (self.denominator, weights)
    }

    /// The weight over the common denominator, which grows when it has to.
    fn scaled(&mut self, weight: UBig, denominator: &UBig) -> UBig {
        if *denominator == self.denominator {
            return weight;
        }
        if self.weights.is_empty() {
            self.denominator.clone_from(denominator);
            return weight;
        }
        let divisor = (&self.denominator).gcd(denominator);
        let growth = denominator / &divisor;
        if growth != UBig::ONE {
            for known in self.weights.values_mut() {
                *known *= &growth;
            }
            self.denominator *= &growth;
        }
        weight * (&self.denominator / denominator)
    }
}
