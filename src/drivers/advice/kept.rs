//! Whether the best choice depends on something that the person who decides does not know.

use std::collections::{BTreeMap, BTreeSet};

use super::cases::{Feature, features};
use super::graph::{Graph, NodeId, Ways};
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
    let comes = coming(graph, solved);
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

/// For each situation whether somebody may come to it who decides as well as possible.
fn coming(graph: &Graph, solved: &Solved) -> Vec<bool> {
    let mut comes = vec![false; graph.len()];
    let mut open: Vec<NodeId> = graph.ids().take(1).collect();
    while let Some(id) = open.pop() {
        let Some(new) = comes.get_mut(id.0 as usize).filter(|comes| !**comes) else { continue };
        *new = true;
        let ways = graph.node(id).map(|node| &node.ways);
        if let Some(Ways::Decision(decision)) = ways {
            let best = solved.best(id, decision);
            open.extend(decision.options().filter(|(option, _)| best.contains(option)).map(|(_, next)| next));
        } else {
            open.extend(graph.next(id));
        }
    }
    comes
}
