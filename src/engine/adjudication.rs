//! One run of an encounter, from its beginning to its verdict.

use super::answering::{self, Beside};
use super::answers::Answers;
use super::choosing;
use super::encounter::Encounter;
use super::failure::Failure;
use crate::drivers::adjudicate::{Needless, Refusal, Refused};
use crate::drivers::recorded::{Before, Exchange, Recording};
use crate::drivers::{self, Driver, Mode, chosen};
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
    /// It began, and could not go on. This had happened until then.
    Stopped(Box<Fault>, Box<Verdict>),
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
    pub fn adjudicate(&self, mut answers: Answers<'_>) -> Result<Verdict, Failure> {
        let Some(answered) = answers.answered.take() else {
            return self.adjudicate_by(answers, |run| drivers::go_on(run.machine, run.driver, run.listener));
        };
        let mut told = |one: &Exchange| {
            answered(one);
            Ok(())
        };
        self.adjudicate_by(answers, |run| {
            let mut recording = Recording::then(run.program, Before::default(), run.driver, &mut told);
            drivers::go_on(run.machine, &mut recording, run.listener)
        })
    }

    fn adjudicate_by(
        &self,
        answers: Answers<'_>,
        go: impl FnOnce(Run<'_>) -> Result<State, Fault>,
    ) -> Result<Verdict, Failure> {
        self.check_by_hand(&answers.dice)?;
        let program = self.program_to_run()?;
        if !self.keeps_secrets()
            && let Some(useless) = choosing::useless(&answers.choices, program)
        {
            return Err(self.failure(useless));
        }
        let ran = self.run(answers, 0, go);
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
        let plays = answers.policy.take().map(|policy| self.plays(&policy)).transpose().map_err(NotRun::Refused)?;
        let plays = plays.unwrap_or_default();
        let mut recorder = Recorder::new(program, &self.sources, answers.word());
        if let Some(told) = answers.events.take() {
            recorder.tell(already_told, told);
        }
        let stream = answers.stream();
        let mut complain = answers.refused.take();
        let asks_again = complain.is_some();
        let mut tell = |refusal: &Refusal<'_>| {
            if let Some(complain) = &mut complain {
                complain(&self.refused(refusal, program));
            }
        };
        let refused: Option<Refused<'_>> = if asks_again { Some(&mut tell) } else { None };
        // That a roll cannot matter would tell of what is kept.
        let listening = answers.needless.take().filter(|_| !self.keeps_secrets());
        let results = if listening.is_some() { self.registers_of_results(program) } else { Vec::new() };
        let needless = listening.map(|tell| Needless { results: &results, tell });
        let beside = Beside { refused, needless };
        let ran = answering::driven((program, &self.houses, &plays), &mut answers, beside, |driver| {
            let machine = self.machine(program);
            go(Run { program, machine, driver, listener: &mut recorder })
        });
        match ran {
            Ok(state) => Ok((recorder.finish(&state).drawn_from(stream), state)),
            Err(fault) => {
                Err(NotRun::Stopped(Box::new(fault), Box::new(until_then(recorder.so_far(already_told), &answers))))
            }
        }
    }

    /// Why a choice is refused, and what had been chosen before it.
    fn refused(&self, refusal: &Refusal<'_>, program: &Program) -> Failure {
        let mut failure = self.fault(refusal.fault, program);
        let found = failure.diagnostics.iter().cloned().map(|found| found.help(choices_in_words(refusal.chosen)));
        failure.diagnostics = found.collect();
        failure
    }

    pub(super) fn failed(&self, not_run: NotRun) -> Failure {
        match (not_run, self.program_to_run()) {
            (NotRun::Refused(failure), _) | (NotRun::Stopped(..), Err(failure)) => failure,
            (NotRun::Stopped(fault, happened), Ok(program)) => self.fault_after(&fault, *happened, program),
        }
    }

    /// A choice made beforehand that nobody asks for is misspelt.
    fn check_choices(&self, answers: &Answers<'_>, program: &Program) -> Result<(), Failure> {
        let choices = &answers.choices;
        let refused = if self.keeps_secrets() {
            choosing::refused_whatever_is_kept(choices, program, (&self.system, &self.scene))
        } else {
            chosen::never_asked(choices, program).map(|(name, asked)| choosing::no_such_choice(name, &asked))
        };
        refused.map_or(Ok(()), |refused| Err(self.failure(refused)))
    }
}

/// What had happened of a run that was stopped, with what it takes to have it again.
fn until_then(verdict: Verdict, answers: &Answers<'_>) -> Verdict {
    match (answers.mode, answers.stream()) {
        (Mode::Random, Some(stream)) => verdict.rolling_from(stream),
        (Mode::Random | Mode::Deliberate | Mode::Automatic, stream) => verdict.drawn_from(stream),
    }
}

/// What had been chosen, and what is asked again.
fn choices_in_words(chosen: &[(String, String)]) -> String {
    let last = |path: &str| path.rsplit('.').next().unwrap_or(path).to_owned();
    let said = |(path, option): &(String, String)| format!("`{}` is {option}", last(path));
    match chosen {
        [] => "it is asked again".to_owned(),
        [only] => format!("{}; it is asked again", said(only)),
        [before @ .., again] => {
            let run = again.0.split('.').next();
            let of_this_run = before.iter().filter(|(path, _)| path.split('.').next() == run);
            let words: Vec<String> = of_this_run.chain([again]).map(said).collect();
            format!("{}; `{}` is asked again", words.join(", "), last(&again.0))
        }
    }
}
