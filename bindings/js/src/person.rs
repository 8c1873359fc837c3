//! Questions to people: each ends a call, and the next one goes on with what was said.

use assize::Audience;
use assize::engine::{Complain, Events, Failure, Person};
use assize::protocol::{OpenQuestion, Teller};
use assize::verdict::Happened;
use js_sys::Function;
use wasm_bindgen::JsValue;

use crate::wire::written;

/// What was said to the question before, if there was one, and how many events had been told then.
pub(crate) fn teller(said: Option<String>, told: usize) -> Teller {
    said.map_or_else(Teller::default, |said| Teller::saying(said, told))
}

/// Lets something happen, with each event handed to `hear` as JSON.
pub(crate) fn hears<T>(
    teller: Teller,
    whom: Audience,
    hear: Option<&Function>,
    happen: impl FnOnce(Person<'_>, Events<'_>, Complain<'_>) -> Result<T, Failure>,
) -> Result<(T, Option<OpenQuestion>), Failure> {
    let mut tell = |event: Happened| {
        if let Some(hear) = hear {
            // Who listens cannot stop what happens; what they throw is their own affair.
            let _ = hear.call1(&JsValue::UNDEFINED, &JsValue::from_str(&written(&event)));
        }
    };
    let tell = hear.is_some().then_some(&mut tell as &mut dyn FnMut(Happened));
    teller.hears(whom, tell, happen)
}
