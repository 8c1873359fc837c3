//! Runs by lot: what was explored is drawn from, with one draw for each segment, however many dice it rolls.

use super::code::Code;
use super::cost::Stop;
use super::explore::{Explored, NONE, Place};
use crate::ir::Value;
use crate::semantics::chance::sequential::Sequential;

/// All words of a draw together.
const ALL: u128 = 1 << 64;

/// What a program comes to, to be drawn from again and again.
#[derive(Clone, Debug)]
pub(in crate::drivers::odds) struct Lots {
    situations: Vec<Situation>,
    columns: Vec<Lot>,
    /// The results at all ends, one end after the other.
    results: Vec<Value>,
    /// So many stand at each end.
    each: usize,
}

/// A situation, and where its lots lie: as many as it has ways. At an end there are none, and `first` is its place among the ends.
#[derive(Clone, Copy, Debug)]
struct Situation {
    first: usize,
    count: usize,
    part: usize,
    /// So many rounds there are in its part.
    rounds: u32,
}

/// A way, and what it shares its column with: each column of a situation is as likely as any other, and holds at most two ways
/// (the alias method).
#[derive(Clone, Copy, Debug)]
struct Lot {
    /// Below this a word within the column is its own way.
    below: u64,
    /// The way above, by its place among those of the situation.
    other: usize,
    /// Where its own way leads.
    to: Place,
    /// The same after the last round, if it leads to another one.
    behind: Place,
}

impl Lots {
    /// Makes them of what was explored, if that was everything.
    pub(super) fn of(code: &Code<'_>, explored: &Explored<'_, '_>) -> Result<Self, Stop> {
        let (graph, program) = (&explored.graph, code.program);
        let mut made =
            Self { situations: Vec::new(), columns: Vec::new(), results: Vec::new(), each: program.results.len() };
        let mut ends = 0;
        for place in 0..graph.keys.len() {
            let cut = code.cut(graph.cuts[place]);
            let mut situation =
                Situation { first: made.columns.len(), count: 0, part: cut.part, rounds: code.rounds_of(cut.part) };
            if cut.is_end {
                situation.first = ends;
                ends += 1;
                let value = |register: u32| explored.layout.value(graph.keys[place], register);
                made.results.extend(program.results.iter().map(|result| value(result.register.0)));
            } else {
                let kernel = explored.kernels.all.get(graph.kernels[place] as usize).ok_or(Stop::Elsewhere)?;
                let ways = explored.ways(Place::try_from(place).map_err(|_| Stop::Elsewhere)?);
                let weights: Vec<u128> = kernel.effects.iter().map(|(weight, _)| *weight).collect();
                situation.count = weights.len();
                let leads = ways.map(|way| (graph.to[way], graph.behind[way]));
                let columns = columns(&weights, kernel.of).ok_or(Stop::TooWide)?;
                let lots = columns.into_iter().zip(leads);
                made.columns.extend(lots.map(|((below, other), (to, behind))| Lot { below, other, to, behind }));
            }
            made.situations.push(situation);
        }
        Ok(made)
    }

    /// So many ends there are.
    pub fn ends(&self) -> usize {
        self.situations.iter().filter(|situation| situation.count == 0).count()
    }

    /// The results at an end.
    pub fn results(&self, end: usize) -> &[Value] {
        &self.results[end * self.each..(end + 1) * self.each]
    }

    /// One run: the end to which it comes.
    pub fn draw(&self, dice: &mut Sequential) -> usize {
        let (mut place, mut round) = (0, 1);
        loop {
            let situation = &self.situations[place];
            if situation.count == 0 {
                return situation.first;
            }
            let wide = u128::from(dice.word()) * situation.count as u128;
            let column = situation.first + usize::try_from(wide / ALL).unwrap_or(0);
            let lot = &self.columns[column];
            let is_own = wide % ALL < u128::from(lot.below);
            let way = if is_own { lot } else { &self.columns[situation.first + lot.other] };
            if way.behind == NONE {
                place = way.to as usize;
                if self.situations[place].part != situation.part {
                    round = 1;
                }
            } else if round < situation.rounds {
                (place, round) = (way.to as usize, round + 1);
            } else {
                (place, round) = (way.behind as usize, 1);
            }
        }
    }
}

/// For each weight how much of a column is its own, and which other one has the rest.
fn columns(weights: &[u128], of: u128) -> Option<Vec<(u64, usize)>> {
    let masses = masses(weights, of)?;
    let count = masses.len() as u128;
    // As many columns as weights, each as high as all words: what is higher gives to those that are lower.
    let mut heights: Vec<u128> = masses.iter().map(|mass| mass * count).collect();
    let mut found: Vec<(u64, usize)> = (0..masses.len()).map(|place| (u64::MAX, place)).collect();
    let (mut low, mut high): (Vec<usize>, Vec<usize>) = (0..heights.len()).partition(|place| heights[*place] < ALL);
    while let (Some(under), Some(over)) = (low.pop(), high.last().copied()) {
        found[under] = (u64::try_from(heights[under]).ok()?, over);
        heights[over] -= ALL - heights[under];
        if heights[over] < ALL {
            high.pop();
            low.push(over);
        }
    }
    Some(found)
}

/// The same weights with all words as their sum: none is off by more than one word.
fn masses(weights: &[u128], of: u128) -> Option<Vec<u128>> {
    // A fraction of so many bits fits into a product with all words.
    let shift = (128 - of.leading_zeros()).saturating_sub(63);
    let of = (of >> shift).max(1);
    let (mut sum, mut before) = (0_u128, 0);
    let mut found = Vec::with_capacity(weights.len());
    for weight in weights {
        sum = sum.checked_add(*weight)?;
        let until = (sum >> shift).min(of) * ALL / of;
        found.push(until - before);
        before = until;
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::{ALL, columns, masses};

    /// What each way has of all columns together.
    fn shares(weights: &[u128], of: u128) -> Vec<u128> {
        let columns = columns(weights, of).expect("they fit");
        let mut shares = vec![0; weights.len()];
        for (place, (below, other)) in columns.into_iter().enumerate() {
            let own = if other == place { ALL } else { u128::from(below) };
            shares[place] += own;
            shares[other] += ALL - own;
        }
        shares
    }

    #[test]
    fn each_way_has_its_share_of_the_columns() {
        for weights in [
            vec![1],
            vec![1, 1],
            vec![1, 2, 3],
            vec![5, 1, 1, 1, 30],
            vec![7, 0, 9],
            vec![u128::MAX / 4, 3, u128::MAX / 8],
        ] {
            let of = weights.iter().sum();
            let wanted: Vec<u128> =
                masses(&weights, of).expect("they fit").iter().map(|mass| mass * weights.len() as u128).collect();
            assert_eq!(shares(&weights, of), wanted, "{weights:?}");
            assert_eq!(masses(&weights, of).expect("they fit").iter().sum::<u128>(), ALL, "{weights:?}");
        }
    }

    #[test]
    fn a_share_is_that_of_its_weight() {
        assert_eq!(masses(&[1, 1, 2], 4), Some(vec![ALL / 4, ALL / 4, ALL / 2]));
        assert_eq!(masses(&[1, 2], 3), Some(vec![ALL / 3, ALL - ALL / 3]));
    }
}
