//! The value of each situation, from the end backwards, exactly.

use std::collections::BTreeMap;
use std::rc::Rc;

use dashu_base::UnsignedAbs;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::graph::{Decision, Graph, NodeId, Ways};
use super::scale::Scale;
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
    scale: Rc<Scale>,
    /// Of the level of each situation; nothing where the rules refuse it, or nobody has decided.
    values: Vec<Option<IBig>>,
}

impl Solved {
    /// What the whole is worth; nothing where some run is refused or stops whatever is decided.
    pub fn value(&self) -> Option<RBig> {
        self.of(NodeId(0)).map(|value| self.scale.value(value, self.scale.level(NodeId(0))))
    }

    /// What a situation is worth, of its level.
    pub(super) fn of(&self, NodeId(number): NodeId) -> Option<&IBig> {
        self.values.get(number as usize)?.as_ref()
    }

    /// What a situation is worth, of an earlier level.
    pub(super) fn on(&self, level: u32, id: NodeId) -> Option<IBig> {
        Some(self.scale.lifted(self.of(id)?, (self.scale.level(id), level)))
    }

    /// All answers that are as good as any, when it is solved for [`Play::Best`].
    pub fn best(&self, id: NodeId, decision: &Decision) -> Vec<i64> {
        let Some(value) = self.of(id) else { return Vec::new() };
        let level = self.scale.level(id);
        let is_best: Vec<bool> = decision.to.iter().map(|next| self.on(level, *next).as_ref() == Some(value)).collect();
        let best = decision.answers.iter().filter(|(_, place)| is_best.get(*place as usize) == Some(&true));
        best.map(|(option, _)| *option).collect()
    }
}

/// What each situation is worth when its end is worth this.
pub fn solve(graph: &Graph, payoff: &dyn Fn(Value) -> IBig, play: Play<'_>) -> Solved {
    let mut solved = Solved { scale: graph.scale(), values: vec![None; graph.len()] };
    for id in graph.backwards() {
        let Some(node) = graph.node(*id) else { continue };
        let value = match &node.ways {
            Ways::Unknown | Ways::Refused(_) => None,
            Ways::End(value) => Some(solved.scale.whole(&payoff(*value), solved.scale.level(*id))),
            Ways::Chance { weights, to } => solved.scale.mean(*id, (weights, to), &|next| solved.of(next)),
            Ways::Decision(decision) => solved.decided(*id, decision, play),
        };
        if let Some(known) = solved.values.get_mut(id.0 as usize) {
            *known = value;
        }
    }
    solved
}

impl Solved {
    /// What may be decided, as far as anybody knows: where that leads, and how many answers lead there.
    fn likely(&self, id: NodeId, decision: &Decision) -> Vec<(NodeId, u32)> {
        let (level, value) = (self.scale.level(id), self.of(id));
        let is_likely = |next: NodeId| {
            let here = self.on(level, next);
            here.is_some() && (decision.is_against || here.as_ref() == value)
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

    /// What a decision is worth.
    fn decided(&self, id: NodeId, decision: &Decision, play: Play<'_>) -> Option<IBig> {
        let named = |wanted: Option<i64>| {
            let found = decision.options().find(|(option, _)| Some(*option) == wanted);
            found.and_then(|(_, next)| self.on(self.scale.level(id), next))
        };
        match play {
            Play::Stated if decision.is_against => self.outermost(id, decision, true),
            Play::Default | Play::Stated => named(decision.default),
            Play::Says(says) => named(says(id)).or_else(|| self.outermost(id, decision, decision.is_against)),
            Play::Best => self.outermost(id, decision, decision.is_against),
            Play::Lowest => self.outermost(id, decision, true),
            Play::Highest => self.outermost(id, decision, false),
        }
    }

    fn outermost(&self, id: NodeId, decision: &Decision, lowest: bool) -> Option<IBig> {
        let values = decision.to.iter().filter_map(|next| self.on(self.scale.level(id), *next));
        if lowest { values.min() } else { values.max() }
    }
}

/// How often a run comes to each situation, on average.
pub struct Reached {
    /// By situations, each over everything before its level.
    weights: Vec<UBig>,
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
        let weight = self.weights.get(id.0 as usize).filter(|weight| !weight.is_zero())?;
        Some(weight * self.whole.get(self.scale.level(id) as usize)?)
    }

    /// So often what a situation of its level is worth, as a part of everything.
    pub(super) fn times(&self, id: NodeId, value: &IBig) -> Option<IBig> {
        let weight = self.weights.get(id.0 as usize)? * self.spread.get(self.scale.level(id) as usize)?;
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
    let mut weights = vec![UBig::ZERO; graph.len()];
    if let Some(first) = weights.first_mut() {
        *first = UBig::ONE;
    }
    for id in graph.backwards().iter().rev() {
        let Some(here) = weights.get(id.0 as usize).filter(|here| !here.is_zero()).cloned() else { continue };
        let level = scale.level(*id);
        let mut lead = |next: NodeId, weight: UBig| {
            let weight = weight * &*scale.between(level + 1, scale.level(next));
            if let Some(there) = weights.get_mut(next.0 as usize) {
                *there += weight;
            }
        };
        match graph.node(*id).map(|node| &node.ways) {
            Some(Ways::Chance { weights, to }) => {
                let here = here * (scale.growth(level) / &weights.all);
                let each = weights.each.iter().zip(&**to);
                each.for_each(|(weight, next)| lead(*next, (&here * weight).unsigned_abs()));
            }
            Some(Ways::Decision(_)) => {
                let likely = likely.get(id).map(Vec::as_slice).unwrap_or_default();
                let share = here * (scale.growth(level) / UBig::from(count(likely)));
                for (next, count) in likely {
                    lead(*next, &share * UBig::from(*count));
                }
            }
            Some(Ways::Unknown | Ways::End(_) | Ways::Refused(_)) | None => {}
        }
    }
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

/// How many answers there are, at least one.
fn count(likely: &[(NodeId, u32)]) -> u32 {
    likely.iter().map(|(_, count)| count).sum::<u32>().max(1)
}
