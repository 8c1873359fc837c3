//! What is worth a look in a script although it runs: searched for on request.

use std::sync::OnceLock;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ir::Program;
use crate::ir::expectation::Expectation;
use crate::ir::lower::{self, Follow, Ledger};
use crate::model::{Scene, System};

/// What was found while a script was made into programs, and what is found when somebody asks.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    found: Diagnostics,
    /// What has taken effect, where that is accounted for.
    ledger: Option<Box<Ledger>>,
    all: OnceLock<Explained>,
}

/// The program of a scene, and its expectations.
pub(super) type Made<'m> = (Option<&'m Program>, &'m [Expectation]);

/// Remarks with their causes, and scenes in which such a cause is mended.
#[derive(Debug, Default)]
pub(super) struct Explained {
    pub(super) remarks: Vec<Diagnostic>,
    pub(super) mended: Vec<Scene>,
}

/// Adds to remarks what their causes are.
pub(super) type WithCauses<'c> = &'c dyn Fn(Vec<Diagnostic>) -> Explained;

impl Remarks {
    /// What is accounted for by a ledger, besides what was found.
    pub(super) fn new(found: Diagnostics, ledger: Ledger) -> Self {
        Self { found, ledger: Some(Box::new(ledger)), all: OnceLock::new() }
    }

    /// What was found, and nothing more.
    pub(super) fn of(found: Diagnostics) -> Self {
        Self { found, ledger: None, all: OnceLock::new() }
    }

    /// All of it with its causes, and of what `others` find what is not remarked on by it already.
    pub(super) fn all(
        &self,
        scene: (&System, &Scene),
        made: Made<'_>,
        (with_causes, others): (WithCauses<'_>, &dyn Fn() -> Vec<Diagnostic>),
    ) -> &Explained {
        self.all.get_or_init(|| {
            let mut all = with_causes(self.followed(scene, made, &lower::perhaps));
            let others = others().into_iter().filter(|found| !all.remarks.iter().any(|known| is_within(known, found)));
            let others: Vec<Diagnostic> = others.collect();
            all.remarks.extend(others);
            all
        })
    }

    /// All of it, where somebody follows what no range rules out.
    pub(super) fn followed(&self, scene: (&System, &Scene), made: Made<'_>, follow: Follow<'_>) -> Vec<Diagnostic> {
        let mut sink = self.found.clone();
        if let Some(ledger) = &self.ledger {
            lower::remark(scene, ledger, made, (follow, &mut sink));
        }
        sink.into_iter().collect()
    }
}

/// Whether a remark speaks of a part of what another one speaks of, or of all of it.
fn is_within(known: &Diagnostic, other: &Diagnostic) -> bool {
    known.labels.first().zip(other.labels.first()).is_some_and(|(known, other)| other.span.contains(known.span))
}
