//! Whatever is written is read again, and whatever is read never panics.

use assize::engine::{How, Seed, Seeds, Stream};
use assize::journal::{EntryMode, EntrySort, Exchange, Journal, Record, Recovered, Reply, read};
use assize::verdict::Verdict;
use proptest::prelude::*;

use crate::{Memory, journal, opened, records};

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,20}",
        ".{0,20}",
        Just("\",\"sum\":\"00000000\"}\n{\"n\":2,".to_owned()),
        Just("\u{2028}\r\n\u{0}".to_owned())
    ]
}

fn mode() -> impl Strategy<Value = EntryMode> {
    prop_oneof![
        Just(EntryMode::Random),
        Just(EntryMode::Deliberate),
        Just(EntryMode::Automatic),
        Just(EntryMode::Table)
    ]
}

fn stream() -> impl Strategy<Value = Stream> {
    let seed = || any::<[u8; 16]>().prop_map(Seed::from_bytes);
    prop_oneof![
        any::<u64>().prop_map(|seed| Stream::Sequential { seed }),
        (seed(), seed(), any::<u64>())
            .prop_map(|(public, secret, entry)| Stream::of_entry(Seeds { public, secret }, entry)),
        (any::<u64>(), any::<u64>()).prop_map(|(seed, entry)| Stream::of_entry(Seeds::from(seed), entry)),
    ]
}

fn reply() -> impl Strategy<Value = Reply> {
    prop_oneof![
        Just(Reply::Judged),
        Just(Reply::Best),
        Just(Reply::ToBeRolled),
        prop::collection::vec(any::<i64>(), 0..5).prop_map(|faces| Reply::Faces {
            sides: faces.clone(),
            faces,
            how: How::Random
        }),
        any::<u32>().prop_map(|card| Reply::Card { card, how: How::Given }),
        text().prop_map(|option| Reply::Chosen { option, how: How::Person }),
    ]
}

fn record() -> impl Strategy<Value = Record> {
    prop_oneof![
        (text(), text()).prop_map(|(name, text)| Record::Source { name, text }),
        (mode(), prop::collection::vec(text(), 0..3)).prop_map(|(mode, by_hand)| Record::Answering { mode, by_hand }),
        (any::<u64>(), (text(), text()), 0..3_u64, text(), reply()).prop_map(
            |(entry, (path, by), time, question, reply)| {
                Record::Replied { entry, asked: Exchange { path, by, time, question, reply } }
            }
        ),
        (any::<u64>(), text()).prop_map(|(entry, why)| Record::Dropped { entry, why }),
        (any::<u64>(), text()).prop_map(|(entry, text)| Record::Rewording { entry, text }),
        Just(Record::Reopened {}),
        (prop::collection::vec(any::<u64>(), 0..3), prop::option::of(any::<u64>()), text())
            .prop_map(|(known, turned_for, why)| Record::Page { known, carried: Vec::new(), turned_for, why }),
        (any::<u64>(), text(), mode(), stream()).prop_map(|(entry, text, mode, chance)| Record::Entered {
            entry,
            sort: EntrySort::Statement,
            text,
            mode,
            chance
        }),
        (any::<u64>(), text(), text()).prop_map(|(entry, name, note)| Record::Answered {
            entry,
            name,
            asked: Vec::new(),
            verdict: of_system(note),
            state: Vec::new(),
        }),
        any::<u64>().prop_map(|entry| Record::Struck { entry }),
        any::<u64>().prop_map(|entry| Record::Restored { entry }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn what_is_written_is_read_again(rest in prop::collection::vec(record(), 0..12)) {
        let all: Vec<Record> = std::iter::once(opened()).chain(rest).collect();
        let bytes = journal(&all);
        let recovered = read(&bytes).expect("it is whole");
        prop_assert_eq!(&recovered.records, &all);
        prop_assert_eq!((recovered.whole, recovered.torn), (bytes.len() as u64, 0));
    }

    #[test]
    fn every_line_is_json_and_nothing_else(rest in prop::collection::vec(record(), 0..6)) {
        let all: Vec<Record> = std::iter::once(opened()).chain(rest).collect();
        let text = String::from_utf8(journal(&all)).expect("it is text");
        prop_assert_eq!(text.matches('\n').count(), all.len());
        for (number, line) in (1_u64..).zip(text.split_terminator('\n')) {
            let value: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
            prop_assert_eq!(value["n"].as_u64(), Some(number));
            prop_assert!(value["record"].is_string() && value["sum"].is_string());
        }
    }

    #[test]
    fn a_journal_that_was_left_goes_on(rest in prop::collection::vec(record(), 0..8), left in 0_usize..8) {
        let all: Vec<Record> = std::iter::once(opened()).chain(rest).collect();
        let left = left.min(all.len());
        let memory = Memory::default();
        let mut recovered = Recovered::default();
        for part in [&all[..left], &all[left..]] {
            let mut journal = Journal::go_on(Box::new(memory.clone()), &recovered);
            for record in part {
                journal.write(record).expect("memory keeps everything");
            }
            recovered = read(&memory.bytes()).expect("it is whole");
        }
        prop_assert_eq!(memory.bytes(), journal(&all));
    }

    #[test]
    fn nothing_that_is_read_panics(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        begins in 0..3_usize,
        at in any::<prop::sample::Index>(),
    ) {
        let whole = journal(&records(6));
        let begin = [&b""[..], br#"{"n":1,"record":"opened","version":"#, &whole][begins];
        let _ = read(&[begin, &bytes].concat());
        let at = at.index(whole.len());
        let _ = read(&[&whole[..at], &bytes, &whole[at..]].concat());
    }
}

fn of_system(system: String) -> Verdict {
    let mut verdict = Verdict::default();
    verdict.system = system.into();
    verdict
}
