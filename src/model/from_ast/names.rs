//! Names: who has which, and what was probably meant.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::super::{
    DeckId, DiceId, InvocationId, KindId, NamedModifierId, PeriodId, PlanId, ProcedureId, RuleId, ScaleId, TableId,
    ThingId,
};
use super::Checker;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::source::Span;
use crate::syntax::ast::{Declaration, DeclarationKind, Phrase};
use crate::syntax::keywords::KEEPING;

/// What a system declares, by name.
#[derive(Default)]
pub struct Names {
    pub scales: BTreeMap<String, ScaleId>,
    pub tables: BTreeMap<String, TableId>,
    pub dice: BTreeMap<String, DiceId>,
    pub decks: BTreeMap<String, DeckId>,
    pub kinds: BTreeMap<String, KindId>,
    pub plans: BTreeMap<String, PlanId>,
    pub periods: BTreeMap<String, PeriodId>,
    pub rules: BTreeMap<String, RuleId>,
    pub procedures: BTreeMap<String, ProcedureId>,
}

/// What a name of the scene stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneName {
    Thing(ThingId),
    Invocation(InvocationId),
    NamedModifier(NamedModifierId),
}

/// Words that begin a statement of a scene, and so cannot head a line of it.
const STATEMENTS: &[&str] = &[
    "if",
    "repeat",
    "choose",
    "set",
    "add",
    "note",
    "reveal",
    "signal",
    "mode",
    "modifier",
    "cast",
    "use",
    "expect",
    "replace",
    "extend",
    "system",
    "house",
    "modifiers",
    "secret",
    "hidden",
];

/// “`a`, `b` or `c`”, at most ten of them.
pub fn one_of<'n>(candidates: impl IntoIterator<Item = &'n str>) -> String {
    let mut all: Vec<String> = candidates.into_iter().map(|c| format!("`{c}`")).collect();
    all.dedup();
    if all.len() > 10 {
        all.truncate(10);
        return format!("{}, …", all.join(", "));
    }
    match all.pop() {
        None => "none so far".into(),
        Some(last) if all.is_empty() => last,
        Some(last) => format!("{} or {last}", all.join(", ")),
    }
}

/// What there is to choose from, as a sentence: “the system has no decks”, “its only step is `first`”.
pub fn listed<'n>(whose: &str, one: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.as_slice() {
        [] => format!("{whose} has no {one}"),
        [only] => format!("the only {one} of {whose} is `{only}`"),
        several => format!("the {one}s of {whose} are {}", one_of(several.iter().copied()).replace(" or ", " and ")),
    }
}

/// `an action`, `a task`: the article as it is spoken before most words.
pub fn article(word: &str) -> &'static str {
    match word.chars().next().map(|first| first.to_ascii_lowercase()) {
        Some('a' | 'e' | 'i' | 'o') => "an",
        _ => "a",
    }
}

impl<'a> Checker<'a> {
    /// Gives every declaration its place, so that declarations may name each other in any order.
    pub fn declare(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            let name = declaration.name.text();
            let span = declaration.name.span();
            let heads_lines = heads_lines(&declaration.kind);
            let keeping = KEEPING.iter().find(|word| begins_with(&name, word));
            let reserved = STATEMENTS.iter().find(|word| **word == name).or(keeping);
            if let (true, Some(word)) = (heads_lines, reserved) {
                self.report(
                    Diagnostic::error(codes::RESERVED_NAME, span, format!("`{word}` begins a statement of a scene"))
                        .help("a scene could not use it as the head of a line; choose another name"),
                );
            }
            self.give_place(&declaration.kind, name);
        }
    }

    fn give_place(&mut self, kind: &DeclarationKind, name: String) {
        let names = &mut self.names;
        match kind {
            DeclarationKind::Scale { .. } | DeclarationKind::Ladder { .. } => {
                let id = ScaleId(names.scales.len());
                names.scales.entry(name).or_insert(id);
            }
            DeclarationKind::Table { .. } => {
                let id = TableId(names.tables.len());
                names.tables.entry(name).or_insert(id);
            }
            DeclarationKind::Dice { .. } => {
                let id = DiceId(names.dice.len());
                names.dice.entry(name).or_insert(id);
            }
            DeclarationKind::Deck(_) => {
                let id = DeckId(names.decks.len());
                names.decks.entry(name).or_insert(id);
            }
            DeclarationKind::Kind { .. } => {
                let id = KindId(names.kinds.len());
                names.kinds.entry(name).or_insert(id);
            }
            DeclarationKind::Plan(_) => {
                let id = PlanId(names.plans.len());
                names.plans.entry(name).or_insert(id);
            }
            DeclarationKind::Period { .. } => {
                let id = PeriodId(names.periods.len());
                names.periods.entry(name).or_insert(id);
            }
            DeclarationKind::Rule { .. } => {
                let id = RuleId(names.rules.len());
                names.rules.entry(name).or_insert(id);
            }
            DeclarationKind::Procedure { .. } => {
                let id = ProcedureId(names.procedures.len());
                names.procedures.entry(name).or_insert(id);
            }
        }
    }

    /// Warns a declaration that a scene could not fill a blank of that name.
    pub fn check_head(&mut self, name: &Phrase) {
        let first = name.words.first().map_or("", |w| w.text.as_str());
        if STATEMENTS.contains(&first) {
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

    /// What a name of the scene stands for, innermost scope first.
    pub fn scene_name(&self, name: &str) -> Option<SceneName> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    /// Names something of the scene.
    pub fn name_in_scene(&mut self, name: &Phrase, what: SceneName) {
        let text = name.text();
        let first = self.scopes.last().and_then(|scope| scope.get(&text)).copied();
        if let Some(first) = first {
            let place = self.place_of(first);
            self.report(
                Diagnostic::error(codes::DUPLICATE_NAME, name.span(), format!("`{text}` is named twice"))
                    .also(place, "named here first")
                    .help(format!(
                        "every name of a run can be read later, so each must be its own: write `{text}2`, for instance"
                    )),
            );
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(text, what);
        }
    }

    fn place_of(&self, name: SceneName) -> Span {
        match name {
            SceneName::Thing(id) => self.model.things[id.0].span,
            SceneName::Invocation(id) => self.model.invocations[id.0].span,
            SceneName::NamedModifier(id) => self.model.named_modifiers[id.0].span,
        }
    }
}

/// Reports what is declared twice, and leaves the first of each.
pub fn each_once(declarations: Vec<Declaration>, sink: &mut Diagnostics) -> Vec<Declaration> {
    let mut seen: BTreeMap<(bool, String), Span> = BTreeMap::new();
    let mut kept = Vec::new();
    for declaration in declarations {
        let (name, span) = (declaration.name.text(), declaration.name.span());
        match seen.entry((heads_lines(&declaration.kind), name)) {
            Entry::Vacant(place) => {
                place.insert(span);
                kept.push(declaration);
            }
            Entry::Occupied(first) => sink.push(
                Diagnostic::error(codes::DUPLICATE_NAME, span, format!("`{}` is declared twice", first.key().1))
                    .also(*first.get(), "declared here first")
                    .help("rename one of them; an overlay says `replace` or `extend`"),
            ),
        }
    }
    kept
}

/// Whether the name of such a declaration heads lines of a scene.
/// Whether the first word of a name is this one.
fn begins_with(name: &str, word: &str) -> bool {
    name.split(' ').next() == Some(word)
}

fn heads_lines(kind: &DeclarationKind) -> bool {
    matches!(kind, DeclarationKind::Kind { .. } | DeclarationKind::Procedure { .. } | DeclarationKind::Period { .. })
}
