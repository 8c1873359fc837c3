//! The numbers between which the best value lies as long as some situations have not been followed yet.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::graph::{Decision, Graph, NodeId, Ways};
use crate::ir::Value;

/// What is known of a situation: what it is worth at least and at most.
#[derive(Clone, Debug)]
struct Bracket {
    low: RBig,
    high: RBig,
    /// Whether no rule refuses it, whatever it leads to.
    is_allowed: bool,
}

/// What is known of a situation that was not looked at yet.
pub struct Unknown {
    /// What it is worth at least.
    pub low: RBig,
    /// What it is worth at most.
    pub high: RBig,
    /// Whether some rule may refuse it.
    pub may_be_refused: bool,
}

impl Unknown {
    fn bracket(&self, is_allowed: bool) -> Bracket {
        Bracket { low: self.low.clone(), high: self.high.clone(), is_allowed }
    }
}

impl Bracket {
    fn exact(value: RBig) -> Self {
        Self { low: value.clone(), high: value, is_allowed: true }
    }
}

/// Between which numbers the whole lies when everybody decides as well as possible, for the goal or against it; nothing where it is
/// refused for sure. An end for which there is no payoff counts as unknown: where a mean is one over the runs that reach it, and how
/// often that is does not hang on what is decided, the others have no part in it, and so move it nowhere beyond what is possible.
pub fn between(graph: &Graph, payoff: &dyn Fn(Value) -> Option<RBig>, unknown: &Unknown) -> Option<(RBig, RBig)> {
    let mut known: Vec<Option<Bracket>> = vec![None; graph.len()];
    for id in graph.backwards() {
        let Some(node) = graph.node(*id) else { continue };
        let of = |next: &NodeId| known.get(next.0 as usize)?.clone();
        let bracket = match &node.ways {
            Ways::Refused(_) => None,
            Ways::Unknown => Some(unknown.bracket(!unknown.may_be_refused)),
            Ways::End(value) => Some(payoff(*value).map_or_else(|| unknown.bracket(true), Bracket::exact)),
            Ways::Chance { all, each } => {
                let all = RBig::from(IBig::from(all.clone()));
                let each =
                    each.iter().map(|(ways, next)| Some((RBig::from(IBig::from(ways.clone())) / &all, of(next)?)));
                each.collect::<Option<Vec<_>>>().map(mean)
            }
            Ways::Decision(decision) => {
                let options: Vec<Bracket> = decision.options.iter().filter_map(|(_, next)| of(next)).collect();
                decided(decision, &options)
            }
        };
        if let Some(place) = known.get_mut(id.0 as usize) {
            *place = bracket;
        }
    }
    known.into_iter().next().flatten().map(|Bracket { low, high, .. }| (low, high))
}

fn mean(each: Vec<(RBig, Bracket)>) -> Bracket {
    let none = Bracket { low: RBig::ZERO, high: RBig::ZERO, is_allowed: true };
    each.into_iter().fold(none, |sum, (chance, one)| Bracket {
        low: sum.low + &chance * one.low,
        high: sum.high + &chance * one.high,
        is_allowed: sum.is_allowed && one.is_allowed,
    })
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
