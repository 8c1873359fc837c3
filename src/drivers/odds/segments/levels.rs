//! In which order the situations of a round are taken, and over which denominators.

use super::code::Code;
use super::cost::Stop;
use super::explore::{Explored, NONE, Place};
use super::fraction;

/// One round of a part of the program.
#[derive(Clone, Default)]
pub struct Round {
    /// Its situations, level by level.
    pub order: Vec<Place>,
    /// For each level by how much the denominator grows there.
    pub growth: Vec<u128>,
}

/// The rounds of all parts, and for each situation its level: each way within a round leads to a higher one.
pub struct Levels {
    pub rounds: Vec<Round>,
    pub of: Vec<u32>,
}

/// The levels of what was explored. Where a situation comes to itself again within a round, nothing ends here.
pub fn levels(code: &Code<'_>, explored: &Explored<'_, '_>) -> Result<Levels, Stop> {
    let graph = &explored.graph;
    let part = |place: Place| code.cut(graph.cuts[place as usize]).part;
    let within = |place: Place| {
        let ways = explored.ways(place).map(|way| (graph.to[way], graph.behind[way]));
        ways.filter(move |(to, behind)| *behind == NONE && part(*to) == part(place)).map(|(to, _)| to)
    };
    let places = || (0..).take(graph.keys.len());
    let mut missing = vec![0_u32; graph.keys.len()];
    places().flat_map(&within).for_each(|to| missing[to as usize] += 1);
    let mut order: Vec<Place> = places().filter(|place| missing[*place as usize] == 0).collect();
    let mut of = vec![0_u32; graph.keys.len()];
    let mut next = 0;
    while let Some(place) = order.get(next).copied() {
        next += 1;
        for to in within(place) {
            of[to as usize] = of[to as usize].max(of[place as usize] + 1);
            missing[to as usize] -= 1;
            if missing[to as usize] == 0 {
                order.push(to);
            }
        }
    }
    if order.len() < graph.keys.len() {
        return Err(Stop::Elsewhere);
    }
    let mut rounds = vec![Round::default(); code.parts()];
    for place in order {
        let Some(kernel) = explored.kernels.all.get(graph.kernels[place as usize] as usize) else { continue };
        let (round, level) = (&mut rounds[part(place)], of[place as usize] as usize);
        round.order.push(place);
        if round.growth.len() <= level {
            round.growth.resize(level + 1, 1);
        }
        round.growth[level] = fraction::multiple(round.growth[level], kernel.of).ok_or(Stop::TooWide)?;
    }
    for round in &mut rounds {
        round.order.sort_by_key(|place| of[*place as usize]);
    }
    Ok(Levels { rounds, of })
}
