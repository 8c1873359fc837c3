//! Blanks, when they are asked for.

use smol_str::ToSmolStr;

use super::super::{Operand, Refusal, Register, Shape, Trace, Wording};
use super::partial_value::{Context, Filled, PartialValue};
use super::paths::joined;
use super::{Lowering, emit};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::with_article;
use crate::model::{Argument, Entry, ExprKind, InvocationId, KindId, Local, LocalId, LocalKind, RunMade, Type};
use crate::semantics::visibility::Visibility;
use crate::shared_text::SharedText;

impl<'m> Lowering<'m, '_> {
    /// Takes a blank's value from the scene, from `run … with`, or from its default.
    pub fn ask(&mut self, context: &Context<'m>, local: LocalId) {
        let Some(run) = context.invocation else { return };
        let invocation = &self.scene.invocations[run.0];
        let declared = &self.system.procedures[invocation.procedure].locals[local];
        let first = self.emit.here();
        let (entity, kept) = self.touching(|lowering| lowering.put_in(context, local, declared));
        let Some(mut entity) = entity else { return };
        let by_system = declared.secret.then_some(Visibility::Gm);
        let by_scene = invocation.concealed_blanks.get(&local).copied().map(emit::visibility);
        if let Some(visibility) = by_system.max(by_scene) {
            entity = self.behind_the_screen(entity, visibility);
            self.emit.veil(first, visibility);
        }
        self.hold(run, local, (entity, kept));
    }

    /// What is put into a blank; `None` when it is a run.
    fn put_in(&mut self, context: &Context<'m>, local: LocalId, declared: &'m Local) -> Option<PartialValue<'m>> {
        let run = context.invocation?;
        let invocation = &self.scene.invocations[run.0];
        let LocalKind::Ask { default, optional, limits } = &declared.kind else { return None };
        if let Some((entity, kept)) = self.given.remove(&(run.0, local)) {
            self.touch(kept);
            self.handed_within((run.0, local), &entity, *limits);
            return Some(entity);
        }
        self.ledger.ask(run.0, local);
        Some(match (invocation.arguments.get(&local), &declared.ty) {
            (Some(Argument::Plan(_)), Type::Plan(plan)) => {
                self.lay_out_plan(context, local, *plan);
                PartialValue::Plan(run.0, local, 0)
            }
            (Some(Argument::Forms(_)), _) => return None,
            (Some(Argument::List(entries)), _) => self.list_blank(context, local, entries, *limits),
            (Some(Argument::One(entry)), _) => self.one_blank(context, local, entry, *limits),
            (Some(Argument::Plan(_)), _) | (None, Type::Plan(_)) => PartialValue::Absent,
            (None, Type::Many(_)) => PartialValue::List(Vec::new()),
            (None, _) => match default {
                Some(default) => {
                    let inner = Context { stops: false, ..context.clone() };
                    let usual = self.eval(&inner, default);
                    self.as_it_is_now(usual)
                }
                None if *optional || matches!(context.method, super::super::Method::Automatic(_)) => {
                    PartialValue::Absent
                }
                None => {
                    self.unfilled(run.0, declared);
                    PartialValue::Absent
                }
            },
        })
    }

    /// What a line of the rules hands to a blank keeps to its limits, as what a scene says of it does.
    fn handed_within(
        &mut self,
        (run, local): (InvocationId, LocalId),
        entity: &PartialValue<'m>,
        limits: Option<(i64, i64)>,
    ) {
        let (Some(limits), PartialValue::Scalar(value)) = (limits, entity) else { return };
        let invocation = &self.scene.invocations[run];
        let declared = &self.system.procedures[invocation.procedure].locals[local];
        let name = joined(&invocation.path, &declared.name);
        let said = self.ledger.given_by(run, local).unwrap_or(self.emit.span);
        let line = std::mem::replace(&mut self.emit.span, said);
        self.within(*value, limits, &name);
        self.emit.span = line;
    }

    fn unfilled(&mut self, invocation: InvocationId, local: &Local) {
        let invocation = &self.scene.invocations[invocation];
        let procedure = &self.system.procedures[invocation.procedure];
        let meaning = local.text.as_ref().map_or_else(String::new, |text| format!(" ({text})"));
        let example = match &local.ty {
            Type::Level(scale) => self.system.scales[*scale].levels.first().cloned().unwrap_or_default(),
            Type::Run(_) => "{ … }".into(),
            Type::Text => "\"…\"".into(),
            Type::Thing(kind) => self.one_of_kind(*kind, &invocation.name),
            Type::Die => "d6".into(),
            Type::Number => number_for(local).to_smolstr(),
            Type::YesNo
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Dice
            | Type::Plan(_)
            | Type::Item(_)
            | Type::Many(_)
            | Type::NamedModifier
            | Type::Unknown => "1".into(),
        };
        let message = format!(
            "`{}` asks for `{}`{meaning}, but `{}` has no value for it",
            procedure.name, local.name, invocation.path
        );
        self.sink.push(
            Diagnostic::error(codes::UNFILLED, invocation.span, message).also(local.span, "asked for here").help(
                if invocation.made != RunMade::Written {
                    format!("write `{} {{ {} {example} }}` between the braces of the run", invocation.name, local.name)
                } else if let Type::Thing(kind) = &local.ty {
                    let kind = with_article(&self.system.kinds[*kind].name);
                    format!("say which between its braces, with the name of {kind}: `{{ {} {example} }}`", local.name)
                } else {
                    format!("add a line such as `{} {example}`", local.name)
                },
            ),
        );
    }

    /// Somebody or something of a kind that a line could name: what the run is called like, or else the first there is.
    fn one_of_kind(&self, kind: KindId, called: &str) -> SharedText {
        let mut all = self.scene.things.iter().filter(|thing| thing.kind == kind).map(|thing| &thing.name);
        let named = all.clone().find(|name| *name == called);
        named.or_else(|| all.next()).cloned().unwrap_or_else(|| "NAME".into())
    }

    fn list_blank(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        entries: &'m [Entry],
        limits: Option<(i64, i64)>,
    ) -> PartialValue<'m> {
        let Some(run) = context.invocation else { return PartialValue::Absent };
        let invocation = &self.scene.invocations[run.0];
        let who = invocation.by;
        let things = entries.iter().any(|entry| matches!(entry.value.ty, Type::Thing(_)));
        if things {
            let found = entries.iter().map(|entry| self.eval(&Context::scene(), &entry.value)).collect();
            for entry in entries {
                self.reason((run.0, local), entry.text.as_ref(), Operand::Value(1));
            }
            let named = entries.iter().map(|entry| self.filled(&Context::scene(), entry, who)).collect();
            self.state(run).entries.insert(local, named);
            return PartialValue::List(found);
        }
        let invocation = &self.scene.invocations[run.0];
        let declared = &self.system.procedures[invocation.procedure].locals[local];
        let name = joined(&invocation.path, &declared.name);
        let mut filled = Vec::with_capacity(entries.len());
        for entry in entries {
            let mut one = self.filled(&Context::scene(), entry, who);
            one.value = self.snapshot(one.value, None);
            self.entry_within(entry, one.value, limits, &name);
            filled.push(one);
        }
        let values = filled.iter().map(|one| PartialValue::Scalar(one.value)).collect();
        self.reasons((run.0, local), &filled);
        self.state(run).entries.insert(local, filled);
        PartialValue::List(values)
    }

    /// Why something was put into a blank: told here, unless a sum tells it.
    fn reasons(&mut self, (run, local): (InvocationId, LocalId), filled: &[Filled]) {
        for one in filled {
            self.reason((run, local), one.text.as_ref(), one.value);
        }
    }

    fn reason(&mut self, (run, local): (InvocationId, LocalId), text: Option<&SharedText>, value: Operand) {
        let invocation = &self.scene.invocations[run];
        let declared = &self.system.procedures[invocation.procedure].locals[local];
        let Some(text) = text.filter(|_| !self.system.summed.contains(&(invocation.procedure, local))) else { return };
        let if_yes = declared.ty == Type::YesNo || declared.ty == Type::Many(Box::new(Type::YesNo));
        let is_left_out = value == Operand::Unreached || (if_yes && emit::is_yes(value) == Some(false));
        // A text is told as what it is.
        if !is_left_out && declared.ty != Type::Text {
            let path = joined(&invocation.path, &declared.name);
            self.emit.trace(Trace::Reason { path, text: text.clone(), value, if_yes });
        }
    }

    fn one_blank(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        entry: &'m Entry,
        limits: Option<(i64, i64)>,
    ) -> PartialValue<'m> {
        let Some(run) = context.invocation else { return PartialValue::Absent };
        let invocation = &self.scene.invocations[run.0];
        let declared = &self.system.procedures[invocation.procedure].locals[local];
        if entry.value.kind == ExprKind::Question {
            let asked = self.asked_at_the_table(context, local, limits);
            let (label, text, span) = (entry.label.clone(), entry.text.clone(), entry.span);
            let value = if let PartialValue::Scalar(value) = asked { value } else { Operand::Unreached };
            let filled = Filled { label, text, value, if_known: value, span, unless: None, index: None, bare: false };
            self.reasons((run.0, local), std::slice::from_ref(&filled));
            self.state(run).entries.insert(local, vec![filled]);
            return asked;
        }
        if matches!(entry.value.ty, Type::Thing(_)) {
            self.reason((run.0, local), entry.text.as_ref(), Operand::Value(1));
            return self.eval(&Context::scene(), &entry.value);
        }
        let old = std::mem::replace(&mut self.emit.span, entry.span);
        let filled = self.filled(&Context::scene(), entry, invocation.by);
        let name = joined(&invocation.path, &declared.name);
        let value = self.snapshot(filled.value, Some((name.clone(), emit::shape(&declared.ty))));
        self.entry_within(entry, value, limits, &name);
        if let (Type::Text, ExprKind::Text(text)) = (&declared.ty, &entry.value.kind) {
            self.ledger.read(run.0, local);
            // What a note tells in its place is not told here as well.
            if !self.system.quoted.contains(&(invocation.procedure, local)) {
                self.emit.trace(Trace::Said { path: name, text: text.clone() });
            }
        }
        self.emit.span = old;
        let filled = Filled { value, ..filled };
        self.reasons((run.0, local), std::slice::from_ref(&filled));
        self.state(run).entries.insert(local, vec![filled]);
        PartialValue::Scalar(value)
    }

    /// What lines of the rules hold under a name: what lies in a field is taken as it is now, since a later line may change that.
    pub fn as_it_is_now(&mut self, value: PartialValue<'m>) -> PartialValue<'m> {
        match value {
            PartialValue::Scalar(Operand::Register(register)) if self.lies_in_a_field(register) => {
                PartialValue::Scalar(self.snapshot(Operand::Register(register), None))
            }
            PartialValue::Row(table, keys) => {
                PartialValue::Row(table, keys.into_iter().map(|key| self.as_it_is_now(key)).collect())
            }
            PartialValue::Scalar(_)
            | PartialValue::Thing(_)
            | PartialValue::Run(..)
            | PartialValue::Plan(..)
            | PartialValue::Item(..)
            | PartialValue::Roll(..)
            | PartialValue::OwnRoll(_)
            | PartialValue::Card(..)
            | PartialValue::Dice(..)
            | PartialValue::DiceByLevel(..)
            | PartialValue::List(_)
            | PartialValue::Absent => value,
        }
    }

    fn lies_in_a_field(&self, register: Register) -> bool {
        let earlier = self.before.is_some_and(|before| before.is_of_a_field(register));
        earlier || self.emit.program.fields.contains(&register)
    }

    /// A value that may change later is taken as it is now.
    fn snapshot(&mut self, value: Operand, name: Option<(SharedText, Shape)>) -> Operand {
        if emit::known(value).is_some() {
            return value;
        }
        let register = match name {
            Some((name, shape)) => self.emit.register(Some(name), shape, None),
            None => self.emit.temporary(),
        };
        self.emit.copy(register, value);
        Operand::Register(register)
    }

    /// What a line fills in lies within the limits: said beforehand where it is known, refused at the table otherwise. What a
    /// named modifier is worth was looked at where it is named, whoever knows of it.
    pub fn entry_within(&mut self, entry: &Entry, value: Operand, limits: Option<(i64, i64)>, what: &SharedText) {
        let is_asked = entry.value.kind == ExprKind::Question;
        let Some((low, high)) = limits.filter(|_| entry.named.is_none() && !is_asked) else { return };
        match emit::known(value) {
            None => {
                let old = std::mem::replace(&mut self.emit.span, entry.span);
                self.within(value, (low, high), what);
                self.emit.span = old;
            }
            Some(Some(number)) if !(low..=high).contains(&number) => {
                let message = format!("`{what}` is {number}; it must be from {low} to {high}");
                let help = format!("write a number from {low} to {high}");
                self.sink.push(Diagnostic::error(codes::OUT_OF_RANGE, entry.value.span, message).help(help));
            }
            Some(_) => {}
        }
    }

    /// Refuses a number outside its limits that is known only now, or at the table.
    pub fn within(&mut self, value: Operand, (low, high): (i64, i64), what: &SharedText) {
        if emit::known(value).is_some_and(|known| known.is_none_or(|known| (low..=high).contains(&known))) {
            return;
        }
        let (low, high) = (Operand::Value(low), Operand::Value(high));
        let above = self.emit.binary(super::super::Binary::LessOrEqual, low, value);
        let below = self.emit.binary(super::super::Binary::LessOrEqual, value, high);
        let inside = self.emit.binary(super::super::Binary::And, above, below);
        let reached = self.emit.reached(value);
        let missing = self.emit.not(reached);
        let fine = self.emit.binary(super::super::Binary::Or, inside, missing);
        self.emit.refuse_unless(fine, Refusal::OutOfRange { what: what.clone(), value, low, high });
    }

    /// A blank that the scene leaves to the person at the table: `?`.
    fn asked_at_the_table(
        &mut self,
        context: &Context<'m>,
        local: LocalId,
        limits: Option<(i64, i64)>,
    ) -> PartialValue<'m> {
        let Some(run) = context.invocation else { return PartialValue::Absent };
        let invocation = &self.scene.invocations[run.0];
        let declared = &self.system.procedures[invocation.procedure].locals[local];
        let path = joined(&invocation.path, &declared.name);
        let question = declared.text.clone().unwrap_or_else(|| declared.name.clone());
        let default =
            if let LocalKind::Ask { default: Some(default), .. } = &declared.kind { Some(default) } else { None };
        let default = default.map(|default| self.operand(&Context::scene(), default));
        PartialValue::Scalar(self.ask_person(run.0, path, Wording::plain(question), (&declared.ty, limits, default)))
    }
}

/// A number that may well stand in a blank.
fn number_for(local: &Local) -> i64 {
    let limits = if let LocalKind::Ask { limits, .. } = local.kind { limits } else { None };
    limits.filter(|(low, high)| !(*low..=*high).contains(&10)).map_or(10, |(low, high)| low.midpoint(high))
}
