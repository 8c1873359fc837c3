//! The numbers between which the best value lies as long as some situations have not been followed yet.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::graph::{Decision, Graph, NodeId, Ways};
use super::worths::Worths;
use crate::ir::Value;

/// What each situation is worth at least and at most.
struct Brackets {
    low: Worths,
    high: Worths,
    /// Whether no rule refuses it, whatever it leads to.
    is_allowed: Vec<bool>,
}

/// What is known of a situation that was not looked at yet.
pub struct Unknown {
    /// What it is worth at least.
    pub low: i64,
    /// What it is worth at most.
    pub high: i64,
    /// Whether some rule may refuse it.
    pub may_be_refused: bool,
}

/// Between which numbers the whole lies when everybody decides as well as possible, for the goal or against it; nothing where it is
/// refused for sure. An end for which there is no payoff counts as unknown: where a mean is one over the runs that reach it, and how
/// often that is does not hang on what is decided, the others have no part in it, and so move it nowhere beyond what is possible.
pub fn between(graph: &Graph, payoff: &dyn Fn(Value) -> Option<IBig>, unknown: &Unknown) -> Option<(RBig, RBig)> {
    let least = graph.ends().filter_map(payoff).chain([unknown.low.into()]).min();
    let worths = || Worths::new(graph.scale(), graph.len(), least.clone());
    let mut known = Brackets { low: worths(), high: worths(), is_allowed: vec![false; graph.len()] };
    let (low, high) = (IBig::from(unknown.low), IBig::from(unknown.high));
    for id in graph.backwards() {
        match graph.node(*id).map(|node| &node.ways) {
            Some(Ways::Refused(_)) | None => {}
            Some(Ways::Unknown) => known.pay(*id, (&low, &high), !unknown.may_be_refused),
            Some(Ways::End(value)) => match payoff(*value) {
                Some(exact) => known.pay(*id, (&exact, &exact), true),
                None => known.pay(*id, (&low, &high), true),
            },
            Some(Ways::Chance { weights, to }) => {
                known.low.mean(*id, weights, to);
                known.high.mean(*id, weights, to);
                known.is_allowed[id.0 as usize] = to.iter().all(|next| known.is_allowed(*next));
            }
            Some(Ways::Decision(decision)) => known.decide(*id, graph.scale().level(*id), decision),
        }
    }
    known.low.value(NodeId(0)).zip(known.high.value(NodeId(0)))
}

impl Brackets {
    fn pay(&mut self, id: NodeId, (low, high): (&IBig, &IBig), is_allowed: bool) {
        self.low.pay(id, low);
        self.high.pay(id, high);
        self.is_allowed[id.0 as usize] = is_allowed;
    }

    fn is_allowed(&self, NodeId(number): NodeId) -> bool {
        self.is_allowed.get(number as usize) == Some(&true)
    }

    /// Whoever decides takes the best that is allowed. What may be refused may be missing in the end: then something else is taken that
    /// is worth less to them, but never less than the worst of all, nor than the best of what is allowed for sure.
    fn decide(&mut self, id: NodeId, level: u32, decision: &Decision) {
        let all = || decision.to.iter().copied();
        let allowed = || all().filter(|next| self.is_allowed(*next));
        let (low, high) = if decision.is_against {
            let sure = self.high.outermost(level, allowed(), true);
            (self.low.outermost(level, all(), true), sure.or_else(|| self.high.outermost(level, all(), false)))
        } else {
            let sure = self.low.outermost(level, allowed(), false);
            (sure.or_else(|| self.low.outermost(level, all(), true)), self.high.outermost(level, all(), false))
        };
        let is_allowed = allowed().next().is_some();
        if let Some((low, high)) = low.zip(high) {
            self.low.take(id, low);
            self.high.take(id, high);
            self.is_allowed[id.0 as usize] = is_allowed;
        }
    }
}
