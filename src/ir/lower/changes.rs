//! Changes of fields: `set`, `add`, `pay`. Each is reported with the old value and the new one.

use smol_str::format_smolstr;

use super::super::{Binary, Operand, Refusal, Register, Trace};
use super::Lowering;
use super::houses::Here;
use super::partial_value::{Context, PartialValue};
use crate::ir;
use crate::model::{Expr, ExprKind, Hooks, Member, RunMade, Wording, may_be_negative};
use crate::shared_text::SharedText;

/// A field that is to be changed.
struct Target {
    register: Register,
    /// What a scene says that its own tally or flag is about; may be empty.
    about: SharedText,
    limits: Option<(i64, i64)>,
}

impl<'m> Lowering<'m, '_> {
    /// `set place = value`
    pub fn set(&mut self, context: &Context<'m>, place: &'m Expr, (value, reads): (Operand, Vec<SharedText>)) {
        let Some(target) = self.target_field(context, place) else { return };
        self.check(&target, value, None);
        self.change(&target, value, reads);
    }

    /// `add amount to place`
    pub fn add(&mut self, context: &Context<'m>, amount: &'m Expr, place: &'m Expr) {
        let reads = self.reads(context, amount);
        let amount = self.operand(context, amount);
        let Some(target) = self.target_field(context, place) else { return };
        let counted = self.emit.unary(super::super::Unary::OrZero, amount);
        if counted == Operand::Value(0) {
            return self.keep_unchanged(&target);
        }
        let value = self.emit.binary(Binary::Add, Operand::Register(target.register), counted);
        self.check(&target, value, None);
        self.change(&target, value, reads);
    }

    /// `pay amount from place`: never below the field's limit, nor above it where the amount is negative.
    pub fn pay(
        &mut self,
        context: &Context<'m>,
        written: &'m Expr,
        (place, why): (&'m Expr, Option<&'m Wording>),
        hooks: &'m Hooks,
    ) {
        let amount = self.operand(context, written);
        let Some(target) = self.target_field(context, place) else { return };
        let path = self.register_name(target.register);
        let here = Here { total: Some(amount), result: None };
        let added = self.added(context, &hooks.before, (&path, &here));
        let amount = self.emit.binary(Binary::Add, amount, added);
        let counted = self.emit.unary(super::super::Unary::OrZero, amount);
        if counted == Operand::Value(0) {
            return self.keep_unchanged(&target);
        }
        let value = self.emit.binary(Binary::Subtract, Operand::Register(target.register), counted);
        let usual = || {
            ir::Wording::plain(match counted {
                Operand::Value(price) => format_smolstr!("`{path}` is too low to pay {price}"),
                Operand::Register(_) | Operand::Unreached => format_smolstr!("`{path}` is too low to pay this"),
            })
        };
        let what = why.map_or_else(usual, |why| self.wording(context, why));
        self.check(&target, value, Some(what));
        let procedure = self.frames.last().map(|frame| self.scene.invocations[frame.invocation].procedure);
        if !hooks.before.is_empty() || may_be_negative(self.system, procedure, written) {
            self.check(&target, value, None);
        }
        self.change(&target, value, self.reads(context, written));
        self.heard(context, &hooks.after, (&path, &Here { total: Some(amount), result: None }));
    }

    /// Nothing is added or paid. A kept line keeps the field all the same: otherwise whoever sees the field would know.
    fn keep_unchanged(&mut self, target: &Target) {
        if !self.around.is_for_all() {
            self.emit.copy(target.register, Operand::Register(target.register));
        }
    }

    fn target_field(&mut self, context: &Context<'m>, place: &'m Expr) -> Option<Target> {
        if let ExprKind::Own(own) = place.kind {
            let (limits, about) =
                (self.scene.own[own].kind.limits(), self.scene.own[own].text.clone().unwrap_or_default());
            return self.own(own).value.map(|register| Target { register, about, limits });
        }
        let (member, level) = if let ExprKind::Index(base, index) = &place.kind {
            (&**base, self.family_level(context, index)?)
        } else {
            (place, 0)
        };
        let ExprKind::Member(owner, Member::Field(field)) = &member.kind else { return None };
        let PartialValue::Thing(thing) = self.eval(context, owner) else { return None };
        let Some(Operand::Register(register)) = self.kept_in(thing, *field, level) else { return None };
        let kind = self.all_things[thing].kind;
        let declared = &self.system.kinds[kind].fields[*field];
        Some(Target { register, about: SharedText::default(), limits: declared.limits })
    }

    /// Refuses a value outside the field's limits.
    fn check(&mut self, target: &Target, value: Operand, cannot_pay: Option<ir::Wording>) {
        let Some((low, high)) = target.limits else { return };
        let above = self.emit.binary(Binary::LessOrEqual, Operand::Value(low), value);
        if let Some(what) = cannot_pay {
            self.emit.refuse_unless(above, Refusal::CannotPay { what, left: value });
            return;
        }
        let below = self.emit.binary(Binary::LessOrEqual, value, Operand::Value(high));
        let inside = self.emit.binary(Binary::And, above, below);
        let what = self.register_name(target.register);
        self.emit.refuse_unless(
            inside,
            Refusal::OutOfRange { what, value, low: Operand::Value(low), high: Operand::Value(high) },
        );
    }

    fn change(&mut self, target: &Target, value: Operand, mut reads: Vec<SharedText>) {
        let before = self.emit.temporary();
        self.emit.copy(before, Operand::Register(target.register));
        self.emit.copy(target.register, value);
        let (path, shape) = (self.register_name(target.register), self.shape_of(target.register));
        // What it was before is told with it.
        reads.retain(|read| *read != path);
        self.emit.trace(Trace::Changed {
            reads: reads.into(),
            path,
            about: target.about.clone(),
            before: Operand::Register(before),
            after: Operand::Register(target.register),
            shape,
            why: self.changed_in(),
        });
    }

    /// The run in hand that is told; bookkeeping is a part of the one around it.
    fn changed_in(&self) -> SharedText {
        let mut runs = self.frames.iter().rev().map(|frame| &self.scene.invocations[frame.invocation]);
        let told = runs.find(|run| run.made != RunMade::Bookkeeping);
        told.map_or_else(SharedText::default, |run| run.path.clone())
    }
}
