//! Requests that wait for an answer of somebody at the table.

use std::collections::BTreeMap;

use super::reply::Question;
use super::request::{Id, Presentation, wrong};
use super::script::Run;
use crate::diagnostic::{Diagnostic, clean};
use crate::engine::{Ask, Response, by_hand};

/// So many scripts without a session can wait at a time; of a session one entry can.
const MOST_SCRIPTS: usize = 100;

/// The requests that wait, by their ids.
#[derive(Default)]
pub(super) struct Waiting(BTreeMap<Id, Pending>);

/// A request that waits.
pub(super) struct Pending {
    /// What goes on with the answer.
    pub(super) what: What,
    /// What was asked last.
    pub(super) question: Question,
    /// So many events have been told with this question and those before.
    pub(super) told: usize,
}

/// What waits.
pub(super) enum What {
    /// The unfinished entry of a session.
    Entry { session: String, presentation: Presentation },
    /// A script that runs once.
    Run(Box<Run>),
}

impl Waiting {
    /// Whether a question of this id is open.
    pub(super) fn has(&self, id: &Id) -> bool {
        self.0.contains_key(id)
    }

    pub(super) fn put(&mut self, id: &Id, pending: Pending) {
        self.0.insert(id.clone(), pending);
    }

    /// The request of this id, which waits no longer.
    pub(super) fn take(&mut self, id: &Id) -> Result<Pending, Diagnostic> {
        let nothing = || wrong("nothing is asked").help("an `answer` has the id of the `ask` it belongs to");
        self.0.remove(id).ok_or_else(nothing)
    }

    /// The session of the request of this id.
    pub(super) fn session_of(&self, id: &Id) -> Option<&str> {
        self.0.get(id).and_then(Pending::session)
    }

    /// Refuses what is asked of a session that waits.
    pub(super) fn check(&self, session: &str) -> Result<(), Diagnostic> {
        let waiting = self.0.iter().find(|(_, pending)| pending.session() == Some(session));
        waiting.map_or(Ok(()), |(id, _)| Err(in_the_way(id)))
    }

    /// Refuses one more script when too many wait.
    pub(super) fn check_scripts(&self) -> Result<(), Diagnostic> {
        let mut scripts = self.0.iter().filter(|(_, pending)| pending.session().is_none());
        match scripts.nth(MOST_SCRIPTS - 1) {
            Some((id, _)) => Err(wrong(format!("{MOST_SCRIPTS} scripts wait for answers, and no more can"))
                .help(format!("answer one, such as {}", way_out(id)))),
            None => Ok(()),
        }
    }
}

impl Pending {
    fn session(&self) -> Option<&str> {
        match &self.what {
            What::Entry { session, .. } => Some(session),
            What::Run(_) => None,
        }
    }
}

fn in_the_way(id: &Id) -> Diagnostic {
    wrong("a question to this session waits for its answer").help(format!("answer it with {}", way_out(id)))
}

fn way_out(id: &Id) -> String {
    let id = match id {
        Id::Number(number) => number.to_string(),
        Id::Text(text) => format!("\"{}\"", clean::cut(text, 60)),
    };
    format!("{{\"id\":{id},\"answer\":\"3 5\"}}, or break off with {{\"id\":{id},\"answer\":null}}")
}

/// Somebody who has said one thing at most, and says what else is asked later.
#[derive(Default)]
pub(super) struct Teller {
    said: Option<String>,
    /// So many events were told before.
    pub(super) told: usize,
    /// What is still open.
    pub(super) open: Option<Question>,
}

impl Teller {
    /// Somebody who says this, having been told so many events.
    pub(super) fn saying(said: String, told: usize) -> Self {
        Self { said: Some(said), told, open: None }
    }

    /// What they say to a question.
    pub(super) fn respond(&mut self, ask: &Ask<'_>) -> Response {
        let Some(question) = Question::of(ask) else { return Response::Never };
        let complaint = match self.said.take().map(|said| by_hand::read(ask, &said)) {
            Some(Ok(answer)) => return Response::Answer(answer),
            Some(Err(why)) => Some(why),
            None => None,
        };
        self.open = Some(Question { complaint, ..question });
        Response::Later
    }
}
