//! Plans: an ordered, priced list with a budget and groupings.

use super::checker::SystemChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::{listed, with_article};
use crate::model::typing::Env;
use crate::model::{Expr, Group, GroupNeed, Minimum, Named, Plan, Priced, Type};
use crate::shared_text::SharedText;
use crate::syntax::ast::{self, BinaryOp, Declaration, DeclarationKind, ExprKind, Phrase};

impl<'a> SystemChecker<'a> {
    /// Every plan.
    pub fn plans(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            if let DeclarationKind::Plan(plan) = &declaration.kind {
                let Some(id) = self.system.names.plans.get(&declaration.name.text()).copied() else { continue };
                self.system.plans[id] = self.plan(declaration, plan);
            }
        }
    }

    fn plan(&mut self, declaration: &'a Declaration, written: &'a ast::Plan) -> Plan {
        let span = declaration.name.span();
        let (budget, unit) = if let Some((budget, unit)) = &written.budget {
            let unit = unit.as_ref().map_or_else(|| SharedText::new_static("points"), |t| t.text.clone());
            (self.wanted(&Env::default(), budget, &Type::Number), unit)
        } else {
            let message = format!("the plan `{}` has no budget", declaration.name.text());
            self.report(
                Diagnostic::error(codes::COLUMN, span, message).help("add a line such as `budget 6 \"points\"`"),
            );
            (Expr::unknown(span), SharedText::new_static("points"))
        };
        let (item, item_span, qualifiers) = if let Some((name, fields)) = &written.item {
            self.check_head(name);
            (name.text(), name.span(), self.fields(&declaration.name.text(), fields))
        } else {
            let message = format!("the plan `{}` does not say what its items are", declaration.name.text());
            let help = "add `item part { care : care = none }`";
            self.report(Diagnostic::error(codes::COLUMN, span, message).help(help));
            (SharedText::default(), span, Vec::new())
        };
        let needs = written.groups.iter().map(|(_, need)| need.span);
        let mut plan = Plan {
            name: declaration.name.text(),
            span,
            budget,
            unit,
            most: written.most.as_ref().and_then(|most| self.typer().constant(most)),
            item,
            item_span,
            qualifiers,
            first: Vec::new(),
            rest: Vec::new(),
            as_written: false,
            named_at: written.slots_first.iter().chain(&written.slots).map(Phrase::span).chain(needs).collect(),
            upfront: priced(&written.upfront),
            further: priced(&written.further),
            groups: Vec::new(),
        };
        self.slots_of_plan(&mut plan, written);
        for (name, need) in &written.groups {
            self.check_head(name);
            if let Some(need) = self.group_need(&plan, need) {
                plan.groups.push(Group { name: name.text(), span: name.span(), need });
            }
        }
        plan
    }

    fn slots_of_plan(&mut self, plan: &mut Plan, written: &ast::Plan) {
        plan.first = written.slots_first.iter().filter_map(|name| self.priced_qualifier(plan, name)).collect();
        for name in &written.slots {
            if name.text() == "as written" {
                plan.as_written = true;
            } else if let Some(place) = self.priced_qualifier(plan, name) {
                plan.rest.push(place);
            }
        }
        for place in 0..plan.qualifiers.len() {
            if !plan.describes(place) && !plan.first.contains(&place) && !plan.rest.contains(&place) {
                plan.rest.push(place);
            }
        }
    }

    fn qualifier(&mut self, plan: &Plan, name: &Phrase) -> Option<usize> {
        let text = name.text();
        let found = plan.qualifiers.iter().position(|q| q.name == text);
        let id = self.system.names.plans.get(&plan.name).copied();
        if let Some((id, place)) = id.zip(found) {
            self.used(Named::Qualifier(id, place), name.span());
        } else {
            let help = listed("the item", "qualifier", plan.qualifiers.iter().map(|q| q.name.as_str()));
            let message = format!("`{text}` is not a qualifier of {}", with_article(&plan.item));
            self.report(Diagnostic::error(codes::UNKNOWN_NAME, name.span(), message).help(help));
        }
        found
    }

    /// A qualifier where only those that cost something can stand.
    fn priced_qualifier(&mut self, plan: &Plan, name: &Phrase) -> Option<usize> {
        let place = self.qualifier(plan, name)?;
        if !plan.describes(place) {
            return Some(place);
        }
        let message = format!("`{}` costs nothing, so it cannot be used here", name.text());
        let help = "name a level or a number: a `many`, `optional` or yes/no qualifier has no cost";
        self.report(Diagnostic::error(codes::GROUPING, name.span(), message).help(help));
        None
    }

    /// `nothing`, or `QUALIFIER >= after`.
    fn group_need(&mut self, plan: &Plan, need: &ast::Expr) -> Option<GroupNeed> {
        match &need.kind {
            ExprKind::Name(name) if name.text() == "nothing" => return Some(GroupNeed::Nothing),
            ExprKind::Binary(BinaryOp::GreaterOrEqual, left, right) => {
                if let (ExprKind::Name(left), Some(minimum)) = (&left.kind, minimum(right)) {
                    return self.priced_qualifier(plan, left).map(|place| GroupNeed::AtLeast(place, minimum));
                }
            }
            ExprKind::Number { .. }
            | ExprKind::Die(_)
            | ExprKind::Decimal { .. }
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Text(_)
            | ExprKind::Name(_)
            | ExprKind::Question
            | ExprKind::Member(..)
            | ExprKind::Call(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::If(..) => {}
        }
        self.report(
            Diagnostic::error(codes::GROUPING, need.span, "this is not a valid minimum for a grouping")
                .help("write `nothing`, or a comparison such as `NAME >= after` or `NAME >= before`"),
        );
        None
    }
}

fn minimum(expr: &ast::Expr) -> Option<Minimum> {
    match &expr.kind {
        ExprKind::Name(name) if name.text() == "after" => Some(Minimum::After),
        ExprKind::Name(name) if name.text() == "before" => Some(Minimum::Before),
        ExprKind::Number { value, unit: None } => Some(Minimum::Number(*value)),
        ExprKind::Number { .. }
        | ExprKind::Die(_)
        | ExprKind::Decimal { .. }
        | ExprKind::Dice { .. }
        | ExprKind::Keep { .. }
        | ExprKind::Text(_)
        | ExprKind::Name(_)
        | ExprKind::Question
        | ExprKind::Member(..)
        | ExprKind::Call(..)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::If(..) => None,
    }
}

fn priced(written: &[(ast::Expr, Option<ast::Text>)]) -> Vec<Priced> {
    written
        .iter()
        .map(|(cost, label)| Priced {
            cost: cost.clone(),
            label: label.as_ref().map_or_else(SharedText::default, |label| label.text.clone()),
        })
        .collect()
}
