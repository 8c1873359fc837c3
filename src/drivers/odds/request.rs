//! A question about odds, what it may cost, and why it may have no answer.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::crowd::Crowd;
use super::distribution::Distribution;
use crate::allowance::{RanOut, Resource};
use crate::diagnostic::{Code, codes};
use crate::drivers::Mode;
use crate::drivers::adjudicate::Host;
use crate::drivers::chosen::Choices;
use crate::drivers::recorded::Exchange;
use crate::ir::Address;
use crate::machine::{Bounds, Fault, FaultKind};

/// What exact odds may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Distinct situations, and distinct results.
    pub states: usize,
    /// Answers followed from one situation to the next, and steps of counting dice.
    pub answers: u64,
    /// Bytes held at a time, about: the values of the situations, and their chances.
    pub memory: usize,
    /// Whether it is told what is known where it runs out.
    pub(crate) keeps: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Self { states: 5_000_000, answers: 500_000_000, memory: 2 << 30, keeps: false }
    }
}

impl Budget {
    /// What a cost exceeds, if it exceeds anything.
    pub(in crate::drivers) fn exceeded(self, states: usize, answers: u64, held: usize) -> Option<RanOut> {
        if states > self.states {
            Some(RanOut::of(Resource::Situations))
        } else if answers > self.answers {
            Some(RanOut::of(Resource::Answers))
        } else if held > self.memory {
            Some(RanOut::of(Resource::Memory))
        } else {
            None
        }
    }

    /// With so many situations.
    #[must_use]
    pub const fn states(self, states: usize) -> Self {
        Self { states, ..self }
    }

    /// With so many answers.
    #[must_use]
    pub const fn answers(self, answers: u64) -> Self {
        Self { answers, ..self }
    }

    /// With so many bytes.
    #[must_use]
    pub const fn memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// No more than this.
    pub(crate) const fn of(states: usize, answers: u64, memory: usize) -> Self {
        Self { states, answers, memory, keeps: false }
    }

    /// The same, and what is known where it runs out is told.
    #[must_use]
    pub(crate) const fn keeping(self, keeps: bool) -> Self {
        Self { keeps, ..self }
    }

    /// No more than another budget allows either.
    pub(crate) fn at_most(self, most: Self) -> Self {
        Self {
            states: self.states.min(most.states),
            answers: self.answers.min(most.answers),
            memory: self.memory.min(most.memory),
            keeps: self.keeps,
        }
    }
}

/// How far odds have come, and whether they are to go on, for whoever waits for them. Copies are one and the same.
///
/// ```
/// use assize::engine::{Engine, OddsRequest, Progress, Shelf};
///
/// let mut shelf = Shelf::default();
/// shelf.put("dice", "system dice \"Dice\"\nprocedure p { roll a : 1d6 }");
/// let encounter = Engine::with(shelf).compile("scene.asz", "use dice\np x {}").unwrap();
/// let progress = Progress::default();
/// let questions = vec!["E(x.a)".to_owned()];
/// encounter.odds(&OddsRequest { questions, progress: progress.clone(), ..OddsRequest::default() }).unwrap();
/// assert!(progress.situations() >= 6);
/// ```
#[derive(Clone, Default)]
pub struct Progress(Arc<Known>);

/// What all copies know.
#[derive(Default)]
struct Known {
    situations: AtomicUsize,
    /// Whether it is to be left at what is known.
    stopped: AtomicBool,
    /// Is asked at every step whether to go on.
    watch: Option<Box<Watch>>,
    /// What this is an attempt of, and so many steps of it are left.
    attempt: Option<(Progress, AtomicU64)>,
}

/// Is told how many situations were come upon, and says whether to go on.
type Watch = dyn Fn(usize) -> bool + Send + Sync;

impl Progress {
    /// One that is watched: `goes_on` is told at every step how many situations were come upon so far, and says whether to go on, as
    /// long as some time is left or nobody has had enough. It is asked often, so it should be quick. No thread is needed for that.
    ///
    /// ```
    /// use assize::engine::{Engine, OddsRequest, Progress, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("dice", "system dice \"Dice\"\none sea { depth : number = 0 }\nprocedure p { roll a : 1d200, add a to sea.depth }");
    /// let encounter = Engine::with(shelf).compile("scene.asz", "use dice\nrepeat up to 9 { p x {} }").unwrap();
    /// let progress = Progress::watched(|situations| situations < 100);
    /// let request = OddsRequest { progress, ..OddsRequest::of(["P(sea.depth >= 900)"]) };
    /// let chance = &encounter.odds(&request).unwrap()[0];
    /// assert!(chance.stopped && chance.value.is_none());
    /// let (low, high) = chance.between.clone().unwrap();
    /// assert!(low < high);
    /// ```
    pub fn watched(goes_on: impl Fn(usize) -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(Known { watch: Some(Box::new(goes_on)), ..Known::default() }))
    }

    /// Situations that were come upon so far, over all questions. It only grows; where it ends is not known before.
    pub fn situations(&self) -> usize {
        self.0.situations.load(Ordering::SeqCst)
    }

    /// Leaves it at what is known: each answer then says between which numbers it lies. It stays so for whatever is asked later.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::SeqCst);
    }

    /// Whether it is left at what is known.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::SeqCst)
    }

    /// An attempt that is left at what is known after so many steps, or when this is stopped.
    pub(crate) fn for_steps(&self, steps: u64) -> Self {
        Self(Arc::new(Known { attempt: Some((self.clone(), AtomicU64::new(steps))), ..Known::default() }))
    }

    /// Counts one more. Of several attempts the one counts that has come farthest.
    pub(in crate::drivers) fn count(&self) {
        let situations = 1 + self.0.situations.fetch_add(1, Ordering::SeqCst);
        if let Some((whole, _)) = &self.0.attempt {
            whole.0.situations.fetch_max(situations, Ordering::SeqCst);
        }
    }

    /// Whether to go on with the next step.
    pub(crate) fn goes_on(&self) -> bool {
        self.goes_on_for(1)
    }

    /// Whether to go on in the middle of a step that takes long. An attempt that began anew for its sake would come to the same
    /// step again, so it takes none of those that are left.
    pub(in crate::drivers) fn is_wanted(&self) -> bool {
        self.goes_on_for(0)
    }

    /// Whether the whole search was stopped, and not just this attempt with its limited steps.
    pub(in crate::drivers) fn is_over(&self) -> bool {
        self.0.attempt.as_ref().map_or_else(|| self.is_stopped(), |(whole, _)| whole.is_stopped())
    }

    /// Whether the whole search is still wanted, even if this attempt has used up its steps.
    pub(in crate::drivers) fn is_awaited(&self) -> bool {
        let is_awaited = self.0.attempt.as_ref().map_or_else(|| self.is_wanted(), |(whole, _)| whole.is_wanted());
        if !is_awaited {
            self.stop();
        }
        is_awaited
    }

    fn goes_on_for(&self, steps: u64) -> bool {
        if let Some(watch) = &self.0.watch
            && !self.is_stopped()
            && !watch(self.situations())
        {
            self.stop();
        }
        if let Some((whole, left)) = &self.0.attempt
            && !(whole.goes_on_for(steps) && has_left(left, steps))
        {
            self.stop();
        }
        !self.is_stopped()
    }
}

/// Takes so many of the steps that are left.
fn has_left(left: &AtomicU64, steps: u64) -> bool {
    left.try_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(steps)).is_ok()
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (situations, is_stopped) = (self.situations(), self.is_stopped());
        f.debug_struct("Progress").field("situations", &situations).field("is_stopped", &is_stopped).finish()
    }
}

/// What answers the questions of odds, as far as they do not go every way.
#[derive(Clone, Copy)]
pub struct Ways<'a> {
    /// What answers whatever the script leaves open.
    pub mode: Mode,
    /// Choices made beforehand; all others take their default.
    pub choices: &'a Choices,
    /// What was answered before; only what comes after it is open.
    pub before: &'a [Exchange],
    /// For each deck the cards that are drawn at the start; none where that is not said.
    pub drawn: &'a [Vec<u32>],
    /// Whoever answers functions; without, a program that calls one has no odds.
    pub host: Option<Host<'a>>,
    /// How far each run may go.
    pub bounds: &'a Bounds,
    /// Where it is counted how far it has come.
    pub progress: &'a Progress,
}

/// What odds save work with. The odds are the same without any of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Savings {
    /// A short program is followed as it is.
    pub short: bool,
    /// Segments are followed once for all situations.
    pub segments: bool,
    /// What is saved in rounds that are only counted.
    pub rounds: Rounds,
}

/// How rounds are gone through that are only counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounds {
    /// Each of them for itself.
    Apart,
    /// As one segment, round by round.
    Alike,
    /// As one segment, as often as something changes in it.
    Changing,
}

impl Default for Savings {
    fn default() -> Self {
        Self { short: true, segments: true, rounds: Rounds::Changing }
    }
}

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OddsError {
    /// Some run cannot go on; a choice nobody made carries the code of odds that cannot be answered.
    Fault(Fault),
    /// Beyond the budget. The size reached is told, and where.
    Budget {
        /// How many different situations had been met by then.
        states: usize,
        /// How many answers had been followed by then, each from its own situation.
        answers: u64,
        /// What there was too little of.
        ran_out: RanOut,
        /// The question at which it ran out.
        at: Address,
        /// What tells the situations apart, as far as that is known.
        crowd: Box<Crowd>,
        /// What was found until then, if that is kept.
        known: Option<Box<Distribution>>,
    },
    /// The chances do not add up to 1. This is a mistake of the program, never of a script.
    Mass,
}

impl OddsError {
    /// It goes beyond the budget: so many situations and answers, and where it ran out.
    pub(in crate::drivers) fn too_much((states, answers): (usize, u64), ran_out: RanOut, at: Address) -> Self {
        Self::Budget { states, answers, ran_out, at, crowd: Box::default(), known: None }
    }

    /// The same error, with what tells the situations apart and the place where most of them are.
    pub(super) fn crowded(mut self, find: impl FnOnce() -> Option<(Address, Crowd)>) -> Self {
        if let OddsError::Budget { at, crowd, .. } = &mut self
            && let Some((here, found)) = find()
        {
            (*at, **crowd) = (here, found);
        }
        self
    }

    /// The same, with what was found until then.
    pub(super) fn knowing(mut self, found: impl FnOnce() -> Distribution) -> Self {
        if let OddsError::Budget { known, .. } = &mut self {
            *known = Some(Box::new(found()));
        }
        self
    }

    /// What was found until the budget ran out, if that is kept.
    pub(crate) fn take_known(&mut self) -> Option<Box<Distribution>> {
        if let OddsError::Budget { known, .. } = self { known.take() } else { None }
    }

    /// The code under which it is reported; `None` when the fault decides.
    pub fn code(&self) -> Option<Code> {
        match self {
            OddsError::Fault(Fault { kind: FaultKind::NoAnswer { why, .. }, .. }) => Some(why.code()),
            OddsError::Fault(_) => None,
            OddsError::Budget { .. } => Some(codes::ODDS_BUDGET),
            OddsError::Mass => Some(codes::ODDS),
        }
    }
}

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OddsError::Fault(fault) => write!(f, "a run cannot go on: {:?}", fault.kind),
            OddsError::Budget { states, answers, .. } => {
                write!(f, "exact odds need more than {states} situations and {answers} answers")
            }
            OddsError::Mass => f.write_str("the chances do not add up to 1"),
        }
    }
}

impl From<Fault> for OddsError {
    fn from(fault: Fault) -> Self {
        OddsError::Fault(fault)
    }
}
