//! The value of each situation, from the end backwards, exactly.

use std::collections::BTreeMap;
use std::rc::Rc;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::graph::{Decision, Graph, NodeId, Ways};
use super::scale::Scale;
use super::worths::Worths;
use crate::drivers::odds::segments::limbs::{self, Sum};
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

/// What each situation is worth; nothing where the rules refuse it, or nobody has decided.
#[derive(Debug)]
pub struct Solved {
    scale: Rc<Scale>,
    worths: Worths,
}

impl Solved {
    /// What the whole is worth; nothing where some run is refused or stops whatever is decided.
    pub fn value(&self) -> Option<RBig> {
        self.worths.value(NodeId(0))
    }

    /// What a situation is worth, as a whole number of an earlier level.
    pub(super) fn whole(&self, level: u32, id: NodeId) -> Option<IBig> {
        self.worths.whole(level, id)
    }

    /// Whether the rules refuse nothing that a situation leads to, as far as nobody decides so.
    pub(super) fn is_allowed(&self, id: NodeId) -> bool {
        self.worths.is_known(id)
    }

    /// All answers that are as good as any, when it is solved for [`Play::Best`].
    pub fn best(&self, id: NodeId, decision: &Decision) -> Vec<i64> {
        let level = self.scale.level(id);
        let Some(value) = self.worths.on(level, id) else { return Vec::new() };
        let is_one_of_them = |next: &NodeId| self.worths.on(level, *next).as_ref() == Some(&value);
        let is_best: Vec<bool> = decision.to.iter().map(is_one_of_them).collect();
        let best = decision.answers.iter().filter(|(_, place)| is_best.get(*place as usize) == Some(&true));
        best.map(|(option, _)| *option).collect()
    }
}

/// What each situation is worth when its end is worth this.
pub fn solve(graph: &Graph, payoff: &dyn Fn(Value) -> IBig, play: Play<'_>) -> Solved {
    let worths = Worths::new(graph.scale(), graph.len(), graph.ends().map(payoff).min());
    let mut solved = Solved { scale: graph.scale(), worths };
    for id in graph.backwards() {
        match graph.node(*id).map(|node| &node.ways) {
            Some(Ways::Unknown | Ways::Refused(_)) | None => {}
            Some(Ways::End(value)) => solved.worths.pay(*id, &payoff(*value)),
            Some(Ways::Chance { weights, to }) => solved.worths.mean(*id, weights, to),
            Some(Ways::Decision(decision)) => {
                if let Some(next) = solved.decided(*id, decision, play) {
                    solved.worths.take(*id, next);
                }
            }
        }
    }
    solved
}

impl Solved {
    /// What may be decided, as far as anybody knows: where that leads, and how many answers lead there.
    fn likely(&self, id: NodeId, decision: &Decision) -> Vec<(NodeId, u32)> {
        let level = self.scale.level(id);
        let value = self.worths.on(level, id);
        let is_likely = |next: NodeId| {
            let here = self.worths.on(level, next);
            here.is_some() && (decision.is_against || here == value)
        };
        let mut likely: Vec<(NodeId, u32)> = decision.to.iter().map(|next| (*next, 0)).collect();
        for (_, place) in &*decision.answers {
            if let Some((_, count)) = likely.get_mut(*place as usize) {
                *count += 1;
            }
        }
        likely.retain(|(next, _)| is_likely(*next));
        likely
    }

    /// Where a decision leads; nowhere if that is not worth anything.
    fn decided(&self, id: NodeId, decision: &Decision, play: Play<'_>) -> Option<NodeId> {
        let named = |wanted: Option<i64>| {
            let found = decision.options().find(|(option, _)| Some(*option) == wanted);
            found.map(|(_, next)| next).filter(|next| self.worths.is_known(*next))
        };
        let outermost = |lowest| self.worths.outermost(self.scale.level(id), decision.to.iter().copied(), lowest);
        match play {
            Play::Stated if decision.is_against => outermost(true),
            Play::Default | Play::Stated => named(decision.default),
            Play::Says(says) => named(says(id)).or_else(|| outermost(decision.is_against)),
            Play::Best => outermost(decision.is_against),
            Play::Lowest => outermost(true),
            Play::Highest => outermost(false),
        }
    }
}

/// How often a run comes to each situation, on average.
pub struct Reached {
    /// By situations, each over everything before its level.
    weights: Vec<Sum>,
    /// By how much the denominator grows on each level: by dice, and by answers that are as good.
    scale: Scale,
    /// For each level what its numbers are of all numbers, and what the product with a value is of all numbers.
    whole: Vec<UBig>,
    spread: Vec<UBig>,
}

impl Reached {
    /// Everything, of which the others are parts.
    pub fn all(&self) -> UBig {
        self.whole.first().cloned().unwrap_or(UBig::ONE)
    }

    /// How often a run comes to a situation, as a part of everything.
    pub(super) fn of(&self, id: NodeId) -> Option<UBig> {
        let weight = self.weights.get(id.0 as usize).map(Sum::limbs).filter(|limbs| !limbs.is_empty())?;
        Some(limbs::big(weight) * self.whole.get(self.scale.level(id) as usize)?)
    }

    /// So often what a situation of its level is worth, as a part of everything.
    pub(super) fn times(&self, id: NodeId, value: &IBig) -> Option<IBig> {
        let weight = limbs::big(self.weights.get(id.0 as usize)?.limbs());
        let weight = weight * self.spread.get(self.scale.level(id) as usize)?;
        Some(value * IBig::from(weight))
    }
}

/// How often a run comes to each situation, on average, when everybody decides for the goal as well as possible. Of answers that are as
/// good each is given as often; and of whoever plays against it nothing is known, so each of their answers is given as often, whatever
/// it is worth: one has to know what is best after any of them.
pub fn reach(graph: &Graph, solved: &Solved) -> Reached {
    let values = &solved.scale;
    let likely: Vec<(NodeId, Vec<(NodeId, u32)>)> =
        graph.decisions().map(|(id, _, decision)| (id, solved.likely(id, decision))).collect();
    let shares: Vec<UBig> = likely.iter().map(|(_, likely)| UBig::from(count(likely))).collect();
    let ties = Scale::new(graph.levels(), likely.iter().map(|(id, _)| *id).zip(&shares));
    let growth = |level: u32| values.growth(level) * ties.growth(level);
    let scale = Scale::with(Rc::clone(graph.levels()), (0..values.end()).map(growth).collect());
    let likely: BTreeMap<NodeId, Vec<(NodeId, u32)>> = likely.into_iter().collect();
    let weights = spread(graph, &scale, &likely);
    let from_each = |of: &Scale| {
        let mut product = UBig::ONE;
        let mut all: Vec<UBig> = vec![product.clone()];
        for level in (0..of.end()).rev() {
            product *= of.growth(level);
            all.push(product.clone());
        }
        all.reverse();
        all
    };
    Reached { whole: from_each(&scale), spread: from_each(&ties), weights, scale }
}

/// The weight of each situation, over everything before its level.
fn spread(graph: &Graph, scale: &Scale, likely: &BTreeMap<NodeId, Vec<(NodeId, u32)>>) -> Vec<Sum> {
    let mut weights = vec![Sum::default(); graph.len()];
    if let Some(first) = weights.first_mut() {
        first.add(&[1], 1);
    }
    let mut spare = Sum::default();
    for id in graph.backwards().iter().rev() {
        let mut here = weights.get(id.0 as usize).cloned().unwrap_or_default();
        if here.limbs().is_empty() {
            continue;
        }
        let level = scale.level(*id);
        let mut lead = |here: &Sum, next: NodeId, weight: &[u64]| {
            let Some(there) = weights.get_mut(next.0 as usize) else { return };
            if scale.is_same(level + 1, scale.level(next)) {
                there.add_product(here.limbs(), weight);
            } else {
                let mut lifted = here.clone();
                lifted.scale_by(&limbs::of(&scale.between(level + 1, scale.level(next))), &mut Sum::default());
                there.add_product(lifted.limbs(), weight);
            }
        };
        match graph.node(*id).map(|node| &node.ways) {
            Some(Ways::Chance { weights, to }) => {
                here.scale_by(&limbs::of(&(scale.growth(level) / &weights.all)), &mut spare);
                weights.each().zip(&**to).for_each(|(weight, next)| lead(&here, *next, weight));
            }
            Some(Ways::Decision(_)) => {
                let likely = likely.get(id).map(Vec::as_slice).unwrap_or_default();
                here.scale_by(&limbs::of(&(scale.growth(level) / UBig::from(count(likely)))), &mut spare);
                for (next, count) in likely {
                    lead(&here, *next, &[u64::from(*count)]);
                }
            }
            Some(Ways::Unknown | Ways::End(_) | Ways::Refused(_)) | None => {}
        }
    }
    weights
}

/// How many answers there are, at least one.
fn count(likely: &[(NodeId, u32)]) -> u32 {
    likely.iter().map(|(_, count)| count).sum::<u32>().max(1)
}
