//! How often each result is each of its values, if nobody asks which of them come about together.
//!
//! A result is counted at the end of each segment that has written it, and then it is no part of a situation any more. It may be
//! written once more on the way from there; so it counts as often as nothing does so. How likely that is goes backwards through the
//! steps in which weights have gone through the graph, once for all results that are written in the same segments. What is counted
//! nowhere has the value with which it begins.

use std::collections::BTreeMap;

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::backward::{Backward, Target};
use super::bookings::Bookings;
use super::code::{Code, CutId};
use super::cost::Stop;
use super::diagram::{Kind, NodeId};
use super::explore::{Explored, Graph, NONE, Place};
use super::hashing::Map;
use super::kernels::Kernel;
use super::limbs::{self, Sum};
use super::solve::{Course, Gone, Led};
use super::symbols::Symbol;
use crate::drivers::odds::request::OddsError;
use crate::ir::{Register, Value};

/// The values of one result with their chances, sorted; `None` stands for unreached.
pub type Alone = Vec<(Value, RBig)>;

/// The weights of the values of results, which are named by their places; over the denominator of the ends.
type Weights = BTreeMap<(u32, Value), Sum>;

/// Whether a result may be written from each cut on, and whether it may have been before; and the exits at which it is written.
type Pattern = (Vec<[bool; 2]>, Vec<usize>);

/// The chances of each result of a program.
pub fn marginals(
    code: &Code<'_>,
    explored: &mut Explored<'_, '_>,
    (bookings, course): (&Bookings, &Course),
) -> Result<Vec<Alone>, Stop> {
    let steps = course.steps.iter().map(|led| explored.ways(led.place).len() as u64).sum();
    let written = written(code, explored, bookings);
    let alike = alike(code, bookings, &written);
    for _ in 0..=alike.len() {
        explored.kernels.diagram.cost.steps(steps)?;
    }
    let rest = |round: &Gone| limbs::of(&(&course.denominator / &round.denominator));
    let rest = course.rounds.iter().map(rest).collect();
    let is_entry = is_entry(code, explored);
    let counting = Counting { code, explored, bookings, course, written, rest, is_entry };
    let mut sums = counting.settled();
    for results in &alike {
        counting.explored.kernels.diagram.cost.heed()?;
        counting.weighed(results, &mut sums);
    }
    counting.told(sums).ok_or(Stop::Failed(OddsError::Mass))
}

/// For each situation whether a way from another part leads there.
fn is_entry(code: &Code<'_>, explored: &Explored<'_, '_>) -> Vec<bool> {
    let graph = &explored.graph;
    let part = |place: Place| code.cut(graph.cuts[place as usize]).part;
    let mut is_entry = vec![false; graph.keys.len()];
    for place in (0..).take(graph.keys.len()) {
        for to in explored.ways(place).flat_map(|way| [graph.to[way], graph.behind[way]]) {
            if to != NONE && part(to) != part(place) {
                is_entry[to as usize] = true;
            }
        }
    }
    is_entry
}

/// For each node the results that are written where it is the end of a segment.
fn written(code: &Code<'_>, explored: &Explored<'_, '_>, bookings: &Bookings) -> Vec<Vec<(u32, Symbol)>> {
    let nodes = explored.kernels.diagram.nodes.iter();
    let of_node = nodes.map(|node| {
        let Kind::Exit(cut) = node.kind else { return Vec::new() };
        let told = code.cut(cut).told.iter().zip(node.symbols.iter());
        let changed = told.filter(|(register, symbol)| **symbol != Symbol::entry(**register, false));
        changed.filter_map(|(register, symbol)| Some((bookings.place_of(Register(*register))?, *symbol))).collect()
    });
    of_node.collect()
}

/// The results that may be written once more after they were written, those together that are written in the same segments.
fn alike(code: &Code<'_>, bookings: &Bookings, written: &[Vec<(u32, Symbol)>]) -> Vec<Vec<u32>> {
    let mut by: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (exit, written) in written.iter().enumerate() {
        for (result, _) in written {
            by.entry(*result).or_default().push(exit);
        }
    }
    let mut alike: BTreeMap<Pattern, Vec<u32>> = BTreeMap::new();
    for (result, _) in bookings.results() {
        let state = |at| [bookings.is_open(at, result), bookings.is_seen(at, result)];
        let states: Vec<[bool; 2]> = code.cuts.iter().map(|cut| state(cut.at)).collect();
        if states.contains(&[true; 2]) {
            alike.entry((states, by.remove(&result).unwrap_or_default())).or_default().push(result);
        }
    }
    alike.into_values().collect()
}

struct Counting<'m, 'c, 'p> {
    code: &'m Code<'p>,
    explored: &'m Explored<'c, 'p>,
    bookings: &'m Bookings,
    course: &'m Course,
    /// For each exit what is written there.
    written: Vec<Vec<(u32, Symbol)>>,
    /// For each round what is left of the denominator of the ends behind it.
    rest: Vec<Vec<u64>>,
    is_entry: Vec<bool>,
}

/// One way of a step.
struct Way {
    factor: u128,
    exit: NodeId,
    target: Target,
}

/// From which cut a segment leads to which other one.
type Stretch = (CutId, CutId);

/// The results that are counted at an exit. What is the same in all situations is taken together.
struct Counted {
    known: Vec<(u32, Value)>,
    /// The register that a result was copied from, and how much more it is.
    entries: Vec<(u32, u32, i64)>,
    sum: Sum,
}

/// What is counted at exits, in one round, or over the denominator of the ends.
struct Counts<'f> {
    at: Map<(NodeId, Stretch), Counted>,
    weights: Map<(u32, Value), Sum>,
    is_counted: &'f dyn Fn(Stretch, u32) -> bool,
}

impl<'f> Counts<'f> {
    fn new(is_counted: &'f dyn Fn(Stretch, u32) -> bool) -> Self {
        Self { at: Map::default(), weights: Map::default(), is_counted }
    }

    /// Counts what is written on a way that is taken so often.
    fn add(
        &mut self,
        written: &[(u32, Symbol)],
        (exit, stretch): (NodeId, Stretch),
        (number, factor): (&[u64], u128),
        value_of: &dyn Fn(u32, i64) -> Value,
    ) {
        let is_counted = self.is_counted;
        let new = || Counted::of(written.iter().filter(|(result, _)| is_counted(stretch, *result)));
        let counted = self.at.entry((exit, stretch)).or_insert_with(new);
        if !counted.known.is_empty() {
            counted.sum.add(number, factor);
        }
        for (result, register, plus) in &counted.entries {
            self.weights.entry((*result, value_of(*register, *plus))).or_default().add(number, factor);
        }
    }

    /// Moves everything to where it is over the denominator of the ends, of which so much is left.
    fn settle(&mut self, rest: &[u64], sums: &mut Weights) {
        for counted in self.at.values_mut() {
            for value in &counted.known {
                sums.entry(*value).or_default().add_product(counted.sum.limbs(), rest);
            }
            counted.sum.clear();
        }
        for (value, sum) in &mut self.weights {
            sums.entry(*value).or_default().add_product(sum.limbs(), rest);
            sum.clear();
        }
    }
}

impl Counted {
    fn of<'w>(written: impl Iterator<Item = &'w (u32, Symbol)>) -> Self {
        let (mut known, mut entries) = (Vec::new(), Vec::new());
        for (result, symbol) in written {
            match symbol {
                Symbol::Known(value) => known.push((*result, *value)),
                Symbol::Entry { register, plus, .. } => entries.push((*result, *register, *plus)),
            }
        }
        Self { known, entries, sum: Sum::default() }
    }
}

impl Counting<'_, '_, '_> {
    fn graph(&self) -> &Graph {
        &self.explored.graph
    }

    fn ways(&self, led: &Led) -> impl Iterator<Item = Way> {
        let graph = self.graph();
        let Gone { part, is_last, .. } = self.course.rounds[led.round];
        let end = self.course.growth(led.round).len();
        let kernel = &self.explored.kernels.all[graph.kernels[led.place as usize] as usize];
        self.explored.ways(led.place).zip(&kernel.effects).filter_map(move |(way, (factor, exit))| {
            let leads_again = graph.behind[way] != NONE;
            let to = if leads_again && is_last { graph.behind[way] } else { graph.to[way] };
            if to == NONE {
                return None;
            }
            let cut = self.code.cut(self.cut_of(to));
            let is_within = cut.part == part && !leads_again && !cut.is_end;
            let level = if is_within { self.course.level(to) } else { end };
            let target = Target { to, is_again: leads_again && !is_last, level };
            Some(Way { factor: *factor, exit: *exit, target })
        })
    }

    fn cut_of(&self, place: Place) -> CutId {
        self.graph().cuts[place as usize]
    }

    fn is_open(&self, cut: CutId, result: u32) -> bool {
        self.bookings.is_open(self.code.cut(cut).at, result)
    }

    /// Counts what is written on a way.
    fn add(&self, counts: &mut Counts<'_>, (led, way): (&Led, &Way), share: (&[u64], u128)) {
        let stretch = (self.cut_of(led.place), self.cut_of(way.target.to));
        let key = self.graph().keys[led.place as usize];
        let value_of = |register, plus| self.explored.layout.value(key, register).map(|number| number + plus);
        counts.add(&self.written[way.exit as usize], (way.exit, stretch), share, &value_of);
    }

    /// What nothing writes any more once it is counted.
    fn settled(&self) -> Weights {
        // Where nothing can write a result any more, more may still be known of it at the end of a segment.
        let is_settled = |(from, to), result| self.is_open(from, result) && !self.is_open(to, result);
        let (mut counts, mut sums) = (Counts::new(&is_settled), Weights::new());
        let level = |led: &Led| (led.round, self.course.level(led.place));
        for alike in self.course.steps.chunk_by(|one, other| level(one) == level(other)) {
            for led in alike {
                let weight = self.course.weight(led);
                for way in self.ways(led).filter(|way| !self.written[way.exit as usize].is_empty()) {
                    self.add(&mut counts, (led, &way), (weight, way.factor));
                }
            }
            if let Some(one) = alike.first() {
                counts.settle(&self.rest_behind(one), &mut sums);
            }
        }
        sums
    }

    /// What is left of the denominator of the ends behind the level of a step.
    fn rest_behind(&self, led: &Led) -> Vec<u64> {
        let mut rest = Sum::default();
        rest.add(&self.rest[led.round], 1);
        let growth = &self.course.growth(led.round)[self.course.level(led.place) + 1..];
        rest.scale_by_all(growth, &mut Vec::new());
        rest.limbs().to_vec()
    }

    /// What may be written once more where it is counted: results that are written in the same segments.
    fn weighed(&self, results: &[u32], sums: &mut Weights) {
        let Some(one) = results.first() else { return };
        let is_weighed = |(_, to), result| results.contains(&result) && self.is_open(to, result);
        let cuts = || self.code.cuts.iter().map(|cut| cut.at);
        let open: Vec<bool> = cuts().map(|at| self.bookings.is_open(at, *one)).collect();
        let seen: Vec<bool> = cuts().map(|at| self.bookings.is_seen(at, *one)).collect();
        let writes = |written: &Vec<(u32, Symbol)>| written.iter().any(|(result, _)| result == one);
        let writes: Vec<bool> = self.written.iter().map(writes).collect();
        let may_write = |kernel: &Kernel| kernel.effects.iter().any(|(_, exit)| writes[*exit as usize]);
        let may_write: Vec<bool> = self.explored.kernels.all.iter().map(may_write).collect();
        let mut counts = Counts::new(&is_weighed);
        let mut backward = Backward::new((self.course, &self.rest), &self.is_entry);
        let mut product = Sum::default();
        for led in self.course.steps.iter().rev() {
            backward.turn_back(led.round);
            let (cut, kernel) =
                (usize::from(self.cut_of(led.place)), self.graph().kernels[led.place as usize] as usize);
            let is_seen = seen[cut];
            if !open[cut] || !(is_seen || may_write[kernel]) {
                continue;
            }
            let mut surely = 0;
            for way in self.ways(led) {
                let is_open = open[usize::from(self.cut_of(way.target.to))];
                match (is_open, writes[way.exit as usize]) {
                    (false, false) => surely += way.factor,
                    (true, true) => {
                        backward.product(led, way.target, &mut product);
                        self.add(&mut counts, (led, &way), (product.limbs(), way.factor));
                    }
                    (true, false) if is_seen => backward.lead(way.target, way.factor),
                    (false, true) | (true, false) => {}
                }
            }
            if is_seen {
                backward.end(led.round, surely);
                backward.put((led.place, led.round), self.explored.kernels.all[kernel].of);
            }
        }
        counts.settle(&[1], sums);
    }

    /// Chances from weights over the denominator; what is missing is as it begins. `None` if there is too much.
    fn told(&self, weights: Weights) -> Option<Vec<Alone>> {
        let denominator = &self.course.denominator;
        let mut all: BTreeMap<u32, BTreeMap<Value, UBig>> = BTreeMap::new();
        for ((result, value), weight) in weights {
            all.entry(result).or_default().insert(value, limbs::big(weight.limbs()));
        }
        let each = self.code.program.results.iter().map(|result| {
            let mut weights = all.get(&self.bookings.place_of(result.register)?).cloned().unwrap_or_default();
            let known = weights.values().fold(UBig::ZERO, |sum, weight| sum + weight);
            let begun = self.code.program.registers.get(result.register.0 as usize)?.initial;
            *weights.entry(begun).or_default() += (known <= *denominator).then(|| denominator - known)?;
            let possible = weights.into_iter().filter(|(_, weight)| *weight != UBig::ZERO);
            let share = |weight: UBig| RBig::from_parts(weight.into(), denominator.clone());
            Some(possible.map(|(value, weight)| (value, share(weight))).collect())
        });
        each.collect()
    }
}
