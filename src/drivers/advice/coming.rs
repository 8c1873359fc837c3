//! To which situations somebody comes who decides in some way, and where they are left alone with a question.

use std::collections::BTreeMap;

use super::graph::{Decision, Graph, NodeId, Ways};
use super::solve::Solved;
use crate::ir::Address;

/// For each situation whether somebody may come to it who goes on with one of these at each decision.
pub(super) fn coming(graph: &Graph, goes_on: &mut dyn FnMut(NodeId, &Decision) -> Vec<NodeId>) -> Vec<bool> {
    let mut comes = vec![false; graph.len()];
    let mut open: Vec<NodeId> = graph.ids().take(1).collect();
    while let Some(id) = open.pop() {
        let Some(new) = comes.get_mut(id.0 as usize).filter(|comes| !**comes) else { continue };
        *new = true;
        match graph.node(id).map(|node| &node.ways) {
            Some(Ways::Decision(decision)) => open.extend(goes_on(id, decision)),
            Some(Ways::Unknown | Ways::End(_) | Ways::Refused(_) | Ways::Chance { .. }) | None => {
                open.extend(graph.next(id));
            }
        }
    }
    comes
}

/// Where the best answers to a decision lead.
pub(super) fn best_ways(solved: &Solved, id: NodeId, decision: &Decision) -> Vec<NodeId> {
    let best = solved.best(id, decision);
    decision.options().filter(|(option, _)| best.contains(option)).map(|(_, next)| next).collect()
}

/// The situations, with their questions, to which everybody may come who answers so, and in which the rules refuse that answer, or nothing
/// is said. There the best is taken.
pub fn left_alone(graph: &Graph, solved: &Solved, says: &BTreeMap<NodeId, i64>) -> Vec<(NodeId, Address)> {
    let mut alone = Vec::new();
    coming(graph, &mut |id, decision| {
        let named = says.get(&id).and_then(|wanted| decision.options().find(|(option, _)| option == wanted));
        if let Some(next) = named.map(|(_, next)| next).filter(|next| solved.is_allowed(*next)) {
            return vec![next];
        }
        alone.extend(graph.node(id).map(|node| (id, node.at)));
        best_ways(solved, id, decision)
    });
    alone
}
