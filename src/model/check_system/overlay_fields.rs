//! `replace field KIND.FIELD { … }`: another declaration of one field of a kind, or of one qualifier of a plan.

use super::declared_words;
use super::overlay_repeats::repeated;
use crate::diagnostic::nearest::guess;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::listed;
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{Declaration, DeclarationKind, Field, FieldChange, Phrase};
use crate::syntax::print_field;

/// Where a field is declared, and what stands in its place.
pub struct FoundField<'c> {
    /// The place of the kind among all declarations.
    pub declaration: usize,
    /// The place of the line among those of the kind, which may declare several fields.
    line: usize,
    new: &'c Field,
    /// The name where it is declared.
    pub old: Span,
}

/// The field that a change speaks of, if the change puts one field of that name in its place.
pub fn find<'c>(all: &[Declaration], change: &'c FieldChange) -> Result<FoundField<'c>, Diagnostic> {
    let (of, field) = (change.of.text(), change.field.text());
    let complain = |span: Span, message: String| Diagnostic::error(codes::BAD_OVERLAY, span, message);
    let called = || all.iter().enumerate().filter(|(_, declared)| declared.name.text() == of);
    let with_fields = called().find_map(|(place, declared)| Some((place, fields_of(&declared.kind)?)));
    let Some((declaration, fields)) = with_fields else {
        let found = complain(change.of.span(), format!("there is no kind `{of}` in this system"));
        if let Some((_, other)) = called().next() {
            let message = format!("`{of}` is a `{}`, and not a kind", declared_words::word(&other.kind));
            return Err(complain(change.of.span(), message)
                .help(format!("`{of}` has no fields that can be replaced one by one: replace the whole of `{of}`")));
        }
        let kinds: Vec<SharedText> =
            all.iter().filter(|one| fields_of(&one.kind).is_some()).map(|one| one.name.text()).collect();
        return Err(found.help(listed("the system", "kind", kinds.iter().map(SharedText::as_str))));
    };
    let named = |line: &Field| line.names.iter().find(|name| name.text() == field).map(Phrase::span);
    let Some((line, old)) = fields.iter().enumerate().find_map(|(place, line)| Some((place, named(line)?))) else {
        let known: Vec<SharedText> = fields.iter().flat_map(|line| &line.names).map(Phrase::text).collect();
        let found = complain(change.field.span(), format!("`{of}` has no field `{field}` to replace"));
        let near = guess(&field, known.iter().map(SharedText::as_str));
        return Err(
            found.did_you_mean(near, || listed(&format!("`{of}`"), "field", known.iter().map(SharedText::as_str)))
        );
    };
    let new = only(change).map_err(|place| {
        let message = format!("`{of}.{field}` must be replaced by one declaration of `{field}`");
        let help = format!(
            "write only `{field} : …` between the braces; other fields have a `replace field` of their own, and new fields are added \
             by `extend`"
        );
        complain(place, message).help(help)
    })?;
    Ok(FoundField { declaration, line, new, old })
}

/// Puts it there; remarks on what says the same as before.
pub fn lay(all: &mut [Declaration], found: &FoundField<'_>) -> Option<Diagnostic> {
    let FoundField { declaration, line, new, old } = *found;
    let fields = all.get_mut(declaration).and_then(|declared| fields_of_mut(&mut declared.kind))?;
    let whole_line = fields.get(line)?.clone();
    let alone = |names: &[Phrase]| Field { names: names.to_vec(), ..whole_line.clone() };
    let at = whole_line.names.iter().position(|name| name.span() == old)?;
    let (before, rest) = whole_line.names.split_at(at);
    let (named, after) = rest.split_at(1);
    let said = print_field(&alone(named));
    let around = |names: &[Phrase]| (!names.is_empty()).then(|| alone(names));
    fields.splice(line..=line, around(before).into_iter().chain([new.clone()]).chain(around(after)));
    repeated((&said, old), (&print_field(new), new.span))
}

/// The one field of that name that a change declares; otherwise the place where it does not.
fn only(change: &FieldChange) -> Result<&Field, Span> {
    match change.new.as_slice() {
        [new] => match new.names.as_slice() {
            [name] if name.text() == change.field.text() => Ok(new),
            [name] => Err(name.span()),
            names => Err(names.get(1).map_or(new.span, Phrase::span)),
        },
        [] => Err(change.place()),
        [_, second, ..] => Err(second.span),
    }
}

/// The fields of what has some.
fn fields_of(kind: &DeclarationKind) -> Option<&Vec<Field>> {
    match kind {
        DeclarationKind::Kind { fields, .. } => Some(fields),
        DeclarationKind::Plan(plan) => plan.item.as_ref().map(|(_, fields)| fields),
        DeclarationKind::Scale { .. }
        | DeclarationKind::Ladder { .. }
        | DeclarationKind::Table { .. }
        | DeclarationKind::Dice { .. }
        | DeclarationKind::Deck(_)
        | DeclarationKind::Period { .. }
        | DeclarationKind::Rule { .. }
        | DeclarationKind::Procedure { .. } => None,
    }
}

fn fields_of_mut(kind: &mut DeclarationKind) -> Option<&mut Vec<Field>> {
    if let DeclarationKind::Kind { fields, .. } = kind {
        return Some(fields);
    }
    if let DeclarationKind::Plan(plan) = kind { plan.item.as_mut().map(|(_, fields)| fields) } else { None }
}
