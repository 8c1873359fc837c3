//! The program as it is called: exit codes, and what is said when files are wrong.
#![cfg(feature = "cli")]

#[path = "shared/folder.rs"]
mod folder;

use std::fs;
#[cfg(unix)]
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The systems that are inside the program.
const SYSTEMS: [&str; 11] =
    ["d20", "duel", "fatigue", "fudge", "moves", "percentile", "position", "range", "steps", "ttomp", "west"];

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    folder::empty(Path::new("cli").join(name))
}

fn assize(folder: &PathBuf, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assize"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program can be started")
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the output is text")
}

fn complained(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("the error output is text")
}

#[test]
fn house_rules_that_a_scene_uses_are_tested_with_it() {
    let folder = folder("houses_with_a_scene");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("it can be written");
    write("reeds.asz", "system reeds\nkind person { reeds : number = 0 }\nprocedure cut by person { let gain = 1 }");
    let rule = "house scythe extends reeds\nadd after let cut.gain {\n  if gain > 5 {\n    note \"much\"\n  }\n  add gain to person.reeds\n}\n";
    let claim = |reeds: u8| {
        format!("{rule}expect deliberate {{\n  person ada\n  cut bank by ada\n  ada.reeds is {reeds}\n}}\n")
    };
    write("scythe.asz", &claim(1));
    write(
        "scene.asz",
        "use reeds, use house scythe\nperson ada\ncut bank by ada\nexpect deliberate { bank.gain is 1 }",
    );
    let output = assize(&folder, &["test", "--coverage", "scene.asz"]);
    let told = said(&output);
    assert_eq!(code(&output), Some(0), "{output:?}");
    for line in [
        "scene.asz: 1 of 1 expectations hold\n",
        "scythe.asz: 1 of 1 expectations hold\n",
        "  scythe.asz:3 a branch of `cut`\n",
        "  scythe.asz:4 a line of house rule `scythe` in `cut`\n",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(!told.contains("scythe.asz:6"), "this line is reached: {told}");
    // Once, also if it is named; and what fails in it fails.
    let twice = said(&assize(&folder, &["test", "scene.asz", "scythe.asz"]));
    assert_eq!(twice.matches("scythe.asz: 1 of 1 expectations hold").count(), 1, "{twice}");
    write("scythe.asz", &claim(2));
    assert_eq!(code(&assize(&folder, &["test", "scene.asz"])), code(&assize(&folder, &["test", "scythe.asz"])));
}

#[test]
fn what_several_expectations_come_to_is_told_once() {
    let folder = folder("told_once");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("it can be written");
    write(
        "purse.asz",
        "system purse\nkind person { coins : 0..9 = 1 }\nprocedure buy by person {\n  roll price : 1d4\n  \
         pay price + 1 from person.coins \"too dear\"\n}",
    );
    let claims = "expect dice 2 { ada.coins is 1 }\nexpect dice 3 { ada.coins is 1 }\nexpect dice 2 { ada.coins is 0 }";
    write("scene.asz", &format!("use purse\nperson ada\nbuy hat by ada\n{claims}"));
    let output = assize(&folder, &["test", "scene.asz", "--error-format", "plain"]);
    let (told, complained) = (said(&output), complained(&output));
    assert_eq!(complained.matches("too dear").count(), 1, "{complained}");
    assert_eq!(told.matches("FAIL").count(), 3, "{told}");
    assert_eq!(told.matches("     as above: ").count(), 2, "{told}");
}

#[test]
fn a_missing_file_cannot_be_read() {
    let output = assize(&folder("missing"), &["run", "nowhere.asz", "--error-format", "plain"]);
    assert_eq!(code(&output), Some(5));
    assert!(complained(&output).starts_with("error[AZ107]: there is no file `nowhere.asz`; help: "), "{output:?}");
}

#[test]
fn a_folder_cannot_be_read() {
    let output = assize(&folder("folder"), &["run", ".", "--error-format", "plain"]);
    assert_eq!(code(&output), Some(5));
    assert!(complained(&output).starts_with("error[AZ107]: `.` is a folder; help: "), "{output:?}");
}

#[test]
fn a_file_that_is_no_text_is_refused() {
    let folder = folder("latin");
    fs::write(folder.join("scene.asz"), b"# one\nactor joao \"Jo\xe3o\"\n").expect("it can be written");
    let output = assize(&folder, &["check", "scene.asz", "--error-format", "plain"]);
    assert_eq!(code(&output), Some(5));
    assert!(complained(&output).contains("error[AZ106]") && complained(&output).contains("line 2"), "{output:?}");
}

#[test]
fn an_empty_file_holds_nothing_to_run() {
    let folder = folder("empty");
    fs::write(folder.join("scene.asz"), "").expect("it can be written");
    let output = assize(&folder, &["run", "scene.asz", "--error-format", "plain"]);
    assert_eq!(code(&output), Some(1));
    assert!(complained(&output).starts_with("scene.asz:1:1: error[AZ110]"), "{output:?}");
}

#[test]
fn files_beside_the_script_are_found() {
    let folder = folder("beside");
    fs::create_dir(folder.join("scenes")).expect("a folder can be made");
    fs::write(folder.join("scenes/scene.asz"), "use \"party.asz\"\n").expect("it can be written");
    fs::write(folder.join("scenes/party.asz"), "use \"../scenes/scene.asz\"\n").expect("it can be written");
    let output = assize(&folder, &["check", "./scenes/scene.asz", "--error-format", "plain"]);
    assert_eq!(code(&output), Some(1));
    let told = complained(&output);
    assert!(told.starts_with("scenes/party.asz:1:1: error[AZ109]: `scenes/scene.asz` uses itself"), "{told}");
}

#[test]
fn findings_come_as_json_when_asked() {
    let output = assize(&folder("json"), &["check", "a.asz", "b.asz", "--error-format=json"]);
    let lines: Vec<serde_json::Value> =
        complained(&output).lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line["code"] == "AZ107"));
}

#[test]
fn wrong_words_are_a_matter_of_usage() {
    let folder = folder("usage");
    for words in [
        ["run"].as_slice(),
        &["rnu", "scene.asz"],
        &["run", "scene.asz", "--dice", "five"],
        &["run", "scene.asz", "--seed", "1", "--dice", "5"],
        &["run", "scene.asz", "--choose", "fight"],
        &["explain", "AZ999"],
    ] {
        assert_eq!(code(&assize(&folder, words)), Some(2), "{words:?}");
    }
    let output = assize(&folder, &["rnu", "--error-format", "json"]);
    assert!(complained(&output).starts_with("{\"code\":\"AZ902\""), "{output:?}");
}

#[test]
fn words_that_mean_nothing_are_answered_in_plain_words() {
    let folder = folder("plain_words");
    fs::write(folder.join("wall.asz"), "use ttomp\nactor ines\n").expect("it is written");
    for (words, told) in [
        (["wall.asz"].as_slice(), "to run a scene, write `assize run wall.asz`"),
        (&["play", "wall.asz"], "`assize repl` plays a session"),
        (&["roll", "2d6"], "`assize repl` rolls what you type"),
        (&["undo"], "`:undo` is a command of the prompt"),
        (&["chek", "wall.asz"], "did you mean `check`?"),
        (&["xyzzy"], "`assize --help` lists the commands"),
        (&["run"], "`assize run` needs a FILE"),
        (&["run", "wall"], "did you mean `wall.asz`?"),
        (&["run", "wall.asz", "-seed", "7"], "did you mean `--seed`?"),
        (&["run", "wall.asz", "--dice", "12", "3"], "write a comma between the values: `--dice 12,3`"),
        (&["run", "wall.asz", "--seed", "seven"], "a seed is a whole number, such as 42"),
        (&["fmt", "--write"], "`assize fmt` has no option `--write`"),
        (&["explain", "205"], "did you mean `AZ205`?"),
        (&["export", "wall.asz"], "name a file that a session was saved in"),
        (&["odds", "wall.asz", "--reach", "P(ines.x >= 1) >= 80"], "write `P(ines.x >= 1) >= 80%`"),
    ] {
        let output = assize(&folder, words);
        let complaint = complained(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(complaint.contains(told) && code(&output) != Some(0), "{words:?}: {output:?}");
        assert!(!complaint.contains("similar") && !complaint.contains("or a new one"), "{complaint}");
    }
}

#[test]
fn a_choice_made_beforehand_for_which_nobody_was_asked_is_told_aside() {
    let folder = folder("unasked");
    let scene = "use ttomp\nactor ines\nchoose way \"where?\" {\n left { note \"home\" }\n right default {\n  \
                 choose gate \"how?\" { low { note \"stoop\" }, high default { note \"climb\" } }\n} }\n";
    fs::write(folder.join("way.asz"), scene).expect("it is written");
    let run = |way: &str| assize(&folder, &["run", "way.asz", "--choose", way, "--choose", "gate=low"]);
    let output = run("way=left");
    assert!(said(&output).contains("home") && code(&output) == Some(0), "{output:?}");
    let told = "the choice `gate` did not come up in this run, so `--choose gate=low` did nothing\n";
    assert_eq!(complained(&output), told);
    let output = run("way=right");
    assert!(said(&output).contains("stoop") && complained(&output).is_empty(), "{output:?}");
}

/// A scene whose dice were once drawn one after the other; the book showed what came up from seed 5.
const CLIMB: &str = "use ttomp\nactor inez \"Inez, a thief\"\naction climb \"climb the garden wall\" by inez {\n  \
                     task climb \"over the wall\" { quality standard }\n}\n";

#[test]
fn an_older_verdict_comes_out_again() {
    let folder = folder("older");
    fs::write(folder.join("climb.asz"), CLIMB).expect("it is written");
    let run = |words: &[&str]| assize(&folder, &[&["run", "climb.asz"], words].concat());
    let older = said(&run(&["--seed", "5", "--stream", "chacha8/1"]));
    for line in ["by dice, seed 5\n", "    BD: 4\n", "    P2: 5 [4]\n", "    BD: 5\n", "climb.outcome: major\n"] {
        assert!(older.contains(line), "{line}{older}");
    }
    let json = said(&run(&["--seed", "5", "--stream", "chacha8/1", "--format", "json"]));
    assert!(json.contains("\"seed\": \"5\"") && json.contains("\"stream\": \"chacha8/1\""), "{json}");
    assert_ne!(older, said(&run(&["--seed", "5"])));
    let hexadecimal = "8f1c22d0a97be3645110cf3d72e8b4a9";
    for words in [
        ["--stream", "chacha8/1"].as_slice(),
        &["--secret-seed", "1"],
        &["--seed", "5", "--secret-seed", "1", "--stream", "chacha8/1"],
        &["--seed", hexadecimal, "--stream", "chacha8/1"],
    ] {
        let output = run(words);
        assert_eq!(code(&output), Some(2), "{words:?}: {}", complained(&output));
    }
}

#[test]
fn a_fresh_verdict_comes_out_again() {
    let folder = folder("again");
    let hidden =
        "secret action hide \"hide behind the wall\" by inez { value 5b \"her life\", task hide { quality good } }\n";
    fs::write(folder.join("climb.asz"), format!("{CLIMB}{hidden}")).expect("it is written");
    let run = |words: &[&str]| {
        let output = assize(&folder, &[&["run", "climb.asz", "--format", "json"], words].concat());
        serde_json::from_str::<serde_json::Value>(&said(&output)).unwrap_or_else(|_| panic!("{}", complained(&output)))
    };
    let verdict = run(&[]);
    let seed = |name: &str| verdict[name].as_str().unwrap_or_else(|| panic!("{name} of {verdict}")).to_owned();
    let (public, secret) = (seed("seed"), seed("secret_seed"));
    assert_eq!((public.len(), secret.len()), (32, 32));
    assert_eq!(run(&["--seed", &public, "--secret-seed", &secret]), verdict);
    assert_ne!(run(&["--seed", &public])["events"], verdict["events"], "secret dice come from another seed");
    assert_eq!(run(&["--for", "players"])["secret_seed"], serde_json::Value::Null);
}

#[test]
fn help_and_version_are_no_mistakes() {
    let folder = folder("help");
    let output = assize(&folder, &["--help"]);
    assert_eq!(code(&output), Some(0));
    assert!(said(&output).contains("Exit codes:"));
    assert_eq!(code(&assize(&folder, &["--version"])), Some(0));
}

#[test]
fn mistakes_are_explained() {
    let folder = folder("explain");
    let output = assize(&folder, &["explain", "az201"]);
    assert_eq!(code(&output), Some(0));
    assert!(said(&output).starts_with("AZ201: "));
    assert!(said(&assize(&folder, &["explain"])).lines().count() >= 64);
}

#[test]
fn rules_are_explained_by_the_line_that_holds_them() {
    let folder = folder("rule");
    let rule = said(&assize(&folder, &["explain", "du-006"]));
    assert!(rule.starts_with("DU-006 (duel, Plain tests)\n  Roll 2d6.\n  duel:"), "{rule}");
    let reading = said(&assize(&folder, &["explain", "A2"]));
    assert_eq!(reading.matches("A2 (").count(), SYSTEMS.len(), "each system has readings of its own: {reading}");
    let example = said(&assize(&folder, &["explain", "we-w03"]));
    assert!(example.starts_with("WE-W03 (west, Worked examples)\n  The shotgun: "), "{example}");
    assert!(example.contains("\n  Tried in scripts/tests/west-book.asz"), "{example}");
    let output = assize(&folder, &["explain", "DU-999"]);
    assert_eq!(code(&output), Some(2));
    assert!(complained(&output).contains("no error code or rule `DU-999`"));
    // What the rulebook works out from its rules has a letter before its number.
    for derived in ["RA-P13", "ttomp:TT-D10", "WE-D05"] {
        let output = assize(&folder, &["explain", derived]);
        assert_eq!(code(&output), Some(2));
        let told = complained(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains("an example or a chance that follows from the rules"), "{told}");
    }
}

#[test]
fn what_is_inside_the_program_is_shown() {
    let folder = folder("show");
    let script = said(&assize(&folder, &["show", "duel"]));
    assert!(script.starts_with("system duel "), "{script}");
    fs::write(folder.join("mine.asz"), script).expect("it can be written");
    assert_eq!(code(&assize(&folder, &["check", "mine.asz"])), Some(0), "it is the whole script");
    let list = said(&assize(&folder, &["show", "--list"]));
    let systems = list.lines().take_while(|line| line.starts_with("system ")).count();
    assert!(systems == SYSTEMS.len() && list.lines().skip(systems).all(|line| line.starts_with("house ")), "{list}");
    let output = assize(&folder, &["show", "dual"]);
    assert_eq!(code(&output), Some(2));
    assert!(complained(&output).contains("did you mean `duel`?"));
}

#[test]
fn a_new_folder_of_each_system_runs() {
    let folder = folder("new-systems");
    for system in SYSTEMS {
        let output = assize(&folder, &["new", system, "--system", system]);
        assert_eq!(code(&output), Some(0), "{output:?}");
        let scene = format!("{system}/scene.asz");
        for command in ["check", "test"] {
            let output = assize(&folder, &[command, &scene]);
            assert_eq!(code(&output), Some(0), "{system}: {output:?}");
            assert_eq!(complained(&output), "", "{system}");
        }
        assert_eq!(code(&assize(&folder, &["run", &scene, "--seed", "1"])), Some(0), "{system}");
    }
}

#[test]
fn a_new_folder_is_filled_once() {
    let folder = folder("new");
    let output = assize(&folder, &["new", "prince"]);
    assert_eq!(code(&output), Some(0), "{output:?}");
    for file in ["party.asz", "scene.asz", "README.md"] {
        assert!(folder.join("prince").join(file).is_file(), "{file}");
    }
    fs::write(folder.join("prince/scene.asz"), "mine").expect("it can be written");
    assert_eq!(code(&assize(&folder, &["new", "prince"])), Some(5));
    assert_eq!(fs::read_to_string(folder.join("prince/scene.asz")).expect("it can be read"), "mine");
}

#[test]
fn manners() {
    let folder = folder("manners");
    let schema: serde_json::Value =
        serde_json::from_str(&said(&assize(&folder, &["schema"]))).expect("the schema is JSON");
    assert!(jsonschema::validator_for(&schema).is_ok());
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(said(&assize(&folder, &["completions", shell])).contains("assize"), "{shell}");
    }
    assert!(said(&assize(&folder, &["man"])).contains(".TH"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("this system has a full device");
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    let output = command.arg("schema").stdout(full).output().expect("the program can be started");
    assert_eq!(code(&output), Some(5));
    assert!(complained(&output).contains("the output could not be written"), "{output:?}");
}

#[cfg(unix)]
#[test]
fn a_broken_pipe_is_told() {
    let (reader, writer) = std::io::pipe().expect("a pipe can be made");
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    let output = command.arg("schema").stdout(writer).output().expect("the program can be started");
    assert_eq!(code(&output), Some(5));
    assert!(complained(&output).contains("the output could not be written"), "{output:?}");
}

#[cfg(unix)]
#[test]
fn a_file_without_end_is_refused() {
    let output = assize(&folder("endless"), &["check", "/dev/zero", "--error-format", "plain"]);
    assert_eq!(code(&output), Some(5));
    assert!(complained(&output).contains("error[AZ103]"), "{output:?}");
}

#[test]
fn a_misspelt_file_is_guessed_at() {
    let folder = folder("misspelt");
    fs::create_dir(folder.join("scenes")).expect("a folder can be made");
    for (name, text) in [("scene.asz", "use \"patry.asz\"\n"), ("party.asz", ""), ("other.asz", "")] {
        fs::write(folder.join("scenes").join(name), text).expect("it can be written");
    }
    let output = assize(&folder, &["check", "scenes/scene.asz", "--error-format", "plain"]);
    assert!(complained(&output).contains("help: did you mean `party.asz`?"), "{output:?}");
}

/// What a terminal would obey, in the name of a file.
#[cfg(unix)]
fn obeyed(end: &str) -> String {
    format!("e\u{1b}[31mRED\u{202e}\u{9b}\u{85}\u{2066}{end}")
}

/// Whether a terminal would obey it, or show a line otherwise than it is written.
#[cfg(unix)]
fn is_obeyed(letter: char) -> bool {
    let turns =
        matches!(letter, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    turns || (letter.is_control() && letter != '\n')
}

#[cfg(unix)]
#[test]
fn no_name_of_a_file_is_obeyed_by_a_terminal() {
    let folder = folder("obeyed");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("it can be written");
    write("reeds.asz", "system reeds\nkind person { reeds : number = 0 }\nprocedure cut by person { let gain = 1 }");
    let [scene, crooked, journal, rule] = [".asz", "2.asz", ".journal", "3.asz"].map(obeyed);
    let lines = "use reeds\nperson ada \"A\u{202e}da\"\ncut bank by ada\nnote \"a\u{2066}knock\"\n";
    write(&scene, &format!("{lines}expect deliberate {{ bank.gain is 1 }}\nexpect deliberate {{ bank.gain is 2 }}\n"));
    write(&crooked, "note “a knock”\n");
    write(&rule, "house scythe extends reeds\nadd after let cut.gain { note \"much\" }\n");
    let [missing, told, made] = ["4.asz", ".md", ""].map(obeyed);
    let [cast, functions] = ["=a", ".rhai"].map(obeyed);
    write(&functions, "fn after_let_gain(gain) { #{ note: \"much\" } }\n");
    let ways: [&[&str]; 41] = [
        &["odds", &scene, "P(bank.gain >= 1)", "--beside", &scene],
        &["odds", &scene, "P(bank.gain >= 1)", "--beside", &missing],
        &["odds", &scene, "P(bank.gain >= 1)", "--with", &functions],
        &["odds", &scene, "P(bank.gain >= 1)", "--with", &functions, "--format", "csv"],
        &["odds", &scene, "P(bank.gain >= 1)", &missing],
        &["house", &functions, "--in", &scene],
        &["run", &scene, "--cast", &cast],
        &["run", &scene, "--seed", &missing],
        &["completions", &missing],
        &[&missing],
        &["check", &scene],
        &["check", &missing],
        &["test", "--coverage", &scene],
        &["check", "--fix", &crooked],
        &["run", &scene],
        &["run", &missing],
        &["why", &scene],
        &["why", &scene, &missing],
        &["odds", &scene],
        &["ir", &scene],
        &["run", &scene, "--save", &journal],
        &["run", &scene, "--save", &journal],
        &["run", &scene, "--from", &journal],
        &["run", &scene, "--from", &missing],
        &["house", &rule, "--in", &scene],
        &["house", &rule, "--journal", &journal],
        &["export", &journal],
        &["export", &journal, "-o", &told],
        &["export", &journal, "-o", &told],
        &["new", &made],
        &["new", &made],
        &["check", "--within", &missing, &scene],
        &["run", &scene, "--format", "json"],
        &["odds", &scene, "P(bank.gain >= 1)", "--format", "json"],
        &["odds", &scene, "bank.gain", "--format", "json"],
        &["ir", &scene, "--format", "json"],
        &["house", &rule, "--in", &scene, "--format", "json"],
        &["house", &rule, "--journal", &journal, "--format", "json"],
        &["house", &rule, "--in", &scene, "--odds", "P(bank.gain >= 1)", "--format", "json"],
        &["export", &journal, "--format", "json"],
        &["export", &journal, "--format", "html"],
    ];
    let mut named = 0;
    let mut look = |words: &[&str], output: &Output| {
        let shown = said(output) + &complained(output);
        assert!(!shown.contains(is_obeyed), "{words:?}: {shown:?}");
        named += usize::from(shown.contains("RED"));
    };
    for words in ways {
        look(words, &assize(&folder, words));
        let as_json = [words, &["--error-format", "json"]].concat();
        look(&as_json, &assize(&folder, &as_json));
    }
    for typed in [
        format!(":save {missing}"),
        format!(":export {told}2.md"),
        format!(":load {scene}"),
        format!(":cast {cast}"),
        ":quit".into(),
    ] {
        let words = ["repl", &scene, "--journal", &obeyed("2.journal")];
        look(&words, &told_by_hand(&folder, &words, &typed));
    }
    assert!(named >= 50, "only {named} of these name a file");
}

/// The program with this line as its input.
#[cfg(unix)]
fn told_by_hand(folder: &Path, words: &[&str], line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    let command = command.args(words).current_dir(folder).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program can be started");
    let typed = child.stdin.take().expect("it is piped").write_all([line, "\n"].concat().as_bytes());
    typed.expect("it reads what is typed");
    child.wait_with_output().expect("it ends")
}

/// Only one file of the command line writes paths, and replaces what a terminal would obey.
#[test]
fn paths_are_written_in_one_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
    let (mut folders, mut writers) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it is there").path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if fs::read_to_string(&entry).expect("it is text").contains(".display()") {
                writers.push(entry);
            }
        }
    }
    assert_eq!(writers, [root.join("paths.rs")]);
}

/// A scene whose one roll is asked for.
fn with_a_die(name: &str) -> PathBuf {
    let folder = folder(name);
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("it can be written");
    write("lots.asz", "system lots\nkind person { }\nprocedure draw by person { roll luck : 1d6 }");
    write("night.asz", "use lots\nperson ada\ndraw lot by ada { }");
    write("other.asz", "use lots\nperson ada\ndraw lot by ada { }\ndraw again by ada { }");
    folder
}

#[test]
fn parts_of_a_simulation_are_put_together_as_one() {
    let folder = with_a_die("simulated_in_parts");
    let question = "P(lot.luck >= 5)";
    let part = |shard: &str, file: &str| {
        let words = ["simulate", "night.asz", question, "-n", "5000", "--seed", "9", "--shard", shard, "-o", file];
        let output = assize(&folder, &words);
        assert_eq!(code(&output), Some(0), "{output:?}");
    };
    for (shard, file) in [("1/3", "a.json"), ("2/3", "b.json"), ("3/3", "c.json")] {
        part(shard, file);
    }
    let merged = assize(&folder, &["merge", "night.asz", "b.json", "a.json", "c.json", "-o", "all.json"]);
    let at_once = assize(&folder, &["simulate", "night.asz", question, "-n", "5000", "--seed", "9"]);
    assert_eq!((code(&merged), said(&merged)), (Some(0), said(&at_once)));
    assert!(said(&merged).starts_with("5000 runs from the seed 9\nP(lot.luck >= 5) = about 3"), "{}", said(&merged));
    assert_eq!(said(&assize(&folder, &["merge", "night.asz", "all.json"])), said(&merged));
}

#[test]
fn a_part_without_runs_is_a_part_all_the_same() {
    let folder = with_a_die("simulated_in_too_many_parts");
    let simulate = |more: &[&str]| {
        let words = [&["simulate", "night.asz", "P(lot.luck >= 5)", "-n", "1000", "--seed", "9"], more].concat();
        let output = assize(&folder, &words);
        assert_eq!(code(&output), Some(0), "{output:?}");
        said(&output)
    };
    for (shard, file) in [("1/3", "a.json"), ("2/3", "b.json"), ("3/3", "c.json")] {
        simulate(&["--shard", shard, "-o", file]);
    }
    assert!(simulate(&["--shard", "2/3"]).starts_with("0 runs from the seed 9"));
    let merged = assize(&folder, &["merge", "night.asz", "a.json", "b.json", "c.json"]);
    assert_eq!((code(&merged), said(&merged)), (Some(0), simulate(&[])));
}

#[test]
fn what_does_not_belong_together_is_not_put_together() {
    let folder = with_a_die("simulated_apart");
    let simulate = |words: &[&str]| {
        let output = assize(&folder, &[&["simulate"], words].concat());
        assert_eq!(code(&output), Some(0), "{output:?}");
    };
    simulate(&["night.asz", "P(lot.luck >= 5)", "-n", "3000", "--seed", "9", "--shard", "1/2", "-o", "one.json"]);
    simulate(&["night.asz", "P(lot.luck >= 5)", "-n", "3000", "--seed", "9", "--shard", "1/3", "-o", "cut.json"]);
    simulate(&["night.asz", "P(lot.luck >= 6)", "-n", "3000", "--seed", "10", "-o", "asked.json"]);
    simulate(&["other.asz", "P(lot.luck >= 5)", "-n", "3000", "--seed", "10", "-o", "other.json"]);
    let refused = |words: &[&str], exit: i32, message: &str| {
        let output = assize(&folder, &[&["merge", "night.asz"], words].concat());
        assert_eq!(code(&output), Some(exit), "{output:?}");
        assert!(complained(&output).contains(message), "{output:?}");
    };
    refused(&["one.json", "one.json"], 2, "runs 1/2 from seed 9 may be counted twice");
    refused(&["one.json", "cut.json"], 2, "runs 1/3 from seed 9 may be counted twice");
    refused(&["one.json", "asked.json"], 2, "these counts answer different questions");
    refused(&["one.json", "other.json"], 2, "these counts do not belong to this script and these questions");
    refused(&["other.json"], 4, "these counts do not belong to this script and these questions");
    refused(&["one.json", "-o", "cut.json"], 5, "the file `cut.json` already exists");
    let written = fs::read_to_string(folder.join("one.json")).expect("it was written");
    for (wrong, why) in [
        (written.replace("\"counted\": 1976", "\"counted\": 1977"), "its parts do not add up to its runs"),
        (written.replace("\"seed\": \"9\",", "\"seed\": \"9\", \"seed\": \"10\","), "duplicate field `seed`"),
        (written.replace("simulation/1", "simulation/2"), "was not written by"),
        ("[]".to_owned(), "was not written by"),
    ] {
        assert_ne!(wrong, written);
        fs::write(folder.join("wrong.json"), wrong).expect("it can be written");
        refused(&["wrong.json"], 5, why);
    }
}

#[test]
fn what_is_not_a_simulation_is_refused() {
    let folder = with_a_die("simulated_wrongly");
    for (words, exit, message) in [
        (vec!["-n", "0"], 2, "invalid value '0'"),
        (vec!["--shard", "3/2", "--seed", "1"], 2, "write a part as 1/4"),
        (vec!["--shard", "1/2"], 2, "--seed"),
        (vec!["P(lot.look >= 5)"], 2, "AZ201"),
        (vec!["-o", "lots.asz", "P(lot.luck >= 5)"], 5, "the file `lots.asz` already exists"),
        (vec![], 4, "nothing here has levels"),
    ] {
        let output = assize(&folder, &[&["simulate", "night.asz"], words.as_slice()].concat());
        assert_eq!(code(&output), Some(exit), "{words:?} {output:?}");
        assert!(complained(&output).contains(message), "{words:?} {output:?}");
    }
}

#[test]
fn a_name_has_one_value_on_the_command_line() {
    let folder = folder("given_twice");
    fs::write(
        folder.join("scene.asz"),
        "use d20\ncast hero : actor\nactor ann\nactor bo\ncheck climb by hero { ability strength, difficulty 9 }\n",
    )
    .expect("it can be written");
    for (words, name) in [
        (["--cast", "hero=ann,hero=bo"].as_slice(), "`--cast` gives `hero` two values"),
        (&["--cast", "hero=ann", "--cast", "hero=bo"], "`--cast` gives `hero` two values"),
        (&["--choose", "way=left", "--choose", "way=right"], "`--choose` gives `way` two values"),
    ] {
        let ended = assize(&folder, &[&["run", "scene.asz"], words].concat());
        assert_eq!(code(&ended), Some(2), "{words:?}");
        assert!(complained(&ended).contains(name), "{}", complained(&ended));
    }
    let ended = assize(&folder, &["run", "scene.asz", "--cast", "hero=ann", "--seed", "3"]);
    assert_eq!(code(&ended), Some(0), "{}", complained(&ended));
}
