//! All situations, each once, with what leads from one to the next: a graph for any number of rounds.

use std::collections::BTreeMap;
use std::ops::Range;

use super::code::{Code, CutId};
use super::cost::{self, Cost, Stop};
use super::diagram::{Diagram, Kind, NodeId};
use super::hashing::Map;
use super::kernels::{KernelId, Kernels};
use super::lookout::Lookout;
use super::packing::{Change, Key, Layout, Misfit};
use crate::drivers::odds::branching::Forks;
use crate::drivers::odds::crowd::Crowd;
use crate::drivers::odds::order::Loops;
use crate::drivers::odds::request::OddsError;
use crate::ir::{Address, Value};

/// Names a situation, or none.
pub type Place = u32;

/// No situation, or no kernel.
pub const NONE: u32 = u32::MAX;

/// What the rules refuse.
pub const REFUSED: u32 = u32::MAX - 1;

/// Situations and ways. Those from one situation stand side by side, in the order of the effects of its kernel.
#[derive(Default)]
pub struct Graph {
    pub keys: Vec<Key>,
    pub cuts: Vec<CutId>,
    /// What the segment behind each situation comes to; none at the end, and where no run comes in time.
    pub kernels: Vec<KernelId>,
    /// For each situation its first way.
    pub first: Vec<usize>,
    /// Where each way leads; where it leads to another round, `behind` says where it leads after the last one.
    pub to: Vec<Place>,
    pub behind: Vec<Place>,
}

/// What was explored.
pub struct Explored<'c, 'p> {
    pub kernels: Kernels<'c, 'p>,
    pub graph: Graph,
    pub layout: Layout,
    /// Why there is no more of it, if the budget ran out and what is known then is kept.
    pub beyond: Option<OddsError>,
}

impl Explored<'_, '_> {
    /// The ways from a situation.
    pub fn ways(&self, place: Place) -> Range<usize> {
        let first = self.graph.first[place as usize];
        let kernel = self.kernels.all.get(self.graph.kernels[place as usize] as usize);
        first..first + kernel.map_or(0, |kernel| kernel.effects.len())
    }

    /// What tells situations apart where most of them are, or the ways out of one of them, if there are even more of these;
    /// with the place in the program.
    fn crowd(&self, code: &Code<'_>) -> Option<(Address, Crowd)> {
        let Explored { kernels, graph, layout, .. } = self;
        let mut many = vec![0_usize; code.cuts.len()];
        graph.cuts.iter().for_each(|cut| many[*cut as usize] += 1);
        // Those behind a loop come from those in it.
        let loops = Loops::of(code.program);
        let is_within = |at: usize| u32::try_from(at).is_ok_and(|at| loops.around(Address(at)).next().is_some());
        let weighed = |cut: CutId, many: usize| many * if is_within(code.cut(cut).at) { IN_ROUNDS } else { 1 };
        let (most, many) = (0..).zip(many).max_by_key(|(cut, many)| weighed(*cut, *many))?;
        if many < kernels.diagram.nodes.len() {
            return kernels.diagram.crowd();
        }
        let here = || graph.keys.iter().zip(&graph.cuts).filter(|(_, cut)| **cut == most);
        let each = |register: u32, visit: &mut dyn FnMut(Value)| {
            here().for_each(|(key, _)| visit(layout.value(*key, register)));
        };
        let cut = code.cut(most);
        let at = Address(u32::try_from(cut.at).ok()?);
        Some((at, Crowd::at(code.program, at, cut.live.iter().copied(), &each)))
    }

    /// The same error, with what tells situations apart.
    pub fn crowded(&self, error: OddsError, code: &Code<'_>) -> OddsError {
        error.crowded(|| self.crowd(code))
    }
}

/// Situations in rounds tell more of why there are so many, and count so many times.
const IN_ROUNDS: usize = 8;

/// What holding the changes of an exit takes, in bytes.
const EACH_EXIT: usize = 384;

/// What an exit changes: on the way to the next cut, or to another round; and on the way out, where that is open.
pub type Leads = (Change, Option<Change>);

/// When a situation is first come to: the part of the program, and its round.
pub type Time = (usize, u32);

pub struct Exploring<'c, 'p> {
    pub code: &'c Code<'p>,
    pub explored: Explored<'c, 'p>,
    /// For each cut the situations there.
    known: Vec<Map<Key, Place>>,
    /// What each exit changes, in the present layout, for whichever kernels lead there.
    changes: Vec<Option<Leads>>,
    /// Situations that nobody has followed, by when they are come to first.
    open: BTreeMap<Time, Vec<Place>>,
}

/// Explores all situations, or as many as somebody lets it; those that are left lead nowhere.
pub fn explore<'c, 'p>(code: &'c Code<'p>, forks: Forks<'p>, cost: Cost<'p>) -> Result<Explored<'c, 'p>, Stop> {
    let kernels = Kernels::new(code, Diagram::new(code, forks, cost));
    let explored = Explored { kernels, graph: Graph::default(), layout: Layout::new(code), beyond: None };
    let known = code.cuts.iter().map(|_| Map::default()).collect();
    let mut exploring = Exploring { code, explored, known, changes: Vec::new(), open: BTreeMap::new() };
    exploring.start()?;
    match exploring.go_on() {
        Ok(()) | Err(Stop::Stopped) => Ok(exploring.explored),
        Err(Stop::Failed(error)) => {
            let error = exploring.explored.crowded(error, code);
            if !exploring.cost().keeps(&error) {
                return Err(Stop::Failed(error));
            }
            exploring.cost().give_up();
            exploring.lead_out();
            Ok(Explored { beyond: Some(error), ..exploring.explored })
        }
        Err(stop @ (Stop::Elsewhere | Stop::TooWide)) => Err(stop),
    }
}

impl<'p> Exploring<'_, 'p> {
    fn start(&mut self) -> Result<(), Stop> {
        let (code, first) = (self.code, self.code.cut_at(0).ok_or(Stop::Elsewhere)?);
        let round = code.cut(first).clock.and_then(|clock| code.ways_of(clock));
        let cut = round.map_or(first, |(body, _)| body);
        let begun = code.begun();
        let initial = |register: &u32| (*register, begun[*register as usize]);
        loop {
            match self.explored.layout.key(code.cut(cut).live.iter().map(initial)) {
                Ok(key) => return self.arrive(cut, key, (code.cut(cut).part, 1)).map(|_| ()),
                Err(misfit) => self.grow(misfit)?,
            }
        }
    }

    /// Follows all situations, as long as somebody lets it.
    fn go_on(&mut self) -> Result<(), Stop> {
        let mut lookout = Lookout::new();
        while self.step()? && self.cost().goes_on() {
            lookout.look(self)?;
        }
        Ok(())
    }

    /// Follows what lies behind the loop that was too much, so that runs that have left it come to their ends, as far as that takes no more
    /// than what was followed before. What goes wrong there is known to nobody, like all that is left.
    fn lead_out(&mut self) {
        let Some(within) = self.open.first_key_value().map(|((part, _), _)| *part) else { return };
        self.open.retain(|(part, _), _| *part > within);
        let until = self.cost().worked().saturating_mul(2);
        while self.cost().worked() < until && self.cost().is_wanted() && matches!(self.step(), Ok(true)) {}
    }

    /// Follows one more situation; tells whether there may be another one.
    fn step(&mut self) -> Result<bool, Stop> {
        let Some(mut entry) = self.open.first_entry() else { return Ok(false) };
        let time = *entry.key();
        match entry.get_mut().pop() {
            Some(place) => self.follow(place, time)?,
            None => {
                entry.remove();
            }
        }
        Ok(true)
    }

    /// Finds out where a situation leads.
    fn follow(&mut self, place: Place, time: Time) -> Result<(), Stop> {
        let cut = self.explored.graph.cuts[place as usize];
        self.cost().at = Address(u32::try_from(self.code.cut(cut).at).unwrap_or(u32::MAX));
        let Explored { kernels, graph, layout, .. } = &mut self.explored;
        let key = graph.keys[place as usize];
        let kernel = kernels.of(cut, &|register| layout.value(key, register))?;
        let first = graph.to.len();
        let ways = kernels.all[kernel as usize].effects.len();
        self.cost().answers(ways as u64)?;
        self.cost().hold(ways * cost::EACH_WAY)?;
        let graph = &mut self.explored.graph;
        graph.kernels[place as usize] = kernel;
        graph.first[place as usize] = first;
        loop {
            let found = match self.lead_on(place, kernel, time) {
                Ok(Ok(())) => return Ok(()),
                Ok(Err(misfit)) => Ok(misfit),
                Err(stop) => Err(stop),
            };
            let graph = &mut self.explored.graph;
            graph.to.truncate(first);
            graph.behind.truncate(first);
            match found {
                Ok(misfit) => self.grow(misfit)?,
                // Nothing is known of what stands half-way.
                Err(stop) => {
                    graph.kernels[place as usize] = NONE;
                    return Err(stop);
                }
            }
        }
    }

    /// Adds the ways of a situation, unless a number does not fit.
    fn lead_on(&mut self, place: Place, kernel: KernelId, time: Time) -> Result<Result<(), Misfit>, Stop> {
        let key = self.explored.graph.keys[place as usize];
        let (part, round) = time;
        for way in 0..self.explored.kernels.all[kernel as usize].effects.len() {
            let (_, exit) = self.explored.kernels.all[kernel as usize].effects[way];
            if self.explored.kernels.diagram.refused == Some(exit) {
                self.explored.graph.to.push(REFUSED);
                self.explored.graph.behind.push(NONE);
                continue;
            }
            let (change, behind) = match self.leads(exit)? {
                Ok((change, behind)) => {
                    ((change.cut, change.of(key)), behind.as_ref().map(|out| (out.cut, out.of(key))))
                }
                Err(misfit) => return Ok(Err(misfit)),
            };
            let to_part = self.code.cut(change.0).part;
            let is_again = behind.is_some() && to_part == part;
            let to = match (change, is_again) {
                ((_, Err(misfit)), _) => return Ok(Err(misfit)),
                // There is no round after the last one.
                ((_, Ok(_)), true) if round >= self.code.rounds_of(part) => NONE,
                ((cut, Ok(to)), true) => self.arrive(cut, to, (part, round + 1))?,
                ((cut, Ok(to)), false) => self.arrive(cut, to, (to_part, if to_part == part { round } else { 1 }))?,
            };
            let out = match behind.filter(|_| is_again) {
                None => NONE,
                Some((_, Err(misfit))) => return Ok(Err(misfit)),
                Some((cut, Ok(out))) => self.arrive(cut, out, (self.code.cut(cut).part, 1))?,
            };
            self.explored.graph.to.push(to);
            self.explored.graph.behind.push(out);
        }
        Ok(Ok(()))
    }

    /// What an exit changes.
    pub fn leads(&mut self, exit: NodeId) -> Result<Result<&Leads, Misfit>, Stop> {
        let place = exit as usize;
        if self.changes.len() <= place {
            self.changes.resize_with(place + 1, || None);
        }
        if self.changes[place].is_none() {
            self.cost().hold(EACH_EXIT)?;
            match self.change(exit)? {
                Ok(leads) => self.changes[place] = Some(leads),
                Err(misfit) => return Ok(Err(misfit)),
            }
        }
        self.changes[place].as_ref().map(Ok).ok_or(Stop::Elsewhere)
    }

    /// The same, made anew.
    fn change(&self, exit: NodeId) -> Result<Result<Leads, Misfit>, Stop> {
        let Explored { kernels, layout, .. } = &self.explored;
        let node = kernels.diagram.node(exit);
        let Kind::Exit(cut) = node.kind else { return Err(Stop::Elsewhere) };
        let to = |cut_to| layout.change(self.code, (node, cut), cut_to);
        let ways = self.code.cut(cut).clock.and_then(|clock| self.code.ways_of(clock));
        Ok(match ways {
            None => to(cut).map(|change| (change, None)),
            Some((again, out)) => to(out).and_then(|out| to(again).map(|again| (again, Some(out)))),
        })
    }

    /// The place of a situation.
    fn arrive(&mut self, cut: CutId, key: Key, time: Time) -> Result<Place, Stop> {
        if let Some(place) = self.known[cut as usize].get(&key) {
            return Ok(*place);
        }
        let graph = &mut self.explored.graph;
        let place = Place::try_from(graph.keys.len()).ok().filter(|place| *place < REFUSED).ok_or(Stop::Elsewhere)?;
        graph.keys.push(key);
        graph.cuts.push(cut);
        graph.kernels.push(NONE);
        graph.first.push(0);
        self.known[cut as usize].insert(key, place);
        if !self.code.cut(cut).is_end {
            self.open.entry(time).or_default().push(place);
        }
        self.cost().hold(cost::EACH)?;
        self.cost().situation()?;
        Ok(place)
    }

    /// Makes room for a number, and packs all situations anew that lie otherwise then.
    pub fn grow(&mut self, misfit: Misfit) -> Result<(), Stop> {
        let layout = self.explored.layout.grown(misfit)?;
        let Explored { graph, layout: before, .. } = &mut self.explored;
        let mut moved = 0;
        for (cut, known) in self.code.cuts.iter().zip(&mut self.known) {
            if !before.is_other(&cut.live, &layout) {
                continue;
            }
            let places: Vec<Place> = known.drain().map(|(_, place)| place).collect();
            moved += places.len() as u64;
            for place in places {
                let key = &mut graph.keys[place as usize];
                *key = before.moved(*key, &cut.live, &layout)?;
                known.insert(*key, place);
            }
        }
        *before = layout;
        self.changes.clear();
        self.cost().steps(moved)
    }

    pub fn cost(&mut self) -> &mut Cost<'p> {
        &mut self.explored.kernels.diagram.cost
    }
}
