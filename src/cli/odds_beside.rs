//! Several scenes, or one with other house rules, in one table.

use std::path::{Path, PathBuf};

use super::{Exit, Terminal, compile, files, house};
use crate::diagnostic::{Code, codes};
use crate::engine::{Cast, Chance, Encounter, Failure, OddsRequest, Variant, Variants};
use crate::verdict::Audience;

/// What stands beside a scene.
pub(super) struct Others<'a> {
    /// Other scenes.
    pub(super) scenes: &'a [PathBuf],
    /// House rules by which the same scene is played as well; those with commas between them at once.
    pub(super) rules: &'a [String],
    /// Who fills the roles, in each of them.
    pub(super) cast: &'a Cast,
}

impl Others<'_> {
    /// Whether there are none.
    pub(super) fn are_none(&self) -> bool {
        self.scenes.is_empty() && self.rules.is_empty()
    }

    /// The answers of the scene and of what stands beside it. Without a question each result of the scene is asked.
    pub(super) fn beside(
        &self,
        (file, encounter): (&Path, &Encounter),
        (whom, request): (Audience, &OddsRequest),
        terminal: &mut Terminal,
    ) -> Result<Variants, Exit> {
        let asked = encounter.asked_or_results_for(whom, request);
        let request = &asked.map_err(|failure| terminal.fail(&failure, Exit::Refused))?;
        let as_written = answers(encounter, whom, request);
        let mut variants = vec![variant(files::name(file), self.scenes.is_empty(), as_written)];
        for scene in self.scenes {
            let other = compile::shown_to(whom, scene, self.cast, terminal)?;
            variants.push(variant(files::name(scene), false, answers(&other, whom, request)));
        }
        for rules in self.rules {
            let odds = match self.with_rules(file, rules, terminal)? {
                Ok(other) => answers(&other, whom, request),
                // A rule that does not exist, or that belongs to another system, is an error in the command, and not in a rule.
                Err(failure) if failure.has(codes::USE_NOT_FOUND) || failure.has(codes::WRONG_FILE) => {
                    return Err(terminal.fail(&failure, Exit::Mistakes));
                }
                Err(failure) => Err(failure),
            };
            variants.push(variant(format!("with {rules}"), false, odds));
        }
        // What none of them can answer is a mistake in the question, told as it is of the scene as written.
        if let [Variant { odds: Err(failure), .. }, others @ ..] = variants.as_slice()
            && others.iter().all(|other| other.odds.is_err())
        {
            return Err(terminal.fail(failure, Exit::Refused));
        }
        Ok(Variants { varied: vec!["scene".to_owned()], variants })
    }

    /// The scene with some house rules, or why they do not fit it.
    fn with_rules(
        &self,
        file: &Path,
        rules: &str,
        terminal: &mut Terminal,
    ) -> Result<Result<Encounter, Failure>, Exit> {
        let text = files::read(file).map_err(|found| terminal.fail(&Failure::from(found), Exit::InputOutput))?;
        let rules: Vec<String> = rules.split(',').map(|rule| rule.trim().to_owned()).collect();
        let names: Vec<&str> = rules.iter().map(String::as_str).collect();
        let trial = house::engine(&rules, terminal).try_houses(&files::name(file), &text, &names, self.cast);
        Ok(trial.map(|trial| trial.with))
    }
}

/// What a question is refused with that asks for what a scene does not have.
const NOT_THERE: [Code; 2] = [codes::UNKNOWN_NAME, codes::UNKNOWN_LEVEL];

/// The answers of a scene, which may not have all that is asked: then those of what it has, or why it has nothing. What it has and
/// what cannot be answered, as beyond the budget, is a reason to tell none: an empty cell would say that it is not there.
fn answers(encounter: &Encounter, whom: Audience, request: &OddsRequest) -> Result<Vec<Chance>, Failure> {
    let failure = match encounter.odds_for(whom, request) {
        Ok(answers) => return Ok(answers),
        Err(failure) => failure,
    };
    let mut answers = Vec::new();
    for question in &request.questions {
        match encounter.odds_for(whom, &OddsRequest { questions: vec![question.clone()], ..request.clone() }) {
            Ok(answer) => answers.extend(answer),
            Err(found) if NOT_THERE.into_iter().any(|code| found.has(code)) => {}
            Err(found) => return Err(found),
        }
    }
    if answers.is_empty() { Err(failure) } else { Ok(answers) }
}

fn variant(says: String, as_written: bool, odds: Result<Vec<Chance>, Failure>) -> Variant {
    Variant { says: vec![says], as_written, odds }
}
