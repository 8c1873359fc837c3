//! Odds beside a choice that is asked: what each of its options comes to.

use std::cell::RefCell;

use super::odds_lines::that_can_be;
use super::odds_rows::Fractions;
use super::odds_varied::{brief, refused_share};
use crate::diagnostic::clean;
use crate::engine::{Ask, Chance, Encounter, Failure, OddsRequest};
use crate::journal::{Exchange, Reply};
use crate::verdict::Audience;

/// All options of a choice together take no more steps than this, which is a moment: nobody at a table waits for odds.
const STEPS: u64 = 60_000;

/// Of more options than this nothing is told: nobody reads so much before answering.
const MOST_OPTIONS: usize = 12;

/// What is told where odds would give something away.
const KEPT: &str = "no odds are shown with choices: they would reveal secrets\n";

/// The odds of a run that is under way, as far as it has come.
pub(super) struct Beside<'e> {
    encounter: &'e Encounter,
    request: OddsRequest,
    audience: Audience,
    /// What was answered until now.
    asked: RefCell<Vec<Exchange>>,
}

impl<'e> Beside<'e> {
    /// Of a run that is about to begin behind what was answered before; what is asked is the question, or the goal that the scene suggests
    /// if that is empty.
    ///
    /// # Errors
    /// With what is said instead where odds would tell what is kept. That hangs on the scene alone, and on nothing that happens.
    pub(super) fn of(
        (encounter, before): (&'e Encounter, Vec<Exchange>),
        question: &str,
        (audience, request): (Audience, OddsRequest),
    ) -> Result<Self, &'static str> {
        if !audience.may_see(encounter.most_kept()) {
            return Err(KEPT);
        }
        let questions = (!question.trim().is_empty()).then(|| question.to_owned()).into_iter().collect();
        let request = OddsRequest { questions, ..request };
        Ok(Self { encounter, request, audience, asked: RefCell::new(before) })
    }

    /// Hears what was answered.
    pub(super) fn hear(&self, answered: &Exchange) {
        self.asked.borrow_mut().push(answered.clone());
    }

    /// What each option of a choice comes to, in lines; nothing beside another question.
    pub(super) fn text(&self, ask: &Ask<'_>) -> String {
        let Ask::Choose { low, high, hides_limits: false, .. } = ask else { return String::new() };
        let is_one_of_many = |width: i64| usize::try_from(width).is_ok_and(|width| width < MOST_OPTIONS);
        if !high.checked_sub(*low).is_some_and(is_one_of_many) {
            return String::new();
        }
        let options = self.encounter.options(ask);
        let Some(goal) = self.goal(&options) else { return String::new() };
        let told: Vec<(String, String)> = options
            .iter()
            .map(|option| (in_words(option), in_brief(&self.odds(&self.after(option, (&[&goal], options.len()))))))
            .collect();
        let width = told.iter().map(|(option, _)| option.chars().count()).max().unwrap_or_default();
        let line = |(option, odds): &(String, String)| format!("  {option:<width$}  {odds}\n");
        let lines: String = told.iter().map(line).collect();
        clean::lines(&format!("odds of {goal}:\n{lines}"))
    }

    /// What is asked: with one option nothing may be left to chance, so the first one has its say with which something is.
    fn goal(&self, options: &[Exchange]) -> Option<String> {
        if let Some(question) = self.request.questions.first() {
            return Some(question.clone());
        }
        options.iter().find_map(|option| self.encounter.goal(&self.after(option, (&[], options.len()))).ok())
    }

    /// What is asked of the run if it goes on with an option, which has its share of all steps.
    fn after(&self, option: &Exchange, (questions, options): (&[&String], usize)) -> OddsRequest {
        let mut before = self.asked.borrow().clone();
        before.push(option.clone());
        let progress = self.request.progress.for_steps(STEPS / (options.max(1) as u64));
        let questions = questions.iter().map(|question| (*question).clone()).collect();
        OddsRequest { questions, before, progress, ..self.request.clone() }
    }

    fn odds(&self, request: &OddsRequest) -> Result<Vec<Chance>, Failure> {
        self.encounter.odds_for(self.audience, request)
    }
}

fn in_words(option: &Exchange) -> String {
    if let Reply::Chosen { option, .. } = &option.reply { option.clone() } else { String::new() }
}

/// The answers in one line; several, as of the levels of a name, with what each is the answer to.
fn in_brief(odds: &Result<Vec<Chance>, Failure>) -> String {
    let answers = match odds {
        Ok(answers) => that_can_be(answers.clone()),
        Err(failure) => {
            let why = failure.diagnostics.iter().next().map(|found| format!(": {}", found.message));
            return format!("not computed{}", why.unwrap_or_default());
        }
    };
    let told: Vec<&Chance> = answers.iter().filter(|answer| answer.refused.is_none()).collect();
    let refused = refused_share(&answers, Fractions::Readable);
    let told = match told.as_slice() {
        [only] => brief(only, Fractions::Readable),
        several => {
            let each = several.iter().map(|one| format!("{} {}", one.question, brief(one, Fractions::Readable)));
            each.collect::<Vec<String>>().join(", ")
        }
    };
    [told, refused].concat()
}
