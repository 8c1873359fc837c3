//! Functions of JavaScript that are lent to the library. It wants what it is lent to be usable by any thread; here there is one, and a
//! function cannot leave it. So the library has a number, and the function stays here.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use js_sys::{Array, Function};
use wasm_bindgen::{JsCast, JsValue};

thread_local! {
    static LENT: RefCell<BTreeMap<u32, Function>> = RefCell::default();
    static NEXT: Cell<u32> = Cell::default();
}

/// A function that is kept as long as this is.
#[derive(Debug)]
pub(crate) struct Lent(u32);

impl Lent {
    pub(crate) fn new(function: Function) -> Self {
        let number = NEXT.get();
        NEXT.set(number.wrapping_add(1));
        LENT.with_borrow_mut(|lent| lent.insert(number, function));
        Self(number)
    }

    /// Calls it.
    ///
    /// # Errors
    /// With the words of what it throws.
    pub(crate) fn call(&self, arguments: &[JsValue]) -> Result<JsValue, String> {
        let Self(number) = self;
        let function = LENT.with_borrow(|lent| lent.get(number).cloned()).ok_or("the function is gone")?;
        let arguments: Array = arguments.iter().collect();
        function.apply(&JsValue::UNDEFINED, &arguments).map_err(|thrown| in_words(&thrown))
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let Self(number) = self;
        // Where the thread ends, there is nothing left to give back.
        let _ = LENT.try_with(|lent| lent.borrow_mut().remove(number));
    }
}

/// What was thrown: the message of an error, or whatever it is.
pub(crate) fn in_words(thrown: &JsValue) -> String {
    match thrown.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => thrown.as_string().unwrap_or_else(|| format!("{thrown:?}")),
    }
}
