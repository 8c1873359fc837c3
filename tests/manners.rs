//! The manners of the command line: one end for one kind of error, folders, results for programs, and nothing said twice.
#![cfg(feature = "cli")]

#[path = "shared/folder.rs"]
mod folder;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A folder of its own for each test, with a system of one roll and one choice, and a scene.
fn folder(name: &str) -> PathBuf {
    let folder = folder::empty(Path::new("manners").join(name));
    let system = "system lots\nkind person { luck : 0..9 = 1 }\nprocedure draw by person {\n  roll luck : 1d6\n}\n";
    write(&folder, "lots.asz", system);
    write(&folder, "night.asz", "use lots\ncast who : person\nperson ada\ndraw lot by who\n");
    write(&folder, "calm.asz", "use lots\nperson ada\nnote \"calm\"\n");
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("it can be written");
}

fn assize(folder: &Path, words: &[&str]) -> Output {
    with_variables(folder, &[], words)
}

/// The program with these variables and no others of its own.
fn with_variables(folder: &Path, variables: &[(&str, &str)], words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    for name in ["ASSIZE_MODE", "ASSIZE_DICE", "ASSIZE_COLOUR", "ASSIZE_FOLDERS", "ASSIZE_PACKS"] {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied());
    command.args(words).current_dir(folder).stdin(Stdio::null()).output().expect("the program can be started")
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

/// One kind of error, however it is made, ends every command in one way: the table of `docs/src/command-line.md`.
#[test]
fn one_kind_of_error_has_one_exit_code() {
    let folder = folder("exits");
    write(&folder, "wrong.asz", "use lots\nperson ada\ndraw lot by adda\n");
    write(&folder, "fails.asz", "use lots\nperson ada\nexpect deliberate { ada.luck is 2 }\n");
    write(&folder, "empty.journal", "");
    let ada = "who=ada";
    let ends: [(i32, &str, &[&[&str]]); 8] = [
        (
            2,
            "a misspelt name",
            &[
                &["run", "night.asz", "--cast", "wo=ada"],
                &["run", "night.asz", "--cast", "who=adda"],
                &["check", "night.asz", "--cast", "wo=ada"],
                &["test", "night.asz", "--cast", "wo=ada"],
                &["ir", "night.asz", "--cast", "wo=ada"],
                &["odds", "night.asz", "--cast", "wo=ada"],
                &["why", "night.asz", "lot.lukc", "--cast", ada],
                &["run", "night.asz", "--cast", ada, "--table=bob"],
                &["run", "night.asz", "--cast", ada, "--choose", "way=left"],
                &["why", "night.asz", "--cast", ada, "--choose", "way=left"],
                &["odds", "night.asz", "P(lot.luck >= 3)", "--cast", ada, "--choose", "way=left"],
                &["house", "lotz", "--in", "night.asz", "--cast", ada],
                &["odds", "night.asz", "P(lot.luck >= 3)", "--with", "lotz", "--cast", ada],
                &["explain", "AZ20l"],
                &["show", "dual"],
                &["man", "rnu"],
                &["schema", "verdikt"],
            ],
        ),
        (
            2,
            "an invalid question",
            &[
                &["odds", "night.asz", "lot.lukc", "--cast", ada],
                &["odds", "night.asz", "lot.luck >=", "--cast", ada],
                &["odds", "night.asz", "--given", "lot.lukc is 1", "--cast", ada],
                &["simulate", "night.asz", "P(lot.lukc >= 1)", "--cast", ada],
                &["advise", "night.asz", "--goal", "P(lot.lukc >= 1)", "--cast", ada],
                &["house", "lots", "--in", "night.asz", "--odds", "E(lot.lukc", "--cast", ada],
            ],
        ),
        (
            2,
            "an unknown option or value",
            &[&["run", "night.asz", "--sead", "1"], &["run", "night.asz", "--mode", "d"]],
        ),
        (1, "an error in a script", &[&["run", "wrong.asz"], &["check", "wrong.asz"], &["test", "wrong.asz"]]),
        (3, "an expectation that fails", &[&["test", "fails.asz"], &["test", "lots.asz", "fails.asz"]]),
        (4, "a run that cannot go on", &[&["run", "night.asz", "--cast", ada, "--dice", "7"]]),
        (
            5,
            "a file that cannot be read",
            &[
                &["run", "nowhere.asz"],
                &["check", "nowhere.asz", "--format", "json"],
                &["export", "nowhere.journal"],
                &["run", "calm.asz", "--from", "nowhere.journal"],
            ],
        ),
        (0, "success", &[&["run", "calm.asz"], &["test", "calm.asz"], &["check", "calm.asz"]]),
    ];
    let mut wrong = Vec::new();
    for (wanted, kind, calls) in ends {
        for words in calls {
            let output = assize(&folder, words);
            if code(&output) != Some(wanted) {
                wrong.push(format!("{kind}: {words:?} ends with {:?}: {}", code(&output), complained(&output)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_folder_stands_for_the_scripts_in_it() {
    let folder = folder("folders");
    fs::create_dir_all(folder.join("deep/.hidden")).expect("folders can be made");
    write(&folder, "deep/more.asz", "note \"more\"\n");
    write(&folder, "deep/.hidden/never.asz", "nonsense");
    write(&folder, "deep/notes.txt", "nonsense");
    let output = assize(&folder, &["check", ".", "calm.asz", "--cast", "who=ada"]);
    let lines: Vec<String> =
        said(&output).lines().filter_map(|line| Some(line.split_once(':')?.0.to_owned())).collect();
    // The part is filled in the one scene that has it, and refused in the others.
    assert_eq!((lines, code(&output)), (vec!["night.asz".to_owned()], Some(2)), "{output:?}");
    let output = assize(&folder, &["check", "deep", "lots.asz"]);
    assert!(said(&output).starts_with("deep/more.asz: no errors\nlots.asz: no errors"), "{output:?}");
    let output = assize(&folder, &["test", "deep"]);
    assert_eq!(said(&output), "deep/more.asz: nothing to test: it has no `expect`\n");
    fs::create_dir(folder.join("bare")).expect("a folder can be made");
    let output = assize(&folder, &["check", "bare"]);
    assert!(code(&output) == Some(5) && complained(&output).contains("there are no scripts in the folder `bare`"));
}

#[test]
fn quiet_says_nothing_of_what_is_right() {
    let folder = folder("quiet");
    write(&folder, "two.asz", "use lots\nperson ada\nexpect \"one\" { 1 + 1 = 2 }\nexpect \"two\" { 1 + 1 = 3 }\n");
    for command in ["check", "test"] {
        let output = assize(&folder, &[command, "-q", "calm.asz", "lots.asz"]);
        assert_eq!((said(&output), code(&output)), (String::new(), Some(0)), "{output:?}");
    }
    let output = assize(&folder, &["test", "--quiet", "two.asz"]);
    assert_eq!(said(&output), "FAIL two.asz:4 two\ntwo.asz: 1 of 2 expectations hold\n");
    let output = assize(&folder, &["test", "--filter", "one", "two.asz"]);
    assert_eq!(said(&output), "ok   two.asz:3 one\ntwo.asz: 1 of 1 expectations hold\n");
    let output = assize(&folder, &["test", "--filter", "three", "two.asz"]);
    assert!(code(&output) == Some(2) && complained(&output).contains("no expectation contains `three`"), "{output:?}");
}

#[test]
fn results_for_programs_are_what_their_schemas_say() {
    let folder = folder("json");
    write(
        &folder,
        "two.asz",
        "use lots\nperson ada\nnote \"late\" if 1 > 2\nexpect \"one\" { 1 + 1 = 2 }\nexpect \"two\" { 1 + 1 = 3 }\n",
    );
    write(&folder, "wrong.asz", "use lots\nperson ada\ndraw lot by adda\n");
    let files = ["two.asz", "wrong.asz", "nowhere.asz"];
    let calls: [(&str, Vec<&str>, usize); 4] = [
        ("check", [["check"].as_slice(), &files].concat(), 3),
        ("test", [["test"].as_slice(), &files, &["--coverage"]].concat(), 4),
        ("why", vec!["why", "night.asz", "--cast", "who=ada", "--seed", "1"], 1),
        ("odds", vec!["odds", "night.asz", "E(lot.luck)", "--cast", "who=ada"], 1),
    ];
    for (name, words, lines) in calls {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("protocol/{name}.schema.json"));
        let current = said(&assize(&folder, &["schema", name]));
        if std::env::var_os("WRITE_DOCS").is_some() {
            fs::write(&path, &current).expect("it can be written");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == current, "`{}` is behind; `WRITE_DOCS=1 cargo test --test manners` writes it", path.display());
        let schema: Value = serde_json::from_str(&current).expect("it is JSON");
        let schema = jsonschema::validator_for(&schema).expect("it is a schema");
        let output = assize(&folder, &[words.as_slice(), &["--format", "json"]].concat());
        // What was found is in the result, and nowhere else.
        assert_eq!(complained(&output), "", "{name}");
        let told: Vec<Value> =
            said(&output).lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
        assert_eq!(told.len(), lines, "{name}: {told:?}");
        assert!(told.iter().all(|line| schema.is_valid(line)), "{name}: {told:?}");
        assert!(!schema.is_valid(&serde_json::json!({ "files": 1 })), "{name}");
        match name {
            "check" => assert!(told[0]["ok"] == true && told[1]["findings"][0]["code"] == "AZ201", "{told:?}"),
            "test" => {
                assert!(told[0]["hold"] == 1 && told[0]["expectations"][1]["holds"] == false, "{told:?}");
                assert_eq!(told[0]["warnings"][0]["code"], "AZ612", "{told:?}");
            }
            "why" => assert_eq!(told[0]["reasons"][0]["place"]["file"], "lots.asz", "{told:?}"),
            _ => assert_eq!(told[0]["decimal"], "3.5000000000", "{told:?}"),
        }
    }
}

#[test]
fn small_manners() {
    let folder = folder("small");
    // A journal keeps its dice.
    let output = assize(&folder, &["house", "rain", "--journal", "a.journal", "--seed", "5"]);
    assert!(code(&output) == Some(2) && complained(&output).contains("`--seed` makes no difference"), "{output:?}");
    // One line for each error.
    let output = assize(&folder, &["check", "nowhere.asz", "lots.asz", "--error-format", "plain"]);
    assert_eq!(complained(&output).lines().count(), 1, "{output:?}");
    // A path as the shell takes it.
    let output = assize(&folder, &["new", "a b/it's"]);
    assert!(said(&output).contains("assize run 'a b/it'\\''s/scene.asz'"), "{output:?}");
    let output = assize(&folder, &["new", "a b/it's"]);
    assert!(code(&output) == Some(5) && complained(&output).contains("already exists"), "{output:?}");
    // Faces in any spelling.
    for faces in ["5", "5,", " [5] ", "5 = 5"] {
        let output = assize(&folder, &["run", "night.asz", "--cast", "who=ada", "--dice", faces]);
        assert!(said(&output).contains("1d6: 5"), "{faces}: {output:?}");
    }
    // The output is called `-`, as the input is.
    let output = assize(&folder, &["run", "calm.asz", "--save", "calm.journal"]);
    assert_eq!(code(&output), Some(0), "{output:?}");
    let output = assize(&folder, &["export", "calm.journal", "-o", "-"]);
    assert!(said(&output).contains("calm") && !folder.join("-").exists(), "{output:?}");
}

#[test]
fn a_page_is_shown_as_people_read_it() {
    let page = said(&assize(&folder("pages"), &["explain", "AZ201"]));
    assert!(page.starts_with("AZ201: ") && page.contains("\n    actor pinto "), "{page}");
    assert!(!page.contains("```") && !page.contains("]("), "{page}");
}

/// A command, its options, and the pairs of them that are refused.
type OfCommand = (&'static str, &'static [&'static str], &'static [(&'static str, &'static str)]);

/// The pairs of options of which one would make no difference beside the other, by the commands: no other pair is refused before a
/// script is read. What makes no difference in one scene only is refused when the scene is known.
const REFUSED: [OfCommand; 4] = [
    (
        "run",
        &[
            "--mode=random",
            "--seed=1",
            "--secret-seed=1",
            "--stream=blake3/1",
            "--dice=1",
            "--table",
            "--choose=a=b",
            "--policy=p",
            "--for=gm",
            "--cast=a=b",
            "--save=j",
            "--from=j",
            "--dice-page",
            "--with-odds",
            "--format=json",
            "--brief",
        ],
        &[
            ("--seed=1", "--dice=1"),
            ("--secret-seed=1", "--dice=1"),
            ("--stream=blake3/1", "--dice=1"),
            ("--dice=1", "--table"),
            ("--dice=1", "--dice-page"),
            ("--policy=p", "--with-odds"),
            ("--save=j", "--with-odds"),
            ("--from=j", "--with-odds"),
            ("--format=json", "--brief"),
        ],
    ),
    (
        "check",
        &["--cast=a=b", "--fix", "--quiet", "--format=json"],
        &[("--fix", "--format=json"), ("--quiet", "--format=json")],
    ),
    (
        "test",
        &["--cast=a=b", "--filter=a", "--coverage", "--quiet", "--format=json"],
        &[("--filter=a", "--coverage"), ("--quiet", "--format=json")],
    ),
    ("export", &["--format=html", "--for=gm", "--title=t", "--without-undone", "--output=f"], &[]),
];

#[test]
fn a_pair_of_options_is_refused_where_one_makes_no_difference() {
    let folder = folder("pairs");
    for (command, options, refused) in REFUSED {
        let help = said(&assize(&folder, &[command, "--help"]));
        let own = help.split("Options of every command:").next().unwrap_or_default();
        // Each option begins its own line, behind its short form if it has one.
        let begins = |line: &&str| line.starts_with("      --") || line.starts_with("  -");
        let named = own.lines().filter(begins).filter_map(|line| line.split_once("--"));
        for (_, rest) in named {
            let name =
                rest.split(|letter: char| !letter.is_ascii_alphabetic() && letter != '-').next().unwrap_or_default();
            let is_listed = options.iter().any(|option| option.split('=').next() == Some(&format!("--{name}")));
            assert!(is_listed || name == "help", "`--{name}` of `{command}` is not in the table");
        }
        let mut found = Vec::new();
        for (at, one) in options.iter().enumerate() {
            for other in &options[at + 1..] {
                let output = assize(&folder, &[command, "nowhere", one, other]);
                assert!(matches!(code(&output), Some(2 | 5)), "{command} {one} {other}: {output:?}");
                if code(&output) == Some(2) {
                    found.push((*one, *other));
                }
            }
        }
        assert_eq!(found, refused, "{command}");
    }
}

#[test]
fn what_rolls_no_dice_takes_no_options_about_them() {
    let folder = folder("idle");
    let cases: [(&[&str], &str); 6] = [
        (&["--mode", "deliberate", "--seed", "5"], "`--seed` makes no difference: judgement rolls no dice"),
        (&["--mode", "deliberate", "--dice", "5"], "`--dice` makes no difference: judgement rolls no dice"),
        (&["--mode", "deliberate", "--table"], "`--table` makes no difference: judgement rolls no dice"),
        (&["--mode", "automatic", "--seed", "5"], "`--seed` makes no difference: `automatic` rolls no dice"),
        (&["--seed", "5"], ""),
        (&["--mode", "deliberate"], ""),
    ];
    for (words, message) in cases {
        for command in ["run", "why"] {
            let output = assize(&folder, &[[command, "night.asz", "--cast", "who=ada"].as_slice(), words].concat());
            let wanted = if message.is_empty() { 0 } else { 2 };
            assert!(code(&output) == Some(wanted) && complained(&output).contains(message), "{words:?}: {output:?}");
        }
    }
    let output = assize(&folder, &["run", "calm.asz", "--seed", "5"]);
    assert!(complained(&output).contains("`--seed` makes no difference: this scene rolls no dice"), "{output:?}");
    // One line that rolls is enough, whatever answers the others.
    write(&folder, "mixed.asz", "use lots\nperson ada\nmode random\ndraw lot by ada\n");
    assert_eq!(code(&assize(&folder, &["run", "mixed.asz", "--mode", "deliberate", "--seed", "5"])), Some(0));
}

#[test]
fn an_argument_is_stronger_than_a_variable_and_that_than_the_file() {
    let folder = folder("settings");
    fs::create_dir_all(folder.join("deep/down")).expect("folders can be made");
    fs::create_dir(folder.join("rules")).expect("a folder can be made");
    write(&folder, "rules/party.asz", "person ben\n");
    write(&folder, "assize.toml", "[defaults]\nmode = \"deliberate\"\nfolders = [\"rules\"]\n");
    write(&folder, "deep/down/scene.asz", "use \"../../lots.asz\"\nuse \"party.asz\"\ndraw lot by ben\n");
    let run = |variables: &[(&str, &str)], words: &[&str]| {
        let output = with_variables(&folder, variables, &[&["run", "deep/down/scene.asz"], words].concat());
        assert_eq!(code(&output), Some(0), "{output:?}");
        said(&output).lines().next().unwrap_or_default().to_owned()
    };
    let by_judgement = "lots, by judgement";
    assert_eq!(run(&[], &[]), by_judgement);
    assert_eq!(run(&[], &["--mode", "automatic"]), "lots, automatic: the best level unless one is declared");
    assert!(run(&[("ASSIZE_MODE", "random")], &[]).starts_with("lots, by dice, seed "));
    assert_eq!(run(&[("ASSIZE_MODE", "random")], &["--mode", "deliberate"]), by_judgement);
    // A file that is nearer is the only one.
    write(&folder, "deep/assize.toml", "[defaults]\nfolders = [\"../rules\"]\ndice = \"table\"\n");
    assert_eq!(run(&[], &["--dice", "4"]), "lots, with dice rolled by hand");
    let told = said(&with_variables(&folder, &[("ASSIZE_MODE", "automatic")], &["config", "deep/down/scene.asz"]));
    for line in [
        "mode    = \"automatic\"  # ASSIZE_MODE",
        "dice    = \"table\"  # deep/assize.toml:3",
        "colour  = \"auto\"  # default",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    // A list may begin below its bracket, and may be empty.
    for (file, line) in [("[defaults]\n\nfolders = [\n\"rules\"\n]\n", 3), ("\n[defaults]\nfolders = []\n", 3)] {
        write(&folder, "deep/assize.toml", file);
        let told = said(&assize(&folder, &["config", "deep/down/scene.asz"]));
        assert!(told.contains(&format!("]  # deep/assize.toml:{line}\n")), "{file}: {told}");
    }
    write(&folder, "assize.toml", "[defaults]\ncolour = \"always\"\n");
    let coloured = |words: &[&str]| said(&assize(&folder, &[&["explain", "AZ904"], words].concat())).contains('\u{1b}');
    assert!(coloured(&[]) && !coloured(&["--colour", "never"]), "it counts where no script is read as well");
    let output = with_variables(&folder, &[("ASSIZE_DICE", "tabel")], &["run", "calm.asz"]);
    assert!(code(&output) == Some(2) && complained(&output).contains("did you mean `table`?"), "{output:?}");
}

#[test]
fn a_setting_that_cannot_be_is_shown_at_its_place() {
    let folder = folder("wrong_settings");
    for (file, found) in [
        (
            "[defaults]\nmode = \"delibrate\"\n",
            "assize.toml:2:8: error[AZ904]: `delibrate` is not a valid value of `mode`; help: did you mean `deliberate`?",
        ),
        ("[defaults]\nmodus = \"random\"\n", "assize.toml:2:1: error[AZ904]: there is no setting `modus`"),
        (
            "[defaults]\nmode = 1\n",
            "assize.toml:2:8: error[AZ904]: `mode` must be text; help: write it in quotes: `mode = \"random\"`",
        ),
        ("[defaults]\nfolders = \"rules\"\n", "assize.toml:2:11: error[AZ904]: `folders` must be a list"),
        (
            "mode = \"random\"\n",
            "assize.toml:1:1: error[AZ904]: unknown entry `mode`; help: write `[defaults]` on a line above it",
        ),
        (
            "[default]\n",
            "assize.toml:1:2: error[AZ904]: unknown entry `default`; help: settings belong in `[defaults]`",
        ),
        ("[pack]\nname = \"mine\"\n", "assize.toml:1:1: error[AZ117]: this pack has no `version`"),
        ("[defaults\n", "error[AZ904]: this is not valid TOML: "),
    ] {
        write(&folder, "assize.toml", file);
        for words in [["run", "calm.asz"].as_slice(), &["check", "."], &["config"]] {
            let output = assize(&folder, &[words, &["--error-format", "plain"]].concat());
            assert!(code(&output) == Some(1) && complained(&output).contains(found), "{file}: {output:?}");
        }
        let output = assize(&folder, &["explain", "AZ904", "--error-format", "plain"]);
        assert!(code(&output) == Some(0) && complained(&output).contains(found), "it reads no script: {output:?}");
    }
}

#[test]
fn every_manual_page_that_is_named_is_there() {
    let folder = folder("man");
    let page = said(&assize(&folder, &["man"]));
    let named: Vec<&str> =
        page.lines().filter_map(|line| line.strip_prefix("assize\\-")?.strip_suffix("(1)")).collect();
    assert!(named.contains(&"run") && !named.contains(&"help"), "{page}");
    for name in named {
        let page = said(&assize(&folder, &["man", name]));
        assert!(page.contains(&format!(".TH assize-{name} 1")), "{name}: {page}");
    }
}
