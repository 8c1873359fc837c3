//! A verdict, written down only when somebody asks for it.

use assize::diagnostic::Diagnostic;
use assize::verdict::{self, html, json, markdown, text, why};

use crate::wire::{Answered, Refused, written};

/// What happened, as far as those may know for whom it is.
#[derive(Clone, Debug)]
pub struct Verdict(verdict::Verdict);

impl Verdict {
    pub(crate) fn new(verdict: verdict::Verdict) -> Self {
        Self(verdict)
    }

    pub(crate) fn inner(&self) -> &verdict::Verdict {
        &self.0
    }

    /// The result of this name, if there is one.
    pub fn get(&self, name: &str) -> Option<String> {
        self.0.get(name).map(written)
    }

    /// The named results.
    pub fn brief(&self) -> String {
        written(&self.0.results)
    }

    /// All of it, as `assize run --format json` prints it.
    pub fn json(&self) -> String {
        json::json(&self.0)
    }

    /// In words, for people at a table.
    pub fn text(&self) -> String {
        text::text(&self.0)
    }

    /// In Markdown.
    pub fn markdown(&self) -> String {
        markdown::markdown(&self.0)
    }

    /// One page for a browser.
    pub fn html(&self) -> String {
        html::html(&self.0)
    }

    /// What a value was made of; of everything without a name.
    pub fn why(&self, name: Option<&str>) -> Answered<String> {
        why::why(&self.0, name).map_err(|unknown| unknown_name(&unknown))
    }

    /// The same as a tree, as `assize why --format json` prints it.
    pub fn reasons(&self, name: Option<&str>) -> Answered<String> {
        let reasons = why::reasons(&self.0, name).map_err(|unknown| unknown_name(&unknown))?;
        Ok(written(&reasons))
    }
}

fn unknown_name(unknown: &why::UnknownPath) -> Refused {
    assize::Failure::from(Diagnostic::from(unknown)).into()
}
