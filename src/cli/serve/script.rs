//! Scripts that run once, are checked or tested, without a session.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{
    Answers, Before, Complain, DiceFrom, Encounter, Events, Failure, Person, Policy, Seeds, Stream, Whose,
};
use crate::journal::{EntryMode, Exchange};
use crate::protocol::{self, Checked, Tested, Want};
use crate::verdict::{Audience, Verdict};

/// What a policy that came with a request is called in messages.
const POLICY: &str = "policy";

/// A script that runs once, with what was answered until now. It is compiled each time it goes on: texts are small.
pub(super) struct Script {
    pub(super) text: String,
    pub(super) texts: BTreeMap<String, String>,
    pub(super) cast: BTreeMap<String, String>,
    mode: EntryMode,
    dice: DiceFrom,
    choices: BTreeMap<String, String>,
    policy: Option<String>,
    replies: Vec<Exchange>,
    pub(super) audience: Audience,
    pub(super) want: Vec<Want>,
    pub(super) events: bool,
}

impl Script {
    /// A run that has not begun.
    pub(super) fn new(asked: protocol::Run, seeds: Seeds) -> Self {
        let protocol::Run { text, texts, mode, by_hand, dice, choices, policy, cast, whom, want, events, .. } = asked;
        let otherwise = Stream::from(seeds);
        let dice = match (dice, mode) {
            (Some(faces), _) => DiceFrom::Given(faces),
            (None, EntryMode::Table) => DiceFrom::ByHand { whose: Whose::named(by_hand), otherwise },
            (None, _) => DiceFrom::Program(otherwise),
        };
        let (replies, audience) = (Vec::new(), whom.into());
        Self { text, texts, cast, mode, dice, choices, policy, replies, audience, want, events }
    }

    /// Runs it from its beginning, with what was answered before. Where the person will answer later, there is nothing
    /// to tell yet.
    pub(super) fn go_on(
        &mut self,
        encounter: &Encounter,
        person: Person<'_>,
        (events, refused): (Events<'_>, Complain<'_>),
    ) -> Result<Option<Verdict>, Failure> {
        let answers = Answers::new(self.mode.into(), self.dice.clone());
        let policy = self.policy.as_ref().map(|text| Policy::read(POLICY, text)).transpose()?;
        let answers = Answers {
            choices: self.choices.clone(),
            policy,
            person: Some(person),
            events: Some(events),
            refused: Some(refused),
            ..answers
        };
        let mut replies = self.replies.clone();
        let before = Before { happened: &[], events: 0, replies: &self.replies };
        let run = encounter.replay(answers, before, &mut |asked| {
            replies.push(asked.clone());
            Ok(())
        });
        self.replies = replies;
        let run = run.map_err(|stopped| Failure::from(stopped).seen_by(self.audience))?;
        Ok(run.map(|verdict| verdict.seen_by(self.audience)))
    }
}

pub(super) fn check(encounter: &Encounter) -> Checked {
    let (warnings, sources) = (encounter.warnings(), encounter.sources());
    Checked { warnings: protocol::as_data(warnings.iter(), sources), text: protocol::as_text(warnings.iter(), sources) }
}

/// What comes of all expectations. One that was called off neither holds nor fails, and then nothing is known of the script.
pub(super) fn test(encounter: &Encounter) -> Result<Tested, Failure> {
    let report = encounter.test();
    let failures: Vec<&Diagnostic> = report.tested.iter().flat_map(|tested| &tested.failures).collect();
    if let Some(called_off) = failures.iter().find(|found| found.code == codes::CALLED_OFF) {
        return Err(Failure::from((*called_off).clone()));
    }
    let remarks = || report.tested.iter().flat_map(|tested| &tested.remarks);
    let (failures, sources) = (|| failures.iter().copied(), encounter.sources());
    Ok(Tested {
        passed: report.passed(),
        of: report.tested.len(),
        failures: protocol::as_data(failures(), sources),
        remarks: protocol::as_data(remarks(), sources),
        text: protocol::as_text(failures().chain(remarks()), sources),
    })
}
