//! The values of things, and who knows what.

use std::collections::BTreeMap;

use smol_str::format_smolstr;

use super::super::{Operand, Register, Value};
use super::limits::MOST_VALUES;
use super::partial_value::{Context, Filled, PartialValue};
use super::pieces::Piece;
use super::settled::Settled;
use super::written_values::settings;
use super::{Lowering, emit};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Argument, Entry, Field, Kind, Thing, ThingId, Type};
use crate::source::Span;

impl<'m> Lowering<'m, '_> {
    /// Gives every field that can change a register, and checks what things need.
    pub fn things(&mut self) {
        let first = self.before.map_or(0, Settled::things);
        if !self.values_have_room(first) {
            return;
        }
        for (id, thing) in self.present().skip(first) {
            let kind = &self.system.kinds[thing.kind];
            if !self.has_room((thing.span, &kind.name), 0) {
                return;
            }
            for field in 0..kind.fields.len() {
                let levels = kind.fields[field].by.map_or(1, |by| self.system.scales[by].levels.len());
                for level in 0..levels {
                    self.place_field(id, field, level);
                }
            }
        }
        self.newly_changing(first);
        self.place_named(first);
        let begun = self.as_begun();
        let changing = std::mem::replace(&mut self.fields, begun);
        self.needs_of_things(first);
        self.fields = changing;
    }

    /// What every field of this text holds at the start, whatever lines change later.
    fn as_begun(&self) -> BTreeMap<(usize, usize, usize), Operand> {
        let begins = |operand: Operand| match operand {
            Operand::Register(register) => {
                let first = self.info(register).and_then(|info| info.initial);
                first.map_or(Operand::Unreached, Operand::Value)
            }
            Operand::Value(_) | Operand::Unreached => operand,
        };
        self.fields.iter().map(|(place, operand)| (*place, begins(*operand))).collect()
    }

    /// Holds all things to what their kinds need, with what they begin with.
    fn needs_of_things(&mut self, first: usize) {
        for (id, thing) in self.present().skip(first) {
            for (variable, condition, why) in &self.system.kinds[thing.kind].needs {
                let context = Context::scene().with(*variable, PartialValue::Thing(id));
                let holds = self.operand(&context, condition);
                if self.work.is_over() {
                    return;
                }
                if emit::is_yes(holds) == Some(false) {
                    let why = self.wording(&context, why);
                    let says = self.known_text(&why).to_string();
                    let way = self.needs_another_default(id, *variable, condition);
                    self.thing_is_refused(thing, (condition.span, says), way);
                }
            }
        }
    }

    /// What is needed of a thing does not hold: said at the one value that it hangs on, or where the thing is named.
    fn thing_is_refused(&mut self, thing: &Thing, (condition, says): (Span, String), way: Option<String>) {
        let values = settings(self.system, thing, condition);
        let (place, others, help) = match values.as_slice() {
            [only] => (*only, [].as_slice(), "change this value, or the one it must match"),
            several => (thing.span, several, "change the values between its braces"),
        };
        let found = Diagnostic::error(codes::REFUSED, place, says).also(condition, "the rules require this");
        let found = others.iter().fold(found, |found, value| found.also(*value, "it depends on this"));
        self.sink.push(found.help(match way {
            Some(way) => format!("{way}; or {help}"),
            None => help.to_owned(),
        }));
    }

    /// Whether everybody and everything together holds no more values than there may be, counted before one of them is made.
    fn values_have_room(&mut self, first: usize) -> bool {
        if first == self.all_things.len() {
            return true;
        }
        let each: Vec<u64> = self.system.kinds.iter().map(|kind| self.values_of(kind)).collect();
        let mut all = 0_u64;
        let beyond = self.present().find(|(_, thing)| {
            all = all.saturating_add(each[thing.kind.0]);
            all > MOST_VALUES
        });
        let Some((_, thing)) = beyond else { return true };
        let kind = &self.system.kinds[thing.kind];
        let many = self.present().filter(|(_, other)| other.kind == thing.kind).count();
        let (name, fields, values) = (&kind.name, kind.fields.len(), each[thing.kind.0]);
        let held = values.saturating_mul(many as u64);
        let message = format!("from here on, there are more than {MOST_VALUES} field values in all");
        let counted = format!(
            "{many} of `{name}` hold {held}: each has {values}, one for each of {fields} fields and one for each level where a field goes `by` a scale"
        );
        let finding = Diagnostic::error(codes::TOO_LARGE, thing.span, message)
            .also(kind.span, counted)
            .help("declare fewer things, or use fewer fields or levels");
        self.work.refuse(finding, self.sink)
    }

    /// How many values each thing of a kind holds.
    fn values_of(&self, kind: &Kind) -> u64 {
        let levels = |field: &Field| field.by.map_or(1, |by| self.system.scales[by].levels.len() as u64);
        kind.fields.iter().fold(0, |all, field| all.saturating_add(levels(field)))
    }

    /// Gives registers to the fields of those who stood there before that nothing could change before.
    fn newly_changing(&mut self, first: usize) {
        let Some(before) = self.before.filter(|before| !before.knows_to_change(&self.scene.changing)) else { return };
        for (id, thing) in self.present().take(first) {
            let kind = &self.system.kinds[thing.kind];
            for (field, declared) in kind.fields.iter().enumerate() {
                if !self.scene.changing.contains(&(thing.kind, field)) {
                    continue;
                }
                let levels = declared.by.map_or(1, |by| self.system.scales[by].levels.len());
                if !self.has_room((declared.span, &declared.name), levels as u64) {
                    return;
                }
                for level in 0..levels {
                    let place = (id.0, field, level);
                    let constant = before.field(place).and_then(emit::known);
                    let register = constant.map(|value| self.field_register(id, (field, level), value));
                    self.fields.extend(register.map(|register| (place, Operand::Register(register))));
                }
            }
        }
    }

    /// A register for a field.
    fn field_register(&mut self, id: ThingId, (field, level): (usize, usize), initial: Value) -> Register {
        let thing = &self.all_things[id];
        let declared = &self.system.kinds[thing.kind].fields[field];
        let family = declared.by.map_or_else(String::new, |by| format!("({})", self.system.scales[by].levels[level]));
        let name = format_smolstr!("{}.{}{family}", thing.name, declared.name);
        let register = self.emit.register(Some(name), emit::shape(&declared.ty), initial);
        self.emit.program.fields.push(register);
        register
    }

    fn place_field(&mut self, id: ThingId, field: usize, level: usize) {
        let thing = &self.all_things[id];
        let declared = &self.system.kinds[thing.kind].fields[field];
        if matches!(declared.ty, Type::Many(_) | Type::Thing(_)) {
            return;
        }
        let value = self.first_value(id, field, level);
        let changed = (thing.kind, field);
        let changing = self.system.changing.contains(&changed) || self.scene.changing.contains(&changed);
        let hidden = self.scene.concealed.get(&(id, field, level)).copied().map(emit::visibility);
        // What is hidden has a register even if it never changes, so that it does not melt into what is computed from it.
        let operand = if changing || hidden.is_some() {
            let register = self.field_register(id, (field, level), emit::known(value).flatten());
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
        let thing = &self.all_things[id];
        let declared = &self.system.kinds[thing.kind].fields[field];
        let entry = match thing.fields.get(&field) {
            Some(Argument::One(entry)) => Some(&**entry),
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

    /// The entries of a list field, for the audit trail.
    pub fn field_entries(&mut self, id: ThingId, field: usize) -> Vec<Filled> {
        let Some(Argument::List(entries)) = self.all_things[id].fields.get(&field) else { return Vec::new() };
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
                self.ledger.take(Piece::Named(entry.span));
                if emit::is_yes(knows) != Some(false) {
                    self.ledger.take(Piece::Known(named));
                }
                let unless = format_smolstr!("not known to {}", self.all_things[who].name);
                (self.only_if(knows, if_known), Some(unless))
            }
            _ => (if_known, None),
        };
        let named_text = entry.named.and_then(|named| self.scene.named_modifiers[named].text.clone());
        let text = entry.text.clone().or(named_text);
        Filled {
            label: entry.label.clone(),
            text,
            value,
            if_known,
            span: entry.span,
            unless,
            index: entry.index,
            bare: entry.bare,
        }
    }

    /// The value if the condition holds; unreached otherwise. Who knows of a modifier is told with it, so the value does not
    /// become as secret as the condition.
    fn only_if(&mut self, condition: Operand, value: Operand) -> Operand {
        match emit::is_yes(condition) {
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
