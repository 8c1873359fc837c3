//! What is best at one choice, in the words of a scene.

use std::collections::BTreeSet;

use dashu_ratio::RBig;

use super::advice::{AdviceTree, AdvisedCase, AdvisedOption};
use super::deciding::Subject;
use crate::drivers::advice::{Case, Feature, Leaf, Tree};
use crate::ir::passes::Reduced;
use crate::ir::{Program, Register, Shape, Trace, Value, flow, print};
use crate::source::SourceMap;

/// The situations at one choice, and the words for all that can be seen in them.
pub(super) struct Telling<'t> {
    /// The program with all its names.
    pub(super) whole: &'t Program,
    /// The one that was followed.
    pub(super) reduced: &'t Reduced,
    pub(super) sources: &'t SourceMap,
    pub(super) subject: &'t Subject<'t>,
    pub(super) features: &'t [Feature],
    pub(super) cases: &'t [Case],
    /// What the goal comes to, of what the driver reckons with.
    pub(super) scale: &'t dyn Fn(&RBig) -> RBig,
}

impl Telling<'_> {
    /// A tree in words.
    pub(super) fn tree(&self, tree: &Tree) -> AdviceTree {
        let Tree::Branch(branch) = tree else { return AdviceTree::Always(self.leaf(tree)) };
        let feature = branch.feature;
        let parts = joined(self.parts(tree, feature));
        if let [(_, only)] = parts.as_slice() {
            return self.tree(only);
        }
        let seen: BTreeSet<Value> = parts.iter().flat_map(|(values, _)| values.iter().copied()).collect();
        let told = parts.iter().map(|(values, tree)| (self.condition(feature, values, &seen), self.tree(tree)));
        AdviceTree::When(told.collect())
    }

    /// The values of a feature, and the tree for those of them for which the next condition is not about the same feature.
    fn parts(&self, tree: &Tree, feature: usize) -> Vec<(BTreeSet<Value>, Tree)> {
        match tree {
            Tree::Branch(branch) if branch.feature == feature => {
                let mut parts = self.parts(&branch.yes, feature);
                parts.extend(self.parts(&branch.no, feature));
                parts.sort_by(|(one, _), (other, _)| one.first().cmp(&other.first()));
                parts
            }
            Tree::Branch(_) | Tree::Leaf(_) => {
                let mut cases = Vec::new();
                tree.leaves(&mut |leaf| cases.extend(leaf.cases.iter().copied()));
                let seen = |case: &usize| self.cases.get(*case)?.seen.get(feature).copied();
                vec![(cases.iter().filter_map(seen).collect(), tree.clone())]
            }
        }
    }

    /// The condition that a feature has one of these values, of all that are seen there.
    fn condition(&self, feature: usize, values: &BTreeSet<Value>, all: &BTreeSet<Value>) -> String {
        let Some(feature) = self.features.get(feature).copied() else { return String::new() };
        let (what, shape) = (self.what(feature), self.shape(feature));
        let word = |value: &Value| self.whole.in_words(&shape, *value).to_string();
        if shape == Shape::YesNo && values.len() == 1 {
            return match values.first() {
                Some(Some(0)) => format!("not {what}"),
                Some(Some(_)) => what,
                Some(None) | None => format!("{what} is not reached"),
            };
        }
        let reached = |all: &BTreeSet<Value>| all.iter().copied().flatten().collect::<Vec<i64>>();
        let (here, everywhere) = (reached(values), reached(all));
        let is_row = everywhere.windows(here.len().max(1)).any(|row| row == here);
        let range = match (here.as_slice(), is_ordered(&shape) && is_row) {
            ([], _) => return format!("{what} is not reached"),
            ([only], _) => word(&Some(*only)),
            ([.., last], true) if here.first() == everywhere.first() => format!("at most {}", word(&Some(*last))),
            ([first, ..], true) if here.last() == everywhere.last() => format!("at least {}", word(&Some(*first))),
            ([first, .., last], true) => format!("{} to {}", word(&Some(*first)), word(&Some(*last))),
            (some, _) => some.iter().map(|value| word(&Some(*value))).collect::<Vec<_>>().join(" or "),
        };
        if values.contains(&None) { format!("{what} is {range}, or not reached") } else { format!("{what} is {range}") }
    }

    /// What a feature is called.
    fn what(&self, feature: Feature) -> String {
        match feature {
            Feature::Held(register) => {
                let Some(known) = self.reduced.registers.get(register.0 as usize).copied() else {
                    return String::new();
                };
                print::described(self.whole, known).unwrap_or_else(|| self.placed(known))
            }
            Feature::Gone { deck, card } => {
                let name = self.whole.decks.get(deck as usize).map(|deck| deck.name.clone()).unwrap_or_default();
                format!("the number of cards like {card} already drawn from {name}")
            }
        }
    }

    /// A value without a name, by where it is worked out.
    fn placed(&self, register: Register) -> String {
        let mut writers = self.whole.code.iter().zip(&self.whole.spans).filter(|(instruction, _)| {
            let mut writes = false;
            flow::writes(instruction, &mut |into| writes |= into == register);
            writes
        });
        match writers.next() {
            Some((_, span)) if self.sources.get(span.source).is_some() => {
                let place = self.sources.place(*span);
                format!("the result of {}:{}", place.file, place.line)
            }
            Some(_) | None => format!("r{}", register.0),
        }
    }

    fn shape(&self, feature: Feature) -> Shape {
        let register = if let Feature::Held(register) = feature { Some(register) } else { None };
        let info = register.and_then(|register| self.reduced.program.registers.get(register.0 as usize));
        info.map_or(Shape::Number, |info| info.shape.clone())
    }

    /// For each feature whether its values have an order.
    pub(super) fn ordered(&self) -> Vec<bool> {
        self.features.iter().map(|feature| is_ordered(&self.shape(*feature))).collect()
    }

    fn leaf(&self, tree: &Tree) -> AdvisedCase {
        let (mut best, mut cases) = (Vec::new(), Vec::new());
        tree.leaves(&mut |leaf: &Leaf| {
            best.clone_from(&leaf.best);
            cases.extend(leaf.cases.iter().filter_map(|case| self.cases.get(*case)));
        });
        let all = self.cases.iter().fold(RBig::ZERO, |sum, case| sum + case.weight.clone());
        let here = cases.iter().fold(RBig::ZERO, |sum, case| sum + case.weight.clone());
        let options: BTreeSet<i64> =
            cases.iter().flat_map(|case| case.options.iter().map(|(option, _)| *option)).collect();
        let options: Vec<AdvisedOption> =
            options.into_iter().map(|option| self.option(option, &cases, &best)).collect();
        // What is refused in every situation says something of the choice.
        let is_even = cases.iter().all(|case| is_even(case)) && options.iter().all(|option| option.value.is_some());
        AdvisedCase { share: if all == RBig::ZERO { all } else { here / all }, options, is_even }
    }

    fn option(&self, option: i64, cases: &[&Case], best: &[i64]) -> AdvisedOption {
        let (mut weight, mut sum, mut open) = (RBig::ZERO, RBig::ZERO, 0);
        for case in cases {
            let value = case.options.iter().find(|(known, _)| *known == option).and_then(|(_, value)| value.as_ref());
            if let Some(value) = value {
                sum += value.clone() * case.weight.clone();
                weight += case.weight.clone();
                open += 1;
            }
        }
        AdvisedOption {
            name: self.subject.option(option),
            value: (weight != RBig::ZERO).then(|| (self.scale)(&(sum / weight))),
            is_best: best.contains(&option),
            is_default: cases.iter().all(|case| case.default == Some(option)),
            is_sometimes: open > 0 && open < cases.len(),
        }
    }
}

/// Whether whatever can be chosen there comes to the same.
fn is_even(case: &Case) -> bool {
    let mut values = case.options.iter().filter_map(|(_, value)| value.as_ref());
    let first = values.next();
    values.all(|value| Some(value) == first)
}

/// Parts beside each other in which the same is best are one.
fn joined(parts: Vec<(BTreeSet<Value>, Tree)>) -> Vec<(BTreeSet<Value>, Tree)> {
    let mut joined: Vec<(BTreeSet<Value>, Tree)> = Vec::new();
    for (values, tree) in parts {
        if let (Some((known, Tree::Leaf(before))), Tree::Leaf(leaf)) = (joined.last_mut(), &tree) {
            let both: Vec<i64> = before.best.iter().filter(|option| leaf.best.contains(option)).copied().collect();
            if !both.is_empty() {
                known.extend(values);
                before.best = both;
                before.cases.extend(leaf.cases.iter().copied());
                continue;
            }
        }
        joined.push((values, tree));
    }
    joined
}

fn is_ordered(shape: &Shape) -> bool {
    match shape {
        Shape::Number | Shape::Modifier | Shape::Level(_) | Shape::Die => true,
        Shape::YesNo | Shape::Card(_) | Shape::Text | Shape::Option(_) => false,
    }
}

/// Who acts in the runs that a goal names, by their titles; each once.
pub(super) fn whose(goal: &str, program: &Program) -> Vec<String> {
    let is_name = |sign: char| sign.is_alphanumeric() || ['_', '-', '.'].contains(&sign);
    let names = |path: &str| {
        goal.match_indices(path).any(|(at, _)| {
            let (before, after) = (goal.get(..at), goal.get(at + path.len()..).and_then(|rest| rest.chars().next()));
            let begins = !before.is_some_and(|before| before.ends_with(is_name));
            begins && after.is_none_or(|after| after == '.' || !is_name(after))
        })
    };
    let mut acting: Vec<String> = Vec::new();
    for trace in &program.traces {
        if let Trace::Begin { path, roles, .. } = trace
            && let Some((_, who)) = roles.first()
            && names(path)
            && !acting.iter().any(|known| *known == who.as_str())
        {
            acting.push(who.to_string());
        }
    }
    acting
}
