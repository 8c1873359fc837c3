//! Why a request has no result, as the protocol tells it.

use lsp_server::ErrorCode;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What is told instead of a result.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    pub(super) code: ErrorCode,
    pub(super) message: String,
}

impl Refusal {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// What was asked for cannot be done.
    pub(super) fn failed(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::RequestFailed, message)
    }

    /// What a request gives is not what it should.
    pub(super) fn of_params(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidParams, message)
    }
}

/// What a request gives.
pub(super) fn params<P: DeserializeOwned>(given: Value) -> Result<P, Refusal> {
    serde_json::from_value(given).map_err(|error| Refusal::of_params(error.to_string()))
}

/// A result as it is sent. Plain data always has a JSON form.
pub(super) fn told(result: &impl serde::Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(result).map_err(|error| Refusal::new(ErrorCode::InternalError, error.to_string()))
}
