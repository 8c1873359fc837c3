//! Requests on the way of which somebody may be asked, and what they answer.

use super::reply::{Done, Question, Said, Wanted, shown};
use super::request::{For, Id, Presentation};
use super::script::Run;
use super::server::Server;
use super::waiting::{Pending, Teller, What};
use crate::cli::event_tail::LeadUp;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Answers, Ask, Failure};
use crate::session::{Entered, Session};
use crate::verdict::{Audience, Happened};

impl Server {
    /// Enters a line, or goes on with it; without an answer to what is asked it waits.
    pub(super) fn enter(
        &mut self,
        id: &Id,
        name: String,
        text: &str,
        presentation: Presentation,
        mut teller: Teller,
    ) -> Result<Said, Failure> {
        let session = self.sessions.find(&name)?;
        let lead_up = LeadUp::going_on(presentation.0.into(), teller.told);
        let mut person = |ask: &Ask<'_>| teller.respond(ask);
        let mut hear = |happened: &Happened| lead_up.hear(happened);
        let answers = Answers { person: Some(&mut person), events: Some(&mut hear), ..session.answers() };
        let entered = session.enter_with(text, answers).map_err(|failure| failure.seen_by(presentation.0.into()))?;
        self.sessions.has_grown(&name, 0);
        let session = self.sessions.find(&name)?;
        match teller.open {
            Some(question) => Ok(self.wait(id, What::Entry { session: name, presentation }, question, &lead_up)),
            None => Ok(Said::Ok(told(session, entered, presentation))),
        }
    }

    /// Runs a script, or goes on with it.
    pub(super) fn run(&mut self, id: &Id, mut run: Run, mut teller: Teller) -> Result<Said, Failure> {
        let encounter = self.sessions.compile(&run.text, run.texts.clone(), run.cast.clone())?;
        let lead_up = LeadUp::going_on(run.presentation.0.into(), teller.told);
        let done = run.go_on(&encounter, &mut |ask| teller.respond(ask), &mut |happened| lead_up.hear(happened));
        match teller.open {
            Some(question) => Ok(self.wait(id, What::Run(Box::new(run)), question, &lead_up)),
            None => done.map(Said::Ok),
        }
    }

    /// Waits for an answer to the question, and asks it behind what led up to it.
    fn wait(&mut self, id: &Id, what: What, question: Question, lead_up: &LeadUp) -> Said {
        let to_decide = matches!(question.wanted, Wanted::Choose { .. });
        let so_far = lead_up.text(to_decide).trim_start_matches('\n').to_owned();
        self.waiting.put(id, Pending { what, question: question.clone(), told: lead_up.told() });
        Said::Ask(Question { so_far, ..question })
    }

    /// Goes on with what waits for this answer; without one it is broken off.
    pub(super) fn answer(&mut self, id: &Id, answer: Option<String>) -> Result<Said, Failure> {
        let Pending { what, told, .. } = self.waiting.take(id)?;
        match (what, answer.map(|said| Teller::saying(said, told))) {
            (What::Run(run), Some(teller)) => self.run(id, *run, teller),
            (What::Entry { session, presentation }, Some(teller)) => {
                let text = self.sessions.find(&session)?.waiting().unwrap_or_default().to_owned();
                self.enter(id, session, &text, presentation, teller)
            }
            (What::Run(_), None) => Err(broken_off()),
            (What::Entry { session, .. }, None) => {
                self.sessions.find(&session)?.break_off()?;
                Err(broken_off())
            }
        }
    }

    /// Asks once more after an answer that cannot be read.
    pub(super) fn ask_again(&mut self, id: &Id) -> Result<Said, Failure> {
        let pending = self.waiting.take(id)?;
        let complaint =
            "an answer is a text, such as \"3 5\", or `null` to break off, and stands alone beside the `id`";
        let question = Question { complaint: Some(complaint.to_owned()), ..pending.question.clone() };
        self.waiting.put(id, pending);
        Ok(Said::Ask(question))
    }
}

fn broken_off() -> Failure {
    Diagnostic::placeless(codes::CALLED_OFF, "this was broken off, and nothing has changed").into()
}

/// What came of a line.
fn told(session: &Session, entered: Entered, (whom, show): Presentation) -> Done {
    let audience = Audience::from(whom);
    match entered {
        Entered::Statement { understood, number, verdict, page } => {
            let verdict = verdict.of_session_seen_by(whom.into());
            let for_all = whom == For::Players;
            Done::Verdict {
                number: Some(number),
                understood: Some(understood).filter(|_| !for_all),
                page: page.map(|page| page.why.told(audience)).filter(|_| !for_all),
                shown: show.map(|show| shown(&verdict, show)),
                verdict,
            }
        }
        Entered::Value { value, verdict, .. } => {
            let verdict = verdict.of_session_seen_by(whom.into());
            let value = audience.may_see(value.visibility).then_some(value);
            Done::Value { value, shown: show.map(|show| shown(&verdict, show)), verdict }
        }
        Entered::Answering(_) | Entered::Waiting => Done::answering(session),
    }
}
