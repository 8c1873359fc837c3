//! A store that fails at each of the lines of an evening, in every way that it may.

use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, OnceLock};

use assize::diagnostic::codes;
use assize::engine::{Answer, Ask, Engine, Failure, How, Response, Shelf};
use assize::journal::{Appending, Disk, EntryMode, Journal, Record, Recovered, Store, read};
use assize::session::{Entry, Session};
use assize::verdict::{Carried, Verdict};

use crate::LAMPS;

/// How a store fails to keep a line, as far as it may.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Nothing of it is there; the next may be kept.
    Refused,
    /// The same, and the system says that it was interrupted.
    Interrupted,
    /// So much of it is there until the next comes.
    TakenBack(Part),
    /// So much of it is there, and nothing is kept any more.
    Closed(Part),
}

/// Of a line.
#[derive(Clone, Copy, Debug)]
enum Part {
    Nothing,
    Byte,
    Half,
    AllButTheEnd,
    Whole,
}

impl Part {
    fn of(self, line: &[u8]) -> &[u8] {
        match self {
            Self::Nothing => &[],
            Self::Byte => &line[..1],
            Self::Half => &line[..line.len() / 2],
            Self::AllButTheEnd => &line[..line.len() - 1],
            Self::Whole => line,
        }
    }
}

const WAYS: [Way; 10] = [
    Way::Refused,
    Way::Interrupted,
    Way::TakenBack(Part::Byte),
    Way::TakenBack(Part::AllButTheEnd),
    Way::TakenBack(Part::Whole),
    Way::Closed(Part::Nothing),
    Way::Closed(Part::Byte),
    Way::Closed(Part::Half),
    Way::Closed(Part::AllButTheEnd),
    Way::Closed(Part::Whole),
];

#[derive(Default)]
struct State {
    /// What is there.
    bytes: Vec<u8>,
    /// So many bytes are lines that were acknowledged.
    kept: usize,
    lines: usize,
    closed: bool,
}

/// Fails to keep one line.
#[derive(Clone)]
struct Failing {
    state: Arc<Mutex<State>>,
    at: usize,
    way: Way,
}

impl Failing {
    fn look<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        look(&mut self.state.lock().expect("nobody panics"))
    }

    fn new(at: usize, way: Way) -> Self {
        Self { state: Arc::default(), at, way }
    }

    fn acknowledged(&self) -> Vec<Record> {
        self.look(|state| read(&state.bytes[..state.kept]).expect("it is a journal").records)
    }

    fn found(&self) -> Recovered {
        self.look(|state| read(&state.bytes).expect("it can be read whatever has happened"))
    }
}

impl Store for Failing {
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        let (at, way) = (self.at, self.way);
        self.look(|state| {
            if state.closed {
                return Err(io::Error::other("closed"));
            }
            state.bytes.truncate(state.kept);
            state.lines += 1;
            let error = if state.lines - 1 == at {
                match way {
                    Way::Refused => Some(ErrorKind::StorageFull),
                    Way::Interrupted => Some(ErrorKind::Interrupted),
                    Way::TakenBack(part) => {
                        state.bytes.extend_from_slice(part.of(line));
                        Some(ErrorKind::StorageFull)
                    }
                    Way::Closed(part) => {
                        state.bytes.extend_from_slice(part.of(line));
                        state.closed = true;
                        Some(ErrorKind::Other)
                    }
                }
            } else {
                state.bytes.extend_from_slice(line);
                state.kept = state.bytes.len();
                None
            };
            error.map_or(Ok(()), |kind| Err(kind.into()))
        })
    }
}

/// One for all, which has read the system once.
fn engine() -> Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    let made = || {
        let mut shelf = Shelf::default();
        shelf.put("lamps", LAMPS);
        Engine::with(shelf)
    };
    ENGINE.get_or_init(made).clone()
}

/// What is done in an evening: lines, and what else.
#[derive(Clone, Copy, Debug)]
enum Does {
    Enter(&'static str),
    Edit(u64, &'static str),
    By(EntryMode),
    Reseed,
    Cast,
    Undo,
    Redo,
    TurnPage,
}

const EVENING: [Does; 22] = [
    Does::Enter("use lamps\nperson ada\nperson ben\ncast leader : person"),
    Does::Cast,
    Does::Enter("light first by leader { wind 1 }"),
    Does::Enter("note \"it rains\""),
    Does::Reseed,
    Does::Enter("2d6 + 1"),
    Does::By(EntryMode::Table),
    Does::Enter("watch tower by ada\nwatch gate by ben"),
    Does::Enter("light second by nobody"),
    Does::By(EntryMode::Random),
    Does::Enter("set ada.oil = 9"),
    Does::Undo,
    Does::Redo,
    Does::Edit(2, "light first by leader { wind 2 }"),
    Does::Enter("light third by ben"),
    Does::Enter("add 1 to ben.oil"),
    Does::Enter("watch bridge by ada"),
    Does::Enter("3d6"),
    Does::Enter("if ada.oil < 5 { note \"it gets dark\" }"),
    Does::TurnPage,
    Does::Enter("use lamps\nperson ada"),
    Does::Enter("watch last by ada"),
];

impl Does {
    /// Dice at the table show ones.
    fn on(self, session: &mut Session) -> Result<(), Failure> {
        let mut ones = |ask: &Ask<'_>| match ask {
            Ask::Roll { sides, .. } => Response::Answer(Answer::Faces(vec![1; sides.len()], How::Given)),
            _ => Response::Never,
        };
        match self {
            Self::Enter(text) => session.enter(text, Some(&mut ones)).map(drop),
            Self::Edit(entry, text) => session.edit(entry, text, Some(&mut ones)).map(drop),
            Self::By(mode) => session.answer_by(mode, Vec::new()),
            Self::Reseed => session.reseed(400),
            Self::Cast => session.cast("leader", "ada"),
            Self::Undo => session.undo().map(drop),
            Self::Redo => session.redo().map(drop),
            Self::TurnPage => session.turn_page(session.state(), "the next evening"),
        }
    }
}

/// What can be seen of a session.
fn view(session: &Session) -> (Vec<Entry>, Vec<Carried>, String, Verdict) {
    (session.entries().to_vec(), session.state(), session.script(), session.whole())
}

fn is_unkept(done: &Result<(), Failure>) -> bool {
    let code = |failure: &Failure| failure.diagnostics.iter().next().map(|found| found.code);
    done.as_ref().err().and_then(code) == Some(codes::NOT_RECORDED)
}

fn resumed(records: &[Record], journal: Option<Journal>) -> Session {
    Session::resume(engine(), records, journal).expect("it goes on").0
}

/// An evening that goes on whatever is refused: what is not kept is done once more, and if that is not kept either, the rest is
/// played from what the store holds.
fn play(store: &Failing) -> Option<Session> {
    let what = format!("line {}, {:?}", store.at, store.way);
    let mut session = match Session::begin(engine(), 1, Some(Journal::begin(Box::new(store.clone())))) {
        Ok(session) => session,
        Err(failure) => {
            assert!(is_unkept(&Err(failure)), "{what}");
            assert_eq!(store.acknowledged(), [], "{what}");
            return None;
        }
    };
    for does in EVENING {
        let done = does.on(&mut session);
        if !is_unkept(&done) {
            continue;
        }
        assert_eq!(view(&session), view(&resumed(&store.acknowledged(), None)), "{what}: it is what was kept");
        if store.look(|state| state.closed) {
            // It says so again, and what has happened can still be told.
            let known = view(&session);
            assert!(is_unkept(&does.on(&mut session)), "{what}");
            assert_eq!(view(&session), known, "{what}");
            let (kept, found) = (store.acknowledged(), store.found());
            assert!(found.records.starts_with(&kept) && found.records.len() <= kept.len() + 1, "{what}: {found:?}");
            resumed(&found.records, None);
            return None;
        }
        let again = does.on(&mut session);
        assert!(!is_unkept(&again), "{what}: there is room again");
    }
    Some(session)
}

#[test]
fn a_store_that_fails_once_loses_nothing_and_nothing_is_invented() {
    let healthy = Failing::new(usize::MAX, Way::Refused);
    let wanted = view(&play(&healthy).expect("it is played"));
    let lines = healthy.look(|state| state.lines);
    assert!(lines >= 40, "{lines}");
    for (at, way) in (0..lines).flat_map(|at| WAYS.map(|way| (at, way))) {
        let store = Failing::new(at, way);
        if let Some(session) = play(&store) {
            assert_eq!(view(&session), wanted, "line {at}, {way:?}: what was refused was done once more");
            assert_eq!(view(&resumed(&store.found().records, None)), wanted, "line {at}, {way:?}");
        }
    }
}

/// Short records of all sorts.
fn records() -> Vec<Record> {
    let opened =
        Record::Opened { version: assize::journal::VERSION, program: "a table".into(), seeds: 7.into(), date: None };
    let rest = (1..40).map(|entry| match entry % 4 {
        0 => Record::Struck { entry },
        1 => Record::Dropped { entry, why: "\"é\",\"sum\":\"00000000\"}\n".into() },
        2 => Record::Cast { role: "leader".into(), thing: "ada".into() },
        _ => Record::Seeded { seeds: entry.into() },
    });
    std::iter::once(opened).chain(rest).collect()
}

/// A disk with room for so many bytes, on which a file can be cut or cannot.
#[derive(Clone)]
struct Room {
    bytes: Arc<Mutex<Vec<u8>>>,
    bytes_at_most: usize,
    cuts: bool,
}

impl Disk for Room {
    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<usize> {
        let at = usize::try_from(at).expect("it is short");
        let mut found = self.bytes.lock().expect("nobody panics");
        let fits = bytes.len().min(self.bytes_at_most.saturating_sub(at));
        if fits == 0 {
            return Err(ErrorKind::StorageFull.into());
        }
        found.truncate(at);
        found.extend_from_slice(&bytes[..fits]);
        Ok(fits)
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        if !self.cuts {
            return Err(ErrorKind::StorageFull.into());
        }
        self.bytes.lock().expect("nobody panics").truncate(usize::try_from(length).expect("it is short"));
        Ok(())
    }
}

#[test]
fn a_disk_that_is_full_after_any_byte_holds_the_lines_before_it() {
    let records = records();
    let disk = |room, cuts| Room { bytes: Arc::default(), bytes_at_most: room, cuts };
    let write = |disk: &Room| {
        let mut journal = Journal::begin(Box::new(Appending::after(0, disk.clone())));
        records.iter().map(|record| journal.write(record).is_ok()).collect::<Vec<bool>>()
    };
    let whole = disk(usize::MAX, true);
    write(&whole);
    let whole = whole.bytes.lock().expect("nobody panics").clone();
    for room in 0..=whole.len() {
        let ended = whole[..room].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let lines = whole[..ended].split_inclusive(|byte| *byte == b'\n').count();
        let begun = room - ended;
        for cuts in [true, false] {
            let disk = disk(room, cuts);
            let kept = write(&disk);
            let first = kept.iter().position(|kept| !kept).unwrap_or(kept.len());
            assert_eq!(first, lines, "room for {room} bytes");
            let found = read(&disk.bytes.lock().expect("nobody panics")).expect("it can be read");
            // A shorter line may fit where a longer one did not, if that was taken back.
            let acknowledged: Vec<Record> =
                records.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(record, _)| record.clone()).collect();
            assert_eq!(found.records, acknowledged, "room for {room} bytes");
            assert_eq!(found.torn, if cuts { 0 } else { begun as u64 }, "room for {room} bytes");
            assert!(cuts || acknowledged.len() == lines, "nothing is kept behind a torn line");
        }
    }
}
