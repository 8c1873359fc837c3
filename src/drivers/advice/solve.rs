//! The value of each situation, from the end backwards, in exact fractions.

use dashu_int::ops::Gcd;
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
    /// The same, but whoever plays against the goal does so as well as possible.
    Stated,
    /// As somebody says; as well as possible where nothing is said, or the rules refuse that.
    Says(&'p dyn Fn(NodeId) -> Option<i64>),
}

/// What each situation is worth.
#[derive(Debug)]
pub struct Solved {
    /// Nothing where the rules refuse it, or nobody has decided.
    values: Vec<Option<RBig>>,
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

    /// All answers that are as good as any, when it is solved for [`Play::Best`].
    pub fn best(&self, id: NodeId, decision: &Decision) -> Vec<i64> {
        let Some(value) = self.of(id) else { return Vec::new() };
        let is_best = |(_, next): &&(i64, NodeId)| self.of(*next) == Some(value);
        decision.options.iter().filter(is_best).map(|(option, _)| *option).collect()
    }
}

/// What each situation is worth when its end is worth this.
pub fn solve(graph: &Graph, payoff: &dyn Fn(Value) -> RBig, play: Play<'_>) -> Solved {
    let mut solved = Solved { values: vec![None; graph.len()] };
    for id in graph.backwards() {
        let Some(node) = graph.node(*id) else { continue };
        let value = match &node.ways {
            Ways::Unknown | Ways::Refused(_) => None,
            Ways::End(value) => Some(payoff(*value)),
            Ways::Chance { all, each } => solved.mean(all, each),
            Ways::Decision(decision) => solved.decided(*id, decision, play),
        };
        if let Some(known) = solved.values.get_mut(id.0 as usize) {
            *known = value;
        }
    }
    solved
}

impl Solved {
    /// What is worth so much by chance; nothing where one of the ways is refused. It is summed over one denominator, which most of
    /// the ways share.
    fn mean(&self, all: &UBig, each: &[(UBig, NodeId)]) -> Option<RBig> {
        let (mut sum, mut below) = (IBig::ZERO, UBig::ONE);
        for (ways, next) in each {
            let value = self.of(*next)?;
            if *value.denominator() != below {
                let growth = value.denominator() / (&below).gcd(value.denominator());
                sum *= IBig::from(growth.clone());
                below *= growth;
            }
            sum += value.numerator() * IBig::from(ways * (&below / value.denominator()));
        }
        Some(RBig::from_parts(sum, below * all))
    }

    /// What may be decided, as far as anybody knows.
    fn likely(&self, id: NodeId, decision: &Decision) -> Vec<NodeId> {
        let best = self.best(id, decision);
        let is_likely = |(option, next): &&(i64, NodeId)| {
            if decision.is_against { self.of(*next).is_some() } else { best.contains(option) }
        };
        decision.options.iter().filter(is_likely).map(|(_, next)| *next).collect()
    }

    /// What a decision is worth.
    fn decided(&self, id: NodeId, decision: &Decision, play: Play<'_>) -> Option<RBig> {
        let named = |wanted: Option<i64>| {
            let found = decision.options.iter().find(|(option, _)| Some(*option) == wanted);
            found.and_then(|(_, next)| self.of(*next)).cloned()
        };
        match play {
            Play::Stated if decision.is_against => self.outermost(decision, true),
            Play::Default | Play::Stated => named(decision.default),
            Play::Says(says) => named(says(id)).or_else(|| self.outermost(decision, decision.is_against)),
            Play::Best => self.outermost(decision, decision.is_against),
            Play::Lowest => self.outermost(decision, true),
            Play::Highest => self.outermost(decision, false),
        }
    }

    fn outermost(&self, decision: &Decision, lowest: bool) -> Option<RBig> {
        let values = decision.options.iter().filter_map(|(_, next)| self.of(*next));
        if lowest { values.min() } else { values.max() }.cloned()
    }
}

/// How often a run comes to each situation, on average, when everybody decides for the goal as well as possible. Of answers that are as
/// good each is given as often; and of whoever plays against it nothing is known, so each of their answers is given as often, whatever
/// it is worth: one has to know what is best after any of them.
pub fn reach(graph: &Graph, solved: &Solved) -> Vec<RBig> {
    let mut reached = vec![RBig::ZERO; graph.len()];
    if let Some(first) = reached.first_mut() {
        *first = RBig::ONE;
    }
    for id in graph.backwards().iter().rev() {
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
            Some(Ways::Decision(decision)) => {
                let likely = solved.likely(*id, decision);
                let share = &here / RBig::from(likely.len().max(1));
                for next in likely {
                    lead(next, share.clone());
                }
            }
            Some(Ways::Unknown | Ways::End(_) | Ways::Refused(_)) | None => {}
        }
    }
    reached
}
