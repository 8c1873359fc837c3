//! How often each result is each of its values, if nobody asks which of them come about together.
//!
//! A result is counted at the end of each segment that has written it, and then it is no part of a situation any more. It may be
//! written once more on the way from there; so it counts as often as nothing does so. How likely that is goes backwards through the
//! steps in which weights have gone through the graph, once for all results that are written in the same segments. What is counted
//! nowhere has the value with which it begins.

use std::collections::BTreeMap;

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::bookings::Bookings;
use super::code::{Code, CutId};
use super::cost::Stop;
use super::diagram::{Kind, NodeId};
use super::explore::{Explored, Graph, NONE, Place};
use super::hashing::Map;
use super::kernels::Kernel;
use super::solve::{Course, Led};
use super::symbols::Symbol;
use crate::drivers::odds::request::OddsError;
use crate::ir::{Register, Value};

/// The values of one result with their chances, sorted; `None` stands for unreached.
pub type Alone = Vec<(Value, RBig)>;

/// The weights of the values of results, which are named by their places.
type Weights = BTreeMap<(u32, Value), UBig>;

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
    let scales = course.rounds.iter().map(|round| &course.denominator / &round.denominator).collect();
    let counting = Counting { code, explored, bookings, course, written, scales };
    let settled = counting.settled();
    let mut weighed = Weights::new();
    for results in &alike {
        counting.explored.kernels.diagram.cost.heed()?;
        counting.weighed(results, &mut weighed);
    }
    counting.told((settled, weighed)).ok_or(Stop::Failed(OddsError::Mass))
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
    /// For each round what brings its weights to the denominator of the ends.
    scales: Vec<UBig>,
}

/// One way of a step.
struct Way {
    factor: u128,
    exit: NodeId,
    to: Place,
    /// Whether it leads to another round.
    is_again: bool,
}

/// From which cut a segment leads to which other one.
type Stretch = (CutId, CutId);

/// What is counted at exits. What is the same in all situations is taken together.
#[derive(Default)]
struct Sums {
    alike: Map<(NodeId, Stretch), UBig>,
    weights: Weights,
}

impl Sums {
    /// Counts what is written on a way that is taken so often.
    fn add(
        &mut self,
        written: &[(u32, Symbol)],
        (exit, stretch, share): (NodeId, Stretch, &UBig),
        value_of: &dyn Fn(u32, i64) -> Value,
        is_counted: &dyn Fn(Stretch, u32) -> bool,
    ) {
        *self.alike.entry((exit, stretch)).or_default() += share;
        for (result, symbol) in written {
            if let Symbol::Entry { register, plus, .. } = symbol
                && is_counted(stretch, *result)
            {
                *self.weights.entry((*result, value_of(*register, *plus))).or_default() += share;
            }
        }
    }

    /// All of it, with what is the same in all situations.
    fn all(mut self, written: &[Vec<(u32, Symbol)>], is_counted: &dyn Fn(Stretch, u32) -> bool) -> Weights {
        for ((exit, stretch), share) in self.alike {
            for (result, symbol) in &written[exit as usize] {
                if let Symbol::Known(value) = symbol
                    && is_counted(stretch, *result)
                {
                    *self.weights.entry((*result, *value)).or_default() += &share;
                }
            }
        }
        self.weights
    }
}

impl Counting<'_, '_, '_> {
    fn graph(&self) -> &Graph {
        &self.explored.graph
    }

    fn ways(&self, led: &Led) -> impl Iterator<Item = Way> {
        let graph = self.graph();
        let is_last = self.course.rounds[led.round].is_last;
        let kernel = &self.explored.kernels.all[graph.kernels[led.place as usize] as usize];
        self.explored.ways(led.place).zip(&kernel.effects).filter_map(move |(way, (factor, exit))| {
            let leads_again = graph.behind[way] != NONE;
            let to = if leads_again && is_last { graph.behind[way] } else { graph.to[way] };
            let is_again = leads_again && !is_last;
            (to != NONE).then_some(Way { factor: *factor, exit: *exit, to, is_again })
        })
    }

    fn cut_of(&self, place: Place) -> CutId {
        self.graph().cuts[place as usize]
    }

    fn is_open(&self, cut: CutId, result: u32) -> bool {
        self.bookings.is_open(self.code.cut(cut).at, result)
    }

    /// Over the denominator of the ends, how often a run comes to each way of a step, divided by the factor of that way.
    fn weight(&self, led: &Led) -> UBig {
        &led.weight * &self.scales[led.round]
    }

    /// Counts what is written on a way.
    fn add(&self, sums: &mut Sums, (led, way, share): (&Led, &Way, &UBig), is_counted: &dyn Fn(Stretch, u32) -> bool) {
        let stretch = (self.cut_of(led.place), self.cut_of(way.to));
        let key = self.graph().keys[led.place as usize];
        let value_of = |register, plus| self.explored.layout.value(key, register).map(|number| number + plus);
        let written = &self.written[way.exit as usize];
        sums.add(written, (way.exit, stretch, share), &value_of, is_counted);
    }

    /// What nothing writes any more once it is counted.
    fn settled(&self) -> Weights {
        // Where nothing can write a result any more, more may still be known of it at the end of a segment.
        let is_settled = |(from, to), result| self.is_open(from, result) && !self.is_open(to, result);
        let mut sums = Sums::default();
        for led in &self.course.steps {
            let weight = self.weight(led);
            for way in self.ways(led).filter(|way| !self.written[way.exit as usize].is_empty()) {
                self.add(&mut sums, (led, &way, &(&weight * UBig::from(way.factor))), &is_settled);
            }
        }
        sums.all(&self.written, &is_settled)
    }

    /// What may be written once more where it is counted: results that are written in the same segments. Their weights are over the
    /// square of the denominator.
    fn weighed(&self, results: &[u32], weights: &mut Weights) {
        let Some(one) = results.first() else { return };
        let is_weighed = |(_, to), result| results.contains(&result) && self.is_open(to, result);
        let cuts = || self.code.cuts.iter().map(|cut| cut.at);
        let open: Vec<bool> = cuts().map(|at| self.bookings.is_open(at, *one)).collect();
        let seen: Vec<bool> = cuts().map(|at| self.bookings.is_seen(at, *one)).collect();
        let writes = |written: &Vec<(u32, Symbol)>| written.iter().any(|(result, _)| result == one);
        let writes: Vec<bool> = self.written.iter().map(writes).collect();
        let may_write = |kernel: &Kernel| kernel.effects.iter().any(|(_, exit)| writes[*exit as usize]);
        let may_write: Vec<bool> = self.explored.kernels.all.iter().map(may_write).collect();
        let mut sums = Sums::default();
        let mut kept = Kept::new(self.graph().keys.len());
        for led in self.course.steps.iter().rev() {
            kept.turn_back(led.round, self.course.rounds[led.round].part);
            let (cut, kernel) =
                (usize::from(self.cut_of(led.place)), self.graph().kernels[led.place as usize] as usize);
            if !open[cut] || !(seen[cut] || may_write[kernel]) {
                continue;
            }
            let (mut weight, mut lasts, mut surely) = (None, UBig::ZERO, 0);
            for way in self.ways(led) {
                let is_open = open[usize::from(self.cut_of(way.to))];
                let is_written = writes[way.exit as usize];
                match kept.at(&way) {
                    _ if !is_open && is_written => {}
                    _ if !is_open => surely += way.factor,
                    behind if *behind == UBig::ZERO => {}
                    behind if is_written => {
                        let weight = weight.get_or_insert_with(|| self.weight(led));
                        self.add(&mut sums, (led, &way, &(&*weight * behind * UBig::from(way.factor))), &is_weighed);
                    }
                    behind => lasts += behind * UBig::from(way.factor),
                }
            }
            if seen[cut] {
                let all = lasts + &self.course.denominator * UBig::from(surely);
                kept.put(led.place, all / UBig::from(self.explored.kernels.all[kernel].of));
            }
        }
        for (value, weight) in sums.all(&self.written, &is_weighed) {
            *weights.entry(value).or_default() += weight;
        }
    }

    /// Chances from weights over the denominator, and over its square; what is missing is as it begins. `None` if there is too much.
    fn told(&self, (settled, weighed): (Weights, Weights)) -> Option<Vec<Alone>> {
        let denominator = &self.course.denominator;
        let square = denominator * denominator;
        let mut all: BTreeMap<u32, BTreeMap<Value, UBig>> = BTreeMap::new();
        let settled = settled.into_iter().map(|(value, weight)| (value, weight * denominator));
        for ((result, value), weight) in settled.chain(weighed) {
            *all.entry(result).or_default().entry(value).or_default() += weight;
        }
        let each = self.code.program.results.iter().map(|result| {
            let mut weights = all.get(&self.bookings.place_of(result.register)?).cloned().unwrap_or_default();
            let known = weights.values().fold(UBig::ZERO, |sum, weight| sum + weight);
            let begun = self.code.program.registers.get(result.register.0 as usize)?.initial;
            *weights.entry(begun).or_default() += (known <= square).then(|| &square - known)?;
            let possible = weights.into_iter().filter(|(_, weight)| *weight != UBig::ZERO);
            Some(possible.map(|(value, weight)| (value, RBig::from_parts(weight.into(), square.clone()))).collect())
        });
        each.collect()
    }
}

/// How often nothing writes a result from a situation on, over the denominator of the ends.
struct Kept {
    /// In this round, and in whatever lies behind this part.
    now: Vec<UBig>,
    /// In the next round.
    next: Vec<UBig>,
    /// What is known of this round.
    known: Vec<Place>,
    /// This round, and its part.
    round: Option<(usize, usize)>,
}

impl Kept {
    fn new(count: usize) -> Self {
        Self { now: vec![UBig::ZERO; count], next: vec![UBig::ZERO; count], known: Vec::new(), round: None }
    }

    /// Turns from one round back to the one before, or stays in it.
    fn turn_back(&mut self, round: usize, part: usize) {
        let Some((before, part_before)) = self.round.replace((round, part)) else { return };
        if before != round {
            for place in self.known.drain(..).filter(|_| part_before == part) {
                self.next[place as usize] = std::mem::take(&mut self.now[place as usize]);
            }
        }
    }

    fn put(&mut self, place: Place, lasts: UBig) {
        self.now[place as usize] = lasts;
        self.known.push(place);
    }

    fn at(&self, way: &Way) -> &UBig {
        let known = if way.is_again { &self.next } else { &self.now };
        &known[way.to as usize]
    }
}
