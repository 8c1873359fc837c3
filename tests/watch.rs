//! `assize watch`, as an editor and a person use it: the real program, files that are saved in every manner, and Ctrl-C. What is waited
//! for is what the program prints.
#![cfg(all(feature = "cli", unix))]

#[path = "shared/folder.rs"]
mod folder;

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// Longer than this nothing takes, on however busy a machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// What it says last when it begins.
const BEGUN: &str = "press Ctrl-C to stop";

/// What it says behind mistakes.
const KEPT: &str = "the next result is compared with the last one that there was";

const LOTS: &str = "system lots \"Lots\"\nmodifiers signed
ladder fate, rolls 1d6, highest first { level | rolls | judged, good | 4..6 | 3.., bad | 1..3 | ..2 }
kind person { luck : 0..9 = 1 }
procedure draw by person {
  roll face : 1d6
  sum total { face | face, luck | person.luck }
  resolve fate with person.luck
}
";

const NIGHT: &str = "use lots\nuse \"party.asz\"\ndraw lot \"of the three\" by ada\n\
                     expect deliberate \"she is lucky\" { lot.fate is good }\n\
                     expect \"by hand\" { ada.luck = 3 }\nexpect odds { P(lot.total >= 5) = 5/6 }\n";

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = folder::empty(Path::new("watch").join(name));
    write(&folder, "lots.asz", LOTS);
    write(&folder, "party.asz", &party(3));
    write(&folder, "night.asz", NIGHT);
    folder
}

fn party(luck: u8) -> String {
    format!("use lots\nperson ada {{ luck {luck} }}\n")
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("the folder can be made");
    fs::write(path, text).expect("it can be written");
}

/// The program that watches.
struct Watching {
    child: Child,
    lines: Receiver<String>,
    folder: PathBuf,
}

impl Watching {
    /// With these words, once it has begun. What it has said until then.
    fn begin(folder: &Path, words: &[&str]) -> (Self, String) {
        // Both come through one pipe, in the order in which they are written.
        let (reader, writer) = io::pipe().expect("there is a pipe");
        let errors = writer.try_clone().expect("it has another end");
        let child = program(folder, words).stdout(writer).stderr(errors).spawn().expect("the program starts");
        let (tell, lines) = mpsc::channel();
        hear(reader, tell);
        let mut watching = Self { child, lines, folder: folder.to_owned() };
        let said = watching.until(BEGUN);
        (watching, said)
    }

    /// Everything that it says, up to a line with these words.
    fn until(&mut self, words: &str) -> String {
        let mut said = String::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => said.extend([line.as_str(), "\n"]),
                Err(error) => panic!("{words:?} was never said ({error}):\n{said}"),
            }
            if said.lines().last().is_some_and(|line| line.contains(words)) {
                return said;
            }
        }
    }

    fn save(&self, name: &str, text: &str) {
        write(&self.folder, name, text);
    }

    /// Ctrl-C, and how it ends.
    fn interrupt(mut self) -> Option<i32> {
        let process = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &process]).status().is_ok_and(|status| status.success()));
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn program(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    for name in ["ASSIZE_MODE", "ASSIZE_DICE", "ASSIZE_COLOUR", "ASSIZE_FOLDERS", "ASSIZE_PACKS"] {
        command.env_remove(name);
    }
    command.args(["--error-format", "plain", "watch"]).args(words).current_dir(folder).stdin(Stdio::null());
    command
}

fn hear(output: impl Read + Send + 'static, tell: Sender<String>) {
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if tell.send(line).is_err() {
                return;
            }
        }
    });
}

/// How it ends where it does not even begin.
fn ends(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = program(folder, words).output().expect("the program starts");
    (status.code(), String::from_utf8(stderr).expect("it is text"))
}

#[test]
fn lines_that_differ_are_shown_with_the_same_seed() {
    let (mut watching, said) = Watching::begin(&folder("lines"), &["night.asz"]);
    let first =
        said.lines().find(|line| line.starts_with("Lots, by dice, seed ")).expect("the verdict is told").to_owned();
    let face = |said: &str| said.lines().find(|line| line.contains("1d6:")).map(str::to_owned);
    let rolled = face(&said).expect("a die is rolled");
    assert!(said.contains("watching lots.asz, night.asz, party.asz;"), "{said}");
    watching.save("night.asz", &NIGHT.replace("of the three", "of the four"));
    let said = watching.until("+ lot");
    assert!(said.contains("saved: night.asz\n- lot \"of the three\"") && !said.contains(&rolled), "{said}");
    watching.save("night.asz", &NIGHT.replace("by ada\n", "by ada\nnote \"it is over\"\n"));
    let said = watching.until("it is over");
    assert!(said.contains("+ it is over") && !said.contains(&first), "{said}");
    // What makes no difference to the verdict is said to make none.
    watching.save("party.asz", &(party(3) + "# nothing\n"));
    watching.until("the verdict is the same");
    assert_eq!(watching.interrupt(), Some(0));
}

#[test]
fn a_half_written_file_is_told_and_the_last_result_stays_the_one_before() {
    let (mut watching, _) = Watching::begin(&folder("half"), &["night.asz", "--mode", "deliberate"]);
    watching.save("party.asz", "use lots\nperson ada { lu");
    let said = watching.until(KEPT);
    assert!(said.contains("saved: party.asz") && said.contains("party.asz:2:"), "{said}");
    watching.save("party.asz", "use lots\nperson ada { luck many }\n");
    watching.until(KEPT);
    watching.save("party.asz", &party(1));
    let said = watching.until("+   fate: bad");
    assert!(said.contains("-   fate: good"), "the first result is the one before: {said}");
    assert_eq!(watching.interrupt(), Some(0));
}

#[test]
fn it_begins_with_a_file_that_is_wrong_and_waits_for_one_that_is_not_there() {
    let folder = folder("wrong");
    fs::remove_file(folder.join("party.asz")).expect("it is there");
    let (mut watching, said) = Watching::begin(&folder, &["night.asz", "--mode", "deliberate"]);
    assert!(said.contains("there is no `party.asz` to use"), "{said}");
    watching.save("party.asz", &party(3));
    let said = watching.until("fate: good");
    assert!(said.contains("Lots, by judgement"), "all of the first result is told: {said}");
    assert_eq!(watching.interrupt(), Some(0));
}

#[test]
fn editors_save_by_renaming_and_files_disappear_for_a_moment() {
    let folder = folder("renamed");
    let (mut watching, _) = Watching::begin(&folder, &["night.asz", "--mode", "deliberate"]);
    watching.save("party.asz~", &party(1));
    fs::rename(folder.join("party.asz~"), folder.join("party.asz")).expect("it can be renamed");
    watching.until("+   fate: bad");
    // Gone and back as it was: nothing is said of it.
    fs::rename(folder.join("party.asz"), folder.join("away.asz")).expect("it can be renamed");
    fs::rename(folder.join("away.asz"), folder.join("party.asz")).expect("it can be renamed");
    // A file that nothing uses is none of its business.
    watching.save("other.asz", "use lots\n");
    watching.save("party.asz", &party(3));
    let said = watching.until("+   fate: good");
    assert_eq!(said.matches("saved:").count(), 1, "{said}");
    // Gone for good is told, and back again.
    fs::remove_file(folder.join("night.asz")).expect("it is there");
    let said = watching.until(KEPT);
    assert!(said.contains("there is no file `night.asz`"), "{said}");
    watching.save("night.asz", NIGHT);
    watching.until("the verdict is the same");
    assert_eq!(watching.interrupt(), Some(0));
}

#[test]
fn the_folder_itself_may_be_made_anew() {
    let outer = folder::empty(Path::new("watch").join("anew"));
    let inner = outer.join("scenes");
    for (name, text) in [("lots.asz", LOTS), ("party.asz", &party(3)), ("night.asz", NIGHT)] {
        write(&inner, name, text);
    }
    let (mut watching, _) = Watching::begin(&outer, &["scenes/night.asz", "--mode", "deliberate"]);
    fs::rename(&inner, outer.join("old")).expect("it can be renamed");
    watching.until(KEPT);
    for (name, text) in [("lots.asz", LOTS), ("party.asz", &party(1)), ("night.asz", NIGHT)] {
        write(&inner, name, text);
    }
    watching.until("+   fate: bad");
    watching.save("scenes/party.asz", &party(3));
    watching.until("+   fate: good");
    assert_eq!(watching.interrupt(), Some(0));
}

#[test]
fn ten_saves_at_once_are_told_together() {
    let (mut watching, _) = Watching::begin(&folder("ten"), &["night.asz", "--mode", "deliberate"]);
    for number in 0..10 {
        let last = if number == 9 { "the end" } else { "…" };
        watching.save("night.asz", &NIGHT.replace("of the three", &format!("number {number} {last}")));
    }
    let said = watching.until("the end");
    let told = said.matches("saved:").count();
    assert!(told < 5, "{told} times: {said}");
    assert_eq!(watching.interrupt(), Some(0));
}

#[test]
fn whatever_the_scene_is_made_of_counts() {
    let folder = folder("made of");
    let scene = "use lots\nuse house \"own.asz\"\nuse house pack \"coast\"\nuse sheet \"ben.json\"\ndraw lot by ben\n";
    write(&folder, "night.asz", scene);
    write(&folder, "ben.json", r#"{ "kind": "person", "name": "ben", "fields": { "luck": 3 } }"#);
    write(&folder, "own.asz", "house own extends lots\nadd after resolve draw.fate { note \"first\" }\n");
    let pack = |version: &str| {
        format!("[pack]\nname = \"coast\"\nversion = \"{version}\"\nextends = \"lots\"\nrules = [\"salt.asz\"]\n")
    };
    write(&folder, "coast/assize.toml", &pack("1.0.0"));
    write(&folder, "coast/salt.asz", "house salt extends lots\nadd after resolve draw.fate { note \"salt\" }\n");
    let (mut watching, said) = Watching::begin(&folder, &["night.asz", "--mode", "deliberate"]);
    assert!(said.contains("pack “coast” 1.0.0"), "{said}");
    watching.save("ben.json", r#"{ "kind": "person", "name": "ben", "fields": { "luck": 1 } }"#);
    watching.until("+   fate: bad");
    watching.save("own.asz", "house own extends lots\nadd after resolve draw.fate { note \"second\" }\n");
    watching.until("+   second");
    watching.save("coast/salt.asz", "house salt extends lots\nadd after resolve draw.fate { note \"pepper\" }\n");
    watching.until("+   pepper");
    watching.save("coast/assize.toml", &pack("1.1.0"));
    let said = watching.until("+ Lots");
    assert!(said.contains("1.1.0"), "{said}");
    // Settings that come to be.
    watching.save("assize.toml", "[defaults]\ncolour = \"never\"\n");
    let said = watching.until("the verdict is the same");
    assert!(said.contains("saved: assize.toml"), "{said}");
    watching.save("assize.toml", "[defaults]\nmode = \"lazy\"\n");
    let said = watching.until(KEPT);
    assert!(said.contains("assize.toml:2:8") && said.contains("lazy"), "{said}");
    assert_eq!(watching.interrupt(), Some(0));
}

#[test]
fn expectations_break_and_are_mended() {
    let (mut watching, said) = Watching::begin(&folder("tests"), &["night.asz", "--test"]);
    assert!(said.contains("ok   night.asz:4 she is lucky") && said.contains("3 of 3 expectations hold"), "{said}");
    watching.save("party.asz", &party(1));
    let said = watching.until("ada.luck` is 1");
    let rest = watching.until("P(lot.total >= 5)");
    assert!([&said, &rest].iter().any(|said| said.contains("broke night.asz:4 she is lucky")), "{said}{rest}");
    // A moved line, one that is mended, one that is gone and one that is new.
    let scene = NIGHT.replace("expect \"by hand\" { ada.luck = 3 }\n", "").replace("draw lot", "\n\ndraw lot");
    watching.save("night.asz", &(scene + "expect \"another\" { 1 + 1 = 2 }\n"));
    let said = watching.until("expectations hold");
    assert!(said.contains("new, ok night.asz:8 another") && said.contains("gone night.asz:5 by hand"), "{said}");
    assert!(!said.contains("she is lucky"), "what stays broken, though elsewhere, is no news: {said}");
    watching.save("party.asz", &party(3));
    let said = watching.until("3 of 3 expectations hold");
    assert!(said.contains("mended night.asz:6 she is lucky"), "{said}");
    assert_eq!(watching.interrupt(), Some(0));
}

#[test]
fn tests_of_house_rules_that_a_scene_uses_are_watched_too() {
    let folder = folder("houses");
    write(&folder, "night.asz", "use lots\nuse house \"own.asz\"\nuse \"party.asz\"\nexpect { ada.luck = 3 }\n");
    let house = |number: u8| {
        format!(
            "house own extends lots\nrule half(n : number) = n div down {number}\nexpect \"own\" {{ half(4) = 2 }}\n"
        )
    };
    write(&folder, "own.asz", &house(2));
    let (mut watching, said) = Watching::begin(&folder, &["night.asz", "--test"]);
    assert!(said.contains("ok   own.asz:3 own") && said.contains("2 of 2"), "{said}");
    watching.save("own.asz", &house(4));
    let said = watching.until("1 of 2 expectations hold");
    assert!(said.contains("broke own.asz:3 own"), "{said}");
    assert_eq!(watching.interrupt(), Some(0));
}

#[test]
fn chances_are_shown_before_and_after() {
    let folder = folder("odds");
    let (mut watching, said) = Watching::begin(&folder, &["night.asz", "--odds", "P(lot.total >= 5)", "E(lot.total)"]);
    assert!(said.contains("P(lot.total >= 5) = 5/6  (83.33%)"), "{said}");
    watching.save("party.asz", &party(1));
    let said = watching.until("E(lot.total):");
    assert!(said.contains("P(lot.total >= 5): 5/6  (83.33%) -> 1/2  (50.00%)"), "{said}");
    assert!(said.contains("E(lot.total): +13/2  (+6.50) -> +9/2  (+4.50)"), "{said}");
    watching.save("party.asz", &(party(1) + "\n"));
    watching.until("the odds are the same");
    assert_eq!(watching.interrupt(), Some(0));
    let (mut watching, _) = Watching::begin(&folder, &["night.asz", "--odds"]);
    watching.save("party.asz", &party(3));
    let said = watching.until("-> never");
    assert!(said.contains("lot.total +9: never -> 1/6 (16.67%)"), "{said}");
    assert_eq!(watching.interrupt(), Some(0));
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let folder = folder("refused");
    let refused: [(&[&str], i32, &str); 7] = [
        (&["nothing.asz"], 5, "there is no file `nothing.asz`"),
        (&["-"], 2, "stdin cannot be watched"),
        (&["night.asz", "--table"], 2, "`--table` does not work with `watch`"),
        (&["night.asz", "--test", "--seed", "3"], 2, "cannot be used with"),
        (&["night.asz", "--odds", "--brief"], 2, "cannot be used with"),
        (&["night.asz", "--filter", "x"], 2, "required arguments"),
        (&["night.asz", "--odds", "P(lot.ttal >= 5)"], 2, "did you mean"),
    ];
    for (words, exit, why) in refused {
        let (code, said) = ends(&folder, words);
        assert!(code == Some(exit) && said.contains(why), "{words:?}: {code:?} {said}");
    }
}

#[test]
fn nobody_is_asked() {
    let folder = folder("asked");
    write(&folder, "assize.toml", "[defaults]\ndice = \"table\"\n");
    let scene =
        format!("{NIGHT}choose way \"which way?\" {{\nleft {{ note \"home\" }}\nright {{ note \"away\" }}\n}}\n");
    write(&folder, "night.asz", &scene);
    let (mut watching, said) = Watching::begin(&folder, &["night.asz", "--choose", "way=left"]);
    assert!(said.contains("1d6:") && said.contains("home"), "the program rolls, whatever the settings say: {said}");
    watching.save("night.asz", &scene.replace("way \"", "lane \""));
    let said = watching.until("AZ707");
    assert!(said.contains("lane"), "{said}");
    watching.save("night.asz", &scene);
    watching.until("the verdict is the same");
    watching.save("assize.toml", "[defaults]\nmode = \"deliberate\"\n");
    watching.until("+ Lots, by judgement");
    assert_eq!(watching.interrupt(), Some(0));
}

#[test]
fn players_see_no_change_of_a_secret() {
    let folder = folder("secret");
    let scene = format!("{NIGHT}secret note \"the butler did it\"\n");
    write(&folder, "night.asz", &scene);
    let (mut watching, said) = Watching::begin(&folder, &["night.asz", "--for", "players"]);
    assert!(said.contains("1d6:") && !said.contains("butler"), "{said}");
    watching.save("night.asz", &scene.replace("butler", "gardener"));
    let said = watching.until("the verdict is the same");
    assert!(!said.contains("butler") && !said.contains("gardener"), "{said}");
    assert_eq!(watching.interrupt(), Some(0));
}
