//! A script that may contain errors, for tools that help while it is being written.

use std::sync::Arc;

use super::compiling::tested;
use super::encounter::Encounter;
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
    /// What makes sense of them.
    pub(crate) sound: Sound,
    /// What is wrong or worth a look.
    pub(crate) findings: Vec<Diagnostic>,
}

/// What makes sense of a script.
pub(crate) enum Sound {
    /// All of it: it can be run and asked.
    Whole(Arc<Encounter>),
    /// A system and a scene as far as they do. They are never run.
    Part(Arc<System>, Box<Scene>),
}

impl Sound {
    pub(crate) fn system(&self) -> &System {
        match self {
            Sound::Whole(encounter) => encounter.system(),
            Sound::Part(system, _) => system,
        }
    }

    pub(crate) fn scene(&self) -> &Scene {
        match self {
            Sound::Whole(encounter) => encounter.scene(),
            Sound::Part(_, scene) => scene,
        }
    }

    pub(crate) fn encounter(&self) -> Option<&Arc<Encounter>> {
        match self {
            Sound::Whole(encounter) => Some(encounter),
            Sound::Part(..) => None,
        }
    }
}

impl Engine {
    /// Reads a script and whatever it uses.
    pub(crate) fn analyse(&self, name: &str, text: &str) -> Analysis {
        let texts = loading::load(&self.shelves(), name, text);
        let (sources, files) = (texts.sources.clone(), (texts.system.clone(), texts.scene.clone()));
        let allowance = texts.allowance.afresh();
        let findings: Vec<Diagnostic> = match self.compile_texts(texts, &Cast::new()) {
            Ok(encounter) => {
                let findings = encounter.warnings().to_vec();
                return Analysis { sources, files, sound: Sound::Whole(Arc::new(encounter)), findings };
            }
            Err(failure) => failure.diagnostics.into_iter().collect(),
        };
        // What is wrong was told by the stages as they follow each other; here each goes as far as it can.
        let mut unheard = Diagnostics::default();
        let system = self.systems.check(&files.0, &sources, &allowance, &mut unheard);
        let system =
            system.unwrap_or_else(|| Arc::new(model::check_system::check_partial(&files.0, &allowance, &mut unheard)));
        let tested = tested(&files.0, &files.1);
        let cast = (&Cast::new(), &allowance);
        let scene = model::check_scene::check_partial(&system, &files.1, tested, cast, &mut unheard);
        Analysis { sources, files, sound: Sound::Part(system, Box::new(scene)), findings }
    }

    /// The systems and house rules that a script of this name may name after `use`: those that are shipped, and those of
    /// the libraries.
    pub(crate) fn usable(&self, script: &str) -> Vec<String> {
        self.libraries.iter().flat_map(|library| library.names(Some(script))).collect()
    }
}
