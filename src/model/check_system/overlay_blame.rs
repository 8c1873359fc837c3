//! Errors at lines of a system, or of another house rule, that a change of a house rule brings about. Whoever wrote the house rule cannot change those lines, and need not
//! know them; so it is said once, at what the house rule removes, which lines need it. The cause of an error is
//! found by trying: without that change the error is gone.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::listing::all_of;
use crate::model::{Named, System, SystemFiles};
use crate::shared_text::SharedText;
use crate::source::{SourceId, Span};
use crate::syntax::ast::{Declaration, DeclarationKind, File, ItemKind, LineChangeKind, Phrase};

/// Checks a system anew, with other files.
type Check<'c> = &'c dyn Fn(&SystemFiles) -> (System, Diagnostics);

/// The findings, with one at each change of a house rule in the place of all those that it brings about at other lines.
pub fn led_home(files: &SystemFiles, (system, found): (&System, Diagnostics), check: Check<'_>) -> Diagnostics {
    let of_system: Option<SourceId> =
        files.system.as_ref().and_then(|file| file.items.first()).map(|item| item.span.source);
    // What a line of another house rule names may be gone as well.
    let is_led = |found: &Diagnostic| {
        let is_of_system = place(found).map(|place| place.source) == of_system;
        found.is_error() && (is_of_system || found.code == codes::UNKNOWN_NAME)
    };
    let mut left: Vec<Diagnostic> = found.into_iter().collect();
    let mut led = Vec::new();
    for suspect in suspects(files) {
        let Suspect { house, item, whole, .. } = suspect;
        let strays = |found: &Diagnostic| is_led(found) && !place(found).is_some_and(|place| whole.contains(place));
        if !left.iter().any(strays) {
            continue;
        }
        let (unchanged, otherwise) = check(&without(files, house, item));
        let still: BTreeSet<Option<Span>> = otherwise.iter().filter(|one| one.is_error()).map(place).collect();
        let brought_about = |found: &Diagnostic| strays(found) && !still.contains(&place(found));
        let (told, others): (Vec<Diagnostic>, Vec<Diagnostic>) = left.into_iter().partition(brought_about);
        left = others;
        led.extend(complaint(&told, (system, &unchanged), &suspect));
    }
    let mut sink = Diagnostics::default();
    sink.extend(led.into_iter().chain(left));
    sink
}

/// A change that puts something in the place of what the system says, or takes it away.
struct Suspect<'f> {
    /// The place of its file among the house rules.
    house: usize,
    /// Its place in that file.
    item: usize,
    /// Its words.
    span: Span,
    /// All of it.
    whole: Span,
    /// The declaration that it puts in the place of another one.
    declared: Option<&'f Declaration>,
}

fn place(found: &Diagnostic) -> Option<Span> {
    found.labels.first().map(|label| label.span)
}

/// Those of all house rules.
fn suspects(files: &SystemFiles) -> Vec<Suspect<'_>> {
    let mut all = Vec::new();
    for (house, file) in files.houses.iter().enumerate() {
        for (place, item) in file.items.iter().enumerate() {
            let span = match &item.kind {
                ItemKind::ReplaceStep { procedure, step, .. } => Some(procedure.span().to(step.span())),
                ItemKind::ReplaceField(change) => Some(change.place()),
                ItemKind::Replace(declared) => Some(declared.name.span()),
                ItemKind::ChangeLine(change) => match change.kind {
                    LineChangeKind::Replace(_) | LineChangeKind::Remove => {
                        Some(change.path.iter().fold(change.word.span, |span, name| span.to(name.span())))
                    }
                    LineChangeKind::Add { .. } | LineChangeKind::Extend(_) => None,
                },
                ItemKind::System { .. }
                | ItemKind::House { .. }
                | ItemKind::Use { .. }
                | ItemKind::Modifiers(_)
                | ItemKind::Declaration(_)
                | ItemKind::Extend(_)
                | ItemKind::ExtendRows(_)
                | ItemKind::Expect(_)
                | ItemKind::Statement(_) => None,
            };
            let declared = if let ItemKind::Replace(declared) = &item.kind { Some(declared) } else { None };
            all.extend(span.map(|span| Suspect { house, item: place, span, whole: item.span, declared }));
        }
    }
    all
}

/// The files without one item of a house rule.
fn without(files: &SystemFiles, house: usize, item: usize) -> SystemFiles {
    let mut others = files.clone();
    if let Some(file) = others.houses.get_mut(house) {
        let mut left = File::clone(file);
        left.items.remove(item);
        *file = Arc::new(left);
    }
    others
}

/// What is said at a change that brings these errors about in a system; `without` it the system knows what they need.
fn complaint(told: &[Diagnostic], (system, without): (&System, &System), suspect: &Suspect<'_>) -> Option<Diagnostic> {
    let change = suspect.span;
    let first = told.first()?;
    let mut needed: Vec<(SharedText, Span)> = Vec::new();
    for place in told.iter().filter_map(place) {
        // What is read from something that is gone is gone as well.
        let is_meant = |span: Span| span == place || (span.source == place.source && span.end + 1 == place.start);
        let names = without.uses.iter().filter(|(_, span)| is_meant(*span));
        let lost = names.filter_map(|(named, span)| Some((lost(named, (system, without))?, span)));
        for (name, span) in lost {
            if !needed.iter().any(|(known, _)| *known == name) {
                needed.push((name, span));
            }
        }
    }
    needed.sort_by_key(|(_, span)| span.start);
    let names = all_of(needed.iter().map(|(name, _)| name.as_str()));
    let Some((name, reader)) = needed.first() else {
        let message = "other lines depend on what this changes";
        let found = Diagnostic::error(codes::BAD_OVERLAY, change, message);
        let found = place(first).into_iter().fold(found, |found, place| found.also(place, first.message.clone()));
        return Some(found.help("keep what those lines need, or `replace` them too"));
    };
    let them = if needed.len() == 1 { "it" } else { "them" };
    let message = format!("this removes {names}, but other lines need {them}");
    let label = format!("`{name}` is needed here{}", and_others(told.len() - 1));
    let way = suspect.declared.and_then(|declared| single_fields(declared, without)).unwrap_or_default();
    let help = format!("keep {names}, or `replace` the lines that need {them} too{way}");
    Some(Diagnostic::error(codes::BAD_OVERLAY, change, message).also(*reader, label).help(help))
}

/// How to change only those fields of a kind that the new one repeats.
fn single_fields(declared: &Declaration, without: &System) -> Option<String> {
    let DeclarationKind::Kind { fields, .. } = &declared.kind else { return None };
    let kind = declared.name.text();
    let was = &without.kinds[without.names.kinds.get(&kind).copied()?];
    let names = fields.iter().flat_map(|field| &field.names).map(Phrase::text);
    let repeated: Vec<SharedText> = names.filter(|name| was.field(name).is_some()).collect();
    let first = repeated.first()?;
    let only = all_of(repeated.iter().map(SharedText::as_str));
    Some(format!("; to change only {only}, write `replace field {kind}.{first} {{ {first} : … }}`"))
}

fn and_others(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => ", and one other line no longer works either".to_owned(),
        _ => format!(", and {count} other lines no longer work either"),
    }
}

/// The name of what a system does not have, if it has it without a change.
fn lost(named: Named, (system, without): (&System, &System)) -> Option<SharedText> {
    if let Named::Local(procedure, local) = named {
        let (of, name) = (&without.procedures[procedure], &without.procedures[procedure].locals[local].name);
        let now = system.names.procedures.get(&of.name).map(|now| &system.procedures[*now]);
        let is_there = now.is_some_and(|now| now.locals.iter().any(|local| local.name == *name));
        return (!is_there).then(|| name.clone());
    }
    if let Named::Level(scale, level) = named {
        let (of, name) = (&without.scales[scale], without.scales[scale].levels.get(level)?);
        let now = system.names.scales.get(&of.name).map(|now| &system.scales[*now]);
        return now.is_none_or(|now| now.level(name).is_none()).then(|| name.clone());
    }
    if let Named::Column(scale, column) = named {
        let (of, name) = (&without.scales[scale], &without.scales[scale].columns.get(column)?.name);
        let now = system.names.scales.get(&of.name).map(|now| &system.scales[*now]);
        let is_there = now.is_some_and(|now| now.columns.iter().any(|column| column.name == *name));
        return (!is_there).then(|| name.clone());
    }
    if let Named::Field(kind, field) = named {
        let (of, name) = (&without.kinds[kind], &without.kinds[kind].fields.get(field)?.name);
        let now = system.names.kinds.get(&of.name).map(|now| &system.kinds[*now]);
        return now.is_none_or(|now| now.field(name).is_none()).then(|| name.clone());
    }
    None
}
