//! From question to question: all situations at one question are taken together, forked, and merged at the next.

use std::collections::BTreeMap;
use std::vec;

use dashu_int::UBig;

use super::branching::{self, Fork, Forks};
use super::crowd::Crowd;
use super::distribution::Distribution;
use super::foresight::Foresight;
use super::frontier::{Key, Weighed, steps_of};
use super::key;
use super::order::{Loops, Time};
use super::request::{Budget, OddsError, Progress, Ways};
use crate::allowance::{Allowance, Exhausted, RanOut, Resource};
use crate::ir::liveness::{Live, Liveness, liveness_within};
use crate::ir::{Address, Instruction, Program, Value};
use crate::machine::{Answer, Ask, Deaf, Fault, Listener, Machine, State, Step};

/// Within one situation, whether somebody has stopped it is asked once in so many answers.
const LOOK_AFTER: u64 = 256;

/// So many registers are set in a step.
const REGISTERS_A_STEP: usize = 64;

/// All runs of a program, under way: it can be left after any step, tell what is known, and be gone on with.
struct Exploration<'a> {
    program: &'a Program,
    /// Hears every way once, however many runs take it.
    listener: &'a mut dyn Listener,
    machine: Machine<'a>,
    liveness: Liveness,
    loops: Loops,
    forks: Forks<'a>,
    allowance: Allowance,
    /// The steps of setting all registers.
    moved: u64,
    /// Bytes of all situations that are kept.
    held: usize,
    /// Situations that wait for an answer.
    waiting: BTreeMap<Time, Weighed>,
    /// Those that are taken up.
    current: Option<Current>,
    finals: Weighed,
    /// Reused for every key.
    packed: Vec<Value>,
    budget: Budget,
    progress: &'a Progress,
    states: usize,
    answers: u64,
    foresight: Foresight,
    /// Where all runs begin; none if some of their answers are given, or somebody has to hear of the ways in their order.
    ahead: Option<State>,
    /// The steps that were taken so far.
    worked: u64,
}

/// Situations at one question.
struct Layer {
    time: Time,
    at: Address,
    denominator: UBig,
}

/// Situations at one question that are taken up one after the other.
struct Current {
    layer: Layer,
    live: Live,
    /// The registers that matter behind the question.
    after: Vec<u32>,
    /// What all of them take.
    bytes: usize,
    left: vec::IntoIter<(Key, UBig)>,
}

/// One answer of a situation, about to be followed.
struct Branch<'l> {
    layer: &'l Layer,
    weight: UBig,
    denominator: &'l UBig,
}

pub(super) fn explore<'a>(
    program: &'a Program,
    (ways, forks): (Ways<'a>, Forks<'a>),
    budget: Budget,
    listener: &'a mut dyn Listener,
) -> Result<Distribution, OddsError> {
    let mut exploration = Exploration::of(program, (ways, forks), budget, listener)?;
    exploration.begin()?;
    loop {
        let step = exploration.step().map_err(|error| {
            if budget.keeps { error.knowing(|| Distribution::so_far(exploration.finals.clone())) } else { error }
        });
        // What was begun when somebody stopped it is not known either.
        if ways.progress.is_stopped() || matches!(step, Ok(true)) && !ways.progress.goes_on() {
            return Ok(Distribution::so_far(exploration.finals));
        }
        if !step? {
            break;
        }
    }
    let Exploration { finals, allowance, .. } = exploration;
    // Each chance is brought to its lowest terms.
    allowance.spend(finals.steps_to_read()).map_err(|why| stopped(why, Address(0)))?;
    if finals.is_whole() { Ok(Distribution::of_all(finals, ways.progress)) } else { Err(OddsError::Mass) }
}

/// The state before the first instruction, in which these cards are drawn; cards that count as one are one card.
pub(in crate::drivers) fn start(program: &Program, drawn: &[Vec<u32>]) -> State {
    let mut state = State::start(program);
    for ((cards, before), deck) in state.drawn.iter_mut().zip(drawn).zip(&program.decks) {
        let class = |card: &u32| deck.class.get(*card as usize).copied().unwrap_or(*card);
        cards.extend(before.iter().map(class));
        cards.sort_unstable();
    }
    state
}

impl<'a> Exploration<'a> {
    fn of(
        program: &'a Program,
        (Ways { before, drawn, bounds, progress, .. }, forks): (Ways<'a>, Forks<'a>),
        budget: Budget,
        listener: &'a mut dyn Listener,
    ) -> Result<Self, OddsError> {
        let begin = start(program, drawn);
        let ahead = (before.is_empty() && listener.is_deaf()).then(|| begin.clone());
        let liveness = liveness_within(program, budget.memory)
            .ok_or_else(|| OddsError::too_much((0, 0), RanOut::of(Resource::Memory), Address(0)))?;
        Ok(Self {
            program,
            listener,
            machine: Machine::resume(program, begin).within(bounds.clone()).untold().lumped(),
            liveness,
            allowance: bounds.allowance.clone(),
            moved: 1 + (program.registers.len() / REGISTERS_A_STEP) as u64,
            held: 0,
            loops: Loops::of(program),
            forks,
            waiting: BTreeMap::new(),
            current: None,
            finals: Weighed::new(),
            packed: Vec::new(),
            budget,
            progress,
            states: 0,
            answers: 0,
            foresight: Foresight::new(),
            ahead,
            worked: 0,
        })
    }
}

impl Exploration<'_> {
    /// Comes to the first question.
    fn begin(&mut self) -> Result<(), OddsError> {
        let first = Layer { time: self.loops.start(), at: Address(0), denominator: UBig::ONE };
        self.follow(Branch { layer: &first, weight: UBig::ONE, denominator: &UBig::ONE })
    }

    /// Follows one more situation; tells whether there may be another one.
    fn step(&mut self) -> Result<bool, OddsError> {
        let current = match self.current.take() {
            Some(current) => Some(current),
            None => self.next_question()?,
        };
        let Some(mut current) = current else { return Ok(false) };
        match current.left.next() {
            Some(situation) => {
                self.look(current.layer.at)?;
                self.situation(&current.layer, &current.live, &current.after, situation)?;
                self.current = Some(current);
            }
            None => self.held = self.held.saturating_sub(current.bytes),
        }
        Ok(true)
    }

    /// Takes up the situations at the question that is asked next.
    fn next_question(&mut self) -> Result<Option<Current>, OddsError> {
        let Some((time, weighed)) = self.waiting.pop_first() else { return Ok(None) };
        let bytes = weighed.bytes();
        let (denominator, situations) = weighed.into_sorted();
        let at = Address(time.last().copied().unwrap_or(0));
        let layer = Layer { time, at, denominator };
        let live = self.liveness.before(at).cloned().unwrap_or_default();
        let after = self.liveness.after(at).map(|live| live.registers.clone()).unwrap_or_default();
        self.foresee_answers(at, &after, situations.len())?;
        Ok(Some(Current { layer, live, after, bytes, left: situations.into_iter() }))
    }

    /// Fails where so many situations have so many answers that these will be too many: known beforehand if the sum of a pool is asked.
    fn foresee_answers(&self, at: Address, after: &[u32], situations: usize) -> Result<(), OddsError> {
        let sums = match self.program.code.get(at.0 as usize) {
            Some(Instruction::Roll(roll)) => self.forks.sums(roll, after),
            Some(_) | None => None,
        };
        let answers = sums.unwrap_or(0).saturating_mul(situations as u64);
        let left = self.budget.answers.saturating_sub(self.answers);
        if answers <= left {
            return Ok(());
        }
        let times = u16::try_from(answers / self.budget.answers.max(1)).unwrap_or(u16::MAX).max(1);
        Err(self.too_much(RanOut { of: Resource::Answers, times }, at))
    }

    /// Follows every answer of one situation.
    fn situation(
        &mut self,
        layer: &Layer,
        live: &Live,
        after: &[u32],
        (key, weight): (Key, UBig),
    ) -> Result<(), OddsError> {
        let state = key::unpack(self.program, layer.at, live, &key);
        self.machine.restart(&state);
        let Step::Ask(ask) = self.machine.run(self.listener)? else { return Ok(()) };
        match self.fork(ask, after, layer.at)? {
            Fork::TooMany(of) => Err(self.too_much(RanOut::of(of), layer.at)),
            Fork::Only(answer) => {
                self.machine.answer(answer, self.listener)?;
                self.follow(Branch { layer, weight, denominator: &layer.denominator })
            }
            Fork::Rolled(count, registers) => {
                let denominator = &layer.denominator * &count.total;
                for (answers, ways) in &count.outcomes {
                    self.machine.restart(&state);
                    self.machine.pass(|registers_now| branching::write(registers_now, &registers, answers));
                    self.follow(Branch { layer, weight: &weight * ways, denominator: &denominator })?;
                }
                Ok(())
            }
            Fork::OneOf(answers, total) => self.one_of(layer, &state, &weight, answers, total),
        }
    }

    fn one_of(
        &mut self,
        layer: &Layer,
        state: &State,
        weight: &UBig,
        answers: Vec<(Answer, u32)>,
        total: u64,
    ) -> Result<(), OddsError> {
        let denominator = &layer.denominator * UBig::from(total);
        for (answer, count) in answers {
            self.machine.restart(state);
            self.machine.answer(answer, self.listener)?;
            self.follow(Branch { layer, weight: weight * branching::weight(count), denominator: &denominator })?;
        }
        Ok(())
    }

    fn fork(&mut self, ask: Ask<'_>, after: &[u32], at: Address) -> Result<Fork, OddsError> {
        self.forks.fork(ask, after).map_err(|kind| Fault { at, kind }.into())
    }

    /// Runs from an answer to the next question, or to the end, and adds the weight there.
    fn follow(&mut self, branch: Branch<'_>) -> Result<(), OddsError> {
        self.answers += 1;
        if self.answers.is_multiple_of(LOOK_AFTER) && !self.progress.is_wanted() {
            return Err(stopped(Exhausted::CalledOff, branch.layer.at));
        }
        let steps = self.moved + steps_of(branch.denominator);
        self.worked += steps;
        self.allowance.spend(steps).map_err(|why| stopped(why, branch.layer.at))?;
        let mut time = branch.layer.time.clone();
        let mut from = branch.layer.at;
        loop {
            let at = self.machine.state().at;
            if at != from {
                self.loops.pass(&mut time, from, at);
                from = at;
            }
            match self.machine.advance(self.listener)? {
                None => {}
                Some(step) => {
                    let is_new = self.arrive(&step, time, branch.weight, branch.denominator)?;
                    return self.account(is_new, at);
                }
            }
        }
    }

    fn arrive(&mut self, step: &Step<'_>, time: Time, weight: UBig, denominator: &UBig) -> Result<bool, OddsError> {
        let state = self.machine.state();
        let (done, nothing) = (*step == Step::Done, Live::default());
        let live = self.liveness.before(state.at).unwrap_or(&nothing);
        key_of(self.program, state, (done, live), &mut self.packed);
        let at = state.at;
        let to = if done { &mut self.finals } else { self.waiting.entry(time).or_insert_with(Weighed::new) };
        let before = to.bytes();
        let is_new = to.add(&self.packed, weight, denominator);
        self.held = self.held.saturating_sub(before).saturating_add(to.bytes());
        self.allowance.spend(to.take_steps()).map_err(|why| stopped(why, at))?;
        Ok(is_new)
    }

    fn account(&mut self, is_new: bool, at: Address) -> Result<(), OddsError> {
        if is_new {
            self.states += 1;
            self.progress.count();
        }
        match self.budget.exceeded(self.states, self.answers, self.held) {
            Some(ran_out) => Err(self.too_much(ran_out, at)),
            None => Ok(()),
        }
    }

    /// Looks ahead, if it is time to; fails where it is seen that there will be too many situations.
    fn look(&mut self, at: Address) -> Result<(), OddsError> {
        let Some(until) = self.foresight.is_due(self.worked) else { return Ok(()) };
        let Some(begin) = self.ahead.take() else { return Ok(()) };
        while !self.foresight.is_enough(self.budget.states) && self.worked < until && self.progress.is_wanted() {
            self.run_ahead(&begin, at)?;
        }
        self.ahead = Some(begin);
        let allowed = [(Resource::Situations, self.budget.states)];
        match self.foresight.judge(&allowed, self.budget) {
            Some((ran_out, _)) => Err(self.too_much(ran_out, at)),
            None => Ok(()),
        }
    }

    /// One run, to its end: each way is as likely as any other, whatever its weight.
    fn run_ahead(&mut self, begin: &State, from: Address) -> Result<(), OddsError> {
        self.foresight.begin_run();
        self.machine.restart(begin);
        // What cannot go on is told once everything before it is followed.
        while let Ok(Step::Ask(ask)) = self.machine.run(&mut Deaf) {
            self.worked += self.moved;
            self.allowance.spend(self.moved).map_err(|why| stopped(why, from))?;
            let state = self.machine.state();
            let (at, nothing) = (state.at, Live::default());
            key::pack(state, self.liveness.before(at).unwrap_or(&nothing), &mut self.packed);
            self.foresight.stands((at.0, 0), self.packed.iter().copied());
            let after = self.liveness.after(at).map(|live| live.registers.clone()).unwrap_or_default();
            let went_on = match self.fork(ask, &after, at)? {
                Fork::TooMany(of) => return Err(self.too_much(RanOut::of(of), at)),
                Fork::Only(answer) => self.machine.answer(answer, &mut Deaf),
                Fork::Rolled(count, registers) => {
                    let Some(way) = self.foresight.chance.pick(count.outcomes.len()) else { return Ok(()) };
                    self.machine.pass(|now| branching::write(now, &registers, &count.outcomes[way].0));
                    Ok(())
                }
                Fork::OneOf(mut answers, _) => {
                    let Some(way) = self.foresight.chance.pick(answers.len()) else { return Ok(()) };
                    self.machine.answer(answers.swap_remove(way).0, &mut Deaf)
                }
            };
            if went_on.is_err() {
                return Ok(());
            }
        }
        if let Some(Instruction::Done) = self.program.code.get(self.machine.state().at.0 as usize) {
            let (state, done) = (self.machine.state(), (true, &Live::default()));
            key_of(self.program, state, done, &mut self.packed);
            self.foresight.stands((state.at.0, 0), self.packed.iter().copied());
        }
        Ok(())
    }

    /// What tells apart the situations that wait where most of them do.
    fn crowd(&self) -> Option<(Address, Crowd)> {
        let (time, most) = self.waiting.iter().max_by_key(|(_, weighed)| weighed.len())?;
        let at = Address(*time.last()?);
        let registers = &self.liveness.before(at)?.registers;
        let each = |register: u32, visit: &mut dyn FnMut(Value)| {
            let place = registers.iter().position(|live| *live == register);
            most.keys().for_each(|key| visit(place.and_then(|place| key.get(place).copied()).flatten()));
        };
        Some((at, Crowd::at(self.program, at, registers.iter().copied(), &each)))
    }

    fn too_much(&self, ran_out: RanOut, at: Address) -> OddsError {
        let error = OddsError::too_much((self.states, self.answers), ran_out, at);
        error.crowded(|| self.crowd())
    }
}

/// What stops odds, as it stops a run.
fn stopped(why: Exhausted, at: Address) -> OddsError {
    Fault { at, kind: why.into() }.into()
}

/// What is remembered of a situation: at the end the results, before that whatever is live.
pub(super) fn key_of(program: &Program, state: &State, (done, live): (bool, &Live), key: &mut Vec<Value>) {
    if !done {
        return key::pack(state, live, key);
    }
    key.clear();
    let value = |register: u32| state.registers.get(register as usize).copied().flatten();
    key.extend(program.results.iter().map(|result| value(result.register.0)));
}
