//! Scripts that run once, are checked or tested, without a session.

use std::collections::BTreeMap;

use super::reply::{Done, Refused, shown};
use super::request::{Mode, Presentation, wrong};
use crate::engine::{Answers, Before, DiceFrom, Encounter, Events, Failure, Person, Seeds, Stream, Whose};
use crate::journal::Exchange;
use crate::verdict::Audience;

/// A script that runs once, with what was answered until now. It is compiled each time it goes on: texts are small.
pub(super) struct Run {
    pub(super) text: String,
    pub(super) texts: BTreeMap<String, String>,
    pub(super) cast: BTreeMap<String, String>,
    mode: Mode,
    dice: DiceFrom,
    choices: BTreeMap<String, String>,
    replies: Vec<Exchange>,
    pub(super) presentation: Presentation,
}

impl Run {
    /// A run that has not begun.
    pub(super) fn new(
        (text, texts, cast): (String, BTreeMap<String, String>, BTreeMap<String, String>),
        (mode, whose): (Mode, Vec<String>),
        (seeds, dice): (Seeds, Option<Vec<i64>>),
        choices: BTreeMap<String, String>,
        presentation: Presentation,
    ) -> Self {
        let otherwise = Stream::from(seeds);
        let dice = match (dice, mode) {
            (Some(faces), _) => DiceFrom::Given(faces),
            (None, Mode::Table) => DiceFrom::ByHand { whose: Whose::named(whose), otherwise },
            (None, _) => DiceFrom::Program(otherwise),
        };
        Self { text, texts, cast, mode, dice, choices, replies: Vec::new(), presentation }
    }

    /// Runs it from its beginning, with what was answered before. Where the person will answer later, there is nothing
    /// to tell yet.
    pub(super) fn go_on(
        &mut self,
        encounter: &Encounter,
        person: Person<'_>,
        events: Events<'_>,
    ) -> Result<Done, Failure> {
        let answers = Answers::new(self.mode.into(), self.dice.clone());
        let answers = Answers { choices: self.choices.clone(), person: Some(person), events: Some(events), ..answers };
        let mut replies = self.replies.clone();
        let before = Before { happened: &[], events: 0, replies: &self.replies };
        let run = encounter.replay(answers, before, &mut |asked| {
            replies.push(asked.clone());
            Ok(())
        });
        self.replies = replies;
        let (whom, show) = self.presentation;
        let audience = Audience::from(whom);
        let run = run.map_err(|stopped| Failure::from(stopped).seen_by(audience))?;
        let verdict = run.ok_or_else(|| wrong("this run waits for an answer"))?.seen_by(audience);
        let shown = show.map(|show| shown(&verdict, show));
        Ok(Done::Verdict { number: None, understood: None, page: None, verdict, shown })
    }
}

pub(super) fn check(encounter: &Encounter) -> Done {
    let warnings = encounter.warnings().iter().map(|found| Refused::of(found, encounter.sources())).collect();
    Done::Checked { warnings }
}

pub(super) fn test(encounter: &Encounter) -> Done {
    let report = encounter.test();
    let failures = report.tested.iter().flat_map(|tested| &tested.failures);
    let failures = failures.map(|found| Refused::of(found, encounter.sources())).collect();
    Done::Tested { passed: report.passed(), of: report.tested.len(), failures }
}
