//! What an overlay adds to a kind, a plan or a period. It adds, and changes nothing that exists.

use smol_str::format_smolstr;

use crate::diagnostic::{Diagnostic, codes};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{Declaration, DeclarationKind, Field, Phrase, Plan};

/// What is added by a name, which nobody else may add as well.
pub fn names(more: &DeclarationKind) -> Vec<(SharedText, Span)> {
    let of = |fields: &[Field]| -> Vec<(SharedText, Span)> {
        fields.iter().flat_map(|field| &field.names).map(|name| (name.text(), name.span())).collect()
    };
    match more {
        DeclarationKind::Kind { fields, .. } => of(fields),
        DeclarationKind::Plan(plan) => {
            let fields = plan.item.as_ref().map(|(_, fields)| of(fields)).unwrap_or_default();
            let groups = plan.groups.iter().map(|(name, _)| (format_smolstr!("group {}", name.text()), name.span()));
            let limit = plan.most.iter().map(|most| (SharedText::new_static("most"), most.span));
            fields.into_iter().chain(groups).chain(limit).collect()
        }
        DeclarationKind::Scale { .. }
        | DeclarationKind::Ladder { .. }
        | DeclarationKind::Table { .. }
        | DeclarationKind::Dice { .. }
        | DeclarationKind::Deck(_)
        | DeclarationKind::Period { .. }
        | DeclarationKind::Rule { .. }
        | DeclarationKind::Procedure { .. } => Vec::new(),
    }
}

/// Adds it.
pub fn add(old: &mut Declaration, more: &DeclarationKind) -> Result<(), Diagnostic> {
    let name = old.name.text();
    match (&mut old.kind, more) {
        (DeclarationKind::Kind { fields, needs, .. }, DeclarationKind::Kind { fields: new, needs: conditions, .. }) => {
            fields.extend(new.iter().cloned());
            needs.extend(conditions.iter().cloned());
            Ok(())
        }
        (DeclarationKind::Period { before, after }, DeclarationKind::Period { before: first, after: last }) => {
            before.extend(first.iter().cloned());
            after.extend(last.iter().cloned());
            Ok(())
        }
        (DeclarationKind::Plan(plan), DeclarationKind::Plan(new)) => add_to_plan(&name, plan, new),
        // The grammar lets no other pair through; if it ever does, nothing of it is lost in silence.
        _ => Err(Diagnostic::error(
            codes::MISPLACED,
            old.name.span(),
            format!("nothing of this sort can be added to `{name}`"),
        )
        .help("`extend` adds to kinds, plans and periods; `replace` works on anything")),
    }
}

fn add_to_plan(name: &str, plan: &mut Plan, more: &Plan) -> Result<(), Diagnostic> {
    let slots: Vec<&Phrase> = more.slots_first.iter().chain(&more.slots).collect();
    let said = [
        ("budget", more.budget.as_ref().map(|(budget, _)| budget.span), plan.budget.is_some()),
        ("most", more.most.as_ref().map(|most| most.span), plan.most.is_some()),
        ("slots", slots.first().map(|slot| slot.span()), !plan.slots.is_empty()),
    ];
    for (word, place, there) in said {
        if let (Some(place), true) = (place, there) {
            let message = format!("the plan `{name}` already has a line `{word}`");
            let help = format!("`extend` only adds; write `replace plan {name} {{ … }}` to change what is there");
            return Err(Diagnostic::error(codes::BAD_OVERLAY, place, message).help(help));
        }
    }
    if let (Some((item, fields)), Some((new, more))) = (&mut plan.item, &more.item) {
        if item.text() != new.text() {
            let message = format!("the items of `{name}` are called `{}`", item.text());
            let help = format!("write `item {} {{ … }}` with the added qualifiers", item.text());
            return Err(Diagnostic::error(codes::BAD_OVERLAY, new.span(), message).help(help));
        }
        fields.extend(more.iter().cloned());
    }
    plan.most = plan.most.take().or_else(|| more.most.clone());
    plan.upfront.extend(more.upfront.iter().cloned());
    plan.further.extend(more.further.iter().cloned());
    plan.groups.extend(more.groups.iter().cloned());
    Ok(())
}
