//! What things hold, and who knows what.

use super::super::{Operand, Shape};
use super::arguments::visibility;
use super::partial_value::{Context, Filled, PartialValue};
use super::{Lowering, emit};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Argument, Entry, NamedModifier, NamedModifierId, ThingId, Type};
use crate::semantics::visibility::Visibility;

impl<'m> Lowering<'m, '_> {
    /// Gives every field that can change a register, and checks what things need.
    pub fn things(&mut self) {
        for (id, thing) in self.present() {
            let kind = &self.model.kinds[thing.kind.0];
            for field in 0..kind.fields.len() {
                let levels = kind.fields[field].by.map_or(1, |by| self.model.scales[by.0].levels.len());
                for level in 0..levels {
                    self.place_field(id, field, level);
                }
            }
        }
        for (place, named) in self.model.named_modifiers.iter().enumerate() {
            self.place_named(NamedModifierId(place), named);
        }
        for (id, thing) in self.present() {
            for (variable, condition, why) in &self.model.kinds[thing.kind.0].needs {
                let context = Context::scene().with(*variable, PartialValue::Thing(id));
                let holds = self.operand(&context, condition);
                if Self::is_yes(holds) == Some(false) {
                    self.sink.push(
                        Diagnostic::error(codes::REFUSED, thing.span, why.clone())
                            .also(condition.span, "the system needs this")
                            .help("change the values between its braces"),
                    );
                }
            }
        }
    }

    fn place_field(&mut self, id: ThingId, field: usize, level: usize) {
        let thing = &self.all_things[id.0];
        let declared = &self.model.kinds[thing.kind.0].fields[field];
        if matches!(declared.ty, Type::Many(_) | Type::Thing(_)) {
            return;
        }
        let value = self.first_value(id, field, level);
        let changing = self.model.changing.contains(&(thing.kind, field));
        let hidden = self.model.kept.get(&(id, field, level)).copied().map(visibility);
        // What is hidden has a register even if it never changes, so that it does not melt into what is computed from it.
        let operand = if changing || hidden.is_some() {
            let family =
                declared.by.map_or_else(String::new, |by| format!("({})", self.model.scales[by.0].levels[level]));
            let name = format!("{}.{}{family}", thing.name, declared.name);
            let shape = emit::shape(&declared.ty);
            let initial = emit::known(value).flatten();
            let register = self.emit.register(Some(name), shape, initial);
            self.emit.program.fields.push(register);
            if let Some(visibility) = hidden {
                self.emit.program.secrecy.registers.insert(register, visibility);
            }
            Operand::Register(register)
        } else {
            value
        };
        self.fields.insert((id.0, field, level), operand);
    }

    /// A field's value at the start.
    fn first_value(&mut self, id: ThingId, field: usize, level: usize) -> Operand {
        let thing = &self.all_things[id.0];
        let declared = &self.model.kinds[thing.kind.0].fields[field];
        let entry = match thing.fields.get(&field) {
            Some(Argument::One(entry)) => Some(entry),
            Some(Argument::List(entries)) => entries.iter().find(|entry| entry.index == Some(level)),
            Some(Argument::Forms(_) | Argument::Plan(_)) | None => None,
        };
        let Some(value) = entry.map(|entry| &entry.value).or(declared.default.as_ref()) else {
            return Operand::Unreached;
        };
        let operand = self.operand(&Context::scene(), value);
        if emit::known(operand).is_none() {
            self.sink.push(
                Diagnostic::error(codes::NOT_CONSTANT, value.span, "a value at the start must be known before the run")
                    .help("write it as a plain value here; change it later with `set`"),
            );
        }
        operand
    }

    /// A field of a thing.
    pub fn field(&mut self, id: ThingId, field: usize, level: usize) -> PartialValue<'m> {
        let thing = &self.all_things[id.0];
        let declared = &self.model.kinds[thing.kind.0].fields[field];
        match (&declared.ty, thing.fields.get(&field)) {
            (Type::Many(_), Some(Argument::List(entries))) => {
                PartialValue::List(entries.iter().map(|entry| self.eval(&Context::scene(), &entry.value)).collect())
            }
            (Type::Many(_), _) => PartialValue::List(Vec::new()),
            (Type::Thing(_), Some(Argument::One(entry))) => self.eval(&Context::scene(), &entry.value),
            (Type::Thing(_), _) => PartialValue::Absent,
            _ => PartialValue::Scalar(self.fields.get(&(id.0, field, level)).copied().unwrap_or(Operand::Unreached)),
        }
    }

    fn place_named(&mut self, id: NamedModifierId, named: &NamedModifier) {
        let changes = self.model.revealed.contains(&id);
        for who in 0..self.all_things.len() {
            let knows = named.known.as_ref().is_none_or(|known| known.contains(&ThingId(who)));
            let operand = if changes && !knows {
                let name = format!("{} knows {}", self.all_things[who].name, named.name);
                let register = self.emit.register(Some(name), Shape::YesNo, Some(0));
                // Who does not know of it is not to learn that there is something to know.
                let visibility = named.kept.map_or(Visibility::Gm, visibility);
                self.emit.program.secrecy.registers.insert(register, visibility);
                Operand::Register(register)
            } else {
                Operand::Value(i64::from(knows))
            };
            self.known.insert((id.0, who), operand);
        }
    }

    /// What a named counts for whoever knows it.
    pub fn named_value(&mut self, named: NamedModifierId) -> Operand {
        let named = &self.model.named_modifiers[named.0];
        let value = Operand::Value(named.value);
        named.kept.map_or(value, |kept| self.emit.hide(value, visibility(kept)))
    }

    /// Whether somebody knows a named.
    pub fn knows(&self, who: ThingId, named: NamedModifierId) -> Operand {
        self.known.get(&(named.0, who.0)).copied().unwrap_or(Operand::Value(0))
    }

    /// The entries of a list field, for the audit trail.
    pub fn field_entries(&mut self, id: ThingId, field: usize) -> Vec<Filled> {
        let Some(Argument::List(entries)) = self.all_things[id.0].fields.get(&field) else { return Vec::new() };
        entries.iter().map(|entry| self.filled(&Context::scene(), entry, Some(id))).collect()
    }

    /// An entry, ready to be read: a named counts only for those who know it.
    pub fn filled(&mut self, context: &Context<'m>, entry: &'m Entry, who: Option<ThingId>) -> Filled {
        let old = std::mem::replace(&mut self.emit.span, entry.span);
        let if_known = self.operand(context, &entry.value);
        self.emit.span = old;
        let (value, unless) = match (entry.named, who) {
            (Some(named), Some(who)) => {
                let knows = self.knows(who, named);
                let unless = format!("not known to {}", self.all_things[who.0].name);
                (self.only_if(knows, if_known), Some(unless))
            }
            _ => (if_known, None),
        };
        let named_text = entry.named.and_then(|named| self.model.named_modifiers[named.0].text.clone());
        let text = entry.text.clone().or(named_text);
        Filled { label: entry.label.clone(), text, value, if_known, span: entry.span, unless, index: entry.index }
    }

    /// The value if the condition holds; unreached otherwise.
    fn only_if(&mut self, condition: Operand, value: Operand) -> Operand {
        match Self::is_yes(condition) {
            Some(true) => value,
            Some(false) => Operand::Unreached,
            None => {
                let into = self.emit.temporary();
                self.emit.copy(into, Operand::Unreached);
                let end = self.emit.unless(condition);
                self.emit.copy(into, value);
                self.emit.land(end);
                Operand::Register(into)
            }
        }
    }
}
