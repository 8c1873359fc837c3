//! The files that systems and scenes are made of: parsed, with what the host supplies.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{HouseFunction, Pack};
use crate::syntax::ast::{self, Concealment};

/// The parsed files that make a system.
#[derive(Clone, Debug, Default)]
pub struct SystemFiles {
    /// The system's own file; `None` when a scene uses none.
    pub system: Option<Arc<ast::File>>,
    /// Overlays in the order of their `use`.
    pub houses: Vec<Arc<ast::File>>,
    /// Packs of house rules, in the order of their `use`.
    pub packs: Vec<Pack>,
    /// Data files that decks name: the name as written, and its text.
    pub data: BTreeMap<String, String>,
    /// Functions of house rules that are written in another language, and those of the host.
    pub functions: Vec<HouseFunction>,
}

impl SystemFiles {
    /// How many files of rules and functions of house rules there are.
    pub fn rules(&self) -> usize {
        usize::from(self.system.is_some()) + self.houses.len() + self.functions.len()
    }
}

/// What a scene is made of.
#[derive(Clone, Debug, Default)]
pub struct SceneFiles {
    /// Those used, each before the lines that stand below its `use`; the end of the file in hand is last. Empty when the file in hand is a system or an overlay.
    pub scenes: Vec<Arc<ast::File>>,
    /// Values that take the place of first values.
    pub carried: Vec<Carrying>,
    /// An expression whose value is asked for at the end of the scene.
    pub asked: Option<ast::Expr>,
}

/// A value carried over from elsewhere.
#[derive(Clone, Debug)]
pub struct Carrying {
    /// Whose value: `anna.wounds`.
    pub name: String,
    /// From whom it is kept.
    pub concealment: Option<Concealment>,
    /// The same as an expression, and the value; `None` when they cannot be read.
    pub written: Option<(ast::Expr, ast::Expr)>,
}

/// Roles of an encounter and who fills them: `leader` → `anna`.
pub type Cast = BTreeMap<String, String>;
