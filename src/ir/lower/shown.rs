//! Dice and cards whose faces are stated by a line of the scene.

use super::super::{Binary, DiceTerm, Operand, Refusal, Register, ShownFaces};
use super::partial_value::Context;
use super::pieces::Piece;
use super::{Lowering, emit};
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::model::{InvocationId, LocalId, LocalKind, Shown};
use crate::shared_text::SharedText;

/// What to do where a line states too many faces or too few.
pub const HELP: &str = "write the face of each die, in the order rolled";

/// Faces that are stated for the dice of a line.
#[derive(Clone)]
pub struct Stated<'m> {
    shown: &'m Shown,
    /// How many dice have fallen.
    fallen: Register,
    /// How many conditions that are known only at the table stand around the line.
    branches: usize,
}

impl<'m> Lowering<'m, '_> {
    /// What the scene states of the rolls of a line, if it does.
    pub fn stated(&mut self, context: &Context<'m>, local: LocalId) -> Option<Stated<'m>> {
        let (invocation, _) = context.invocation?;
        let shown = self.scene.invocations[invocation].shown.get(&local)?;
        let is_first = !self.ledger.has_taken(Piece::Shown(invocation, local));
        self.ledger.take_at(Piece::Shown(invocation, local), self.emit.here());
        if let Some(complaint) = self.met_for_several(invocation, local, shown) {
            self.sink.extend(is_first.then_some(complaint));
            return None;
        }
        Some(self.stated_by(shown))
    }

    /// The faces that a line states for the dice behind it.
    pub fn stated_by(&mut self, shown: &'m Shown) -> Stated<'m> {
        let fallen = self.emit.temporary();
        self.emit.copy(fallen, Operand::Value(0));
        Stated { shown, fallen, branches: self.branches }
    }

    /// Of what is met by chance for each item of a plan, one line cannot state which faces are whose.
    fn met_for_several(&self, invocation: InvocationId, local: LocalId, shown: &Shown) -> Option<Diagnostic> {
        let procedure = self.scene.invocations[invocation].procedure;
        let declared = &self.system.procedures[procedure].locals[local];
        let items = self.item_count(invocation, declared.item_of?);
        if items < 2 {
            return None;
        }
        let (is_met, fallen) = if declared.kind == LocalKind::Draw { ("drawn", "cards") } else { ("rolled", "dice") };
        let message = format!("`{}` is {is_met} once for each of {items} items", declared.name);
        let help = format!("give their {fallen} in order for the whole run, with `--dice` or `expect dice`");
        Some(Diagnostic::error(codes::METHOD, shown.span, message).help(help))
    }

    /// What the dice of one roll show: of those that take several, behind the dice that have fallen.
    pub fn shown_faces(&mut self, stated: &Stated<'m>) -> ShownFaces {
        let faces = stated.shown.faces.iter().map(|(face, _)| *face).collect();
        let fallen = if self.joined.is_some() { Operand::Register(stated.fallen) } else { Operand::Value(0) };
        ShownFaces { faces, fallen }
    }

    /// How many dice have fallen once these have; as many faces must be stated. What is known of them beforehand is compared at
    /// once.
    pub fn enough_are_stated(&mut self, stated: &Stated<'m>, dice: &[DiceTerm], path: &SharedText) -> Operand {
        let counts = dice.iter().map(|term| term.count);
        let before = if self.joined.is_some() { Operand::Register(stated.fallen) } else { Operand::Value(0) };
        let fallen = counts.fold(before, |sum, count| self.emit.binary(Binary::Add, sum, count));
        if self.branches == stated.branches {
            self.compare(stated, fallen, dice, path);
        }
        self.refuse(stated, (Binary::LessOrEqual, fallen), path);
        fallen
    }

    /// So many dice have fallen.
    pub fn have_fallen(&mut self, stated: &Stated<'m>, fallen: Operand) {
        self.emit.copy(stated.fallen, fallen);
    }

    /// Stops the run at the line that states the faces, unless so many dice have fallen.
    fn refuse(&mut self, stated: &Stated<'m>, (op, fallen): (Binary, Operand), path: &SharedText) {
        let count = i64::try_from(stated.shown.faces.len()).unwrap_or(i64::MAX);
        let old = std::mem::replace(&mut self.emit.span, stated.shown.span);
        let fits = self.emit.binary(op, fallen, Operand::Value(count));
        if emit::is_yes(fits) != Some(true) {
            self.emit.refuse_unless(fits, Refusal::Shown { what: path.clone(), rolled: fallen, stated: count });
        }
        self.emit.span = old;
    }

    fn compare(&mut self, stated: &Stated<'m>, fallen: Operand, dice: &[DiceTerm], path: &SharedText) {
        let faces = &stated.shown.faces;
        let count = i64::try_from(faces.len()).unwrap_or(i64::MAX);
        if let Some(Some(rolled)) = emit::known(fallen)
            && rolled != count
        {
            let (message, code) = miscounted(path, rolled, count);
            self.sink.push(Diagnostic::error(code, stated.shown.span, message).help(HELP));
            return;
        }
        let sides = dice.iter().flat_map(|term| {
            let (count, sides) = (emit::known(term.count).flatten(), emit::known(term.sides).flatten());
            std::iter::repeat_n(sides, count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0))
        });
        let impossible =
            |((face, _), sides): &(&(i64, _), Option<i64>)| sides.is_some_and(|sides| !(1..=sides).contains(face));
        if let Some(((face, span), Some(sides))) = faces.iter().zip(sides).find(impossible) {
            let message = format!("a d{sides} shows 1 to {sides}, not {face}");
            let help = format!("write a number from 1 to {sides}");
            self.sink.push(Diagnostic::error(codes::IMPOSSIBLE_FACE, *span, message).help(help));
        }
    }

    /// All dice of the line have fallen: as many as faces are stated.
    pub fn all_have_fallen(&mut self, stated: &Stated<'m>, path: &SharedText) {
        self.refuse(stated, (Binary::Equal, Operand::Register(stated.fallen)), path);
    }

    /// The number of the card that is stated for a draw.
    pub fn shown_card(&mut self, stated: &Stated<'m>, cards: usize, path: &SharedText) -> Option<u32> {
        let (place, message) = match stated.shown.faces.as_slice() {
            [(card, span)] => match u32::try_from(*card).ok().filter(|card| (*card as usize) < cards) {
                Some(card) => return Some(card),
                None => (*span, format!("there is no card {card}: this deck has {cards}, numbered from 0")),
            },
            several => (stated.shown.span, format!("`{path}` draws 1 card, but {} are stated", several.len())),
        };
        let found = Diagnostic::error(codes::IMPOSSIBLE_FACE, place, message);
        self.sink.push(found.help("write the number of the card, as numbered in its system"));
        None
    }
}

/// Says that more dice or fewer fall than faces are stated, with the code of it.
pub fn miscounted(path: &str, rolled: i64, stated: i64) -> (String, Code) {
    let dice = if rolled == 1 { "1 die".to_owned() } else { format!("{rolled} dice") };
    let are = if stated == 1 { "1 face is".to_owned() } else { format!("{stated} faces are") };
    let code = if stated < rolled { codes::TOO_FEW_DICE } else { codes::TOO_MANY_DICE };
    (format!("`{path}` rolls {dice}, but {are} stated"), code)
}
