//! A session and its model, side by side.

use std::hash::{DefaultHasher, Hash, Hasher};

use assize::engine::{Answer, Ask, How, Response, Seeds};
use assize::journal::{EntryMode, Exchange, Record, Reply, read};
use assize::semantics::chance::{Chance, Draw};
use assize::session::{Entered, Entry, Session};

use proptest::sample::Index;

use super::model::{Does, Model, Waiting, named, told};
use super::{Line, Patience, Step};
use crate::table::{Memory, View, begun, engine, resumed, view};

const DECLARE: &str = "use lamps\nperson ada\nperson ben";

const NIGHTS: &str = "use house \"long nights\"";

const PATIENT: Patience = Patience { answers: usize::MAX, later: false };

const WRONG: [&str; 5] = ["lihgt lamp by ada", "light lamp by eda", "ada.oyl", "light lamp by ada {", "1 +"];

/// Everything as it was after a step.
#[derive(Clone)]
struct Moment {
    /// So long was the journal.
    length: usize,
    model: Model,
    /// What was seen when nothing was under way.
    settled: View,
}

pub struct Walk {
    session: Session,
    memory: Memory,
    model: Model,
    settled: View,
    moments: Vec<Moment>,
    /// How often something was entered, for names.
    entered: usize,
}

impl Walk {
    pub fn begin() -> Self {
        let (session, memory) = begun();
        let model = Model::begin_with(Seeds::from(1));
        let settled = view(&session);
        let mut walk = Self { session, memory, model, settled, moments: Vec::new(), entered: 0 };
        walk.check();
        walk.enter(&Line::Declare, PATIENT);
        walk
    }

    pub fn step(&mut self, step: &Step) {
        match step {
            Step::Enter(line, patience) => self.enter(line, *patience),
            Step::Again(patience) => self.again(*patience),
            Step::Wrong(index) => {
                let before = self.length();
                assert!(self.session.enter(index.get::<&str>(&WRONG), None).is_err());
                assert_eq!(self.length(), before, "nothing is written");
            }
            Step::AnswerBy(way) => self.answer_by(*way),
            Step::Reseed(seed) => {
                self.session.reseed(*seed).expect("it is kept");
                self.model.seeds = Seeds::from(*seed);
            }
            Step::Undo => {
                let struck = self.session.undo().expect("it is kept").map(|entry| entry.number);
                assert_eq!(struck, self.model.undo());
                self.settle();
            }
            Step::Redo => {
                let restored = self.session.redo().expect("it is kept").map(|entry| entry.number);
                assert_eq!(restored, self.model.redo());
                self.settle();
            }
            Step::BreakOff => {
                self.session.break_off().expect("it is kept");
                self.model.break_off();
            }
            Step::Edit(which, line) => self.edit(*which, line),
            Step::TurnPage => {
                self.session.turn_page(self.session.state(), "the next evening").expect("it is kept");
                self.model.close_page();
                self.settle();
                self.check();
                self.step(&Step::Redo);
                self.enter(&Line::Declare, PATIENT);
                return;
            }
            Step::Crash { at, late, again } => {
                self.crash(*at, *late, *again);
                return;
            }
        }
        self.check();
    }

    /// What the session knows is what the model knows. While nothing is under way, what is seen is what was seen then.
    fn check(&mut self) {
        let (seen, model) = (view(&self.session), &self.model);
        let entries: Vec<(u64, &str, bool)> =
            seen.entries.iter().map(|entry| (entry.number, entry.text.as_str(), entry.struck)).collect();
        let noted: Vec<(u64, &str, bool)> =
            model.entries.iter().map(|note| (note.number, note.text.as_str(), note.struck)).collect();
        assert_eq!(entries, noted);
        assert_eq!(named(&seen.state), told(&model.state()));
        assert_eq!((seen.seeds, &seen.answering), (model.seeds, &(model.mode, model.by_hand.clone())));
        assert_eq!(self.session.waiting(), model.waiting.as_ref().map(|waiting| waiting.text.as_str()));
        assert_eq!(seen.entries, self.settled.entries);
        if model.waiting.is_none() {
            let answering = seen.answering.clone();
            self.settled = View { answering, seeds: seen.seeds, ..self.settled.clone() };
            assert_eq!(seen, self.settled);
        }
        let (model, settled) = (self.model.clone(), self.settled.clone());
        self.moments.push(Moment { length: self.length(), model, settled });
    }

    /// Something has changed what is seen.
    fn settle(&mut self) {
        self.settled = view(&self.session);
    }

    fn length(&self) -> usize {
        self.memory.0.lock().expect("nobody panics").len()
    }

    fn records(&self) -> Vec<Record> {
        self.memory.recovered().records
    }

    /// The records in so many bytes.
    fn read(&self, length: usize) -> Vec<Record> {
        read(&self.memory.0.lock().expect("nobody panics")[..length]).expect("a crash damages nothing").records
    }

    fn answer_by(&mut self, way: u8) {
        let (mode, by_hand) = match way {
            0 => (EntryMode::Random, Vec::new()),
            1 => (EntryMode::Deliberate, Vec::new()),
            2 => (EntryMode::Table, Vec::new()),
            _ => (EntryMode::Table, vec!["ada".to_owned()]),
        };
        self.session.answer_by(mode, by_hand.clone()).expect("it is kept");
        (self.model.mode, self.model.by_hand) = (mode, by_hand);
    }

    fn enter(&mut self, line: &Line, patience: Patience) {
        self.entered += 1;
        let stands = match line {
            Line::Declare => self.model.knows(),
            Line::Nights => self.model.has_nights(),
            _ => false,
        };
        if !stands {
            self.enter_text(&text(line, self.entered), patience);
        }
    }

    /// Of an earlier line it is another amount of oil; what cannot be paid any more stops it.
    fn edit(&mut self, which: Index, line: &Line) {
        // A page that was turned for what waits is turned back first.
        self.session.break_off().expect("it is kept");
        self.model.break_off();
        let places = self.model.changeable();
        if places.is_empty() {
            return;
        }
        let (place, text) = (*which.get(&places), text(line, 0));
        let Line::Set { ada, oil } = line else { panic!("only oil is changed") };
        let does = Does::Set(if *ada { "ada" } else { "ben" }.to_owned(), *oil);
        let (number, before) = (self.model.entries[place].number, self.length());
        let edited = self.session.edit(number, &text, None);
        let is_allowed = self.model.edit(place, &text, does);
        match edited {
            Ok(_) => assert!(is_allowed, "{text}"),
            Err(failure) => {
                assert!(!is_allowed, "{failure}");
                assert!(failure.to_string().contains("would no longer be allowed"), "{failure}");
                assert_eq!(self.length(), before, "nothing is written");
            }
        }
        self.settle();
    }

    /// What waits goes on, and all that was answered in it is remembered.
    fn again(&mut self, patience: Patience) {
        if let Some(waiting) = self.model.waiting.clone() {
            self.enter_text(&waiting.text, patience);
        }
    }

    fn enter_text(&mut self, text: &str, patience: Patience) {
        let goes_on = self.model.waiting.clone().filter(|waiting| waiting.text == text);
        let answers = goes_on.as_ref().map_or(0, |waiting| waiting.answers);
        let before = self.records().len();
        let mut person = Person { text, answers, left: patience.answers, later: patience.later, is_done: false };
        let entered = self.session.enter(text, Some(&mut |ask| person.respond(ask)));
        let (answers, is_done) = (person.answers, person.is_done);
        let new = self.records().split_off(before);
        match entered {
            Ok(Entered::Value { verdict, value, .. }) if verdict.events.is_empty() => {
                let who = text.split('.').next().expect("it is a name");
                assert_eq!(value.value, (self.model.oil(who).expect("somebody is there") + 1).to_string());
                assert_eq!(new, [], "a question leaves nothing");
            }
            Ok(Entered::Statement { number, verdict, page, .. }) => {
                let entry = self.session.entries().last().expect("it is an entry");
                assert_eq!((number, &verdict), (entry.number, &entry.verdict));
                let turns = text == NIGHTS && self.model.has_rolled_light();
                assert!(goes_on.is_some() || page.is_some() == turns, "{page:?}");
                self.over(goes_on, answers);
            }
            Ok(Entered::Value { .. }) => self.over(goes_on, answers),
            Ok(Entered::Waiting) => {
                assert!(is_done && patience.later);
                self.model.begin(&new);
                assert_eq!(self.model.waiting.as_ref().map(|waiting| waiting.answers), Some(answers));
            }
            Ok(other) => panic!("nobody said how to answer: {other:?}"),
            Err(_) if new.is_empty() => assert!(!self.model.knows(), "{text}"),
            Err(failure) => {
                let who = if text.contains("ada") { "ada" } else { "ben" };
                let has_oil = !failure.to_string().contains("no oil is left") || self.model.oil(who) != Some(0);
                assert!(is_done && !patience.later || !has_oil, "{text}: {failure}");
                self.model.begin(&new);
                assert_eq!(self.model.waiting, None, "it is dropped");
            }
        }
        self.check();
    }

    /// The last entry is over.
    fn over(&mut self, goes_on: Option<Waiting>, answers: usize) {
        if goes_on.is_none() {
            self.model.break_off();
        }
        let (next, model) = (self.model.next, &self.model);
        let entry = self.session.entries().last().expect("it is an entry").clone();
        let begun =
            goes_on.map_or((next, model.mode, model.chance()), |begun| (begun.number, begun.mode, begun.chance));
        assert_eq!((entry.number, entry.mode, entry.chance), begun);
        let told: Vec<Vec<i64>> = entry.asked.iter().filter_map(by_hand).collect();
        let said: Vec<Vec<i64>> =
            told.iter().enumerate().map(|(number, faces)| faces_of(&entry.text, number, faces.len())).collect();
        assert_eq!((told.len(), told), (answers, said), "every answer is there once, and in its place");
        let mut chance = Chance::from(entry.chance);
        for (asked, sides, faces) in entry.asked.iter().filter_map(by_chance) {
            let draw = Draw { path: &asked.path, by: &asked.by, time: asked.time, secret: false };
            assert_eq!(chance.faces(draw, &sides), faces, "whatever was cut off, all dice are those of their address");
        }
        let does = self.does(&entry);
        self.model.count(&entry, does);
        self.settle();
    }

    fn does(&self, entry: &Entry) -> Does {
        let words: Vec<&str> = entry.text.split([' ', '.']).collect();
        match words.as_slice() {
            _ if entry.text == DECLARE => Does::Declare,
            _ if entry.text == NIGHTS => Does::Nights { page: self.model.has_rolled_light() },
            ["set", who, "oil", "=", oil] => Does::Set((*who).to_owned(), oil.parse().expect("it is a number")),
            ["light", name, "by", who, ..] => {
                let glow = entry.verdict.results.iter().find(|result| result.name == format!("{name}.glow"));
                let is_dark = glow.expect("it has a glow").value == "dark";
                let by_dice = entry.asked.iter().any(|asked| matches!(asked.reply, Reply::Faces { .. }));
                Does::Light { by_dice, paid: is_dark.then(|| (*who).to_owned()) }
            }
            _ => Does::Nothing,
        }
    }

    fn crash(&mut self, at: Index, late: bool, again: bool) {
        let cut = self.moment_of_crash(at, late);
        let left = self.moments.iter().rposition(|moment| moment.length <= cut).expect("it has begun");
        let lost = self.moments.split_off(left + 1);
        let Moment { length, model, settled } = self.moments[left].clone();
        (self.model, self.settled) = (model, settled);

        let (kept, mut records) = (self.read(length).len(), self.read(cut));
        self.model.begin(&records.split_off(kept));
        self.memory.cut(cut);
        let (session, found) = resumed(&self.memory, engine());
        self.session = session;
        assert_eq!(found.page, None);
        assert_eq!(found.unfinished.as_deref(), self.session.waiting());
        self.check();
        if let (true, Some(waiting)) = (again, self.model.waiting.clone()) {
            self.again(PATIENT);
            self.compare(&waiting, &lost);
        }
    }

    /// So many bytes are left: of the whole journal, or with all but the last that was done.
    fn moment_of_crash(&self, at: Index, late: bool) -> usize {
        let end = self.length();
        let before = self.moments.iter().rev().map(|moment| moment.length).find(|length| *length < end);
        let from = before.filter(|_| late).unwrap_or(self.moments[0].length);
        from + at.index(end - from + 1)
    }

    /// What was cut off comes out as it did, unless it was answered in another way then.
    fn compare(&self, waiting: &Waiting, lost: &[Moment]) {
        // As it was at first: a line before it may have been changed later.
        let mut entries = lost.iter().flat_map(|moment| &moment.settled.entries);
        let Some(then) = entries.find(|entry| entry.number == waiting.number) else { return };
        let is_there = |moment: &&Moment| !moment.model.entries.iter().any(|note| note.number == waiting.number);
        let by_hand = |moment: &Moment| moment.model.by_hand == self.model.by_hand;
        if lost.iter().take_while(is_there).all(by_hand) {
            let mut then = then.clone();
            then.struck = false;
            assert_eq!(self.session.entries().last(), Some(&then));
        }
    }

    /// Everything can be taken back and restored, as it could in a program that has just resumed the session.
    pub fn end(mut self) {
        let (mut twin, _) = Session::resume(engine(), &self.records(), None).expect("it goes on");
        assert_eq!(view(&twin), view(&self.session));
        let number = |entry: Option<&Entry>| entry.map(|entry| entry.number);
        loop {
            let struck = number(twin.undo().expect("nothing is kept"));
            self.step(&Step::Undo);
            assert_eq!(view(&twin), view(&self.session));
            if struck.is_none() {
                break;
            }
        }
        loop {
            let restored = number(twin.redo().expect("nothing is kept"));
            self.step(&Step::Redo);
            assert_eq!(view(&twin), view(&self.session));
            if restored.is_none() {
                break;
            }
        }
    }
}

/// Somebody at the table, whose dice show what they show for this line.
struct Person<'a> {
    text: &'a str,
    /// So many answers were given for it.
    answers: usize,
    left: usize,
    later: bool,
    /// Whether the last question was not answered.
    is_done: bool,
}

impl Person<'_> {
    fn respond(&mut self, ask: &Ask<'_>) -> Response {
        let Ask::Roll { sides, .. } = ask else { panic!("nobody chooses or draws here") };
        let Some(left) = self.left.checked_sub(1) else {
            self.is_done = true;
            return if self.later { Response::Later } else { Response::Never };
        };
        let faces = faces_of(self.text, self.answers, sides.len());
        (self.left, self.answers) = (left, self.answers + 1);
        Response::Answer(Answer::Faces(faces, How::Given))
    }
}

/// What so many d6 show for a question of a line.
fn faces_of(text: &str, question: usize, dice: usize) -> Vec<i64> {
    let face = |die: usize| {
        let mut hasher = DefaultHasher::new();
        (text, question, die).hash(&mut hasher);
        i64::try_from(hasher.finish() % 6).expect("it is small") + 1
    };
    (0..dice).map(face).collect()
}

/// What a person's dice showed.
pub fn by_hand(asked: &Exchange) -> Option<Vec<i64>> {
    match &asked.reply {
        Reply::Faces { faces, how: How::Given, .. } => Some(faces.clone()),
        _ => None,
    }
}

/// What the program's dice showed.
fn by_chance(asked: &Exchange) -> Option<(&Exchange, Vec<i64>, Vec<i64>)> {
    match &asked.reply {
        Reply::Faces { sides, faces, how: How::Random } => Some((asked, sides.clone(), faces.clone())),
        _ => None,
    }
}

fn text(line: &Line, number: usize) -> String {
    let who = |ada: bool| if ada { "ada" } else { "ben" };
    match line {
        Line::Declare => DECLARE.to_owned(),
        Line::Set { ada, oil } => format!("set {}.oil = {oil}", who(*ada)),
        Line::Light { ada, wind } => format!("light lamp{number} by {} {{ wind {wind} }}", who(*ada)),
        Line::Watch => format!("watch hour{number} by ada\nwatch hours{number} by ben\nwatch day{number} by ada"),
        Line::Roll => "2d6 + 1".to_owned(),
        Line::Ask { ada } => format!("{}.oil + 1", who(*ada)),
        Line::Nights => NIGHTS.to_owned(),
    }
}
