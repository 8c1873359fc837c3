//! How far odds have come, while they are worked out: there is no other thread that could look.

use std::cell::Cell;

use assize::engine::{Chance, Progress};
use assize::protocol::Odd;
use js_sys::Function;
use wasm_bindgen::JsValue;

use crate::lent::Lent;
use crate::wire::written;

/// So many steps lie between two looks at the clock.
const STEPS: u32 = 4096;

thread_local! {
    static STEP: Cell<u32> = Cell::default();
}

/// Progress that is told to a function every so many steps: how many situations were come upon. Where it says `false`, that is enough.
pub(crate) fn progress(hear: Option<&Function>) -> Progress {
    let Some(hear) = hear else { return Progress::default() };
    let hear = Lent::new(hear.clone());
    Progress::watched(move |situations| {
        let step = STEP.get().wrapping_add(1);
        STEP.set(step);
        !step.is_multiple_of(STEPS) || hear.call(&[number(situations)]).map_or(true, |heard| heard != JsValue::FALSE)
    })
}

/// Tells what is known by now.
pub(crate) fn known(hear: &Function, chances: &[Chance]) {
    let odds: Vec<Odd> = chances.iter().cloned().map(Odd::from).collect();
    // What is known is told once more in the end.
    let _ = hear.call2(&JsValue::UNDEFINED, &JsValue::UNDEFINED, &JsValue::from_str(&written(&odds)));
}

#[expect(clippy::cast_precision_loss, reason = "so many situations are not counted one by one")]
fn number(count: usize) -> JsValue {
    JsValue::from_f64(count as f64)
}
