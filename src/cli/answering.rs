//! The options that say how a run is answered.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use super::dice_page::Desk;
use super::seeds::Seeding;
use super::with_odds::Beside;
use super::{Exit, Terminal, policies, prompt, seeds, terminal};
use crate::engine::{
    Answers, Ask, Cast, DiceFrom, Encounter, Failure, Mode, OddsRequest, Response, Seed, Whose, by_hand,
};
use crate::journal::{EntryMode, Exchange};
use crate::verdict::{Audience, Event, Happened, How, LeadUp, Verdict};

/// How a run is answered.
#[derive(Debug, Args)]
#[command(next_help_heading = "Answers")]
pub(super) struct Answering {
    /// How to decide what the script leaves open [default: random]
    #[arg(long, value_enum)]
    mode: Option<ModeName>,
    #[command(flatten)]
    seeding: Seeding,
    /// Use these faces, in this order; all of them must be used
    #[arg(long, value_name = "5,4,1", value_parser = dice, conflicts_with = "table")]
    dice: Option<Faces>,
    /// Roll your own dice: the program asks what they show; with names, only for those people's dice. It rolls all others, and
    /// secret dice, itself
    #[arg(long, value_name = "NAME,NAME", num_args = 0..=1, require_equals = true, value_delimiter = ',')]
    table: Option<Vec<String>>,
    /// Make a choice beforehand; may be repeated
    #[arg(long, value_name = "NAME=OPTION", value_parser = pair)]
    choose: Vec<(String, String)>,
    /// Make choices by the policy in this file, written by `assize advise --save`; `--choose` overrides it
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// Who the verdict is for; what they must not see is left out
    #[arg(long = "for", help_heading = "Output", value_enum, value_name = "WHOM", default_value_t = For::Gm)]
    whom: For,
    /// Fill a role of the scene, or several, separated by commas; may be repeated
    #[arg(long, value_name = "ROLE=NAME", value_parser = pair, value_delimiter = ',')]
    cast: Vec<(String, String)>,
}

/// For whom a verdict is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum For {
    /// What everybody may learn
    Players,
    /// Secrets as well
    #[default]
    Gm,
    /// Everything, even what is hidden from the game master
    Log,
}

impl From<For> for Audience {
    fn from(whom: For) -> Self {
        match whom {
            For::Players => Audience::Players,
            For::Gm => Audience::Gm,
            For::Log => Audience::Log,
        }
    }
}

/// What answers whatever a script leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ModeName {
    /// The best result, or the one that the scene states
    Automatic,
    /// Judgement instead of dice
    #[value(alias = "judgement")]
    Deliberate,
    /// Dice
    #[value(alias = "dice")]
    Random,
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Self {
        match name {
            ModeName::Automatic => Mode::Automatic,
            ModeName::Deliberate => Mode::Deliberate,
            ModeName::Random => Mode::Random,
        }
    }
}

impl From<ModeName> for EntryMode {
    fn from(name: ModeName) -> Self {
        match name {
            ModeName::Automatic => EntryMode::Automatic,
            ModeName::Deliberate => EntryMode::Deliberate,
            ModeName::Random => EntryMode::Random,
        }
    }
}

impl Answering {
    /// Who fills the roles of the scene.
    pub(super) fn cast(&self) -> Cast {
        self.cast.iter().cloned().collect()
    }

    /// For whom the verdict is shown.
    pub(super) fn audience(&self) -> Audience {
        self.whom.into()
    }

    /// Odds of what is answered so: nothing is asked yet.
    pub(super) fn odds_request(&self) -> OddsRequest {
        let mode = self.mode.map_or(Mode::Random, Mode::from);
        OddsRequest { mode, choices: pairs(&self.choose), ..OddsRequest::default() }
    }

    /// Whether somebody tells what the dice at the table show.
    pub(super) fn is_at_table(&self) -> bool {
        self.table.is_some()
    }

    /// Refuses options about dice where no run rolls any.
    ///
    /// # Errors
    /// When one makes no difference.
    pub(super) fn refuse_idle(&self, encounter: &Encounter) -> Result<(), Failure> {
        let mode = self.mode.map_or(Mode::Random, Mode::from);
        let mut options = self.seeding.given();
        options.extend(self.dice.as_ref().map(|_| "--dice"));
        // What is set as a default is for scenes that roll dice, and names nobody.
        let is_typed = |whose: &&Vec<String>| whose.as_slice() != [String::new()];
        options.extend(self.table.as_ref().filter(is_typed).map(|_| "--table"));
        seeds::refuse_idle(&options, (encounter, mode), self.whom.into())
    }

    /// Refuses a dice page where no run rolls any dice.
    ///
    /// # Errors
    /// When it makes no difference.
    pub(super) fn refuse_idle_page(&self, encounter: &Encounter) -> Result<(), Failure> {
        let mode = self.mode.map_or(Mode::Random, Mode::from);
        seeds::refuse_idle(&["--dice-page"], (encounter, mode), self.whom.into())
    }

    /// Where its dice come from.
    fn dice(&self) -> Result<DiceFrom, Failure> {
        Ok(match (&self.dice, &self.table) {
            (Some(Faces(faces)), _) => DiceFrom::Given(faces.clone()),
            (None, Some(whose)) => {
                DiceFrom::ByHand { whose: Whose::named(names(whose)), otherwise: self.seeding.stream()? }
            }
            (None, None) => DiceFrom::Program(self.seeding.stream()?),
        })
    }

    /// Says of each choice made beforehand that a run did not ask for it, where that is so. Whoever something is kept from is not
    /// told: the line that asks may be kept, and so may whatever it hangs on.
    pub(super) fn unasked(&self, encounter: &Encounter, verdict: &Verdict) -> String {
        if !Audience::from(self.whom).may_see(encounter.most_kept_in_words()) {
            return String::new();
        }
        let asked = |name: &str| {
            verdict.events.iter().any(|happened| {
                let Event::Chosen { choice, how: How::Person, .. } = &happened.event else { return false };
                choice.name == name || choice.name.rsplit('.').next() == Some(name)
            })
        };
        let idle = self.choose.iter().filter(|(name, _)| !asked(name));
        let told = idle.map(|(name, option)| {
            format!("the choice `{name}` did not come up in this run, so `--choose {name}={option}` did nothing\n")
        });
        told.collect()
    }

    /// Runs a scene once.
    pub(super) fn adjudicate(&self, encounter: &Encounter, terminal: &mut Terminal) -> Result<Verdict, Exit> {
        let told = self.refuse_idle(encounter).and_then(|()| self.answer(|answers| encounter.adjudicate(answers)));
        told.map_err(|failure| terminal.fail(&failure, Exit::Refused))
    }

    /// Answers a run; a person at the terminal is asked for what nobody said. The verdict, or the failure, holds what is for
    /// whoever it is shown to.
    pub(super) fn answer(&self, run: impl FnOnce(Answers<'_>) -> Result<Verdict, Failure>) -> Result<Verdict, Failure> {
        self.answer_beside((&self.lead_up(), None), None, run)
    }

    /// Answers a run with nobody to ask, and from this seed where none is said.
    pub(super) fn answer_alone(
        &mut self,
        seed: Seed,
        run: impl FnOnce(Answers<'_>) -> Result<Verdict, Failure>,
    ) -> Result<Verdict, Failure> {
        if self.dice.is_none() {
            self.seeding.settle(seed);
        }
        let mut answers = Answers::new(self.mode.map_or(Mode::Random, Mode::from), self.dice()?);
        answers.choices = pairs(&self.choose);
        answers.policy = self.policy.as_deref().map(policies::read).transpose()?;
        let audience = Audience::from(self.whom);
        run(answers).map(|verdict| verdict.seen_by(audience)).map_err(|failure| failure.seen_by(audience))
    }

    /// The scene, played by the policy that is named.
    pub(super) fn by_policy(&self, encounter: Encounter) -> Result<Encounter, Failure> {
        match &self.policy {
            Some(path) => encounter.by_policy(&policies::read(path)?),
            None => Ok(encounter),
        }
    }

    /// The file by whose policy choices are made.
    pub(super) fn policy(&self) -> Option<&Path> {
        self.policy.as_deref()
    }

    /// Tells the person who answers what happened before each question of a run.
    pub(super) fn lead_up(&self) -> LeadUp {
        let by_hand = self.dice.is_some() || self.table.is_some();
        let mode = match self.mode.map_or(Mode::Random, Mode::from) {
            Mode::Deliberate => "deliberate",
            Mode::Automatic => "automatic",
            Mode::Random if by_hand => "dice",
            Mode::Random => "random",
        };
        LeadUp::new(self.whom.into()).answered_by(mode)
    }

    /// The same, with what leads up to each question, something told beside it, and a dice page on which rolls are asked for as well.
    pub(super) fn answer_beside(
        &self,
        (lead_up, beside): (&LeadUp, Option<&Beside<'_>>),
        mut page: Option<&mut Desk>,
        run: impl FnOnce(Answers<'_>) -> Result<Verdict, Failure>,
    ) -> Result<Verdict, Failure> {
        let mode = self.mode.map_or(Mode::Random, Mode::from);
        let dice = self.dice()?;
        let policy = self.policy.as_deref().map(policies::read).transpose()?;
        let fallen = page.as_deref().map(Desk::fallen);
        let mut hear = |happened: &Happened| lead_up.hear(happened);
        let mut needless = |_: &Ask<'_>| lead_up.hear_needless();
        let mut ask = |ask: &Ask<'_>| -> Response {
            let odds = beside.map_or_else(String::new, |beside| beside.text(ask));
            let told = terminal::aside(&[lead_up.text(), odds].concat());
            if told.is_err() {
                return Response::Never;
            }
            // Whoever plays for players reads what is asked as well.
            let for_all = (self.whom == For::Players).then(|| ask.for_everybody());
            let ask = for_all.as_ref().unwrap_or(ask);
            let answer = match &mut page {
                Some(desk) => prompt::answer_beside_page(ask, desk),
                None => prompt::answer(ask, &mut io::stdin().lock(), &mut io::stderr().lock()).unwrap_or_default(),
            };
            answer.unwrap_or(Response::Never)
        };
        let mut refused = |failure: &Failure| {
            // Whoever cannot be told is asked again all the same, and then told that.
            let _ = terminal::aside(&prompt::refusal(&failure.seen_by(self.whom.into())));
        };
        let mut answered = |answer: &Exchange| {
            if let Some(beside) = beside {
                beside.hear(answer);
            }
            if let Some(fallen) = &fallen {
                fallen.hear(answer);
            }
        };
        let mut answers = Answers::new(mode, dice);
        answers.choices = pairs(&self.choose);
        answers.answered = (beside.is_some() || fallen.is_some()).then_some(&mut answered);
        answers.policy = policy;
        if self.table.is_some() || io::stdin().is_terminal() {
            answers.person = Some(&mut ask);
            answers.events = Some(&mut hear);
            answers.refused = Some(&mut refused);
            answers.needless = Some(&mut needless);
        }
        let audience = Audience::from(self.whom);
        run(answers).map(|verdict| verdict.seen_by(audience)).map_err(|failure| failure.seen_by(audience))
    }
}

/// Pairs as a map. Each name stands in it once: see `given_twice`.
pub(super) fn pairs(pairs: &[(String, String)]) -> BTreeMap<String, String> {
    pairs.iter().cloned().collect()
}

/// Reads `NAME=VALUE`.
pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("it needs a name and a value, with `=` between them".to_owned()),
    }
}

/// Faces rolled beforehand.
#[derive(Clone, Debug)]
pub(super) struct Faces(pub(super) Vec<i64>);

/// Reads `5,4,1`, in every way in which faces can be typed at the table.
pub(super) fn dice(text: &str) -> Result<Faces, String> {
    by_hand::faces_of_any(text).map(Faces)
}

/// Names without the space around them.
fn names(written: &[String]) -> Vec<String> {
    written.iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}
