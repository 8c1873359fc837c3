//! The verdict for programs, and the schema it keeps to.

use serde::Serialize;
use serde_json::Value;

use super::{Transcript, Verdict};
use crate::allowance::{self, Cancel, Exhausted};
use crate::diagnostic::clean;

/// The verdict as JSON, indented; it keeps to [`schema`].
///
/// ```
/// use assize::{Answers, Engine};
/// use assize::verdict::json;
///
/// let verdict = Engine::default().compile("night.asz", "note \"a knock\"")?.adjudicate(Answers::deliberate())?;
/// assert!(json::json(&verdict).contains("\"event\": \"note\""));
/// # Ok::<(), assize::Failure>(())
/// ```
pub fn json(verdict: &Verdict) -> String {
    allowance::undisturbed(|cancel| unless(verdict, cancel))
}

/// The same, unless it is called off.
pub(crate) fn unless(verdict: &Verdict, cancel: &Cancel) -> Result<String, Exhausted> {
    written(verdict, cancel)
}

/// Several verdicts as JSON, indented; it keeps to [`transcript_schema`].
///
/// ```
/// use assize::verdict::json;
/// use assize::{Audience, Engine, Session};
///
/// let mut session = Session::begin(Engine::default(), 7, None)?;
/// session.enter("note \"a knock\"", None)?;
/// let transcript = session.transcript("An evening").seen_by(Audience::Players);
/// assert!(json::transcript(&transcript).contains("a knock"));
/// # Ok::<(), assize::Failure>(())
/// ```
pub fn transcript(transcript: &Transcript) -> String {
    allowance::undisturbed(|cancel| written(transcript, cancel))
}

/// Plain strings and numbers always have a JSON form.
fn written(told: &impl Serialize, cancel: &Cancel) -> Result<String, Exhausted> {
    cancel.heeded()?;
    // It is fast enough to be looked at only before and after.
    let mut text = serde_json::to_string_pretty(told).unwrap_or_default();
    text.push('\n');
    cancel.heeded()?;
    Ok(clean::json(text))
}

/// The JSON schema of a verdict.
///
/// ```
/// assert_eq!(assize::verdict::json::schema()["title"], "Verdict");
/// ```
pub fn schema() -> Value {
    schemars::schema_for!(Verdict).to_value()
}

/// The JSON schema of a transcript.
///
/// ```
/// assert_eq!(assize::verdict::json::transcript_schema()["title"], "Transcript");
/// ```
pub fn transcript_schema() -> Value {
    schemars::schema_for!(Transcript).to_value()
}

/// Whether two events tell the same, wherever the lines stand that they come from, and whoever may know of it: that is settled
/// once they are told.
pub fn tell_the_same(one: &impl Serialize, other: &impl Serialize) -> bool {
    let told = |event: Value| by_itself(event);
    let (one, other) = (serde_json::to_value(one), serde_json::to_value(other));
    one.ok().map(told) == other.ok().map(told)
}

/// Places, lines of overlays, and the list of what was read on the way change with the wording of a script; what is kept from
/// somebody later is not taken back from those who know of it.
fn by_itself(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let shown = fields
                .into_iter()
                .filter(|(name, _)| !["place", "overlaid", "reads", "visibility"].contains(&name.as_str()));
            Value::Object(shown.map(|(name, value)| (name, by_itself(value))).collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(by_itself).collect()),
        plain @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => plain,
    }
}
