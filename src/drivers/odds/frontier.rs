//! Situations with their weights: whole numerators over one common denominator.

use std::collections::HashMap;

use dashu_int::UBig;
use dashu_int::ops::{BitTest, Gcd};

use crate::ir::Value;

/// The values that tell one situation from another.
pub(in crate::drivers) type Key = Box<[Value]>;

/// What holding one situation takes beside its values and its chance, in bytes.
const EACH: usize = 96;

/// So many bits of a number are reckoned with in a step.
const BITS_A_STEP: usize = 256;

/// The steps of reckoning with a number as long as this one.
pub(super) fn steps_of(number: &UBig) -> u64 {
    1 + (number.bit_len() / BITS_A_STEP) as u64
}

/// Situations and how often they come about.
#[derive(Clone, Debug)]
pub(super) struct Weighed {
    denominator: UBig,
    weights: HashMap<Key, UBig>,
    /// Bytes of all keys.
    keys: usize,
    /// Steps that were taken to keep one denominator.
    steps: u64,
}

impl Weighed {
    pub fn new() -> Self {
        Self { denominator: UBig::ONE, weights: HashMap::new(), keys: 0, steps: 0 }
    }

    /// Adds a share of `weight / denominator`; tells whether the situation is a new one.
    pub fn add(&mut self, key: &[Value], weight: UBig, denominator: &UBig) -> bool {
        let weight = self.scaled(weight, denominator);
        if let Some(known) = self.weights.get_mut(key) {
            *known += weight;
            return false;
        }
        self.keys += size_of_val(key);
        self.weights.insert(key.into(), weight);
        true
    }

    /// How many situations there are.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// The situations, in no order.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        self.weights.keys()
    }

    /// About how many bytes it holds.
    pub fn bytes(&self) -> usize {
        self.keys + self.weights.len() * (EACH + self.denominator.bit_len() / 8)
    }

    /// The steps that were taken since this was asked last, to keep one denominator.
    pub fn take_steps(&mut self) -> u64 {
        std::mem::take(&mut self.steps)
    }

    /// The steps of bringing every weight to its lowest terms.
    pub fn steps_to_read(&self) -> u64 {
        (self.weights.len() as u64).saturating_mul(self.steps_to_read_one())
    }

    /// The steps of bringing one weight to its lowest terms.
    pub fn steps_to_read_one(&self) -> u64 {
        steps_of(&self.denominator).saturating_pow(2)
    }

    /// Whether the weights are all of the denominator.
    pub fn is_whole(&self) -> bool {
        self.weights.values().fold(UBig::ZERO, |sum, weight| sum + weight) == self.denominator
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
            self.steps += self.weights.len() as u64 * steps_of(&self.denominator);
            for known in self.weights.values_mut() {
                *known *= &growth;
            }
            self.denominator *= &growth;
        }
        weight * (&self.denominator / denominator)
    }
}
