//! What a scene names, block by block.

use std::collections::BTreeMap;

use super::{InvocationId, NamedModifierId, OwnId, ThingId};
use crate::shared_text::SharedText;

/// What a name of the scene stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneName {
    Thing(ThingId),
    Invocation(InvocationId),
    NamedModifier(NamedModifierId),
    Own(OwnId),
}

/// What a scene names so far, by blocks: the innermost comes last.
#[derive(Clone, Debug)]
pub struct SceneNames {
    scopes: Vec<BTreeMap<SharedText, SceneName>>,
    /// What was named in the outermost block, in that order, and what had the name before.
    given: Vec<(SharedText, Option<SceneName>)>,
}

impl Default for SceneNames {
    fn default() -> Self {
        Self { scopes: vec![BTreeMap::new()], given: Vec::new() }
    }
}

impl SceneNames {
    /// What a name stands for, innermost block first.
    pub fn get(&self, name: &str) -> Option<SceneName> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    /// Names something in the innermost block; answers what had the name there before.
    pub fn give(&mut self, name: SharedText, what: SceneName) -> Option<SceneName> {
        let is_outermost = self.scopes.len() == 1;
        let scope = self.scopes.last_mut()?;
        if !is_outermost {
            return scope.insert(name, what);
        }
        let before = scope.insert(name.clone(), what);
        self.given.push((name, before));
        before
    }

    /// How much has been named in the outermost block.
    pub fn mark(&self) -> usize {
        self.given.len()
    }

    /// Forgets what was named since a mark.
    pub fn forget_after(&mut self, mark: usize) {
        self.scopes.truncate(1);
        let Some(scope) = self.scopes.first_mut() else { return };
        for (name, before) in self.given.drain(mark.min(self.given.len())..).rev() {
            match before {
                Some(before) => scope.insert(name, before),
                None => scope.remove(&name),
            };
        }
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
