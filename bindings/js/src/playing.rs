//! A run with people who choose and roll.

use std::rc::Rc;

use assize::engine;
use assize::protocol;
use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::person;
use crate::verdict::Verdict;
use crate::wire::{Answered, refused, written};

/// A run that goes on as its questions are answered.
#[wasm_bindgen]
pub struct Playing {
    encounter: Rc<engine::Encounter>,
    run: protocol::Playing,
    open: Option<protocol::OpenQuestion>,
}

impl Playing {
    pub(crate) fn new(encounter: Rc<engine::Encounter>, run: protocol::Playing) -> Self {
        Self { encounter, run, open: None }
    }
}

#[wasm_bindgen]
impl Playing {
    /// Goes on with what was said to the question that is open, up to the next one or to the verdict.
    pub fn go_on(&mut self, said: Option<String>, hear: Option<Function>) -> Answered<Option<Verdict>> {
        let told = self.open.take().map_or(0, |open| open.told);
        let Self { encounter, run, .. } = self;
        let audience = run.audience();
        let went = person::hears(person::teller(said, told), audience, hear.as_ref(), |person, events, refused| {
            run.go_on(encounter, person, (events, refused))
        });
        let (verdict, open) = went.map_err(|failure| refused(&failure))?;
        self.open = open;
        Ok(verdict.map(Verdict::new))
    }

    /// The question that is open.
    pub fn question(&self) -> Option<String> {
        self.open.as_ref().map(written)
    }
}
