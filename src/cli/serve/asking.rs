//! Requests that may have to ask someone, and their results.

use std::cell::Cell;
use std::rc::Rc;

use super::script::Script;
use super::server::{Done, InHand, Progressed};
use super::sync::PoisonError;
use super::waiting::{Pending, Teller, What};
use crate::cli::event_tail::LeadUp;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Answers, Ask, Failure};
use crate::protocol::{
    Answering, Asked, Enter, Entered, EventTold, For, Id, Question, Reply, Said, ServerMessage, ServerNotification,
    Told, seen_alone,
};
use crate::session::{self, Session};
use crate::verdict::{Audience, Happened};

impl InHand<'_> {
    /// Enters a line, or goes on with it; without an answer to what is asked it waits.
    pub(super) fn enter(&self, asked: Enter, teller: Teller) -> Progressed<Reply> {
        let sessions = &self.server.sessions;
        let found = sessions.find(&asked.session)?;
        let mut session = found.lock().unwrap_or_else(PoisonError::into_inner);
        let text = session.waiting().filter(|_| teller.goes_on()).unwrap_or(&asked.text).to_owned();
        let whom = Audience::from(asked.whom);
        let (entered, open) = self.heard((whom, asked.events), teller, |person, events, refused| {
            let answers =
                Answers { person: Some(person), events: Some(events), refused: Some(refused), ..session.answers() };
            session.enter_with(&text, answers).map_err(|failure| failure.seen_by(whom))
        })?;
        sessions.has_grown(&asked.session, &session, 0);
        match open {
            Some(open) => Ok(self.wait(What::Entry(asked), open)),
            None => Ok(Done::With(Reply::Entered(Box::new(told(&session, entered, &asked))))),
        }
    }

    /// Runs a script, or goes on with it.
    pub(super) fn run(&self, mut script: Script, teller: Teller) -> Progressed<Reply> {
        let (texts, cast) = (script.texts.clone(), script.cast.clone());
        let encounter = self.server.sessions.compile(&script.text, texts, cast, self.cancel)?;
        let (verdict, open) = self.heard((script.audience, script.events), teller, |person, events, refused| {
            script.go_on(&encounter, person, (events, refused))
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

    /// Lets something happen that this audience hears of, the whole of it or what leads up to a question; and what is
    /// asked then.
    fn heard<T>(
        &self,
        (whom, tells_events): (Audience, bool),
        mut teller: Teller,
        happen: impl FnOnce(
            &mut dyn FnMut(&Ask<'_>) -> crate::engine::Response,
            &mut dyn FnMut(&Happened),
            &mut dyn FnMut(&Failure),
        ) -> Result<T, Failure>,
    ) -> Result<(T, Option<Open>), Failure> {
        let (lead_up, seen) = (LeadUp::going_on(whom, teller.told), Cell::new(0));
        let told = teller.told;
        let complaint = Rc::clone(&teller.refused);
        let mut refused = |why: &Failure| complaint.set(Some(in_words(&why.seen_by(whom))));
        let mut hear = |happened: &Happened| {
            lead_up.hear(happened);
            if tells_events && let Some(event) = seen_alone(happened, whom) {
                seen.set(seen.get() + 1);
                // What waits is told from its beginning.
                if seen.get() > told {
                    self.notify(ServerNotification::Event(Box::new(EventTold { request: self.id.clone(), event })));
                }
            }
        };
        let done = happen(&mut |ask| teller.respond(ask), &mut hear, &mut refused)?;
        let open = teller.open.map(|question| {
            let so_far = lead_up.text().trim_start_matches('\n').to_owned();
            Open { complaint: teller.complaint, so_far, question, told: lead_up.told() }
        });
        Ok((done, open))
    }

    fn notify(&self, notification: ServerNotification) {
        self.server.outbox.send(&ServerMessage::notification(notification));
    }

    /// Waits for an answer to the question, which is asked next.
    fn wait(&self, what: What, open: Open) -> Done<Reply> {
        let Open { complaint, so_far, question, told } = open;
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
                Ok(self.wait(what, Open { complaint, so_far, question, told }))
            }
        }
    }
}

/// A question that is asked now.
struct Open {
    complaint: Option<String>,
    so_far: String,
    question: Question,
    told: usize,
}

/// Why an answer is refused, in one line.
fn in_words(failure: &Failure) -> String {
    let lines = failure.diagnostics.iter().flat_map(|found| [Some(found.message.as_str()), found.help.as_deref()]);
    lines.flatten().collect::<Vec<_>>().join("; ")
}

fn broken_off() -> Failure {
    Diagnostic::placeless(codes::CALLED_OFF, "this was cancelled; nothing has changed").into()
}

/// What a line comes to. It has happened, so what is told of it cannot be called off any more.
fn told(session: &Session, entered: session::Entered, asked: &Enter) -> Entered {
    let (whom, want) = (Audience::from(asked.whom), &asked.want);
    match entered {
        session::Entered::Statement { understood, number, verdict, page } => {
            let for_all = asked.whom == For::Players;
            Entered::Statement {
                number,
                understood: Some(understood).filter(|_| !for_all),
                page: page.map(|page| page.why.told(whom)).filter(|_| !for_all),
                told: Told::of(verdict.of_session_seen_by(whom), want),
            }
        }
        session::Entered::Value { value, verdict, .. } => {
            let value = whom.may_see(value.visibility).then_some(value);
            Entered::Value { value, told: Told::of(verdict.of_session_seen_by(whom), want) }
        }
        session::Entered::Answering(_) | session::Entered::Waiting => Entered::Mode(Answering::from(session)),
    }
}
