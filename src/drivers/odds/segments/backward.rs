//! How likely it is that nothing writes a result any more, from each situation on: from the ends back to the beginning.
//!
//! A weight has the denominator that has grown up to its level; these chances have what is left of the denominator of the ends from
//! there on. So the product of both is over that denominator, and where weights are long, chances are short.

use super::explore::Place;
use super::limbs::Sum;
use super::solve::{Course, Led};

/// The chances of all situations of a round, and of what lies behind it.
pub struct Backward<'m> {
    course: &'m Course,
    /// Whether a way from another part leads to a situation.
    is_entry: &'m [bool],
    /// For each round what is left of the denominator behind it.
    rest: &'m [Vec<u64>],
    /// In this round, over what is left at their levels; and behind its part, over what is left behind this round.
    now: Vec<Sum>,
    /// In the next round, over what is left behind this one.
    next: Vec<Sum>,
    /// What is known of this round.
    known: Vec<Place>,
    /// What is known behind its part.
    behind: Vec<Place>,
    round: Option<usize>,
    gathered: Gathered,
    spare: Vec<u64>,
}

/// What the ways of one situation lead to, level by level.
#[derive(Default)]
struct Gathered {
    sums: Vec<Sum>,
    /// The levels of those that are not empty.
    levels: Vec<usize>,
}

impl Gathered {
    fn add(&mut self, level: usize, number: &[u64], factor: u128) {
        if number.is_empty() || factor == 0 {
            return;
        }
        if self.sums.len() <= level {
            self.sums.resize_with(level + 1, Sum::default);
        }
        let sum = &mut self.sums[level];
        if sum.limbs().is_empty() {
            self.levels.push(level);
        }
        sum.add(number, factor);
    }

    /// Brings everything to a level, from the highest level down, and forgets it.
    fn take(&mut self, level: usize, growth: &[u128], (sum, spare): (&mut Sum, &mut Vec<u64>)) {
        sum.clear();
        self.levels.sort_unstable();
        let mut reached = growth.len();
        while let Some(next) = self.levels.pop() {
            sum.scale_by_all(&growth[next..reached], spare);
            sum.add(self.sums[next].limbs(), 1);
            self.sums[next].clear();
            reached = next;
        }
        sum.scale_by_all(&growth[level..reached], spare);
    }
}

/// Where a way leads: to another round, or not.
#[derive(Clone, Copy)]
pub struct Target {
    pub to: Place,
    pub is_again: bool,
    /// The level there, or that behind the round.
    pub level: usize,
}

impl<'m> Backward<'m> {
    pub fn new((course, rest): (&'m Course, &'m [Vec<u64>]), is_entry: &'m [bool]) -> Self {
        let (now, next) = (vec![Sum::default(); is_entry.len()], vec![Sum::default(); is_entry.len()]);
        let (known, behind, round, gathered) = (Vec::new(), Vec::new(), None, Gathered::default());
        Self { course, is_entry, rest, now, next, known, behind, round, gathered, spare: Vec::new() }
    }

    /// Turns from one round back to the one before, or stays in it.
    pub fn turn_back(&mut self, round: usize) {
        let Some(before) = self.round.replace(round).filter(|before| *before != round) else { return };
        let growth = self.course.growth(before);
        let is_same_part = self.course.rounds[before].part == self.course.rounds[round].part;
        for place in &self.behind {
            self.now[*place as usize].scale_by_all(growth, &mut self.spare);
        }
        for place in self.known.drain(..) {
            let sum = &mut self.now[place as usize];
            sum.scale_by_all(&growth[..self.course.level(place)], &mut self.spare);
            if is_same_part {
                std::mem::swap(sum, &mut self.next[place as usize]);
                self.now[place as usize].clear();
            } else if self.is_entry[place as usize] {
                self.behind.push(place);
            }
        }
    }

    /// The chance of a situation to which a way leads.
    pub fn at(&self, Target { to, is_again, .. }: Target) -> &[u64] {
        let known = if is_again { &self.next } else { &self.now };
        known[to as usize].limbs()
    }

    /// In so many ways a situation leads to another one.
    pub fn lead(&mut self, target: Target, factor: u128) {
        let known = if target.is_again { &self.next } else { &self.now };
        self.gathered.add(target.level, known[target.to as usize].limbs(), factor);
    }

    /// In so many ways of a situation of a round nothing writes it any more.
    pub fn end(&mut self, round: usize, factor: u128) {
        self.gathered.add(self.course.growth(round).len(), &self.rest[round], factor);
    }

    /// The chance of a situation of a round is what its ways lead to, so many together.
    pub fn put(&mut self, (place, round): (Place, usize), of: u128) {
        let (growth, own) = (self.course.growth(round), self.course.level(place));
        let sum = &mut self.now[place as usize];
        self.gathered.take(own + 1, growth, (sum, &mut self.spare));
        sum.scale_by_all(&[growth[own] / of], &mut self.spare);
        self.known.push(place);
    }

    /// The weight of a step of a round, multiplied by the chance of a situation to which it leads: over the denominator of the ends.
    pub fn product(&mut self, led: &Led, target: Target, product: &mut Sum) {
        product.clear();
        product.add_product(self.course.weight(led), self.at(target));
        let between = self.course.level(led.place) + 1..target.level;
        product.scale_by_all(&self.course.growth(led.round)[between], &mut self.spare);
    }
}
