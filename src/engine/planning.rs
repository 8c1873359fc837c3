//! What is answered at each question, in few conditions.
//!
//! Conditions are made for what is best in each situation, as often as somebody comes there who does what is best. In few conditions that
//! is not what is done, so people come elsewhere: where the rules refuse an answer there, or nothing is said, conditions are found anew. And
//! others are looked for, made for the situations to which they lead themselves, or to which those come who are not asked. The best of
//! all are kept.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::advised::ordered;
use super::deciding::Subject;
use super::playing::Wording;
use crate::drivers::advice::{
    Case, Feature, Graph, NodeId, Play, Reached, Solved, Tree, cases, left_alone, reach, simplify, solve,
};
use crate::ir::passes::Reduced;
use crate::ir::{Address, Value};

/// So often conditions are found anew where they leave somebody alone.
const MOST_ATTEMPTS: usize = 16;

/// So often better ones are looked for, from each beginning.
const MOST_IMPROVEMENTS: usize = 4;

/// Among more situations that takes too long.
const MOST_SITUATIONS: usize = 1_000_000;

/// All questions, and what is known of them.
pub(super) struct Planning<'p> {
    pub(super) graph: &'p Graph,
    /// What the goal is worth at an end.
    pub(super) payoff: &'p dyn Fn(Value) -> IBig,
    /// What each situation is worth to those who do what is best.
    pub(super) best: &'p Solved,
    pub(super) reduced: &'p Reduced,
    /// The words of a policy, if it is to be one.
    pub(super) wording: Option<&'p Wording<'p>>,
    /// No question has more conditions.
    pub(super) most: usize,
}

/// What is answered at a question.
pub(super) struct Planned<'s> {
    pub(super) at: Address,
    pub(super) subject: &'s Subject<'s>,
    pub(super) is_against: bool,
    pub(super) features: Vec<Feature>,
    pub(super) cases: Vec<Case>,
    pub(super) tree: Tree,
    /// What that is in each situation.
    pub(super) said: Vec<(NodeId, i64)>,
}

/// What is answered at every question, and how often somebody comes to each situation who answers so.
pub(super) struct Plan<'s> {
    pub(super) planned: Vec<Planned<'s>>,
    pub(super) reached: Reached,
    /// What the goal comes to then; nothing where the rules refuse some run.
    pub(super) value: Option<RBig>,
}

/// The questions with what is decided at each.
type Subjects<'s> = &'s [(Address, Subject<'s>)];

/// What situations are worth to those who decide in some way, how often they come there, and situations to which they do not.
type Ground<'g> = (&'g Solved, &'g Reached, &'g BTreeSet<NodeId>);

impl Plan<'_> {
    /// What is answered in each situation by those who play for the goal.
    fn says(&self) -> BTreeMap<NodeId, i64> {
        let own = self.planned.iter().filter(|planned| !planned.is_against);
        own.flat_map(|planned| planned.said.iter().copied()).collect()
    }

    /// Whether something else is done somewhere than what is best.
    pub(super) fn is_simplified(&self) -> bool {
        self.planned.iter().any(|planned| !planned.is_against && planned.tree.is_simplified(&planned.cases))
    }
}

impl Planning<'_> {
    /// What is answered at every question.
    pub(super) fn all<'s>(&self, subjects: Subjects<'s>) -> Plan<'s> {
        let mut found = self.plan(subjects, self.best, reach(self.graph, self.best), true);
        if !found.is_simplified() {
            return found;
        }
        let own = self.followed(&found);
        found.value = own.value();
        let defaults = solve(self.graph, self.payoff, Play::Stated);
        if let Some(constant) = self.defaults(subjects, &defaults).filter(|other| other.value > found.value) {
            found = constant;
        }
        if self.graph.len() > MOST_SITUATIONS {
            return found;
        }
        for beginning in [own, defaults] {
            let mut solved = beginning;
            for _ in 0..MOST_IMPROVEMENTS {
                let mut plan = self.plan(subjects, &solved, reach(self.graph, &solved), false);
                solved = self.followed(&plan);
                plan.value = solved.value();
                if plan.value > found.value {
                    found = plan;
                }
            }
        }
        self.as_it_is_told(found)
    }

    /// What is answered in conditions that are made for people who decide in some way.
    fn plan<'s>(&self, subjects: Subjects<'s>, solved: &Solved, reached: Reached, is_best: bool) -> Plan<'s> {
        let mut others = BTreeSet::new();
        let planned = |subject, others: &BTreeSet<NodeId>| self.planned(subject, (solved, &reached, others), is_best);
        let mut all: Vec<Planned<'s>> = subjects.iter().map(|subject| planned(subject, &others)).collect();
        for _ in 0..MOST_ATTEMPTS {
            let says: BTreeMap<NodeId, i64> = all.iter().flat_map(|planned| planned.said.iter().copied()).collect();
            let mut alone = left_alone(self.graph, self.best, &says);
            alone.retain(|(id, _)| !others.contains(id));
            if alone.is_empty() {
                break;
            }
            others.extend(alone.iter().map(|(id, _)| *id));
            let questions: BTreeSet<Address> = alone.into_iter().map(|(_, at)| at).collect();
            for (known, subject) in all.iter_mut().zip(subjects) {
                if questions.contains(&known.at) {
                    *known = planned(subject, &others);
                }
            }
        }
        Plan { planned: all, reached, value: None }
    }

    fn planned<'s>(&self, (at, subject): &'s (Address, Subject<'s>), ground: Ground<'_>, is_best: bool) -> Planned<'s> {
        let (features, mut cases) = self.cases(*at, ground);
        let is_against = self.is_against(*at);
        if !is_best {
            for case in &mut cases {
                case.best = outermost(case, is_against);
            }
        }
        let tree = simplify(&cases, &ordered(self.reduced, &features), self.most);
        let said = said(self.graph, *at, &features, &tree).collect();
        Planned { at: *at, subject, is_against, features, cases, tree, said }
    }

    /// What is answered where nobody is asked, if that is the same in all situations at each question.
    fn defaults<'s>(&self, subjects: Subjects<'s>, defaults: &Solved) -> Option<Plan<'s>> {
        let nowhere = BTreeSet::new();
        let reached = reach(self.graph, defaults);
        let planned = subjects.iter().map(|(at, subject)| {
            let (features, cases) = self.cases(*at, (self.best, &reached, &nowhere));
            // Of a question that is not asked then, nothing need be said.
            let first = cases.first().map(|case| case.default);
            let is_same = cases.iter().all(|case| case.default.is_some() && Some(case.default) == first);
            let tree = is_same.then(|| Tree::always(first.flatten(), cases.len()))?;
            let said = said(self.graph, *at, &features, &tree).collect();
            Some(Planned { at: *at, subject, is_against: self.is_against(*at), features, cases, tree, said })
        });
        Some(Plan { planned: planned.collect::<Option<_>>()?, value: defaults.value(), reached })
    }

    /// The same conditions with what options are worth to those who go on with what is best.
    fn as_it_is_told<'s>(&self, mut plan: Plan<'s>) -> Plan<'s> {
        plan.reached = reach(self.graph, &self.followed(&plan));
        for planned in &mut plan.planned {
            let others = planned.cases.iter().map(|case| case.id).collect();
            let (features, cases) = self.cases(planned.at, (self.best, &plan.reached, &others));
            planned.tree = planned.tree.over(&cases);
            (planned.features, planned.cases) = (features, cases);
        }
        plan
    }

    /// What each situation is worth where that is answered.
    fn followed(&self, plan: &Plan<'_>) -> Solved {
        let says = plan.says();
        solve(self.graph, self.payoff, Play::Says(&|id| says.get(&id).copied()))
    }

    fn cases(&self, at: Address, (solved, reached, others): Ground<'_>) -> (Vec<Feature>, Vec<Case>) {
        sayable(cases(self.graph, at, (solved, reached), others), self.wording)
    }

    fn is_against(&self, at: Address) -> bool {
        self.graph.decisions().find(|(_, place, _)| *place == at).is_some_and(|(.., decision)| decision.is_against)
    }
}

/// The answers that are worth most in a case, or least to somebody who plays against the goal.
fn outermost(case: &Case, is_against: bool) -> Vec<i64> {
    let values = || case.values.iter().flatten();
    let outermost = if is_against { values().min() } else { values().max() };
    let is_one = |place: u32| case.values.get(place as usize).is_some_and(|value| value.as_ref() == outermost);
    let best = case.answers.iter().filter(|(_, place)| outermost.is_some() && is_one(*place));
    best.map(|(option, _)| *option).collect()
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
