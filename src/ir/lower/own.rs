//! The registers of a scene's own tallies, flags, rolls and ladders.

use super::super::{Operand, Question};
use super::partial_value::PartialValue;
use super::states::OwnState;
use super::{Lowering, emit};
use crate::model::{OwnId, OwnKind, RolledFor};

impl<'m> Lowering<'m, '_> {
    /// The registers of what a scene has of its own, made when it is first spoken of.
    pub fn own(&mut self, id: OwnId) -> OwnState {
        let known = self.own.get(&id).or_else(|| self.before.and_then(|before| before.own(id)));
        if let Some(known) = known {
            return known.clone();
        }
        let made = self.make_own(id);
        self.own.insert(id, made.clone());
        made
    }

    fn make_own(&mut self, id: OwnId) -> OwnState {
        let own = &self.scene.own[id];
        if let OwnKind::Roll = own.kind {
            let asked = self.questions_of(RolledFor::Own(id));
            return OwnState { value: None, answers: self.answer_registers(&asked, &own.name), is_kept: false };
        }
        let shape = emit::shape(&self.own_type(&own.kind));
        let first = own.kind.first();
        let register = self.emit.register(Some(own.name.clone()), shape, first);
        if first.is_some() {
            self.emit.program.fields.push(register);
        }
        if let Some(concealment) = own.concealment {
            self.emit.program.secrecy.registers.insert(register, emit::visibility(concealment));
        }
        OwnState { value: Some(register), answers: Vec::new(), is_kept: first.is_some() }
    }

    fn own_type(&self, kind: &OwnKind) -> crate::model::Type {
        match kind {
            OwnKind::Tally(..) | OwnKind::Roll => crate::model::Type::Number,
            OwnKind::Flag(_) => crate::model::Type::YesNo,
            OwnKind::Level(scale) => self.system.level_type(*scale),
        }
    }

    /// What an expression means that names something of the scene's own.
    pub fn own_value(&mut self, id: OwnId) -> PartialValue<'m> {
        match self.own(id).value {
            Some(register) => PartialValue::Scalar(Operand::Register(register)),
            None => PartialValue::OwnRoll(id),
        }
    }

    /// What a roll of the scene's own answers to a question.
    pub fn own_answer(&mut self, id: OwnId, question: Question) -> Operand {
        let own = self.own(id);
        let found = own.answers.iter().find(|(asked, _)| *asked == question);
        found.map_or(Operand::Unreached, |(_, register)| Operand::Register(*register))
    }
}
