//! Whether the best choice depends on something that the person who decides does not know.

use std::collections::{BTreeMap, BTreeSet};

use super::cases::{Feature, features};
use super::coming::{best_ways, coming};
use super::graph::Graph;
use super::solve::Solved;
use crate::ir::{Address, Value};

/// A decision that differs between situations which look the same to whoever makes it: what is best in one of them is not in
/// another. With `anywhere` those count as well to which nobody comes who decides as well as possible.
pub fn hangs_on_kept(
    graph: &Graph,
    solved: &Solved,
    is_known: &dyn Fn(Feature) -> bool,
    anywhere: bool,
) -> Option<Address> {
    let mut alike: BTreeMap<(Address, Vec<Value>), Vec<i64>> = BTreeMap::new();
    let mut known: BTreeMap<Address, Vec<Feature>> = BTreeMap::new();
    let asked: BTreeSet<Address> = graph.decisions().map(|(_, at, _)| at).collect();
    // Where everything is known situations differ in what is known.
    if asked.iter().all(|at| features(graph, *at).into_iter().all(is_known)) {
        return None;
    }
    let comes = coming(graph, &mut |id, decision| best_ways(solved, id, decision));
    for (id, at, decision) in graph.decisions() {
        if !anywhere && comes.get(id.0 as usize) != Some(&true) {
            continue;
        }
        let all = || features(graph, at).into_iter().filter(|feature| is_known(*feature)).collect();
        let seen = known.entry(at).or_insert_with(all).iter().map(|feature| graph.seen(id, *feature)).collect();
        let best = solved.best(id, decision);
        let in_all = alike.entry((at, seen)).or_insert_with(|| best.clone());
        in_all.retain(|option| best.contains(option));
        if in_all.is_empty() && !best.is_empty() {
            return Some(at);
        }
    }
    None
}
