//! Rounds in which nothing changes. If every situation of a round stays as it is with the same chance, these rounds need not be
//! followed: after each number of rounds with a change, it is known how likely all the others are to change nothing.
//! So a long fight is followed for as many rounds as blows can fall, and its numbers are as long as these rounds make them.
//!
//! With `g` for the denominator of a round, `s` for the weight of staying and `Y(k)` for the weights after `k` rounds with a change,
//! those after `n` rounds are the sum of `C(n,k) s^(n-k) Y(k)`. What leaves in any of `R` rounds hangs on the sums of these factors,
//! and what continues after the last one depends on those after `R` rounds.

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::cost::{Cost, Stop};
use super::explore::{Explored, NONE, Place};
use super::levels::Round;
use super::limbs::{self, Numbers};

/// So many limbs are reckoned with in a step.
const LIMBS_A_STEP: usize = 4;

/// Rounds of which some may change nothing.
pub struct Ties<'r> {
    round: &'r Round,
    /// By so much the denominator grows in a round.
    growth: u128,
    /// Of this, so much stays as it is.
    stay: u128,
    rounds: u32,
    /// In more rounds than this nothing changes any more.
    changing: u32,
    /// For each situation of the round the one in which a run is behind the last round.
    out: Vec<Place>,
}

/// What leaves after one number of changes: with the next one, and if there is none.
struct Left {
    changes: usize,
    leaving: UBig,
    behind: UBig,
}

impl<'r> Ties<'r> {
    /// The rounds as such, if it saves half of them to look at those only in which something changes.
    pub fn of(explored: &Explored<'_, '_>, round: &'r Round, rounds: u32) -> Option<Self> {
        let [growth] = *round.growth.as_slice() else { return None };
        let mut shares = round.order.iter().map(|place| stay_of(explored, *place, growth));
        let stay = shares.next()??;
        if stay == 0 || !shares.all(|share| share == Some(stay)) {
            return None;
        }
        let changing = changes(explored, round)?;
        let out = behind(explored, round)?;
        (changing < rounds / 2).then_some(Self { round, growth, stay, rounds, changing, out })
    }

    /// By how much the denominator grows in all rounds.
    pub fn growth(&self) -> UBig {
        UBig::from(self.growth).pow(self.rounds as usize)
    }

    /// Takes weights through all rounds, over one denominator; the weights of what lies behind are over [`Self::growth`] of it.
    pub fn lead_on(
        &self,
        explored: &mut Explored<'_, '_>,
        begins: &[(Place, UBig)],
    ) -> Result<Vec<(Place, UBig)>, Stop> {
        let all = begins.iter().fold(UBig::ZERO, |sum, (_, weight)| sum + weight).bit_len();
        let length = |changes: usize| (all + changes * UBig::from(self.growth).bit_len()).div_ceil(64);
        let last = self.changing as usize;
        let mut weights = Leading::new(explored, self, length(last + 1))?;
        for (place, weight) in begins {
            limbs::put(weights.now.get_mut(*place as usize, length(0)), weight);
            weights.held.push(*place);
        }
        for changes in 0..=last {
            weights.round(explored, (self.growth, length(changes + 1)), changes)?;
        }
        let cost = &mut explored.kernels.diagram.cost;
        let (leaving, behind) = self.factors(cost)?;
        let left: usize = weights.left.iter().map(Vec::len).sum();
        cost.steps((left * length(last) * (1 + leaving[0].bit_len() / (64 * LIMBS_A_STEP))) as u64)?;
        let ends = weights.ends.into_iter().zip(weights.left);
        let sums = ends.map(|(end, left)| {
            let parts =
                left.iter().map(|left| &left.leaving * &leaving[left.changes] + &left.behind * &behind[left.changes]);
            (end, parts.fold(UBig::ZERO, |sum, part| sum + part))
        });
        Ok(sums.filter(|(_, weight)| *weight != UBig::ZERO).collect())
    }

    /// For each number of changes how much what leaves with the next one counts, in whatever round that comes; and what is behind
    /// the last round without another one.
    fn factors(&self, cost: &mut Cost<'_>) -> Result<(Vec<UBig>, Vec<UBig>), Stop> {
        let (growth, stay) = (UBig::from(self.growth), UBig::from(self.stay));
        let count = self.changing as usize + 1;
        let (mut leaving, mut now) = (vec![UBig::ZERO; count], vec![UBig::ZERO; count]);
        now[0] = UBig::ONE;
        for _ in 0..self.rounds {
            cost.steps((count * (1 + leaving[0].bit_len() / (64 * LIMBS_A_STEP))) as u64)?;
            for (leaving, now) in leaving.iter_mut().zip(&now) {
                *leaving = &*leaving * &growth + now;
            }
            for changes in (0..count).rev() {
                let changed = changes.checked_sub(1).map(|before| now[before].clone()).unwrap_or_default();
                now[changes] = &now[changes] * &stay + changed;
            }
        }
        Ok((leaving, now))
    }
}

/// How much of the weight of a situation stays in it for another round; `None` if some run comes to it in the last round only.
fn stay_of(explored: &Explored<'_, '_>, place: Place, growth: u128) -> Option<u128> {
    let kernel = explored.kernels.all.get(explored.graph.kernels[place as usize] as usize)?;
    let mut stay = 0;
    for (way, (factor, _)) in explored.ways(place).zip(&kernel.effects) {
        if explored.graph.to[way] == NONE {
            return None;
        }
        if explored.graph.behind[way] != NONE && explored.graph.to[way] == place {
            stay += factor * (growth / kernel.of);
        }
    }
    Some(stay)
}

/// For each situation of a round the one in which a run is behind the last round; `None` if that hangs on how it has come there.
fn behind(explored: &Explored<'_, '_>, round: &Round) -> Option<Vec<Place>> {
    let graph = &explored.graph;
    let mut out = vec![NONE; graph.keys.len()];
    for way in round.order.iter().flat_map(|place| explored.ways(*place)) {
        let (to, behind) = (graph.to[way] as usize, graph.behind[way]);
        if behind != NONE && ![NONE, behind].contains(&std::mem::replace(&mut out[to], behind)) {
            return None;
        }
    }
    Some(out)
}

/// In how many rounds at most something changes; `None` if there is no end to that.
fn changes(explored: &Explored<'_, '_>, round: &Round) -> Option<u32> {
    let graph = &explored.graph;
    let others = |place: Place| {
        let again = explored.ways(place).filter(|way| graph.behind[*way] != NONE).map(|way| graph.to[way]);
        again.filter(move |to| *to != place)
    };
    let (mut missing, mut depth) = (vec![0_u32; graph.keys.len()], vec![0_u32; graph.keys.len()]);
    round.order.iter().flat_map(|place| others(*place)).for_each(|to| missing[to as usize] += 1);
    let mut order: Vec<Place> = round.order.iter().copied().filter(|place| missing[*place as usize] == 0).collect();
    let (mut next, mut deepest) = (0, 0);
    while let Some(place) = order.get(next).copied() {
        next += 1;
        deepest = deepest.max(depth[place as usize]);
        for to in others(place) {
            depth[to as usize] = depth[to as usize].max(depth[place as usize] + 1);
            missing[to as usize] -= 1;
            if missing[to as usize] == 0 {
                order.push(to);
            }
        }
    }
    (order.len() == round.order.len()).then_some(deepest)
}

/// Weights on their way through rounds in which something changes.
struct Leading<'o> {
    /// Where a run goes on from each situation behind the last round.
    out: &'o [Place],
    now: Numbers,
    next: Numbers,
    held: Vec<Place>,
    /// What has a weight in the next round.
    comes: Vec<bool>,
    /// What lies behind, with what comes to it, and for each place where it stands among these.
    ends: Vec<Place>,
    left: Vec<Vec<Left>>,
    end_of: Vec<u32>,
    /// What comes to each end from this round, and would come to it if nothing changed any more.
    leaving: Numbers,
    behind: Numbers,
}

impl<'o> Leading<'o> {
    fn new(explored: &mut Explored<'_, '_>, ties: &'o Ties<'_>, width: usize) -> Result<Self, Stop> {
        let graph = &explored.graph;
        let count = graph.keys.len();
        let (mut ends, mut end_of) = (Vec::new(), vec![NONE; count]);
        let mut add = |place: Place| {
            if end_of[place as usize] == NONE {
                end_of[place as usize] = u32::try_from(ends.len()).unwrap_or(NONE);
                ends.push(place);
            }
        };
        for place in &ties.round.order {
            add(ties.out[*place as usize]);
            explored.ways(*place).filter(|way| graph.behind[*way] == NONE).for_each(|way| add(graph.to[way]));
        }
        explored.kernels.diagram.cost.hold(2 * (count + ends.len()) * width * size_of::<u64>())?;
        Ok(Self {
            out: &ties.out,
            now: Numbers::new(count, width),
            next: Numbers::new(count, width),
            held: Vec::new(),
            comes: vec![false; count],
            left: ends.iter().map(|_| Vec::new()).collect(),
            leaving: Numbers::new(ends.len(), width),
            behind: Numbers::new(ends.len(), width),
            ends,
            end_of,
        })
    }

    /// Takes all weights through one round in which something changes; afterwards none of them has more limbs than `length`.
    fn round(
        &mut self,
        explored: &mut Explored<'_, '_>,
        (growth, length): (u128, usize),
        changes: usize,
    ) -> Result<(), Stop> {
        let mut coming = Vec::new();
        let is_over = explored.kernels.diagram.cost.is_over();
        for place in std::mem::take(&mut self.held) {
            let ways = explored.ways(place).len();
            let cost = &mut explored.kernels.diagram.cost;
            if !is_over {
                cost.heed_waiting()?;
            }
            cost.answers(ways as u64)?;
            cost.steps((ways * length / LIMBS_A_STEP) as u64)?;
            self.lead_on(explored, place, (growth, length), &mut coming);
        }
        for place in &coming {
            self.comes[*place as usize] = false;
        }
        self.held = coming;
        std::mem::swap(&mut self.now, &mut self.next);
        self.leave(&mut explored.kernels.diagram.cost, length, changes)
    }

    fn lead_on(
        &mut self,
        explored: &Explored<'_, '_>,
        place: Place,
        (growth, length): (u128, usize),
        coming: &mut Vec<Place>,
    ) {
        let graph = &explored.graph;
        let kernel = &explored.kernels.all[graph.kernels[place as usize] as usize];
        let lift = growth / kernel.of;
        let weight = self.now.get_mut(place as usize, length);
        let end = |place: Place| self.end_of[place as usize] as usize;
        limbs::add_product(self.behind.get_mut(end(self.out[place as usize]), length), weight, 1);
        for (way, (factor, _)) in explored.ways(place).zip(&kernel.effects) {
            let to = graph.to[way];
            if graph.behind[way] == NONE {
                limbs::add_product(self.leaving.get_mut(end(to), length), weight, factor * lift);
            } else if to != place {
                limbs::add_product(self.next.get_mut(to as usize, length), weight, factor * lift);
                if !std::mem::replace(&mut self.comes[to as usize], true) {
                    coming.push(to);
                }
            }
        }
        weight.fill(0);
    }

    /// Keeps what has come to the ends in this round.
    fn leave(&mut self, cost: &mut Cost<'_>, length: usize, changes: usize) -> Result<(), Stop> {
        for (end, left) in self.left.iter_mut().enumerate() {
            let numbers = [&mut self.leaving, &mut self.behind].map(|numbers| numbers.get_mut(end, length));
            if numbers.iter().all(|number| number.iter().all(|limb| *limb == 0)) {
                continue;
            }
            let [leaving, behind] = numbers.map(|number| {
                let big = limbs::big(number);
                number.fill(0);
                big
            });
            cost.hold(2 * length * size_of::<u64>())?;
            left.push(Left { changes, leaving, behind });
        }
        Ok(())
    }
}
