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
    /// What is varied in each of them.
    pub(super) vary: &'a [String],
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
        let as_written = self.of_one((files::name(file), encounter), self.scenes.is_empty(), (whom, request));
        // What cannot be varied is a mistake in the command.
        let Variants { varied, mut variants } = as_written.map_err(|failure| terminal.fail(&failure, Exit::Refused))?;
        let others = |found: Result<Variants, Failure>, name: String| match found {
            Ok(found) => found.variants,
            Err(failure) => vec![Variant { says: says(name, varied.len()), as_written: false, odds: Err(failure) }],
        };
        for scene in self.scenes {
            let other = compile::shown_to(whom, scene, self.cast, terminal)?;
            let name = files::name(scene);
            variants.extend(others(self.of_one((name.clone(), &other), false, (whom, request)), name));
        }
        for rules in self.rules {
            let name = format!("with {rules}");
            let found = match self.with_rules(file, rules, terminal)? {
                Ok(other) => self.of_one((name.clone(), &other), false, (whom, request)),
                // A rule that does not exist, or that belongs to another system, is an error in the command, and not in a rule.
                Err(failure) if failure.has(codes::USE_NOT_FOUND) || failure.has(codes::WRONG_FILE) => {
                    return Err(terminal.fail(&failure, Exit::Mistakes));
                }
                Err(failure) => Err(failure),
            };
            variants.extend(others(found, name));
        }
        // What none of them can answer is a mistake in the question, told as it is of the scene as written.
        if let [Variant { odds: Err(failure), .. }, others @ ..] = variants.as_slice()
            && others.iter().all(|other| other.odds.is_err())
        {
            return Err(terminal.fail(failure, Exit::Refused));
        }
        Ok(Variants { varied, variants })
    }

    /// The variants of one scene, or the one as it is written.
    fn of_one(
        &self,
        (name, encounter): (String, &Encounter),
        is_the_scene: bool,
        (whom, request): (Audience, &OddsRequest),
    ) -> Result<Variants, Failure> {
        let scene = || vec!["scene".to_owned()];
        if self.vary.is_empty() {
            let odds = answers(encounter, whom, request);
            return Ok(Variants { varied: scene(), variants: vec![variant(name, is_the_scene, odds)] });
        }
        let Variants { varied, variants } = encounter.odds_varied_for(whom, self.vary, request)?;
        let of_scene = |variant: Variant| Variant {
            says: [vec![name.clone()], variant.says].concat(),
            as_written: is_the_scene && variant.as_written,
            ..variant
        };
        Ok(Variants { varied: [scene(), varied].concat(), variants: variants.into_iter().map(of_scene).collect() })
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
        let used = house::as_used(&rules);
        let names: Vec<&str> = used.iter().map(String::as_str).collect();
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

/// The name of a scene of which nothing is varied, with no word for anything else.
fn says(name: String, places: usize) -> Vec<String> {
    let mut says = vec![name];
    says.resize(places, String::new());
    says
}

fn variant(says: String, as_written: bool, odds: Result<Vec<Chance>, Failure>) -> Variant {
    Variant { says: vec![says], as_written, odds }
}
