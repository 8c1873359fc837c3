//! What is known about the runs of a scene.

use std::collections::BTreeMap;

use super::facts::Fact;
use crate::model::{InvocationId, OwnId, Scene};

/// What is known of the runs of a scene at the line in hand.
pub struct SceneRuns<'s> {
    /// The scene, with all types.
    pub scene: &'s Scene,
    /// What has come about before it.
    pub came: CameAbout,
    /// That turns are over of which it is not known whether they come before others.
    pub turns: Vec<Fact>,
}

/// What has come about at some line of a scene.
#[derive(Clone, Default)]
pub struct CameAbout {
    /// When those runs have happened that do not happen in any case.
    pub happened: BTreeMap<InvocationId, Fact>,
    /// When something of the scene's own was rolled or resolved; tallies and flags are there from the beginning.
    pub met: BTreeMap<OwnId, Fact>,
}

impl CameAbout {
    /// What was not there before, or came about otherwise.
    #[must_use]
    pub fn since(mut self, before: &Self) -> Self {
        self.happened.retain(|run, fact| before.happened.get(run) != Some(fact));
        self.met.retain(|own, fact| before.met.get(own) != Some(fact));
        self
    }
}
