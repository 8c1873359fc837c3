//! A script that may have mistakes, for whoever helps while it is written.

use super::{Engine, loading};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::{self, Cast, Files, Model};
use crate::source::SourceMap;

/// A script as far as it is sound.
pub(crate) struct Analysis {
    /// The text in hand comes first.
    pub(crate) sources: SourceMap,
    /// What was written in them, as far as it follows the grammar.
    pub(crate) files: Files,
    /// What of it makes sense. It is never run.
    pub(crate) model: Model,
    /// What is wrong or worth a look.
    pub(crate) findings: Vec<Diagnostic>,
}

impl Engine {
    /// Reads a script and whatever it uses.
    pub(crate) fn analyse(&self, name: &str, text: &str) -> Analysis {
        let texts = loading::load(&self.shelves(), name, text);
        let (sources, files) = (texts.sources.clone(), texts.files.clone());
        // What is wrong is told by the stages as they follow each other; here each goes as far as it can.
        let model = model::build_partial(&files, &Cast::new(), &mut Diagnostics::default());
        let findings = match self.compile_texts(texts, &Cast::new()) {
            Ok(encounter) => encounter.warnings,
            Err(failure) => failure.diagnostics.into_iter().collect(),
        };
        Analysis { sources, files, model, findings }
    }

    /// The systems and house rules that a script of this name may name after `use`: those that are shipped, and those of
    /// the libraries.
    pub(crate) fn usable(&self, script: &str) -> Vec<String> {
        self.libraries.iter().flat_map(|library| library.names(Some(script))).collect()
    }
}
