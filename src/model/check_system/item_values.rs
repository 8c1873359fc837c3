//! What a line gives to each item of a plan, `let task.total = …` inside `for each task in tasks`, and what no item can have.

use super::checker::SystemChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::Typer;
use crate::model::{self, Expr, LocalId, ProcedureId, Type};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind, Word};

impl SystemChecker<'_> {
    /// The plan to whose items a line can give something: the one that the loop of this variable goes through by its name.
    pub fn plan_gone_through(
        &mut self,
        id: ProcedureId,
        (target, variable): (Span, &ast::Expr),
        (loops, step): (&[(&Word, &ast::Expr)], Option<usize>),
    ) -> Option<LocalId> {
        let list = if let ExprKind::Name(name) = &variable.kind {
            let text = name.text();
            loops.iter().rev().find(|(word, _)| word.text == text).map(|(_, list)| *list)
        } else {
            None
        };
        let plan = list.and_then(|list| {
            let ExprKind::Name(name) = &list.kind else { return None };
            let found = self.system.local_named(id, &name.text(), step)?;
            let declared = &self.system.procedures[id].locals[found];
            (declared.is_blank() && matches!(declared.ty, Type::Plan(_))).then_some(found)
        });
        if plan.is_none() {
            let plan = self.system.plan_of(id).map(|(plan, _)| &self.system.procedures[id].locals[plan].name);
            let help = match plan {
                Some(plan) => {
                    format!("use a plain name, or loop over the plan itself: `for each item in {plan} {{ … }}`")
                }
                None => "use a plain name".into(),
            };
            self.misplaced(target, "only items of a plan can have their own values here", &help);
        }
        plan
    }

    /// Refuses a choice that a line makes for each item.
    pub fn no_choice_of_items(&mut self, target: Span) {
        let help =
            "ask for it in the plan, with a qualifier in the braces of its `item`; or choose once, under a plain name";
        self.misplaced(target, "a choice cannot be made for each item of a plan", help);
    }

    /// Refuses a run that a line makes for each item.
    pub fn no_run_of_items(&mut self, target: &ast::Expr, made: &ast::Made) {
        if let (ExprKind::Member(_, name), Some(of)) = (&target.kind, &made.of) {
            let (name, of) = (name.text(), of.text());
            let help = format!(
                "write the lines of `{of}` here; or write `run {name} : {of}`, whose last run is available after the loop"
            );
            self.misplaced(target.span, "an item of a plan cannot have its own run", &help);
        }
    }
}

impl Typer<'_> {
    /// Refuses a `let` of what has no other name than its own, or of what an item cannot hold.
    pub fn can_be_held(&mut self, (target, is_of_item): (&ast::Expr, bool), value: &Expr) {
        let (message, help) = match &value.ty {
            Type::Run(_) | Type::Plan(_) => ("cannot be given another name", "use the name it already has".to_owned()),
            // Of what is computed from them nothing more is said.
            Type::Dice if value.parts().iter().any(|part| reads_dice(part)) => return,
            Type::Dice => {
                let name = super::locals::last_name(target);
                let help = format!(
                    "roll them on a line of their own, and compute with what they show: `roll NAME : …`, then `let {name} = NAME + …`"
                );
                ("a `let` rolls nothing", help)
            }
            Type::Thing(_) | Type::Many(_) | Type::TableRow(_) | Type::Item(_) if is_of_item => {
                let name = super::locals::last_name(target);
                let help = format!("give it a plain name for this round: `let {name} = …`");
                ("cannot be stored for each item of a plan", help)
            }
            Type::Thing(_)
            | Type::Many(_)
            | Type::TableRow(_)
            | Type::Item(_)
            | Type::Number
            | Type::YesNo
            | Type::Level(_)
            | Type::Die
            | Type::Text
            | Type::Card(_)
            | Type::Roll
            | Type::NamedModifier
            | Type::Unknown => return,
        };
        let message = format!("this is {}, and {message}", self.type_name(&value.ty));
        self.report(Diagnostic::error(codes::MISPLACED, value.span, message).help(help));
    }

    /// Refuses `let item.NAME by SCALE = …`.
    pub fn no_family_of_items(&mut self, by: &ast::Phrase) {
        let help = "give each value its own name, with a `let` for every level";
        self.misplaced(by.span(), "an item of a plan cannot have a value for each level", help);
    }
}

/// Whether a value reads dice to which a `let` gave a name.
fn reads_dice(value: &Expr) -> bool {
    let is_named = value.ty == Type::Dice && matches!(value.kind, model::ExprKind::Local(_));
    is_named || value.parts().iter().any(|part| reads_dice(part))
}
