//! Sessions at a terminal, typed as a person types: the program sits at the other end of a pseudo-terminal, and each step
//! waits for what is to be seen.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{fs, thread};

use rexpect::process::wait::WaitStatus;
use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};

use crate::folder;
use crate::phone::Phone;

/// Longer than any answer takes, on any machine; what never comes is told after it.
pub(crate) const PATIENCE: u64 = 60_000;

pub(crate) const UP: &str = "\u{1b}[A";
pub(crate) const CTRL_C: char = 'c';
pub(crate) const CTRL_D: char = 'd';

/// A session at a terminal, with what is known so far on its screen.
pub(crate) struct Table(pub(crate) PtySession);

impl Table {
    pub(crate) fn begin(name: &str, words: &[&str]) -> Self {
        Self::in_folder(&folder(name), words)
    }

    pub(crate) fn in_folder(folder: &PathBuf, words: &[&str]) -> Self {
        let mut table = Self::started(folder, words);
        table.prompts();
        table
    }

    /// Before its first prompt.
    pub(crate) fn started(folder: &PathBuf, words: &[&str]) -> Self {
        Self::of("repl", folder, words)
    }

    /// A command with these words behind it.
    pub(crate) fn of(name: &str, folder: &PathBuf, words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        command.arg(name).args(words).args(["--color", "never", "--error-format", "plain"]);
        command.current_dir(folder).env("XDG_STATE_HOME", folder.join("state")).env("TERM", "xterm");
        let options = Options::new().timeout_ms(Some(PATIENCE)).strip_ansi_escape_codes(true);
        Self(spawn_with_options(command, options).expect("a terminal can be had"))
    }

    /// With a system and somebody in it.
    pub(crate) fn with_ada(name: &str, words: &[&str]) -> Self {
        let mut table = Self::begin(name, words);
        table.types("use stones\r");
        table.prompts();
        table.types("person ada\r");
        table.prompts();
        table
    }

    pub(crate) fn types(&mut self, keys: &str) {
        self.0.send(keys).expect("it reads");
        self.0.flush().expect("it reads");
    }

    pub(crate) fn presses(&mut self, key: char) {
        self.0.send_control(key).expect("it reads");
    }

    /// Waits for a text, and goes on after it.
    pub(crate) fn sees(&mut self, text: &str) -> String {
        self.0.exp_string(text).unwrap_or_else(|error| panic!("`{text}` is not seen: {error}"))
    }

    /// Waits for a new line; while one is typed, it is drawn again with every key, but not after the end of another.
    pub(crate) fn prompts(&mut self) {
        self.sees("\n\r> \r");
    }

    /// Asks for a value, which tells that the session lives.
    pub(crate) fn asks(&mut self, expression: &str, value: &str) {
        self.types(&format!("{expression}\r"));
        self.sees(&format!("\n{value}\r"));
        self.prompts();
    }

    pub(crate) fn ends(mut self) {
        self.0.exp_eof().expect("it ends");
        assert!(matches!(self.0.process().wait(), Ok(WaitStatus::Exited(_, 0))));
    }
}

#[test]
fn a_wrong_line_comes_back_for_mending() {
    let mut table = Table::with_ada("typed wrong", &[]);
    table.types("set ada.stones = 12\r");
    table.sees("error[AZ");
    table.sees("> set ada.stones = 12");
    // The cursor stands at its end: one key takes the 2 away.
    table.types("\u{7f}\r");
    table.prompts();
    table.asks("ada.stones", "1");
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn a_wrong_command_comes_back_for_mending() {
    let mut table = Table::with_ada("typed command", &[]);
    table.types(":dice table aad\r");
    table.sees("did you mean `ada`?");
    table.sees("> :dice table aad");
    table.types("\u{7f}\u{7f}da\r");
    table.sees("dice of ada are rolled by hand");
    table.prompts();
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn an_open_block_goes_on_to_its_end() {
    let mut table = Table::with_ada("typed block", &["--table"]);
    table.types("lift gate \"the gate\" by ada {\r");
    table.types("aim high\r");
    table.types("}\r");
    table.sees("roll 2d6");
    table.types("4 5\r");
    table.sees("4 5 = 9");
    table.prompts();
    table.asks("gate.aim", "high");
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn the_tab_key_completes() {
    let mut table = Table::with_ada("typed tab", &[]);
    // Each of these is the only word that begins so where it stands.
    table.types("set a\t.st\t = 8\r");
    table.prompts();
    table.asks("ada.stones", "8");
    table.types(":hist\t\r");
    table.sees("set ada.stones = 8");
    table.prompts();
    table.types(":save evening.asz\r");
    table.sees("wrote evening.asz");
    table.prompts();
    table.types(":reset\r");
    table.prompts();
    table.types("use \"ev\t\"\r");
    table.prompts();
    table.asks("ada.stones", "8");
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn ctrl_c_clears_the_line_and_the_session_lives() {
    let mut table = Table::with_ada("typed clear", &[]);
    table.types("set ada.stones = 8");
    table.sees("= 8");
    table.presses(CTRL_C);
    table.prompts();
    table.asks("ada.stones", "3");
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn the_arrow_up_brings_lines_back_also_of_another_evening() {
    let folder = folder("typed history");
    let mut table = Table::in_folder(&folder, &[]);
    table.asks("40 + 2", "42");
    table.types(UP);
    table.sees("40 + 2");
    table.types(" + 1\r");
    table.sees("\n43\r");
    table.prompts();
    table.presses(CTRL_D);
    table.ends();
    let mut table = Table::in_folder(&folder, &[]);
    table.types(UP);
    table.sees("40 + 2 + 1");
    table.types("\r");
    table.sees("\n43\r");
    table.prompts();
    table.types(":quit\r");
    table.ends();
}

#[test]
fn dice_that_cannot_be_are_asked_for_again() {
    let mut table = Table::with_ada("typed dice", &["--table"]);
    table.types("lift gate by ada\r");
    table.sees("gate (lift by ada)");
    table.sees("roll 2d6");
    table.types("4 7\r");
    table.sees("a d6 shows 1 to 6, not 7");
    table.types(":undo\r");
    table.sees("answer this first");
    table.sees("roll 2d6");
    table.types("4 and 5\r");
    let rest = table.sees("\n\r> \r");
    let is_told_once = rest.contains("4 5 = 9") && !rest.contains("gate (lift by ada)");
    assert!(is_told_once, "what led up to the question stands above it: {rest}");
    table.types("2d6\r");
    table.sees("\n\rroll 2d6 ");
    table.types("1 2\r");
    table.prompts();
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn the_roles_of_a_scene_are_asked_for() {
    let folder = folder("typed roles");
    fs::write(folder.join("night.asz"), "cast keeper : person\nset keeper.stones = 7\n").expect("it can be written");
    let mut table = Table::in_folder(&folder, &[]);
    for line in ["use stones\r", "person ada\r"] {
        table.types(line);
        table.prompts();
    }
    table.types("use \"night.asz\"\r");
    table.sees("who plays keeper? (ada, or Enter for a stand-in) ");
    table.types("bo\r");
    table.sees("`bo` is not one of ada");
    table.types("ada\r");
    table.prompts();
    table.asks("ada.stones", "7");
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn ctrl_c_between_two_roles_takes_the_scene_back() {
    let folder = folder("typed roles given up");
    fs::write(folder.join("night.asz"), "cast keeper : person\ncast guest : person\nset keeper.stones = 7\n")
        .expect("it can be written");
    let mut table = Table::in_folder(&folder, &[]);
    for line in ["use stones\r", "person ada\r", "person bo\r"] {
        table.types(line);
        table.prompts();
    }
    table.types("use \"night.asz\"\r");
    table.sees("who plays keeper?");
    table.types("ada\r");
    table.sees("who plays guest?");
    table.presses(CTRL_C);
    table.prompts();
    table.asks("ada.stones", "3");
    table.types("use \"night.asz\"\r");
    table.sees("who plays keeper?");
    table.types("bo\r");
    table.sees("who plays guest?");
    table.types("ada\r");
    table.prompts();
    table.asks("bo.stones", "7");
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn a_scene_run_at_a_terminal_is_told_once() {
    let folder = folder("typed run");
    let scene = "use stones\nperson ada\nnote \"dusk\"\nlift gate \"the gate\" by ada\nnote \"night\"\n";
    fs::write(folder.join("evening.asz"), scene).expect("it can be written");
    let mut table = Table::of("run", &folder, &["evening.asz", "--table"]);
    table.sees("dusk");
    table.sees("roll 2d6");
    table.types("4 5\r");
    let rest = table.0.exp_eof().expect("it ends");
    for (text, times) in [("4 5 = 9", 1), ("night", 1), ("dusk", 0), ("the gate", 0)] {
        assert_eq!(rest.matches(text).count(), times, "{text}: {rest}");
    }
}

#[test]
fn an_entry_is_changed_on_the_line() {
    let mut table = Table::with_ada("typed edit", &[]);
    table.types("set ada.stones = 4\r");
    table.prompts();
    table.types(":edit 3\r");
    table.sees("> :edit 3 set ada.stones = 4");
    table.types("\u{7f}6\r");
    table.sees("before the change, the result was:");
    table.prompts();
    table.asks("ada.stones", "6");
    table.presses(CTRL_D);
    table.ends();
}

const CHOICE: &str =
    "choose way \"how?\" by ada { jump { set ada.stones = 1 }, wait default { set ada.stones = 2 } }\r";

#[test]
fn a_choice_is_made_taken_by_default_or_given_up() {
    let mut table = Table::with_ada("typed choice", &[]);
    table.types(CHOICE);
    table.sees("or leave empty for wait) > ");
    table.presses(CTRL_C);
    table.sees("cancelled");
    table.prompts();
    table.asks("ada.stones", "3");

    table.types(CHOICE);
    table.sees("or leave empty for wait) > ");
    table.types("\r");
    table.prompts();
    table.asks("ada.stones", "2");

    table.types(CHOICE);
    table.sees("or leave empty for wait) > ");
    table.types("j\t\r");
    table.prompts();
    table.asks("ada.stones", "1");
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn ctrl_c_stops_a_long_answer_as_often_as_it_is_pressed() {
    let mut table = Table::with_ada("typed odds", &[]);
    for times in 1..=3 {
        // Far beyond what anybody waits for.
        table.types(":odds P(400d1000 >= 200000)\r");
        // Keys that come while the line is still read belong to it.
        table.sees("\n");
        thread::sleep(Duration::from_millis(300));
        // What is known is told, which is nothing while the dice are still counted; who presses once more does not wait for that either.
        table.interrupted_until("between 0.00% and 100.00%|cancelled: nothing has changed");
        table.prompts();
        table.asks(&format!("ada.stones + {times}"), &(3 + times).to_string());
    }
    table.presses(CTRL_D);
    table.ends();
}

impl Table {
    /// Sends what Ctrl-C sends while a program is at work, again and again until it is seen to have stopped: nobody outside
    /// can tell when the work begins.
    fn interrupted_until(&mut self, text: &str) {
        let process = self.0.process().child_pid.to_string();
        let stopped = Arc::new(AtomicBool::new(false));
        let seen = stopped.clone();
        let sender = thread::spawn(move || {
            while !seen.load(Ordering::SeqCst) {
                let _ = Command::new("kill").args(["-INT", &process]).status();
                thread::sleep(Duration::from_millis(100));
            }
        });
        let answer = self.0.exp_regex(text);
        stopped.store(true, Ordering::SeqCst);
        sender.join().expect("it only waits");
        answer.unwrap_or_else(|error| panic!("`{text}` is not seen: {error}"));
    }
}

#[test]
fn what_a_kill_cuts_off_is_gone_on_with() {
    let folder = folder("typed kill");
    fs::write(folder.join("two.asz"), "use stones\nperson ada\n").expect("it can be written");
    let mut table = Table::in_folder(&folder, &["--journal", "evening.journal", "--table", "two.asz"]);
    table.types("lift gate by ada, lift wall by ada\r");
    table.sees("roll 2d6");
    table.types("4 5\r");
    table.sees("roll 2d6");
    table.0.process_mut().exit().map(drop).unwrap_or_default();
    drop(table);
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    command.args(["repl", "--resume", "evening.journal", "--color", "never"]);
    command.current_dir(&folder).env("XDG_STATE_HOME", folder.join("state")).env("TERM", "xterm");
    let options = Options::new().timeout_ms(Some(PATIENCE)).strip_ansi_escape_codes(true);
    let mut table = Table(spawn_with_options(command, options).expect("a terminal can be had"));
    table.sees("continuing with: lift gate by ada, lift wall by ada");
    table.sees("roll 2d6");
    table.types("1 2\r");
    table.sees("1 2 = 3");
    table.prompts();
    table.asks("gate.total", "12");
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn a_phone_answers_while_the_prompt_waits() {
    let mut table = Table::started(&folder("typed phone"), &["--table", "--dice-page"]);
    table.sees("players enter their dice at ");
    let phone = Phone::at(&table.sees("\r"));
    table.prompts();
    for line in ["use stones\r", "person ada\r"] {
        table.types(line);
        table.prompts();
    }
    table.types("lift gate \"the gate\" by ada\r");
    table.sees("roll 2d6");
    // Half a line, which is for the roll that the phone answers.
    table.types("6 ");
    assert!(phone.tells("question=1&die1=4&die2=5").contains("Sent: 4 5"));
    table.sees("entered on the dice page: ada: 4 5\r");
    table.sees("4 5 = 9");
    table.prompts();
    table.asks("gate.aim", "low");
    table.types("lift wall \"the wall\" by ada\r");
    table.sees("roll 2d6");
    table.types("6 7\r");
    table.sees("a d6 shows 1 to 6, not 7");
    table.types("6 6\r");
    table.sees("6 6 = 12");
    table.prompts();
    phone.sees("This roll was entered at the prompt.");
    table.types("lift roof \"the roof\" by ada\r");
    table.sees("roll 2d6");
    table.presses(CTRL_C);
    table.sees("cancelled: nothing has changed");
    table.prompts();
    let page = phone.tells("question=3&typed=1+1");
    assert!(page.contains("This roll was cancelled.") && page.contains("no longer asked for"), "{page}");
    table.asks("ada.stones", "5");
    table.presses(CTRL_D);
    table.ends();
}
