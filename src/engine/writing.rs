//! Writes verdicts until the call is cancelled.

use super::failure::Failure;
use super::setup::Engine;
use crate::allowance::Exhausted;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::verdict::{Form, Verdict, form};

impl Engine {
    /// A verdict in one of its forms. It is what `verdict::text`, `markdown`, `html`, `json` and `why` write, and can be
    /// [called off](Engine::called_off_by) as a run can. Call [`Verdict::seen_by`] first where not everybody may read it.
    ///
    /// ```
    /// use assize::{Answers, Cancel, Engine};
    /// use assize::verdict::Form;
    ///
    /// let cancel = Cancel::default();
    /// let engine = Engine::default().called_off_by(&cancel);
    /// let verdict = engine.compile("night.asz", "note \"a knock\"")?.adjudicate(Answers::deliberate())?;
    /// assert!(engine.written(&verdict, Form::Markdown)?.contains("> a knock"));
    /// cancel.call_off();
    /// assert!(engine.written(&verdict, Form::Markdown).unwrap_err().to_string().contains("AZ714"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When it is called off.
    pub fn written(&self, verdict: &Verdict, form: Form) -> Result<String, Failure> {
        form::unless(verdict, form, &self.cancel).map_err(called_off)
    }
}

/// What was not written to its end.
pub(crate) fn called_off(why: Exhausted) -> Failure {
    Diagnostic::exhausted(why, Span::default()).into()
}
