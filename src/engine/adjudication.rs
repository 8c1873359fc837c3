//! One run of an encounter, from its beginning to its verdict.

use super::answering;
use super::answers::Answers;
use super::encounter::Encounter;
use super::failure::Failure;
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::drivers::{self, Driver, chosen};
use crate::ir::Program;
use crate::machine::{Fault, Listener, Machine, State};
use crate::verdict::Verdict;
use crate::verdict::recorder::Recorder;

/// A run that is about to begin.
pub(super) struct Run<'r> {
    pub program: &'r Program,
    pub machine: Machine<'r>,
    pub driver: &'r mut dyn Driver,
    pub listener: &'r mut dyn Listener,
}

/// Why there is no verdict.
pub(super) enum NotRun {
    /// What it was asked for makes no sense.
    Refused(Failure),
    /// It began, and could not go on.
    Stopped(Fault),
}

impl Encounter {
    /// Runs it once.
    ///
    /// ```
    /// use assize::{Answers, Engine};
    ///
    /// let encounter = Engine::default().compile("night.asz", "note \"a knock\"")?;
    /// let verdict = encounter.adjudicate(Answers::deliberate())?;
    /// assert_eq!(verdict.events.len(), 1);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the run is refused or cannot go on.
    pub fn adjudicate(&self, answers: Answers<'_>) -> Result<Verdict, Failure> {
        self.check_by_hand(&answers.dice)?;
        let ran = self.run(answers, 0, |run| drivers::go_on(run.machine, run.driver, run.listener));
        Ok(ran.map_err(|not_run| self.failed(not_run))?.0)
    }

    /// One run with what `answers` say, recorded. `go` puts other answers before those of the driver, or lets it run alone;
    /// of the events the first `already_told` are not told again. Whoever calls it has checked who rolls by hand, since a
    /// session knows more people than one entry asks.
    pub(super) fn run(
        &self,
        mut answers: Answers<'_>,
        already_told: usize,
        go: impl FnOnce(Run<'_>) -> Result<State, Fault>,
    ) -> Result<(Verdict, State), NotRun> {
        let program = self.program_to_run().map_err(NotRun::Refused)?;
        self.check_choices(&answers, program).map_err(NotRun::Refused)?;
        let mut recorder = Recorder::new(program, &self.sources, answers.word());
        if let Some(told) = answers.events.take() {
            recorder.tell(already_told, told);
        }
        let stream = answers.stream();
        let ran = answering::driven((program, &self.houses), &mut answers, |driver| {
            let machine = self.machine(program);
            go(Run { program, machine, driver, listener: &mut recorder })
        });
        let state = ran.map_err(NotRun::Stopped)?;
        Ok((recorder.finish(&state).drawn_from(stream), state))
    }

    pub(super) fn failed(&self, not_run: NotRun) -> Failure {
        match (not_run, self.program_to_run()) {
            (NotRun::Refused(failure), _) | (NotRun::Stopped(_), Err(failure)) => failure,
            (NotRun::Stopped(fault), Ok(program)) => self.fault(&fault, program),
        }
    }

    /// A choice made beforehand that nobody asks for is misspelt.
    fn check_choices(&self, answers: &Answers<'_>, program: &Program) -> Result<(), Failure> {
        match chosen::never_asked(&answers.choices, program) {
            Some((name, asked)) => Err(self.failure(no_such_choice(name, &asked))),
            None => Ok(()),
        }
    }
}

fn no_such_choice(name: &str, asked: &[&str]) -> Diagnostic {
    let complaint = Diagnostic::placeless(codes::NO_CHOICE, format!("nobody is asked to choose `{name}`"));
    match nearest::nearest(name, asked.iter().copied()) {
        Some(near) => complaint.help(format!("did you mean `{near}`?")),
        None if asked.is_empty() => complaint.help("this scene asks for no choices"),
        None => complaint.help(format!("the choices are {}", asked.join(", "))),
    }
}
