//! Changes of house rules with empty braces.

use super::checker::SystemChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::syntax::ast::{Declaration, DeclarationKind, ItemKind, LineChange, LineChangeKind};

/// What is said of a change, and what to do.
type Remark = (String, String);

impl SystemChecker<'_> {
    /// Remarks on changes that say what they change, and not to what.
    pub fn changes_of_nothing(&mut self) {
        let items = self.files.houses.iter().flat_map(|file| &file.items);
        let found = items.filter_map(|item| {
            let (message, help) = remark(&item.kind)?;
            Some(Diagnostic::warning(codes::IDLE, item.span, message).help(help))
        });
        let found: Vec<Diagnostic> = found.collect();
        self.notes.sink.extend(found);
    }
}

fn remark(item: &ItemKind) -> Option<Remark> {
    match item {
        ItemKind::ChangeLine(change) => of_a_line(change),
        ItemKind::ReplaceStep { procedure, step, body, .. } if body.is_empty() => {
            Some(nothing_in_its_place(&format!("step {}.{}", procedure.text(), step.text())))
        }
        ItemKind::Extend(more) if is_without_more(more) => Some(adds_nothing("what it adds")),
        ItemKind::ExtendRows(more) if more.grid.rows.is_empty() => Some(adds_nothing("the new rows")),
        ItemKind::System { .. }
        | ItemKind::House { .. }
        | ItemKind::Use { .. }
        | ItemKind::Modifiers(_)
        | ItemKind::Declaration(_)
        | ItemKind::Replace(_)
        | ItemKind::ReplaceStep { .. }
        // Without a field it is refused.
        | ItemKind::ReplaceField(_)
        | ItemKind::Extend(_)
        | ItemKind::ExtendRows(_)
        | ItemKind::Expect(_)
        | ItemKind::Statement(_) => None,
    }
}

fn of_a_line(change: &LineChange) -> Option<Remark> {
    match &change.kind {
        LineChangeKind::Add { body, .. } => body.is_empty().then(|| adds_nothing("what happens there")),
        LineChangeKind::Extend(rows) => rows.is_empty().then(|| adds_nothing("the new rows")),
        LineChangeKind::Replace(body) => body.is_empty().then(|| {
            let path: Vec<String> = change.path.iter().map(|part| part.text().to_string()).collect();
            let text = change.text.as_ref().map(|text| format!(" \"{}\"", text.text)).unwrap_or_default();
            nothing_in_its_place(&format!("{} {}{text}", change.word.text, path.join(".")))
        }),
        LineChangeKind::Remove => None,
    }
}

fn adds_nothing(what: &str) -> Remark {
    ("this adds nothing".into(), format!("write between the braces {what}, or remove it"))
}

fn nothing_in_its_place(line: &str) -> Remark {
    let help = format!("write the replacement between the braces, or use `remove {line}`");
    ("this replaces something with nothing".into(), help)
}

/// Whether a declaration that adds to another one says nothing of what it adds.
fn is_without_more(more: &Declaration) -> bool {
    match &more.kind {
        DeclarationKind::Kind { fields, needs, .. } => fields.is_empty() && needs.is_empty(),
        DeclarationKind::Plan(plan) => {
            let fields = plan.item.iter().flat_map(|(_, fields)| fields).count();
            fields == 0 && plan.lines.len() == usize::from(plan.item.is_some())
        }
        DeclarationKind::Period { before, after } => before.is_empty() && after.is_empty(),
        // Nothing else is extended by a declaration.
        DeclarationKind::Scale { .. }
        | DeclarationKind::Ladder { .. }
        | DeclarationKind::Table { .. }
        | DeclarationKind::Dice { .. }
        | DeclarationKind::Deck(_)
        | DeclarationKind::Rule { .. }
        | DeclarationKind::Procedure { .. } => false,
    }
}
