//! Stored programs: what is loaded runs, or says why it does not.

use assize::{Answers, Engine, Limits};

use super::{Target, checks, scripts};
use crate::Chance;
use crate::corpus::Corpus;
use crate::mutate::json;

/// A longer program is no beginning.
const LONGEST: usize = 120_000;

/// Texts that claim to be stored programs.
pub struct Programs;

impl Target for Programs {
    fn name(&self) -> &'static str {
        "programs"
    }

    fn seeds(&self, corpus: &Corpus) -> Vec<String> {
        let engine = scripts::engine(corpus);
        let stored = corpus.scripts.iter().filter_map(|text| engine.compile("fuzz.asz", text).ok()?.stored());
        stored.filter(|program| program.len() <= LONGEST).take(150).collect()
    }

    fn changed(&self, corpus: &Corpus, input: &str, chance: &mut Chance) -> String {
        json::changed(input, &corpus.words, chance)
    }

    fn run(&self, _: &Corpus, input: &str) -> Vec<String> {
        let mut problems = Vec::new();
        let loaded = match Engine::default().limits(Limits::untrusted()).load_program(input) {
            Ok(loaded) => loaded,
            Err(failed) => {
                checks::failure(&failed, &mut problems);
                return elsewhere(problems);
            }
        };
        for answers in [Answers::deliberate(), Answers::random(7)] {
            match loaded.adjudicate(answers) {
                Err(failed) => checks::failure(&failed, &mut problems),
                Ok(verdict) => checks::told(&verdict, &mut problems),
            }
        }
        elsewhere(problems)
    }
}

/// A changed program says itself where its lines stand: a place outside of its text is shown as the nearest one, and no fault.
fn elsewhere(mut problems: Vec<String>) -> Vec<String> {
    problems.retain(|problem| !problem.contains(checks::OUTSIDE));
    problems
}
