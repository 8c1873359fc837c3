//! What is best at one choice, in the words of a scene.

use std::collections::BTreeSet;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::advice::{AdviceTree, AdvisedCase, AdvisedOption};
use super::deciding::{Subject, chooses};
use crate::drivers::advice::{Case, Columns, Feature, Leaf, Tree};
use crate::ir::passes::Reduced;
use crate::ir::{Choose, Operand, Program, Register, Shape, Trace, Value, flow, print};
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
    /// Everything, of which what the cases weigh is a part.
    pub(super) all: &'t UBig,
    /// What the goal comes to, of what the driver reckons with.
    pub(super) scale: &'t dyn Fn(RBig) -> RBig,
}

impl Telling<'_> {
    /// A tree in words.
    pub(super) fn tree(&self, tree: &Tree) -> AdviceTree {
        let Tree::Branch(branch) = tree else { return AdviceTree::Always(self.leaf(tree)) };
        let feature = branch.feature;
        let mut parts = joined(self.parts(tree, feature));
        let comes_about = |(_, tree): &(BTreeSet<Value>, Tree)| self.comes_about(tree);
        if parts.iter().any(comes_about) {
            parts.retain(comes_about);
        }
        if let [(_, only)] = parts.as_slice() {
            return self.tree(only);
        }
        let seen: BTreeSet<Value> = parts.iter().flat_map(|(values, _)| values.iter().copied()).collect();
        let told = parts.iter().map(|(values, tree)| (self.condition(feature, values, &seen), self.tree(tree)));
        AdviceTree::When(told.collect())
    }

    /// Whether some run comes to a situation of a tree.
    fn comes_about(&self, tree: &Tree) -> bool {
        let mut comes = false;
        tree.leaves(&mut |leaf| {
            let cases = leaf.cases.iter().filter_map(|case| self.cases.get(*case));
            comes |= cases.into_iter().any(|case| !case.weight.is_zero());
        });
        comes
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
        let (what, shape) = (self.what(feature), shape(self.reduced, feature));
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

    /// A value without a name: what is taken for a choice where nobody is asked, or else by where it is worked out.
    fn placed(&self, register: Register) -> String {
        let is_default = |choose: &Choose| choose.default == Some(Operand::Register(register));
        if let Some((_, choose)) = chooses(self.whole).find(|(_, choose)| is_default(choose)) {
            return format!("the default of {}", choose.path);
        }
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

    /// How often it is asked in a run, on average.
    pub(super) fn times(&self) -> RBig {
        RBig::from_parts(weight(self.cases.iter()).into(), self.all.clone())
    }

    fn leaf(&self, tree: &Tree) -> AdvisedCase {
        let (mut best, mut cases) = (Vec::new(), Vec::new());
        tree.leaves(&mut |leaf: &Leaf| {
            best.clone_from(&leaf.best);
            cases.extend(leaf.cases.iter().filter_map(|case| self.cases.get(*case)));
        });
        // To others nobody comes who does what is best: they only keep the conditions from leading to a refusal.
        if cases.iter().any(|case| !case.weight.is_zero()) {
            cases.retain(|case| !case.weight.is_zero());
        }
        let all = weight(self.cases.iter());
        let here = weight(cases.iter().copied());
        let columns = Columns::of(cases.iter().copied());
        let sums = sums(&columns, &cases);
        let is_default = |option: i64| cases.iter().all(|case| case.default == Some(option));
        let each = columns.each().iter().filter_map(|(option, column)| Some((*option, sums.get(*column)?)));
        let options: Vec<AdvisedOption> = each
            .map(|(option, sum)| AdvisedOption {
                name: self.subject.option(option),
                number: self.subject.number(option),
                value: sum.value().map(self.scale),
                is_best: best.contains(&option),
                is_default: is_default(option),
                is_sometimes: sum.open > 0 && sum.open < cases.len(),
            })
            .collect();
        // What is refused in every situation says something of the choice.
        let is_even = cases.iter().all(|case| is_even(case)) && options.iter().all(|option| option.value.is_some());
        let share = if all.is_zero() { RBig::ZERO } else { RBig::from_parts(here.into(), all) };
        AdvisedCase { share, options, is_even }
    }
}

/// What an option is worth, in all cases in which it can be chosen.
#[derive(Clone, Default)]
struct Sum {
    weight: UBig,
    total: IBig,
    open: usize,
}

impl Sum {
    /// The mean.
    fn value(&self) -> Option<RBig> {
        (!self.weight.is_zero()).then(|| RBig::from_parts(self.total.clone(), self.weight.clone()))
    }
}

fn sums(columns: &Columns, cases: &[&Case]) -> Vec<Sum> {
    let mut sums = vec![Sum::default(); columns.count()];
    for case in cases {
        for (sum, place) in sums.iter_mut().zip(columns.places(case)) {
            if let Some(value) = place.and_then(|place| case.values.get(place)?.as_ref()) {
                sum.total += value;
                sum.weight += &case.weight;
                sum.open += 1;
            }
        }
    }
    sums
}

fn weight<'c>(cases: impl Iterator<Item = &'c Case>) -> UBig {
    cases.fold(UBig::ZERO, |sum, case| sum + &case.weight)
}

/// Whether whatever can be chosen there comes to the same.
fn is_even(case: &Case) -> bool {
    let mut values = case.values.iter().flatten();
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

fn shape(reduced: &Reduced, feature: Feature) -> Shape {
    let register = if let Feature::Held(register) = feature { Some(register) } else { None };
    let info = register.and_then(|register| reduced.program.registers.get(register.0 as usize));
    info.map_or(Shape::Number, |info| info.shape.clone())
}

/// For each feature whether its values have an order.
pub(super) fn ordered(reduced: &Reduced, features: &[Feature]) -> Vec<bool> {
    features.iter().map(|feature| is_ordered(&shape(reduced, *feature))).collect()
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
