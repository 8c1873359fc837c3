//! Answers: checked against the question, written into the state, reported to every listener.

use super::ask::{Resolving, bad};
use super::run::{Machine, Move};
use super::{Answer, Ask, Called, Fault, FaultKind, How, Listener, Told};
use crate::ir::{Choose, Instruction, Register, Roll, Value};
use crate::semantics::dice::{self, Question};
use crate::shared_text::SharedText;

impl<'p> Machine<'p> {
    /// Answers the question the run has stopped at, and goes past it.
    ///
    /// # Errors
    /// When the answer does not fit the question; the question then still stands.
    pub fn answer(&mut self, answer: Answer, listener: &mut dyn Listener) -> Result<(), Fault> {
        let at = self.state.at;
        match self.take_answer(answer, listener).map_err(|kind| Fault { at, kind })? {
            Move::To(to) => self.state.at = to,
            Move::Next | Move::Ask(_) | Move::Done => self.step_on(),
        }
        Ok(())
    }

    fn take_answer(&mut self, answer: Answer, listener: &mut dyn Listener) -> Result<Move<'p>, FaultKind> {
        let instruction = self.instruction()?;
        match answer {
            Answer::Judge(how) => return self.judge(self.resolving_here()?, how, listener),
            Answer::Best(how) => {
                let resolving = self.resolving_here()?;
                let best = self.scale(resolving.scale)?.best();
                return self.resolved(resolving, best, how, listener);
            }
            Answer::Roll => {
                self.resolving_here()?;
            }
            Answer::Faces(faces, how) => {
                let Instruction::Roll(roll) = instruction else { return Err(another()) };
                let sides = self.sides(roll)?.ok_or_else(|| bad("the dice are unreached"))?;
                self.show(roll, &sides, &faces, how, listener)?;
            }
            Answer::Card(card, how) => {
                let Instruction::Draw { into, deck, .. } = instruction else { return Err(another()) };
                self.take(*into, *deck, card, how, listener)?;
            }
            Answer::Choice(value, how) => {
                let Instruction::Choose(choose) = instruction else { return Err(another()) };
                self.chosen(choose, value, how, listener)?;
            }
            Answer::Called(called) => {
                let Instruction::Call { into, function, path, .. } = instruction else { return Err(another()) };
                self.called((into, *function, path), &called, listener)?;
            }
        }
        Ok(Move::Next)
    }

    /// The ladder at the present instruction, if it is one that was asked about.
    fn resolving_here(&self) -> Result<Resolving<'p>, FaultKind> {
        let Instruction::Resolve { .. } = self.instruction()? else { return Err(another()) };
        self.resolving()
    }

    /// Reads the judged column; where it has nothing to say, the roll that follows answers with its judged faces.
    pub(super) fn judge(
        &mut self,
        resolving: Resolving<'p>,
        how: How,
        listener: &mut dyn Listener,
    ) -> Result<Move<'p>, FaultKind> {
        match self.band(resolving.scale, true, resolving.total)? {
            Some(level) => self.resolved(resolving, Some(level), how, listener),
            None => Ok(Move::Next),
        }
    }

    pub(super) fn resolved(
        &mut self,
        resolving: Resolving<'p>,
        level: Value,
        how: How,
        listener: &mut dyn Listener,
    ) -> Result<Move<'p>, FaultKind> {
        let Resolving { into, scale, total, path, after } = resolving;
        self.write(into, level)?;
        self.tell(listener, &Told::Resolved { into, scale, total, path, how })?;
        Ok(Move::To(after))
    }

    /// Takes the faces of a roll and answers its questions from them.
    pub(super) fn show(
        &mut self,
        roll: &Roll,
        sides: &[i64],
        faces: &[i64],
        how: How,
        listener: &mut dyn Listener,
    ) -> Result<(), FaultKind> {
        check_faces(sides, faces)?;
        for (question, into) in &roll.questions {
            self.write(*into, dice::answer(*question, faces, roll.keep))?;
        }
        let kept = dice::kept(faces, roll.keep);
        let value = dice::answer(Question::Kept, faces, roll.keep).unwrap_or(0);
        self.tell(listener, &Told::Rolled { roll, sides, faces, kept: &kept, value, how })
    }

    /// Takes a card. The card judgement sees stays in the deck; any other is gone.
    pub(super) fn take(
        &mut self,
        into: Register,
        deck: u32,
        card: u32,
        how: How,
        listener: &mut dyn Listener,
    ) -> Result<(), FaultKind> {
        let left = self.left(deck)?;
        let known = self.deck(deck)?;
        let taken = self.counts_as(known, card);
        let taken = taken.ok_or_else(|| bad(format!("`{}` has no card {card}", known.name)))?;
        if takes_the_card(how) {
            if !left.iter().any(|(still, _)| *still == taken) {
                return Err(bad(format!("card {card} of `{}` has already been drawn", known.name)));
            }
            let drawn = self.drawn(deck)?;
            let place = drawn.partition_point(|other| *other < taken);
            drawn.insert(place, taken);
        }
        self.write(into, Some(i64::from(card)))?;
        let path = self.draw_path()?;
        self.tell(listener, &Told::Drawn { deck, card, path, how })
    }

    fn called(
        &mut self,
        (into, function, path): (&[Register], u32, &SharedText),
        called: &Called,
        listener: &mut dyn Listener,
    ) -> Result<(), FaultKind> {
        let values = &called.values;
        if into.len() != values.len() {
            return Err(bad(format!("a function must return {} values, not {}", into.len(), values.len())));
        }
        let Move::Ask(Ask::Call { arguments, .. }) = self.ask(self.instruction()?, listener)? else {
            return Err(bad("no function is called here"));
        };
        for (register, value) in into.iter().zip(values) {
            self.write(*register, *value)?;
        }
        self.tell(listener, &Told::Called { function, arguments: &arguments, path, called })
    }

    fn draw_path(&self) -> Result<&'p SharedText, FaultKind> {
        let Instruction::Draw { path, .. } = self.instruction()? else { return Err(bad("no card is drawn here")) };
        Ok(path)
    }

    fn chosen(
        &mut self,
        choose: &'p Choose,
        value: i64,
        how: How,
        listener: &mut dyn Listener,
    ) -> Result<(), FaultKind> {
        let Move::Ask(Ask::Choose { low, high, .. }) = self.choose(choose)? else {
            return Err(bad(format!("there is nothing to choose for `{}`", choose.path)));
        };
        if value < low || high < value {
            return Err(bad(format!("`{}` must be from {low} to {high}, not {value}", choose.path)));
        }
        self.write(choose.into, Some(value))?;
        self.tell(listener, &Told::Chosen { choose, value, how })
    }
}

fn another() -> FaultKind {
    bad("this answers another question")
}

/// Whether a card that came up so is gone from the deck.
fn takes_the_card(how: How) -> bool {
    match how {
        How::Deliberate | How::Extension | How::Automatic | How::Best => false,
        How::Random | How::Redrawn | How::Given | How::Stated | How::Unasked | How::Person | How::Default => true,
    }
}

fn check_faces(sides: &[i64], faces: &[i64]) -> Result<(), FaultKind> {
    if sides.len() != faces.len() {
        return Err(bad(format!("{} dice were rolled, but {} faces given", sides.len(), faces.len())));
    }
    match sides.iter().zip(faces).find(|(sides, face)| !(1..=**sides).contains(*face)) {
        Some((sides, face)) => Err(bad(format!("a d{sides} shows 1 to {sides}, not {face}"))),
        None => Ok(()),
    }
}
