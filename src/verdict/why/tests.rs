//! How much is looked at to tell why.

use super::{Cancel, Subject, Tree, subjects::ends};
use crate::source::Place;
use crate::verdict::{Added, Die, Event, Happened, How, Row, Shown, Verdict, Visibility};

fn place(line: u32) -> Place {
    Place { file: "keep".into(), line, column: 1 }
}

fn shown(name: &str, number: i64) -> Shown {
    Shown { name: name.into(), value: format!("{number:+}").into(), number: Some(number), visibility: Visibility::All }
}

fn function(name: &str, path: &str) -> Event {
    let added = vec![Added { value: "+1".into(), number: 1, reason: "".into() }];
    let (name, house, path) = (name.into(), "hills".into(), path.into());
    Event::House { name, house, path, reads: vec![], added, value: None, notes: vec![], place: place(7) }
}

/// One action: it reads what all of them change, calls functions from lines that all of them share, and rolls.
fn action(number: usize) -> Vec<Event> {
    let path = |part: &str| format!("climb{number}.{part}");
    let reads = ["ada.oil".into(), path("gust").into()].into();
    let row = Row {
        label: "gust".into(),
        value: "+1".into(),
        number: Some(1),
        parts: vec![],
        reads,
        place: place(7),
        overlaid: vec![],
        level: None,
    };
    let die = Die { sides: 6, face: 4, kept: true };
    vec![
        Event::Computed { value: shown(&path("gust"), 1), decided: false, reads: [].into(), place: place(7) },
        function("house.slope", &path("")),
        Event::Sum { total: shown(&path("total"), 1), rows: vec![row], place: place(8) },
        function("total", &path("total")),
        Event::Rolled {
            path: path("height").into(),
            pool: "1d6".into(),
            dice: vec![die],
            kept: 4,
            how: How::Random,
            place: place(9),
            goes_on: false,
        },
        Event::Resolved {
            result: shown(&path("height"), 3),
            total: shown("", 2),
            how: How::Random,
            reads: [].into(),
            place: place(9),
        },
        Event::Changed {
            path: "ada.oil".into(),
            about: "".into(),
            before: "2".into(),
            after: "1".into(),
            why: path("height").into(),
            reads: [].into(),
            place: place(10),
        },
    ]
}

/// How many events are looked at to tell why all of so many actions ended as they did.
fn looked(actions: usize) -> usize {
    let events = (0..actions).flat_map(action).map(|event| Happened::new(Visibility::All, event)).collect();
    let verdict = Verdict { events, ..Verdict::default() };
    let cancel = Cancel::default();
    let mut tree = Tree::of(&verdict, &cancel);
    for subject in ends(&verdict, |_| true) {
        let Subject::Event(index) = subject else { panic!("an event tells of it") };
        tree.event(index, 0);
    }
    tree.rest_of_houses();
    assert!(tree.lines.len() > 8 * actions, "{}", tree.text());
    tree.index.looked.get()
}

#[test]
fn twice_as_many_actions_take_twice_as_many_looks() {
    let (once, twice) = (looked(100), looked(200));
    assert!(twice <= 2 * once + 10, "{once} events were looked at, and then {twice}");
}
