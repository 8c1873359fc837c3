//! The words with which declarations begin.

use crate::syntax::ast::DeclarationKind;

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
