//! Names that something has inside of a run of the scene, without that of the run.

use std::collections::BTreeSet;

use super::Typer;
use crate::model::{Argument, InvocationId, LocalId, PlanId, RunMade};

/// What has a name inside of a run.
pub struct Inner {
    /// Its full name.
    pub path: String,
    /// The run itself, or the one that has it in its plan.
    pub run: InvocationId,
    /// The plan and the place of an item.
    pub item: Option<(LocalId, PlanId, usize)>,
}

impl Typer<'_> {
    /// What is called so inside of runs, each once: runs, and items of plans.
    pub fn inside_of_runs(&self, name: &str) -> Vec<Inner> {
        let mut inner = Vec::new();
        for (id, run) in self.scene.invocations.pairs() {
            if run.name == name && run.path != name {
                inner.push(Inner { path: run.path.to_string(), run: id, item: None });
            }
            if let Some((local, plan)) = self.system.plan_of(run.procedure)
                && let Some(Argument::Plan(written)) = run.arguments.get(&local)
                && let Some(place) = written.items.iter().position(|item| item.name == name)
                && run.made == RunMade::Written
            {
                inner.push(Inner { path: format!("{}.{name}", run.path), run: id, item: Some((local, plan, place)) });
            }
        }
        let mut paths = BTreeSet::new();
        inner.retain(|one| paths.insert(one.path.clone()));
        inner
    }
}
