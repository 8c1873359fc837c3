//! A page of a session: texts that were entered one after the other.

use std::collections::BTreeSet;

use super::loading::Texts;
use crate::diagnostic::Diagnostics;
use crate::model::{Carrying, Cast, Files};
use crate::source::SourceMap;
use crate::syntax::ast::{self, DeclarationKind, ItemKind, Kept, StatementKind};
use crate::verdict::{Carried, Visibility};

/// One text of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageText<'a> {
    /// What messages call it, and what `use` is relative to.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
    /// Whether what it does happens on this page. If not, it only says who and what there is.
    pub acts: bool,
}

/// What a page has besides its texts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Besides<'a> {
    /// Values carried over from another page.
    pub carried: &'a [Carried],
    /// An expression whose value is asked for at the end.
    pub expression: Option<(&'a str, &'a str)>,
}

impl Besides<'_> {
    pub(super) fn add_to(&self, texts: &mut Texts) {
        let Texts { sources, files, sink, .. } = texts;
        if files.scenes.is_empty() {
            files.scenes.push(ast::File::default());
        }
        for carried in self.carried {
            files.carried.push(carry(carried, sources));
        }
        if let Some((name, text)) = self.expression {
            let id = sources.add(name, text);
            files.asked = crate::syntax::parse_expression(id, text, sink);
        }
    }
}

/// A value that cannot even be read has no place.
fn carry(carried: &Carried, sources: &mut SourceMap) -> Carrying {
    let mut unread = Diagnostics::default();
    let mut read = |text: &str| {
        let id = sources.add("carried over", text);
        crate::syntax::parse_expression(id, text, &mut unread)
    };
    let (place, value) = (read(&carried.name), read(&carried.value));
    let kept = match carried.visibility {
        Visibility::All => None,
        Visibility::Gm => Some(Kept::Secret),
        Visibility::Hidden => Some(Kept::Hidden),
    };
    Carrying { name: carried.name.clone(), kept, written: place.zip(value) }
}

/// Of a cast those whose roles these texts have: the others are for scenes to come.
pub(super) fn needed(files: &Files, cast: &Cast) -> Cast {
    let items = files.scenes.iter().flat_map(|file| &file.items);
    let roles = items.filter_map(|item| match &item.kind {
        ItemKind::Statement(statement) => match &statement.kind {
            StatementKind::Cast { names, .. } => Some(names),
            _ => None,
        },
        _ => None,
    });
    let roles: BTreeSet<String> = roles.flatten().map(ast::Phrase::text).collect();
    cast.iter().filter(|(role, _)| roles.contains(*role)).map(|(role, thing)| (role.clone(), thing.clone())).collect()
}

/// What is known of the scene files besides their items, in the same order.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// Whether the text being read acts.
    pub(super) acts: bool,
    /// Of each scene file its name, whether it acts, and whether it was entered itself (and not by a `use`).
    pub(super) scenes: Vec<Sheet>,
}

/// A scene file on a page.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    pub(super) name: String,
    pub(super) acts: bool,
    pub(super) entered: bool,
}

impl Shape {
    /// A file that only said who there is happens after all, and now: its place among the scenes, if that is so.
    pub(super) fn acts_now(&mut self, name: &str) -> Option<usize> {
        let place = self.scenes.iter().position(|sheet| sheet.name == name && !sheet.acts)?;
        if !self.acts {
            return None;
        }
        let sheet = self.scenes.remove(place);
        self.scenes.push(Sheet { acts: true, ..sheet });
        Some(place)
    }
}

/// Moves declarations that were entered to where declarations belong, and takes out what does not happen here.
pub(super) fn settle(files: &mut Files, shape: &Shape) {
    let mut declared = ast::File::default();
    for (file, sheet) in files.scenes.iter_mut().zip(&shape.scenes) {
        if sheet.entered {
            declared.items.extend(file.items.extract_if(.., |item| is_declaration(&item.kind)));
        }
    }
    match &mut files.system {
        _ if declared.items.is_empty() => {}
        None => files.system = Some(declared),
        Some(_) => files.houses.push(declared),
    }
    let heads = heads(files);
    for (file, sheet) in files.scenes.iter_mut().zip(&shape.scenes) {
        if !sheet.acts {
            file.items.retain(|item| stands(&item.kind, &heads));
        }
    }
}

/// Whether a text says who or what there is, whatever else it does.
pub(super) fn declares(files: &Files, is_of_it: impl Fn(&ast::Item) -> bool) -> bool {
    let heads = heads(files);
    let all = files.system.iter().chain(&files.houses).chain(&files.scenes).flat_map(|file| &file.items);
    all.filter(|item| is_of_it(item)).any(|item| stands(&item.kind, &heads))
}

fn is_declaration(kind: &ItemKind) -> bool {
    kind.declares() || matches!(kind, ItemKind::Modifiers(_))
}

/// The words with which lines begin that do something.
fn heads(files: &Files) -> Vec<String> {
    let items = files.system.iter().chain(&files.houses).flat_map(|file| &file.items);
    let declarations = items.filter_map(|item| match &item.kind {
        ItemKind::Declaration(declaration) | ItemKind::Replace(declaration) => Some(declaration),
        _ => None,
    });
    let acting = declarations.filter(|declaration| {
        matches!(declaration.kind, DeclarationKind::Procedure { .. } | DeclarationKind::Period { .. })
    });
    acting.map(|declaration| declaration.name.text()).collect()
}

/// Whether an item says who or what there is, and does nothing.
fn stands(kind: &ItemKind, heads: &[String]) -> bool {
    match kind {
        ItemKind::Expect(_) => false,
        ItemKind::Statement(statement) => statement_stands(&statement.kind, heads),
        _ => true,
    }
}

fn statement_stands(kind: &StatementKind, heads: &[String]) -> bool {
    match kind {
        StatementKind::Line(line) => !begins_with(&line.words.text(), heads),
        StatementKind::Kept { line, .. } => statement_stands(&line.kind, heads),
        kind => matches!(kind, StatementKind::Modifier { .. } | StatementKind::Cast { .. }),
    }
}

fn begins_with(words: &str, heads: &[String]) -> bool {
    heads
        .iter()
        .any(|head| words.strip_prefix(head.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
}
