//! Texts that many things share: the names in a model, a program and a verdict, and the words of a script.

/// A text that is shared instead of copied: a copy asks for no memory, and a text of up to 23 bytes never does.
///
/// ```
/// use assize::shared_text::SharedText;
///
/// let path = SharedText::from("stitch.outcome");
/// assert_eq!(path.clone(), "stitch.outcome");
/// assert_eq!(path.to_uppercase(), "STITCH.OUTCOME");
/// ```
pub use smol_str::SmolStr as SharedText;
