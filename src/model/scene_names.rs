//! What a scene names, block by block.

use std::collections::BTreeMap;

use super::{InvocationId, NamedModifierId, ThingId};
use crate::shared_text::SharedText;

/// What a name of the scene stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneName {
    Thing(ThingId),
    Invocation(InvocationId),
    NamedModifier(NamedModifierId),
}

/// What a scene names so far, by blocks: the innermost comes last.
#[derive(Clone, Debug)]
pub struct SceneNames {
    scopes: Vec<BTreeMap<SharedText, SceneName>>,
}

impl Default for SceneNames {
    fn default() -> Self {
        Self { scopes: vec![BTreeMap::new()] }
    }
}

impl SceneNames {
    /// What a name stands for, innermost block first.
    pub fn get(&self, name: &str) -> Option<SceneName> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    /// Names something in the innermost block; answers what had the name there before.
    pub fn give(&mut self, name: SharedText, what: SceneName) -> Option<SceneName> {
        self.scopes.last_mut().and_then(|scope| scope.insert(name, what))
    }

    /// Begins a block: what is named in it is forgotten with [`SceneNames::leave`].
    pub fn enter(&mut self) {
        self.scopes.push(BTreeMap::new());
    }

    /// Ends a block. The outermost one never ends.
    pub fn leave(&mut self) {
        if self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    /// Every name, outermost block first.
    pub fn all(&self) -> impl Iterator<Item = &SharedText> {
        self.scopes.iter().flat_map(BTreeMap::keys)
    }
}
