//! A run with people who choose and roll: each question ends a call, and the next one goes on with what was said.

use assize_handles::{self as handles, Tell};
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::lent::Lent;
use crate::verdict::Verdict;
use crate::wire::Answered;

/// A run that goes on as its questions are answered.
#[wasm_bindgen]
pub struct Playing(handles::Playing);

impl Playing {
    pub(crate) fn new(playing: handles::Playing) -> Self {
        Self(playing)
    }
}

#[wasm_bindgen]
impl Playing {
    /// Goes on with what was said to the question that is open, up to the next one or to the verdict.
    pub fn go_on(&mut self, said: Option<String>, hear: Option<Function>) -> Answered<Option<Verdict>> {
        let verdict = hears(hear, |tell| self.0.go_on(said, tell))?;
        Ok(verdict.map(Verdict::new))
    }

    /// The question that is open.
    pub fn question(&self) -> Option<String> {
        self.0.question()
    }
}

/// Lets something happen, with each event handed to `hear` as JSON.
pub(crate) fn hears<T>(hear: Option<Function>, happen: impl FnOnce(Tell<'_>) -> T) -> T {
    let Some(hear) = hear.map(Lent::new) else { return happen(None) };
    happen(Some(&mut |event: String| {
        // Who listens cannot stop what happens; what they throw is their own affair.
        let _ = hear.call(&[JsValue::from_str(&event)]);
    }))
}
