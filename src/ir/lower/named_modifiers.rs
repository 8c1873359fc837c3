//! Named modifiers: what they count, and who knows of them.

use super::super::{Operand, Shape};
use super::{Lowering, emit};
use crate::model::{NamedModifier, NamedModifierId, ThingId};
use crate::semantics::visibility::Visibility;

impl Lowering<'_, '_> {
    /// Notes who knows of those that are revealed to somebody, in registers: all of whom that is new, and those of them who
    /// come after so many others.
    pub fn place_named(&mut self, first: usize) {
        for id in &self.scene.revealed {
            let Some(named) = self.scene.named_modifiers.get(*id) else { continue };
            if !self.has_room((named.span, &named.name), self.all_things.len() as u64) {
                return;
            }
            let is_known = self.before.is_some_and(|before| before.reveals(*id));
            for who in self.all_things.ids().skip(if is_known { first } else { 0 }) {
                if knows_from_the_start(named, who) {
                    continue;
                }
                let name = format!("{} knows {}", self.all_things[who].name, named.name);
                let register = self.emit.register(Some(name.into()), Shape::YesNo, Some(0));
                // Who does not know of it is not to learn that there is something to know.
                let visibility = named.concealment.map_or(Visibility::Gm, emit::visibility);
                self.emit.program.secrecy.registers.insert(register, visibility);
                self.known.insert((*id, who), Operand::Register(register));
            }
        }
    }

    /// What a named modifier counts for whoever knows it.
    pub fn named_value(&mut self, named: NamedModifierId) -> Operand {
        let named = &self.scene.named_modifiers[named];
        let value = Operand::Value(named.value);
        named.concealment.map_or(value, |concealment| self.emit.hide(value, emit::visibility(concealment)))
    }

    /// Whether somebody knows a named modifier.
    pub fn knows(&self, who: ThingId, named: NamedModifierId) -> Operand {
        let changing = self.known.get(&(named, who)).copied();
        changing.or_else(|| self.before.and_then(|before| before.knows(named, who))).unwrap_or_else(|| {
            let named = self.scene.named_modifiers.get(named);
            Operand::Value(i64::from(named.is_some_and(|named| knows_from_the_start(named, who))))
        })
    }
}

fn knows_from_the_start(named: &NamedModifier, who: ThingId) -> bool {
    named.known.as_ref().is_none_or(|known| known.contains(&who))
}
