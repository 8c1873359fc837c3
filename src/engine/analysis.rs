//! A script that may contain errors, for tools that help while it is being written.

use std::sync::Arc;

use super::compiling::tested;
use super::loading;
use super::setup::Engine;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{self, Cast, Scene, SceneFiles, System, SystemFiles};
use crate::source::SourceMap;

/// A script as far as it is sound.
pub(crate) struct Analysis {
    /// The text in hand comes first.
    pub(crate) sources: SourceMap,
    /// What was written in them, as far as it follows the grammar.
    pub(crate) files: (SystemFiles, SceneFiles),
    /// The system, as far as it makes sense.
    pub(crate) system: Arc<System>,
    /// The scene, as far as it makes sense. It is never run.
    pub(crate) scene: Scene,
    /// What is wrong or worth a look.
    pub(crate) findings: Vec<Diagnostic>,
}

impl Engine {
    /// Reads a script and whatever it uses.
    pub(crate) fn analyse(&self, name: &str, text: &str) -> Analysis {
        let texts = loading::load(&self.shelves(), name, text);
        let (sources, files) = (texts.sources.clone(), (texts.system.clone(), texts.scene.clone()));
        // What is wrong is told by the stages as they follow each other; here each goes as far as it can.
        let mut unheard = Diagnostics::default();
        let allowance = texts.allowance.afresh();
        let system = self.systems.check(&files.0, &sources, &allowance, &mut unheard);
        let system =
            system.unwrap_or_else(|| Arc::new(model::check_system::check_partial(&files.0, &allowance, &mut unheard)));
        let scene = model::check_scene::check_partial(
            &system,
            &files.1,
            tested(&files.0, &files.1),
            (&Cast::new(), &allowance),
            &mut unheard,
        );
        let findings = match self.compile_texts(texts, &Cast::new()) {
            Ok(encounter) => encounter.warnings().to_vec(),
            Err(failure) => failure.diagnostics.into_iter().collect(),
        };
        Analysis { sources, files, system, scene, findings }
    }

    /// The systems and house rules that a script of this name may name after `use`: those that are shipped, and those of
    /// the libraries.
    pub(crate) fn usable(&self, script: &str) -> Vec<String> {
        self.libraries.iter().flat_map(|library| library.names(Some(script))).collect()
    }
}
