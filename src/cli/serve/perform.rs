//! Carries out each request.

use super::script::Script;
use super::server::{Done, InHand, Job, Progressed};
use super::sessions::bytes_of;
use super::sync::PoisonError;
use crate::cli::seeds::fresh_unless;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{AdviceRequest, Chance, Failure, Mode, OddsRequest, Seeds};
use crate::protocol::{
    AnswerBy, Answering, AskAdvice, AskOdds, CastRole, Casting, Check, Checked, Edit, Edited, GivenSeed, Help, History,
    Odd, Odds, Reply, Request, State, Teller, Test, Tested, Text, ToldAdvice, methods,
};
use crate::session::Session;
use crate::verdict::Audience;

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
            Request::Undo(asked) => self.with(&asked.session, |session| Ok(Reply::Struck(session.undo()?.into())))?,
            Request::Redo(asked) => self.with(&asked.session, |session| Ok(Reply::Struck(session.redo()?.into())))?,
            Request::Edit(asked) => self.edit(&asked)?,
            Request::AnswerBy(asked) => self.with(&asked.session.clone(), |session| answer_by(session, asked))?,
            Request::CastRole(asked) => self.cast(asked)?,
            Request::State(asked) => {
                self.with(&asked.session, |session| Ok(Reply::State(State::of(session, asked.whom))))?
            }
            Request::Why(asked) => self.with(&asked.session, |session| {
                let name = asked.name.as_deref().unwrap_or("_");
                Ok(Reply::Text(Text { text: session.why(name, asked.whom.into())? }))
            })?,
            Request::Odds(asked) => self.with(&asked.session.clone(), |session| self.odds(session, asked))?,
            Request::Advise(asked) => self.with(&asked.session, |session| self.advice(session, &asked))?,
            Request::History(asked) => {
                self.with(&asked.session, |session| Ok(Reply::History(History::of(session, asked.whom))))?
            }
            Request::Export(asked) => self.with(&asked.session, |session| {
                Ok(Reply::Text(Text::exported(session, asked.format, asked.whom, self.cancel)?))
            })?,
            Request::Check(asked) => Reply::Checked(Checked::from(&sessions.compile(asked, self.cancel)?)),
            Request::Test(Test { text, texts, cast }) => {
                Reply::Tested(Tested::of(&sessions.compile(Check { text, texts, cast }, self.cancel)?)?)
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
            Ok(Reply::Edited(Box::new(Edited::of(number, edited, *whom, want))))
        })
    }

    fn odds(&self, session: &mut Session, asked: AskOdds) -> Result<Reply, Failure> {
        let AskOdds { statement, questions, given, whom, progress: tells, keep, .. } = asked;
        let mode = session.answering().0.into();
        let request = OddsRequest { questions, given, mode, progress: self.progress.clone(), ..OddsRequest::default() };
        let (statement, audience) = (statement.as_deref(), whom.into());
        let found = if tells {
            let mut hear = |known: &[Chance]| self.known.becomes(known.iter().cloned().map(Odd::from).collect());
            session.odds_closing(statement, &request, audience, &mut hear)
        } else {
            session.odds(statement, &request, audience)
        };
        Ok(Reply::Odds(Odds::of(found, keep)?))
    }

    fn advice(&self, session: &mut Session, asked: &AskAdvice) -> Result<Reply, Failure> {
        // Rolling is what a session begins with, so nobody need have decided for it.
        let mode = Some(Mode::from(session.answering().0)).filter(|mode| *mode != Mode::Random);
        let request = AdviceRequest { mode, progress: self.progress.clone(), ..AdviceRequest::from(asked) };
        let advice = session.advise(&asked.statement, &request, asked.whom.into())?;
        Ok(Reply::Advice(Box::new(ToldAdvice::from(&advice))))
    }
}

fn answer_by(session: &mut Session, asked: AnswerBy) -> Result<Reply, Failure> {
    session.answer_by(asked.mode, asked.by_hand)?;
    Ok(Reply::Answering(Answering::from(&*session)))
}

/// The seeds of a request. Players may learn the public one from whoever asks for them, but never the secret one from it.
fn seeds(seed: Option<GivenSeed>, secret_seed: Option<GivenSeed>) -> Result<Seeds, Failure> {
    fresh_unless(seed.map(|seed| seed.0), secret_seed.map(|seed| seed.0))
}
