use assize::journal::{self, JournalFile, Record};

use crate::folders::Folder;

/// An evening in which something is undone.
fn evening(name: &str) -> Folder {
    let folder = Folder::new(name);
    let lines = "use \"scenes/party.asz\"\nlight gate \"at the gate\" by ada { draught 1234567 }\n\
                 set ben.oil = 8\n:undo\nlight cave by ben\n2d6 + 1\n";
    let output = folder.assize_told(&["repl", "--journal", "evening.journal", "--seed", "7"], lines);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    folder
}

#[test]
fn an_evening_is_told_as_markdown() {
    insta::assert_snapshot!(evening("markdown").says(&["export", "evening.journal"]));
}

#[test]
fn players_are_told_what_they_may_know() {
    let folder = evening("players");
    for format in ["markdown", "html", "json"] {
        let words = ["export", "evening.journal", "--format", format];
        let players = folder.says(&[&words[..], &["--for", "players"]].concat());
        assert!(!players.contains("1234567") && !players.contains("draught"), "{players}");
        assert!(players.contains("at the gate") && players.contains("cave"), "{players}");
        assert!(folder.says(&words).contains("1234567"), "{format}");
    }
    insta::assert_snapshot!(folder.says(&["export", "evening.journal", "--for", "players"]));
    let script = folder.refuses(&["export", "evening.journal", "--format", "script", "--for", "players"], 2);
    assert!(script.contains("a script would show players everything"), "{script}");
}

#[test]
fn players_are_told_no_seed() {
    let folder = evening("seeds");
    let seeds = |whom: &str| -> Vec<serde_json::Value> {
        let told = folder.says(&["export", "evening.journal", "--format", "json", "--for", whom]);
        let told: serde_json::Value = serde_json::from_str(&told).expect("it is JSON");
        let entries = told["entries"].as_array().expect("it is a list").iter();
        entries.map(|entry| entry["verdict"]["seed"].clone()).filter(|seed| !seed.is_null()).collect()
    };
    assert_eq!(seeds("players"), Vec::<serde_json::Value>::new(), "with it they could foresee what is rolled later");
    assert!(!seeds("gm").is_empty());
}

#[test]
fn json_keeps_to_the_schema() {
    let folder = evening("schema");
    let read = |text: String| serde_json::from_str::<serde_json::Value>(&text).expect("it is JSON");
    let schema = read(folder.says(&["schema", "session"]));
    let told = read(folder.says(&["export", "evening.journal", "--format", "json"]));
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    assert!(validator.is_valid(&told), "{:?}", validator.iter_errors(&told).collect::<Vec<_>>());
    let struck: Vec<bool> =
        told["entries"].as_array().expect("it is a list").iter().map(|entry| entry["struck"] == true).collect();
    assert_eq!(struck, [false, false, true, false, false]);
}

#[test]
fn a_script_of_it_runs() {
    let folder = evening("script");
    folder.says(&["export", "evening.journal", "--format", "script", "-o", "again.asz"]);
    let again = folder.says(&["run", "again.asz", "--seed", "1"]);
    assert!(again.contains("at the gate") && again.contains("cave"), "{again}");
}

/// A journal that somebody else has made may hold what no script can, and its checksums fit all the same.
#[test]
fn a_terminal_obeys_nothing_in_a_script_of_it() {
    let folder = evening("obeyed");
    let words = ["export", "evening.journal", "--format", "script"];
    let script = folder.says(&words);
    folder.says(&[&words[..], &["-o", "evening.asz"]].concat());
    assert_eq!(
        folder.bytes("evening.asz"),
        script.as_bytes(),
        "it is the same script where it holds nothing of that kind"
    );

    let records = journal::read(&folder.bytes("evening.journal")).expect("it is whole").records;
    let (mut theirs, _) = JournalFile::open(&folder.0.join("theirs.journal")).expect("it is new");
    let held = "party.asz\" #\ta tab\r\n# \u{1b}]0;owned\u{7}\u{202e}\u{0}\u{2066}\r.";
    for record in records {
        let written = match record {
            Record::Entered { entry, sort, text, mode, chance } => {
                Record::Entered { entry, sort, text: text.replace("party.asz\"", held), mode, chance }
            }
            other => other,
        };
        theirs.write(&written).expect("it is kept");
    }
    drop(theirs);
    let words = ["export", "theirs.journal", "--format", "script"];
    // What no terminal sees is what the journal holds.
    folder.says(&[&words[..], &["-o", "theirs.asz"]].concat());
    let exact = String::from_utf8(folder.bytes("theirs.asz")).expect("it is text");
    assert!(exact.contains(held), "{exact:?}");
    let obeyed = ['\u{1b}', '\u{7}', '\u{202e}', '\u{0}', '\u{2066}'];
    assert_eq!(folder.says(&words), exact.replace(obeyed, "\u{fffd}").replace("\r.", " ."));
}

#[test]
fn no_file_is_written_over() {
    let folder = evening("over");
    let before = folder.bytes("evening.journal");
    let refused = folder.refuses(&["export", "evening.journal", "-o", "evening.journal"], 5);
    assert!(refused.starts_with("error[AZ918]: the file `evening.journal` already exists"), "{refused}");
    assert_eq!(folder.bytes("evening.journal"), before);
    assert!(folder.refuses(&["export", "evening.journal", "-o", "nowhere/evening.md"], 5).contains("AZ918"));
    assert_eq!(folder.says(&["export", "evening.journal", "-o", "evening.md"]), "");
    assert_eq!(folder.bytes("evening.md"), folder.says(&["export", "evening.journal"]).into_bytes());
}

#[test]
fn what_is_no_journal_is_not_told() {
    let folder = Folder::new("none");
    assert!(folder.refuses(&["export", "scenes/attic.asz"], 5).contains("AZ912"));
    assert!(folder.refuses(&["export", "none.journal"], 5).contains("AZ916"));
}

#[test]
fn an_evening_can_be_told_while_it_is_played_and_after_its_scripts_are_gone() {
    let folder = evening("gone");
    let before = folder.says(&["export", "evening.journal"]);
    let held = JournalFile::open(&folder.0.join("evening.journal")).expect("nobody holds it");
    std::fs::remove_dir_all(folder.0.join("scenes")).expect("it is there");
    assert_eq!(folder.says(&["export", "evening.journal"]), before);
    drop(held);
}

#[test]
fn an_empty_journal_tells_that_nothing_has_happened() {
    let folder = Folder::new("nothing");
    std::fs::write(folder.0.join("empty.journal"), "").expect("it can be written");
    let told = ["markdown", "html", "json", "script"]
        .map(|format| folder.says(&["export", "empty.journal", "--format", format]));
    assert!(told[..3].iter().all(|told| told.contains("empty")), "it is called as its file is: {told:?}");
    assert_eq!(told[3], "");
}
