//! From question to question: every answer in every situation is followed, and equal situations are merged.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use dashu_int::UBig;

use super::graph::{Decision, Graph, Group, Node, NodeId, Ways, Weights};
use super::seen::Seen;
use super::unrolled;
use crate::allowance::{RanOut, Resource};
use crate::drivers::chosen;
use crate::drivers::deliberate;
use crate::drivers::look_ahead;
use crate::drivers::odds::branching::{self, Fork, Forks};
use crate::drivers::odds::walk::options;
use crate::drivers::odds::{self, Budget, OddsError, explore, key, slices};
use crate::drivers::plays::{JUDGED, ROLLED};
use crate::ir::liveness::{Live, Liveness, liveness_within};
use crate::ir::{Address, Choose, Program, Value, flow};
use crate::machine::{Answer, Ask, Deaf, Fault, Machine, State, Step};

/// So many bytes a situation takes beside its values, and so many each way that leads on.
const EACH: usize = 96;
const EACH_WAY: usize = 40;

/// What is asked.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// What answers whatever nobody decides; choices made beforehand are no decisions.
    pub ways: odds::Ways<'a>,
    /// What it may cost.
    pub budget: Budget,
    /// Whether somebody of this name plays against the goal.
    pub is_against: &'a dyn Fn(&str) -> bool,
    /// Whether whoever acts decides as well if a ladder is judged or rolled, where the script leaves that open.
    pub decides_methods: bool,
    /// Whether segments are followed once for all situations. What is found is the same without.
    pub by_segments: bool,
}

/// All situations, or those that were met until it was stopped.
#[derive(Debug)]
pub enum Explored {
    /// Everything.
    All(Graph),
    /// Some of them were not followed.
    Part(Graph),
}

/// Follows all runs of a program with one result, which is the goal, as long as nobody stops that. The questions of each group are one
/// decision.
///
/// # Errors
/// When the program does not keep its invariants, a run cannot go on, or it costs more than the budget.
pub fn explored(program: &Program, asked: Asked<'_>, groups: Vec<Group>) -> Result<Explored, OddsError> {
    slices::check(program)?;
    if asked.by_segments
        && let Some(found) = unrolled::explored(program, asked, &groups)
    {
        return found;
    }
    let mut exploration = Exploration::of(program, asked)?;
    while exploration.step()? && asked.ways.progress.goes_on() {}
    if exploration.is_open() {
        return Ok(Explored::Part(exploration.into_graph(Vec::new())));
    }
    Ok(Explored::All(exploration.into_graph(groups)))
}

/// All runs of a program with one result, which is the goal, under way.
pub struct Exploration<'a> {
    program: &'a Program,
    asked: Asked<'a>,
    machine: Machine<'a>,
    liveness: Liveness,
    forks: Forks<'a>,
    graph: Graph,
    known: HashMap<(Address, Seen), NodeId>,
    refused: BTreeMap<Address, NodeId>,
    /// Those that were not followed yet.
    open: Vec<NodeId>,
    packed: Vec<Value>,
    /// Bytes of all that is known.
    held: usize,
    answers: u64,
}

impl<'a> Exploration<'a> {
    /// At the beginning of a program.
    ///
    /// # Errors
    /// When the program does not keep its invariants, or its first stretch cannot be run.
    pub fn of(program: &'a Program, asked: Asked<'a>) -> Result<Self, OddsError> {
        slices::check(program)?;
        let Asked { ways, budget, .. } = asked;
        let liveness = liveness_within(program, budget.memory)
            .ok_or_else(|| OddsError::too_much((0, 0), RanOut::of(Resource::Memory), Address(0)))?;
        let start = explore::start(program, ways.drawn);
        let mut exploration = Self {
            program,
            asked,
            machine: Machine::resume(program, start.clone()).within(ways.bounds.clone()).untold().lumped(),
            liveness,
            forks: Forks::new(program, ways, budget),
            graph: Graph::default(),
            known: HashMap::new(),
            refused: BTreeMap::new(),
            open: Vec::new(),
            packed: Vec::new(),
            held: 0,
            answers: 0,
        };
        exploration.follow(&start, |_| Ok(()))?;
        Ok(exploration)
    }

    /// Follows every answer of one more situation; whether there are others. After each step it can be left, and gone on with later.
    ///
    /// # Errors
    /// When a run cannot go on, or it costs more than the budget.
    pub fn step(&mut self) -> Result<bool, OddsError> {
        let Some(id) = self.open.pop() else { return Ok(false) };
        let Some(node) = self.graph.node(id) else { return Ok(!self.open.is_empty()) };
        let at = node.at;
        let nothing = Live::default();
        let state = key::unpack(self.program, at, self.liveness.before(at).unwrap_or(&nothing), &node.key.values());
        let ways = self.situation(&state)?;
        if let Some(node) = self.graph.nodes.get_mut(id.0 as usize) {
            node.ways = ways;
        }
        Ok(!self.open.is_empty())
    }

    /// Whether some situations were not looked at yet.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// How many situations were met so far.
    pub fn situations(&self) -> usize {
        self.graph.len()
    }

    /// Everything that was found. The questions of each group are one decision.
    pub fn into_graph(self, groups: Vec<Group>) -> Graph {
        self.graph.finished(&self.liveness, groups)
    }

    fn situation(&mut self, state: &State) -> Result<Ways, OddsError> {
        self.machine.restart(state);
        let Step::Ask(ask) = self.machine.run(&mut Deaf)? else { return Ok(Ways::Unknown) };
        let after = self.liveness.after(state.at).map(|live| live.registers.clone()).unwrap_or_default();
        match ask {
            Ask::Choose { choose, low, high, default, .. } if chosen::of(self.asked.ways.choices, choose).is_none() => {
                self.decision(state, (choose, default), options(choose, (low, high), &after))
            }
            Ask::Resolve { .. } if self.asked.decides_methods => self.method(state),
            Ask::Choose { .. } | Ask::Resolve { .. } | Ask::Roll { .. } | Ask::Draw { .. } | Ask::Call { .. } => {
                let fork = self.forks.fork(ask, &after).map_err(|kind| Fault { at: state.at, kind })?;
                self.chance(state, fork)
            }
        }
    }

    fn decision(&mut self, state: &State, (choose, default): (&Choose, Value), fork: Fork) -> Result<Ways, OddsError> {
        let Fork::OneOf(answers, _) = fork else { return self.chance(state, fork) };
        let mut options = Vec::with_capacity(answers.len());
        for (answer, _) in answers {
            if let Answer::Choice(option, _) = answer {
                options.push((option, self.answer(state, answer)?));
            }
        }
        let is_against = (self.asked.is_against)(&choose.by.name);
        Ok(Ways::Decision(Decision::of(is_against, default, &options)))
    }

    /// Whoever would roll may have it judged.
    fn method(&mut self, state: &State) -> Result<Ways, OddsError> {
        let judged = self.answer(state, deliberate::resolve())?;
        let rolled = self.answer(state, Answer::Roll)?;
        let by = flow::who_resolves(&self.program.code, state.at);
        let is_against = by.is_some_and(|by| (self.asked.is_against)(&by.name));
        let options = [(JUDGED, judged), (ROLLED, rolled)];
        Ok(Ways::Decision(Decision::of(is_against, Some(ROLLED), &options)))
    }

    fn chance(&mut self, state: &State, fork: Fork) -> Result<Ways, OddsError> {
        let (all, each) = match fork {
            Fork::TooMany(of) => return Err(self.too_much(RanOut::of(of), state.at)),
            Fork::Only(answer) => (UBig::ONE, vec![(UBig::ONE, self.answer(state, answer)?)]),
            Fork::Rolled(count, registers) => {
                let mut each = Vec::with_capacity(count.outcomes.len());
                for (answers, ways) in &count.outcomes {
                    let next = self.follow(state, |machine| {
                        machine.pass(|now| branching::write(now, &registers, answers));
                        Ok(())
                    })?;
                    each.push((ways.clone(), next));
                }
                (count.total.clone(), each)
            }
            Fork::OneOf(answers, all) => {
                let mut each = Vec::with_capacity(answers.len());
                for (answer, count) in answers {
                    each.push((UBig::from(count), self.answer(state, answer)?));
                }
                (UBig::from(all), each)
            }
        };
        let (each, to): (Vec<UBig>, Vec<NodeId>) = each.into_iter().unzip();
        Ok(Ways::Chance { weights: Rc::new(Weights::of(all, &each)), to: to.into() })
    }

    fn answer(&mut self, state: &State, answer: Answer) -> Result<NodeId, OddsError> {
        self.follow(state, |machine| machine.answer(answer, &mut Deaf))
    }

    /// Runs on from a situation to the next question, or to the end.
    fn follow(
        &mut self,
        state: &State,
        answer: impl FnOnce(&mut Machine<'a>) -> Result<(), Fault>,
    ) -> Result<NodeId, OddsError> {
        self.answers += 1;
        self.held += EACH_WAY;
        self.asked.ways.bounds.allowance.spend(1).map_err(|why| Fault { at: state.at, kind: why.into() })?;
        self.machine.restart(state);
        let went_on = answer(&mut self.machine).and_then(|()| self.machine.run(&mut Deaf));
        let next = match went_on {
            Ok(Step::Ask(_)) => self.arrive(),
            Ok(Step::Done) => self.end(),
            Err(fault) if look_ahead::is_refusal(&fault.kind) => self.refuse(fault),
            Err(fault) => return Err(fault.into()),
        };
        if let Some(ran_out) = self.asked.budget.exceeded(self.graph.len(), self.answers, self.held) {
            return Err(self.too_much(ran_out, self.machine.state().at));
        }
        Ok(next)
    }

    fn arrive(&mut self) -> NodeId {
        let (state, nothing) = (self.machine.state(), Live::default());
        let at = state.at;
        key::pack(state, self.liveness.before(at).unwrap_or(&nothing), &mut self.packed);
        let (id, is_new) = self.place(at, Ways::Unknown);
        if is_new {
            self.open.push(id);
        }
        id
    }

    fn end(&mut self) -> NodeId {
        let state = self.machine.state();
        let goal = self.program.results.first().map(|result| result.register.0 as usize);
        let value = goal.and_then(|register| state.registers.get(register).copied()).flatten();
        let at = state.at;
        self.packed.clear();
        self.packed.push(value);
        self.place(at, Ways::End(value)).0
    }

    fn refuse(&mut self, fault: Fault) -> NodeId {
        let at = fault.at;
        if let Some(known) = self.refused.get(&at) {
            return *known;
        }
        let id = self.add(Node { at, key: Seen::default(), ways: Ways::Refused(Some(fault)) });
        self.refused.insert(at, id);
        id
    }

    /// The situation with the values that are packed, and whether it is a new one.
    fn place(&mut self, at: Address, ways: Ways) -> (NodeId, bool) {
        let place = (at, Seen::of(&self.packed));
        if let Some(known) = self.known.get(&place) {
            return (*known, false);
        }
        self.held += EACH + 2 * place.1.bytes();
        let id = self.add(Node { at, key: place.1.clone(), ways });
        self.known.insert(place, id);
        (id, true)
    }

    fn add(&mut self, node: Node) -> NodeId {
        let id = NodeId(u32::try_from(self.graph.len()).unwrap_or(u32::MAX));
        self.graph.nodes.push(node);
        self.asked.ways.progress.count();
        id
    }

    fn too_much(&self, ran_out: RanOut, at: Address) -> OddsError {
        OddsError::too_much((self.graph.len(), self.answers), ran_out, at)
    }
}
