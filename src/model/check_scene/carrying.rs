//! Values that things carry over from before, and the expression asked about at the end.

use super::arguments::Blank;
use super::checker::SceneChecker;
use crate::model::typing::{Env, constant_of};
use crate::model::{Argument, Carrying, Entry, Expr, ExprKind, Member, OwnId, OwnKind, ThingId, Type};
use crate::shared_text::SharedText;
use crate::syntax::ast::{self, Concealment};

impl<'a> SceneChecker<'a> {
    /// Puts carried values in the place of first values. One without a place is lost, and no mistake of the scene.
    pub fn carry(&mut self, carried: &'a [Carrying]) {
        for carrying in carried {
            let outside = std::mem::take(&mut self.notes.sink);
            let placed = self.place_carried(carrying);
            self.notes.sink = outside;
            if placed.is_none() {
                self.scene.lost.push(carrying.name.clone());
            }
        }
    }

    fn place_carried(&mut self, carrying: &'a Carrying) -> Option<()> {
        let (place, value) = carrying.written.as_ref()?;
        let env = Env::default();
        let typed = self.expr(&env, place, None);
        if let ExprKind::Own(own) = typed.kind {
            return self.begin_own_with(own, value, carrying.concealment);
        }
        let (field, level) =
            if let ExprKind::Index(base, level) = &typed.kind { (base.as_ref(), Some(level)) } else { (&typed, None) };
        let ExprKind::Member(owner, Member::Field(field)) = &field.kind else { return None };
        let ExprKind::Thing(thing) = owner.kind else { return None };
        if thing.0 < self.settled_things {
            return None;
        }
        let index = match level {
            Some(level) => Some(level_of(level)?),
            None => None,
        };
        if matches!(typed.ty, Type::Many(_) | Type::Thing(_)) {
            return None;
        }
        let value = self.wanted(&env, value, &typed.ty);
        self.within_limits(thing, *field, &value);
        if self.notes.sink.has_errors() {
            return None;
        }
        if let Some(secrecy) = carrying.concealment {
            self.scene.concealed.insert((thing, *field, index.unwrap_or(0)), secrecy);
        }
        let entry = Entry {
            label: SharedText::default(),
            span: value.span,
            value,
            text: None,
            named: None,
            index,
            bare: false,
            as_modifier: false,
        };
        self.begin_with(thing, *field, entry);
        Some(())
    }

    /// A tally or a flag goes on from where it stood.
    fn begin_own_with(&mut self, own: OwnId, value: &'a ast::Expr, secrecy: Option<Concealment>) -> Option<()> {
        if own.0 < self.settled_own {
            return None;
        }
        let mut kind = self.scene.own[own].kind.clone();
        match &mut kind {
            OwnKind::Tally(limits, first) => {
                let value = self.wanted(&Env::default(), value, &Type::Number);
                *first = constant_of(&value)?;
                if limits.is_some_and(|(low, high)| *first < low || *first > high) {
                    return None;
                }
            }
            OwnKind::Flag(first) => {
                let value = self.wanted(&Env::default(), value, &Type::YesNo);
                *first = constant_of(&value)?;
            }
            OwnKind::Roll | OwnKind::Level(_) => return None,
        }
        self.notes.changing_own.insert(own);
        let own = &mut self.scene.own[own];
        (own.kind, own.concealment) = (kind, own.concealment.max(secrecy));
        Some(())
    }

    fn within_limits(&mut self, thing: ThingId, field: usize, value: &Expr) {
        let declared = self.system.kinds[self.scene.things[thing].kind].fields[field].clone();
        let blank =
            Blank { name: declared.name, ty: declared.ty, limits: declared.limits, by: declared.by, asked_by: None };
        self.check_limits(&blank, value);
    }

    fn begin_with(&mut self, thing: ThingId, field: usize, entry: Entry) {
        let fields = &mut self.scene.things[thing].fields;
        match (entry.index, fields.get_mut(&field)) {
            (None, _) => {
                fields.insert(field, Argument::One(Box::new(entry)));
            }
            (Some(level), Some(Argument::List(entries))) => {
                entries.retain(|old| old.index != Some(level));
                entries.push(entry);
            }
            (Some(_), _) => {
                fields.insert(field, Argument::List(vec![entry]));
            }
        }
    }

    /// The expression asked for at the end. It may roll.
    pub fn asked(&mut self, asked: Option<&'a ast::Expr>) {
        if let Some(asked) = asked {
            let env = Env::at_the_end();
            let typed = self.expr(&env, asked, None);
            // A roll is shown as what counts of it, here as in every sum.
            let is_a_roll = typed.ty == Type::Roll;
            self.scene.asked = Some(if is_a_roll { self.typer().fit(typed, &Type::Number, &env) } else { typed });
        }
    }
}

fn level_of(expr: &Expr) -> Option<usize> {
    let ExprKind::Number(level) = expr.kind else { return None };
    usize::try_from(level).ok()
}
