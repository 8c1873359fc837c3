//! Texts in JSON, in both directions.

use assize::Failure;
use assize::diagnostic::{Code, Diagnostic, codes};
use assize::protocol::ErrorObject;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Why something is refused: the text of an error object of the protocol. It has changed nothing then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

/// What is given back, or why it is refused.
pub type Answered<T> = Result<T, Refused>;

impl From<&Failure> for Refused {
    fn from(failure: &Failure) -> Self {
        Self(written(&ErrorObject::from(failure)))
    }
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        Self::from(&failure)
    }
}

/// What is wrong with the arguments of a call.
pub fn complaint(code: Code, message: &str, help: Option<&str>) -> Refused {
    let found = Diagnostic::placeless(code, message);
    let found = match help {
        Some(help) => found.help(help),
        None => found,
    };
    Failure::from(found).into()
}

/// Something as JSON.
pub fn written<T: Serialize + ?Sized>(value: &T) -> String {
    // Plain strings and numbers always have a JSON form.
    serde_json::to_string(value).unwrap_or_default()
}

/// What somebody asks for, from JSON. Nothing is the same as no fields.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Answered<T> {
    let text = if text.is_empty() { "{}" } else { text };
    serde_json::from_str(text).map_err(|error| misread(&error))
}

fn misread(error: &serde_json::Error) -> Refused {
    let whole = error.to_string();
    // It is one line, and seldom written by hand.
    let message = whole.split(" at line ").next().unwrap_or(&whole);
    complaint(codes::PARAMETERS, message, None)
}
