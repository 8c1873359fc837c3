//! Questions that somebody answers later: whatever asks goes on with what was said to the last question, and ends at the next one.

use std::cell::Cell;

use schemars::JsonSchema;
use serde::Serialize;

use super::notification::seen_alone;
use super::question::{Question, read_answer};
use crate::engine::{Ask, Complain, Events, Failure, Person, Response};
use crate::verdict::{Audience, Happened, LeadUp};

/// Somebody who has said one thing at most, and says what else is asked later.
#[derive(Debug, Default)]
pub struct Teller {
    said: Option<String>,
    goes_on: bool,
    /// So many events were told before.
    told: usize,
}

/// A question that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpenQuestion {
    /// What is wrong with the answer before, when it is asked again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complaint: Option<String>,
    /// What led up to it since the question before, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub so_far: String,
    /// The question itself.
    #[serde(flatten)]
    pub question: Question,
    /// So many events have been told with it and those before.
    pub told: usize,
}

impl Teller {
    /// Somebody who says this, having been told so many events.
    pub fn saying(said: String, told: usize) -> Self {
        Self { said: Some(said), goes_on: true, told }
    }

    /// Whether something goes on that was begun before.
    pub fn goes_on(&self) -> bool {
        self.goes_on
    }

    /// Lets something happen that this audience hears of, the whole of it or what leads up to a question; and what is
    /// asked then. Each event that was not told before is handed to `tell`.
    ///
    /// # Errors
    /// As whatever happens.
    pub fn hears<T>(
        self,
        whom: Audience,
        mut tell: Option<&mut dyn FnMut(Happened)>,
        happen: impl FnOnce(Person<'_>, Events<'_>, Complain<'_>) -> Result<T, Failure>,
    ) -> Result<(T, Option<OpenQuestion>), Failure> {
        let Self { said, told, .. } = self;
        let (lead_up, refusal, mut seen) = (LeadUp::going_on(whom, told), Cell::new(None), 0);
        let mut asked = Asked { said, ..Asked::default() };
        let mut refused = |why: &Failure| refusal.set(Some(in_words(&why.seen_by(whom))));
        let mut hear = |happened: &Happened| {
            lead_up.hear(happened);
            if let Some(tell) = &mut tell
                && let Some(event) = seen_alone(happened, whom)
            {
                seen += 1;
                // What waits is told from its beginning.
                if seen > told {
                    tell(event);
                }
            }
        };
        let done = happen(&mut |ask| asked.respond(ask, &refusal), &mut hear, &mut refused)?;
        let open = asked.open.map(|question| {
            let so_far = lead_up.text().trim_start_matches('\n').to_owned();
            OpenQuestion { complaint: asked.complaint, so_far, question, told: lead_up.told() }
        });
        Ok((done, open))
    }
}

/// What is asked while something happens.
#[derive(Default)]
struct Asked {
    said: Option<String>,
    /// What is still open.
    open: Option<Question>,
    /// What was wrong with what was said.
    complaint: Option<String>,
}

impl Asked {
    /// What is said to a question; `refusal` has the reason why the rules refuse what was said.
    fn respond(&mut self, ask: &Ask<'_>, refusal: &Cell<Option<String>>) -> Response {
        let Some(question) = Question::of(ask) else { return Response::Never };
        self.complaint = match self.said.take().map(|said| read_answer(ask, &said)) {
            Some(Ok(response)) => return response,
            Some(Err(why)) => Some(why),
            None => refusal.take(),
        };
        self.open = Some(question);
        Response::Later
    }
}

/// Why an answer is refused, in one line.
fn in_words(failure: &Failure) -> String {
    let lines = failure.diagnostics.iter().flat_map(|found| [Some(found.message.as_str()), found.help.as_deref()]);
    lines.flatten().collect::<Vec<_>>().join("; ")
}
