//! The forms of a verdict, and writing one with a way to cancel.

use super::{Verdict, html, json, markdown, text, why};
use crate::allowance::{Cancel, Exhausted};

/// A form in which a verdict is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// Plain text for a table, as [`text::text`] writes it.
    Text,
    /// Markdown for the log of a session, as [`markdown::markdown`] writes it.
    Markdown,
    /// A page of HTML that needs nothing else, as [`html::html`] writes it.
    Html,
    /// JSON that keeps to [`json::schema`], as [`json::json`] writes it.
    Json,
    /// The tree of everything the results were made from, as [`why::why`] writes it.
    Why,
}

/// The verdict in this form, unless it is called off.
pub(crate) fn unless(verdict: &Verdict, form: Form, cancel: &Cancel) -> Result<String, Exhausted> {
    match form {
        Form::Text => text::unless(verdict, cancel),
        Form::Markdown => markdown::unless(verdict, cancel),
        Form::Html => html::unless(verdict, cancel),
        Form::Json => json::unless(verdict, cancel),
        // Without a name there is none that is unknown.
        Form::Why => why::unless(verdict, None, cancel).map(Result::unwrap_or_default),
    }
}
