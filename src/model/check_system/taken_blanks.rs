//! Blanks that a system no longer asks for, since a house rule has removed the lines that did.

use crate::model::{SystemFiles, TakenBlank};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{Declaration, DeclarationKind, Item, ItemKind, LineChangeKind, Statement, StatementKind};

/// A blank as its system asks for it.
struct Asked {
    name: SharedText,
    /// The step around it.
    step: Option<SharedText>,
}

/// Those for which no line of the patched declarations asks.
pub fn taken_blanks(files: &SystemFiles, patched: &[Declaration]) -> Vec<TakenBlank> {
    let changes: Vec<&Item> = files.houses.iter().flat_map(|file| &file.items).collect();
    let mut taken = Vec::new();
    for item in files.system.iter().flat_map(|file| &file.items) {
        let ItemKind::Declaration(declared) = &item.kind else { continue };
        let left: Vec<Asked> = patched.iter().filter(|one| one.name == declared.name).flat_map(blanks).collect();
        let gone = blanks(declared).into_iter().filter(|asked| !left.iter().any(|left| left.name == asked.name));
        let procedure = declared.name.text();
        taken.extend(gone.filter_map(|asked| {
            let by = changes.iter().find_map(|change| takes(change, &procedure, &asked))?;
            Some(TakenBlank { procedure: procedure.clone(), blank: asked.name, by })
        }));
    }
    taken
}

/// The words of a change, if it may have taken a blank of a procedure away.
fn takes(change: &Item, procedure: &str, asked: &Asked) -> Option<Span> {
    match &change.kind {
        ItemKind::ReplaceStep { procedure: of, step, .. } => {
            let is_it = of.text() == procedure && asked.step.as_ref().is_some_and(|around| *around == step.text());
            is_it.then(|| of.span().to(step.span()))
        }
        ItemKind::Replace(declared) => (declared.name.text() == procedure).then(|| declared.name.span()),
        ItemKind::ChangeLine(line) => {
            let takes = matches!(line.kind, LineChangeKind::Replace(_) | LineChangeKind::Remove);
            let is_of_it = line.path.first().is_some_and(|first| first.text() == procedure);
            // Lines of other words may have asked for it between their braces.
            let may_be = line.word.text != "ask" || line.path.last().is_some_and(|last| last.text() == asked.name);
            let words = line.path.iter().fold(line.word.span, |span, name| span.to(name.span()));
            (takes && is_of_it && may_be).then_some(words)
        }
        ItemKind::System { .. }
        | ItemKind::House { .. }
        | ItemKind::Use { .. }
        | ItemKind::Modifiers(_)
        | ItemKind::Declaration(_)
        | ItemKind::ReplaceField(_)
        | ItemKind::Extend(_)
        | ItemKind::ExtendRows(_)
        | ItemKind::Expect(_)
        | ItemKind::Statement(_) => None,
    }
}

/// What a procedure asks for.
fn blanks(declared: &Declaration) -> Vec<Asked> {
    let mut all = Vec::new();
    if let DeclarationKind::Procedure { body, .. } = &declared.kind {
        asked_in(body, None, &mut all);
    }
    all
}

fn asked_in(body: &[Statement], step: Option<&SharedText>, all: &mut Vec<Asked>) {
    for line in body {
        if let StatementKind::Ask { field, .. } = &line.kind {
            all.extend(field.names.iter().map(|name| Asked { name: name.text(), step: step.cloned() }));
        } else if let StatementKind::Step { name, body, .. } = &line.kind {
            asked_in(body, Some(&name.text()), all);
        } else if let StatementKind::ForEach { body, .. } = &line.kind {
            asked_in(body, step, all);
        } else if let StatementKind::If { branches, otherwise } = &line.kind {
            for body in branches.iter().map(|(_, body)| body).chain(otherwise) {
                asked_in(body, step, all);
            }
        } else if let StatementKind::Concealed { line, .. } = &line.kind {
            asked_in(std::slice::from_ref(&**line), step, all);
        }
    }
}
