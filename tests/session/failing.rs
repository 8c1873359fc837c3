//! A disk that fails at each of its calls while an evening is played: what is refused has not happened, and what the disk
//! holds is what the session knows.

use std::collections::BTreeSet;
use std::io;
use std::sync::{Arc, Mutex};

use assize::diagnostic::{Diagnostic, codes};
use assize::engine::{Answer, Ask, Failure, How, Response};
use assize::journal::{Appending, EntryMode, Journal, Record, Store, read};
use assize::session::Session;

use crate::disk::{FAULTS, FailingDisk, Fault};
use crate::table::{Memory, View, engine, view};

/// A store on a failing disk, and the lines it has acknowledged.
#[derive(Clone)]
struct Watched {
    disk: FailingDisk,
    kept: Arc<Mutex<Vec<u8>>>,
}

struct Watching {
    store: Appending<FailingDisk>,
    kept: Arc<Mutex<Vec<u8>>>,
}

impl Store for Watching {
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.store.append(line)?;
        self.kept.lock().expect("nobody panics").extend_from_slice(line);
        Ok(())
    }
}

impl Watched {
    fn failing(fault: Fault, first: usize, count: usize) -> Self {
        Self { disk: FailingDisk::failing(fault, first, count), kept: Arc::default() }
    }

    fn healthy() -> Self {
        Self::failing(Fault::Full, usize::MAX, 0)
    }

    /// A journal that goes on after these records, which are on the disk already.
    fn journal(&self, records: &[Record]) -> Journal {
        let memory = Memory::default();
        let mut before = Journal::begin(Box::new(memory.clone()));
        for record in records {
            before.write(record).expect("memory keeps everything");
        }
        let recovered = memory.recovered();
        let bytes = memory.0.lock().expect("nobody panics").clone();
        self.disk.look(|state| state.bytes.clone_from(&bytes));
        let store = Appending::after(recovered.whole, self.disk.clone());
        *self.kept.lock().expect("nobody panics") = bytes;
        Journal::go_on(Box::new(Watching { store, kept: self.kept.clone() }), &recovered)
    }

    fn acknowledged(&self) -> Vec<Record> {
        read(&self.kept.lock().expect("nobody panics")).expect("it is a journal").records
    }

    /// What is on the disk: what was acknowledged, and at most one record more.
    fn on_the_disk(&self) -> Vec<Record> {
        let kept = self.acknowledged();
        let found = read(&self.disk.look(|state| state.bytes.clone())).expect("it is a journal").records;
        assert!(found.starts_with(&kept) && found.len() <= kept.len() + 1, "{kept:#?}\n{found:#?}");
        found
    }
}

/// What is done in an evening.
#[derive(Clone, Copy, Debug)]
enum Does {
    Enter(&'static str),
    AnswerBy(EntryMode),
    Reseed,
    Cast,
    Undo,
    Redo,
    TurnPage,
}

/// With every kind of record, and a page that is turned for a rule, turned back, and turned again.
const EVENING: [Does; 19] = [
    Does::Cast,
    Does::Enter("use lamps\nperson ada\ncast leader : person"),
    Does::Enter("light first by leader"),
    Does::Reseed,
    Does::Enter("2d6 + 1"),
    Does::AnswerBy(EntryMode::Table),
    Does::Enter("watch tower by ada"),
    Does::Enter("light first by ada"),
    Does::Enter("light third by ada\nlight fourth by ada\nlight fifth by ada\nlight sixth by ada"),
    Does::Enter("use house \"long nights\""),
    Does::Enter("watch gate by ada"),
    Does::Undo,
    Does::Undo,
    Does::Redo,
    Does::Undo,
    Does::Enter("set ada.oil = 2"),
    Does::TurnPage,
    Does::Enter("use lamps\nperson ada"),
    Does::Enter("light seventh by ada"),
];

impl Does {
    /// Whether it was done; dice at the table always show ones.
    fn on(self, session: &mut Session) -> Result<(), Failure> {
        let mut person = |ask: &Ask<'_>| match ask {
            Ask::Roll { sides, .. } => Response::Answer(Answer::Faces(vec![1; sides.len()], How::Given)),
            _ => Response::Never,
        };
        match self {
            Self::Enter(text) => session.enter(text, Some(&mut person)).map(drop),
            Self::AnswerBy(mode) => session.answer_by(mode, Vec::new()),
            Self::Reseed => session.reseed(400),
            Self::Cast => session.cast("leader", "ada"),
            Self::Undo => session.undo().map(drop),
            Self::Redo => session.redo().map(drop),
            Self::TurnPage => session.turn_page(session.state(), "the next evening"),
        }
    }
}

fn resumed(records: &[Record]) -> (Session, Option<String>) {
    let (session, found) = Session::resume(engine(), records, None).expect("it goes on");
    assert_eq!(found.page, None);
    (session, found.unfinished)
}

fn is_not_kept(failure: &Failure) -> bool {
    failure.diagnostics.iter().next().is_some_and(|found| found.code == codes::NOT_RECORDED)
}

/// An evening on a disk.
struct Evening {
    session: Session,
    disk: Watched,
}

impl Evening {
    fn begin(disk: Watched) -> Result<Self, Failure> {
        Session::begin(engine(), 1, Some(disk.journal(&[]))).map(|session| Self { session, disk })
    }

    fn go_on(disk: Watched, records: &[Record]) -> Self {
        let journal = disk.journal(records);
        let (session, _) = Session::resume(engine(), records, Some(journal)).expect("it goes on");
        Self { session, disk }
    }

    /// Does it, and looks whether the session knows what is kept and nothing else. What is refused has changed nothing.
    fn step(&mut self, does: Does, what: &str) -> Result<(), Failure> {
        let (before, kept) = (view(&self.session), self.disk.acknowledged().len());
        let done = does.on(&mut self.session);
        let (after, records) = (view(&self.session), self.disk.acknowledged());
        assert_eq!(view(&resumed(&records).0), after, "{what}: what is kept is what is known");
        self.disk.on_the_disk();
        if let Err(failure) = &done {
            let promised = failure.to_string().contains("it continues with the answers so far");
            assert_eq!(promised, is_not_kept(failure) && self.session.waiting().is_some(), "{what}: {failure}");
            let begun = |record: &Record| {
                matches!(record, Record::Source { .. } | Record::Entered { .. } | Record::Replied { .. })
            };
            let turned = |record: &Record| matches!(record, Record::Page { .. } | Record::Dropped { .. });
            let new = &records[kept..];
            assert!(new.iter().all(|record| begun(record) || turned(record)), "{what}: {new:#?}");
            // A page that was turned for something that is under way goes back when that is dropped.
            let page = if new.iter().any(turned) { &after } else { &before };
            let wanted = View { page: page.page.clone(), whole: page.whole.clone(), ..before };
            assert_eq!(after, wanted, "{what}: it has not happened");
        }
        done
    }

    /// Does it, again and again if the disk fails, and in the end with a new program on a disk that has recovered.
    fn insist(&mut self, does: Does, what: &str) -> Result<(), Failure> {
        for _ in 0..2 {
            let done = self.step(does, what);
            if !done.as_ref().is_err_and(is_not_kept) {
                return done;
            }
        }
        let (kept, found) = (self.disk.acknowledged().len(), self.disk.on_the_disk());
        *self = Self::go_on(Watched::healthy(), &found);
        match &found[kept..] {
            [] | [Record::Source { .. } | Record::Entered { .. } | Record::Replied { .. } | Record::Page { .. }] => {
                self.step(does, what)
            }
            [Record::Dropped { why, .. }] if why == "cancelled" => self.step(does, what),
            // It was refused, and is there all the same.
            [Record::Dropped { .. }] => Err(Diagnostic::placeless(codes::NO_SESSION, "dropped").into()),
            _ => Ok(()),
        }
    }
}

/// A step of an evening on which nothing fails.
struct Step {
    does: Does,
    /// What is kept before it.
    records: Vec<Record>,
    /// So often it calls the disk.
    calls: usize,
    is_done: bool,
    after: View,
}

fn healthy() -> Vec<Step> {
    let mut evening = Evening::begin(Watched::healthy()).expect("it begins");
    let calls = |evening: &Evening| evening.disk.disk.look(|state| state.calls);
    let step = |does: &Does| {
        let (records, before) = (evening.disk.acknowledged(), calls(&evening));
        let is_done = evening.step(*does, "healthy").is_ok();
        Step { does: *does, records, calls: calls(&evening) - before, is_done, after: view(&evening.session) }
    };
    EVENING.iter().map(step).collect()
}

/// A line is taken back; is torn and cannot be taken back; or is there although the disk could not say so.
const WAYS: [(Fault, usize); 3] = [(Fault::Broken, 1), (Fault::HalfThenFull, usize::MAX), (Fault::Broken, usize::MAX)];

#[test]
fn an_evening_has_every_kind_of_record() {
    let steps = healthy();
    assert_eq!(steps.iter().filter(|step| !step.is_done).count(), 2, "two mistakes");
    let kind = |record: &Record| serde_json::to_value(record).expect("it is JSON")["record"].to_string();
    let kinds: BTreeSet<String> = steps.iter().flat_map(|step| &step.records).map(kind).collect();
    assert_eq!(kinds.len(), 12, "{kinds:?}");
}

#[test]
fn what_a_disk_refuses_has_not_happened_and_can_be_done_again() {
    for (number, step) in healthy().iter().enumerate() {
        for (first, (fault, count)) in (0..step.calls).flat_map(|first| WAYS.map(|way| (first, way))) {
            let what = format!("step {number}, {:?}, {fault:?} from call {first}, {count} times", step.does);
            let mut evening = Evening::go_on(Watched::failing(fault, first, count), &step.records);
            let done = evening.insist(step.does, &what);
            assert_eq!(done.is_ok(), step.is_done, "{what}");
            assert_eq!(view(&evening.session), step.after, "{what}");
        }
    }
}

#[test]
fn what_a_disk_refuses_can_be_left() {
    let steps = healthy();
    for (number, step) in steps.iter().enumerate() {
        let next = steps.get(number + 1).map_or(Does::Undo, |next| next.does);
        for first in 0..step.calls {
            let what = format!("step {number}, {:?}, and then {next:?}, from call {first}", step.does);
            let mut evening = Evening::go_on(Watched::failing(Fault::Broken, first, 1), &step.records);
            let _ = evening.step(step.does, &what);
            let _ = evening.step(next, &what);
        }
    }
}

#[test]
fn a_journal_that_cannot_begin_begins_no_session() {
    for (fault, first) in FAULTS.into_iter().flat_map(|fault| [(fault, 0), (fault, 1)]) {
        let disk = Watched::failing(fault, first, 1);
        match Evening::begin(disk.clone()) {
            Ok(_) => assert_eq!(disk.on_the_disk().len(), 1, "{fault:?} from call {first}"),
            Err(refused) => {
                assert!(is_not_kept(&refused), "{refused}");
                assert_eq!(disk.on_the_disk(), [], "{fault:?} from call {first}");
            }
        }
    }
}
