//! Whether there will be too many situations, found out before most of them are followed. Some runs go one way at random wherever there are
//! several, and it is seen where they stand. Among so many places taken from so few situations some must be the same. If hardly any are,
//! there are more situations than that.
//!
//! However places come about, the fewest of them are the same if each situation is as likely as any other. So the chance of seeing no more
//! of them than were seen is at most what it is for places spread evenly over as many situations as are allowed. A run stands at many places,
//! which hang together, so that chance has to be less than one in a million million millions: then it is held to be known
//! that there are more.

use std::collections::BTreeMap;

use super::request::Budget;
use super::segments::hash_of;
use crate::allowance::{RanOut, Resource};
use crate::ir::Value;
use crate::semantics::chance::sequential::Sequential;

/// The seed of all runs: an answer never hangs on it, only when it is seen that there will be none.
const SEED: u64 = 14;

/// It is looked for the first time after so many steps, and again each time that so many times as many were taken.
const FIRST: u64 = 300_000;
const FARTHER: u64 = 3;

/// Looking ahead takes no longer than everything before it.
const SHARE: u64 = 1;

/// No more places are looked at than can be compared while somebody waits.
const MOST_STANDS: usize = 1 << 21;

/// Situations are looked at from several places of the runs on, so many parts of the longest of them: those at the beginning are few.
const PARTS: u32 = 8;

/// That chance is less where so many places would be the same if they came up evenly, and twice as many more as were seen: of a number that
/// comes up by accident (Poisson's), so says Chernoff's bound.
const CERTAIN: u128 = 60;

/// So many times as many pairs of places are looked at as there have to be if all of them tell something.
const ENOUGH: u128 = 6;

/// Where a run stood.
#[derive(Clone, Copy)]
struct Stand {
    at: u32,
    run: u32,
    /// So many places it had stood at before.
    before: u32,
    /// What tells the situation apart, without its round and with it.
    hash: u64,
    in_its_round: u64,
}

/// What was seen of the situations that are still to come.
pub struct Foresight {
    pub chance: Sequential,
    stands: Vec<Stand>,
    runs: u32,
    before: u32,
    /// It is looked again after so many steps.
    due: u64,
}

impl Foresight {
    pub fn new() -> Self {
        Self { chance: Sequential::new(SEED), stands: Vec::new(), runs: 0, before: 0, due: FIRST }
    }

    /// Whether it is time to look once more after so many steps: then so many may be taken until it is done.
    pub fn is_due(&mut self, worked: u64) -> Option<u64> {
        (worked >= self.due).then(|| {
            self.due = worked.saturating_mul(FARTHER);
            worked.saturating_add(worked / SHARE)
        })
    }

    /// Whether it would be seen by now, unless there are hardly more situations than so many.
    pub fn is_enough(&self, allowed: usize) -> bool {
        let seen = Seen { places: self.stands.len(), again: 0 };
        self.stands.len() >= MOST_STANDS || seen.pairs() > ENOUGH * CERTAIN * allowed as u128
    }

    pub fn begin_run(&mut self) {
        (self.runs, self.before) = (self.runs + 1, 0);
    }

    /// The run stands at a place of the program, in a round, where registers have these values.
    pub fn stands(&mut self, (at, round): (u32, u32), values: impl Iterator<Item = Value>) {
        let hash = values.fold(hash_of(&at), |hash, value| hash_of(&(hash, value)));
        let in_its_round = hash_of(&(hash, round));
        if self.stands.len() >= MOST_STANDS {
            return;
        }
        self.stands.push(Stand { at, run: self.runs, before: self.before, hash, in_its_round });
        self.before += 1;
    }

    /// What there will be too little of, if what there is of each resource is enough for so many situations; and whether there are too
    /// many even for somebody who forgets what lies behind.
    pub fn judge(&self, allowed: &[(Resource, usize)], budget: Budget) -> Option<(RanOut, bool)> {
        let longest = self.stands.iter().map(|stand| stand.before).max().unwrap_or(0);
        (0..PARTS).find_map(|part| {
            let first = longest / PARTS * part;
            let (seen, in_rounds) =
                (self.seen_from(first, |stand| stand.hash), || self.seen_from(first, |stand| stand.in_its_round));
            let more = |allowed: usize| seen.iter().find(|seen| seen.are_more_than(allowed));
            let (of, times) = allowed.iter().find_map(|(of, allowed)| Some((*of, more(*allowed)?.times(*allowed))))?;
            let forgetting = in_rounds().iter().any(|seen| seen.are_more_than(budget.states));
            Some((RanOut { of, times }, forgetting))
        })
    }

    /// What was seen where runs had stood at so many places before: at the place of the program at which situations are most varied, then
    /// with the next one, and so on.
    fn seen_from(&self, first: u32, told_apart: impl Fn(&Stand) -> u64) -> Vec<Seen> {
        let mut at: BTreeMap<u32, Vec<(u32, u64)>> = BTreeMap::new();
        for stand in self.stands.iter().filter(|stand| stand.before >= first) {
            at.entry(stand.at).or_default().push((stand.run, told_apart(stand)));
        }
        let mut each: Vec<Seen> = at.into_values().map(|stands| Seen::of(stands.into_iter())).collect();
        each.sort_by(|one, other| (one.again * other.places).cmp(&(other.again * one.places)));
        let together = |all: &mut Seen, seen: Seen| {
            *all = Seen { places: all.places + seen.places, again: all.again + seen.again };
            Some(*all)
        };
        each.into_iter().scan(Seen { places: 0, again: 0 }, together).collect()
    }
}

/// Places, and how many of them came up in other runs before.
#[derive(Clone, Copy)]
struct Seen {
    places: usize,
    again: usize,
}

impl Seen {
    fn of(places: impl Iterator<Item = (u32, u64)>) -> Self {
        let mut places: Vec<(u64, u32)> = places.map(|(run, hash)| (hash, run)).collect();
        places.sort_unstable();
        // Where a run comes back to a place, nothing is seen.
        places.dedup();
        let all = places.len();
        places.dedup_by_key(|(hash, _)| *hash);
        Self { places: all, again: all - places.len() }
    }

    fn pairs(&self) -> u128 {
        let places = self.places as u128;
        places * places.saturating_sub(1) / 2
    }

    /// As good as certainly there are more situations than this: spread evenly over so many, a pair of places would be the same as often as one
    /// of them comes up.
    fn fewest(&self) -> u128 {
        self.pairs() / (CERTAIN + 2 * self.again as u128)
    }

    /// Whether it is as good as certain that there are more situations than that.
    fn are_more_than(&self, situations: usize) -> bool {
        self.fewest() > situations as u128
    }

    /// So many times as many situations there are at least.
    fn times(&self, situations: usize) -> u16 {
        u16::try_from(self.fewest() / (situations as u128).max(1)).unwrap_or(u16::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::{Foresight, Resource, Sequential};
    use crate::drivers::odds::Budget;

    /// Whether it is seen that there are more situations than allowed, if there are so many and runs come to each of them alike.
    fn is_seen(situations: u64, allowed: usize, seed: u64) -> bool {
        let (mut foresight, mut chance) = (Foresight::new(), Sequential::new(seed));
        while !foresight.is_enough(allowed) {
            foresight.begin_run();
            for _ in 0..10 {
                let situation = i64::try_from(chance.below(situations)).ok();
                foresight.stands((1, 1), [situation].into_iter());
            }
        }
        foresight.judge(&[(Resource::Situations, allowed)], Budget::default()).is_some()
    }

    #[test]
    fn what_fits_is_never_refused() {
        for seed in 0..50 {
            assert!(
                !is_seen(2_000, 2_000, seed) && !is_seen(1_999, 2_000, seed) && !is_seen(30, 2_000, seed),
                "{seed}"
            );
        }
    }

    #[test]
    fn what_is_many_times_too_much_is_seen() {
        for seed in 0..50 {
            assert!(is_seen(10_000, 2_000, seed) && is_seen(1 << 60, 2_000, seed), "{seed}");
        }
    }
}
