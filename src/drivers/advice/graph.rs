//! All situations that a program can reach, and how one leads to the next.

use std::collections::BTreeMap;
use std::rc::Rc;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::scale::Scale;
use super::seen::Seen;
use crate::drivers::odds::segments::limbs;
use crate::ir::liveness::Live;
use crate::ir::{Address, Value};
use crate::machine::Fault;

/// A situation, by its place in the order in which they were met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

/// Where a situation stands that is at no question.
pub(super) const NOWHERE: Address = Address(u32::MAX);

/// All situations of a program. The first one is its beginning.
#[derive(Debug, Default)]
pub struct Graph {
    pub(super) nodes: Vec<Node>,
    /// What still matters at each question at which somebody decides.
    pub(super) live: BTreeMap<Address, Live>,
    /// All situations, each behind those that it leads to.
    order: Vec<NodeId>,
    /// For each of them the longest way from the beginning.
    levels: Rc<[u32]>,
    scale: Rc<Scale>,
    /// The questions that are decided in one go, and everything that can be answered to them.
    pub(super) joined: Vec<(Group, Vec<Tuple>)>,
}

/// A situation.
#[derive(Debug)]
pub(super) struct Node {
    /// The question at which it stands.
    pub at: Address,
    /// The values that still matter there, and the cards that are gone.
    pub key: Seen,
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
    Refused(Option<Fault>),
    /// By chance: each way with its weight.
    Chance { weights: Rc<Weights>, to: Rc<[NodeId]> },
    /// Somebody decides.
    Decision(Decision),
}

/// Weights that many situations share.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// All of them together.
    pub all: UBig,
    /// Their limbs, one weight after the other.
    limbs: Vec<u64>,
    /// How many limbs each of them has.
    width: usize,
}

impl Weights {
    pub fn of(all: UBig, each: &[UBig]) -> Self {
        let width = each.iter().map(|weight| weight.bit_len().div_ceil(64)).max().unwrap_or(0).max(1);
        let mut limbs = vec![0; each.len() * width];
        limbs.chunks_exact_mut(width).zip(each).for_each(|(limbs, weight)| limbs::put(limbs, weight));
        Self { all, limbs, width }
    }

    /// The limbs of each weight.
    pub fn each(&self) -> impl Iterator<Item = &[u64]> {
        self.limbs.chunks_exact(self.width).map(limbs::trimmed)
    }
}

/// What can be answered, each with the number of what it leads to.
pub type Answers = Rc<[(i64, u32)]>;

/// Somebody decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Whether whoever decides plays against the goal.
    pub is_against: bool,
    /// What is taken where nobody is asked.
    pub default: Value,
    /// What can be answered; many situations share this.
    pub answers: Answers,
    /// What answers lead to.
    pub(super) to: Box<[NodeId]>,
}

impl Decision {
    /// One in which each answer leads somewhere.
    pub(super) fn of(is_against: bool, default: Value, options: &[(i64, NodeId)]) -> Self {
        let answers = options.iter().zip(0..).map(|((option, _), place)| (*option, place)).collect();
        Self { is_against, default, answers, to: options.iter().map(|(_, next)| *next).collect() }
    }

    /// What can be answered, and what it leads to.
    pub(super) fn options(&self) -> impl Iterator<Item = (i64, NodeId)> {
        self.answers.iter().filter_map(|(option, place)| Some((*option, *self.to.get(*place as usize)?)))
    }
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

    /// What the goal comes to at each end.
    pub(super) fn ends(&self) -> impl Iterator<Item = Value> {
        self.nodes.iter().filter_map(|node| match node.ways {
            Ways::End(value) => Some(value),
            Ways::Unknown | Ways::Refused(_) | Ways::Chance { .. } | Ways::Decision(_) => None,
        })
    }

    /// Whether some run ends without coming to what the goal asks for.
    pub fn may_be_unreached(&self) -> bool {
        self.ends().any(|value| value.is_none())
    }

    /// What the rules refuse first, in the order in which it was met.
    pub fn refusal(&self) -> Option<&Fault> {
        self.nodes.iter().find_map(|node| match &node.ways {
            Ways::Refused(fault) => fault.as_ref(),
            Ways::Unknown | Ways::End(_) | Ways::Chance { .. } | Ways::Decision(_) => None,
        })
    }

    /// Whether a run may come to a question twice.
    pub fn is_repeated(&self, at: Address) -> bool {
        // How often a run may come to it at most, from each situation on.
        let mut times = vec![0_u32; self.nodes.len()];
        for id in self.backwards().iter().copied() {
            let later = self.next(id).iter().filter_map(|next| times.get(next.0 as usize)).max().copied();
            let here = u32::from(self.node(id).is_some_and(|node| node.at == at));
            if let Some(place) = times.get_mut(id.0 as usize) {
                *place = later.unwrap_or(0) + here;
            }
        }
        times.first().is_some_and(|times| *times > 1)
    }

    /// Whether some run is refused by the rules no matter what is decided.
    pub(super) fn is_refused(&self) -> bool {
        let mut refused = vec![false; self.nodes.len()];
        for id in self.backwards() {
            let is_refused = |next: &NodeId| refused.get(next.0 as usize) == Some(&true);
            let here = match self.node(*id).map(|node| &node.ways) {
                Some(Ways::Refused(_)) => true,
                Some(Ways::Chance { to, .. }) => to.iter().any(is_refused),
                Some(Ways::Decision(decision)) => decision.to.iter().all(is_refused),
                Some(Ways::Unknown | Ways::End(_)) | None => false,
            };
            refused[id.0 as usize] = here;
        }
        refused.first() == Some(&true)
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..).take(self.nodes.len()).map(NodeId)
    }

    pub(super) fn node(&self, NodeId(number): NodeId) -> Option<&Node> {
        self.nodes.get(number as usize)
    }

    /// Where a situation can lead to.
    pub(super) fn next(&self, id: NodeId) -> &[NodeId] {
        match self.node(id).map(|node| &node.ways) {
            Some(Ways::Chance { to, .. }) => to,
            Some(Ways::Decision(Decision { to, .. })) => to,
            Some(Ways::Unknown | Ways::End(_) | Ways::Refused(_)) | None => &[],
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
            open.extend(self.next(id).iter().map(|next| (*next, false)));
        }
        self.order = order;
        let mut levels = vec![0; self.nodes.len()];
        for id in self.order.iter().rev() {
            let next_level = levels[id.0 as usize] + 1;
            for next in self.next(*id) {
                let level = &mut levels[next.0 as usize];
                *level = next_level.max(*level);
            }
        }
        self.levels = levels.into();
        let parts = self.order.iter().filter_map(|id| match &self.node(*id)?.ways {
            Ways::Chance { weights, .. } => Some((*id, &weights.all)),
            Ways::Unknown | Ways::End(_) | Ways::Refused(_) | Ways::Decision(_) => None,
        });
        self.scale = Rc::new(Scale::new(&self.levels, parts));
    }

    /// For each situation its level: each way leads to a higher one.
    pub(super) fn levels(&self) -> &Rc<[u32]> {
        &self.levels
    }

    /// How fine numbers are on each level.
    pub(super) fn scale(&self) -> Rc<Scale> {
        Rc::clone(&self.scale)
    }
}
