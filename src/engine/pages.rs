//! A page of a session: texts that were entered one after another.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::texts::Texts;
use crate::diagnostic::Diagnostics;
use crate::model::{Carrying, Cast, SystemFiles};
use crate::shared_text::SharedText;
use crate::source::{Source, SourceId, SourceKind, SourceMap, Span};
use crate::syntax::ast::{self, Concealment, DeclarationKind, ItemKind, StatementKind};
use crate::verdict::{Carried, Visibility};

/// One text of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageText {
    /// The text; its name is what `use` is relative to.
    pub source: Source,
    /// Whether what it does happens on this page. If not, it only says who and what there is.
    pub acts: bool,
}

/// What a page has besides its texts.
#[derive(Clone, Debug, Default)]
pub struct Besides<'a> {
    /// Values carried over from another page.
    pub carried: &'a [Carried],
    /// An expression whose value is asked for at the end.
    pub expression: Option<Source>,
}

impl Besides<'_> {
    pub(super) fn add_to(self, texts: &mut Texts) {
        let Texts { sources, scene, sink, .. } = texts;
        if scene.scenes.is_empty() {
            scene.scenes.push(Arc::default());
        }
        for carried in self.carried {
            scene.carried.push(carry(carried, sources));
        }
        if let Some(source) = self.expression {
            let source = Arc::new(source);
            let id = sources.add_source(Arc::clone(&source));
            scene.asked = crate::syntax::parse_expression(id, &source.text, sink);
        }
    }
}

/// A value that cannot even be read has no place.
fn carry(carried: &Carried, sources: &mut SourceMap) -> Carrying {
    let mut unread = Diagnostics::default();
    let mut read = |text: &str| {
        let id = sources.add_source(Source::new(SourceKind::Carried, "carried over", text));
        crate::syntax::parse_expression(id, text, &mut unread)
    };
    let (place, value) = (read(&carried.name), read(&carried.value));
    let secrecy = match carried.visibility {
        Visibility::All => None,
        Visibility::Gm => Some(Concealment::Secret),
        Visibility::Hidden => Some(Concealment::Hidden),
    };
    Carrying { name: carried.name.clone(), concealment: secrecy, written: place.zip(value) }
}

/// Of a cast those whose roles these scenes have: the others are for scenes to come.
pub(super) fn needed(scenes: &[Arc<ast::File>], cast: &Cast) -> Cast {
    let items = scenes.iter().flat_map(|file| &file.items);
    let roles = items.filter_map(|item| {
        let ItemKind::Statement(statement) = &item.kind else { return None };
        let StatementKind::Cast { names, .. } = &statement.kind else { return None };
        Some(names)
    });
    let roles: BTreeSet<SharedText> = roles.flatten().map(ast::Phrase::text).collect();
    cast.iter()
        .filter(|(role, _)| roles.contains(role.as_str()))
        .map(|(role, thing)| (role.clone(), thing.clone()))
        .collect()
}

/// What is known of the scene files besides their items, in the same order.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    /// Whether the text being read acts.
    pub(super) acts: bool,
    /// Of each scene file its name, whether it acts, whether it was entered itself (and not by a `use`), and by which text.
    pub(super) scenes: Vec<Sheet>,
}

/// A scene file on a page.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    pub(super) name: String,
    pub(super) acts: bool,
    pub(super) entered: bool,
    /// The place of the text on the page to which it belongs.
    pub(super) of: usize,
}

impl Sheets {
    /// A file that only said who there is happens after all, and now, with all parts in which its lines were sorted in; whether that
    /// is so.
    pub(super) fn acts_now(&mut self, name: &str, of: usize, files: &mut Vec<Arc<ast::File>>) -> bool {
        let mut found = false;
        let waits = |sheet: &Sheet| sheet.name == name && !sheet.acts;
        while let Some(place) = self.scenes.iter().position(waits).filter(|_| self.acts) {
            let (sheet, file) = (self.scenes.remove(place), files.remove(place));
            self.scenes.push(Sheet { acts: true, of, ..sheet });
            files.push(file);
            found = true;
        }
        found
    }
}

/// Sorts in the lines above a `use` as a file of their own.
pub(super) fn put_in_place(
    texts: &mut Texts,
    sheets: &mut Sheets,
    (lines, sheet): (&[ast::Item], &Sheet),
) -> Arc<ast::File> {
    let lines = with_items(lines);
    texts.scene.scenes.push(Arc::clone(&lines));
    sheets.scenes.push(sheet.clone());
    lines
}

/// Whether the `use` below these lines has brought in a scene; otherwise they are one with what follows.
pub(super) fn happens_behind(texts: &mut Texts, sheets: &mut Sheets, lines: &Arc<ast::File>) -> bool {
    if texts.scene.scenes.pop_if(|last| Arc::ptr_eq(last, lines)).is_none() {
        return true;
    }
    sheets.scenes.pop();
    false
}

/// A part of a file.
pub(super) fn with_items(items: &[ast::Item]) -> Arc<ast::File> {
    Arc::new(ast::File { items: items.to_vec(), ..ast::File::default() })
}

/// Moves declarations that were entered to where declarations belong, and takes out what does not happen here.
pub(super) fn settle(texts: &mut Texts, sheets: &Sheets) {
    let Texts { system, scene, .. } = texts;
    let mut declared = ast::File::default();
    for (file, sheet) in scene.scenes.iter_mut().zip(&sheets.scenes) {
        if sheet.entered && file.items.iter().any(|item| is_declaration(&item.kind)) {
            declared.items.extend(Arc::make_mut(file).items.extract_if(.., |item| is_declaration(&item.kind)));
        }
    }
    match &mut system.system {
        _ if declared.items.is_empty() => {}
        None => system.system = Some(Arc::new(declared)),
        Some(_) => system.houses.push(Arc::new(declared)),
    }
    let heads = heads(system);
    for (file, sheet) in scene.scenes.iter_mut().zip(&sheets.scenes) {
        if !sheet.acts {
            Arc::make_mut(file).items.retain(|item| stands(&item.kind, &heads));
        }
    }
}

/// The texts that say who or what there is, whatever else they do.
pub(super) fn declaring(texts: &Texts) -> BTreeSet<SourceId> {
    let Texts { system, scene, .. } = texts;
    let heads = heads(system);
    let all = system.system.iter().chain(&system.houses).chain(&scene.scenes).flat_map(|file| &file.items);
    all.filter(|item| stands(&item.kind, &heads)).map(|item| item.span.source).collect()
}

/// The lines of files that were used and do not happen, by the place of the text on the page. The lines of other scene files
/// that they use, `of_scenes`, are among them already.
pub(super) fn declared_lines(texts: &Texts, sheets: &Sheets, of_scenes: &[Span]) -> BTreeMap<usize, String> {
    let mut lines: BTreeMap<usize, String> = BTreeMap::new();
    let used = texts.scene.scenes.iter().zip(&sheets.scenes).filter(|(_, sheet)| !sheet.acts && !sheet.entered);
    for (file, sheet) in used {
        for item in file.items.iter().filter(|item| !of_scenes.contains(&item.span)) {
            lines.entry(sheet.of).or_default().extend([texts.sources.slice(item.span), "\n"]);
        }
    }
    lines
}

fn is_declaration(kind: &ItemKind) -> bool {
    kind.declares() || matches!(kind, ItemKind::Modifiers(_))
}

/// The words with which lines begin that do something.
fn heads(files: &SystemFiles) -> Vec<SharedText> {
    let items = files.system.iter().chain(&files.houses).flat_map(|file| &file.items);
    let declarations = items.filter_map(|item| {
        let (ItemKind::Declaration(one) | ItemKind::Replace(one)) = &item.kind else { return None };
        Some(one)
    });
    let acting = declarations.filter(|declaration| {
        matches!(declaration.kind, DeclarationKind::Procedure { .. } | DeclarationKind::Period { .. })
    });
    acting.map(|declaration| declaration.name.text()).collect()
}

/// Whether an item says who or what there is, and does nothing.
fn stands(kind: &ItemKind, heads: &[SharedText]) -> bool {
    match kind {
        ItemKind::Expect(_) => false,
        ItemKind::Statement(statement) => statement_stands(&statement.kind, heads),
        ItemKind::System { .. }
        | ItemKind::House { .. }
        | ItemKind::Use { .. }
        | ItemKind::Modifiers(_)
        | ItemKind::Declaration(_)
        | ItemKind::Replace(_)
        | ItemKind::ReplaceStep { .. }
        | ItemKind::ReplaceField(_)
        | ItemKind::Extend(_)
        | ItemKind::ExtendRows(_)
        | ItemKind::ChangeLine(_) => true,
    }
}

fn statement_stands(kind: &StatementKind, heads: &[SharedText]) -> bool {
    match kind {
        StatementKind::Line(line) => !begins_with(&line.words.text(), heads),
        StatementKind::Concealed { line, .. } => statement_stands(&line.kind, heads),
        StatementKind::Modifier { .. } | StatementKind::Cast { .. } | StatementKind::Tally { .. } => true,
        // These are done, or stand only in a procedure.
        StatementKind::Ask { .. }
        | StatementKind::Let { .. }
        | StatementKind::Sum { .. }
        | StatementKind::Decide { .. }
        | StatementKind::Roll { .. }
        | StatementKind::Draw { .. }
        | StatementKind::Shuffle(_)
        | StatementKind::Resolve { .. }
        | StatementKind::Choose { .. }
        | StatementKind::Run { .. }
        | StatementKind::Cut { .. }
        | StatementKind::Pay { .. }
        | StatementKind::Stop { .. }
        | StatementKind::Needs(_)
        | StatementKind::ForEach { .. }
        | StatementKind::Step { .. }
        | StatementKind::Repeat { .. }
        | StatementKind::Turns(_)
        | StatementKind::ChooseOption { .. }
        | StatementKind::Chance { .. }
        | StatementKind::Mode(_)
        | StatementKind::Set { .. }
        | StatementKind::Add { .. }
        | StatementKind::If { .. }
        | StatementKind::Note { .. }
        | StatementKind::Signal { .. }
        | StatementKind::Reveal { .. } => false,
    }
}

fn begins_with(words: &str, heads: &[SharedText]) -> bool {
    heads
        .iter()
        .any(|head| words.strip_prefix(head.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
}
