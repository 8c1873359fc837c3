//! Looking ahead from cut to cut: see [`foresight`](super::super::foresight).

use super::code::CutId;
use super::cost::{Cost, Stop};
use super::diagram::{Kind, NodeId};
use super::explore::{Explored, Exploring};
use super::packing::Key;
use crate::allowance::Resource;
use crate::drivers::odds::foresight::Foresight;
use crate::ir::Value;

/// So many situations show how many ways there are from one of them.
const TO_COUNT: usize = 64;

/// Whether somebody still waits is asked once in so many steps of a run.
const LOOK_AFTER: u32 = 4_096;

/// Whoever looks ahead.
pub struct Lookout {
    foresight: Foresight,
}

/// Where a run stands.
#[derive(Clone, Copy)]
struct Place {
    cut: CutId,
    key: Key,
    round: u32,
}

impl Lookout {
    pub fn new() -> Self {
        Self { foresight: Foresight::new() }
    }

    /// Looks ahead, if it is time to; fails where it is seen that there will be too many situations.
    pub fn look(&mut self, exploring: &mut Exploring<'_, '_>) -> Result<(), Stop> {
        let Some(until) = self.foresight.is_due(exploring.cost().worked()) else { return Ok(()) };
        let allowed = allowed(exploring);
        let least = allowed.iter().map(|(_, allowed)| *allowed).min().unwrap_or(0);
        while exploring.cost().worked() < until && !self.foresight.is_enough(least) && exploring.cost().is_wanted() {
            self.run(exploring)?;
        }
        let cost = exploring.cost();
        if !cost.is_wanted() {
            // What is known by now is told instead.
            return Ok(());
        }
        match self.foresight.judge(&allowed, cost.budget()) {
            None => Ok(()),
            // With little memory the other engine comes farther.
            Some((ran_out, false)) if ran_out.of == Resource::Memory => Err(Stop::Elsewhere),
            Some((ran_out, _)) => Err(cost.foreseen(ran_out)),
        }
    }

    /// One more run, to its end.
    fn run(&mut self, exploring: &mut Exploring<'_, '_>) -> Result<(), Stop> {
        let code = exploring.code;
        let graph = &exploring.explored.graph;
        let Some((cut, key)) = graph.cuts.first().copied().zip(graph.keys.first().copied()) else { return Ok(()) };
        let mut place = Place { cut, key, round: 1 };
        self.foresight.begin_run();
        let mut steps = 0_u32;
        while !code.cut(place.cut).is_end {
            steps += 1;
            if steps.is_multiple_of(LOOK_AFTER) && !exploring.cost().is_wanted() {
                break;
            }
            let layout = &exploring.explored.layout;
            let values = code.cut(place.cut).live.iter().map(|register| layout.value(place.key, *register));
            self.foresight.stands((place.cut.into(), place.round), values);
            exploring.cost().steps(1)?;
            match self.next(exploring, place)? {
                Some(next) => place = next,
                None => break,
            }
        }
        Ok(())
    }

    /// Where a run goes on, unless the rules refuse it: each way is as likely as any other, whatever its weight, and so is each option.
    fn next(&mut self, exploring: &mut Exploring<'_, '_>, mut place: Place) -> Result<Option<Place>, Stop> {
        let Some(exit) = self.exit(exploring, place)? else { return Ok(None) };
        let code = exploring.code;
        let part = code.cut(place.cut).part;
        loop {
            let found = exploring.leads(exit)?.map(|(change, behind)| {
                let to_part = code.cut(change.cut).part;
                let is_again = behind.is_some() && to_part == part;
                match behind {
                    Some(out) if is_again && place.round >= code.rounds_of(part) => (out.cut, out.of(place.key), 1),
                    Some(_) | None => {
                        let round = if is_again { place.round + 1 } else { place.round };
                        (change.cut, change.of(place.key), if to_part == part { round } else { 1 })
                    }
                }
            });
            let misfit = match found {
                Ok((cut, Ok(key), round)) => return Ok(Some(Place { cut, key, round })),
                Ok((_, Err(misfit), _)) | Err(misfit) => misfit,
            };
            let before = exploring.explored.layout.clone();
            exploring.grow(misfit)?;
            place.key = before.moved(place.key, &code.cut(place.cut).live, &exploring.explored.layout)?;
        }
    }

    /// An exit to which a situation comes: no more of its segment is looked at than that takes.
    fn exit(&mut self, exploring: &mut Exploring<'_, '_>, place: Place) -> Result<Option<NodeId>, Stop> {
        let layout = &exploring.explored.layout;
        let read = |register: u32| -> Value { layout.value(place.key, register) };
        let kernels = &mut exploring.explored.kernels;
        let mut node = kernels.root(place.cut)?;
        loop {
            kernels.diagram.cost.steps(1)?;
            node = match &kernels.diagram.node(node).kind {
                Kind::Exit(_) => return Ok(Some(node)),
                Kind::Refused => return Ok(None),
                Kind::Options { each, .. } => {
                    let way = self.foresight.chance.pick(each.len()).ok_or(Stop::Elsewhere)?;
                    each[way].1
                }
                Kind::Dice | Kind::Rolled { .. } => {
                    let ways = kernels.diagram.roll(node)?;
                    let way = self.foresight.chance.pick(ways.len()).ok_or(Stop::Elsewhere)?;
                    ways[way].1
                }
                Kind::Test { register, .. } => {
                    let value = read(*register);
                    kernels.diagram.follow(node, value)?.1
                }
            };
        }
    }
}

/// For how many situations what there is of each resource is enough, if most of them have as many ways as those that were followed.
fn allowed(exploring: &mut Exploring<'_, '_>) -> [(Resource, usize); 3] {
    let Explored { graph, kernels, .. } = &exploring.explored;
    let followed = graph.kernels.iter().rev().filter_map(|kernel| kernels.all.get(*kernel as usize));
    let mut ways: Vec<usize> = followed.take(TO_COUNT).map(|kernel| kernel.effects.len()).collect();
    ways.sort_unstable();
    let (budget, ways) = (exploring.cost().budget(), ways.get(ways.len() / 4).copied().unwrap_or(1).max(1));
    let answers = usize::try_from(budget.answers / ways as u64).unwrap_or(usize::MAX);
    [
        (Resource::Situations, budget.states),
        (Resource::Answers, answers),
        (Resource::Memory, budget.memory / Cost::bytes_of(ways)),
    ]
}
