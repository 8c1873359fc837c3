//! What requests come to: their words say what is made up for them.

use super::cancel::Cancel;
use super::server::{Done, InHand, Job, Progressed};
use super::sync::thread;
use super::waiting::{Pending, What};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::Failure;
use crate::protocol::{Asked, Enter, Id, Question, Reply, Request, Said, Text, Wanted};

impl InHand<'_> {
    /// Does what is to be done, with nobody else at work for the same session.
    pub(super) fn perform(&self, job: Job) -> Progressed<Reply> {
        let _taken = self.lane.session().map(|name| self.server.sessions.take(name));
        match job {
            Job::Answer(question, said) => self.answer(&question, &said),
            Job::Request(_, request) => {
                self.server.sessions.begun().note(self.id);
                if let Some(session) = request.session() {
                    self.server.waiting.check(session)?;
                }
                self.request(*request)
            }
        }
    }

    fn request(&self, request: Request) -> Progressed<Reply> {
        match request {
            Request::Enter(asked) if asked.text == "asks" => Ok(self.wait(asked)),
            Request::Enter(asked) => self.work(&asked.text),
            Request::Odds(asked) => self.work(asked.statement.as_deref().unwrap_or_default()),
            Request::Advise(asked) => self.work(&asked.statement),
            Request::Run(asked) => self.work(&asked.text),
            other => panic!("nothing is made up for {other:?}"),
        }
    }

    fn work(&self, words: &str) -> Progressed<Reply> {
        match words.split_once(' ') {
            None if words == "endless" => loop {
                heeded(self.cancel)?;
                thread::yield_now();
            },
            None => heeded(self.cancel)?,
            // It does not look up before another request is begun.
            Some((_, other)) => {
                let other = other.parse().expect("it is the id of a request");
                while !self.server.sessions.begun().has(other) {
                    thread::yield_now();
                }
            }
        }
        Ok(done())
    }

    fn wait(&self, asked: Enter) -> Done<Reply> {
        let id = self.server.waiting.next_id();
        let wanted = Wanted::Roll { sides: vec![6] };
        let visibility = assize::semantics::visibility::Visibility::All;
        let question = Question { path: "die".to_owned(), words: "what does it show?".to_owned(), visibility, wanted };
        let session = Some(asked.session.clone());
        let (request, lane) = (self.id.clone(), self.lane.clone());
        let asks = Asked {
            request: request.clone(),
            session,
            complaint: None,
            so_far: String::new(),
            question: question.clone(),
        };
        let pending = Pending { request, what: What::Entry(asked), lane, question, told: 0 };
        self.server.waiting.put(id.clone(), pending);
        Done::Asks(id, Box::new(asks))
    }

    fn answer(&self, question: &Id, said: &Said) -> Progressed<Reply> {
        let nothing = || Diagnostic::placeless(codes::NOT_UNDER_WAY, "no question is waiting for an answer");
        self.server.waiting.take(question).ok_or_else(nothing)?;
        match said {
            Said::Answer(_) => Ok(done()),
            Said::Never | Said::Mumbled => Err(called_off()),
        }
    }
}

fn heeded(cancel: &Cancel) -> Result<(), Failure> {
    if cancel.is_called_off() { Err(called_off()) } else { Ok(()) }
}

fn called_off() -> Failure {
    Diagnostic::placeless(codes::CALLED_OFF, "called off").into()
}

fn done() -> Done<Reply> {
    Done::With(Reply::Text(Text { text: "done".to_owned() }))
}
