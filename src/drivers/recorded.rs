//! Gives recorded answers again, and records new ones.
//!
//! A record also names the question, in words that stay the same when lines of a script move. A replay
//! compares both, so that a script that now asks something else is found at once.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use smol_str::ToSmolStr;

use super::{Driver, chosen};
use crate::ir::{Choose, Program};
use crate::machine::{Answer, Ask, FaultKind, How, Machine, Unanswered};
use crate::semantics::chance::Repeats;

/// A question that was asked on the way, with its answer. With the entry it was asked in, the path, the person and the
/// time are the address of its dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// The path it was asked for: `lift.height`.
    pub path: String,
    /// Whose dice or cards they are; empty when nobody's, and for what is no roll or draw.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub by: String,
    /// How often it was asked before, in the same entry or run, under this path and for this person.
    #[serde(default, skip_serializing_if = "is_first")]
    pub time: u64,
    /// The question: `resolve height`, `roll 2d6`, `draw from deck`, `choose shove or shout`.
    pub question: String,
    /// What was answered, in a form that can be stored and given again.
    pub reply: Reply,
}

/// An answer as it can be given again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Reply {
    /// A ladder is read in its judged column.
    Judged,
    /// The best level is taken.
    Best,
    /// It is rolled; the faces follow as an answer of their own.
    ToBeRolled,
    /// Dice were rolled or told.
    Faces {
        /// The sides of each die.
        sides: Vec<i64>,
        /// What they show, in the same order.
        faces: Vec<i64>,
        /// How they came about.
        how: How,
    },
    /// A card was drawn or told.
    Card {
        /// Its number in the deck.
        card: u32,
        /// How it came up.
        how: How,
    },
    /// Somebody chose, or the default was taken.
    Chosen {
        /// An option's name, or a number.
        option: String,
        /// Whether a person chose, or the default was taken.
        how: How,
    },
}

/// The answers that are given again.
#[derive(Clone, Copy, Debug, Default)]
pub struct Before<'a> {
    /// Those of runs that are over, for what stands before the new run.
    pub happened: &'a [Exchange],
    /// How many events those runs had.
    pub events: usize,
    /// Those that the new run itself had before it was cut off.
    pub replies: &'a [Exchange],
}

/// Is told of every new answer before it counts; what it says goes wrong ends the run.
pub type Told<'a> = &'a mut dyn FnMut(&Exchange) -> Result<(), String>;

/// A driver that first gives the answers of before, and then asks another.
pub struct Recording<'a> {
    program: &'a Program,
    before: VecDeque<Exchange>,
    /// So many of them, the last, were given in earlier attempts at this very run.
    own: usize,
    /// Counts what is asked in the new run.
    asked: Times,
    driver: &'a mut dyn Driver,
    /// Nobody: the run is broken off at the first question that is new.
    told: Option<Told<'a>>,
}

impl<'a> Recording<'a> {
    /// Gives the answers of `before`, and then pauses; `driver` is asked for functions only.
    pub fn only(program: &'a Program, before: &[Exchange], driver: &'a mut dyn Driver) -> Self {
        Self { program, before: before.iter().cloned().collect(), own: 0, asked: Times::default(), driver, told: None }
    }

    /// Gives the answers of `before`, asks `driver` for all others, and tells of each.
    pub fn then(program: &'a Program, before: Before<'_>, driver: &'a mut dyn Driver, told: Told<'a>) -> Self {
        let known = before.happened.iter().chain(before.replies).cloned().collect();
        Self { program, before: known, own: before.replies.len(), asked: Times::default(), driver, told: Some(told) }
    }

    fn ask_on(&mut self, ask: &Ask<'_>, question: Question<'_>) -> Result<Answer, FaultKind> {
        let Some(told) = &mut self.told else { return Err(FaultKind::Paused) };
        let time = self.asked.next(&question);
        let answer = self.driver.answer(ask)?;
        if let Some(reply) = reply(ask, &answer) {
            told(&question.asked(time, reply))
                .map_err(|what| FaultKind::NoAnswer { what, why: Unanswered::NotRecorded })?;
        }
        Ok(answer)
    }
}

impl Driver for Recording<'_> {
    fn stands(&mut self, machine: &Machine<'_>) {
        self.driver.stands(machine);
    }

    fn answer(&mut self, ask: &Ask<'_>) -> Result<Answer, FaultKind> {
        // Functions are pure: they are asked again.
        let Some(question) = Question::of(self.program, ask) else { return self.driver.answer(ask) };
        match self.before.pop_front() {
            Some(before) => {
                let answer = again(self.program, ask, &before)?;
                if self.before.len() < self.own {
                    self.asked.next(&question);
                    self.driver.pass(ask, &answer);
                }
                Ok(answer)
            }
            None => self.ask_on(ask, question),
        }
    }

    fn finish(&mut self) -> Result<(), FaultKind> {
        match self.before.front() {
            Some(left) => Err(FaultKind::Diverged { was: in_words(&left.path, &left.question), now: String::new() }),
            None => self.driver.finish(),
        }
    }
}

/// The answer of before, if it was given to the same question.
///
/// # Errors
/// When something else is asked now, or the answer does not fit any more.
pub fn again(program: &Program, ask: &Ask<'_>, before: &Exchange) -> Result<Answer, FaultKind> {
    let question = Question::of(program, ask);
    let same = question.as_ref().is_some_and(|now| before.path == now.path && before.question == now.words);
    let answer = if same { answer(ask, &before.reply) } else { None };
    answer.ok_or_else(|| FaultKind::Diverged {
        was: in_words(&before.path, &before.question),
        now: question.map_or_else(String::new, |now| in_words(now.path, &now.words)),
    })
}

fn in_words(path: &str, question: &str) -> String {
    format!("{path}: {question}")
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it may leave out by reference")]
fn is_first(time: &u64) -> bool {
    *time == 0
}

/// The sorts of questions, which are counted by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sort {
    Resolve,
    /// Rolls and draws.
    Chance,
    Choose,
}

/// What an answer is given to.
pub(super) struct Question<'a> {
    pub(super) sort: Sort,
    pub(super) path: &'a str,
    pub(super) by: &'a str,
    /// As [`Exchange::question`] has it.
    pub(super) words: String,
}

impl<'a> Question<'a> {
    /// A question to a function is none that is written down.
    pub(super) fn of(program: &Program, ask: &Ask<'a>) -> Option<Self> {
        let (sort, path, by, words) = match ask {
            Ask::Resolve { scale, path, .. } => {
                let name = program.scales.get(*scale as usize).map_or("", |scale| scale.name.as_str());
                (Sort::Resolve, *path, "", format!("resolve {name}"))
            }
            Ask::Roll { roll, sides, .. } => {
                (Sort::Chance, roll.path.as_str(), roll.by.name.as_str(), format!("roll {}", dice(sides)))
            }
            Ask::Draw { deck, path, by, .. } => {
                let name = program.decks.get(*deck as usize).map_or("", |deck| deck.name.as_str());
                (Sort::Chance, *path, by.name.as_str(), format!("draw from {name}"))
            }
            Ask::Choose { choose, low, high, .. } => {
                (Sort::Choose, choose.path.as_str(), "", format!("choose {}", chosen::possible(choose, *low, *high)))
            }
            Ask::Call { .. } => return None,
        };
        Some(Self { sort, path, by, words })
    }

    fn asked(self, time: u64, reply: Reply) -> Exchange {
        Exchange { path: self.path.to_owned(), by: self.by.to_owned(), time, question: self.words, reply }
    }
}

impl Exchange {
    /// What sort of question this was.
    pub(super) fn sort(&self) -> Sort {
        match self.reply {
            Reply::Judged | Reply::Best | Reply::ToBeRolled => Sort::Resolve,
            Reply::Faces { .. } | Reply::Card { .. } => Sort::Chance,
            Reply::Chosen { .. } => Sort::Choose,
        }
    }
}

/// Counts questions of each sort.
#[derive(Debug, Default)]
pub(super) struct Times {
    resolved: Repeats,
    drawn: Repeats,
    chosen: Repeats,
}

impl Times {
    /// How often this was asked before; from now on it is once more.
    pub(super) fn next(&mut self, question: &Question<'_>) -> u64 {
        let repeats = match question.sort {
            Sort::Resolve => &mut self.resolved,
            Sort::Chance => &mut self.drawn,
            Sort::Choose => &mut self.chosen,
        };
        repeats.next(question.path, question.by)
    }
}

/// `2d6+1d8`
fn dice(sides: &[i64]) -> String {
    let runs = sides.chunk_by(|one, next| one == next);
    let terms: Vec<String> = runs.map(|run| format!("{}d{}", run.len(), run.first().unwrap_or(&0))).collect();
    terms.join("+")
}

fn reply(ask: &Ask<'_>, answer: &Answer) -> Option<Reply> {
    Some(match (ask, answer) {
        (_, Answer::Judge(_)) => Reply::Judged,
        (_, Answer::Best(_)) => Reply::Best,
        (_, Answer::Roll) => Reply::ToBeRolled,
        (Ask::Roll { sides, .. }, Answer::Faces(faces, how)) => {
            Reply::Faces { sides: sides.clone(), faces: faces.clone(), how: *how }
        }
        (_, Answer::Card(card, how)) => Reply::Card { card: *card, how: *how },
        (Ask::Choose { choose, .. }, Answer::Choice(value, how)) => {
            Reply::Chosen { option: option(choose, *value), how: *how }
        }
        (_, Answer::Choice(value, how)) => Reply::Chosen { option: value.to_string(), how: *how },
        // Faces answer nothing but a roll: the machine will refuse them.
        (_, Answer::Called(_) | Answer::Faces(..)) => return None,
    })
}

/// Each answer that a choice can have, as it would be written down if it were given; nothing of another question.
#[cfg(feature = "cli")]
pub fn options(program: &Program, ask: &Ask<'_>) -> Vec<Exchange> {
    let Ask::Choose { low, high, .. } = ask else { return Vec::new() };
    let exchange = |value| {
        let reply = reply(ask, &Answer::Choice(value, How::Person))?;
        Some(Question::of(program, ask)?.asked(0, reply))
    };
    (*low..=*high).filter_map(exchange).collect()
}

fn option(choose: &Choose, value: i64) -> String {
    let name = usize::try_from(value).ok().and_then(|place| choose.options.get(place));
    name.cloned().unwrap_or_else(|| value.to_smolstr()).into()
}

/// The same answer once more; `None` when it does not fit the question any more.
pub(super) fn answer(ask: &Ask<'_>, reply: &Reply) -> Option<Answer> {
    match (ask, reply) {
        // How a ladder is judged where the rulebook prints nothing is told by the roll that follows.
        (Ask::Resolve { .. }, Reply::Judged) => Some(Answer::Judge(How::Deliberate)),
        (Ask::Resolve { .. }, Reply::Best) => Some(Answer::Best(How::Best)),
        (Ask::Resolve { .. }, Reply::ToBeRolled) => Some(Answer::Roll),
        (Ask::Roll { .. }, Reply::Faces { faces, how, .. }) => Some(Answer::Faces(faces.clone(), *how)),
        (Ask::Draw { .. }, Reply::Card { card, how }) => Some(Answer::Card(*card, *how)),
        (Ask::Choose { choose, low, high, .. }, Reply::Chosen { option, how }) => {
            chosen::read(choose, option, *low, *high).map(|value| Answer::Choice(value, *how))
        }
        (
            Ask::Resolve { .. } | Ask::Roll { .. } | Ask::Draw { .. } | Ask::Choose { .. } | Ask::Call { .. },
            Reply::Judged
            | Reply::Best
            | Reply::ToBeRolled
            | Reply::Faces { .. }
            | Reply::Card { .. }
            | Reply::Chosen { .. },
        ) => None,
    }
}
