//! What a scene names, and how names are listed for people.

use std::collections::BTreeMap;

use crate::model::{InvocationId, NamedModifierId, ThingId};

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
    scopes: Vec<BTreeMap<String, SceneName>>,
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
    pub fn give(&mut self, name: String, what: SceneName) -> Option<SceneName> {
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
    pub fn all(&self) -> impl Iterator<Item = &String> {
        self.scopes.iter().flat_map(BTreeMap::keys)
    }
}

/// “`a`, `b` or `c`”, at most ten of them.
pub fn one_of<'n>(candidates: impl IntoIterator<Item = &'n str>) -> String {
    let mut all: Vec<String> = candidates.into_iter().map(|c| format!("`{c}`")).collect();
    all.dedup();
    if all.len() > 10 {
        all.truncate(10);
        return format!("{}, …", all.join(", "));
    }
    match all.pop() {
        None => "none so far".into(),
        Some(last) if all.is_empty() => last,
        Some(last) => format!("{} or {last}", all.join(", ")),
    }
}

/// What there is to choose from, as a sentence: “the system has no decks”, “its only step is `first`”.
pub fn listed<'n>(whose: &str, one: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.as_slice() {
        [] => format!("{whose} has no {one}"),
        [only] => format!("the only {one} of {whose} is `{only}`"),
        several => format!("the {one}s of {whose} are {}", one_of(several.iter().copied()).replace(" or ", " and ")),
    }
}

/// `an action`, `a task`: the article as it is spoken before most words.
pub fn article(word: &str) -> &'static str {
    match word.chars().next().map(|first| first.to_ascii_lowercase()) {
        Some('a' | 'e' | 'i' | 'o') => "an",
        _ => "a",
    }
}
