//! A worker: takes one job after another, and makes sure that each request has one response.

use super::catch_panic;
use super::known::Known;
use super::lanes::{Lane, Work, Worker};
use super::server::{Done, InHand, Job, Progressed, Server};
use super::watch::{ENOUGH, LONGEST, TICK, TRIAL, Ticking, Watch};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Cancel, Failure, Progress};
use crate::protocol::{
    AdviceOf, AskAdvice, AskOdds, ErrorObject, Findings, Id, OddsOf, ProgressTold, Reply, Request, Response, Said,
    ServerMessage, ServerNotification, ServerRequest,
};

impl Server {
    /// Does what this worker is to do, until there is nothing more and never will be.
    pub(super) fn take_jobs(&self, worker: Worker) {
        let watch = Watch::new();
        while let Some((lane, job)) = self.lanes.next(worker) {
            self.serve(&watch, &lane, job, worker.work);
            self.lanes.done(lane);
        }
    }

    fn serve(&self, watch: &Watch, lane: &Lane, job: Job, work: Work) {
        let id = match &job {
            Job::Request(id, _) => Some(id.clone()),
            Job::Answer(question, _) => self.waiting.request_of(question),
        };
        let Some(id) = id else { return self.remark(&nothing_asked().into()) };
        let (mut next, mut work) = (Some(job), work);
        while let Some(job) = next.take() {
            let again = if work == Work::Small { asking(&job) } else { None };
            let progressed = self.watched((watch, again.is_some()), lane, &id, job);
            if let (Some(job), Err(failure)) = (again, &progressed)
                && is_too_long(failure)
            {
                (next, work) = (self.lanes.put_back(lane, job, Work::Long), Work::Long);
                continue;
            }
            match progressed {
                // It may have been called off before it was known what it asks.
                Ok(Done::Asks(question, _)) if !self.under_way.ask(&id, &question) => {
                    next = Some(Job::Answer(question, Said::Never));
                }
                Ok(Done::Asks(question, asked)) => {
                    self.outbox.send(&ServerMessage::request(question, ServerRequest::Ask(*asked)));
                }
                Ok(Done::With(reply)) => self.respond(&id, Response::Result(reply)),
                Err(failure) => self.respond(&id, Response::Error(ErrorObject::from(&failure))),
            }
        }
    }

    /// The one response to a request. Its id is free from now on.
    fn respond(&self, id: &Id, response: Response) {
        self.under_way.end(id);
        self.outbox.send(&ServerMessage::response(Some(id.clone()), response));
    }

    /// Tells of something that has no response.
    pub(super) fn remark(&self, failure: &Failure) {
        let remark = ServerNotification::Remark(Findings::from(failure));
        self.outbox.send(&ServerMessage::notification(remark));
    }

    /// Does a job for so long that nobody has to wait for ever, or as a trial for much less. Where the program itself is wrong,
    /// nobody else has to suffer for it.
    fn watched(&self, (watch, is_trial): (&Watch, bool), lane: &Lane, id: &Id, job: Job) -> Progressed<Reply> {
        let cancel = lane.session().and_then(|name| self.sessions.cancel_of(name)).unwrap_or_default();
        let keeps = keeps(&job);
        // Whoever keeps what is known calls off only that more is found out.
        let content = if keeps { Cancel::default() } else { cancel.clone() };
        if keeps {
            cancel.clear();
        }
        let job = match (job, self.under_way.run(id, &content)) {
            (job, true) => job,
            (Job::Request(..), false) => return Err(called_off()),
            (Job::Answer(question, _), false) => Job::Answer(question, Said::Never),
        };
        let (enough, known) = (content.clone(), Known::default());
        let progress = if keeps { Progress::watched(move |_| !enough.is_called_off()) } else { Progress::default() };
        let ticking = if is_trial { None } else { ticking((self, id), &job, (&progress, &known), content) };
        let longest = if is_trial { TRIAL } else { LONGEST };
        let hand = InHand { server: self, id, lane, cancel: &cancel, progress, known };
        let (done, is_late) = watch.during(longest, &cancel, ticking, || catch_panic::caught(|| hand.perform(job)));
        match done {
            Err(panic) => {
                let closed = lane.session().filter(|session| self.sessions.close(session).is_ok());
                Err(catch_panic::told(&panic, closed).into())
            }
            Ok(Err(failure)) if is_late => Err(instead_of(failure, too_long)),
            Ok(Err(failure)) if self.under_way.is_called_off(id) => Err(instead_of(failure, called_off)),
            Ok(progressed) => progressed,
        }
    }
}

/// The same once more, if it asks for odds or advice: they change nothing, and may be short or long.
fn asking(job: &Job) -> Option<Job> {
    match job {
        Job::Request(id, request)
            if matches!(
                **request,
                Request::Odds(_) | Request::Advise(_) | Request::OddsOf(_) | Request::AdviceOf(_)
            ) =>
        {
            Some(Job::Request(id.clone(), request.clone()))
        }
        Job::Request(..) | Job::Answer(..) => None,
    }
}

/// What tells four times a second how far a request has come that wants to hear it.
/// What is known shortly before it takes too long is kept, if somebody wants that: `content` says that it is enough.
fn ticking(
    (server, id): (&Server, &Id),
    job: &Job,
    (progress, known): (&Progress, &Known),
    content: Cancel,
) -> Option<Ticking> {
    let Patience { tells, keeps } = patience(job)?;
    let mut ticks = 0;
    let (outbox, request, progress, known) = (server.outbox.clone(), id.clone(), progress.clone(), known.clone());
    let tick = move || {
        ticks += 1;
        if keeps && TICK * ticks >= ENOUGH {
            content.call_off();
        }
        if tells {
            let (request, situations, chances) = (request.clone(), progress.situations(), known.odds());
            let told = ServerNotification::Progress(ProgressTold { request, situations, chances });
            outbox.send_if_free(&ServerMessage::notification(told));
        }
    };
    (tells || keeps).then(|| Box::new(tick) as Ticking)
}

/// Whether what is known is kept of a job that is called off or takes too long.
fn keeps(job: &Job) -> bool {
    patience(job).is_some_and(|patience| patience.keeps)
}

/// What somebody wants of something that may take long.
#[derive(Clone, Copy)]
struct Patience {
    /// It is told how far it has come.
    tells: bool,
    /// What is known is kept where it is called off or takes too long.
    keeps: bool,
}

fn patience(job: &Job) -> Option<Patience> {
    let Job::Request(_, request) = job else { return None };
    let (Request::Odds(AskOdds { progress, keep, .. })
    | Request::Advise(AskAdvice { progress, keep, .. })
    | Request::OddsOf(OddsOf { progress, keep, .. })
    | Request::AdviceOf(AdviceOf { progress, keep, .. })) = **request
    else {
        return None;
    };
    Some(Patience { tells: progress, keeps: keep })
}

/// What was called off says so in its own words; anything else that was wrong comes before.
fn instead_of(failure: Failure, words: fn() -> Failure) -> Failure {
    let other = failure.diagnostics.iter().any(|found| found.code != codes::CALLED_OFF);
    if other { failure } else { words() }
}

fn too_long() -> Failure {
    Diagnostic::placeless(codes::TOO_LONG, format!("this takes longer than {} s", LONGEST.as_secs()))
        .help("ask for less at once: one question, fewer repetitions")
        .into()
}

fn is_too_long(failure: &Failure) -> bool {
    failure.diagnostics.iter().any(|found| found.code == codes::TOO_LONG)
}

fn called_off() -> Failure {
    Diagnostic::placeless(codes::CALLED_OFF, "this was cancelled; nothing has changed").into()
}

/// What is wrong with an answer that nobody waits for.
pub(super) fn nothing_asked() -> Diagnostic {
    Diagnostic::placeless(codes::NOT_UNDER_WAY, "no question is waiting for an answer")
        .help("answer each `ask` once, with its `id`")
}

#[cfg(test)]
mod tests {
    use super::{Diagnostic, codes, instead_of, too_long};

    #[test]
    fn what_is_called_off_says_why_unless_something_else_is_wrong() {
        let called_off = Diagnostic::placeless(codes::CALLED_OFF, "called off").into();
        assert!(instead_of(called_off, too_long).to_string().contains("this takes longer than 5 s"));
        let other = Diagnostic::placeless(codes::PARAMETERS, "no such word").into();
        assert!(instead_of(other, too_long).to_string().contains("no such word"));
    }
}
