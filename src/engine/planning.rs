//! What is answered at each question, in few conditions. Whoever follows them comes to situations to which nobody comes who does what is
//! best; where the rules refuse an answer there, conditions are found anew.

use std::collections::{BTreeMap, BTreeSet};

use super::advised::ordered;
use super::deciding::Subject;
use super::playing::Wording;
use crate::drivers::advice::{Case, Feature, Graph, NodeId, Reached, Solved, Tree, cases, refused_answers, simplify};
use crate::ir::passes::Reduced;
use crate::ir::{Address, Value};

/// So often conditions are found anew.
const MOST_ATTEMPTS: usize = 16;

/// All questions, and what is known of them.
pub(super) struct Planning<'p> {
    pub(super) graph: &'p Graph,
    /// What each situation is worth, and how often a run comes to it.
    pub(super) worth: (&'p Solved, &'p Reached),
    pub(super) reduced: &'p Reduced,
    /// The words of a policy, if it is to be one.
    pub(super) wording: Option<&'p Wording<'p>>,
    /// No question has more conditions.
    pub(super) most: usize,
}

/// What is answered at a question.
pub(super) struct Planned<'s> {
    pub(super) at: Address,
    pub(super) subject: Subject<'s>,
    pub(super) features: Vec<Feature>,
    pub(super) cases: Vec<Case>,
    pub(super) tree: Tree,
    /// What that is in each situation.
    pub(super) said: Vec<(NodeId, i64)>,
}

impl Planning<'_> {
    /// What is answered at every question of which there is something to say.
    pub(super) fn all<'s>(&self, subject: impl Fn(Address) -> Option<Subject<'s>>) -> Vec<Planned<'s>> {
        let asked: BTreeSet<Address> = self.graph.decisions().map(|(_, at, _)| at).collect();
        let mut others = BTreeSet::new();
        let planned = asked.into_iter().filter_map(|at| Some(self.planned(at, subject(at)?, &others)));
        let mut planned: Vec<Planned<'s>> = planned.collect();
        for _ in 0..MOST_ATTEMPTS {
            let says: BTreeMap<NodeId, i64> = planned.iter().flat_map(|planned| planned.said.iter().copied()).collect();
            let refused: BTreeSet<NodeId> = refused_answers(self.graph, self.worth.0, &says)
                .into_iter()
                .filter(|id| !others.contains(id))
                .collect();
            if refused.is_empty() {
                break;
            }
            others.extend(&refused);
            let is_led_there = |planned: &Planned<'_>| planned.said.iter().any(|(id, _)| refused.contains(id));
            let anew = |planned: Planned<'s>| {
                if is_led_there(&planned) { self.planned(planned.at, planned.subject, &others) } else { planned }
            };
            planned = planned.into_iter().map(anew).collect();
        }
        planned
    }

    fn planned<'s>(&self, at: Address, subject: Subject<'s>, others: &BTreeSet<NodeId>) -> Planned<'s> {
        let (features, cases) = sayable(cases(self.graph, at, self.worth, others), self.wording);
        let tree = simplify(&cases, &ordered(self.reduced, &features), self.most);
        let said = said(self.graph, at, &features, &tree).collect();
        Planned { at, subject, features, cases, tree, said }
    }
}

/// The situations at a question as far as a policy can tell of them, if it is to be one.
fn sayable(
    (features, mut cases): (Vec<Feature>, Vec<Case>),
    wording: Option<&Wording<'_>>,
) -> (Vec<Feature>, Vec<Case>) {
    let is_said = |feature: &Feature| wording.is_none_or(|wording| wording.can_say(*feature));
    for case in &mut cases {
        let seen = case.seen.iter().zip(&features).filter(|(_, feature)| is_said(feature));
        case.seen = seen.map(|(value, _)| *value).collect();
    }
    (features.into_iter().filter(is_said).collect(), cases)
}

/// What a tree says in each situation at a question.
fn said<'g>(
    graph: &'g Graph,
    at: Address,
    features: &'g [Feature],
    tree: &'g Tree,
) -> impl Iterator<Item = (NodeId, i64)> + 'g {
    let here = graph.decisions().filter(move |(_, place, _)| *place == at);
    here.filter_map(move |(id, ..)| {
        let seen: Vec<Value> = features.iter().map(|feature| graph.seen(id, *feature)).collect();
        Some((id, tree.says(&seen)?))
    })
}
