//! What following a program may cost, and why it is abandoned.

use crate::allowance::{Allowance, Exhausted};
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
}

impl<'a> Cost<'a> {
    pub fn new(ways: Ways<'a>, budget: Budget) -> Self {
        let (allowance, fuel) = (&ways.bounds.allowance, ways.bounds.fuel);
        let (states, steps_within, answers, executed, held, pending, at) = (0, 0, 0, 0, 0, 0, Address(0));
        let progress = ways.progress;
        Self { budget, allowance, progress, states, steps_within, answers, executed, held, pending, fuel, at }
    }

    /// Whether to go on with the next step.
    pub fn goes_on(&self) -> bool {
        self.progress.goes_on()
    }

    /// So many answers were followed.
    pub fn followed(&self) -> u64 {
        self.answers
    }

    /// One more situation.
    pub fn situation(&mut self) -> Result<(), Stop> {
        self.states += 1;
        self.progress.count();
        if self.states > self.budget.states { Err(self.too_much()) } else { Ok(()) }
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
        if self.answers == most { Err(self.too_much()) } else { self.steps(answers) }
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
        self.beyond(self.states.saturating_add(on_the_way))
    }

    fn beyond(&self, states: usize) -> OddsError {
        OddsError::too_much((states, self.answers), self.budget, self.at)
    }

    /// A run that cannot go on here.
    pub fn fault(&self, kind: FaultKind) -> Stop {
        Stop::Failed(Fault { at: self.at, kind }.into())
    }

    fn too_much(&self) -> Stop {
        Stop::Failed(self.beyond(self.states))
    }
}
