//! What must not be lost at a terminal: pages that were left, dice that were told, lines that were mended.

use std::fs;
use std::path::Path;
use std::process::Command;

use rexpect::reader::Options;
use rexpect::session::spawn_with_options;

use crate::typed::{CTRL_C, CTRL_D, PATIENCE, Table, UP};
use crate::{complained, folder, play, said};

/// A session that goes on in this folder, before its first prompt.
fn resumed(folder: &Path) -> Table {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    command.args(["repl", "--resume", "evening.journal", "--color", "never", "--error-format", "plain"]);
    command.current_dir(folder).env("XDG_STATE_HOME", folder.join("state")).env("TERM", "xterm");
    let options = Options::new().timeout_ms(Some(PATIENCE)).strip_ansi_escape_codes(true);
    Table(spawn_with_options(command, options).expect("a terminal can be had"))
}

#[test]
fn a_page_that_was_left_is_undone_also_when_the_session_is_gone_on_with() {
    let folder = folder("reset undone");
    let lines = "use stones\nperson ada\nset ada.stones = 8\nlift gate by ada\n:undo\n:re\n:reset\n:undo\nada.stones\n:redo\n\
                 note \"on a new page\"\n:reset\nnote \"left\"\n";
    let words = ["--journal", "evening.journal", "--seed", "7", "--error-format", "plain"];
    let first = play(&folder, &words, lines);
    assert!(complained(&first).contains("`:re` could be `:redo` or `:reset`"), "{}", complained(&first));
    let told = said(&first);
    assert!(told.contains("the old page is back, as it was before `:reset`\n8\nentry 4 restored: lift gate"), "{told}");
    let next = play(&folder, &["--resume", "evening.journal"], ":undo\n:undo\nada.stones\n:undo\n:undo\nada.stones\n");
    let told = said(&next);
    assert!(
        told.contains("entry 6 undone: note \"left\"\nthe old page is back, as it was before `:reset`\n9\n"),
        "{told}"
    );
    assert!(told.ends_with("8\n"), "{told}{}", complained(&next));
}

#[test]
fn nothing_is_left_to_undo_on_a_first_page() {
    let output =
        play(&folder("reset nothing"), &["--error-format", "plain"], ":reset\n:undo\nnote \"a\"\n:undo\n:undo\n");
    assert_eq!(
        complained(&output).matches("there is nothing to undo on this page").count(),
        2,
        "{}",
        complained(&output)
    );
}

#[test]
fn dice_of_a_line_that_is_given_up_are_offered_when_it_is_entered_again() {
    let mut table = Table::with_ada("kept dice", &["--table"]);
    table.types("lift gate by ada, lift wall by ada\r");
    table.sees("roll 2d6");
    table.types("4 5\r");
    table.sees("roll 2d6");
    table.presses(CTRL_C);
    table.sees("the dice you entered are kept (2d6: 4 5)");
    table.prompts();
    table.asks("ada.stones", "3");
    table.types(UP);
    table.types(UP);
    table.types("\r");
    table.sees("you entered 4 5 for this before: press Enter to keep it");
    table.sees("roll 2d6");
    table.types("\r");
    table.sees("roll 2d6");
    table.types("1 2\r");
    table.prompts();
    table.asks("gate.total", "12");
    // What has come about is not offered once more.
    table.types(":undo\r");
    table.prompts();
    table.types("lift gate by ada\r");
    let asked = table.sees("roll 2d6");
    assert!(!asked.contains("before"), "{asked}");
    table.types("6 6\r");
    table.prompts();
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn dice_that_are_kept_may_be_corrected_and_are_kept_over_an_end() {
    let folder = folder("kept dice resumed");
    let mut table = Table::in_folder(&folder, &["--journal", "evening.journal", "--table"]);
    for line in ["use stones\r", "person ada\r"] {
        table.types(line);
        table.prompts();
    }
    table.types("lift gate by ada, lift wall by ada\r");
    table.sees("roll 2d6");
    table.types("4 5\r");
    table.sees("roll 2d6");
    table.presses(CTRL_D);
    table.sees("are kept");
    table.prompts();
    table.presses(CTRL_D);
    table.ends();
    let mut table = resumed(&folder);
    table.prompts();
    table.types("lift gate by ada\r");
    table.sees("you entered 4 5 for this before");
    table.types("3 5\r");
    table.sees("3 5 = 8");
    table.prompts();
    table.presses(CTRL_D);
    table.ends();
    let journal = fs::read_to_string(folder.join("evening.journal")).expect("it is there");
    assert!(journal.contains("[4,5]") && journal.contains("[3,5]"), "what was seen stays: {journal}");
}

#[test]
fn a_change_that_a_kill_cuts_off_is_offered_again_with_its_dice() {
    let folder = folder("kept change");
    let system = "system pools\nkind person {}\nprocedure throw by person { ask more : 0..3 = 0, roll pool : (1 + more)d6, roll late : (1 + more)d4 }\n";
    fs::write(folder.join("pools.asz"), system).expect("it can be written");
    let mut table = Table::in_folder(&folder, &["--journal", "evening.journal", "--table"]);
    for line in ["use pools\r", "person ada\r"] {
        table.types(line);
        table.prompts();
    }
    table.types("throw one by ada\r");
    table.sees("roll 1d6");
    table.types("3\r");
    table.sees("roll 1d4");
    table.types("2\r");
    table.prompts();
    table.types(":edit 3 throw one by ada { more 1 }\r");
    table.sees("in addition to the 3 on the table");
    table.types("6\r");
    table.sees("in addition to the 2 on the table");
    table.0.process_mut().exit().map(drop).unwrap_or_default();
    drop(table);
    let mut table = resumed(&folder);
    table.sees("continuing with: :edit 3 throw one by ada { more 1 }");
    table.sees("you entered 6 for this before: press Enter to keep it");
    table.types("\r");
    table.sees("in addition to the 2 on the table");
    table.presses(CTRL_C);
    table.sees("the dice you entered are kept (2d6: 3 6)");
    table.prompts();
    table.types(":edit 3 throw one by ada { more 1 }\r");
    table.sees("you entered 6 for this before");
    table.types("\r");
    table.sees("in addition to the 2 on the table");
    table.types("4\r");
    table.prompts();
    table.types(":edit 3 throw one by ada\r");
    table.sees("dice that no longer count: 6 (d6) of one.pool; 4 (d4) of one.late");
    table.prompts();
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn a_name_that_is_taken_comes_back_with_the_next_one() {
    let mut table = Table::with_ada("kept name", &[]);
    for (typed, back, name) in
        [("lift gate by ada", "> lift gate2 by ada", "gate2"), ("lift gate2 by ada", "> lift gate3 by ada", "gate3")]
    {
        if name == "gate2" {
            table.types("lift gate by ada\r");
            table.prompts();
        }
        table.types(&format!("{typed}\r"));
        table.sees("used twice");
        table.sees("with another name: press Enter to accept it");
        table.sees(back);
        table.types("\r");
        table.sees(&format!("{name} (lift by ada)"));
        table.prompts();
    }
    table.types("lift by ada\r");
    table.sees("lift (lift by ada)");
    table.prompts();
    table.types("lift by ada\r");
    table.sees("> lift lift2 by ada");
    table.types("\r");
    table.sees("lift2 (lift by ada)");
    table.prompts();
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn what_is_typed_behind_a_line_that_came_back_is_a_line_of_its_own() {
    let mut table = Table::with_ada("kept apart", &[]);
    table.types("set ada.stones = 12\r");
    table.sees("(your line is back: correct it, or clear it with Ctrl-C)");
    table.sees("> set ada.stones = 12");
    table.types("set ada.stones = 5\r");
    table.prompts();
    table.types(":save a.nothing/b.asz\r");
    table.sees("(your line is back");
    table.sees("> :save a.nothing/b.asz");
    table.types(":history\r");
    table.sees("   4  set ada.stones = 5");
    table.prompts();
    table.asks("ada.stones", "5");
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn help_at_a_roll_explains_it_and_words_behind_roll_are_understood() {
    let mut table = Table::with_ada("kept help", &["--table"]);
    table.types("lift gate by ada\r");
    table.sees("roll 2d6");
    table.types("help\r");
    table.sees("this rolls 2d6");
    table.types("undo\r");
    table.sees("answer this first (`?` explains it)");
    table.types("roll this one for me\r");
    table.sees("2d6: ");
    table.prompts();
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn a_role_is_cast_by_a_title_and_explained() {
    let folder = folder("kept roles");
    fs::write(folder.join("night.asz"), "cast keeper : person\nset keeper.stones = 7\n").expect("it can be written");
    let mut table = Table::in_folder(&folder, &[]);
    for line in ["use stones\r", "person ada \"Ada Oak\"\r"] {
        table.types(line);
        table.prompts();
    }
    table.types("use \"night.asz\"\r");
    table.sees("who plays keeper?");
    table.types("?\r");
    table.sees("ada (Ada Oak)");
    table.types("ada oak\r");
    table.prompts();
    table.asks("ada.stones", "7");
    table.presses(CTRL_D);
    table.ends();
}

#[test]
fn a_command_alone_needs_no_colon_though_lines_begin_with_its_word() {
    let lines = "use stones\nperson ada\ncast\nmode\nu\nr\nhistory\nq\nnote \"never\"\n";
    let output = play(&folder("kept colon"), &["--error-format", "plain"], lines);
    let told = said(&output);
    let expected = "there are no roles here\nthe program rolls\nentry 2 undone: person ada\nentry 2 restored: person ada\n   1  use stones\n";
    assert!(told.contains(expected) && !told.contains("never"), "{told}{}", complained(&output));
    assert_eq!(complained(&output), "");
}

/// A session on a screen of so many columns.
fn on_a_screen(folder: &Path, columns: usize, words: &[&str]) -> Table {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("stty cols {columns} rows 24; exec \"$0\" repl --color never \"$@\"")]);
    command.arg(env!("CARGO_BIN_EXE_assize")).args(words).current_dir(folder);
    command.env("XDG_STATE_HOME", folder.join("state")).env("TERM", "xterm").env("COLUMNS", columns.to_string());
    let options = Options::new().timeout_ms(Some(PATIENCE)).strip_ansi_escape_codes(true);
    let mut table = Table(spawn_with_options(command, options).expect("a terminal can be had"));
    table.prompts();
    table
}

/// Whether no line of what is told is longer than the screen.
fn fits(told: &str, columns: usize) -> bool {
    // What is seen comes byte by byte.
    let bytes: Vec<u8> = told.chars().filter_map(|sign| u8::try_from(u32::from(sign)).ok()).collect();
    String::from_utf8_lossy(&bytes).lines().all(|line| line.trim_end().chars().count() <= columns)
}

#[test]
fn lines_are_broken_between_words_at_the_edge_of_the_screen() {
    for columns in [60, 100] {
        let folder = folder(&format!("kept width {columns}"));
        let long = "a bell in the fog, and then another that nobody in the boat has heard before, and somebody counts the strokes";
        fs::write(folder.join("fog.asz"), format!("note \"{long}\"\n")).expect("it can be written");
        let mut table = on_a_screen(&folder, columns, &[]);
        table.types("use \"fog.asz\"\r");
        table.sees("a bell");
        let told = table.sees("strokes");
        assert!(told.contains('\n') && fits(&told, columns), "{told}");
        table.prompts();
        table.types(&format!("note \"{long}\"\r"));
        table.prompts();
        for (typed, begins) in [(":undo\r", "entry 2 undone: note"), (":history\r", "-  2  note")] {
            table.types(typed);
            table.sees(begins);
            let rest = table.sees("\n\r> \r");
            assert!(fits(&[begins, &rest].concat(), columns), "{rest}");
        }
        table.types(":help edit\r");
        table.sees(":edit [N [TEXT]]");
        let told = table.sees("example:");
        assert!(fits(&told, columns), "{told}");
        table.prompts();
        table.types("set somebody_whom_nobody_knows_by_this_long_name.stones = 12 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + nothing\r");
        table.sees("AZ");
        let told = table.sees("(your line is back");
        assert!(fits(&told, columns), "{told}");
        table.presses(CTRL_C);
        table.prompts();
        table.presses(CTRL_D);
        table.ends();
    }
}

#[test]
fn the_number_of_the_last_entry_is_told_where_some_came_to_nothing() {
    let folder = folder("kept numbers");
    let lines = "use stones\nperson ada\nset ada.stones = 9\nlift gate by ada\nset ada.stones = 2\nlift gate by ada\n:edit 4 note \"a\"\n";
    let words = ["--journal", "evening.journal", "--seed", "7", "--error-format", "plain"];
    let first = play(&folder, &words, &lines.replace("set ada.stones = 2", "set ada.stones = 1"));
    assert!(complained(&first).contains("entry 4 was cancelled or refused"), "{}", complained(&first));
    let next = play(&folder, &["--resume", "evening.journal"], ":history\n");
    let told = said(&next);
    assert!(told.contains("resuming after 5 entries, the last of them number 6\n"), "{told}");
    assert!(told.contains("-  4  (cancelled or refused) lift gate by ada\n   5  set ada.stones = 1\n"), "{told}");
}

#[test]
fn what_was_typed_of_an_undone_entry_is_crossed_out_and_a_note_is_told_once() {
    let folder = folder("kept exports");
    let lines = "note \"she says \\\"no\\\"\"\nuse stones\nperson ada\nlift gate by ada {\n  aim high\n}\n:undo\n:export a.md\n:export a.html\n";
    let output = play(&folder, &["--seed", "7"], lines);
    assert_eq!(output.status.code(), Some(0), "{}", complained(&output));
    let [markdown, page] =
        ["a.md", "a.html"].map(|file| fs::read_to_string(folder.join(file)).expect("it was written"));
    assert_eq!(markdown.matches("she says").count(), 1, "{markdown}");
    let struck = page.split("<div class=\"crossed\">").nth(1).expect("it is there");
    assert!(struck.contains("aim high"), "{page}");
}
