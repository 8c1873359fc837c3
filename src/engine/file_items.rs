//! What the items of a file say about files: which system it is, what its decks read, and what `use` applies to.

use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind};

/// Whether `use` does not stand below such an item: it counts for all of a file.
pub(super) fn counts_from_here(kind: &ItemKind) -> bool {
    match kind {
        ItemKind::System { .. } | ItemKind::House { .. } | ItemKind::Use { .. } => false,
        ItemKind::Modifiers(_)
        | ItemKind::Declaration(_)
        | ItemKind::Replace(_)
        | ItemKind::ReplaceStep { .. }
        | ItemKind::ReplaceField(_)
        | ItemKind::Extend(_)
        | ItemKind::ExtendRows(_)
        | ItemKind::ChangeLine(_)
        | ItemKind::Expect(_)
        | ItemKind::Statement(_) => true,
    }
}

/// The data file that a deck names.
pub(super) fn deck_file(item: &ast::Item) -> Option<&ast::Text> {
    match &item.kind {
        ItemKind::Declaration(declaration) | ItemKind::Replace(declaration) => match &declaration.kind {
            ast::DeclarationKind::Deck(deck) => deck.file.as_ref(),
            ast::DeclarationKind::Scale { .. }
            | ast::DeclarationKind::Ladder { .. }
            | ast::DeclarationKind::Table { .. }
            | ast::DeclarationKind::Dice { .. }
            | ast::DeclarationKind::Kind { .. }
            | ast::DeclarationKind::Plan(_)
            | ast::DeclarationKind::Period { .. }
            | ast::DeclarationKind::Rule { .. }
            | ast::DeclarationKind::Procedure { .. } => None,
        },
        ItemKind::System { .. }
        | ItemKind::House { .. }
        | ItemKind::Use { .. }
        | ItemKind::Modifiers(_)
        | ItemKind::ReplaceStep { .. }
        | ItemKind::ReplaceField(_)
        | ItemKind::Extend(_)
        | ItemKind::ExtendRows(_)
        | ItemKind::ChangeLine(_)
        | ItemKind::Expect(_)
        | ItemKind::Statement(_) => None,
    }
}

/// The system that a file declares, and where.
pub(super) fn declared_system(file: &ast::File) -> Option<(SharedText, Span)> {
    file.items.iter().find_map(|item| {
        let ItemKind::System { name, .. } = &item.kind else { return None };
        Some((name.text(), name.span()))
    })
}
