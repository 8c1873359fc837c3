//! What each situation is worth, from the end backwards, in exact fractions.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::graph::{Decision, Graph, NodeId, Ways};
use crate::ir::Value;

/// How whoever decides does so.
#[derive(Clone, Copy)]
pub enum Play<'p> {
    /// As well as possible, for the goal or against it.
    Best,
    /// So that it is worth as little as possible, whoever decides.
    Lowest,
    /// So that it is worth as much as possible, whoever decides.
    Highest,
    /// As nobody does who is not asked.
    Default,
    /// As somebody says; as well as possible where nothing is said, or the rules refuse that.
    Says(&'p dyn Fn(NodeId) -> Option<i64>),
}

/// What each situation is worth, and where those lead in which somebody decides.
#[derive(Debug)]
pub struct Solved {
    /// Nothing where the rules refuse it, or nobody has decided.
    values: Vec<Option<RBig>>,
    taken: Vec<Option<NodeId>>,
    /// All situations, each behind those that it leads to.
    order: Vec<NodeId>,
}

impl Solved {
    /// What the whole is worth; nothing where some run is refused or stops whatever is decided.
    pub fn value(&self) -> Option<&RBig> {
        self.of(NodeId(0))
    }

    /// What a situation is worth.
    pub fn of(&self, NodeId(number): NodeId) -> Option<&RBig> {
        self.values.get(number as usize)?.as_ref()
    }

    /// All that are as good as what is taken.
    pub fn best(&self, id: NodeId, decision: &Decision) -> Vec<i64> {
        let Some(value) = self.of(id) else { return Vec::new() };
        let is_best = |(_, next): &&(i64, NodeId)| self.of(*next) == Some(value);
        decision.options.iter().filter(is_best).map(|(option, _)| *option).collect()
    }
}

/// What each situation is worth when its end is worth this.
pub fn solve(graph: &Graph, worth: &dyn Fn(Value) -> RBig, play: Play<'_>) -> Solved {
    let (values, taken) = (vec![None; graph.len()], vec![None; graph.len()]);
    let mut solved = Solved { values, taken, order: graph.backwards() };
    for place in 0..solved.order.len() {
        let Some(id) = solved.order.get(place).copied() else { continue };
        let Some(node) = graph.node(id) else { continue };
        let (value, taken) = match &node.ways {
            Ways::Unknown | Ways::Refused(_) => (None, None),
            Ways::End(value) => (Some(worth(*value)), None),
            Ways::Chance { all, each } => (solved.mean(all, each), None),
            Ways::Decision(decision) => {
                let taken = solved.taken(id, decision, play);
                (taken.and_then(|next| solved.of(next).cloned()), taken)
            }
        };
        let number = id.0 as usize;
        if let (Some(known), Some(now)) = (solved.values.get_mut(number), solved.taken.get_mut(number)) {
            (*known, *now) = (value, taken);
        }
    }
    solved
}

impl Solved {
    /// What is worth so much by chance; nothing where one of the ways is refused.
    fn mean(&self, all: &UBig, each: &[(UBig, NodeId)]) -> Option<RBig> {
        let mut sum = RBig::ZERO;
        for (ways, next) in each {
            sum += self.of(*next)?.clone() * RBig::from(ways.clone());
        }
        Some(sum / RBig::from(all.clone()))
    }

    /// What is decided; of several that are as good the default, or else the first.
    fn taken(&self, id: NodeId, decision: &Decision, play: Play<'_>) -> Option<NodeId> {
        let named = |wanted: Option<i64>| {
            let found = decision.options.iter().find(|(option, _)| Some(*option) == wanted);
            found.map(|(_, next)| *next).filter(|next| self.of(*next).is_some())
        };
        match play {
            Play::Default => named(decision.default),
            Play::Says(says) => named(says(id)).or_else(|| self.outermost(decision, decision.is_against)),
            Play::Best => self.outermost(decision, decision.is_against),
            Play::Lowest => self.outermost(decision, true),
            Play::Highest => self.outermost(decision, false),
        }
    }

    fn outermost(&self, decision: &Decision, lowest: bool) -> Option<NodeId> {
        let open = || decision.options.iter().filter_map(|(option, next)| Some((*option, *next, self.of(*next)?)));
        let values = open().map(|(_, _, value)| value);
        let wanted = if lowest { values.min() } else { values.max() }?;
        let as_good = || open().filter(|(_, _, value)| *value == wanted);
        let default = as_good().find(|(option, ..)| Some(*option) == decision.default);
        default.or_else(|| as_good().next()).map(|(_, next, _)| next)
    }
}

/// How often a run comes to each situation, on average, when it is decided so.
pub fn reach(graph: &Graph, solved: &Solved) -> Vec<RBig> {
    let mut reached = vec![RBig::ZERO; graph.len()];
    if let Some(first) = reached.first_mut() {
        *first = RBig::ONE;
    }
    for id in solved.order.iter().rev() {
        let number = id.0 as usize;
        let Some(here) = reached.get(number).filter(|here| **here != RBig::ZERO).cloned() else { continue };
        let mut lead = |NodeId(next): NodeId, share: RBig| {
            if let Some(there) = reached.get_mut(next as usize) {
                *there += share;
            }
        };
        match graph.node(*id).map(|node| &node.ways) {
            Some(Ways::Chance { all, each }) => {
                for (ways, next) in each {
                    lead(*next, &here * RBig::from_parts(IBig::from(ways.clone()), all.clone()));
                }
            }
            Some(Ways::Decision(_)) => {
                solved.taken.get(number).copied().flatten().into_iter().for_each(|next| lead(next, here.clone()));
            }
            Some(Ways::Unknown | Ways::End(_) | Ways::Refused(_)) | None => {}
        }
    }
    reached
}
