//! The situations in which the same question is decided, as the person who decides sees them.

use std::collections::BTreeSet;
use std::rc::Rc;

use dashu_int::{IBig, UBig};

use super::columns;
use super::graph::{Answers, Graph, NodeId, Ways};
use super::solve::{Reached, Solved};
use crate::ir::{Address, Register, Value};

/// Something in which situations at one question can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// What a register holds.
    Held(Register),
    /// How many cards of this class are gone from a deck.
    Gone { deck: u32, card: u32 },
}

/// A situation in which somebody decides.
#[derive(Clone, Debug)]
pub struct Case {
    /// The situation.
    pub id: NodeId,
    /// What is seen of each feature.
    pub seen: Vec<Value>,
    /// How often a run comes to it, as a part of [`Reached::all`].
    pub weight: UBig,
    /// What can be answered, each with the number of what it is worth.
    pub answers: Answers,
    /// What answers are worth, as often as a run comes to it, as a part of the same; nothing where the rules refuse it.
    pub values: Vec<Option<IBig>>,
    /// The answers that are as good as any.
    pub best: Vec<i64>,
    /// What is taken where nobody is asked.
    pub default: Value,
}

impl Case {
    /// Where among what answers are worth that of an option stands.
    pub fn place(&self, option: i64) -> Option<usize> {
        columns::place(&self.answers, option)
    }
}

/// The situations at one question to which some run comes, and in what they can differ; and some of those to which none comes.
pub fn cases(
    graph: &Graph,
    at: Address,
    (solved, reached): (&Solved, &Reached),
    others: &BTreeSet<NodeId>,
) -> (Vec<Feature>, Vec<Case>) {
    let features = features(graph, at);
    let mut cases = Vec::new();
    for id in graph.ids() {
        let Some(node) = graph.node(id).filter(|node| node.at == at) else { continue };
        let Ways::Decision(decision) = &node.ways else { continue };
        let weight = reached.of(id).or_else(|| others.contains(&id).then_some(UBig::ZERO));
        let Some(weight) = weight else { continue };
        let level = graph.scale().level(id);
        let value = |next: &NodeId| reached.times(id, &solved.whole(level, *next)?);
        cases.push(Case {
            id,
            seen: features.iter().map(|feature| graph.seen(id, *feature)).collect(),
            weight,
            answers: Rc::clone(&decision.answers),
            values: decision.to.iter().map(value).collect(),
            best: solved.best(id, decision),
            default: decision.default,
        });
    }
    (features, cases)
}

/// In what the situations at a question can differ.
pub(super) fn features(graph: &Graph, at: Address) -> Vec<Feature> {
    let Some(live) = graph.live.get(&at) else { return Vec::new() };
    let held = live.registers.iter().map(|register| Feature::Held(Register(*register)));
    let here = || graph.ids().filter(|id| graph.node(*id).is_some_and(|node| node.at == at));
    let gone: BTreeSet<Feature> =
        if live.decks.is_empty() { BTreeSet::new() } else { here().flat_map(|id| graph.gone(id)).collect() };
    held.chain(gone).collect()
}

impl Graph {
    /// What is seen of a feature in a situation.
    pub fn seen(&self, id: NodeId, feature: Feature) -> Value {
        match feature {
            Feature::Held(register) => {
                let node = self.node(id)?;
                let place = self.live.get(&node.at)?.registers.binary_search(&register.0).ok()?;
                node.key.get(place)
            }
            Feature::Gone { .. } => {
                let count = self.gone(id).into_iter().filter(|gone| *gone == feature).count();
                i64::try_from(count).ok()
            }
        }
    }

    /// The cards that are gone in a situation, each as often as it is.
    fn gone(&self, id: NodeId) -> Vec<Feature> {
        let Some((node, live)) = self.node(id).and_then(|node| Some((node, self.live.get(&node.at)?))) else {
            return Vec::new();
        };
        let values = node.key.values();
        let mut left = values.get(live.registers.len()..).unwrap_or_default();
        let mut gone = Vec::new();
        for deck in &live.decks {
            let Some((count, rest)) = left.split_first() else { break };
            let count = count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0).min(rest.len());
            let (cards, rest) = rest.split_at(count);
            let cards = cards.iter().flatten().filter_map(|card| u32::try_from(*card).ok());
            gone.extend(cards.map(|card| Feature::Gone { deck: *deck, card }));
            left = rest;
        }
        gone
    }
}
