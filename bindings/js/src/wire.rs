//! What is thrown.

use assize_handles::Refused;
use wasm_bindgen::JsValue;

/// What is given back, or why it is refused.
pub(crate) type Answered<T> = Result<T, Thrown>;

/// Why something is refused, as it is thrown: the text of an error object.
pub struct Thrown(Refused);

impl From<Refused> for Thrown {
    fn from(refused: Refused) -> Self {
        Self(refused)
    }
}

impl From<Thrown> for JsValue {
    fn from(Thrown(Refused(why)): Thrown) -> Self {
        JsValue::from_str(&why)
    }
}
