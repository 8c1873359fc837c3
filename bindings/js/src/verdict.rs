//! A verdict, written down only when somebody asks for it.

use assize_handles as handles;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::wire::Answered;

/// What happened, as far as those may know for whom it is.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Verdict(handles::Verdict);

impl Verdict {
    pub(crate) fn new(verdict: handles::Verdict) -> Self {
        Self(verdict)
    }

    pub(crate) fn inner(&self) -> &handles::Verdict {
        &self.0
    }
}

#[wasm_bindgen]
impl Verdict {
    /// The result of this name, if there is one.
    pub fn get(&self, name: &str) -> Option<String> {
        self.0.get(name)
    }

    /// The named results.
    pub fn brief(&self) -> String {
        self.0.brief()
    }

    /// All of it, as `assize run --format json` prints it.
    pub fn json(&self) -> String {
        self.0.json()
    }

    /// In words, for people at a table.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// In Markdown.
    pub fn markdown(&self) -> String {
        self.0.markdown()
    }

    /// One page for a browser.
    pub fn html(&self) -> String {
        self.0.html()
    }

    /// What a value was made of; of everything without a name.
    pub fn why(&self, name: Option<String>) -> Answered<String> {
        Ok(self.0.why(name.as_deref())?)
    }

    /// The same as a tree, as `assize why --format json` prints it.
    pub fn reasons(&self, name: Option<String>) -> Answered<String> {
        Ok(self.0.reasons(name.as_deref())?)
    }
}
