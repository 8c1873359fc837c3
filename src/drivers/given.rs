//! Answers with dice that someone rolled at the table and typed in.

use crate::machine::{Answer, FaultKind, How, Unanswered};

/// A list of faces, used from the front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenDice {
    faces: Vec<i64>,
    used: usize,
}

impl GivenDice {
    /// These faces, in the order in which the dice are rolled.
    pub fn new(faces: Vec<i64>) -> Self {
        Self { faces, used: 0 }
    }

    /// A roll: the next faces.
    ///
    /// # Errors
    /// When they run out, or a die cannot show its face.
    pub fn roll(&mut self, sides: &[i64], path: &str) -> Result<Vec<i64>, FaultKind> {
        let left = self.faces.len() - self.used;
        if left < sides.len() {
            let dice = if sides.len() == 1 { "a die".to_owned() } else { format!("{} dice", sides.len()) };
            let given = match left {
                0 => "no more dice were given".to_owned(),
                1 => "only one more die was given".to_owned(),
                _ => format!("only {left} more dice were given"),
            };
            let what = format!("`{path}` rolls {dice}, but {given}");
            return Err(refused(what, Unanswered::TooFewDice));
        }
        let faces = &self.faces[self.used..self.used + sides.len()];
        for (place, (face, sides)) in faces.iter().zip(sides).enumerate() {
            if !(1..=*sides).contains(face) {
                let number = self.used + place + 1;
                let what = format!(
                    "die number {number} shows {face}, but `{path}` rolls a d{sides} there, which goes from 1 to {sides}"
                );
                return Err(refused(what, Unanswered::ImpossibleFace));
            }
        }
        let faces = faces.to_vec();
        self.used += sides.len();
        Ok(faces)
    }

    /// A draw: the next number is the card's, as its system counts them.
    ///
    /// # Errors
    /// When the numbers run out, or this one is no card's.
    pub fn draw(&mut self, path: &str) -> Result<Answer, FaultKind> {
        let Some(told) = self.faces.get(self.used) else {
            let what = format!("`{path}` draws a card, but no given numbers are left");
            return Err(refused(what, Unanswered::TooFewDice));
        };
        let card = u32::try_from(*told).map_err(|_| {
            let number = self.used + 1;
            let what = format!(
                "number {number} in the list is {told}, but `{path}` draws a card, and cards are numbered from 0"
            );
            refused(what, Unanswered::ImpossibleFace)
        })?;
        self.used += 1;
        Ok(Answer::Card(card, How::Given))
    }

    /// All of them must have been used.
    ///
    /// # Errors
    /// When some are left over.
    pub fn finish(&self) -> Result<(), FaultKind> {
        if self.used == self.faces.len() {
            return Ok(());
        }
        let what = match (self.faces.len(), self.used) {
            (1, _) => "a die was given, but none is rolled".to_owned(),
            (given, 0) => format!("{given} dice were given, but none are rolled"),
            (given, used) => format!("{given} dice were given, but the scene rolled only {used} of them"),
        };
        Err(refused(what, Unanswered::TooManyDice))
    }
}

fn refused(what: String, why: Unanswered) -> FaultKind {
    FaultKind::NoAnswer { what, why }
}
