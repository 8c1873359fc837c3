//! One run of an encounter, from its beginning to its verdict.

use super::answering;
use super::answers::Answers;
use super::encounter::Encounter;
use super::failure::Failure;
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::drivers::{self, chosen};
use crate::ir::Program;
use crate::verdict::Verdict;
use crate::verdict::recorder::Recorder;

impl Encounter {
    /// Runs it once.
    ///
    /// # Errors
    /// When the run is refused or cannot go on.
    pub fn adjudicate(&self, mut answers: Answers<'_>) -> Result<Verdict, Failure> {
        let program = self.program_to_run()?;
        self.check_choices(&answers, program)?;
        self.check_by_hand(&answers.dice)?;
        let mut recorder = Recorder::new(program, &self.sources, answers.word());
        if let Some(told) = answers.events.take() {
            recorder.tell(0, told);
        }
        let stream = answers.stream();
        let ran = answering::driven((program, &self.houses), &mut answers, |driver| {
            drivers::go_on(self.houses.for_one_call().machine(program), driver, &mut recorder)
        });
        let state = ran.map_err(|fault| self.fault(&fault, program))?;
        Ok(recorder.finish(&state).drawn_from(stream))
    }

    /// A choice made beforehand that nobody asks for is misspelt.
    pub(super) fn check_choices(&self, answers: &Answers<'_>, program: &Program) -> Result<(), Failure> {
        match chosen::never_asked(&answers.choices, program) {
            Some((name, asked)) => Err(self.failure(no_such_choice(name, &asked))),
            None => Ok(()),
        }
    }
}

fn no_such_choice(name: &str, asked: &[String]) -> Diagnostic {
    let complaint = Diagnostic::placeless(codes::NO_CHOICE, format!("nobody is asked to choose `{name}`"));
    match nearest::nearest(name, asked.iter().map(String::as_str)) {
        Some(near) => complaint.help(format!("did you mean `{near}`?")),
        None if asked.is_empty() => complaint.help("this scene asks for no choices"),
        None => complaint.help(format!("the choices are {}", asked.join(", "))),
    }
}
