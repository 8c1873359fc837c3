//! An evening, played, and everything that somebody can see of it or ask about it.

use std::io;
use std::sync::{Arc, Mutex};

use assize::Failure;
use assize::engine::{Answer, Answers, Ask, Engine, How, OddsRequest, Response, Sheet, by_hand};
use assize::journal::{Journal, Store, read};
use assize::language_service::Vocabulary;
use assize::protocol::{CameOut, Listed, Question, seen_alone};
use assize::session::{Entered, Session};
use assize::verdict::{Audience, Happened, Transcript, Verdict, Visibility, html, json, markdown, text, why};

use crate::evenings::{Evening, Step};
use crate::readers::Shown;

/// What is wrong with the looks that are compared, so that it can be seen whether the comparison finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leak {
    Nothing,
    /// Players are told the state as the game master is.
    State,
    /// `why` answers players as it does the game master.
    Why,
    /// Everything that happens is told while it happens.
    Events,
    /// Questions that are kept are put to everybody.
    Questions,
    /// One total that is kept is told.
    OneNumber,
    /// An export tells what was typed.
    Typed,
    /// The seed of secret dice stands in a verdict.
    Seed,
    /// Questions that are kept are explained to everybody.
    Explained,
    /// What may be typed next is offered with what things have.
    Completed,
    /// Who reads a session again from its journal reads all of it.
    Resumed,
    /// What is said to a sheet says what things have.
    Sheets,
}

/// A journal in memory.
#[derive(Clone, Default)]
pub struct Memory(Arc<Mutex<Vec<u8>>>);

impl Memory {
    pub fn bytes(&self) -> Vec<u8> {
        self.0.lock().expect("nobody panics").clone()
    }
}

impl Store for Memory {
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.0.lock().expect("nobody panics").extend_from_slice(line);
        Ok(())
    }
}

/// A session in which the evening has been played, and what was heard on the way.
pub struct Played {
    pub session: Session,
    heard: Vec<Heard>,
    engine: Engine,
    journal: Memory,
}

/// What can be heard of one step.
struct Heard {
    step: String,
    events: Vec<Happened>,
    /// A question, who may read it, and whether it is put before anything was said.
    questions: Vec<(Visibility, String)>,
    /// What is said to somebody who does not know what to answer, and who may read it.
    explained: Vec<(Visibility, String)>,
    /// After a sheet was handed in: what things have, for the log.
    sheet: Option<String>,
    came: Came,
}

enum Came {
    Entered(Box<Entered>),
    Edited(Vec<assize::session::CameOut>, Box<Verdict>),
    Struck(Option<Box<assize::session::Entry>>),
    Done,
    Refused(Box<Failure>),
}

impl Played {
    pub fn new(evening: &Evening) -> Self {
        let (engine, journal) = (evening.engine(), Memory::default());
        let kept = Some(Journal::begin(Box::new(journal.clone())));
        let mut session = Session::begin(engine.clone(), evening.seeds, kept).expect("it begins");
        let mut heard = Vec::new();
        for (place, step) in evening.steps.iter().enumerate() {
            // Whose dice they are can be said once there is somebody.
            if place == 3 {
                let by_hand = evening.by_hand.clone();
                if session.answer_by(evening.mode, by_hand).is_err() {
                    session.answer_by(evening.mode, Vec::new()).expect("everybody's");
                }
            }
            heard.push(done(&mut session, step, evening, place));
        }
        Self { session, heard, engine, journal }
    }

    /// What is offered to somebody who types. It is made of what was typed, so it is compared where that is the same.
    pub fn completed(&self, leak: Leak) -> Shown {
        let vocabulary = self.session.known().map(Vocabulary::of_encounter).unwrap_or_default();
        let begun = ["", "set ", "add 2 to ", "climb a by ", "climb a by ada { ", "ada.", "P(", "note \"{"];
        let offered =
            begun.map(|before| (format!("offered behind `{before}`"), format!("{:?}", vocabulary.completions(before))));
        let mut shown = offered.to_vec();
        if leak == Leak::Completed {
            shown.push(("what is planted".to_owned(), self.of_things()));
        }
        shown
    }

    /// The page as somebody sees it who has read the session again from its journal.
    fn resumed(&self, viewer: Audience, leak: Leak) -> Shown {
        let recovered = read(&self.journal.bytes()).expect("it is a journal");
        let resumed = Session::resume(self.engine.clone(), &recovered.records, None);
        let (session, resumed) = resumed.expect("what was played can be gone on with");
        assert_eq!(resumed.page, None, "nothing has changed");
        let viewer = if leak == Leak::Resumed { Audience::Log } else { viewer };
        of_page(&session, viewer).into_iter().map(|(way, text)| (format!("{way}, resumed"), text)).collect()
    }

    /// What things have, for the log.
    fn of_things(&self) -> String {
        format!("{:?}", self.session.state_seen_by(Audience::Log))
    }

    /// Whether some step was refused.
    pub fn refusals(&self) -> usize {
        self.heard.iter().filter(|heard| matches!(heard.came, Came::Refused(_))).count()
    }

    /// What was said to the steps that were refused.
    pub fn refused(&self) -> String {
        let refused = self.heard.iter().filter_map(|heard| match &heard.came {
            Came::Refused(failure) => Some(format!("{}: {failure}", heard.step)),
            Came::Entered(_) | Came::Edited(..) | Came::Struck(_) | Came::Done => None,
        });
        refused.collect()
    }

    /// The names of everything, whoever may know of it.
    pub fn names(&self) -> Vec<String> {
        let whole = self.session.whole();
        let results = whole.results.iter().map(|result| result.name.to_string());
        let state = self.session.state().into_iter().map(|value| value.name);
        let begun = whole.events.iter().filter_map(|happened| match &happened.event {
            assize::verdict::Event::Begin { path, .. } => Some(path.to_string()),
            _ => None,
        });
        let earlier = self.session.earlier().flat_map(|page| page.results).map(|result| result.name.to_string());
        let mut names: Vec<String> = results.chain(state).chain(begun).chain(earlier).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Everything that this audience can see of it, or ask about these names.
    pub fn seen(&mut self, names: &[String], viewer: Audience, leak: Leak) -> Shown {
        let mut shown: Shown = self.heard.iter().flat_map(|heard| heard.told(viewer, leak)).collect();
        shown.extend(of_page(&self.session, viewer));
        if names.len().is_multiple_of(3) {
            shown.extend(self.resumed(viewer, leak));
        }
        for entry in self.session.entries() {
            let listed = Listed::of(entry, viewer);
            let listed = if viewer == Audience::Gm { Listed { name: None, text: None, ..listed } } else { listed };
            shown.push((format!("history {}", entry.number), told(&listed)));
        }
        let asked = if leak == Leak::Why { Audience::Gm } else { viewer };
        for name in names.iter().step_by(3) {
            let why = self.session.why(name, asked).unwrap_or_else(|failure| failure.to_string());
            shown.push((format!("why {name}"), why));
        }
        for name in names.iter().skip(1).step_by(9) {
            // A slip of the pen: what is offered instead must be no secret either.
            let slip = format!("{name}e");
            let why = self.session.why(&slip, asked).unwrap_or_else(|failure| failure.to_string());
            shown.push((format!("why {slip}"), why));
        }
        shown.extend(self.leaked(leak));
        shown.extend(self.odds(names, viewer));
        shown
    }

    /// What the looks of a wrong program would add.
    fn leaked(&self, leak: Leak) -> Shown {
        let whole = self.session.whole();
        let told = match leak {
            Leak::State => self.of_things(),
            Leak::Typed => {
                let transcript: Transcript = self.session.transcript("An evening");
                let typed = transcript.entries.iter().map(|entry| entry.text.as_str());
                typed.collect::<Vec<_>>().join("\n")
            }
            Leak::OneNumber => {
                let kept = whole.results.iter().rfind(|result| result.visibility != Visibility::All);
                kept.map(|result| result.value.to_string()).unwrap_or_default()
            }
            Leak::Seed => self.session.seeds().secret.to_string(),
            Leak::Nothing
            | Leak::Why
            | Leak::Events
            | Leak::Questions
            | Leak::Explained
            | Leak::Completed
            | Leak::Resumed
            | Leak::Sheets => return Vec::new(),
        };
        vec![("what is planted".to_owned(), told)]
    }

    /// Odds of what there is, and of a line that could come next. Those of the game master are an exception.
    fn odds(&mut self, names: &[String], viewer: Audience) -> Shown {
        if viewer == Audience::Gm {
            return Vec::new();
        }
        let mut shown = Vec::new();
        let condition = names.first().map(|name| format!("{name} is not unreached"));
        let each = names.iter().take(1).map(|name| OddsRequest::of([format!("P({name} is not unreached)")]));
        let given = names
            .iter()
            .skip(1)
            .take(1)
            .map(|name| OddsRequest { given: condition.clone(), ..OddsRequest::of([name.clone()]) });
        let all = [OddsRequest::default()];
        let requests: Vec<OddsRequest> = all.into_iter().chain(each).chain(given).collect();
        for (place, request) in requests.iter().enumerate() {
            let odds = self.session.odds(None, request, viewer);
            shown.push((format!("odds {place} {:?} {:?}", request.questions, request.given), answered(odds)));
        }
        let next = "roll other : 2d6";
        let odds = self.session.odds(Some(next), &OddsRequest::of(["P(other >= 7)"]), viewer);
        shown.push((format!("odds of {next}"), answered(odds)));
        shown
    }
}

/// The page as a whole in every format, an export of the session, and the values of things.
fn of_page(session: &Session, viewer: Audience) -> Shown {
    let whole = session.whole();
    let (seen, mut alone) = (seen(&whole, viewer), whole.seen_by(viewer));
    if viewer == Audience::Gm {
        forget_seeds(&mut alone);
    }
    let mut transcript = session.transcript("An evening").seen_by(viewer);
    if viewer == Audience::Gm {
        // What was typed, and the seeds, are documented exceptions.
        for entry in &mut transcript.entries {
            (entry.name, entry.text) = (String::new(), String::new());
            forget_seeds(&mut entry.verdict);
        }
    }
    let last = session.why("_", viewer).unwrap_or_else(|failure| failure.to_string());
    let ways = [
        ("text", text::text(&seen)),
        ("markdown", markdown::markdown(&seen)),
        ("html", html::html(&seen)),
        ("json", json::json(&alone)),
        ("why", why::why(&seen, None).unwrap_or_else(|unknown| format!("{unknown:?}"))),
        ("markdown export", markdown::transcript(&transcript)),
        ("html export", html::transcript(&transcript)),
        ("json export", json::transcript(&transcript)),
        ("state", format!("{:?}", session.state_seen_by(viewer))),
        ("why of the last", last),
    ];
    ways.into_iter().map(|(way, text)| (way.to_owned(), text)).collect()
}

fn answered(odds: Result<Vec<assize::engine::Chance>, Failure>) -> String {
    odds.map_or_else(|failure| failure.to_string(), |chances| format!("{chances:?}"))
}

fn told(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("it is plain data")
}

/// Does a step, and hears everything.
fn done(session: &mut Session, step: &Step, evening: &Evening, place: usize) -> Heard {
    let (mut events, mut questions, mut explained) = (Vec::new(), Vec::new(), Vec::new());
    let mut hear = |happened: &Happened| events.push(happened.clone());
    let mut person = |ask: &Ask<'_>| {
        if let Some(question) = Question::of(ask) {
            questions.push((question.visibility, told(&question)));
            explained.push((question.visibility, explanation(ask)));
        }
        answer(ask, evening)
    };
    let came = match step {
        Step::Enter(text) => {
            let answers = Answers { person: Some(&mut person), events: Some(&mut hear), ..session.answers() };
            session.enter_with(text, answers).map(|entered| Came::Entered(Box::new(entered)))
        }
        Step::Edit(text) => {
            let last = session.entries().last().map_or(0, |entry| entry.number);
            let edited = session.edit(last, text, Some(&mut person));
            edited.map(|edited| Came::Edited(edited.changed, Box::new(edited.verdict)))
        }
        Step::Sheet(name, nerve) => {
            let sheet = Sheet::new("person", name).field("nerve", *nerve);
            session.enter_sheets(&[sheet]).map(|entered| Came::Entered(Box::new(entered)))
        }
        Step::Undo => session.undo().map(|entry| Came::Struck(entry.cloned().map(Box::new))),
        Step::Redo => session.redo().map(|entry| Came::Struck(entry.cloned().map(Box::new))),
        Step::Turn => session.turn_page(session.state(), "the next evening").map(|()| Came::Done),
    };
    let came = came.unwrap_or_else(|failure| Came::Refused(Box::new(failure)));
    let sheet = matches!(step, Step::Sheet(..)).then(|| format!("{:?}", session.state_seen_by(Audience::Log)));
    Heard { step: format!("step {place}"), events, questions, explained, sheet, came }
}

/// What is said to somebody who asks what a question means, who says nonsense, and who has an answer completed.
fn explanation(ask: &Ask<'_>) -> String {
    let said = ["?", "as you like", "-99999999"].map(|said| by_hand::read(ask, said).err());
    format!("{said:?} {:?}", by_hand::options(ask))
}

/// What is open is answered as is usual, and what is kept as the secret says.
fn answer(ask: &Ask<'_>, evening: &Evening) -> Response {
    match ask {
        Ask::Roll { sides, .. } => Response::Answer(Answer::Faces(vec![1; sides.len()], How::Given)),
        Ask::Draw { .. } => Response::Rolled,
        Ask::Choose { low, high, visibility, .. } if *visibility != Visibility::All => {
            let is_usual = evening.answer == 0 || *visibility < evening.answers_from;
            let chosen = if is_usual { *low } else { *high };
            Response::Answer(Answer::Choice(chosen, How::Person))
        }
        Ask::Choose { .. } => by_hand::read(ask, "").unwrap_or(Response::Never),
        _ => Response::Never,
    }
}

impl Heard {
    fn told(&self, viewer: Audience, leak: Leak) -> Shown {
        let mut shown = Vec::new();
        let mut say = |what: &str, text: String| shown.push((format!("{}: {what}", self.step), text));
        let heard = if leak == Leak::Events { Audience::Log } else { viewer };
        let events = self.events.iter().filter_map(|happened| seen_alone(happened, heard));
        say("events", events.map(|event| told(&event) + "\n").collect());
        let reads = |visibility: &Visibility| leak == Leak::Questions || viewer.may_see(*visibility);
        let questions = self.questions.iter().filter(|(visibility, _)| reads(visibility));
        say("questions", questions.map(|(_, question)| question.as_str()).collect::<Vec<_>>().join("\n"));
        let reads = |visibility: &Visibility| leak == Leak::Explained || viewer.may_see(*visibility);
        let explained = self.explained.iter().filter(|(visibility, _)| reads(visibility));
        say("explained", explained.map(|(_, explained)| explained.as_str()).collect::<Vec<_>>().join("\n"));
        if let Some(things) = self.sheet.as_ref().filter(|_| leak == Leak::Sheets) {
            say("sheet", things.clone());
        }
        match &self.came {
            Came::Entered(entered) => say("entered", of_entered(entered, viewer)),
            Came::Edited(changed, verdict) => {
                let changed: Vec<_> = changed.iter().filter_map(|entry| CameOut::of(entry, viewer)).collect();
                say("changed", told(&changed));
                say("edited", of_verdict(verdict, viewer));
            }
            Came::Struck(entry) => {
                say("struck", told(&entry.as_ref().map(|entry| Listed::of(entry, Audience::Players))));
            }
            Came::Done => {}
            Came::Refused(failure) => say("refused", of_failure(failure, viewer)),
        }
        shown
    }
}

fn of_entered(entered: &Entered, viewer: Audience) -> String {
    match entered {
        Entered::Statement { verdict, page, number, .. } => {
            let page = page.as_ref().map(|page| page.why.told(viewer));
            format!("{number} {page:?} {}", of_verdict(verdict, viewer))
        }
        Entered::Value { value, verdict, .. } => {
            let value = viewer.may_see(value.visibility).then_some(value);
            format!("{value:?} {}", of_verdict(verdict, viewer))
        }
        Entered::Waiting => "it waits".to_owned(),
        Entered::Answering(mode) => format!("{mode:?}"),
        _ => "something else".to_owned(),
    }
}

/// A verdict of the session; the game master knows its seeds, which is a documented exception.
fn seen(verdict: &Verdict, viewer: Audience) -> Verdict {
    let mut seen = verdict.of_session_seen_by(viewer);
    if viewer == Audience::Gm {
        forget_seeds(&mut seen);
    }
    seen
}

fn forget_seeds(verdict: &mut Verdict) {
    (verdict.seed, verdict.secret_seed, verdict.stream, verdict.entry) = (None, None, None, None);
}

fn of_verdict(verdict: &Verdict, viewer: Audience) -> String {
    let seen = seen(verdict, viewer);
    format!("{}\n{}\n{}", text::text(&seen), markdown::markdown(&seen), json::json(&seen))
}

fn of_failure(failure: &Failure, viewer: Audience) -> String {
    let seen = failure.seen_by(viewer);
    let happened = seen.happened().map(|happened| of_verdict(happened, viewer)).unwrap_or_default();
    format!("{seen}{happened}")
}
