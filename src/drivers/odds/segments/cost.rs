//! What following a program may cost, and why it is abandoned.

use crate::allowance::{Allowance, Exhausted, RanOut, Resource};
use crate::drivers::odds::request::{Budget, OddsError, Progress, Ways};
use crate::ir::Address;
use crate::machine::{Fault, FaultKind};

/// Steps are taken from the allowance so many at a time.
const LOOK_AFTER: u64 = 1024;

/// Segments are left to the other engine where so many steps within them come for each situation that is allowed.
const STEPS_A_SITUATION: usize = 8;

/// The same where so many instructions are executed for each answer that may be followed: what many dice are put in order by takes long
/// with few situations.
const INSTRUCTIONS_AN_ANSWER: u64 = 200;

/// What was left before everything was known is solved with no more than so many answers for each that was explored.
const MOST_PATIENCE: u64 = 8;

/// Where the budget has run out, no more answers than this are followed afterwards, and no more bytes are held.
const MOST_AFTERWARDS: u64 = 20_000_000;
const AFTERWARDS: usize = 256 * 1024 * 1024;

/// What holding a situation takes, and each way from one to the next, in bytes.
pub const EACH: usize = 80;
pub const EACH_WAY: usize = 8;

/// Why it does not go on.
#[derive(Debug)]
pub enum Stop {
    /// The other engine is to do it.
    Elsewhere,
    /// What one segment comes to does not fit into the numbers for it: shorter ones may do.
    TooWide,
    /// There are no odds.
    Failed(OddsError),
    /// Somebody has stopped it.
    Stopped,
}

/// What it has cost so far, and what it may.
pub struct Cost<'a> {
    budget: Budget,
    allowance: &'a Allowance,
    progress: &'a Progress,
    states: usize,
    /// Rolls within segments and ways out of them, each with what is known there.
    steps_within: usize,
    answers: u64,
    executed: u64,
    held: usize,
    pending: u64,
    /// The instructions that may be executed without a question.
    pub fuel: u64,
    /// The place that is told if it becomes too much.
    pub at: Address,
    /// All steps taken so far, including those that are not yet charged to the call.
    worked: u64,
    /// Whether only that is looked at any more which is known.
    has_given_up: bool,
}

impl<'a> Cost<'a> {
    pub fn new(ways: Ways<'a>, budget: Budget) -> Self {
        let (allowance, fuel) = (&ways.bounds.allowance, ways.bounds.fuel);
        let (states, steps_within, answers, executed, held, pending, at) = (0, 0, 0, 0, 0, 0, Address(0));
        let progress = ways.progress;
        let (worked, has_given_up) = (0, false);
        Self {
            budget,
            allowance,
            progress,
            states,
            steps_within,
            answers,
            executed,
            held,
            pending,
            fuel,
            at,
            worked,
            has_given_up,
        }
    }

    /// Whether to go on with the next step.
    pub fn goes_on(&self) -> bool {
        self.progress.goes_on()
    }

    /// Whether to go on in the middle of a step that takes long.
    pub fn is_wanted(&self) -> bool {
        self.progress.is_wanted()
    }

    /// What it may cost.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// The bytes that a situation takes with so many ways.
    pub fn bytes_of(ways: usize) -> usize {
        EACH + ways * EACH_WAY
    }

    /// The steps that were taken so far.
    pub fn worked(&self) -> u64 {
        self.worked
    }

    /// Whether what is known is kept after this error.
    pub fn keeps(&self, error: &OddsError) -> bool {
        self.budget.keeps && matches!(error, OddsError::Budget { .. }) && !self.has_given_up
    }

    /// Makes room for working out what follows from all that is known.
    pub fn give_up(&mut self) {
        self.has_given_up = true;
        let memory = self.held.saturating_add(AFTERWARDS);
        self.budget = Budget::of(usize::MAX, u64::MAX - 1, memory);
    }

    /// Whether the search was stopped, or has given up.
    pub fn is_over(&self) -> bool {
        self.has_given_up || self.progress.is_over()
    }

    /// Goes on with what follows from all that is known, unless the search was stopped in the meantime.
    pub fn heed_waiting(&self) -> Result<(), Stop> {
        if self.progress.is_awaited() { Ok(()) } else { Err(Stop::Stopped) }
    }

    /// So many answers may be followed before no more rounds are begun, if it has been left at what is known.
    pub fn patience(&self) -> Option<u64> {
        if self.is_over() {
            Some(self.answers.saturating_add(self.answers.min(MOST_AFTERWARDS)))
        } else if self.goes_on() {
            None
        } else {
            Some(self.answers.saturating_mul(MOST_PATIENCE))
        }
    }

    /// So many answers were followed.
    pub fn followed(&self) -> u64 {
        self.answers
    }

    /// One more situation.
    pub fn situation(&mut self) -> Result<(), Stop> {
        self.states += 1;
        self.progress.count();
        if self.states > self.budget.states { Err(self.too_much(Resource::Situations)) } else { Ok(()) }
    }

    /// One more roll within a segment, or one more way out of it. The other engine counts each as a situation, and sees so sooner that
    /// there are too many.
    pub fn on_the_way(&mut self) -> Result<(), Stop> {
        self.steps_within += 1;
        if self.steps_within / STEPS_A_SITUATION > self.budget.states { Err(Stop::Elsewhere) } else { Ok(()) }
    }

    /// So many more answers are followed.
    pub fn answers(&mut self, answers: u64) -> Result<(), Stop> {
        let most = self.budget.answers.saturating_add(1);
        self.answers = self.answers.saturating_add(answers).min(most);
        if self.answers == most { Err(self.too_much(Resource::Answers)) } else { self.steps(answers) }
    }

    /// So many more instructions were executed.
    pub fn executed(&mut self, instructions: u64) -> Result<(), Stop> {
        self.executed += instructions;
        if self.executed / INSTRUCTIONS_AN_ANSWER > self.budget.answers {
            return Err(Stop::Elsewhere);
        }
        self.steps(instructions)
    }

    /// So many more bytes are held. With little memory the other engine comes farther: it forgets what lies behind it.
    pub fn hold(&mut self, bytes: usize) -> Result<(), Stop> {
        self.held = self.held.saturating_add(bytes);
        if self.held > self.budget.memory { Err(Stop::Elsewhere) } else { Ok(()) }
    }

    /// Takes steps of those that are left to the call.
    pub fn steps(&mut self, steps: u64) -> Result<(), Stop> {
        self.worked = self.worked.saturating_add(steps);
        self.pending = self.pending.saturating_add(steps);
        if self.pending < LOOK_AFTER {
            return Ok(());
        }
        let taken = std::mem::take(&mut self.pending);
        self.allowance.spend(taken).map_err(|why: Exhausted| self.fault(why.into()))
    }

    /// Goes on with what may take long before anything else is asked, unless somebody has stopped it.
    pub fn heed(&self) -> Result<(), Stop> {
        if self.goes_on() { Ok(()) } else { Err(Stop::Stopped) }
    }

    /// So many bytes are held.
    pub fn held(&self) -> usize {
        self.held
    }

    /// Whether so many bytes are most of what may be held.
    pub fn is_most(&self, bytes: usize) -> bool {
        bytes > self.budget.memory / 4 * 3
    }

    /// What is told if so many situations on the way from a single one to the next cut take too much memory.
    pub fn beyond_memory(&self, on_the_way: usize) -> OddsError {
        self.beyond(self.states.saturating_add(on_the_way), RanOut::of(Resource::Memory))
    }

    fn beyond(&self, states: usize, ran_out: RanOut) -> OddsError {
        OddsError::too_much((states, self.answers), ran_out, self.at)
    }

    /// A run that cannot go on here.
    pub fn fault(&self, kind: FaultKind) -> Stop {
        Stop::Failed(Fault { at: self.at, kind }.into())
    }

    /// It is known that it will be too much.
    pub fn foreseen(&self, ran_out: RanOut) -> Stop {
        Stop::Failed(self.beyond(self.states, ran_out))
    }

    fn too_much(&self, of: Resource) -> Stop {
        self.foreseen(RanOut::of(of))
    }
}
