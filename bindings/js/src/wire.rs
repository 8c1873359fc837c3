//! Texts in JSON, in both directions.

use assize::Failure;
use assize::diagnostic::{Diagnostic, codes};
use assize::protocol::ErrorObject;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

/// What is given back, or the text of an error object.
pub(crate) type Answered<T> = Result<T, JsValue>;

/// Something as JSON.
pub(crate) fn written<T: Serialize + ?Sized>(value: &T) -> String {
    // Plain strings and numbers always have a JSON form.
    serde_json::to_string(value).unwrap_or_default()
}

/// What somebody asks for, from JSON.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Answered<T> {
    serde_json::from_str(text).map_err(|error| refused(&misread(&error)))
}

/// Why something is refused, as it is thrown.
pub(crate) fn refused(failure: &Failure) -> JsValue {
    JsValue::from_str(&written(&ErrorObject::from(failure)))
}

fn misread(error: &serde_json::Error) -> Failure {
    let whole = error.to_string();
    // It is one line, and nobody has written it by hand.
    let message = whole.split(" at line ").next().unwrap_or(&whole);
    Diagnostic::placeless(codes::PARAMETERS, message).into()
}
