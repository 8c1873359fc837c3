//! What a list goes through; for items of plans, whose plan they belong to and what lines of that procedure give to them.

use super::{Env, ItemsOf, Typer};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, LocalId, Member, PlanId, ProcedureId, Type, VarId};
use crate::shared_text::SharedText;
use crate::syntax::ast;

impl Typer<'_> {
    /// The variable that stands for each element of a list in turn.
    pub fn going_through(&mut self, env: &Env, word: &ast::Word, list: &Expr) -> VarId {
        let element = self.element(list);
        let variable = self.notes.variable(word.span, element);
        if let Some(items) = self.items_of(env, list) {
            self.notes.items.insert(variable, items);
        }
        variable
    }

    /// The type of a list's elements; a mistake if it is no list.
    pub fn element(&mut self, list: &Expr) -> Type {
        match &list.ty {
            Type::Many(of) => (**of).clone(),
            Type::Plan(id) => Type::Item(*id),
            Type::Unknown => Type::Unknown,
            other @ (Type::Number
            | Type::YesNo
            | Type::Level(_)
            | Type::Die
            | Type::Text
            | Type::Thing(_)
            | Type::Run(_)
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Dice
            | Type::Item(_)
            | Type::NamedModifier) => {
                let found = self.type_name(other);
                self.report(
                    Diagnostic::error(codes::LIST, list.span, format!("this is {found}, but a list is needed here"))
                        .help("name a blank that is `many`, a kind for all of its things, a plan, or a scale"),
                );
                Type::Unknown
            }
        }
    }

    /// The blank that holds a plan, or the plan of an item, as far as the expression says it.
    fn items_of(&self, env: &Env, plan_or_item: &Expr) -> Option<ItemsOf> {
        match &plan_or_item.kind {
            ExprKind::Local(blank) if matches!(plan_or_item.ty, Type::Plan(_)) => {
                env.procedure.map(|procedure| ItemsOf { procedure, blank: *blank, is_own: true })
            }
            ExprKind::Var(variable) => self.notes.items.get(variable).copied(),
            ExprKind::Member(run, Member::Local(blank)) => {
                let Type::Run(procedure) = run.ty else { return None };
                Some(ItemsOf { procedure, blank: *blank, is_own: false })
            }
            ExprKind::Member(plan, Member::Named(_) | Member::Last(_)) => self.items_of(env, plan),
            ExprKind::If(cases, otherwise) => {
                let first = self.items_of(env, otherwise)?;
                let are_same = |value: &Expr| self.items_of(env, value) == Some(first);
                cases.iter().all(|(_, value)| are_same(value)).then_some(first)
            }
            ExprKind::Local(_)
            | ExprKind::Member(..)
            | ExprKind::Number(_)
            | ExprKind::Unreached
            | ExprKind::Text(_)
            | ExprKind::Thing(_)
            | ExprKind::All(_)
            | ExprKind::Levels(_)
            | ExprKind::Invocation(_)
            | ExprKind::NamedModifier(_)
            | ExprKind::Own(_)
            | ExprKind::Index(..)
            | ExprKind::Rule(..)
            | ExprKind::House(..)
            | ExprKind::Table(..)
            | ExprKind::Band { .. }
            | ExprKind::DiceCall(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Reduce { .. }
            | ExprKind::Extreme { .. }
            | ExprKind::Absolute(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::IsUnreached(_)
            | ExprKind::Move { .. }
            | ExprKind::Knows(..)
            | ExprKind::Question => None,
        }
    }

    /// The procedure whose lines give something to an item.
    pub fn procedure_of_item(&self, env: &Env, item: &Expr) -> Option<ProcedureId> {
        self.items_of(env, item).map(|items| items.procedure).or(env.procedure)
    }

    /// What lines give to an item: those of the procedure that asks for its plan, and to the items of that blank.
    pub fn given_to_items(&self, env: &Env, item: &Expr, plan: PlanId) -> Vec<(ProcedureId, LocalId, SharedText)> {
        let items = self.items_of(env, item);
        let Some(procedure) = self.procedure_of_item(env, item) else { return Vec::new() };
        let locals = &self.system.procedures[procedure].locals;
        let is_meant = |of: LocalId| match items {
            Some(items) => items.blank == of,
            None => locals[of].ty == Type::Plan(plan),
        };
        let given = locals.pairs().filter(|(_, local)| local.item_of.is_some_and(is_meant));
        given.map(|(id, local)| (procedure, id, local.name.clone())).collect()
    }
}
