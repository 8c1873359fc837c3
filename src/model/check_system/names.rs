//! The names of a system: every declaration gets its place before any of them is read.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::checker::SystemChecker;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::{Deck, Dice, Kind, Period, Plan, Procedure, Rule, Scale, System, Table};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{Declaration, DeclarationKind, Phrase};
use crate::syntax::keywords::{KEEPING, begins_statement};

/// Words that begin a line of a file, beside the statements of a scene, and so cannot head a line of it.
const HEADS_OF_FILES: [&str; 7] = ["use", "expect", "replace", "extend", "system", "house", "modifiers"];

/// Statements of a scene that are told by what follows the name behind them, so that other lines may begin as they do.
const TOLD_BY_WHAT_FOLLOWS: [&str; 4] = ["tally", "flag", "roll", "resolve"];

/// Words with which declarations begin, also those in whose names they stand first.
const DECLARING: [&str; 11] =
    ["scale", "ladder", "table", "dice", "deck", "kind", "one", "plan", "period", "rule", "procedure"];

fn begins_line(word: &str) -> bool {
    begins_statement(word) && !TOLD_BY_WHAT_FOLLOWS.contains(&word)
        || KEEPING.contains(&word)
        || HEADS_OF_FILES.contains(&word)
}

impl<'a> SystemChecker<'a> {
    /// Gives every declaration its place, so that declarations may name each other in any order.
    pub fn declare(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            let name = declaration.name.text();
            let span = declaration.name.span();
            let heads_lines = heads_lines(&declaration.kind);
            let keeping = KEEPING.iter().find(|word| begins_with(&name, word));
            let reserved = if begins_line(&name) { Some(name.as_str()) } else { keeping.copied() };
            if let (true, Some(word)) = (heads_lines, reserved) {
                self.report(
                    Diagnostic::error(codes::RESERVED_NAME, span, format!("`{word}` begins a statement of a scene"))
                        .help("choose another name: no line of a scene could begin with this one"),
                );
            }
            let declaring = DECLARING.iter().find(|word| begins_with(&name, word));
            if let (true, Some(word)) = (heads_lines, declaring) {
                self.report(
                    Diagnostic::error(codes::RESERVED_NAME, span, format!("`{word}` begins a declaration"))
                        .help("choose another name: no line of a scene could begin with this one"),
                );
            }
            self.give_place(&declaration.kind, name, span);
        }
    }

    /// An element to be filled in later: whoever holds an id can always ask what it is called.
    fn give_place(&mut self, kind: &DeclarationKind, name: SharedText, span: Span) {
        let System { names, scales, tables, dice, decks, kinds, plans, periods, rules, procedures, .. } =
            &mut self.system;
        match kind {
            DeclarationKind::Scale { .. } | DeclarationKind::Ladder { .. } => {
                names.scales.insert(name.clone(), scales.push(Scale::named(name, span)));
            }
            DeclarationKind::Table { .. } => {
                names.tables.insert(name.clone(), tables.push(Table::named(name, span)));
            }
            DeclarationKind::Dice { .. } => {
                names.dice.insert(name.clone(), dice.push(Dice::named(name, span)));
            }
            DeclarationKind::Deck(_) => {
                names.decks.insert(name.clone(), decks.push(Deck::named(name, span)));
            }
            DeclarationKind::Kind { single, .. } => {
                names.kinds.insert(name.clone(), kinds.push(Kind::named(name, span, *single)));
            }
            DeclarationKind::Plan(_) => {
                names.plans.insert(name.clone(), plans.push(Plan::named(name, span)));
            }
            DeclarationKind::Period { .. } => {
                let procedure = procedures.push(Procedure::named(name.clone(), span));
                names.periods.insert(name.clone(), periods.push(Period { name, span, procedure, before: 0 }));
            }
            DeclarationKind::Rule { .. } => {
                names.rules.insert(name.clone(), rules.push(Rule::named(name, span)));
            }
            DeclarationKind::Procedure { .. } => {
                names.procedures.insert(name.clone(), procedures.push(Procedure::named(name, span)));
            }
        }
    }

    /// Warns a declaration that a scene could not fill a blank of that name.
    pub fn check_head(&mut self, name: &Phrase) {
        let first = name.words.first().map_or("", |w| w.text.as_str());
        if begins_line(first) {
            self.report(
                Diagnostic::error(
                    codes::RESERVED_NAME,
                    name.span(),
                    format!("`{first}` begins a statement of a scene, so no line could fill `{}`", name.text()),
                )
                .help("choose a name that begins with another word"),
            );
        }
    }
}

/// Reports what is declared twice, and leaves the first of each.
pub fn each_once(declarations: Vec<Declaration>, sink: &mut Diagnostics) -> Vec<Declaration> {
    let mut seen: BTreeMap<(bool, SharedText), Span> = BTreeMap::new();
    let mut firsts = Vec::new();
    for declaration in declarations {
        let (name, span) = (declaration.name.text(), declaration.name.span());
        match seen.entry((heads_lines(&declaration.kind), name)) {
            Entry::Vacant(place) => {
                place.insert(span);
                firsts.push(declaration);
            }
            Entry::Occupied(first) => sink.push(
                Diagnostic::error(codes::DUPLICATE_NAME, span, format!("`{}` is declared twice", first.key().1))
                    .also(*first.get(), "declared here first")
                    .help("rename one of them; in a house rule, write `replace` or `extend`"),
            ),
        }
    }
    firsts
}

/// Whether the first word of a name is this one.
fn begins_with(name: &str, word: &str) -> bool {
    name.split(' ').next() == Some(word)
}

/// Whether the name of such a declaration heads lines of a scene.
fn heads_lines(kind: &DeclarationKind) -> bool {
    match kind {
        DeclarationKind::Kind { .. } | DeclarationKind::Procedure { .. } | DeclarationKind::Period { .. } => true,
        DeclarationKind::Scale { .. }
        | DeclarationKind::Ladder { .. }
        | DeclarationKind::Table { .. }
        | DeclarationKind::Dice { .. }
        | DeclarationKind::Deck(_)
        | DeclarationKind::Plan(_)
        | DeclarationKind::Rule { .. } => false,
    }
}
