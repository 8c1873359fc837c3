//! A program whose odds are asked: it is reduced once, for all questions about it.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use dashu_ratio::RBig;

use super::branching::{Forks, Known};
use super::distribution::Distribution;
use super::request::{Budget, OddsError, Savings, Ways};
use super::{alike, card_lumping, carried, explore, refusals, segments};
use crate::drivers::{by_mode, chosen};
use crate::ir::passes::{self, Answers, Reduced};
use crate::ir::{Address, Choose, Instruction, Program, Value, flow, invariants};
use crate::machine::{Deaf, Fault, FaultKind, Listener};

/// With no more answers than this a program is followed as it is.
const FEW_ANSWERS: u64 = 100;

/// With no more steps than this dice are counted for that.
const FEW_STEPS: u64 = 20_000;

/// With no more questions than this there is little to spare by knowing that no run fails.
const FEW_QUESTIONS: usize = 8;

/// A program of whose results some are asked for, as often as somebody asks.
pub struct Slices<'p> {
    as_it_is: Sliced<'p>,
    /// Whether every run is known to come to its end: nothing can keep it from that, or all of them have been followed.
    is_unfailing: Cell<bool>,
    /// The program without what could only refuse a run or make it fail, for further questions once no run does.
    unfailing: OnceCell<Sliced<'p>>,
    /// The same where refusals are ends, once some run is refused.
    ended: OnceCell<Option<Sliced<'p>>>,
}

impl<'p> Slices<'p> {
    /// Takes a program whose odds are asked.
    ///
    /// # Errors
    /// When it does not keep its invariants: a program from outside may be anything.
    pub fn of(whole: &'p Program, ways: Ways<'p>) -> Result<Self, OddsError> {
        check(whole)?;
        let as_it_is = Sliced::of(Cow::Borrowed(whole), ways);
        Ok(Self { as_it_is, is_unfailing: Cell::new(false), unfailing: OnceCell::new(), ended: OnceCell::new() })
    }

    /// The joint distribution of all results.
    ///
    /// # Errors
    /// As [`odds`](super::odds).
    pub fn odds(&self, budget: Budget, savings: Savings) -> Result<Distribution, OddsError> {
        self.found(|slices, _| slices.odds(budget, savings))
    }

    /// The joint distribution of some results, which are named by their places.
    ///
    /// # Errors
    /// As [`odds`](super::odds).
    pub fn odds_of(&self, results: &[usize], budget: Budget) -> Result<Distribution, OddsError> {
        self.look_ahead(results, budget);
        if let Some(found) = self.told_apart(results, budget) {
            return found;
        }
        self.found(|slices, before| {
            let refused = 0..before;
            let results: Vec<usize> = refused.chain(results.iter().map(|place| place + before)).collect();
            slices.odds_of(&results, budget)
        })
    }

    /// Follows all runs once, without a result: what is refused on the way, and how much there is to follow.
    ///
    /// # Errors
    /// As [`odds`](super::odds).
    pub fn followed_once(&self, budget: Budget) -> Result<Distribution, OddsError> {
        self.found_in_whole(|slices, before| slices.odds_of(&every(before), budget))
    }

    /// The instructions on which some results depend, by their places in the program.
    pub fn deciding(&self, results: &[usize]) -> BTreeSet<Address> {
        self.unended().slice(results).origins.into_iter().collect()
    }

    /// Follows all runs without a result, if most of what would be followed for these results could only refuse a run or make it fail.
    fn look_ahead(&self, results: &[usize], budget: Budget) {
        let is_known = self.is_unfailing.get() || self.ended.get().is_some();
        if is_known || results.is_empty() || questions(&self.as_it_is.whole) <= FEW_QUESTIONS {
            return;
        }
        if passes::surely_ends(self.as_it_is.reduced()) {
            self.is_unfailing.set(true);
            return;
        }
        let unfailing = self.unfailing.get_or_init(|| self.as_it_is.unfailing());
        let asked = |sliced: &Sliced<'_>| questions(&sliced.slice(results).program);
        if 2 * asked(unfailing) <= asked(&self.as_it_is) {
            // Whether a run fails is kept; where this is too much already, the question for the results says so.
            let _ = self.followed_once(budget.keeping(false));
        }
    }

    /// The odds of one result that is carried from round to round for its own sake: it is counted where it is written. `None` if it
    /// is not such a result, or if that is not how it is found.
    fn told_apart(&self, results: &[usize], budget: Budget) -> Option<Result<Distribution, OddsError>> {
        let [_] = results else { return None };
        let unended = Some(self.unended()).filter(|sliced| self.ended.get().is_none() && sliced.has_loops())?;
        if !carried::is_carried(&unended.slice(results).program) {
            return None;
        }
        match unended.each_of(results, budget)? {
            Ok(mut found) => {
                self.is_unfailing.set(true);
                Some(Ok(Distribution::of_one(found.pop()?)))
            }
            // Of what is known so far a bracket is told, which takes other means.
            Err(OddsError::Budget { .. }) if budget.keeps => None,
            Err(error @ OddsError::Budget { .. }) => Some(Err(error)),
            Err(OddsError::Fault(_) | OddsError::Mass) => None,
        }
    }

    /// How often each of some results is each of its values, with nothing said about which come about together.
    ///
    /// # Errors
    /// As [`odds`](super::odds).
    pub fn each_of(&self, results: &[usize], budget: Budget) -> Result<Each, OddsError> {
        if self.ended.get().is_none()
            && let Some(found) = self.unended().each_of(results, budget)
        {
            let each = found?;
            self.is_unfailing.set(true);
            return Ok(Each { each, refused: Vec::new(), open: RBig::ZERO });
        }
        let found = self.odds_of(results, budget)?;
        let each = (0..results.len()).map(|place| found.of(place)).collect();
        Ok(Each { each, refused: found.refused, open: found.open })
    }

    /// Some results, in the groups in which they are better asked for: see [`Slices::each_of`].
    pub fn groups_of(&self, results: &[usize]) -> Vec<Vec<usize>> {
        alike::groups(&self.unended().reduced().program, results)
    }

    /// The program in which no refusal is an end.
    fn unended(&self) -> &Sliced<'p> {
        if self.is_unfailing.get() { self.unfailing.get_or_init(|| self.as_it_is.unfailing()) } else { &self.as_it_is }
    }

    /// What is found with the program without what could refuse a run, if none is refused, or else with the whole of it.
    fn found(
        &self,
        find: impl Fn(&Sliced<'p>, usize) -> Result<Distribution, OddsError>,
    ) -> Result<Distribution, OddsError> {
        if self.is_unfailing.get() { find(self.unended(), 0) } else { self.found_in_whole(find) }
    }

    /// What is found with the program as it is; if a run is refused, with the one in which refusals are ends, which has so many
    /// results before all others.
    fn found_in_whole(
        &self,
        find: impl Fn(&Sliced<'p>, usize) -> Result<Distribution, OddsError>,
    ) -> Result<Distribution, OddsError> {
        if self.ended.get().is_none() {
            let found = find(&self.as_it_is, 0);
            self.is_unfailing.set(found.as_ref().is_ok_and(|found| found.open == RBig::ZERO));
            if !refusals::is_refused(&found) {
                return found;
            }
        }
        let Sliced { whole, ways, .. } = &self.as_it_is;
        let ended = || refusals::ended(whole).map(|ended| Sliced::of(Cow::Owned(ended), *ways));
        match self.ended.get_or_init(ended) {
            Some(ended) => refusals::told(find(ended, 1), (&ended.whole, whole), || find(&self.as_it_is, 0)),
            None => find(&self.as_it_is, 0),
        }
    }
}

/// The values of a result with their chances, sorted; `None` stands for unreached.
type Spread = Vec<(Value, RBig)>;

/// How often results are each of their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Each {
    /// For each result its values with their chances, sorted; `None` stands for unreached.
    pub each: Vec<Spread>,
    /// The refusals that runs come to, in the order of the program, and how likely each of them is.
    pub refused: Vec<(Address, RBig)>,
    /// How likely it is that a run comes to what is not known yet; 0 where nobody has stopped it.
    pub open: RBig,
}

/// A program, and what is left of it without whatever decides none of its results.
struct Sliced<'p> {
    whole: Cow<'p, Program>,
    ways: Ways<'p>,
    reduced: OnceCell<Reduced>,
    /// What its rolls and functions come to.
    known: Rc<Known>,
}

impl<'p> Sliced<'p> {
    fn of(whole: Cow<'p, Program>, ways: Ways<'p>) -> Self {
        Self { whole, ways, reduced: OnceCell::new(), known: Rc::default() }
    }

    /// The same, if every run comes to its end.
    fn unfailing(&self) -> Self {
        let reduced = OnceCell::from(passes::unfailing(self.reduced()));
        Self { whole: self.whole.clone(), ways: self.ways, reduced, known: Rc::clone(&self.known) }
    }

    fn odds(&self, budget: Budget, savings: Savings) -> Result<Distribution, OddsError> {
        let short = if savings.short { self.short(budget) } else { None };
        short.unwrap_or_else(|| self.followed(self.reduced(), budget, savings))
    }

    fn odds_of(&self, results: &[usize], budget: Budget) -> Result<Distribution, OddsError> {
        let savings = Savings::default();
        // In a program that may fail nothing more is left out for all of its results.
        let is_unfailing = self.reduced.get().is_some_and(|reduced| reduced.is_unfailing);
        if !is_unfailing && results.iter().copied().eq(0..self.whole.results.len()) {
            return self.odds(budget, savings);
        }
        self.followed(&self.slice(results), budget, savings)
    }

    /// What is left for some results.
    fn slice(&self, results: &[usize]) -> Reduced {
        asking(self.ways, |answers| passes::slice(self.reduced(), results, answers))
    }

    fn has_loops(&self) -> bool {
        flow::heads(&self.whole).next().is_some()
    }

    /// How often each of some results is each of its values, if all of them are found at once.
    fn each_of(&self, results: &[usize], budget: Budget) -> Option<Result<Vec<Spread>, OddsError>> {
        let slice = self.slice(results);
        let lumped = lumped(&slice.program, self.ways, budget);
        let program = lumped.as_ref().unwrap_or(&slice.program);
        let forks = || self.forks(program, budget);
        let found = segments::odds_of_each((program, &forks), self.ways, budget)?;
        Some(found.map_err(|error| error.of_whole(&self.whole, &slice)))
    }

    fn reduced(&self) -> &Reduced {
        self.reduced.get_or_init(|| reduced(&self.whole, self.ways))
    }

    /// The odds, if they are found with a few answers: it would take longer to make the program smaller.
    fn short(&self, budget: Budget) -> Option<Result<Distribution, OddsError>> {
        let few = Budget { answers: budget.answers.min(FEW_ANSWERS), ..budget }.keeping(false);
        let counting = Budget { answers: budget.answers.min(FEW_STEPS), ..budget };
        let forks = self.forks(&self.whole, counting);
        let found = explore::explore(&self.whole, (self.ways, forks), few, &mut Deaf);
        let is_beyond = matches!(found, Err(OddsError::Budget { .. }));
        (!is_beyond).then_some(found)
    }

    fn followed(&self, reduced: &Reduced, budget: Budget, savings: Savings) -> Result<Distribution, OddsError> {
        let ways = self.ways;
        let lumped = lumped(&reduced.program, ways, budget);
        let program = lumped.as_ref().unwrap_or(&reduced.program);
        let forks = || self.forks(program, budget);
        let segments = savings.segments.then(|| segments::odds((program, &forks), ways, budget, savings.rounds));
        let found = segments.flatten().unwrap_or_else(|| explore::explore(program, (ways, forks()), budget, &mut Deaf));
        found.map_err(|error| error.of_whole(&self.whole, reduced))
    }

    /// What answers the questions of the program or of a slice of it.
    fn forks<'a>(&'a self, program: &'a Program, budget: Budget) -> Forks<'a> {
        Forks::new(program, self.ways, budget).knowing(&self.known)
    }
}

/// The places of so many results.
fn every(many: usize) -> Vec<usize> {
    (0..many).collect()
}

/// At how many places a program asks for dice, a card, a choice or a function.
fn questions(program: &Program) -> usize {
    program.code.iter().filter(|instruction| flow::asks(instruction)).count()
}

/// A program without whatever decides none of its results.
pub(super) fn reduced(whole: &Program, ways: Ways<'_>) -> Reduced {
    asking(ways, |answers| passes::reduce(whole, &passes::ALL, answers))
}

/// Says what is known of the answers. Where some questions were answered before, all of them stay.
fn asking<T>(Ways { before, mode, choices, .. }: Ways<'_>, with: impl FnOnce(Answers<'_>) -> T) -> T {
    let ladders = before.is_empty().then(|| by_mode::method_of_ladders(mode));
    let is_chosen = |choose: &Choose| !before.is_empty() || chosen::of(choices, choose).is_some();
    with(Answers { ladders, is_chosen: &is_chosen })
}

/// The odds of a program in whose decks cards count as one that never make a difference.
pub(super) fn merged(
    program: &Program,
    ways: Ways<'_>,
    budget: Budget,
    listener: &mut dyn Listener,
) -> Result<Distribution, OddsError> {
    let lumped = lumped(program, ways, budget);
    let program = lumped.as_ref().unwrap_or(program);
    explore::explore(program, (ways, Forks::new(program, ways, budget)), budget, listener)
}

/// The program in which cards count as one that never make a difference, if there are such.
fn lumped(program: &Program, ways: Ways<'_>, budget: Budget) -> Option<Program> {
    card_lumping::merge(program, Ways { before: &[], ..ways }, budget)
}

impl OddsError {
    /// The same error of the whole program, of which one that is reduced tells.
    #[must_use]
    pub fn of_whole(self, whole: &Program, reduced: &Reduced) -> Self {
        let origin = |at: Address| reduced.origins.get(at.0 as usize).copied().unwrap_or(at);
        match self {
            OddsError::Fault(Fault { at, kind }) => {
                let at = origin(at);
                let kind = match (kind, whole.code.get(at.0 as usize)) {
                    (FaultKind::Refused(_, numbers), Some(Instruction::Refuse { why })) => {
                        FaultKind::Refused(why.clone(), numbers)
                    }
                    (kind, _) => kind,
                };
                OddsError::Fault(Fault { at, kind })
            }
            OddsError::Budget { states, answers, ran_out, at, mut crowd, known } => {
                for (head, _) in &mut crowd.loops {
                    *head = origin(*head);
                }
                OddsError::Budget { states, answers, ran_out, at: origin(at), crowd, known }
            }
            OddsError::Mass => OddsError::Mass,
        }
    }
}

/// A program from outside may be anything; what follows relies on its invariants.
pub(in crate::drivers) fn check(program: &Program) -> Result<(), Fault> {
    let broken = |mistakes: Vec<String>| Fault {
        at: Address(0),
        kind: FaultKind::Malformed { what: mistakes.into_iter().next().unwrap_or_default() },
    };
    invariants::check(program).map_err(broken)
}
