//! Questions to chance: ladders, rolls and cards.

use std::sync::Arc;

use super::super::{Address, Binary, Instruction, Method, Operand, Question, Register, Shape, Trace};
use super::Lowering;
use super::houses::Here;
use super::joined_rolls::Purpose;
use super::partial_value::{Context, PartialValue};
use super::paths::joined;
use crate::model::{DeckId, Expr, Hooks, LocalId, ScaleId, Shown, Type};
use crate::shared_text::SharedText;

/// What resolves a ladder, and so what may state the dice for it.
#[derive(Clone, Copy)]
pub enum By<'c, 'm> {
    /// A line of a run.
    Line(&'c Context<'m>, LocalId),
    /// A line of the scene, which may state them itself.
    Itself(Option<&'m Shown>),
}

impl<'m> Lowering<'m, '_> {
    /// `resolve`: a level by a total, or by what the ladder rolls.
    pub fn resolve(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        item: Option<&'m Expr>,
        (scale, total): (ScaleId, &'m Expr),
        hooks: &'m Hooks,
    ) {
        let Some(into) = self.target(context, local, item, 0) else { return };
        let method = self.chance_method(context, local);
        let reads: Arc<[SharedText]> = self.reads(context, total).into();
        let total = self.operand(context, total);
        let path = self.register_name(into);
        let here = Here { total: Some(total), result: None };
        let added = self.added(context, &hooks.before, (&path, &here));
        let total = self.emit.binary(Binary::Add, total, added);
        self.resolve_with((into, &path), (scale, total, &reads), (method, By::Line(context, local)));
        let shape = self.shape_of(into);
        let here = Here { total: Some(total), result: Some((Operand::Register(into), shape)) };
        self.relevelled(context, &hooks.after, (scale, into), (&path, &here));
        if self.covering {
            self.mark_level(scale, Operand::Register(into));
        }
        self.meaning(context, local, item, into);
    }

    /// Asks how a ladder is resolved; its dice are rolled where it is left to them. Of a line of a run the scene may state what they
    /// show.
    pub fn resolve_with(
        &mut self,
        (into, path): (Register, &SharedText),
        (scale, total, reads): (ScaleId, Operand, &Arc<[SharedText]>),
        (method, by): (Method, By<'_, 'm>),
    ) {
        let Some(ladder) = &self.system.scales[scale].ladder else { return };
        let place = u32::try_from(scale.0).unwrap_or(0);
        let (path, after) = (path.clone(), Address(0));
        let (asked, reads) = (path.clone(), Arc::clone(reads));
        let ask =
            Instruction::Resolve { into, scale: place, total, method, path: asked, after, reads: Arc::clone(&reads) };
        let ask = self.emit.push(ask);
        if !matches!(method, Method::Automatic(_)) {
            self.branches += 1;
            let inner =
                Context { invocation: None, ..Context::scene() }.with(ladder.total, PartialValue::Scalar(total));
            let dice = PartialValue::Dice(&ladder.rolls, Box::new(inner));
            let stated = match by {
                By::Line(context, local) => self.stated(context, local),
                By::Itself(shown) => shown.map(|shown| self.stated_by(shown)),
            };
            let purpose = Purpose { path: path.clone(), questions: Vec::new(), judged: None, method, stated };
            let shown = self.roll(&dice, &purpose);
            if let Some(stated) = &purpose.stated {
                self.all_have_fallen(stated, &path);
            }
            self.emit.push(Instruction::Band { into, scale: place, judged: false, key: shown });
            self.emit.trace(Trace::Resolved { path, level: into, scale: place, total, reads });
            self.branches -= 1;
        }
        self.emit.land(ask);
    }

    /// `roll`
    pub fn roll_local(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        (item, dice): (Option<&'m Expr>, &'m Expr),
        hooks: &'m Hooks,
    ) {
        let Some(run) = context.invocation else { return };
        let place = item.and_then(|item| self.eval(context, item).item()).map(|(_, _, place)| place);
        let answers = self.known_state(run).questions.get(&(local, place)).cloned().unwrap_or_default();
        let mut entity = self.eval(context, dice);
        if dice.ty == Type::Dice && matches!(entity, PartialValue::Absent | PartialValue::Scalar(_)) {
            entity = PartialValue::Dice(dice, Box::new(context.clone()));
        }
        let procedure = self.scene.invocations[run.0].procedure;
        let name = &self.system.procedures[procedure].locals[local].name;
        let path = joined(&self.scene.invocations[run.0].path, name);
        self.heard(context, &hooks.before, (&path, &Here::default()));
        let questions = answers.iter().filter(|(question, _)| *question != Question::Kept).copied().collect();
        let (method, stated) = (self.chance_method(context, local), self.stated(context, local));
        let purpose = Purpose { path: path.clone(), questions, judged: None, method, stated };
        let kept = self.roll(&entity, &purpose);
        if let Some(stated) = &purpose.stated {
            self.all_have_fallen(stated, &path);
        }
        for (_, register) in answers.iter().filter(|(question, _)| *question == Question::Kept) {
            self.emit.copy(*register, kept);
        }
        let here = Here { total: None, result: Some((kept, Shape::Number)) };
        let added = self.added(context, &hooks.after, (&path, &here));
        // Whether what is added fits does not hang on who asks what it comes to.
        let more = self.emit.binary(Binary::Add, kept, added);
        for (_, register) in answers.iter().filter(|(question, _)| *question == Question::Kept && more != kept) {
            self.emit.copy(*register, more);
        }
    }

    /// `draw`
    pub fn draw(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        (item, deck): (Option<&'m Expr>, DeckId),
        hooks: &'m Hooks,
    ) {
        let Some(into) = self.target(context, local, item, 0) else { return };
        let (path, method) = (self.register_name(into), self.chance_method(context, local));
        let cards = usize::try_from(self.system.decks[deck].size).unwrap_or(0);
        let shown = self.stated(context, local).and_then(|stated| self.shown_card(&stated, cards, &path));
        self.heard(context, &hooks.before, (&path, &Here::default()));
        self.mark(self.system.decks[deck].span);
        let deck = u32::try_from(deck.0).unwrap_or(0);
        let by = Box::new(self.roller());
        self.emit.push(Instruction::Draw { into, deck, method, path: path.clone(), by, shown });
        self.heard(context, &hooks.after, (&path, &Here::default()));
    }
}
