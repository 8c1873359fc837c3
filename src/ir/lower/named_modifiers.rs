//! Named modifiers: what they count, and who knows of them.

use super::super::{Operand, Shape};
use super::{Lowering, emit};
use crate::model::{NamedModifier, NamedModifierId, ThingId};
use crate::semantics::visibility::Visibility;

impl Lowering<'_, '_> {
    /// Notes who knows of one, in registers where that can change.
    pub fn place_named(&mut self, id: NamedModifierId, named: &NamedModifier) {
        let changes = self.scene.revealed.contains(&id);
        for who in self.all_things.ids() {
            let knows = named.known.as_ref().is_none_or(|known| known.contains(&who));
            let operand = if changes && !knows {
                let name = format!("{} knows {}", self.all_things[who].name, named.name);
                let register = self.emit.register(Some(name.into()), Shape::YesNo, Some(0));
                // Who does not know of it is not to learn that there is something to know.
                let visibility = named.concealment.map_or(Visibility::Gm, emit::visibility);
                self.emit.program.secrecy.registers.insert(register, visibility);
                Operand::Register(register)
            } else {
                Operand::Value(i64::from(knows))
            };
            self.known.insert((id, who), operand);
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
        self.known.get(&(named, who)).copied().unwrap_or(Operand::Value(0))
    }
}
