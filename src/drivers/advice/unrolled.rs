//! All situations by segments, round by round: what the engine of odds has explored once, whatever the round, with what everybody who
//! decides sees.

use std::collections::BTreeSet;
use std::rc::Rc;

use dashu_int::UBig;

use super::explore::{Asked, Explored};
use super::graph::{Answers, Decision, Graph, Group, NOWHERE, Node, NodeId, Ways, Weights};
use super::seen::Seen;
use crate::drivers::chosen;
use crate::drivers::odds::OddsError;
use crate::drivers::odds::branching::Forks;
use crate::drivers::odds::segments::{self, Decisions, Lead, Led, Map, Met, Part, Situations};
use crate::ir::liveness::{Live, Liveness, liveness_within};
use crate::ir::{Address, Instruction, Method, Program, Value, flow};

/// So many bytes a situation takes beside its values, and so many each way that leads on.
const EACH: usize = 160;
const EACH_WAY: usize = 4;

/// Whether somebody has stopped it is asked once in so many situations.
const LOOK_AFTER: usize = 256;

/// Effects side by side: their kernel, and the first of them.
type Effects = (u32, usize);

/// Of what was explored until somebody stopped it, so many situations are shown for each that was met, but no more than somebody waits for
/// who has stopped it.
const MOST_PATIENCE: usize = 8;
const MOST_SHOWN: usize = 250_000;

/// All runs of a program; `None` if this engine does not do it, or every run is refused: that the other one tells.
pub(super) fn explored(program: &Program, asked: Asked<'_>, groups: &[Group]) -> Option<Result<Explored, OddsError>> {
    let liveness = liveness_within(program, asked.budget.memory)?;
    let decisions = decisions(program, &asked, (&liveness, groups));
    let forks = || Forks::new(program, asked.ways, asked.budget);
    let show = |situations: &Situations<'_, '_, '_>| {
        let mut unrolling = Unrolling::of((program, &asked, &liveness), &decisions, situations);
        unrolling.all().map(|()| unrolling.graph)
    };
    let graph = match segments::situations((program, &forks), (asked.ways, asked.budget), &decisions, &show)? {
        Ok(graph) => graph,
        Err(error) => return Some(Err(error)),
    };
    let is_part = graph.nodes.iter().any(|node| matches!(node.ways, Ways::Unknown));
    let graph = graph.finished(&liveness, if is_part { Vec::new() } else { groups.to_vec() });
    if is_part {
        return Some(Ok(Explored::Part(graph)));
    }
    (!graph.is_refused()).then_some(Ok(Explored::All(graph)))
}

/// Where people decide, and what is asked between questions that are one decision.
fn decisions(program: &Program, asked: &Asked<'_>, (liveness, groups): (&Liveness, &[Group])) -> Decisions {
    let mut decisions = Decisions::default();
    for (at, instruction) in (0..).zip(&program.code) {
        if let Instruction::Choose(choose) = instruction
            && chosen::of(asked.ways.choices, choose).is_none()
        {
            let after = liveness.after(address(at));
            let is_read = after.is_some_and(|live| live.registers.binary_search(&choose.into.0).is_ok());
            decisions.questions.insert(at, is_read);
        } else if let Instruction::Resolve { method: Method::Open, .. } = instruction
            && asked.decides_methods
        {
            decisions.questions.insert(at, true);
        }
    }
    for group in groups {
        let places: BTreeSet<usize> = group.asked.keys().map(|at| at.0 as usize).collect();
        let Some((first, last)) = places.first().zip(places.last()) else { continue };
        let asks = |at: &usize| flow::asks(&program.code[*at]) && !decisions.questions.contains_key(at);
        decisions.joined.extend((*first..*last).filter(asks));
        decisions.joined.extend(places);
    }
    decisions
}

struct Unrolling<'u, 's, 'c, 'p> {
    program: &'u Program,
    asked: &'u Asked<'u>,
    liveness: &'u Liveness,
    decisions: &'u Decisions,
    situations: &'u Situations<'s, 'c, 'p>,
    graph: Graph,
    known: Map<Met, NodeId>,
    /// The weights of effects, by their kernel and their place in it.
    weights: Map<Effects, Rc<Weights>>,
    /// The answers of decisions, by their kernel.
    answers_of: Map<u32, Answers>,
    /// What options lead to that is the same.
    parts: Map<(Effects, Rc<[NodeId]>), NodeId>,
    refused: Option<NodeId>,
    /// Those that were not followed yet.
    open: Vec<(NodeId, Met)>,
    seen: Vec<Value>,
    /// Bytes of all that is known.
    held: usize,
    answers: u64,
    /// How many were followed.
    followed: usize,
    /// No more situations are shown than this, of what was left before everything was known.
    most: Option<usize>,
}

impl<'u, 's, 'c, 'p> Unrolling<'u, 's, 'c, 'p> {
    fn of(
        (program, asked, liveness): (&'u Program, &'u Asked<'u>, &'u Liveness),
        decisions: &'u Decisions,
        situations: &'u Situations<'s, 'c, 'p>,
    ) -> Self {
        let most = (!asked.ways.progress.goes_on()).then(|| (MOST_PATIENCE * situations.len()).min(MOST_SHOWN));
        Self {
            program,
            asked,
            liveness,
            decisions,
            situations,
            graph: Graph::default(),
            known: Map::default(),
            weights: Map::default(),
            answers_of: Map::default(),
            parts: Map::default(),
            refused: None,
            open: Vec::new(),
            seen: Vec::new(),
            held: situations.held(),
            answers: 0,
            followed: 0,
            most,
        }
    }

    fn all(&mut self) -> Result<(), OddsError> {
        self.node(Lead::To(segments::FIRST))?;
        while let Some((id, met)) = self.open.pop() {
            if !self.goes_on() {
                return Ok(());
            }
            self.follow(id, met)?;
        }
        Ok(())
    }

    fn goes_on(&mut self) -> bool {
        self.followed += 1;
        match self.most {
            Some(most) => self.graph.len() < most,
            None => !self.followed.is_multiple_of(LOOK_AFTER) || self.asked.ways.progress.goes_on(),
        }
    }

    fn follow(&mut self, id: NodeId, met: Met) -> Result<(), OddsError> {
        let ways = self.led(id, met)?;
        if let Some(node) = self.graph.nodes.get_mut(id.0 as usize) {
            node.ways = ways;
        }
        Ok(())
    }

    fn led(&mut self, id: NodeId, met: Met) -> Result<Ways, OddsError> {
        Ok(match self.situations.led(met) {
            Led::Open => Ways::Unknown,
            Led::End(value) => Ways::End(value),
            Led::Chance(part) => {
                let (weights, to) = self.ways(part)?;
                self.held += EACH_WAY * to.len();
                Ways::Chance { weights, to: to.into() }
            }
            Led::Decision { number, default, answers, parts } => {
                let at = self.situations.at(met);
                self.keep(id, (at, met));
                let to = parts.into_iter().map(|part| self.part(part)).collect::<Result<Box<[NodeId]>, OddsError>>()?;
                self.held += EACH_WAY * to.len();
                if let ([only], false) = (&*to, self.is_read(at)) {
                    let weights = Rc::new(Weights::of(UBig::ONE, &[UBig::ONE]));
                    return Ok(Ways::Chance { weights, to: [*only].into() });
                }
                let answers = Rc::clone(self.answers_of.entry(number).or_insert_with(|| answers.into()));
                Ways::Decision(Decision { is_against: self.is_against(at), default, answers, to })
            }
        })
    }

    /// Whether anybody reads what is answered to a question.
    fn is_read(&self, at: Address) -> bool {
        self.decisions.questions.get(&(at.0 as usize)).copied().unwrap_or(false)
    }

    /// Keeps what is seen in a situation in which somebody decides.
    fn keep(&mut self, NodeId(number): NodeId, (at, met): (Address, Met)) {
        let nothing = Live::default();
        self.situations.seen(met, self.liveness.before(at).unwrap_or(&nothing), &mut self.seen);
        let seen = Seen::of(&self.seen);
        self.held += seen.bytes();
        if let Some(node) = self.graph.nodes.get_mut(number as usize) {
            (node.at, node.key) = (at, seen);
        }
    }

    fn is_against(&self, at: Address) -> bool {
        let by = match self.program.code.get(at.0 as usize) {
            Some(Instruction::Choose(choose)) => Some(&*choose.by.name),
            Some(_) | None => flow::who_resolves(&self.program.code, at).map(|by| &*by.name),
        };
        by.is_some_and(|by| (self.asked.is_against)(by))
    }

    /// Where ways lead.
    fn ways(&mut self, Part { kernel, effects, leads }: Part) -> Result<(Rc<Weights>, Vec<NodeId>), OddsError> {
        self.answers += leads.len() as u64;
        let to = leads.into_iter().map(|lead| self.node(lead)).collect::<Result<Vec<NodeId>, OddsError>>()?;
        let weights = self.weights.entry((kernel, effects.start)).or_insert_with(|| {
            let (all, each) = self.situations.weights(kernel, effects);
            let each: Vec<UBig> = each.into_iter().map(UBig::from).collect();
            Rc::new(Weights::of(UBig::from(all), &each))
        });
        Ok((Rc::clone(weights), to))
    }

    /// What an option leads to: a situation, or some of them by chance.
    fn part(&mut self, part: Part) -> Result<NodeId, OddsError> {
        let from = (part.kernel, part.effects.start);
        let (weights, to) = self.ways(part)?;
        if let Some(only) = to.first().filter(|first| to.iter().all(|other| other == *first)) {
            return Ok(*only);
        }
        let key = (from, Rc::from(to));
        if let Some(known) = self.parts.get(&key) {
            return Ok(*known);
        }
        let id = self.add(Ways::Chance { weights, to: Rc::clone(&key.1) })?;
        self.held += EACH_WAY * key.1.len();
        self.parts.insert(key, id);
        Ok(id)
    }

    /// The situation to which a way leads.
    fn node(&mut self, lead: Lead) -> Result<NodeId, OddsError> {
        if let Lead::To(met) = lead
            && let Some(known) = self.known.get(&met)
        {
            return Ok(*known);
        }
        let passed = self.situations.passed(lead);
        let id = match passed {
            Lead::Refused => self.refused()?,
            Lead::To(met) => self.placed(met)?,
        };
        if let Lead::To(met) = lead {
            self.known.insert(met, id);
        }
        Ok(id)
    }

    fn placed(&mut self, met: Met) -> Result<NodeId, OddsError> {
        if let Some(known) = self.known.get(&met) {
            return Ok(*known);
        }
        let id = self.add(Ways::Unknown)?;
        self.known.insert(met, id);
        self.open.push((id, met));
        Ok(id)
    }

    fn refused(&mut self) -> Result<NodeId, OddsError> {
        if let Some(known) = self.refused {
            return Ok(known);
        }
        let refused = self.add(Ways::Refused(None))?;
        Ok(*self.refused.insert(refused))
    }

    fn add(&mut self, ways: Ways) -> Result<NodeId, OddsError> {
        let id = NodeId(u32::try_from(self.graph.len()).unwrap_or(u32::MAX));
        self.graph.nodes.push(Node { at: NOWHERE, key: Seen::default(), ways });
        self.held += EACH;
        if let Some(ran_out) = self.asked.budget.exceeded(self.graph.len(), self.answers, self.held) {
            return Err(OddsError::too_much((self.graph.len(), self.answers), ran_out, Address(0)));
        }
        Ok(id)
    }
}

fn address(at: usize) -> Address {
    Address(u32::try_from(at).unwrap_or(u32::MAX))
}
