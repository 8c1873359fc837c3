//! Repeats what happened before with the same answers, and then what is new.

use std::collections::BTreeSet;

use super::adjudication::NotRun;
use super::answering::{self, Beside};
use super::answers::Answers;
use super::encounter::Encounter;
use super::failure::Failure;
use super::runtime_errors;
use crate::drivers;
use crate::drivers::changed::Changed;
use crate::drivers::plays::Plays;
use crate::drivers::recorded::{Before, Exchange, Recording, Told};
use crate::ir::{Program, Shape};
use crate::machine::{Fault, FaultKind, State};
use crate::shared_text::SharedText;
use crate::verdict::recorder::{self, Recorder};
use crate::verdict::{Carried, Shown, Verdict, Visibility};

/// Why a replay did not come to its end.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Stopped {
    /// A run that is refused or cannot go on, as any other.
    Failed(Failure),
    /// Something else is asked now than was answered before.
    Diverged {
        /// The question as it was: `lift.height: roll 2d6`.
        was: String,
        /// As it is now; empty when nothing more is asked.
        now: String,
    },
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Failed(failure) => failure,
            // Nobody knows what the dice and limits of before told of.
            Stopped::Diverged { was, now } => {
                Failure::from(runtime_errors::no_longer_fits(&was, &now)).only_for(Visibility::Gm)
            }
        }
    }
}

impl Encounter {
    /// Runs it with the answers of `before`, asks for all others, and tells of each before it counts. `None` when it waits
    /// for an answer that will come [later](crate::engine::Response::Later): run it again with what was answered until
    /// then among `before.replies`.
    ///
    /// ```
    /// use assize::{Answers, Engine};
    /// use assize::engine::Before;
    ///
    /// let encounter = Engine::default().compile("night.asz", "note \"a knock\"")?;
    /// let mut asked = Vec::new();
    /// let mut keep = |exchange: &assize::journal::Exchange| Ok(asked.push(exchange.clone()));
    /// let verdict = encounter.replay(Answers::random(7), Before::default(), &mut keep)?.expect("nobody is waited for");
    /// let before = Before { replies: &asked, ..Before::default() };
    /// assert_eq!(encounter.replay(Answers::random(7), before, &mut |_| Ok(()))?, Some(verdict));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the run is refused or cannot go on, or `before` does not fit any more.
    pub fn replay(&self, answers: Answers<'_>, before: Before<'_>, told: Told<'_>) -> Result<Option<Verdict>, Stopped> {
        self.check_by_hand(&answers.dice).map_err(Stopped::Failed)?;
        self.replay_entry(answers, before, told)
    }

    /// The same for an entry of a session, which checks for itself who rolls by hand: not everybody does in each entry.
    ///
    /// # Errors
    /// As [`Encounter::replay`].
    pub(crate) fn replay_entry(
        &self,
        answers: Answers<'_>,
        before: Before<'_>,
        told: Told<'_>,
    ) -> Result<Option<Verdict>, Stopped> {
        Ok(self.replayed(answers, before, told)?.map(|(verdict, _)| verdict))
    }

    /// Runs it with the answers of `before`, from a run of what may have been another script: each is given to the
    /// question at the same address, which is its path, its person and how often that was asked before. So what was rolled
    /// stands when a modifier, a house rule or another line has changed. Dice that were not rolled then are drawn, and
    /// marked as [`How::Redrawn`](super::How) in the verdict; whatever else was not answered is answered as `answers` say.
    /// Whoever rolls by hand is asked for whole rolls, of which the dice that are new count.
    ///
    /// ```
    /// use assize::engine::{Answers, Before, Engine, Shelf};
    /// use assize::verdict::{Die, Event, Verdict};
    ///
    /// let encounter = |dice: &str| {
    ///     let mut shelf = Shelf::default();
    ///     shelf.put("reeds", format!("system reeds\nkind person {{}}\nprocedure cut by person {{ roll all : {dice} }}"));
    ///     Engine::with(shelf).compile("reed.asz", "use reeds\nperson ada\ncut reed by ada")
    /// };
    /// let faces = |verdict: &Verdict| -> Vec<i64> {
    ///     let rolled = verdict.events.iter().find_map(|happened| match &happened.event {
    ///         Event::Rolled { dice, .. } => Some(dice.iter().map(|die: &Die| die.face).collect()),
    ///         _ => None,
    ///     });
    ///     rolled.expect("it rolls")
    /// };
    /// let mut recorded = Vec::new();
    /// let before = encounter("2d6")?.replay(Answers::random(7), Before::default(), &mut |asked| {
    ///     recorded.push(asked.clone());
    ///     Ok(())
    /// });
    /// let before = before?.expect("nobody was asked");
    /// let changed = encounter("3d6")?.replay_changed(Answers::random(8), &recorded)?;
    /// assert_eq!(faces(&changed)[..2], faces(&before));
    /// # Ok::<(), assize::engine::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the run is refused or cannot go on.
    pub fn replay_changed(&self, answers: Answers<'_>, before: &[Exchange]) -> Result<Verdict, Failure> {
        self.check_by_hand(&answers.dice)?;
        let ran = self.run_changed(answers, before, &mut |_| Ok(())).map_err(|not_run| self.failed(not_run));
        Ok(ran?.0)
    }

    /// The same, with the state it comes to; every answer is told, those of before as well.
    pub(super) fn run_changed(
        &self,
        answers: Answers<'_>,
        before: &[Exchange],
        told: Told<'_>,
    ) -> Result<(Verdict, State), NotRun> {
        self.run(answers, 0, |run| {
            let mut changed = Changed::new(run.program, before, run.driver);
            let mut recording = Recording::then(run.program, Before::default(), &mut changed, told);
            drivers::go_on(run.machine, &mut recording, run.listener)
        })
    }

    /// The same as [`Encounter::replay`], and the value of the expression the encounter was asked for.
    ///
    /// # Errors
    /// As [`Encounter::replay`].
    pub(crate) fn value(
        &self,
        answers: Answers<'_>,
        before: Before<'_>,
        told: Told<'_>,
    ) -> Result<Option<(Verdict, Shown)>, Stopped> {
        let Some((verdict, state)) = self.replayed(answers, before, told)? else { return Ok(None) };
        Ok(Some((verdict, self.asked_for(&state)?)))
    }

    /// The value of the expression the encounter was asked for, if it can be known without asking anything new.
    ///
    /// # Errors
    /// As [`Encounter::retrace`].
    pub(crate) fn known_value(&self, before: &[Exchange]) -> Result<Option<Shown>, Stopped> {
        let state = self.retraced(before)?.1;
        state.map(|state| self.asked_for(&state)).transpose()
    }

    pub(super) fn asked_for(&self, state: &State) -> Result<Shown, Stopped> {
        let program = self.program_to_run().map_err(Stopped::Failed)?;
        let Some(result) = program.results.first() else {
            return Ok(recorder::shown(program, SharedText::default(), &Shape::Number, None));
        };
        let value = state.registers.get(result.register.0 as usize).copied().flatten();
        Ok(recorder::result(program, SharedText::default(), result.register, value))
    }

    /// The fields of things as a verdict leaves them: what another page or scene can carry over. What is unreached has no
    /// value to carry.
    pub(crate) fn fields(&self, verdict: &Verdict) -> Vec<Carried> {
        let Some(program) = self.program() else { return Vec::new() };
        let infos = program.fields.iter().filter_map(|field| program.registers.get(field.0 as usize));
        let names: BTreeSet<&str> = infos.filter_map(|info| info.name.as_deref()).collect();
        let fields = verdict.results.iter().filter(|result| names.contains(result.name.as_str()));
        let reached = fields.filter(|field| field.number.is_some());
        let carried = |field: &Shown| {
            let Shown { name, value, visibility, .. } = field.clone();
            Carried { name: name.into(), value: value.into(), visibility }
        };
        reached.map(carried).collect()
    }

    /// What happens up to the first question that is not answered in `before`.
    ///
    /// # Errors
    /// When the run is refused or cannot go on, or `before` does not fit any more.
    pub(crate) fn retrace(&self, before: &[Exchange]) -> Result<Verdict, Stopped> {
        Ok(self.retraced(before)?.0)
    }

    /// The state is that of the end, if it is reached.
    pub(super) fn retraced(&self, before: &[Exchange]) -> Result<(Verdict, Option<State>), Stopped> {
        let program = self.program_to_run().map_err(Stopped::Failed)?;
        let mut recorder = Recorder::new(program, self.sources(), "");
        let mut answers = Answers::random(0);
        let ran =
            answering::driven((program, &self.houses, &Plays::default()), &mut answers, Beside::default(), |driver| {
                let mut recording = Recording::only(program, before, driver);
                drivers::go_on(self.machine(program), &mut recording, &mut recorder)
            });
        match ran {
            Ok(state) => Ok((recorder.finish(&state), Some(state))),
            Err(Fault { kind: FaultKind::Paused, .. }) => Ok((recorder.finish(&State::start(program)), None)),
            Err(fault) => Err(self.stopped(fault, program)),
        }
    }

    pub(super) fn replayed(
        &self,
        answers: Answers<'_>,
        before: Before<'_>,
        told: Told<'_>,
    ) -> Result<Option<(Verdict, State)>, Stopped> {
        let ran = self.run(answers, before.events, |run| {
            let mut recording = Recording::then(run.program, before, run.driver, told);
            drivers::go_on(run.machine, &mut recording, run.listener)
        });
        let not_run = match ran {
            Ok(ran) => return Ok(Some(ran)),
            Err(not_run) => not_run,
        };
        if let NotRun::Stopped(fault, _) = &not_run {
            if fault.kind == FaultKind::Paused {
                return Ok(None);
            }
            if let FaultKind::Diverged { was, now } = &fault.kind {
                return Err(Stopped::Diverged { was: was.clone(), now: now.clone() });
            }
        }
        Err(Stopped::Failed(self.failed(not_run)))
    }

    fn stopped(&self, fault: Fault, program: &Program) -> Stopped {
        if let FaultKind::Diverged { was, now } = fault.kind {
            return Stopped::Diverged { was, now };
        }
        Stopped::Failed(self.fault(&fault, program))
    }
}
