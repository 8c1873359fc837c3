//! All situations that a program can reach, and how one leads to the next.

use std::collections::BTreeMap;

use dashu_int::UBig;

use crate::drivers::odds::frontier::Key;
use crate::ir::liveness::Live;
use crate::ir::{Address, Value};
use crate::machine::Fault;

/// A situation, by its place in the order in which they were met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

/// All situations of a program. The first one is its beginning.
#[derive(Debug, Default)]
pub struct Graph {
    pub(super) nodes: Vec<Node>,
    /// What still matters at each question at which somebody decides.
    pub(super) live: BTreeMap<Address, Live>,
    /// All situations, each behind those that it leads to.
    order: Vec<NodeId>,
    /// The questions that are decided in one go, and everything that can be answered to them.
    pub(super) joined: Vec<(Group, Vec<Tuple>)>,
}

/// A situation.
#[derive(Debug)]
pub(super) struct Node {
    /// The question at which it stands.
    pub at: Address,
    /// The values that still matter there, and the cards that are gone.
    pub key: Key,
    pub ways: Ways,
}

/// How a situation goes on.
#[derive(Debug)]
pub(super) enum Ways {
    /// Nobody has looked yet.
    Unknown,
    /// It is the end, and the goal has come to this.
    End(Value),
    /// The rules refuse it.
    Refused(Fault),
    /// By chance: so many of all.
    Chance { all: UBig, each: Vec<(UBig, NodeId)> },
    /// Somebody decides.
    Decision(Decision),
}

/// Somebody decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Whether whoever decides plays against the goal.
    pub is_against: bool,
    /// What is taken where nobody is asked.
    pub default: Value,
    /// What can be answered, and what it leads to.
    pub options: Vec<(i64, NodeId)>,
}

/// Questions that are answered in one go, one after the other, such as how the points of a plan are spent.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// Where they are asked, and which of them is asked there.
    pub asked: BTreeMap<Address, usize>,
    /// What is taken for each of them where nobody is asked.
    pub defaults: Vec<Value>,
}

/// An answer to each question of a group; nothing for one whose answer nobody reads.
pub type Tuple = Vec<Value>;

impl Group {
    /// Which of its questions is asked there.
    pub(super) fn place(&self, at: Address) -> Option<usize> {
        self.asked.get(&at).copied()
    }
}

impl Graph {
    /// What is decided at a question that belongs to a group: the group's place, and all answers by the numbers of the options.
    pub fn tuples(&self, at: Address) -> Option<(usize, &[Tuple])> {
        let place = self.joined.iter().position(|(group, _)| group.place(at).is_some())?;
        self.joined.get(place).map(|(_, all)| (place, all.as_slice()))
    }

    /// How many situations there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Every situation in which somebody decides, with its question.
    pub fn decisions(&self) -> impl Iterator<Item = (NodeId, Address, &Decision)> {
        self.ids().filter_map(|id| match &self.node(id)?.ways {
            Ways::Decision(decision) => Some((id, self.node(id)?.at, decision)),
            Ways::Unknown | Ways::End(_) | Ways::Refused(_) | Ways::Chance { .. } => None,
        })
    }

    /// Whether some run ends without coming to what the goal asks for.
    pub fn may_be_unreached(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node.ways, Ways::End(None)))
    }

    /// What the rules refuse first, in the order in which it was met.
    pub fn refusal(&self) -> Option<&Fault> {
        self.nodes.iter().find_map(|node| match &node.ways {
            Ways::Refused(fault) => Some(fault),
            Ways::Unknown | Ways::End(_) | Ways::Chance { .. } | Ways::Decision(_) => None,
        })
    }

    /// Whether a run may come to a question twice.
    pub fn is_repeated(&self, at: Address) -> bool {
        // How often a run may come to it at most, from each situation on.
        let mut times = vec![0_u32; self.nodes.len()];
        for id in self.backwards().iter().copied() {
            let later = self.next(id).into_iter().filter_map(|next| times.get(next.0 as usize)).max().copied();
            let here = u32::from(self.node(id).is_some_and(|node| node.at == at));
            if let Some(place) = times.get_mut(id.0 as usize) {
                *place = later.unwrap_or(0) + here;
            }
        }
        times.first().is_some_and(|times| *times > 1)
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..).take(self.nodes.len()).map(NodeId)
    }

    pub(super) fn node(&self, NodeId(number): NodeId) -> Option<&Node> {
        self.nodes.get(number as usize)
    }

    /// Where a situation can lead to.
    pub(super) fn next(&self, id: NodeId) -> Vec<NodeId> {
        match self.node(id).map(|node| &node.ways) {
            Some(Ways::Chance { each, .. }) => each.iter().map(|(_, next)| *next).collect(),
            Some(Ways::Decision(Decision { options, .. })) => options.iter().map(|(_, next)| *next).collect(),
            Some(Ways::Unknown | Ways::End(_) | Ways::Refused(_)) | None => Vec::new(),
        }
    }

    /// All situations, each behind those that it leads to.
    pub(super) fn backwards(&self) -> &[NodeId] {
        &self.order
    }

    /// Finds that order. A run that came to the same situation twice would never end, and every run ends, so there is one.
    pub(super) fn put_in_order(&mut self) {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut is_known = vec![false; self.nodes.len()];
        let mut open: Vec<(NodeId, bool)> = self.ids().take(1).map(|id| (id, false)).collect();
        while let Some((id, is_left)) = open.pop() {
            if is_left {
                order.push(id);
                continue;
            }
            let Some(known) = is_known.get_mut(id.0 as usize).filter(|known| !**known) else { continue };
            *known = true;
            open.push((id, true));
            open.extend(self.next(id).into_iter().map(|next| (next, false)));
        }
        self.order = order;
    }
}
