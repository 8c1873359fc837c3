//! Texts with holes: what fills each of them.

use super::super::{Filling, Hole, Instruction, KEPT, Operand, Shape, Wording};
use super::partial_value::{Context, PartialValue};
use super::{Lowering, emit};
use crate::model::{self, Argument, Expr, ExprKind, Member, Type};
use crate::semantics::visibility::Visibility;
use crate::shared_text::SharedText;

impl<'m> Lowering<'m, '_> {
    /// A text with its holes. What has to be computed for them alone is computed for those who listen only.
    pub fn wording(&mut self, context: &Context<'m>, text: &'m model::Wording) -> Wording {
        let known = self.emit.program.registers.len();
        let aside = self.emit.aside();
        let wording = self.wording_aside(context, text);
        self.emit.end_aside(aside);
        for (hole, filled) in text.holes.iter().zip(&wording.holes) {
            // What is computed for those who listen alone is not there behind them.
            if let Filling::Value(value, _) = filled.filling
                && value.register().is_none_or(|register| (register.0 as usize) < known)
            {
                self.may_lose(context, &hole.value, value);
            }
        }
        wording
    }

    /// The same within lines that are for those who listen already.
    pub fn wording_aside(&mut self, context: &Context<'m>, text: &'m model::Wording) -> Wording {
        // A dash is told, and stops nothing.
        let quiet = Context { stops: false, ..context.clone() };
        let holes = text.holes.iter().map(|hole| Hole {
            at: u32::try_from(hole.at).unwrap_or(u32::MAX),
            name: hole.name.clone(),
            filling: self.filling(&quiet, &hole.value),
        });
        let holes = holes.collect();
        Wording { text: text.text.clone(), holes }
    }

    /// The text as it is known before the run; `…` stands for what is not known.
    pub fn known_text(&self, wording: &Wording) -> SharedText {
        wording.filled(|operand, shape| match emit::known(operand) {
            Some(value) => self.emit.program.in_words(shape, value),
            None => KEPT.into(),
        })
    }

    fn filling(&mut self, context: &Context<'m>, value: &'m Expr) -> Filling {
        let (filling, kept) = self.touching(|lowering| lowering.eval(context, value));
        if let PartialValue::Thing(id) = filling {
            let thing = &self.all_things[id];
            return self.words(thing.called(), kept);
        }
        if let PartialValue::Item(run, plan, place, _) = filling {
            let name = self.item_path(run, plan, place).unwrap_or_default();
            return self.words(name, kept.max(self.kept_entry(&filling)));
        }
        let operand = self.number_of(context, &filling);
        let operand = self.kept_number(operand, kept);
        Filling::Value(operand, self.shape_told(context, (value, operand)))
    }

    /// Words for a hole; what is kept from somebody lies in a register, which tells from whom.
    fn words(&mut self, words: SharedText, kept: Visibility) -> Filling {
        if kept.is_for_all() {
            return Filling::Words(words);
        }
        let place = self.emit.text(&words);
        Filling::Value(self.emit.hide(place, kept), Shape::Text)
    }

    /// How a value is read by whom it is told: a modifier in the notation of the system, wherever it stands.
    pub fn shape_told(&mut self, context: &Context<'m>, (value, operand): (&'m Expr, Operand)) -> Shape {
        let is_sum = operand.register().is_some_and(|register| self.shape_of(register) == Shape::Modifier);
        let is_named = matches!(value.kind, ExprKind::NamedModifier(_));
        if is_sum || is_named || self.is_written_as_modifier(context, value) {
            Shape::Modifier
        } else {
            emit::shape(&value.ty)
        }
    }

    /// Whether a value is a field of somebody for whom the scene writes it in the notation of modifiers.
    fn is_written_as_modifier(&mut self, context: &Context<'m>, value: &'m Expr) -> bool {
        let ExprKind::Member(of, Member::Field(field)) = &value.kind else { return false };
        if value.ty != Type::Number || !matches!(of.kind, ExprKind::Thing(_) | ExprKind::Local(_) | ExprKind::Var(_)) {
            return false;
        }
        let PartialValue::Thing(id) = self.eval(context, of) else { return false };
        matches!(self.all_things[id].fields.get(field), Some(Argument::One(entry)) if entry.as_modifier)
    }
}

/// Lines that are only for those who listen, under way.
pub struct Aside(super::super::Address);

impl emit::Emitter {
    /// Begins lines that only compute what is told.
    pub fn aside(&mut self) -> Aside {
        Aside(self.push(Instruction::Aside { over: super::super::Address(0) }))
    }

    /// Ends them; where there are none, nothing is left.
    pub fn end_aside(&mut self, Aside(begin): Aside) {
        let here = self.here();
        if here.0 == begin.0 + 1 {
            self.program.code.pop();
            self.program.spans.pop();
        } else if let Some(Instruction::Aside { over }) = self.program.code.get_mut(begin.0 as usize) {
            *over = here;
        }
    }
}
