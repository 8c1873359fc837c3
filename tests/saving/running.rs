use std::fs;

use assize::journal::{JournalFile, Record};

use crate::folders::{Folder, complained, said};

const CELLAR: [&str; 4] = ["run", "scenes/cellar.asz", "--cast", "leader=ada"];

/// The words that play the cellar, by dice of one seed unless another way of answering is asked for, which rolls none.
fn cellar(more: &[&str]) -> Vec<String> {
    let seed: &[&str] = if more.contains(&"--mode") { &[] } else { &["--seed", "7"] };
    CELLAR.iter().chain(seed).chain(more).map(|word| (*word).to_owned()).collect()
}

fn with<'w>(words: &'w [String], more: &[&'w str]) -> Vec<&'w str> {
    words.iter().map(String::as_str).chain(more.iter().copied()).collect()
}

#[test]
fn a_run_that_is_kept_tells_the_same() {
    let folder = Folder::new("same");
    let ways: [&[&str]; 6] = [
        &["--choose", "way=right"],
        &["--choose", "way=left", "--mode", "deliberate"],
        &["--choose", "way=left", "--mode", "automatic"],
        &["--choose", "way=right", "--format", "json"],
        &["--choose", "way=right", "--for", "players", "--format", "markdown"],
        &["--choose", "way=right", "--for", "log", "--format", "html"],
    ];
    for (number, way) in ways.iter().enumerate() {
        let words = cellar(way);
        let journal = format!("{number}.journal");
        let kept = folder.says(&with(&words, &["--save", &journal]));
        assert_eq!(kept, folder.says(&with(&words, &[])), "{way:?}");
        let records = JournalFile::read(&folder.0.join(&journal)).expect("it is a journal").records;
        assert_eq!(records.iter().filter(|record| matches!(record, Record::Answered { .. })).count(), 1);
    }
}

#[test]
fn dice_of_the_table_are_kept() {
    let folder = Folder::new("dice");
    let words = ["run", "scenes/attic.asz", "--dice", "6,5"];
    assert_eq!(folder.says(&[&words[..], &["--save", "given.journal"]].concat()), folder.says(&words));
    let left = folder.refuses(&["run", "scenes/attic.asz", "--dice", "6,5,4", "--save", "left.journal"], 4);
    assert!(left.contains("AZ705"), "{left}");
    let words = ["run", "scenes/attic.asz", "--table", "--seed", "1", "--save", "asked.journal"];
    let asked = folder.assize_told(&words, "6 5\n");
    assert!(said(&asked).contains("6 5 = 11"), "{}{}", said(&asked), complained(&asked));
}

#[test]
fn a_scene_on_the_input_is_kept() {
    let folder = Folder::new("input");
    let text = "use \"scenes/party.asz\"\nlight lamp by ada\n";
    let output = folder.assize_told(&["run", "-", "--seed", "1", "--save", "e.journal"], text);
    assert_eq!(output.status.code(), Some(0), "{}", complained(&output));
    let next = folder.assize(&["run", "scenes/attic.asz", "--from", "e.journal", "--seed", "1"]);
    assert!(said(&next).contains("oil: 2 -> 1"), "{}{}", said(&next), complained(&next));
}

#[test]
fn values_are_carried_into_the_next_scene() {
    let folder = Folder::new("carried");
    let words = cellar(&["--choose", "way=left", "--save", "evening.journal"]);
    folder.says(&with(&words, &[]));
    let journal = folder.bytes("evening.journal");
    let attic = ["run", "scenes/attic.asz", "--seed", "1", "--from", "evening.journal"];
    let output = folder.assize(&attic);
    assert!(said(&output).contains("oil: 1 -> 0"), "{}", said(&output));
    let warned = complained(&output);
    assert!(warned.starts_with("warning[AZ917]: nothing in this scene uses `ben.oil`; help: "), "{warned}");
    assert_eq!(folder.bytes("evening.journal"), journal, "without `--save` nothing is kept");
}

#[test]
fn the_least_number_is_carried_and_written_so_that_it_is_read_again() {
    let folder = Folder::new("least");
    folder.write("well.asz", "system well\nkind bucket { depth : number = 0 }\n");
    folder.write("down.asz", "use well\nbucket pail\nset pail.depth = -9223372036854775807 - 1\n");
    folder.write("up.asz", "use well\nbucket pail\nnote \"{pail.depth + 1}\"\n");
    folder.says(&["run", "down.asz", "--save", "well.journal"]);
    let told = folder.assize(&["run", "up.asz", "--from", "well.journal", "--save", "well.journal"]);
    assert!(said(&told).contains("-9223372036854775807"), "{}{}", said(&told), complained(&told));
    folder.write("again.asz", "use well\nbucket pail\nset pail.depth = -9223372036854775808\n");
    assert!(folder.says(&["run", "again.asz"]).contains("pail.depth: 0 -> -9223372036854775808"));
    folder.write("less.asz", "use well\nbucket pail\nset pail.depth = -9223372036854775809\n");
    assert!(folder.refuses(&["check", "less.asz"], 1).contains("AZ105"));
}

#[test]
fn a_session_goes_on_with_the_next_scene() {
    let folder = Folder::new("evening");
    folder.write("scenes/wait.asz", "use \"party.asz\"\nset ben.oil = 8\n");
    let save = ["--save", "evening.journal"];
    let both = ["--from", "evening.journal", "--save", "./scenes/../evening.journal"];
    folder.says(&with(&cellar(&["--choose", "way=left"]), &save));
    folder.says(&[&["run", "scenes/wait.asz"], &both[..]].concat());
    let attic = folder.assize(&[&["run", "scenes/attic.asz", "--seed", "1"], &both[..]].concat());
    assert!(said(&attic).contains("oil: 1 -> 0"), "{}{}", said(&attic), complained(&attic));
    let wait = folder.assize(&["run", "scenes/wait.asz", "--from", "evening.journal", "--save", "other.journal"]);
    assert!(said(&wait).is_empty() || !said(&wait).contains("3 -> 8"), "ben is not forgotten: {}", said(&wait));
    let refused = folder.refuses(&[&["run", "scenes/attic.asz", "--seed", "1"], &both[..]].concat(), 4);
    assert!(refused.contains("no oil is left"), "{refused}");
    let told = folder.says(&["export", "evening.journal"]);
    let heads: Vec<&str> = told.lines().filter(|line| line.starts_with("## ")).collect();
    assert_eq!(heads, ["## cellar", "## wait", "## attic (light by Ada)"], "what was refused does not count");
}

#[test]
fn a_run_that_was_cut_off_asks_nobody_twice() {
    let folder = Folder::new("cut");
    let words = cellar(&["--choose", "way=left", "--table", "--save", "evening.journal"]);
    let whole = folder.assize_told(&with(&words, &[]), "6 5\n3 4\n");
    assert_eq!(whole.status.code(), Some(0), "{}", complained(&whole));
    let bytes = folder.bytes("evening.journal");
    let lines = bytes.split_inclusive(|byte| *byte == b'\n').collect::<Vec<_>>();
    folder.write("evening.journal", lines[..lines.len() - 1].concat());
    let again = folder.assize_told(&with(&words, &["--from", "evening.journal"]), "");
    assert_eq!(said(&again), said(&whole), "{}", complained(&again));
    assert_eq!(folder.bytes("evening.journal").split(|byte| *byte == b'\n').count(), lines.len() + 2, "one cast more");
}

#[test]
fn a_scene_with_a_mistake_leaves_no_journal() {
    let folder = Folder::new("mistake");
    folder.write("wrong.asz", "use \"scenes/party.asz\"\nlihgt lamp by ada\n");
    let words = ["run", "wrong.asz", "--save", "evening.journal"];
    assert!(folder.refuses(&words, 1).starts_with("wrong.asz:2:1: "));
    assert!(!folder.0.join("evening.journal").exists());
}

#[test]
fn a_journal_that_cannot_be_used_is_refused() {
    let folder = Folder::new("refused");
    let attic = |more: &[&str], code: i32| folder.refuses(&[&["run", "scenes/attic.asz"], more].concat(), code);
    folder.says(&["run", "scenes/attic.asz", "--save", "good.journal"]);
    let good = folder.bytes("good.journal");
    assert!(attic(&["--save", "good.journal"], 2).contains("add `--from good.journal` to continue it"));
    assert!(attic(&["--save", "scenes/attic.asz"], 5).contains("AZ912"));
    assert!(attic(&["--from", "scenes/attic.asz"], 5).contains("AZ912"));
    assert!(attic(&["--from", "none.journal"], 5).contains("AZ916"));
    assert!(attic(&["--from", "none.journal", "--save", "none.journal"], 5).contains("AZ916"));
    assert!(!folder.0.join("none.journal").exists());
    let text = String::from_utf8(good.clone()).expect("it is text");
    folder.write("other.journal", text.replacen("\"version\":2", "\"version\":9", 1));
    assert!(attic(&["--from", "other.journal"], 5).contains("AZ913"));
    folder.write("bad.journal", text.replacen("lamps", "lumps", 1));
    assert!(attic(&["--from", "bad.journal", "--save", "bad.journal"], 5).contains("AZ914"));
    let held = JournalFile::open(&folder.0.join("good.journal")).expect("nobody holds it");
    assert!(attic(&["--from", "good.journal", "--save", "good.journal"], 5).contains("AZ915"));
    folder.says(&["run", "scenes/attic.asz", "--from", "good.journal"]);
    drop(held);
    assert_eq!(folder.bytes("good.journal"), good, "a refusal changes nothing");
    fs::remove_file(folder.0.join("good.journal")).expect("it is there");
}

#[test]
fn what_was_kept_is_kept_in_the_next_scene() {
    let folder = Folder::new("kept");
    folder.write("scenes/first.asz", "use \"party.asz\"\nsecret set ada.oil = 8\nhidden set ben.oil = 7\n");
    folder.write("scenes/next.asz", "use \"party.asz\"\nlight lamp by ada { draught ben.oil }\nset ben.oil = 1\n");
    folder.says(&["run", "scenes/first.asz", "--seed", "1", "--save", "first.journal"]);
    let next = ["run", "scenes/next.asz", "--seed", "1", "--from", "first.journal"];
    for format in ["text", "markdown", "html", "json"] {
        let told = |whom| folder.says(&[&next[..], &["--format", format, "--for", whom]].concat());
        let (players, gm, log) = (told("players"), told("gm"), told("log"));
        assert!(players.contains("lamp") && !players.contains("oil"), "{format}:\n{players}");
        assert!(gm.contains("ada.oil") && !gm.contains("ben.oil"), "{format}:\n{gm}");
        assert!(log.contains("ben.oil"), "{format}:\n{log}");
    }
    folder.says(&[&next[..], &["--save", "next.journal"]].concat());
    let exported = |whom| folder.says(&["export", "next.journal", "--for", whom]);
    assert!(!exported("players").contains("oil") && exported("gm").contains("ada.oil"), "{}", exported("players"));
}

#[test]
fn what_is_in_the_way_is_not_told_to_players() {
    let folder = Folder::new("in the way");
    folder.write("scenes/first.asz", "use \"party.asz\"\nsecret set ada.oil = ada.oil * 1414\n");
    for kept in [false, true] {
        let refused = |whom: &str| {
            let journal = format!("{whom}.journal");
            let save = if kept { &["--save", &journal][..] } else { &[] };
            folder.refuses(&[&["run", "scenes/first.asz", "--for", whom], save].concat(), 4)
        };
        let (players, gm) = (refused("players"), refused("gm"));
        assert!(gm.contains("4242") && !players.contains("4242"), "{gm}{players}");
        assert!(players.contains("AZ303") && players.contains("ask the game master"), "{players}");
    }
}
