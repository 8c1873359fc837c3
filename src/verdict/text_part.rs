//! Texts with values in them, piece by piece.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Shown;
use crate::shared_text::SharedText;

/// A piece of a text in which values stand: words as they are written, or a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[non_exhaustive]
pub enum TextPart {
    /// Words of the script; never empty.
    Words(SharedText),
    /// A value, with the name by which the script calls it there.
    Value(Shown),
}

impl TextPart {
    /// The whole text.
    ///
    /// ```
    /// use assize::verdict::TextPart;
    ///
    /// let parts: Vec<TextPart> = serde_json::from_str(
    ///     r#"["oil: ", { "name": "ada.oil", "value": "3", "number": 3, "visibility": "all" }]"#,
    /// )?;
    /// assert_eq!(TextPart::joined(&parts), "oil: 3");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn joined(parts: &[TextPart]) -> SharedText {
        let each = parts.iter().map(|part| match part {
            TextPart::Words(words) => words.as_str(),
            TextPart::Value(shown) => shown.value.as_str(),
        });
        each.collect()
    }
}
