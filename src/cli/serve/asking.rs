//! Requests that may have to ask someone, and their results.

use super::script::Script;
use super::server::{Done, InHand, Progressed};
use super::sync::PoisonError;
use super::waiting::{Pending, What};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Answers, Failure};
use crate::protocol::{
    Asked, Enter, Entered, EventTold, Id, OpenQuestion, Reply, Said, ServerMessage, ServerNotification, Teller, Told,
};
use crate::verdict::{Audience, Happened};

impl InHand<'_> {
    /// Enters a line, or goes on with it; without an answer to what is asked it waits.
    pub(super) fn enter(&self, asked: Enter, teller: Teller) -> Progressed<Reply> {
        let sessions = &self.server.sessions;
        let found = sessions.find(&asked.session)?;
        let mut session = found.lock().unwrap_or_else(PoisonError::into_inner);
        let text = session.waiting().filter(|_| teller.goes_on()).unwrap_or(&asked.text).to_owned();
        let whom = Audience::from(asked.whom);
        let mut tell = |event| self.tell(event);
        let tell = asked.events.then_some(&mut tell as &mut dyn FnMut(Happened));
        let (entered, open) = teller.hears(whom, tell, |person, events, refused| {
            let answers =
                Answers { person: Some(person), events: Some(events), refused: Some(refused), ..session.answers() };
            session.enter_with(&text, answers).map_err(|failure| failure.seen_by(whom))
        })?;
        sessions.has_grown(&asked.session, &session, 0);
        if let Some(open) = open {
            return Ok(self.wait(What::Entry(asked), open));
        }
        let entered = Entered::of(&session, entered, asked.whom, &asked.want);
        Ok(Done::With(Reply::Entered(Box::new(entered))))
    }

    /// Runs a script, or goes on with it.
    pub(super) fn run(&self, mut script: Script, teller: Teller) -> Progressed<Reply> {
        let encounter = self.server.sessions.compile(script.what.clone(), self.cancel)?;
        let mut tell = |event| self.tell(event);
        let tell = script.events.then_some(&mut tell as &mut dyn FnMut(Happened));
        let (verdict, open) = teller.hears(script.playing.audience(), tell, |person, events, refused| {
            script.playing.go_on(&encounter, person, (events, refused))
        })?;
        match (verdict, open) {
            (_, Some(open)) => Ok(self.wait(What::Run(Box::new(script)), open)),
            (Some(verdict), None) => {
                let told = Told::unless(verdict, &script.want, self.cancel)?;
                Ok(Done::With(Reply::Ran(Box::new(told))))
            }
            (None, None) => Err(Diagnostic::placeless(codes::INTERNAL, "this run is not waiting for an answer").into()),
        }
    }

    /// Tells the client of an event.
    fn tell(&self, event: Happened) {
        let told = EventTold { request: self.id.clone(), event };
        self.server.outbox.send(&ServerMessage::notification(ServerNotification::Event(Box::new(told))));
    }

    /// Waits for an answer to the question, which is asked next.
    fn wait(&self, what: What, open: OpenQuestion) -> Done<Reply> {
        let OpenQuestion { complaint, so_far, question, told } = open;
        let id = self.server.waiting.next_id();
        let (request, lane) = (self.id.clone(), self.lane.clone());
        let pending = Pending { request: request.clone(), what, lane, question: question.clone(), told };
        let session = pending.session().map(str::to_owned);
        self.server.waiting.put(id.clone(), pending);
        Done::Asks(id, Box::new(Asked { request, session, complaint, so_far, question }))
    }

    /// Goes on with what waits for this answer; without one it is broken off.
    pub(super) fn answer(&self, question: &Id, said: Said) -> Progressed<Reply> {
        let nothing = || Diagnostic::placeless(codes::NOT_UNDER_WAY, "no question is waiting for an answer");
        let Pending { what, told, question, .. } = self.server.waiting.take(question).ok_or_else(nothing)?;
        match (said, what) {
            (Said::Answer(said), What::Run(script)) => self.run(*script, Teller::saying(said, told)),
            (Said::Answer(said), What::Entry(entry)) => self.enter(entry, Teller::saying(said, told)),
            (Said::Never, What::Run(_)) => Err(broken_off()),
            (Said::Never, What::Entry(entry)) => {
                let session = self.server.sessions.find(&entry.session)?;
                session.lock().unwrap_or_else(PoisonError::into_inner).break_off()?;
                Err(broken_off())
            }
            (Said::Mumbled, what) => {
                let complaint = "an answer is a string, such as {\"answer\":\"3 5\"}, or {\"answer\":null} to cancel";
                let (complaint, so_far) = (Some(complaint.to_owned()), String::new());
                Ok(self.wait(what, OpenQuestion { complaint, so_far, question, told }))
            }
        }
    }
}

fn broken_off() -> Failure {
    Diagnostic::placeless(codes::CALLED_OFF, "this was cancelled; nothing has changed").into()
}
