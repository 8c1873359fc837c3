//! Where somebody decides: every option is followed as far as it leads by itself.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use super::cost::Stop;
use super::diagram::{Diagram, Kind, Node, NodeId, Step};
use super::kernels::{Kernel, Kernels};
use super::symbols::Symbol;
use crate::drivers::odds::walk::MOST_OPTIONS;
use crate::drivers::plays::{JUDGED, ROLLED};
use crate::ir::{Choose, Instruction, Value};

/// What holding a node takes besides what stands in it, in bytes.
const EACH: usize = 128;

/// What can be decided in a situation.
pub struct Options {
    /// What is taken where nobody is asked.
    pub default: Value,
    /// What can be answered, each with the part that it leads to.
    pub each: Vec<(i64, u32)>,
    /// The effects of each part, and of how many together they are. Options that come to the same share one.
    pub parts: Vec<(Range<usize>, u128)>,
}

/// Everything that can be chosen between two limits.
pub(super) fn options(
    diagram: &mut Diagram<'_, '_>,
    (at, choose): (usize, &Choose),
    (low, high): (i64, i64),
    default: Value,
) -> Result<NodeId, Stop> {
    if high.checked_sub(low).is_none_or(|width| width >= MOST_OPTIONS) {
        return Err(Stop::Elsewhere);
    }
    let symbols = held_at(diagram, at);
    let mut each = Vec::new();
    for option in low..=high {
        diagram.now.load(at, &symbols);
        diagram.now.write(choose.into, Symbol::Known(Some(option)));
        each.push((option, diagram.go(at + 1, false)?));
    }
    put(diagram, at, symbols, Kind::Options { each: each.into(), default })
}

/// A ladder of which somebody decides how it is resolved, and to which level it leads by judgement.
pub(super) fn judged_or_rolled(diagram: &mut Diagram<'_, '_>, at: usize, level: Symbol) -> Result<Step, Stop> {
    let Instruction::Resolve { into, total, after, .. } = &diagram.code.program.code[at] else {
        return Err(Stop::Elsewhere);
    };
    let behind = after.0 as usize;
    if diagram.now.symbol(*total) == Symbol::Known(None) {
        diagram.now.write(*into, Symbol::Known(None));
        return Ok(Step::Next(behind));
    }
    let symbols = held_at(diagram, at);
    // Where judgement has nothing to say, dice are rolled.
    let judged = if level == Symbol::Known(None) {
        diagram.go(at + 1, false)?
    } else {
        diagram.now.write(*into, level);
        diagram.go(behind, false)?
    };
    diagram.now.load(at, &symbols);
    let rolled = diagram.go(at + 1, false)?;
    let each = Rc::from([(JUDGED, judged), (ROLLED, rolled)]);
    put(diagram, at, symbols, Kind::Options { each, default: Some(ROLLED) }).map(Step::Node)
}

/// A run that the rules refuse.
pub(super) fn refuse(diagram: &mut Diagram<'_, '_>, at: usize) -> Result<NodeId, Stop> {
    if let Some(known) = diagram.refused {
        return Ok(known);
    }
    let symbols = held_at(diagram, at);
    let refused = put(diagram, at, symbols, Kind::Refused)?;
    Ok(*diagram.refused.insert(refused))
}

fn held_at(diagram: &mut Diagram<'_, '_>, at: usize) -> Rc<[Symbol]> {
    let Diagram { code, now, .. } = diagram;
    code.live(at).iter().map(|register| now.settled(*register)).collect()
}

/// A node that nobody looks for: it is found where it was put.
fn put(diagram: &mut Diagram<'_, '_>, at: usize, symbols: Rc<[Symbol]>, kind: Kind) -> Result<NodeId, Stop> {
    let options = if let Kind::Options { each, .. } = &kind { size_of_val(&**each) } else { 0 };
    diagram.cost.hold(EACH + size_of_val(&*symbols) + options)?;
    let id = NodeId::try_from(diagram.nodes.len()).map_err(|_| Stop::Elsewhere)?;
    diagram.nodes.push(Node { at, symbols, kind, other: None });
    Ok(id)
}

/// What each option comes to in a situation.
pub(super) fn decided(
    kernels: &mut Kernels<'_, '_>,
    (each, default): (&[(i64, NodeId)], Value),
    read: &dyn Fn(u32) -> Value,
) -> Result<Kernel, Stop> {
    let mut options = Options { default, each: Vec::with_capacity(each.len()), parts: Vec::new() };
    let (mut effects, mut known) = (Vec::new(), BTreeMap::new());
    for (option, to) in each {
        let begin = kernels.behind_tests(*to, read)?;
        if let Some(part) = known.get(&begin) {
            options.each.push((*option, *part));
            continue;
        }
        let order = order_from(kernels, begin, read)?;
        let kernel = kernels.weighed(begin, order, read)?;
        let first = effects.len();
        effects.extend(kernel.effects);
        let part = u32::try_from(options.parts.len()).map_err(|_| Stop::Elsewhere)?;
        known.insert(begin, part);
        options.each.push((*option, part));
        options.parts.push((first..effects.len(), kernel.of));
    }
    Ok(Kernel { effects, of: 1, options: Some(Box::new(options)) })
}

/// All nodes that a situation comes to from one on, those before which others lie behind these. They were all met before.
fn order_from(kernels: &mut Kernels<'_, '_>, begin: NodeId, read: &dyn Fn(u32) -> Value) -> Result<Vec<NodeId>, Stop> {
    kernels.searches += 1;
    kernels.met.resize(kernels.diagram.nodes.len().max(kernels.met.len()), 0);
    let (mut order, mut open) = (Vec::new(), vec![(begin, false)]);
    while let Some((id, is_left)) = open.pop() {
        if is_left {
            order.push(id);
            continue;
        }
        if std::mem::replace(&mut kernels.met[id as usize], kernels.searches) == kernels.searches {
            continue;
        }
        open.push((id, true));
        kernels.diagram.cost.steps(1)?;
        match &kernels.diagram.node(id).kind {
            Kind::Rolled { ways, .. } => open.extend(ways.iter().map(|(_, to)| (*to, false))),
            Kind::Test { register, .. } => {
                let value = read(*register);
                let (_, to) = kernels.diagram.follow(id, value)?;
                open.push((to, false));
            }
            Kind::Exit(_) | Kind::Refused | Kind::Dice | Kind::Options { .. } => {}
        }
    }
    Ok(order)
}
