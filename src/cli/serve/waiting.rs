//! Requests that wait for an answer from someone at the table.

use std::collections::BTreeMap;

use super::lanes::Lane;
use super::script::Script;
use super::sync::{Mutex, MutexGuard, PoisonError};
use crate::diagnostic::{Diagnostic, codes};
use crate::protocol::{Enter, Id, Question, echoed};

/// So many scripts without a session can wait at a time; of a session one entry can.
const MOST_SCRIPTS: usize = 100;

/// The requests that wait, by the ids of their questions.
#[derive(Default)]
pub(super) struct Waiting(Mutex<Questions>);

#[derive(Default)]
struct Questions {
    open: BTreeMap<Id, Pending>,
    /// So many questions were asked.
    asked: u64,
}

/// A request that waits.
pub(super) struct Pending {
    /// Its id.
    pub(super) request: Id,
    /// What goes on with the answer.
    pub(super) what: What,
    /// Where it goes on.
    pub(super) lane: Lane,
    /// What was asked last.
    pub(super) question: Question,
    /// So many events have been told with this question and those before.
    pub(super) told: usize,
}

/// What waits.
pub(super) enum What {
    /// The unfinished entry of a session.
    Entry(Enter),
    /// A script that runs once.
    Run(Box<Script>),
}

impl Waiting {
    /// The id of the next question, which is no other's.
    pub(super) fn next_id(&self) -> Id {
        let mut questions = self.lock();
        questions.asked += 1;
        Id::Text(format!("q{}", questions.asked))
    }

    /// Waits for the answer to the question of this id.
    pub(super) fn put(&self, id: Id, pending: Pending) {
        self.lock().open.insert(id, pending);
    }

    /// The request that waits for the answer to the question of this id, and waits no longer.
    pub(super) fn take(&self, id: &Id) -> Option<Pending> {
        self.lock().open.remove(id)
    }

    /// The id of the request that waits for the answer to the question of this id.
    pub(super) fn request_of(&self, id: &Id) -> Option<Id> {
        self.lock().open.get(id).map(|pending| pending.request.clone())
    }

    /// Where the request goes on that waits for the answer to the question of this id.
    pub(super) fn lane_of(&self, id: &Id) -> Option<Lane> {
        self.lock().open.get(id).map(|pending| pending.lane.clone())
    }

    /// Refuses what is asked of a session that waits.
    pub(super) fn check(&self, session: &str) -> Result<(), Diagnostic> {
        let questions = self.lock();
        let waiting = questions.open.iter().find(|(_, pending)| pending.session() == Some(session));
        waiting.map_or(Ok(()), |(id, pending)| {
            let found = Diagnostic::placeless(codes::SESSION_WAITS, "this session is waiting for an answer");
            Err(found.help(way_out(id, &pending.request)))
        })
    }

    /// Refuses one more script when too many wait.
    pub(super) fn check_scripts(&self) -> Result<(), Diagnostic> {
        let questions = self.lock();
        let mut scripts = questions.open.iter().filter(|(_, pending)| pending.session().is_none());
        let Some((id, pending)) = scripts.nth(MOST_SCRIPTS - 1) else { return Ok(()) };
        let message = format!("too many scripts are waiting for answers: the limit is {MOST_SCRIPTS}");
        Err(Diagnostic::placeless(codes::TOO_MANY_QUESTIONS, message).help(way_out(id, &pending.request)))
    }

    fn lock(&self) -> MutexGuard<'_, Questions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pending {
    /// The session that waits.
    pub(super) fn session(&self) -> Option<&str> {
        match &self.what {
            What::Entry(entry) => Some(&entry.session),
            What::Run(_) => None,
        }
    }
}

fn way_out(question: &Id, request: &Id) -> String {
    let request = echoed(&request.to_string());
    format!("answer the `ask` with the id {question}, or cancel request {request} with `$/cancel`")
}
