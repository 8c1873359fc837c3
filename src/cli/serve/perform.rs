//! Each request, done.

use super::reply::{Done, Listed, Named, Odd, Said};
use super::request::{For, Format, Heard, Id, Mode, Request, wrong};
use super::script::{self, Run};
use super::seed::GivenSeed;
use super::server::Server;
use super::waiting::Teller;
use super::watch::LONGEST;
use super::{catch_panic, describe};
use crate::cli::seeds::fresh_unless;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{self, Failure, OddsRequest, Seeds};
use crate::journal;
use crate::session::{Entry, Session};
use crate::verdict::{Audience, Carried, html, json, markdown};

impl Server {
    /// Does what a line asks for, for so long that nobody else has to wait. Where the program itself is wrong, nobody else
    /// has to suffer for it.
    pub(super) fn hear(&mut self, id: &Id, heard: Heard) -> Result<Said, Failure> {
        let session = match &heard {
            Heard::Request(request) => request.session(),
            Heard::Answer(_) | Heard::Mumbled => self.waiting.session_of(id),
        };
        let session = session.map(str::to_owned);
        self.heard += 1;
        let watch = self.watch.clone();
        let (done, called_off) =
            watch.during((self.heard, LONGEST), || catch_panic::caught(|| self.perform(id, heard)));
        match done {
            Err(panic) => {
                let closed = session.filter(|session| self.sessions.close(session).is_ok());
                Err(catch_panic::told(&panic, closed.as_deref()).into())
            }
            Ok(Err(failure)) if called_off => Err(too_long(&failure)),
            Ok(done) => done,
        }
    }

    fn perform(&mut self, id: &Id, heard: Heard) -> Result<Said, Failure> {
        match heard {
            Heard::Request(request) => self.request(id, request),
            Heard::Answer(answer) => self.answer(id, answer),
            Heard::Mumbled => self.ask_again(id),
        }
    }

    fn request(&mut self, id: &Id, request: Request) -> Result<Said, Failure> {
        if let Some(session) = request.session() {
            self.waiting.check(session)?;
        }
        let done = match request {
            Request::Enter { session, text, whom, show } => {
                self.sessions.find_with_room(&session)?;
                return self.enter(id, session, &text, (whom, show), Teller::default());
            }
            Request::Run { text, texts, mode, by_hand, seed, secret_seed, dice, choices, cast, whom, show } => {
                self.waiting.check_scripts()?;
                let seeds = seeds(seed, secret_seed)?;
                let run = Run::new((text, texts, cast), (mode, by_hand), (seeds, dice), choices, (whom, show));
                return self.run(id, run, Teller::default());
            }
            Request::Open { session, seed, secret_seed, texts, whom } => {
                self.sessions.open(session, seeds(seed, secret_seed)?, texts, whom)
            }
            Request::Close { session } => self.sessions.close(&session),
            Request::Undo { session } => Ok(listed(self.sessions.find(&session)?.undo()?)),
            Request::Redo { session } => Ok(listed(self.sessions.find(&session)?.redo()?)),
            Request::Mode { session, mode, by_hand } => answer_by(self.sessions.find(&session)?, mode, by_hand),
            Request::Cast { session, role, thing } => {
                self.sessions.find_with_room(&session)?.cast(&role, &thing)?;
                self.sessions.has_grown(&session, role.len() + thing.len());
                Ok(Done::Cast { role, thing })
            }
            Request::State { session, whom } => Ok(values(self.sessions.find(&session)?.state_seen_by(whom.into()))),
            Request::Why { session, name, whom } => {
                let name = name.as_deref().unwrap_or("_");
                Ok(Done::Text { text: self.sessions.find(&session)?.why(name, whom.into())? })
            }
            Request::Odds { session, statement, questions, given, whom } => {
                odds(self.sessions.find(&session)?, statement.as_deref(), (questions, given), whom)
            }
            Request::History { session, whom } => Ok(history(self.sessions.find(&session)?, whom)),
            Request::Export { session, format, whom } => export(self.sessions.find(&session)?, format, whom),
            Request::Check { text, texts, cast } => Ok(script::check(&self.sessions.compile(&text, texts, cast)?)),
            Request::Test { text, texts, cast } => Ok(script::test(&self.sessions.compile(&text, texts, cast)?)),
            Request::Help {} => Ok(Done::Help { requests: describe::requests() }),
        };
        done.map(Said::Ok)
    }
}

/// What was called off says so, and why; anything else that was wrong comes before.
fn too_long(failure: &Failure) -> Failure {
    let found = failure.diagnostics.iter().find(|found| found.code != codes::CALLED_OFF);
    match found {
        Some(_) => failure.clone(),
        None => Diagnostic::placeless(codes::CALLED_OFF, format!("this takes longer than {} s", LONGEST.as_secs()))
            .help("ask for less at a time: one question, fewer repetitions")
            .into(),
    }
}

fn answer_by(session: &mut Session, mode: Mode, by_hand: Vec<String>) -> Result<Done, Failure> {
    session.answer_by(mode.into(), by_hand)?;
    Ok(Done::answering(session))
}

/// The seeds of a request. Players may learn the public one from whoever asks for them, but never the secret one from it.
fn seeds(seed: Option<GivenSeed>, secret_seed: Option<GivenSeed>) -> Result<Seeds, Failure> {
    fresh_unless(seed.map(|seed| seed.0), secret_seed.map(|seed| seed.0))
}

/// What is struck out or counts again is named as players may know it: nobody said for whom the answer is.
fn listed(entry: Option<&Entry>) -> Done {
    Done::Entry { entry: entry.map(|entry| Listed::of(entry, Audience::Players)) }
}

fn values(carried: Vec<Carried>) -> Done {
    Done::State { values: carried.into_iter().map(Named::from).collect() }
}

fn history(session: &Session, whom: For) -> Done {
    Done::History { entries: session.entries().iter().map(|entry| Listed::of(entry, whom.into())).collect() }
}

fn odds(
    session: &Session,
    statement: Option<&str>,
    (questions, given): (Vec<String>, Option<String>),
    whom: For,
) -> Result<Done, Failure> {
    let mode = match session.answering().0 {
        journal::Mode::Deliberate => engine::Mode::Deliberate,
        journal::Mode::Automatic => engine::Mode::Automatic,
        journal::Mode::Random | journal::Mode::Table => engine::Mode::Random,
    };
    let request = OddsRequest { questions, given, mode, ..OddsRequest::default() };
    let chances = session.odds(statement, &request, whom.into())?;
    Ok(Done::Odds { chances: chances.into_iter().map(Odd::from).collect() })
}

fn export(session: &Session, format: Format, whom: For) -> Result<Done, Failure> {
    let audience = Audience::from(whom);
    let transcript = session.transcript(&session.whole().system);
    let text = match format {
        Format::Markdown => markdown::transcript(&transcript.seen_by(audience)),
        Format::Html => html::transcript(&transcript.seen_by(audience)),
        Format::Json => json::json(&session.whole().of_session_seen_by(whom.into())),
        Format::Script if whom == For::Players => {
            let found = wrong("a script tells players everything");
            return Err(found.help("export it with `\"for\":\"gm\"`, or as `markdown`").into());
        }
        Format::Script => session.script(),
    };
    Ok(Done::Text { text })
}

#[cfg(test)]
mod tests {
    use super::{Diagnostic, codes, too_long, wrong};

    #[test]
    fn what_is_called_off_says_why_unless_something_else_is_wrong() {
        let called_off = Diagnostic::placeless(codes::CALLED_OFF, "called off").into();
        assert!(too_long(&called_off).to_string().contains("this takes longer than 5 s"));
        assert!(too_long(&wrong("no such word").into()).to_string().contains("no such word"));
    }
}
