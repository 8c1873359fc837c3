//! How far something long has come, while it is worked out: there is no other thread that could look.

use std::cell::Cell;

use assize_handles::{Answered, GoesOn, Hear};
use js_sys::Function;
use wasm_bindgen::JsValue;

use crate::lent::Lent;

/// So many steps lie between two looks at the clock.
const STEPS: u32 = 4096;

thread_local! {
    static STEP: Cell<u32> = Cell::default();
}

/// Works something out, while `hear` is told every so many steps how many situations were come upon. Where it says `false`, that is
/// enough. `closing` tells it what is known by then as well.
pub(crate) fn over(
    hear: Option<Function>,
    closing: bool,
    work: impl FnOnce(Hear<'_>) -> Answered<String>,
) -> Answered<String> {
    let goes_on = hear.clone().map(now_and_then);
    let Some(hear) = hear.filter(|_| closing).map(Lent::new) else { return work(Hear { goes_on, known: None }) };
    let mut known = |known: String| {
        // What is known is told once more in the end.
        let _ = hear.call(&[JsValue::UNDEFINED, JsValue::from_str(&known)]);
    };
    work(Hear { goes_on, known: Some(&mut known) })
}

/// Asks a function whether to go on, every so many steps.
pub(crate) fn now_and_then(hear: Function) -> GoesOn {
    let asked = each_time(hear);
    Box::new(move |situations| {
        let step = STEP.get().wrapping_add(1);
        STEP.set(step);
        !step.is_multiple_of(STEPS) || asked(situations)
    })
}

/// Asks a function whether to go on, each time. What it throws does not end anything.
pub(crate) fn each_time(hear: Function) -> GoesOn {
    let hear = Lent::new(hear);
    Box::new(move |count| hear.call(&[number(count)]).map_or(true, |heard| heard != JsValue::FALSE))
}

#[expect(clippy::cast_precision_loss, reason = "so many situations are not counted one by one")]
fn number(count: usize) -> JsValue {
    JsValue::from_f64(count as f64)
}
