//! Every run of a program, whoever answers its questions: whether one of them ends with a result.
//!
//! The program is followed without weights, and each situation once. Unlike in odds, every choice goes every way.

use std::collections::HashSet;

use super::branching::{self, Fork, Forks};
use super::frontier::Key;
use super::key;
use super::request::{Budget, Ways};
use crate::allowance::Resource;
use crate::ir::liveness::{Live, Liveness, liveness_within};
use crate::ir::{Address, Choose, Instruction, Program, Shape, Value};
use crate::machine::{Answer, Ask, Called, Deaf, FaultKind, FunctionFault, How, Machine, State, Step, Unanswered};
use crate::semantics::arithmetic::is_yes;

/// A choice between more numbers is not followed.
pub(in crate::drivers) const MOST_OPTIONS: i64 = 256;

/// What was found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walked {
    /// Some run ends so.
    Comes,
    /// No run does.
    Never,
    /// It takes too long to find out, or hangs on what nobody knows.
    Unknown,
}

/// Whether some run ends with *yes* as the program's first result. The last function of the program answers anything.
///
/// `left` are the answers that may be followed; those that were are taken from it.
pub fn walk(program: &Program, ways: Ways<'_>, budget: Budget, left: &mut u64) -> Walked {
    let Some(liveness) = liveness_within(program, budget.memory) else { return Walked::Unknown };
    let mut walked = |liveness: &Liveness, cards_come_back: bool| {
        let walk = Walk {
            program,
            machine: Machine::new(program).within(ways.bounds.clone()).untold().lumped(),
            liveness,
            cards_come_back,
            forks: Forks::new(program, ways, budget),
            known: HashSet::new(),
            open: Vec::new(),
            packed: Vec::new(),
            held: 0,
            budget,
            left: &mut *left,
        };
        walk.all()
    };
    // Which cards are gone makes many situations of one. Where they all come back, whatever can happen still can.
    let never = !program.decks.is_empty() && walked(&liveness, true) == Walked::Never;
    if never { Walked::Never } else { walked(&liveness, false) }
}

struct Walk<'a> {
    program: &'a Program,
    machine: Machine<'a>,
    liveness: &'a Liveness,
    /// Each card is drawn from a whole deck.
    cards_come_back: bool,
    forks: Forks<'a>,
    known: HashSet<(Address, Key)>,
    /// Those that are not followed yet.
    open: Vec<(Address, Key)>,
    packed: Vec<Value>,
    /// Bytes of all situations.
    held: usize,
    budget: Budget,
    left: &'a mut u64,
}

impl Walk<'_> {
    fn all(mut self) -> Walked {
        match self.run() {
            Ok(()) => Walked::Never,
            Err(found) => found,
        }
    }

    /// What tells situations at an instruction apart.
    fn live(&self, at: Address) -> Live {
        let mut live = self.liveness.before(at).cloned().unwrap_or_default();
        if self.cards_come_back {
            live.decks.clear();
        }
        live
    }

    fn run(&mut self) -> Result<(), Walked> {
        self.follow()?;
        while let Some((at, key)) = self.open.pop() {
            let live = self.live(at);
            let state = key::unpack(self.program, at, &live, &key);
            self.situation(&state)?;
        }
        Ok(())
    }

    /// Follows every answer of one situation.
    fn situation(&mut self, state: &State) -> Result<(), Walked> {
        self.machine.restart(state);
        let ask = match self.machine.run(&mut Deaf) {
            Ok(Step::Ask(ask)) => ask,
            Ok(Step::Done) => return Ok(()),
            Err(fault) => return ended(&fault.kind),
        };
        match self.ways(ask, state.at) {
            Ok(Fork::TooMany(_)) => Err(Walked::Unknown),
            Ok(Fork::Only(answer)) => self.answer(state, answer),
            Ok(Fork::Rolled(count, registers)) => {
                for (answers, _) in &count.outcomes {
                    self.machine.restart(state);
                    self.machine.pass(|now| branching::write(now, &registers, answers));
                    self.follow()?;
                }
                Ok(())
            }
            Ok(Fork::OneOf(answers, _)) => answers.into_iter().try_for_each(|(answer, _)| self.answer(state, answer)),
            Err(kind) => ended(&kind),
        }
    }

    fn ways(&mut self, ask: Ask<'_>, at: Address) -> Result<Fork, FaultKind> {
        let after = self.liveness.after(at).map(|live| live.registers.clone()).unwrap_or_default();
        match ask {
            Ask::Choose { choose, low, high, .. } => Ok(options(choose, (low, high), &after)),
            Ask::Call { function, .. } if function as usize + 1 == self.program.functions.len() => {
                Ok(self.anything(at, &after))
            }
            Ask::Resolve { .. } | Ask::Roll { .. } | Ask::Draw { .. } | Ask::Call { .. } => {
                self.forks.fork(ask, &after)
            }
        }
    }

    /// What nobody knows is followed where nobody reads it, or it is one of a few.
    fn anything(&self, at: Address, after: &[u32]) -> Fork {
        let Some(Instruction::Call { into, .. }) = self.program.code.get(at.0 as usize) else {
            return Fork::TooMany(Resource::Answers);
        };
        let answer = |value| Answer::Called(Called { values: vec![value; into.len()], ..Called::default() });
        let Some(read) = into.iter().find(|register| after.binary_search(&register.0).is_ok()) else {
            return Fork::Only(answer(None));
        };
        let most = match self.program.registers.get(read.0 as usize).map(|read| &read.shape) {
            Some(Shape::YesNo) => Some(2),
            Some(Shape::Level(scale)) => {
                let scale = self.program.scales.get(*scale as usize).filter(|scale| scale.numbers.is_none());
                scale.and_then(|scale| i64::try_from(scale.levels.len()).ok())
            }
            Some(Shape::Number | Shape::Modifier | Shape::Die | Shape::Card(_) | Shape::Text | Shape::Option(_))
            | None => None,
        };
        most.map_or(Fork::TooMany(Resource::Answers), |most| {
            let values = std::iter::once(None).chain((0..most).map(Some));
            Fork::OneOf(values.map(|value| (answer(value), 1)).collect(), 1)
        })
    }

    fn answer(&mut self, state: &State, answer: Answer) -> Result<(), Walked> {
        self.machine.restart(state);
        match self.machine.answer(answer, &mut Deaf) {
            Ok(()) => self.follow(),
            Err(fault) => ended(&fault.kind),
        }
    }

    /// Runs on to the next question, or to the end.
    fn follow(&mut self) -> Result<(), Walked> {
        *self.left = self.left.checked_sub(1).ok_or(Walked::Unknown)?;
        match self.machine.run(&mut Deaf) {
            Ok(Step::Ask(_)) => self.arrive(),
            Ok(Step::Done) if self.is_seen() => Err(Walked::Comes),
            Ok(Step::Done) => Ok(()),
            Err(fault) => ended(&fault.kind),
        }
    }

    fn is_seen(&self) -> bool {
        let register = self.program.results.first().map(|result| result.register.0 as usize);
        let value = register.and_then(|register| self.machine.state().registers.get(register).copied());
        value.is_some_and(is_yes)
    }

    fn arrive(&mut self) -> Result<(), Walked> {
        let state = self.machine.state();
        let live = self.live(state.at);
        key::pack(state, &live, &mut self.packed);
        let place = (state.at, Key::from(self.packed.as_slice()));
        if self.known.insert(place.clone()) {
            self.held += 2 * (size_of_val(&*place.1) + size_of_val(&place));
            self.open.push(place);
        }
        let Budget { states, memory, .. } = self.budget;
        if self.known.len() > states || self.held > memory { Err(Walked::Unknown) } else { Ok(()) }
    }
}

/// Everything that can be chosen, unless nobody reads it.
pub(in crate::drivers) fn options(choose: &Choose, (low, high): (i64, i64), after: &[u32]) -> Fork {
    let choice = |number| Answer::Choice(number, How::Person);
    if after.binary_search(&choose.into.0).is_err() {
        return Fork::Only(choice(low));
    }
    if high.checked_sub(low).is_none_or(|width| width >= MOST_OPTIONS) {
        return Fork::TooMany(Resource::Answers);
    }
    Fork::OneOf((low..=high).map(|number| (choice(number), 1)).collect(), 1)
}

/// A run that its rules refuse, or that cannot go on whoever answers, is at its end. One that goes beyond its bounds, or lacks
/// somebody to answer it, might go on elsewhere.
fn ended(kind: &FaultKind) -> Result<(), Walked> {
    match kind {
        FaultKind::Overflow
        | FaultKind::DivisionByZero
        | FaultKind::Refused(..)
        | FaultKind::BadDice { .. }
        | FaultKind::DeckEmpty { .. }
        | FaultKind::House { what: FunctionFault::Refuses, .. }
        | FaultKind::NoAnswer { why: Unanswered::NoChoice | Unanswered::TooFewDice, .. } => Ok(()),
        FaultKind::NoAnswer { .. }
        | FaultKind::Fuel { .. }
        | FaultKind::Work { .. }
        | FaultKind::Events { .. }
        | FaultKind::Output { .. }
        | FaultKind::BadAnswer { .. }
        | FaultKind::Malformed { .. }
        | FaultKind::Diverged { .. }
        | FaultKind::Paused
        | FaultKind::House { what: FunctionFault::House | FunctionFault::Host, .. }
        | FaultKind::CalledOff => Err(Walked::Unknown),
    }
}
