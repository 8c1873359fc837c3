//! Every command that takes `--for`: whatever it is asked, players are told the same whatever the secret is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::folder;

const SYSTEM: &str = r#"system keep "The Keep"
modifiers signed
scale outcome { fail | pass }
kind person { skill : number = 0 }
procedure lift by person {
  ask burden : number = 0
  ask help : many number
  roll pull : 1d100
  let weight = burden * 2 + person.skill + sum(help)
  decide result {
    pass | pull.sum * 100 >= weight
    fail | otherwise
  }
}
"#;

const RULE: &str =
    "house easy extends keep\nreplace let lift.weight { let weight = burden + person.skill + sum(help) }\n";

/// Lines that bring a secret, `SECRET`, and what it is asked for by.
const SECRETS: [(&str, &str); 5] = [
    ("secret set ada.skill = SECRET\nlift climb by ada", "ada.skill"),
    ("lift climb by ada { secret burden SECRET }", "climb.weight"),
    ("secret tally alarm : number = SECRET\nlift climb by ada { burden alarm }", "alarm"),
    ("secret modifier wire SECRET \"a wire\"\nlift climb by ada { help wire }", "climb.weight"),
    ("secret lift climb by ada { burden SECRET }\nlift other by ada", "climb.weight"),
];

/// Two secrets of one length with which the runs end alike, and that are not as likely to.
const TWO: [&str; 2] = ["4242", "3939"];

/// What each command that takes `--for` is given; `ASKED` is a question's name.
const ASKED: [(&str, &[&str]); 23] = [
    ("run", &["scene.asz", "--dice", "99"]),
    ("run", &["scene.asz", "--dice", "99", "--format", "json"]),
    ("run", &["scene.asz", "--dice", "99", "--from", "evening.journal"]),
    ("why", &["scene.asz", "--dice", "99"]),
    ("why", &["scene.asz", "ASKED", "--dice", "99"]),
    ("export", &["evening.journal"]),
    ("export", &["evening.journal", "--format", "html"]),
    ("export", &["evening.journal", "--format", "json"]),
    ("house", &["easy.asz", "--in", "scene.asz", "--dice", "99"]),
    ("house", &["easy.asz", "--in", "scene.asz", "--dice", "99", "--format", "json"]),
    ("house", &["easy.asz", "--in", "scene.asz", "--dice", "99", "--odds", "ASKED", "--format", "json"]),
    ("house", &["easy.asz", "--in", "scene.asz", "--dice", "99", "--odds", "P(ASKED >= 4000)"]),
    ("house", &["easy.asz", "--in", "scene.asz", "--dice", "99", "--odds", "P(climb.result is pass)"]),
    ("house", &["easy.asz", "--journal", "evening.journal", "--format", "json"]),
    ("odds", &["scene.asz"]),
    ("odds", &["scene.asz", "--all", "--format", "html"]),
    ("odds", &["scene.asz", "P(ASKED >= 4000)", "--format", "csv"]),
    ("odds", &["scene.asz", "P(ASKED >= 4000)", "--why"]),
    ("odds", &["scene.asz", "P(ASKED >= 4000)", "--vary", "burden 1..3"]),
    ("odds", &["scene.asz", "--reach", "P(ASKED >= 4000) >= 60%"]),
    ("odds", &["scene.asz", "ASKED >= 4000", "--by", "ASKED >= 5000"]),
    ("advise", &["scene.asz", "--goal", "P(ASKED >= 4000)"]),
    ("odds", &["scene.asz", "--given", "ASKED >= 4000", "--format", "json"]),
];

fn assize(folder: &Path, words: &[&str]) -> String {
    ended(folder, words).1
}

/// How the program ends, and what it tells on both ways.
pub fn ended(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    let output = command.args(words).current_dir(folder).stdin(Stdio::null()).output().expect("the program starts");
    let told = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(told).expect("it tells text"))
}

/// A folder with a scene that has this secret, and the journal of a session in which it was played.
fn played(lines: &str, secret: &str) -> PathBuf {
    let folder = folder::empty(Path::new("secrets").join("commands").join(secret));
    let scene = format!("use keep\nperson ada \"Ada\"\n{}\n", lines.replace("SECRET", secret));
    for (name, text) in [("keep.asz", SYSTEM), ("easy.asz", RULE), ("scene.asz", &scene)] {
        fs::write(folder.join(name), text).expect("a file can be written");
    }
    let told = assize(&folder, &["run", "scene.asz", "--save", "evening.journal", "--dice", dice(lines)]);
    assert!(told.contains("result: pass"), "{told}");
    folder
}

/// What falls: a die a run.
fn dice(lines: &str) -> &str {
    if lines.contains("other") { "99,99" } else { "99" }
}

/// What a command tells somebody in such a folder.
fn told(folder: &Path, (lines, asked): (&str, &str), (command, words): (&str, &[&str]), whom: &str) -> String {
    let words = words.iter().map(|word| word.replace("ASKED", asked).replace("99", dice(lines)));
    let words: Vec<String> = words.collect();
    let words: Vec<&str> = [command].into_iter().chain(words.iter().map(String::as_str)).collect();
    assize(folder, &[words, vec!["--for", whom]].concat())
}

#[test]
fn no_warning_tells_how_a_hidden_condition_turns_out() {
    // Whether the line in braces ever happens hangs on the secret alone, and its author is told.
    for (kept, whom) in [("secret", "players"), ("hidden", "gm")] {
        let lines = format!(
            "{kept} set ada.skill = SECRET\n{kept} if ada.skill > 4000 {{ add 1 to ada.skill }}\nlift climb by ada"
        );
        let [one, other] = ["4141", "3737"].map(|number| played(&lines, number));
        for command in [("run", ["scene.asz", "--dice", "99"].as_slice()), ("why", &["scene.asz", "--dice", "99"])] {
            let [told, also] = [&one, &other].map(|folder| told(folder, (&lines, ""), command, whom));
            assert_eq!(told, also, "{command:?} {kept}");
        }
        let [author, another] = [&one, &other].map(|folder| assize(folder, &["check", "scene.asz"]));
        assert_ne!(author, another, "{kept}");
    }
}

/// What a folder holds where a run comes about only if a hidden number is high.
fn hidden_run(doom: &str) -> PathBuf {
    let folder = folder::empty(Path::new("secrets").join("hidden_run").join(doom));
    let scene = format!(
        "use keep\nperson ada \"Ada\"\nhidden tally doom : number = {doom}\nlift climb by ada {{ burden 9 }}\nhidden if doom > 4000 {{ lift other by ada }}\n"
    );
    for (name, text) in [("keep.asz", SYSTEM), ("easy.asz", RULE), ("scene.asz", &scene)] {
        fs::write(folder.join(name), text).expect("a file can be written");
    }
    folder
}

#[test]
fn the_game_master_who_does_not_ask_is_told_nothing_of_what_is_hidden() {
    let [one, other] = ["4141", "3737"].map(hidden_run);
    let house = ["house", "easy.asz", "--in", "scene.asz", "--seed", "5", "--for", "gm"];
    let simulate = ["simulate", "scene.asz", "--seed", "5", "-n", "200"];
    for (command, says) in
        [(&house[..], "dice may be hidden from the game master"), (&simulate, "left out: results hidden")]
    {
        let [one, other] = [&one, &other].map(|folder| assize(folder, command));
        assert_eq!(one, other, "{command:?}");
        assert!(one.contains(says) && !one.contains("other.result"), "{command:?}: {one}");
    }
    let asked = assize(&one, &["simulate", "scene.asz", "other.result", "--seed", "5", "-n", "200"]);
    assert!(asked.contains("other.result is pass"), "{asked}");
}

#[test]
fn no_command_tells_the_game_master_which_hidden_number_refuses_all_runs() {
    let folder = folder::empty(Path::new("secrets").join("refused_run"));
    let system = SYSTEM.replace("number = 0 }\nprocedure", "number = 0, nerve : 0..9 = 0 }\nprocedure");
    let scene = "use keep\nperson ada \"Ada\"\nhidden tally doom : number = 4242\nhidden set ada.nerve = doom\nlift climb by ada\n";
    for (name, text) in [("keep.asz", system.as_str()), ("easy.asz", RULE), ("scene.asz", scene)] {
        fs::write(folder.join(name), text).expect("a file can be written");
    }
    let asked = ASKED.iter().filter(|(_, words)| words.iter().all(|word| !word.contains("evening")));
    for (command, words) in asked {
        let told = told(&folder, ("lift climb by ada", "climb.weight"), (command, words), "gm");
        assert!(!told.contains("4242"), "{command} {words:?}: {told}");
    }
    let log = assize(&folder, &["run", "scene.asz", "--dice", "99", "--for", "log"]);
    assert!(log.contains("4242"), "{log}");
}

/// A modifier that nothing uses, or that nobody knows of yet, is a secret all the same.
#[test]
fn players_are_told_nothing_of_a_modifier_that_waits() {
    let waiting = [
        "secret modifier wire 4242 \"a wire\"\nlift climb by ada\n",
        "modifier wire 4242 \"a wire\" known to nobody\nlift climb by ada { help wire }\n",
        "hidden modifier wire 4242 \"a wire\"\nlift climb by ada\n",
    ];
    for (at, lines) in waiting.into_iter().enumerate() {
        let folder = folder::empty(Path::new("secrets").join("waiting").join(at.to_string()));
        let scene = format!("use keep\nperson ada \"Ada\"\n{lines}");
        for (name, text) in [("keep.asz", SYSTEM), ("easy.asz", RULE), ("scene.asz", &scene)] {
            fs::write(folder.join(name), text).expect("a file can be written");
        }
        let asked = ASKED.iter().filter(|(_, words)| words.iter().all(|word| !word.contains("evening")));
        for (command, words) in asked.chain([&("odds", &["scene.asz", "wire"][..])]) {
            let told = told(&folder, ("lift climb by ada", "wire"), (command, words), "players");
            assert!(!told.contains("4242"), "{lines} {command} {words:?}: {told}");
        }
    }
}

#[test]
fn the_prompt_warns_of_nothing_that_may_come_from_what_is_hidden() {
    let told = |kept: &str| {
        let folder = folder::empty(Path::new("secrets").join("prompt").join(kept));
        let plot = format!("{kept} modifier wire 4242 \"a wire\" known to bo\n");
        let lines = "use keep\nperson ada, person bo\nuse \"plot.asz\"\nlift climb by ada { help wire }\n";
        for (name, text) in [("keep.asz", SYSTEM), ("plot.asz", &plot), ("lines.txt", lines)] {
            fs::write(folder.join(name), text).expect("a file can be written");
        }
        let lines = fs::File::open(folder.join("lines.txt")).expect("it was written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        let output = command.args(["repl", "--seed", "7"]).current_dir(folder).stdin(lines).output();
        let output = output.expect("the program starts");
        String::from_utf8([output.stdout, output.stderr].concat()).expect("it tells text")
    };
    let (hidden, secret) = (told("hidden"), told("secret"));
    assert!(secret.contains("AZ612") && !hidden.contains("AZ612"), "{secret}\n{hidden}");
    assert!(!hidden.contains("4242"), "{hidden}");
}

#[test]
fn players_are_told_the_same_by_every_command_whatever_the_secret_is() {
    for secret in SECRETS {
        let [one, other] = TWO.map(|number| played(secret.0, number));
        for asked in ASKED {
            let [one, other] = [&one, &other].map(|folder| told(folder, secret, asked, "players"));
            assert_eq!(one, other, "{secret:?} {asked:?}");
            assert!(!one.contains(TWO[0]) && !other.contains(TWO[1]), "{secret:?} {asked:?}: {one}");
        }
        let is_told = ASKED.iter().any(|asked| told(&one, secret, *asked, "log").contains(TWO[0]));
        assert!(is_told, "nobody learns of the secret of {secret:?}, and so nothing was tested");
    }
}

#[test]
fn no_command_takes_for_that_is_not_asked_here() {
    let folder = folder::empty(Path::new("secrets").join("help"));
    let help = assize(&folder, &["--help"]);
    let listed = help.lines().take_while(|line| *line != "Options:").filter(|line| line.starts_with("  "));
    let names: Vec<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    let mut takes: Vec<&str> = names
        .into_iter()
        // `watch` does not end; `tests/watch.rs` looks at what it shows players.
        .filter(|name| !["help", "watch"].contains(name) && assize(&folder, &[name, "--help"]).contains("--for <WHOM>"))
        .collect();
    let mut asked: Vec<&str> = ASKED.iter().map(|(command, _)| *command).collect();
    takes.sort_unstable();
    asked.sort_unstable();
    asked.dedup();
    assert_eq!(takes, asked);
}
