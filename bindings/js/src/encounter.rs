//! A compiled script.

use assize_handles as handles;
use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::playing::Playing;
use crate::verdict::Verdict;
use crate::watch;
use crate::wire::Answered;

/// A compiled script, asked as often as you like.
#[wasm_bindgen]
pub struct Encounter(handles::Encounter);

impl Encounter {
    pub(crate) fn new(encounter: handles::Encounter) -> Self {
        Self(encounter)
    }
}

#[wasm_bindgen]
impl Encounter {
    /// What is worth a look although it runs.
    pub fn check(&self) -> String {
        self.0.check()
    }

    /// What comes of its expectations.
    pub fn test(&self) -> Answered<String> {
        Ok(self.0.test()?)
    }

    /// The roles that somebody has to fill.
    pub fn roles(&self) -> String {
        self.0.roles()
    }

    /// Runs it once, with nobody to ask.
    pub fn adjudicate(&self, options: &str) -> Answered<Verdict> {
        Ok(Verdict::new(self.0.adjudicate(options)?))
    }

    /// Runs it once, with people who choose and roll.
    pub fn play(&self, options: &str) -> Answered<Playing> {
        Ok(Playing::new(self.0.play(options)?))
    }

    /// Carries out what a verdict signals, which is to be the whole one; how many signals there were.
    pub fn perform(&self, verdict: &Verdict) -> Answered<usize> {
        Ok(self.0.perform(verdict.inner())?)
    }

    /// Exact odds. `hear` is told now and then how many situations were come upon, and says `false` when that is enough; `closing`
    /// tells it what is known by then as well.
    pub fn odds(&self, options: &str, hear: Option<Function>, closing: bool) -> Answered<String> {
        Ok(watch::over(hear, closing, |hear| self.0.odds(options, hear))?)
    }

    /// The best choices for a goal.
    pub fn advise(&self, options: &str, hear: Option<Function>) -> Answered<String> {
        Ok(self.0.advise(options, hear.map(watch::now_and_then))?)
    }

    /// Odds by trying. `hear` is told after each block how often the scene has been run, and says `false` when that is enough.
    pub fn simulate(&self, options: &str, hear: Option<Function>) -> Answered<String> {
        Ok(self.0.simulate(options, hear.map(watch::each_time))?)
    }
}
