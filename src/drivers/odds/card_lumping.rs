//! Cards that never make a difference count as one, so that fewer decks differ.
//!
//! The program is followed without weights and as if every card went back at once. That finds every situation in which
//! a card may be drawn, and perhaps some that never occur. Cards that have the same effect in every one of them are
//! of one class: which of them is gone can decide nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::branching::{self, Fork, Forks};
use super::explore::key_of;
use super::frontier::Key;
use super::key;
use super::request::{Budget, Ways};
use crate::ir::flow::{self, DeckUse};
use crate::ir::liveness::{Live, Liveness, liveness_within};
use crate::ir::{Address, Instruction, Program, Value};
use crate::machine::{Answer, Ask, Deaf, Machine, State, Step};

/// A larger search costs more than it saves: then cards stay apart.
const MOST_SITUATIONS: usize = 20_000;

/// The same in answers followed.
const MOST_ANSWERS: usize = 200_000;

/// The program with as few classes of cards as will do, if there are fewer than it says itself.
pub(super) fn merge(program: &Program, ways: Ways<'_>, budget: Budget) -> Option<Program> {
    let draws = |instruction: &Instruction| matches!(flow::deck(instruction), Some(DeckUse::Draws(_)));
    program.code.iter().find(|instruction| draws(instruction))?;
    let liveness = liveness_within(program, budget.memory)?;
    if !draws_twice(program, &liveness) || hides_a_shuffling(program) {
        return None;
    }
    let mut search = Search {
        program,
        machine: Machine::new(program).within(ways.bounds.clone()).untold().lumped(),
        liveness,
        forks: Forks::new(program, ways, budget),
        numbers: HashMap::new(),
        open: Vec::new(),
        groups: program.decks.iter().map(|deck| vec![0; deck.class.len()]).collect(),
        packed: Vec::new(),
        answers: 0,
    };
    search.run().ok()?;
    let mut merged = program.clone();
    for (deck, groups) in merged.decks.iter_mut().zip(&search.groups) {
        let mut lowest = BTreeMap::new();
        for (card, class) in (0..).zip(&mut deck.class) {
            let group = groups.get(*class as usize).copied().unwrap_or(usize::MAX);
            *class = *lowest.entry(group).or_insert(card);
        }
    }
    Some(merged)
}

/// Whether it ever matters which cards are gone.
fn draws_twice(program: &Program, liveness: &Liveness) -> bool {
    (0..).zip(&program.code).any(|(at, instruction)| match flow::deck(instruction) {
        Some(DeckUse::Draws(deck)) => liveness.after(Address(at)).is_some_and(|live| live.decks.contains(&deck)),
        Some(DeckUse::Shuffles(_)) | None => false,
    })
}

/// Whether it may not be seen that a deck is shuffled: it shows in the deck alone from which a card was just drawn.
fn hides_a_shuffling(program: &Program) -> bool {
    let used = || program.code.iter().filter_map(flow::deck);
    let drawn_from = |used: DeckUse| if let DeckUse::Draws(deck) = used { Some(deck) } else { None };
    let drawn: BTreeSet<u32> = used().filter_map(drawn_from).collect();
    drawn.len() > 1 && used().any(|used| matches!(used, DeckUse::Shuffles(_)))
}

/// Why a search is given up.
struct GivenUp;

/// What an answer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Next {
    /// A situation, by its number, and how many cards are gone there: none where the deck was shuffled on the way.
    Situation(usize, usize),
    /// A run that cannot go on after this card.
    Fault(u32),
}

struct Search<'a> {
    program: &'a Program,
    machine: Machine<'a>,
    liveness: Liveness,
    forks: Forks<'a>,
    /// Every situation with more than one answer, and every end, with its number.
    numbers: HashMap<(Address, Key), usize>,
    /// Those that are not followed yet.
    open: Vec<(Address, Key)>,
    /// For each deck and each class of its cards the group it belongs to as far as is known.
    groups: Vec<Vec<usize>>,
    packed: Vec<Value>,
    answers: usize,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), GivenUp> {
        self.follow(0)?;
        while let Some((at, key)) = self.open.pop() {
            let live = self.registers_at(at);
            let state = key::unpack(self.program, at, &live, &key);
            self.situation(&state)?;
        }
        Ok(())
    }

    /// Follows every answer of one situation.
    fn situation(&mut self, state: &State) -> Result<(), GivenUp> {
        self.machine.restart(state);
        let Ok(Step::Ask(ask)) = self.machine.run(&mut Deaf) else { return Ok(()) };
        let drawn_from = if let Ask::Draw { deck, .. } = &ask { Some(*deck) } else { None };
        match self.fork(ask, state.at)? {
            Fork::TooMany(_) => Err(GivenUp),
            Fork::Only(_) => Ok(()),
            Fork::Rolled(count, registers) => {
                for (answers, _) in &count.outcomes {
                    self.machine.restart(state);
                    self.machine.pass(|now| branching::write(now, &registers, answers));
                    self.follow(0)?;
                }
                Ok(())
            }
            Fork::OneOf(answers, _) => self.one_of(state, answers, drawn_from),
        }
    }

    fn one_of(&mut self, state: &State, answers: Vec<(Answer, u32)>, deck: Option<u32>) -> Result<(), GivenUp> {
        let mut led = BTreeMap::new();
        for (answer, _) in answers {
            let card = if let Answer::Card(card, _) = answer { card } else { 0 };
            self.machine.restart(state);
            let next = match self.machine.answer(answer, &mut Deaf) {
                Ok(()) => self.follow(card)?,
                Err(_) => Next::Fault(card),
            };
            led.insert(card as usize, next);
        }
        if let Some(groups) = deck.and_then(|deck| self.groups.get_mut(deck as usize)) {
            split(groups, &led);
        }
        Ok(())
    }

    /// Runs on to the next question with more than one answer, or to the end.
    fn follow(&mut self, card: u32) -> Result<Next, GivenUp> {
        loop {
            self.answers += 1;
            if self.answers > MOST_ANSWERS || self.numbers.len() > MOST_SITUATIONS {
                return Err(GivenUp);
            }
            let Ok(step) = self.machine.run(&mut Deaf) else { return Ok(Next::Fault(card)) };
            let Step::Ask(ask) = step else { return Ok(self.arrive(true)) };
            let at = self.machine.state().at;
            let Fork::Only(answer) = self.fork(ask, at)? else { return Ok(self.arrive(false)) };
            if self.machine.answer(answer, &mut Deaf).is_err() {
                return Ok(Next::Fault(card));
            }
        }
    }

    fn fork(&mut self, ask: Ask<'_>, at: Address) -> Result<Fork, GivenUp> {
        let after = self.liveness.after(at).map(|live| live.registers.clone()).unwrap_or_default();
        self.forks.fork(ask, &after).map_err(|_| GivenUp)
    }

    /// The number of the situation in which the machine is.
    fn arrive(&mut self, done: bool) -> Next {
        let at = self.machine.state().at;
        let live = self.registers_at(at);
        key_of(self.program, self.machine.state(), (done, &live), &mut self.packed);
        let known = self.numbers.len();
        let place = (at, Key::from(self.packed.as_slice()));
        let number = *self.numbers.entry(place.clone()).or_insert(known);
        if number == known && !done {
            self.open.push(place);
        }
        Next::Situation(number, self.machine.state().drawn.iter().map(Vec::len).sum())
    }

    /// The registers that matter at a question. Which cards are gone does not: all are back.
    fn registers_at(&self, at: Address) -> Live {
        let registers = self.liveness.before(at).map(|live| live.registers.clone()).unwrap_or_default();
        Live { registers, decks: Vec::new() }
    }
}

/// Parts the cards of a group that lead to different things.
fn split(groups: &mut [usize], led: &BTreeMap<usize, Next>) {
    let mut numbers = BTreeMap::new();
    for (card, next) in led {
        let Some(group) = groups.get_mut(*card) else { continue };
        let known = numbers.len();
        *group = *numbers.entry((*group, *next)).or_insert(known);
    }
}
