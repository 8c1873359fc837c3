//! Carries out each request.

use super::script::{self, Script};
use super::server::{Done, InHand, Job, Progressed};
use super::sessions::bytes_of;
use super::sync::PoisonError;
use super::waiting::Teller;
use crate::cli::seeds::fresh_unless;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{self, AdviceRequest, Cancel, Chance, Failure, Mode, OddsRequest, Seeds};
use crate::protocol::{
    AnswerBy, Answering, AskAdvice, AskOdds, CameOut, CastRole, Casting, Edit, Edited, Export, For, Format, GivenSeed,
    Help, History, Listed, Named, Odd, Odds, Reply, Request, State, Struck, Text, Told, ToldAdvice, methods,
};
use crate::session::{Entry, Session};
use crate::verdict::{Audience, html, json, markdown};

impl InHand<'_> {
    /// Does what is to be done.
    pub(super) fn perform(&self, job: Job) -> Progressed<Reply> {
        match job {
            Job::Answer(question, said) => self.answer(&question, said),
            Job::Request(_, request) => {
                if let Some(session) = request.session() {
                    self.server.waiting.check(session)?;
                }
                self.request(*request)
            }
        }
    }

    fn request(&self, request: Request) -> Progressed<Reply> {
        let sessions = &self.server.sessions;
        let reply = match request {
            Request::Enter(asked) => {
                sessions.find_with_room(&asked.session)?;
                return self.enter(asked, Teller::default());
            }
            Request::Run(asked) => {
                self.server.waiting.check_scripts()?;
                let seeds = seeds(asked.seed, asked.secret_seed)?;
                return self.run(Script::new(asked, seeds), Teller::default());
            }
            Request::Open(asked) => {
                let seeds = seeds(asked.seed, asked.secret_seed)?;
                Reply::Opened(sessions.open(asked, seeds, self.cancel)?)
            }
            Request::Close(asked) => Reply::Closed(sessions.close(&asked.session)?),
            Request::Undo(asked) => self.with(&asked.session, |session| Ok(listed(session.undo()?)))?,
            Request::Redo(asked) => self.with(&asked.session, |session| Ok(listed(session.redo()?)))?,
            Request::Edit(asked) => self.edit(&asked)?,
            Request::AnswerBy(asked) => self.with(&asked.session.clone(), |session| answer_by(session, asked))?,
            Request::CastRole(asked) => self.cast(asked)?,
            Request::State(asked) => self.with(&asked.session, |session| {
                let values = session.state_seen_by(asked.whom.into()).into_iter().map(Named::from).collect();
                Ok(Reply::State(State { values }))
            })?,
            Request::Why(asked) => self.with(&asked.session, |session| {
                let name = asked.name.as_deref().unwrap_or("_");
                Ok(Reply::Text(Text { text: session.why(name, asked.whom.into())? }))
            })?,
            Request::Odds(asked) => self.with(&asked.session.clone(), |session| self.odds(session, asked))?,
            Request::Advise(asked) => self.with(&asked.session.clone(), |session| self.advice(session, asked))?,
            Request::History(asked) => self.with(&asked.session, |session| {
                let entries = session.entries().iter().map(|entry| Listed::of(entry, asked.whom.into())).collect();
                Ok(Reply::History(History { entries }))
            })?,
            Request::Export(asked) => self.with(&asked.session.clone(), |session| {
                Ok(Reply::Text(Text { text: exported(session, &asked, self.cancel)? }))
            })?,
            Request::Check(asked) => {
                Reply::Checked(script::check(&sessions.compile(&asked.text, asked.texts, asked.cast, self.cancel)?))
            }
            Request::Test(asked) => {
                Reply::Tested(script::test(&sessions.compile(&asked.text, asked.texts, asked.cast, self.cancel)?)?)
            }
            Request::Help(_) => Reply::Help(Help { requests: methods() }),
            // The handshake is done where lines are read: those behind it rely on it.
            Request::Initialize(_) => {
                return Err(Diagnostic::placeless(codes::INTERNAL, "the handshake is not finished").into());
            }
        };
        Ok(Done::With(reply))
    }

    /// Does something with the session of that name.
    fn with(&self, session: &str, work: impl FnOnce(&mut Session) -> Result<Reply, Failure>) -> Result<Reply, Failure> {
        let found = self.server.sessions.find(session)?;
        let mut session = found.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut session)
    }

    fn cast(&self, asked: CastRole) -> Result<Reply, Failure> {
        let CastRole { session: name, role, thing } = asked;
        self.server.sessions.find_with_room(&name)?;
        self.with(&name, |session| {
            session.cast(&role, &thing)?;
            self.server.sessions.has_grown(&name, session, role.len() + thing.len());
            Ok(Reply::Casting(Casting { role: role.clone(), thing: thing.clone() }))
        })
    }

    /// Nobody is asked: what was answered stands, and what would have to be answered anew is refused.
    fn edit(&self, asked: &Edit) -> Result<Reply, Failure> {
        let Edit { session: name, number, text, whom, want } = asked;
        self.server.sessions.find_with_room(name)?;
        let (number, audience) = (*number, Audience::from(*whom));
        self.with(name, |session| {
            let edited = session.edit(number, text, None).map_err(|failure| failure.seen_by(audience))?;
            self.server.sessions.has_grown(name, session, bytes_of(session.before_edit()));
            Ok(Reply::Edited(Box::new(Edited {
                number,
                understood: Some(edited.understood).filter(|_| *whom != For::Players),
                changed: edited.changed.iter().filter_map(|entry| CameOut::of(entry, audience)).collect(),
                told: Told::of(edited.verdict.of_session_seen_by(audience), want),
            })))
        })
    }

    fn odds(&self, session: &mut Session, asked: AskOdds) -> Result<Reply, Failure> {
        let AskOdds { statement, questions, given, whom, progress: tells, keep, .. } = asked;
        let mode = session.answering().0.into();
        let request = OddsRequest { questions, given, mode, progress: self.progress.clone(), ..OddsRequest::default() };
        let mut ask = |request: &OddsRequest| session.odds(statement.as_deref(), request, whom.into());
        let chances = if tells {
            let mut hear = |known: &[Chance]| self.known.becomes(known.iter().cloned().map(Odd::from).collect());
            engine::closing(&request, &mut ask, &mut hear)
        } else {
            ask(&request)
        };
        let (chances, ran_out) = match chances {
            Ok(chances) => (chances, None),
            Err(failure) if keep && !failure.known().is_empty() => {
                (failure.known().to_vec(), failure.ran_out().map(|ran_out| ran_out.of.into()))
            }
            Err(failure) => return Err(failure),
        };
        Ok(Reply::Odds(Odds { chances: chances.into_iter().map(Odd::from).collect(), ran_out }))
    }

    fn advice(&self, session: &mut Session, asked: AskAdvice) -> Result<Reply, Failure> {
        // Rolling is what a session begins with, so nobody need have decided for it.
        let mode = Some(Mode::from(session.answering().0)).filter(|mode| *mode != Mode::Random);
        let usual = AdviceRequest::of(&asked.goal);
        let request = AdviceRequest {
            against: asked.against.into_iter().collect(),
            mode,
            as_policy: asked.policy,
            conditions: asked.plain.unwrap_or(usual.conditions),
            progress: self.progress.clone(),
            ..usual
        };
        let advice = session.advise(&asked.statement, &request, asked.whom.into())?;
        Ok(Reply::Advice(Box::new(ToldAdvice::from(&advice))))
    }
}

/// All of a session in one text, unless it is called off.
fn exported(session: &Session, asked: &Export, cancel: &Cancel) -> Result<String, Failure> {
    let audience = Audience::from(asked.whom);
    let transcript = || session.transcript(&session.whole().system).seen_by(audience);
    let written = match asked.format {
        Format::Markdown => markdown::transcript_unless(&transcript(), cancel),
        Format::Html => html::transcript_unless(&transcript(), cancel),
        Format::Json => json::unless(&session.whole().of_session_seen_by(audience), cancel),
        Format::Script if asked.whom == For::Players => {
            let found = Diagnostic::placeless(codes::PARAMETERS, "a script would show players everything");
            return Err(found.help("export it with `\"for\":\"gm\"`, or as `markdown`").into());
        }
        Format::Script => return Ok(session.script()),
    };
    written.map_err(engine::called_off)
}

fn answer_by(session: &mut Session, asked: AnswerBy) -> Result<Reply, Failure> {
    session.answer_by(asked.mode, asked.by_hand)?;
    Ok(Reply::Answering(Answering::from(&*session)))
}

/// The seeds of a request. Players may learn the public one from whoever asks for them, but never the secret one from it.
fn seeds(seed: Option<GivenSeed>, secret_seed: Option<GivenSeed>) -> Result<Seeds, Failure> {
    fresh_unless(seed.map(|seed| seed.0), secret_seed.map(|seed| seed.0))
}

/// What is undone or counts again is named as players may know it: nobody said for whom the result is.
fn listed(entry: Option<&Entry>) -> Reply {
    Reply::Struck(Struck { entry: entry.map(|entry| Listed::of(entry, Audience::Players)) })
}
