//! Overlays: what a house replaces in a system, or adds to it.

use std::collections::BTreeMap;

use super::super::Files;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::source::Span;
use crate::syntax::ast::{Declaration, DeclarationKind, ItemKind, Phrase, Statement, StatementKind, Text};

/// The declarations of the system with those of all houses laid over them.
pub fn merge(files: &Files, sink: &mut Diagnostics) -> Vec<Declaration> {
    let mut merged = Vec::new();
    let mut replaced: BTreeMap<(&'static str, String), Span> = BTreeMap::new();
    for item in files.system.iter().flat_map(|f| &f.items) {
        if let ItemKind::Declaration(declaration) = &item.kind {
            merged.push(declaration.clone());
        }
    }
    for item in files.houses.iter().flat_map(|f| &f.items) {
        match &item.kind {
            ItemKind::Declaration(declaration) => merged.push(declaration.clone()),
            ItemKind::Replace(declaration) => replace(&mut merged, declaration, &mut replaced, sink),
            ItemKind::ReplaceStep { procedure, step, title, body } => {
                let name = format!("{}.{}", procedure.text(), step.text());
                once(("step", name), item.span, &mut replaced, sink);
                replace_step(&mut merged, procedure, step, (title.as_ref(), body), sink);
            }
            _ => {}
        }
    }
    merged
}

/// Two overlays on one thing is an error: the order of two files should not decide a rule.
fn once(
    key: (&'static str, String),
    span: Span,
    replaced: &mut BTreeMap<(&'static str, String), Span>,
    sink: &mut Diagnostics,
) {
    let name = key.1.clone();
    if let Some(first) = replaced.insert(key, span) {
        sink.push(
            Diagnostic::error(codes::BAD_OVERLAY, span, format!("`{name}` is replaced twice"))
                .also(first, "replaced here first")
                .help("use one of the two house rules, or write a third that does both"),
        );
    }
}

fn replace(
    merged: &mut [Declaration],
    new: &Declaration,
    replaced: &mut BTreeMap<(&'static str, String), Span>,
    sink: &mut Diagnostics,
) {
    let (word, name) = (word(&new.kind), new.name.text());
    once((word, name.clone()), new.name.span(), replaced, sink);
    let same = |d: &&mut Declaration| self::word(&d.kind) == word && d.name.text() == name;
    if let Some(old) = merged.iter_mut().find(same) {
        *old = new.clone();
        return;
    }
    let others = merged.iter().filter(|d| self::word(&d.kind) == word).map(|d| d.name.text());
    let others: Vec<String> = others.collect();
    let help = super::names::one_of(others.iter().map(String::as_str));
    sink.push(
        Diagnostic::error(codes::BAD_OVERLAY, new.name.span(), format!("there is no {word} `{name}` to replace"))
            .help(format!("the system declares {help}; without `replace` a new one is added")),
    );
}

fn replace_step(
    merged: &mut [Declaration],
    procedure: &Phrase,
    step: &Phrase,
    new: (Option<&Text>, &[Statement]),
    sink: &mut Diagnostics,
) {
    let wanted = procedure.text();
    let found = merged.iter_mut().find_map(|d| match &mut d.kind {
        DeclarationKind::Procedure { body, .. } if d.name.text() == wanted => Some(body),
        _ => None,
    });
    let step_name = step.text();
    let target = found.and_then(|body| {
        body.iter_mut().find_map(|s| match &mut s.kind {
            StatementKind::Step { name, title, body } if name.text() == step_name => Some((title, body)),
            _ => None,
        })
    });
    let Some((title, body)) = target else {
        sink.push(
            Diagnostic::error(
                codes::BAD_OVERLAY,
                procedure.span().to(step.span()),
                format!("there is no step `{wanted}.{step_name}` to replace"),
            )
            .help("name the procedure and its step as the system does: `replace step procedure.step { … }`"),
        );
        return;
    };
    if let Some(text) = new.0 {
        *title = Some(text.clone());
    }
    *body = new.1.to_vec();
}

/// The keyword of a declaration.
pub fn word(kind: &DeclarationKind) -> &'static str {
    match kind {
        DeclarationKind::Scale { .. } => "scale",
        DeclarationKind::Ladder { .. } => "ladder",
        DeclarationKind::Table { .. } => "table",
        DeclarationKind::Dice { .. } => "dice",
        DeclarationKind::Deck(_) => "deck",
        DeclarationKind::Kind { single: false, .. } => "kind",
        DeclarationKind::Kind { single: true, .. } => "one",
        DeclarationKind::Plan(_) => "plan",
        DeclarationKind::Period { .. } => "period",
        DeclarationKind::Rule { .. } => "rule",
        DeclarationKind::Procedure { .. } => "procedure",
    }
}
