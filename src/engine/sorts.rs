//! Which sorts of files there are, and which is expected where.

use super::library::file_stem;
use crate::syntax::ast::{self, HouseName, ItemKind, Used};

/// The ending of files of functions.
pub(super) const FUNCTIONS: &str = ".rhai";

/// The ending of sheets.
pub(super) const SHEETS: &str = ".json";

/// The name of the file of functions that belongs to a script, since it lies beside it and is called like it.
pub(super) fn functions_beside(script: &str) -> String {
    let stem = script.strip_suffix(".asz").unwrap_or(script);
    let file = stem.rsplit(['/', '\\']).next().unwrap_or(stem);
    format!("{file}{FUNCTIONS}")
}

/// The file of functions that a bare name stands for.
pub(super) fn functions_of(name: &str) -> String {
    format!("{}{FUNCTIONS}", file_stem(name))
}

/// What sort of file is wanted where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The file in hand may be anything.
    Anything,
    /// `use lantern`, `extends lantern`
    System,
    /// `use house "longer nights"`
    House,
    /// `use house pack "old-coast"`
    Pack,
    /// `use "party.asz"`
    SystemOrScene,
    /// `use sheet "ada.json"`
    Sheet,
}

impl Wanted {
    /// What a `use` wants.
    pub(super) fn by(used: Used, what: &HouseName) -> Self {
        match (used, what) {
            (Used::House, _) => Self::House,
            (Used::Pack, _) => Self::Pack,
            (Used::Sheet, _) => Self::Sheet,
            (Used::Script, HouseName::Bare(_)) => Self::System,
            (Used::Script, HouseName::Quoted(_)) => Self::SystemOrScene,
        }
    }
}

/// What sort of file a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Something in it says `system NAME`.
    System,
    /// Something in it says `house NAME extends SYSTEM`: an overlay.
    House,
    /// Any other.
    Scene,
}

/// Whether a text seems to be an overlay, as far as its lines tell before it is read.
pub(super) fn looks_like_house(text: &str) -> bool {
    has_line(text, "house ")
}

/// Whether a text seems to be a system.
pub(super) fn looks_like_system(text: &str) -> bool {
    has_line(text, "system ")
}

/// Whether two texts both seem to be systems, or both overlays.
pub(super) fn look_alike(one: &str, other: &str) -> bool {
    ["house ", "system "].iter().any(|word| has_line(one, word) && has_line(other, word))
}

fn has_line(text: &str, begins: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with(begins))
}

impl Sort {
    /// What a file says it is.
    pub(super) fn of(file: &ast::File) -> Self {
        let has = |wanted: fn(&ItemKind) -> bool| file.items.iter().any(|item| wanted(&item.kind));
        if has(|kind| matches!(kind, ItemKind::System { .. })) {
            Self::System
        } else if has(|kind| matches!(kind, ItemKind::House { .. })) {
            Self::House
        } else {
            Self::Scene
        }
    }
}
