//! Rolls and ladders of a scene where no one acts.

use super::super::{Method, Question, Register, Trace};
use super::Lowering;
use super::joined_rolls::Purpose;
use super::partial_value::{Context, PartialValue};
use super::pieces::Piece;
use super::resolve::By;
use crate::model::{Chance, ChanceKind, Expr, ScaleId};
use crate::shared_text::SharedText;

impl<'m> Lowering<'m, '_> {
    /// A roll or a ladder of the scene's own.
    pub fn chance(&mut self, context: &Context<'m>, chance: &'m Chance) {
        let own = &self.scene.own[chance.own];
        let (method, said) = match &chance.method {
            Some(method) => (self.method_of(method), None),
            None if chance.shown.is_some() => (Method::Random, None),
            None => self.method_of_scene(),
        };
        if let Some(piece) = said {
            self.ledger.take(piece);
        }
        let path = own.name.clone();
        let word = if let ChanceKind::Roll(_) = chance.kind { "roll" } else { "resolve" };
        let (procedure, text) = (SharedText::new_static(word), own.text.clone());
        self.emit.trace(Trace::Begin { path: path.clone(), procedure, text, roles: [].into() });
        match &chance.kind {
            ChanceKind::Roll(dice) => self.roll_own(context, chance, (dice, &path), method),
            ChanceKind::Resolve(scale, total) => {
                if let Some(into) = self.own(chance.own).value {
                    let reads = self.reads(context, total).into();
                    let total = self.operand(context, total);
                    self.resolve_with(
                        (into, &path),
                        (*scale, total, &reads),
                        (method, By::Itself(chance.shown.as_ref())),
                    );
                    self.own_meaning(context, chance, (*scale, into));
                }
            }
        }
        self.emit.trace(Trace::End { path });
    }

    fn roll_own(
        &mut self,
        context: &Context<'m>,
        chance: &'m Chance,
        (dice, path): (&'m Expr, &SharedText),
        method: Method,
    ) {
        let answers = self.own(chance.own).answers;
        let questions = answers.iter().filter(|(question, _)| *question != Question::Kept).copied().collect();
        let purpose = Purpose {
            path: path.clone(),
            questions,
            judged: None,
            method,
            stated: chance.shown.as_ref().map(|shown| self.stated_by(shown)),
        };
        let mut rolled = self.eval(context, dice);
        if let PartialValue::Absent | PartialValue::Scalar(_) = rolled {
            rolled = PartialValue::Dice(dice, Box::new(context.clone()));
        }
        let kept = self.roll(&rolled, &purpose);
        if let Some(stated) = &purpose.stated {
            self.all_have_fallen(stated, path);
        }
        for (_, register) in answers.iter().filter(|(question, _)| *question == Question::Kept) {
            self.emit.copy(*register, kept);
        }
    }

    fn own_meaning(&mut self, context: &Context<'m>, chance: &'m Chance, (scale, level): (ScaleId, Register)) {
        if chance.texts.is_empty() {
            return;
        }
        let (levels, aside) = (self.system.scales[scale].levels.len(), self.emit.aside());
        let text = |place| chance.texts.get(&place).map(|text| self.wording_aside(context, &text.text));
        let texts = (0..levels).map(text).collect();
        self.emit.end_aside(aside);
        let told = chance.texts.keys().map(|level| (Piece::OwnText(chance.own, *level), *level)).collect();
        self.take_told(told, level);
        let path = self.register_name(level);
        self.emit.trace(Trace::Meaning { path, level, texts });
    }
}
