//! The numbers between which the best value lies as long as some situations have not been followed yet.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::graph::{Decision, Graph, NodeId, Ways};
use super::scale::Scale;
use crate::ir::Value;

/// What is known of a situation: what it is worth at least and at most, of its level.
#[derive(Clone, Debug)]
struct Bracket {
    low: IBig,
    high: IBig,
    /// Whether no rule refuses it, whatever it leads to.
    is_allowed: bool,
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

impl Unknown {
    fn bracket(&self, is_allowed: bool) -> Bracket {
        Bracket { low: self.low.into(), high: self.high.into(), is_allowed }
    }
}

impl Bracket {
    /// Whole numbers, as they are on a level.
    fn whole(self, scale: &Scale, level: u32) -> Self {
        Self { low: scale.whole(&self.low, level), high: scale.whole(&self.high, level), ..self }
    }
}

/// Between which numbers the whole lies when everybody decides as well as possible, for the goal or against it; nothing where it is
/// refused for sure. An end for which there is no payoff counts as unknown: where a mean is one over the runs that reach it, and how
/// often that is does not hang on what is decided, the others have no part in it, and so move it nowhere beyond what is possible.
pub fn between(graph: &Graph, payoff: &dyn Fn(Value) -> Option<IBig>, unknown: &Unknown) -> Option<(RBig, RBig)> {
    let scale = graph.scale();
    let mut known: Vec<Option<Bracket>> = vec![None; graph.len()];
    for id in graph.backwards() {
        let (Some(node), level) = (graph.node(*id), scale.level(*id)) else { continue };
        let bracket = match &node.ways {
            Ways::Refused(_) => None,
            Ways::Unknown => Some(unknown.bracket(!unknown.may_be_refused).whole(&scale, level)),
            Ways::End(value) => {
                let exact = |value: IBig| Bracket { low: value.clone(), high: value, is_allowed: true };
                Some(payoff(*value).map_or_else(|| unknown.bracket(true), exact).whole(&scale, level))
            }
            Ways::Chance { weights, to } => {
                let of = |next: NodeId| known.get(next.0 as usize)?.as_ref();
                let low = scale.mean(*id, (weights, to), &|next| of(next).map(|of| &of.low));
                let high = scale.mean(*id, (weights, to), &|next| of(next).map(|of| &of.high));
                let is_allowed = to.iter().all(|next| of(*next).is_some_and(|of| of.is_allowed));
                low.zip(high).map(|(low, high)| Bracket { low, high, is_allowed })
            }
            Ways::Decision(decision) => {
                let lifted = |next: &NodeId| {
                    let (of, from) = (known.get(next.0 as usize)?.as_ref()?, scale.level(*next));
                    let lift = |number: &IBig| scale.lifted(number, (from, level));
                    Some(Bracket { low: lift(&of.low), high: lift(&of.high), is_allowed: of.is_allowed })
                };
                let options: Vec<Bracket> = decision.to.iter().filter_map(lifted).collect();
                decided(decision, &options)
            }
        };
        if let Some(place) = known.get_mut(id.0 as usize) {
            *place = bracket;
        }
    }
    let level = scale.level(NodeId(0));
    let Bracket { low, high, .. } = known.into_iter().next().flatten()?;
    Some((scale.value(&low, level), scale.value(&high, level)))
}

/// Whoever decides takes the best that is allowed. What may be refused may be missing in the end: then something else is taken that is
/// worth less to them, but never less than the worst of all, nor than the best of what is allowed for sure.
fn decided(decision: &Decision, options: &[Bracket]) -> Option<Bracket> {
    let allowed = || options.iter().filter(|option| option.is_allowed);
    let is_allowed = allowed().next().is_some();
    let (low, high) = if decision.is_against {
        let sure = allowed().map(|option| &option.high).min();
        (options.iter().map(|option| &option.low).min(), sure.or(options.iter().map(|option| &option.high).max()))
    } else {
        let sure = allowed().map(|option| &option.low).max();
        (sure.or(options.iter().map(|option| &option.low).min()), options.iter().map(|option| &option.high).max())
    };
    Some(Bracket { low: low?.clone(), high: high?.clone(), is_allowed })
}
