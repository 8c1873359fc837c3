//! Prefixes, flipped bits, and lines that are missing, doubled or moved.

use assize::journal::{Journal, JournalError, LONGEST_LINE, Record, read};

use crate::doubled::doubled;
use crate::{Memory, by_hand, journal, lines, opened, records, source};

fn damaged_line(bytes: &[u8]) -> u64 {
    match read(bytes) {
        Err(JournalError::Damaged { line, .. }) => line,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_prefix_recovers_to_the_lines_that_are_whole() {
    let records = records(30);
    let bytes = journal(&records);
    assert_eq!(lines(&bytes).len(), 30);
    for cut in 0..=bytes.len() {
        let prefix = &bytes[..cut];
        let recovered = read(prefix).unwrap_or_else(|error| panic!("cut at {cut}: {error}"));
        let whole = prefix.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        assert_eq!(recovered.records, records[..lines(&prefix[..whole]).len()], "cut at {cut}");
        assert_eq!((recovered.whole, recovered.torn), (whole as u64, (cut - whole) as u64), "cut at {cut}");
    }
}

#[test]
fn what_was_recovered_recovers_to_the_same() {
    let bytes = journal(&records(8));
    for cut in 0..=bytes.len() {
        let mut recovered = read(&bytes[..cut]).expect("a prefix recovers");
        recovered.torn = 0;
        let whole = usize::try_from(recovered.whole).expect("it is short");
        assert_eq!(read(&bytes[..whole]), Ok(recovered));
    }
}

#[test]
fn no_flipped_bit_is_believed() {
    let mut records = records(9);
    records[4] = source(&"a line of a script\n".repeat(150));
    let bytes = journal(&records);
    assert!((4_000..5_000).contains(&bytes.len()), "{}", bytes.len());
    let mut cut_off = 0;
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        if let Ok(recovered) = read(&flipped) {
            assert_eq!(recovered.records, records[..records.len() - 1], "bit {bit}");
            assert!(recovered.torn > 0, "bit {bit}");
            cut_off += 1;
        }
    }
    let last = lines(&bytes).last().map_or(0, Vec::len) * 8;
    assert!(cut_off <= last && cut_off > last / 2, "{cut_off} of {last}");
}

#[test]
fn a_missing_line_is_found() {
    let whole = lines(&journal(&records(12)));
    for missing in 1..11 {
        let mut left = whole.clone();
        left.remove(missing);
        assert_eq!(damaged_line(&left.concat()), missing as u64 + 1);
    }
    assert_eq!(read(&whole[1..].concat()), Err(JournalError::NotAJournal));
}

#[test]
fn a_doubled_line_is_found_even_at_the_end() {
    let whole = lines(&journal(&records(12)));
    for doubled in 0..12 {
        let mut more = whole.clone();
        more.insert(doubled, whole[doubled].clone());
        assert_eq!(damaged_line(&more.concat()), doubled as u64 + 2);
    }
}

#[test]
fn lines_that_changed_places_are_found() {
    let whole = lines(&journal(&records(9)));
    for (one, other) in (1..9).flat_map(|one| (one + 1..9).map(move |other| (one, other))) {
        let mut moved = whole.clone();
        moved.swap(one, other);
        assert_eq!(damaged_line(&moved.concat()), one as u64 + 1);
    }
}

#[test]
fn a_line_of_another_journal_is_found() {
    let (mut mine, mut other) = (records(6), records(6));
    mine[1] = source("mine");
    other[1] = source("other");
    let (mut mine, other) = (lines(&journal(&mine)), lines(&journal(&other)));
    mine[3].clone_from(&other[3]);
    assert_eq!(damaged_line(&mine.concat()), 4, "the same number and the same record, after other lines");
}

#[test]
fn a_lost_line_feed_does_not_cost_a_record_in_silence() {
    let mut whole = lines(&journal(&records(5)));
    whole[3].pop();
    assert_eq!(damaged_line(&whole.concat()), 4);
}

const OPENED: &str = r#""record":"opened","version":2,"program":"p","seeds":{"public":"1","secret":"2"}"#;

#[test]
fn another_program_can_write_a_journal() {
    let recovered = read(&by_hand(&[OPENED, r#""record":"struck","entry":1"#])).expect("it follows the book");
    assert_eq!(recovered.records.len(), 2);
}

#[test]
fn a_key_that_stands_twice_is_refused_and_named() {
    let mut keys = 0;
    for record in records(30) {
        let record = serde_json::to_value(record).expect("it is JSON");
        for (key, json) in doubled(&record) {
            let told = json.strip_prefix('{').and_then(|json| json.strip_suffix('}')).expect("it is an object");
            let bytes = by_hand(&[OPENED, told]);
            assert_eq!(damaged_line(&bytes), 2, "{told}");
            let error = read(&bytes).expect_err("it is damaged");
            assert!(error.to_string().contains(&format!("the key `{key}` is written twice")), "{key}: {error}");
            keys += 1;
        }
    }
    assert!(keys > 100, "{keys}");
}

#[test]
fn what_is_unknown_is_refused_even_in_the_last_line() {
    let unknown = [
        r#""record":"forgotten","entry":1"#,
        r#""record":"struck","entry":1,"by":"ada""#,
        r#""record":"struck""#,
        r#""record":"struck","entry":1,"entry":2"#,
        r#""record":"struck","entry":-1"#,
        r#""record":"replied","entry":1,"asked":{"path":"a","question":"b","reply":"guessed"}"#,
        r#""record":"answered","entry":1,"name":"a","asked":[],"verdict":{"system":"s","mode":"m","seed":null,"stream":null,"events":[],"results":[],"more":1},"state":[]"#,
        OPENED,
    ];
    for record in unknown {
        assert_eq!(damaged_line(&by_hand(&[OPENED, record])), 2, "{record}");
        assert_eq!(damaged_line(&by_hand(&[OPENED, record, r#""record":"struck","entry":1"#])), 2, "{record}");
    }
    assert_eq!(damaged_line(&by_hand(&[&OPENED.replace("\"seeds\"", "\"extra\":1,\"seeds\"")])), 1);
}

#[test]
fn another_version_is_never_misread() {
    let other = |version: &str| read(&by_hand(&[&OPENED.replace(":2,\"p", &format!(":{version},\"p"))]));
    assert_eq!(other("1"), Err(JournalError::Version { found: 1 }));
    assert_eq!(other("0"), Err(JournalError::Version { found: 0 }));
    assert_eq!(other("18446744073709551615"), Err(JournalError::Version { found: u64::MAX }));
    let unheard = b"{\"n\":1,\"record\":\"opened\",\"version\":3,\"and\":\"more\"}\nbinary \xff\n";
    assert_eq!(read(unheard), Err(JournalError::Version { found: 3 }));
}

#[test]
fn a_line_has_a_longest() {
    let mut bytes = journal(&records(2));
    bytes.extend_from_slice(br#"{"n":3,"record":"source","name":""#);
    bytes.resize(bytes.len() + LONGEST_LINE, b'x');
    assert_eq!(damaged_line(&bytes), 3);
    // Longer by a byte, and torn besides.
    bytes.truncate(journal(&records(2)).len() + LONGEST_LINE + 1);
    let Err(JournalError::Damaged { line: 3, why }) = read(&bytes) else { panic!("it is too long") };
    assert_eq!(why, format!("it is longer than {LONGEST_LINE} bytes"));
}

#[test]
fn the_longest_line_is_kept_and_no_longer_one() {
    let long = |letters: usize| Record::Source { name: "tower.asz".into(), text: "x".repeat(letters) };
    let others = lines(&journal(&[opened(), long(0)]))[1].len();
    let memory = Memory::default();
    let mut journal = Journal::begin(Box::new(memory.clone()));
    journal.write(&opened()).expect("it is kept");
    assert!(journal.write(&long(LONGEST_LINE + 1 - others)).is_err(), "it is too long by a byte");
    journal.write(&long(LONGEST_LINE - others)).expect("a line may be as long");
    let recovered = read(&memory.bytes()).expect("it is whole");
    assert!(recovered.records == [opened(), long(LONGEST_LINE - others)]);
}

/// It may have been going to be 15.
#[test]
fn a_line_torn_within_its_version_is_torn() {
    let torn = b"{\"n\":1,\"record\":\"opened\",\"version\":1";
    let recovered = read(torn).expect("nothing is told of a version");
    assert_eq!((recovered.records.len(), recovered.torn), (0, torn.len() as u64));
}
