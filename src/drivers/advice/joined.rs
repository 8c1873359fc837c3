//! Questions answered together, such as how to spend the points of a plan, as one decision between all possible
//! combinations of answers.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Decision, Graph, Group, NodeId, Tuple, Ways};
use crate::ir::liveness::Liveness;
use crate::ir::{Address, Value};

/// The answers to all questions of a group from a situation on, and where they lead to.
type Answered = Vec<(Tuple, NodeId)>;

impl Graph {
    /// Joins the questions of each group, and puts everything in order.
    pub(super) fn finished(mut self, liveness: &Liveness, groups: Vec<Group>) -> Self {
        let asked: BTreeSet<Address> = self.decisions().map(|(_, at, _)| at).collect();
        let live = asked.into_iter().filter_map(|at| Some((at, liveness.before(at)?.clone())));
        self.live = live.collect();
        self.join(groups);
        self.put_in_order();
        self
    }

    /// Makes one decision of the questions of each group. Answers that the rules refuse before anything else happens are none.
    fn join(&mut self, groups: Vec<Group>) {
        for group in groups {
            let heads: Vec<(NodeId, Answered)> =
                self.heads(&group).into_iter().map(|head| (head, self.answered(head, &group))).collect();
            let all: BTreeSet<Tuple> =
                heads.iter().flat_map(|(_, each)| each).map(|(tuple, _)| tuple.clone()).collect();
            let places: BTreeMap<&Tuple, i64> = all.iter().zip(0..).collect();
            let default = all.iter().position(|tuple| is_default(&group, tuple));
            let default = default.and_then(|place| i64::try_from(place).ok());
            let is_against = self.is_against(&group);
            self.forget(&group);
            for (head, each) in &heads {
                let mut options: Vec<(i64, NodeId)> =
                    each.iter().filter_map(|(tuple, next)| Some((*places.get(tuple)?, *next))).collect();
                options.sort_unstable();
                if let Some(node) = self.nodes.get_mut(head.0 as usize) {
                    node.ways = Ways::Decision(Decision::of(is_against, default, &options));
                }
            }
            self.joined.push((group, all.into_iter().collect()));
        }
    }

    /// The situations in which a group begins to be asked: those at one of its questions that do not only follow an earlier one.
    fn heads(&self, group: &Group) -> BTreeSet<NodeId> {
        let place = |id: NodeId| group.place(self.node(id)?.at);
        let mut heads: BTreeSet<NodeId> = self.ids().take(1).filter(|id| place(*id).is_some()).collect();
        for id in self.ids() {
            let begins = |next: &NodeId| match (place(id), place(*next)) {
                (Some(before), Some(next)) => next <= before,
                (None, Some(_)) => true,
                (Some(_) | None, None) => false,
            };
            heads.extend(self.next(id).iter().copied().filter(begins));
        }
        heads
    }

    fn answered(&self, head: NodeId, group: &Group) -> Answered {
        let mut answered = Vec::new();
        let mut open = vec![(head, vec![None; group.defaults.len()], 0)];
        while let Some((id, tuple, from)) = open.pop() {
            let Some(node) = self.node(id) else { continue };
            let Some(place) = group.place(node.at).filter(|place| *place >= from) else {
                if !matches!(node.ways, Ways::Refused(_)) {
                    answered.push((tuple, id));
                }
                continue;
            };
            for (answer, next) in each_answer(&node.ways) {
                let mut tuple = tuple.clone();
                if let Some(known) = tuple.get_mut(place) {
                    *known = answer;
                }
                open.push((next, tuple, place + 1));
            }
        }
        answered
    }

    fn is_against(&self, group: &Group) -> bool {
        self.decisions().any(|(_, at, decision)| group.place(at).is_some() && decision.is_against)
    }

    /// Nobody decides one question of a group alone.
    fn forget(&mut self, group: &Group) {
        for node in self.nodes.iter_mut().filter(|node| group.place(node.at).is_some()) {
            if matches!(node.ways, Ways::Decision(_)) {
                node.ways = Ways::Unknown;
            }
        }
    }
}

/// Whether this is what is taken where nobody is asked.
fn is_default(group: &Group, tuple: &Tuple) -> bool {
    tuple.iter().zip(&group.defaults).all(|(answer, default)| answer.is_none() || answer == default)
}

/// The answers to one question. Of one whose answer nobody reads it is not known.
fn each_answer(ways: &Ways) -> Vec<(Value, NodeId)> {
    match ways {
        Ways::Decision(decision) => decision.options().map(|(option, next)| (Some(option), next)).collect(),
        Ways::Chance { to, .. } => to.iter().map(|next| (None, *next)).collect(),
        Ways::Unknown | Ways::End(_) | Ways::Refused(_) => Vec::new(),
    }
}
