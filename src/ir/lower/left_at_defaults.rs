//! Fields that a scene leaves at their defaults, on which it hangs whether the rules refuse somebody or something.

use super::Lowering;
use super::emit;
use super::partial_value::{Context, PartialValue};
use crate::model::{Expr, Field, Named, ThingId, Type, VarId, constant_of};
use crate::semantics::arithmetic::Value;

/// So far from a default other numbers are tried.
const FARTHEST: i64 = 12;

impl<'m> Lowering<'m, '_> {
    /// A field at its default with another value of which what is needed of a thing would hold: what it is, and what to write.
    pub fn needs_another_default(&mut self, id: ThingId, variable: VarId, condition: &'m Expr) -> Option<String> {
        let (system, thing) = (self.system, &self.all_things[id]);
        let kind = &system.kinds[thing.kind];
        let is_read = |field: usize| {
            let named = Named::Field(thing.kind, field);
            system.uses.iter().any(|(used, span)| used == named && condition.span.contains(span))
        };
        let left =
            kind.fields.iter().enumerate().filter(|(field, declared)| {
                declared.by.is_none() && !thing.fields.contains_key(field) && is_read(*field)
            });
        left.into_iter().find_map(|(field, declared)| {
            let default = declared.default.as_ref().and_then(constant_of)?;
            let mut others = self.others(declared, default).into_iter();
            let other = others.find(|other| self.holds_with(id, (field, *other), (variable, condition)))?;
            let in_words = |value| self.emit.program.in_words(&emit::shape(&declared.ty), value);
            let (name, first, other) = (&declared.name, in_words(Some(default)), in_words(Some(other)));
            Some(format!("`{name}` is {first} by default: write `{name} {other}`"))
        })
    }

    /// Whether what is needed holds with another value of a field.
    fn holds_with(
        &mut self,
        id: ThingId,
        (field, value): (usize, i64),
        (variable, condition): (VarId, &'m Expr),
    ) -> bool {
        let place = (id.0, field, 0);
        let Some(before) = self.fields.insert(place, emit::operand(Value::Some(value))) else { return false };
        let context = Context::scene().with(variable, PartialValue::Thing(id));
        let holds = self.operand(&context, condition);
        self.fields.insert(place, before);
        emit::is_yes(holds) == Some(true)
    }

    /// What a field could hold instead, the nearest first.
    fn others(&self, field: &Field, default: i64) -> Vec<i64> {
        match &field.ty {
            Type::Number => {
                let near = (1..=FARTHEST).flat_map(|far| [default.saturating_add(far), default.saturating_sub(far)]);
                near.filter(|other| field.limits.is_none_or(|(low, high)| (low..=high).contains(other))).collect()
            }
            Type::YesNo => vec![1 - default],
            Type::Level(scale) => {
                let levels = i64::try_from(self.system.scales[*scale].levels.len()).unwrap_or_default();
                (0..levels).filter(|other| *other != default).collect()
            }
            Type::Die
            | Type::Dice
            | Type::Roll
            | Type::Text
            | Type::NamedModifier
            | Type::TableRow(_)
            | Type::Thing(_)
            | Type::Item(_)
            | Type::Card(_)
            | Type::Run(_)
            | Type::Plan(_)
            | Type::Many(_)
            | Type::Unknown => Vec::new(),
        }
    }
}
