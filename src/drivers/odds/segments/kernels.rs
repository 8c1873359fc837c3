//! The result of a segment: one list of effects for all situations in which its tests turn out alike.

use std::rc::Rc;

use super::code::{Code, CutId};
use super::cost::Stop;
use super::diagram::{Diagram, Kind, NodeId};
use super::fraction::{self, Fraction};
use super::options::{self, Options};
use super::symbols::Span;
use crate::ir::Value;

/// Where dice lead, each with its weight.
type Ways = Rc<[(u128, NodeId)]>;

/// Names a kernel.
pub type KernelId = u32;

/// What a segment comes to.
pub struct Kernel {
    /// In how many ways each exit is taken, of `of` together.
    pub effects: Vec<(u128, NodeId)>,
    pub of: u128,
    /// If somebody decides there: the effects of each option stand side by side, and those of one option are of so many together.
    pub options: Option<Box<Options>>,
}

/// What is asked of a situation to find its kernel.
enum Twig {
    /// Nobody has come here.
    Open,
    /// Between which values the value of a register lies, in ascending order, and what is asked then.
    Test(u32, Vec<(Span, usize)>),
    Leaf(KernelId),
}

/// The kernels of all segments.
pub struct Kernels<'c, 'p> {
    pub diagram: Diagram<'c, 'p>,
    pub all: Vec<Kernel>,
    /// For each cut where its segment begins.
    roots: Vec<Option<NodeId>>,
    /// For each cut what is asked, beginning with the first.
    tries: Vec<Vec<Twig>>,
    /// For each node the search that has met it last.
    pub(super) met: Vec<u32>,
    pub(super) searches: u32,
    /// For each node the share that comes to it.
    shares: Vec<Fraction>,
}

impl<'c, 'p> Kernels<'c, 'p> {
    pub fn new(code: &Code<'p>, diagram: Diagram<'c, 'p>) -> Self {
        let roots = vec![None; code.cuts.len()];
        let tries = code.cuts.iter().map(|_| vec![Twig::Open]).collect();
        Self { diagram, all: Vec::new(), roots, tries, met: Vec::new(), searches: 0, shares: Vec::new() }
    }

    /// The kernel of a situation at a cut, whose registers are read with `read`.
    pub fn of(&mut self, cut: CutId, read: &dyn Fn(u32) -> Value) -> Result<KernelId, Stop> {
        let (twigs, mut twig) = (&self.tries[cut as usize], 0);
        loop {
            match &twigs[twig] {
                Twig::Leaf(kernel) => return Ok(*kernel),
                Twig::Open => break,
                Twig::Test(register, ways) => match way_of(ways, read(*register)) {
                    Some(next) => twig = next,
                    None => break,
                },
            }
        }
        self.make(cut, read)
    }

    /// Where the segment behind a cut begins.
    pub fn root(&mut self, cut: CutId) -> Result<NodeId, Stop> {
        match self.roots[cut as usize] {
            Some(root) => Ok(root),
            None => Ok(*self.roots[cut as usize].insert(self.diagram.begin(cut)?)),
        }
    }

    fn make(&mut self, cut: CutId, read: &dyn Fn(u32) -> Value) -> Result<KernelId, Stop> {
        let root = self.root(cut)?;
        let mut search = Search { cut, read, asked: Vec::new(), twig: 0, order: Vec::new() };
        let held = self.diagram.cost.held();
        self.search(root, &mut search).map_err(|stop| self.alone_too_much(stop, held))?;
        let kernel = self.weigh(root, search.order, read)?;
        let id = KernelId::try_from(self.all.len()).map_err(|_| Stop::Elsewhere)?;
        self.diagram.cost.hold(size_of::<Kernel>() + kernel.effects.len() * size_of::<(u128, NodeId)>())?;
        self.all.push(kernel);
        self.tries[cut as usize][search.twig] = Twig::Leaf(id);
        Ok(id)
    }

    /// What one situation leads to alone takes most of the memory: any other engine would have to hold as much at once.
    fn alone_too_much(&self, stop: Stop, held: usize) -> Stop {
        let cost = &self.diagram.cost;
        match stop {
            Stop::Elsewhere if cost.is_most(cost.held() - held) => {
                Stop::Failed(cost.beyond_memory(self.diagram.nodes.len()))
            }
            stop @ (Stop::Elsewhere | Stop::TooWide | Stop::Failed(_) | Stop::Stopped) => stop,
        }
    }

    /// Goes through all nodes that a situation comes to, those before which others lie behind these.
    fn search(&mut self, root: NodeId, search: &mut Search<'_>) -> Result<(), Stop> {
        self.searches += 1;
        let mut open = vec![(root, false)];
        while let Some((id, is_left)) = open.pop() {
            if is_left {
                search.order.push(id);
                continue;
            }
            self.met.resize(self.diagram.nodes.len().max(self.met.len()), 0);
            if std::mem::replace(&mut self.met[id as usize], self.searches) == self.searches {
                continue;
            }
            self.diagram.cost.steps(1)?;
            open.push((id, true));
            match &self.diagram.node(id).kind {
                Kind::Exit(_) | Kind::Refused => {}
                Kind::Options { each, .. } => open.extend(each.iter().map(|(_, to)| (*to, false))),
                Kind::Dice | Kind::Rolled { .. } => {
                    let ways = self.settle(id)?;
                    open.extend(ways.iter().map(|(_, to)| (*to, false)));
                }
                Kind::Test { register, .. } => {
                    let register = *register;
                    let value = (search.read)(register);
                    let (span, to) = self.diagram.follow(id, value)?;
                    self.ask(search, register, (span, value))?;
                    open.push((to, false));
                }
            }
        }
        Ok(())
    }

    /// Asks a situation between which values a register lies, unless that is known by now.
    fn ask(&mut self, search: &mut Search<'_>, register: u32, (span, value): (Span, Value)) -> Result<(), Stop> {
        let known = search.asked.iter_mut().find(|(asked, _)| *asked == register);
        let narrower = match (&known, span) {
            (Some((_, Span::Numbers(low, high))), Span::Numbers(least, most)) if *low >= least && *high <= most => {
                return Ok(());
            }
            (Some((_, Span::Numbers(low, high))), Span::Numbers(least, most)) => {
                Span::Numbers(least.max(*low), most.min(*high))
            }
            (Some(_), _) => return Ok(()),
            (None, span) => span,
        };
        match known {
            Some((_, known)) => *known = narrower,
            None => search.asked.push((register, narrower)),
        }
        let twigs = &mut self.tries[search.cut as usize];
        let new = twigs.len();
        if let Twig::Open = twigs[search.twig] {
            twigs[search.twig] = Twig::Test(register, Vec::new());
        }
        // All situations that come here have gone the same ways, so the same is asked of them.
        let Twig::Test(asked, ways) = &mut twigs[search.twig] else { return Err(Stop::Elsewhere) };
        if *asked != register {
            return Err(Stop::Elsewhere);
        }
        search.twig = way_of(ways, value).unwrap_or_else(|| {
            let place = ways.partition_point(|(other, _)| *other < span);
            ways.insert(place, (span, new));
            new
        });
        if search.twig == new {
            twigs.push(Twig::Open);
        }
        Ok(())
    }

    /// The ways of dice, with those of all dice behind them that hang on nothing else: what is asked of a situation behind them
    /// is then always asked in one order.
    fn settle(&mut self, id: NodeId) -> Result<Ways, Stop> {
        let mut open = vec![(id, false)];
        while let Some((id, is_left)) = open.pop() {
            if is_left {
                let ways = self.flatten(id);
                self.diagram.cost.hold(ways * size_of::<(u128, NodeId)>())?;
                continue;
            }
            self.diagram.cost.heed()?;
            if let Kind::Dice | Kind::Rolled { is_flat: false, .. } = self.diagram.node(id).kind {
                let ways = self.diagram.roll(id)?;
                open.push((id, true));
                open.extend(ways.iter().map(|(_, to)| (*to, false)));
            }
        }
        self.diagram.roll(id)
    }

    /// Dice that lead to other dice become one roll, if that fits into the numbers for it; so many ways were written for it.
    fn flatten(&mut self, id: NodeId) -> usize {
        let Kind::Rolled { ways, of, is_flat: false } = &self.diagram.node(id).kind else { return 0 };
        let flat = flat(&self.diagram, ways, *of);
        let written = flat.as_ref().map_or(0, |(ways, _)| ways.len());
        let (ways, of) = flat.unwrap_or_else(|| (Rc::clone(ways), *of));
        self.diagram.nodes[id as usize].kind = Kind::Rolled { ways, of, is_flat: true };
        written
    }

    /// Takes all shares from the root to the exits; where somebody decides, those of each option.
    fn weigh(&mut self, root: NodeId, order: Vec<NodeId>, read: &dyn Fn(u32) -> Value) -> Result<Kernel, Stop> {
        let begin = self.behind_tests(root, read)?;
        match &self.diagram.node(begin).kind {
            Kind::Options { each, default } => {
                let (each, default) = (Rc::clone(each), *default);
                options::decided(self, (&each, default), read)
            }
            Kind::Dice | Kind::Rolled { .. } | Kind::Refused | Kind::Test { .. } | Kind::Exit(_) => {
                self.weighed(root, order, read)
            }
        }
    }

    /// Where a situation lands that goes the ways of all tests.
    pub(super) fn behind_tests(&mut self, mut id: NodeId, read: &dyn Fn(u32) -> Value) -> Result<NodeId, Stop> {
        while let Kind::Test { register, .. } = &self.diagram.node(id).kind {
            let value = read(*register);
            (_, id) = self.diagram.follow(id, value)?;
        }
        Ok(id)
    }

    pub(super) fn weighed(
        &mut self,
        root: NodeId,
        order: Vec<NodeId>,
        read: &dyn Fn(u32) -> Value,
    ) -> Result<Kernel, Stop> {
        self.shares.resize(self.diagram.nodes.len(), Fraction::ZERO);
        self.shares[root as usize] = Fraction::ONE;
        let mut found = Vec::new();
        for id in order.into_iter().rev() {
            let share = std::mem::replace(&mut self.shares[id as usize], Fraction::ZERO);
            if share.ways == 0 {
                continue;
            }
            match &self.diagram.nodes[id as usize].kind {
                Kind::Exit(_) | Kind::Refused => found.push((share, id)),
                Kind::Rolled { ways, of, .. } => {
                    for (weight, to) in ways.iter() {
                        let part = share.times(Fraction { ways: *weight, of: *of });
                        give(&mut self.shares, *to, part)?;
                    }
                }
                Kind::Test { register, .. } => {
                    let (_, to) = self.diagram.follow(id, read(*register))?;
                    give(&mut self.shares, to, Some(share))?;
                }
                Kind::Dice | Kind::Options { .. } => return Err(Stop::Elsewhere),
            }
        }
        brought_to_one(&found).ok_or(Stop::TooWide)
    }
}

/// The search for what one situation comes to.
struct Search<'r> {
    cut: CutId,
    read: &'r dyn Fn(u32) -> Value,
    /// Between which values registers are known to lie.
    asked: Vec<(u32, Span)>,
    /// Where it is among what is asked.
    twig: usize,
    /// The nodes that it has left.
    order: Vec<NodeId>,
}

fn way_of(ways: &[(Span, usize)], value: Value) -> Option<usize> {
    let place = ways.partition_point(|(span, _)| match (span, value) {
        (Span::Unreached, value) => value.is_some(),
        (Span::Numbers(_, high), Some(number)) => *high < number,
        (Span::Numbers(..), None) => false,
    });
    ways.get(place).filter(|(span, _)| span.holds(value)).map(|(_, next)| *next)
}

fn give(shares: &mut [Fraction], to: NodeId, part: Option<Fraction>) -> Result<(), Stop> {
    let share = &mut shares[to as usize];
    *share = part.and_then(|part| share.plus(part)).ok_or(Stop::TooWide)?;
    Ok(())
}

/// The ways of dice whose followers are dice as well, and how many they are together.
fn flat(diagram: &Diagram<'_, '_>, ways: &[(u128, NodeId)], of: u128) -> Option<(Ways, u128)> {
    let behind = |to: NodeId| match &diagram.node(to).kind {
        Kind::Rolled { ways, of, .. } => Some((ways, *of)),
        Kind::Dice | Kind::Options { .. } | Kind::Refused | Kind::Test { .. } | Kind::Exit(_) => None,
    };
    let whole = ways
        .iter()
        .try_fold(1, |whole, (_, to)| behind(*to).map_or(Some(whole), |(_, of)| fraction::multiple(whole, of)))?;
    let mut found: Vec<(NodeId, u128)> = Vec::new();
    for (weight, to) in ways {
        match behind(*to) {
            None => found.push((*to, weight.checked_mul(whole)?)),
            Some((ways, of)) => {
                let factor = weight.checked_mul(whole / of)?;
                for (weight, to) in ways.iter() {
                    found.push((*to, weight.checked_mul(factor)?));
                }
            }
        }
    }
    found.sort_unstable_by_key(|(to, _)| *to);
    let mut merged: Vec<(u128, NodeId)> = Vec::new();
    for (to, weight) in found {
        match merged.last_mut() {
            Some((known, last)) if *last == to => *known = known.checked_add(weight)?,
            Some(_) | None => merged.push((weight, to)),
        }
    }
    Some((merged.into(), of.checked_mul(whole)?))
}

/// Shares over one denominator, in lowest terms; `None` if that takes longer numbers.
fn brought_to_one(shares: &[(Fraction, NodeId)]) -> Option<Kernel> {
    let of = shares.iter().try_fold(1, |of, (share, _)| fraction::multiple(of, share.of))?;
    let over = |(share, exit): &(Fraction, NodeId)| Some((share.ways.checked_mul(of / share.of)?, *exit));
    let mut effects = shares.iter().map(over).collect::<Option<Vec<_>>>()?;
    let divisor = effects.iter().fold(of, |divisor, (ways, _)| fraction::divisor(divisor, *ways));
    for (ways, _) in &mut effects {
        *ways /= divisor;
    }
    Some(Kernel { effects, of: of / divisor, options: None })
}
