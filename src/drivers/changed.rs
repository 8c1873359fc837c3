//! Gives earlier answers again to a script that may have changed: each to the question at its own address.
//!
//! If there was no such question, or the old roll no longer fits it, another driver answers. Dice that it
//! rolls are marked as rolled anew.

use std::collections::BTreeMap;

use super::recorded::{self, Exchange, Question, Reply, Sort, Times};
use super::{Driver, chosen};
use crate::ir::{Program, Roll};
use crate::machine::{Answer, Ask, FaultKind, How, Machine, OnTable};
use crate::semantics::arithmetic::Value;

/// Where a question was asked: its sort, path, person and time.
type Address<'a> = (Sort, &'a str, &'a str, u64);

/// A driver that gives the answers of before where they fit, and asks another for all others.
pub struct Changed<'a> {
    program: &'a Program,
    before: BTreeMap<Address<'a>, &'a Exchange>,
    /// Counts what is asked.
    asked: Times,
    driver: &'a mut dyn Driver,
}

impl<'a> Changed<'a> {
    /// Gives the answers of `before`, which are those of a single run or entry, and asks `driver` where none fits.
    pub fn new(program: &'a Program, before: &'a [Exchange], driver: &'a mut dyn Driver) -> Self {
        let address = |asked: &'a Exchange| (asked.sort(), asked.path.as_str(), asked.by.as_str(), asked.time);
        let before = before.iter().map(|asked| (address(asked), asked)).collect();
        Self { program, before, asked: Times::default(), driver }
    }

    /// The dice of before that are still rolled show what they showed; the driver is told, and all others are rolled.
    fn roll(
        &mut self,
        ask: &Ask<'_>,
        (roll, sides): (&Roll, &[i64]),
        before: Option<&Reply>,
    ) -> Result<Answer, FaultKind> {
        let mut old = vec![None; sides.len()];
        if let Some(Reply::Faces { sides: were, faces, how }) = before
            && is_rolled(*how)
        {
            let shown = were.iter().zip(faces);
            for (old, (sides, (was, face))) in old.iter_mut().zip(sides.iter().zip(shown)) {
                *old = Some(*face).filter(|_| sides == was);
            }
            if let Some(faces) = old.iter().copied().collect() {
                let answer = Answer::Faces(faces, *how);
                self.driver.pass(ask, &answer);
                return Ok(answer);
            }
        }
        let on_table = OnTable::new(old);
        let asked = Ask::Roll { roll, sides: sides.to_vec(), on_table: on_table.clone() };
        Ok(match self.driver.answer(&asked)? {
            Answer::Faces(faces, how) if is_rolled(how) => Answer::Faces(on_table.over(faces), anew(how)),
            // It was judged.
            Answer::Faces(faces, how) => Answer::Faces(faces, how),
            other @ (Answer::Judge(_)
            | Answer::Best(_)
            | Answer::Roll
            | Answer::Card(..)
            | Answer::Choice(..)
            | Answer::Called(_)) => other,
        })
    }

    /// The card of before, if it can still come up.
    fn draw(&mut self, ask: &Ask<'_>, before: Option<&Reply>) -> Result<Answer, FaultKind> {
        if let (Ask::Draw { left, .. }, Some(Reply::Card { card, how })) = (ask, before)
            && is_rolled(*how)
            && left.iter().any(|(still, _)| still == card)
        {
            let answer = Answer::Card(*card, *how);
            self.driver.pass(ask, &answer);
            return Ok(answer);
        }
        Ok(match self.driver.answer(ask)? {
            Answer::Card(card, how) => Answer::Card(card, anew(how)),
            other @ (Answer::Judge(_)
            | Answer::Best(_)
            | Answer::Roll
            | Answer::Faces(..)
            | Answer::Choice(..)
            | Answer::Called(_)) => other,
        })
    }
}

impl Driver for Changed<'_> {
    fn stands(&mut self, machine: &Machine<'_>) {
        self.driver.stands(machine);
    }

    fn answer(&mut self, ask: &Ask<'_>) -> Result<Answer, FaultKind> {
        // Functions are pure: they are asked again.
        let Some(question) = Question::of(self.program, ask) else { return self.driver.answer(ask) };
        let time = self.asked.next(&question);
        let before = self.before.get(&(question.sort, question.path, question.by, time)).copied();
        let reply = before.map(|before| &before.reply);
        match ask {
            Ask::Roll { roll, sides, .. } => self.roll(ask, (roll, sides), reply),
            // A card of another deck is another card.
            Ask::Draw { .. } => {
                let same = before.filter(|before| before.question == question.words);
                self.draw(ask, same.map(|before| &before.reply))
            }
            Ask::Choose { default, .. } => {
                let again = reply.and_then(|reply| chosen_again(ask, reply, *default));
                again.map_or_else(|| self.driver.answer(ask), Ok)
            }
            Ask::Resolve { .. } | Ask::Call { .. } => {
                let again = reply.and_then(|reply| recorded::answer(ask, reply));
                again.map_or_else(|| self.driver.answer(ask), Ok)
            }
        }
    }

    fn finish(&mut self) -> Result<(), FaultKind> {
        self.driver.finish()
    }
}

/// The choice of before. Where the default was taken, it is the default of this run that is taken again.
fn chosen_again(ask: &Ask<'_>, reply: &Reply, default: Value) -> Option<Answer> {
    match reply {
        Reply::Chosen { how: How::Default, .. } => chosen::by_default(default),
        Reply::Chosen { .. }
        | Reply::Judged
        | Reply::Best
        | Reply::ToBeRolled
        | Reply::Faces { .. }
        | Reply::Card { .. } => recorded::answer(ask, reply),
    }
}

/// Whether dice or cards were rolled or drawn, and not judged.
fn is_rolled(how: How) -> bool {
    match how {
        How::Random | How::Redrawn | How::Given => true,
        How::Deliberate
        | How::Extension
        | How::Stated
        | How::Unasked
        | How::Automatic
        | How::Best
        | How::Person
        | How::Default => false,
    }
}

/// What the program rolls where something else happened before is marked.
fn anew(how: How) -> How {
    if how == How::Random { How::Redrawn } else { how }
}
