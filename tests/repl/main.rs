//! Sessions through a pipe: what is told, what is left of it, and how they end.
#![cfg(feature = "cli")]

mod advice;
#[path = "../shared/folder.rs"]
mod folder;
#[cfg(unix)]
mod kept;
#[cfg(unix)]
#[path = "../shared/phone.rs"]
mod phone;
#[cfg(unix)]
mod typed;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = folder::empty(Path::new("repl").join(name));
    fs::write(folder.join("stones.asz"), STONES).expect("it can be written");
    folder
}

/// A system small enough to be seen at once.
const STONES: &str = r#"system stones "Stones"
kind person { stones : 0..9 = 3 }
scale height { level | stones
  low  | 1
  high | 2 }
procedure lift by lifter : person {
  ask aim : height = low "how high"
  roll dice : 2d6
  let total = dice + lifter.stones
  add 1 to lifter.stones
}
"#;

fn play(folder: &PathBuf, words: &[&str], lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_assize"))
        .arg("repl")
        .args(words)
        .current_dir(folder)
        .env("XDG_STATE_HOME", folder.join("state"))
        .env("SOURCE_DATE_EPOCH", "1795996800")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    child.stdin.take().expect("it is piped").write_all(lines.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the output is text")
}

fn complained(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("the error output is text")
}

#[test]
fn an_evening_is_told() {
    let lines = "use stones\nperson ada\nlift gate \"the gate\" by ada {\n  aim high\n}\nada.stones\n:undo\nada.stones\n\
                 :redo\n:history\n:state\nada.stones + 1\n";
    let output = play(&folder("evening"), &["--seed", "7"], lines);
    assert_eq!(output.status.code(), Some(0), "{}", complained(&output));
    insta::assert_snapshot!(said(&output));
}

#[test]
fn odds_stand_beside_a_choice_at_the_prompt() {
    let lines = "use stones\nperson ada\nlift gate by ada\n6 6\n\
                 choose next \"and?\" by ada { on { lift wall by ada { } }, off { note \"Home.\" } }\noff\n";
    let words = ["--table", "--with-odds=P(gate.total >= 15 and wall.total >= 9)"];
    let told = complained(&play(&folder("beside"), &words, lines));
    assert!(told.contains("\n  on   83.33%\n  off  never reached\n"), "what has fallen is known: {told}");
    assert!(!complained(&play(&folder("beside-not"), &words[..1], lines)).contains("odds"));
}

#[test]
fn seeds_are_told_and_set() {
    let lines = ":seed\n:seed 5\n:seed 8f1c22d0a97be3645110cf3d72e8b4a9\n:seed 1.5\n";
    let output = play(&folder("seeds"), &[], lines);
    let told: Vec<String> = said(&output).lines().map(str::to_owned).collect();
    let fresh = told[0].strip_prefix("the next entries use seed ").expect("it is told");
    assert_eq!(fresh.replace(", and secret rolls from seed ", "").len(), 64, "both are fresh: {fresh}");
    let set = ["the next entries use seed 5", "the next entries use seed 8f1c22d0a97be3645110cf3d72e8b4a9"];
    assert_eq!(told[1..], set);
    assert!(
        complained(&output).contains("a seed is a whole number, such as 42 (below 2^64), or 32 hexadecimal digits")
    );
}

#[test]
fn commands_of_chats_are_told_how_they_are_written_here() {
    let output = play(&folder("slash"), &[], "/roll 2d6\n/r 2d6\n:roll 2d6\n/undo\n/dance\n3d\n");
    let told = complained(&output);
    assert_eq!(told.matches("type the dice alone: `2d6`").count(), 3, "{told}");
    assert!(told.contains("commands begin with a colon: `:undo`"), "{told}");
    assert!(told.contains("commands begin with a colon; `:help` lists them"), "{told}");
    assert!(told.contains("write the sides as well: `3d6`"), "{told}");
}

#[test]
fn a_hole_lists_what_could_stand() {
    let lines = "use stones\nperson ada\n?\nheight ?\nada.?\nlift gate by ada {\n  ?\nlift gate by ada {\n  aim ?\n";
    let output = play(&folder("hole"), &[], lines);
    assert_eq!(output.status.code(), Some(0), "{}", complained(&output));
    insta::assert_snapshot!(said(&output));
}

#[test]
fn house_rules_in_force_are_listed() {
    let folder = folder("list house");
    fs::write(folder.join("echo.rhai"), "fn after_roll_dice(dice) { #{ note: `${dice}` } }")
        .expect("it can be written");
    fs::write(folder.join("louder.asz"), "house louder extends stones \"Echoes\"\n").expect("it can be written");
    let lines = "use stones\n:list houses\nuse house \"echo.rhai\"\nuse house louder\n:list house\n:list\n";
    let output = play(&folder, &[], lines);
    let told = said(&output);
    assert!(told.contains("  louder     Echoes\n  echo.rhai\n      echo.rhai:1  after_roll_dice\n"), "{told}");
    assert!(told.contains("house rules: louder, echo.rhai\n"), "{told}");
    assert!(complained(&output).contains("there are no `houses` here"), "{}", complained(&output));
}

#[test]
fn a_house_rule_says_what_it_touches_and_its_functions_are_part_of_it() {
    let folder = folder("touching house");
    fs::write(
        folder.join("heavy.asz"),
        "house heavy extends stones \"Heavy\"\nadd after roll lift.dice {\n  add 1 to lifter.stones\n}\n",
    )
    .expect("it can be written");
    fs::write(folder.join("heavy.rhai"), "\nfn after_roll_dice(dice) { #{ note: \"heavy\" } }")
        .expect("it can be written");
    let output = play(&folder, &[], "use stones\nuse house heavy\n:list house\n:info heavy\n");
    let told = said(&output);
    let rule = "  heavy  Heavy\n      heavy.asz:2  add after roll lift.dice\n      heavy.rhai:2  after_roll_dice\n";
    assert_eq!(told.matches(rule).count(), 2, "{told} {}", complained(&output));
    assert!(!told.contains("  heavy.rhai\n"), "{told}");
}

#[test]
fn a_word_is_looked_up_with_its_values() {
    let lines = "use stones\nperson ada\nset ada.stones = 4\nlift gate by ada { aim high }\n\
                 :info ada\n:info lift\n:info gate\n:info gat\n:info\n";
    let output = play(&folder("info"), &["--seed", "1", "--error-format", "plain"], lines);
    insta::assert_snapshot!(said(&output) + &complained(&output));
}

#[test]
fn nothing_hidden_is_shown_when_a_word_is_looked_up() {
    let lines = "use stones\nperson ada\nhidden set ada.stones = 4\nhidden lift gate by ada { aim high }\n\
                 :info ada\n:info gate\n:state\nada.stones\n";
    let output = play(&folder("hidden"), &["--seed", "1"], lines);
    assert_eq!(output.status.code(), Some(0), "{}", complained(&output));
    assert!(said(&output).contains("ada (person)") && said(&output).contains("gate (lift)"), "{}", said(&output));
    assert!(!said(&output).contains("ada.stones =") && !said(&output).contains("gate."), "{}", said(&output));
}

#[test]
fn a_wrong_line_changes_nothing_and_the_end_tells() {
    let lines = "use stones\nperson ada\nset ada.stoens = 4\n:state\n:udno\nada.stones\n";
    let output = play(&folder("wrong"), &["--error-format", "plain"], lines);
    assert_eq!(output.status.code(), Some(2));
    assert!(complained(&output).contains("did you mean `:undo`?"), "{}", complained(&output));
    assert!(said(&output).ends_with("ada.stones = 3\n3\n"), "{}", said(&output));
}

#[test]
fn a_line_that_the_rules_refuse_is_refused_though_its_words_name_a_value() {
    let lines = "use duel\ngame { people 1 }\nplayer ana\nplayer bo\nmain play\npost play\n";
    let output = play(&folder("a_line_that_is_a_value"), &[], lines);
    assert!(complained(&output).contains("more players are named than there are people"), "{}", complained(&output));
    assert!(!said(&output).contains("post play\n"), "{}", said(&output));
}

#[test]
fn whoever_joins_an_open_scene_has_to_enter_it() {
    let lines =
        "use duel\nactor ana\nframe inn { protagonist ana }\nactor bo\ntest leap by bo { base 3, difficulty 9 }\n";
    let output = play(&folder("joins_an_open_scene"), &[], lines);
    assert!(complained(&output).contains("bo is not there"), "{}", complained(&output));
}

#[test]
fn a_command_without_its_colon_is_carried_out_where_no_line_begins_so() {
    let lines = "use stones\nperson ada\nUndo\nperson undo\ndice table\nodds P(1d6 >= 4)\ndice d = 2d6\nlift gate by ada undo\n\
                 history\n";
    let output = play(&folder("colon"), &["--error-format", "plain"], lines);
    let (told, wrong) = (said(&output), complained(&output));
    let in_order = ["entry 2 undone: person ada\n", "you roll all dice", "P(1d6 >= 4) = 1/2", " 3  person undo\n"];
    let places: Vec<Option<usize>> = in_order.iter().map(|part| told.find(part)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}: {told}{wrong}");
    assert_eq!(wrong.matches("error[").count(), 1, "other lines are told what is wrong with them: {wrong}");
}

#[test]
fn what_was_done_last_is_shown_with_what_came_of_it() {
    let lines = "use stones\nperson ada\n_\n:odds _\nlift gate by ada { aim high }\n_\ngate.aim\n";
    let output = play(&folder("last"), &["--seed", "7", "--error-format", "plain"], lines);
    let nothing = "there is no action on this page yet";
    assert_eq!(complained(&output).matches(nothing).count(), 2, "{}", complained(&output));
    let said = said(&output);
    assert!(said.contains("gate (lift)\n") && said.contains("gate.total = "), "{said}");
    assert!(said.ends_with("\nhigh\n"), "{said}");
}

#[test]
fn odds_of_a_statement_do_not_enter_it() {
    let lines = "use stones\nperson ada\n:odds P(2d6 >= 11)\n:history\n";
    let output = play(&folder("odds"), &[], lines);
    assert!(said(&output).contains("= 1/12"), "{}{}", said(&output), complained(&output));
    assert!(said(&output).ends_with("  1  use stones\n   2  person ada\n"), "{}", said(&output));
}

#[test]
fn a_session_is_gone_on_with() {
    let folder = folder("journal");
    let first = play(&folder, &["--journal", "evening.journal"], "use stones\nperson ada\nset ada.stones = 8\n");
    assert_eq!(first.status.code(), Some(0), "{}", complained(&first));
    let next = play(&folder, &["--resume", "evening.journal"], "ada.stones\n");
    assert_eq!(next.status.code(), Some(0), "{}", complained(&next));
    assert!(said(&next).ends_with("resuming after 3 entries\n8\n"), "{}", said(&next));
}

#[test]
fn a_session_is_gone_on_with_by_the_same_words() {
    let folder = folder("same words");
    let words = ["--journal", "evening.journal", "stones.asz"];
    let first = play(&folder, &words, "person ada\n");
    assert_eq!(first.status.code(), Some(0), "{}", complained(&first));
    let next = play(&folder, &words, "ada.stones\n");
    assert_eq!(next.status.code(), Some(0), "{}", complained(&next));
    assert!(said(&next).ends_with("resuming after 2 entries\nstones.asz is already in use\n3\n"), "{}", said(&next));
}

#[test]
fn a_change_tells_what_comes_out_in_another_way() {
    let lines = "use stones\nperson ada\nset ada.stones = 4\nlift gate by ada\nnote \"heavy\"\n:edit 3 set ada.stones = 6\n\
                 gate.total - gate.dice\n:edit 3 set ada.stones = 9\n:edit 9 x\n:undo\ngate.total - gate.dice\n";
    let output = play(&folder("edit"), &["--seed", "7", "--error-format", "plain"], lines);
    insta::assert_snapshot!(format!("{}---\n{}", said(&output), complained(&output)));
}

#[test]
fn one_redo_brings_back_what_one_undo_undid() {
    let lines = "use stones\nperson ada\nset ada.stones = 4\nset ada.stones = 5\n:undo 2\n:redo\nada.stones\n:undo 99\n:redo\n\
                 ada.stones\n:redo\n";
    let output = play(&folder("undo many"), &["--error-format", "plain"], lines);
    let told = said(&output);
    let counting = |word: &str| told.lines().filter(|line| line.starts_with(word)).count();
    let ending = |word: &str| told.lines().filter(|line| line.starts_with("entry ") && line.contains(word)).count();
    assert_eq!((ending(" undone: "), ending(" restored: "), counting("5")), (6, 6, 2), "{told}");
    assert!(told.contains("undid 4 of 99 entries: there are no more on this page\n"), "{told}");
    assert!(complained(&output).contains("nothing to redo"));
}

#[test]
fn undo_tells_of_dice_that_have_fallen() {
    let lines = "use stones\nperson ada\nlift gate by ada\nset ada.stones = 5\n:undo\n:undo\n:redo\n:undo 2\n";
    let output = play(&folder("undo dice"), &["--seed", "7"], lines);
    let told = said(&output);
    let fell = "dice that no longer count: 2d6: 1 4 = 5 (by dice)\n`:redo` brings them back";
    assert_eq!(told.matches(fell).count(), 2, "not of an entry that rolled nothing: {told}");
}

#[test]
fn an_entry_with_other_words_keeps_its_dice_and_shows_what_it_was() {
    let lines = "use duel\nactor ana\ntest leap by ana { base 3, difficulty 9 }\n\
                 :edit 3 test leap by ana { base 3, difficulty 9, circumstance 2 \"a rope\" }\n";
    let output = play(&folder("edit before"), &["--seed", "7"], lines);
    let told = said(&output);
    assert_eq!(told.matches("  2d6: 2 4 = 6\n").count(), 2, "{told}{}", complained(&output));
    let before = told.split_once("before the change, the result was:\n").expect("it is told").1;
    assert!(before.contains("  leap.result +9\n") && !before.contains("2d6: "), "only what differs: {told}");
}

#[test]
fn odds_of_what_was_rolled_are_told_as_they_were_before() {
    let lines = "use stones\nperson ada\n:odds P(gate.total >= 10) : lift gate by ada\nlift gate by ada\n\
                 :odds P(gate.total >= 10)\n:odds P(_.total >= 10)\n:odds P(2d6 >= 10)\n";
    let output = play(&folder("odds before"), &["--seed", "7"], lines);
    let told = said(&output);
    assert_eq!(told.matches("P(gate.total >= 10) = 7/12").count(), 3, "{told}{}", complained(&output));
    assert_eq!(told.matches("P(gate.total >= 10) = 0").count(), 2, "{told}");
    assert_eq!(told.matches("before entry 3 it was:\n").count(), 2, "{told}");
}

#[test]
fn what_a_verdict_has_printed_can_be_asked_about() {
    let lines = "use duel\nactor ana\ntest leap by ana { base 3, difficulty 9, circumstance 2 \"a rope\" }\n\
                 :why\n:why circumstance\n:why value\n:why 2d6\n";
    let output = play(&folder("why printed"), &["--seed", "7"], lines);
    assert_eq!(output.status.code(), Some(0), "{}", complained(&output));
    insta::assert_snapshot!(said(&output));
}

#[test]
fn a_row_that_was_printed_is_meant_before_rows_of_nothing() {
    let lines = "use ttomp\nactor ada\nactor bo\n\
                 action sneak by ada { context minor positive, task creep { quality good }, counter look by bo { task see } }\n\
                 :why context\n:brief\nroll luck : 2d6\nluck\n";
    let output = play(&folder("why counted"), &["--seed", "7"], lines);
    assert_eq!(output.status.code(), Some(0), "{}", complained(&output));
    let told = said(&output);
    let (_, why) = told.split_once("\ncontext 1b, in sneak.total: 1b  ttomp:").expect("the counteraction has none");
    assert_eq!(why.matches("ada.readiness: ready\n").count(), 1, "what is read twice is told once: {why}");
    let (entered, asked) =
        why.split_once("luck (roll)\n  2d6: ").expect("dice that are all of a line are shown briefly too");
    assert!(asked.contains("luck (roll)\n  2d6: "), "and where the roll is asked for: {entered}{asked}");
}

#[test]
fn a_run_that_was_stopped_says_why() {
    let folder = folder("why stopped");
    let gates = "system gates\nkind person {}\nprocedure pass by person {\n  stop \"the gate is shut\"\n}\n";
    fs::write(folder.join("gates.asz"), gates).expect("it can be written");
    let output = play(&folder, &[], "use gates\nperson ada\npass gate by ada {}\n:why\n");
    assert!(
        said(&output).ends_with("gate: stopped: the gate is shut  gates.asz:4\n"),
        "{}{}",
        said(&output),
        complained(&output)
    );
}

#[test]
fn briefly_only_outcomes_texts_and_changes_are_told() {
    let lines = "use stones\nperson ada\nlift gate \"the gate\" by ada\n:brief\nlift wall by ada\nnote \"so\"\n:brief off\nlift cart by ada\n";
    let output = play(&folder("brief"), &["--seed", "7", "--brief"], lines);
    let told = said(&output);
    assert!(
        told.starts_with("gate \"the gate\" (lift by ada)\n  ada.stones: 3 -> 4 (gate)\neverything is shown\n"),
        "{told}"
    );
    assert_eq!(told.matches("2d6: ").count(), 2, "{told}");
}

#[test]
fn roles_are_filled_from_the_beginning() {
    let folder = folder("cast at once");
    fs::write(folder.join("party.asz"), "use stones\nperson ada { stones 5 }\n").expect("it can be written");
    fs::write(folder.join("night.asz"), "use \"party.asz\"\ncast keeper : person\nset keeper.stones = 7\n")
        .expect("it can be written");
    let output = play(&folder, &["--cast", "keeper=ada", "night.asz"], "ada.stones\n");
    assert!(said(&output).ends_with("\n7\n"), "{}{}", said(&output), complained(&output));
}

#[test]
fn a_second_use_says_what_it_does() {
    let output =
        play(&folder("second use"), &["--error-format", "plain"], "use stones\nperson ada\nuse stones\n:history\n");
    assert_eq!(output.status.code(), Some(1));
    let told =
        "entry 3:1:1: error[AZ112]: `stones.asz` is already in use, since entry 1: this line changes nothing; help: ";
    assert!(complained(&output).contains(told), "{}", complained(&output));
    assert!(said(&output).ends_with("  1  use stones\n   2  person ada\n"), "{}", said(&output));
}

#[test]
fn what_is_saved_runs() {
    let folder = folder("save");
    let output =
        play(&folder, &["stones.asz"], "person ada\nset ada.stones = 8\n:save evening.asz\n:save evening.asz\n");
    assert_eq!(output.status.code(), Some(2), "a file is never written over");
    let again = play(&folder, &[], ":load evening.asz\nada.stones\n");
    assert!(said(&again).ends_with("8\n"), "{}{}", said(&again), complained(&again));
}

#[test]
fn what_is_saved_says_how_it_is_run_with_the_same_dice_and_choices() {
    let folder = folder("save again");
    let lines = "person ada\nlift gate by ada\n4 5\nchoose way \"how?\" by ada { jump { set ada.stones = 1 }, wait { set ada.stones = 2 } }\n\
                 jump\n:save evening.asz\n";
    let output = play(&folder, &["--table", "stones.asz"], lines);
    let script = fs::read_to_string(folder.join("evening.asz")).expect("it was written");
    let words = "#   assize run FILE --dice 4,5 --choose \"way=jump\"\n";
    assert!(script.contains(words), "{script}{}", complained(&output));
    let run = ["run", "evening.asz", "--dice", "4,5", "--choose", "way=jump"];
    let again = Command::new(env!("CARGO_BIN_EXE_assize")).args(run).current_dir(&folder).output().expect("it runs");
    assert!(
        said(&again).contains("2d6: 4 5 = 9") && said(&again).contains("-> 1"),
        "{}{}",
        said(&again),
        complained(&again)
    );
}

#[test]
fn what_is_saved_says_why_no_command_repeats_it() {
    let judged = "use ttomp\nactor inez \"Inez\"\n:mode deliberate\naction slip by inez { task sneak }\n";
    let rolled = "choose way \"how?\" by inez { jump { roll leap : 1d6 }, wait { note \"a knock\" } }\njump\n";
    let cases = [
        (judged.to_owned(), "#   assize run FILE --mode deliberate\n"),
        (
            [judged, ":mode random\nroll leap : 1d6\n"].concat(),
            "# Something here was judged, and something was rolled, so no",
        ),
        ([judged, "hidden note \"a knock\"\n"].concat(), "# Something here is hidden, so no command"),
        ([&judged.replace(":mode deliberate", ":mode random"), rolled].concat(), "#   assize run FILE --dice"),
    ];
    for (at, (lines, words)) in cases.iter().enumerate() {
        let folder = folder(&format!("save why {at}"));
        let output = play(&folder, &["--seed", "7"], &[lines, ":save evening.asz\n"].concat());
        let script = fs::read_to_string(folder.join("evening.asz")).expect("it was written");
        assert!(script.contains(words), "{script}{}", complained(&output));
    }
}

#[test]
fn what_was_undone_can_be_left_out_and_a_title_given() {
    let folder = folder("export");
    let lines = "use stones\nperson ada\nlift gate by ada\n:undo\nlift wall by ada\n:export all.md players\n\
                 :export some.md players without undone \"The wall\"\n";
    let output = play(&folder, &["--seed", "7"], lines);
    assert_eq!(output.status.code(), Some(0), "{}", complained(&output));
    let [all, some] = ["all.md", "some.md"].map(|file| fs::read_to_string(folder.join(file)).expect("it was written"));
    assert!(all.starts_with("# all\n") && all.contains("~~gate") && !all.contains("## (undone)"), "{all}");
    assert!(
        some.starts_with("# The wall\n") && some.contains("wall (lift by ada)") && !some.contains("gate"),
        "{some}"
    );
}

#[test]
fn entries_are_remarked_on_once_and_what_nothing_uses_when_it_is_saved() {
    let lines = "use duel\nactor ana\nmodifier luck 1 \"a charm\"\ntest leap by ana { base 3, difficulty 9 }\n\
                 note \"down\" if leap.verdict >= fumble\nnote \"up\"\n";
    let output = play(&folder("remarks"), &["--error-format", "plain"], &format!("{lines}:save evening.asz\n"));
    let told = complained(&output);
    assert_eq!(told.matches("AZ612").count(), 1, "{told}");
    assert_eq!(told.matches("`luck` is never used").count(), 1, "{told}");
    let behind = told.split("AZ612").nth(1).expect("it was told");
    assert!(behind.contains("`luck` is never used"), "only when the page is saved: {told}");
    let loaded = play(&folder("remarks"), &["--error-format", "plain"], lines);
    assert!(!complained(&loaded).contains("is never used"), "a later line may take it: {}", complained(&loaded));
}

#[test]
fn dice_at_the_table_are_asked_for() {
    let lines = "use stones\nperson ada\nlift gate by ada\n4 5\ngate.total\n";
    let output = play(&folder("table"), &["--table"], lines);
    assert!(said(&output).contains("4 5 = 9"), "{}{}", said(&output), complained(&output));
}

/// RA-030: what a failure comes to is asked where there is one, with its dice in view, and nothing that only helps to work them out.
#[test]
fn a_shipped_system_asks_when_it_matters() {
    let lines = "use range\nactor ada \"Ada\" { skill climb { level 3 } }\nnpc wall \"a wall\" { thing }\n\
                 act climb by ada versus wall { skill ada.climb }\n2 5\n\
                 act slide by ada versus wall { skill ada.climb }\n4 5\nharmless\n\
                 act vault by ada versus wall { skill ada.climb }\n6 5\n\nfrustration\n\
                 slide.strength\nada.frustration\n";
    let output = play(&folder("range asks"), &["--table"], lines);
    let (told, asked) = (said(&output), complained(&output));
    assert!(told.ends_with("4\n5\n"), "{told}{asked}");
    let both = format!("{told}{asked}");
    assert_eq!(both.matches("What does the failure come to? (").count(), 2, "a success is not asked: {both}");
    assert!(both.contains("In wounds, or in frustration? (wounds, frustration, or leave empty for wounds)"), "{both}");
    assert!(!both.contains("decide: ") && !both.contains("hit: "), "inner names are left to `why`: {both}");
}

#[test]
fn a_name_that_rolls_nothing_is_refused() {
    let party = "use stones\nperson ada \"Ada Oak\"\nperson bo\n";
    let refused = "`aad` does not roll dice here; help: did you mean `ada`? dice are rolled by ada, bo\n";
    let typed = play(&folder("nobody"), &["--error-format", "plain"], &format!("{party}:dice table aad\n:dice\n"));
    assert_eq!(typed.status.code(), Some(1));
    assert!(complained(&typed).contains(refused), "{}", complained(&typed));
    assert!(said(&typed).ends_with("the program rolls\n"), "{}", said(&typed));

    let titled = play(&folder("titled"), &[], &format!("{party}:dice table ada oak,\n"));
    assert_eq!(titled.status.code(), Some(0), "{}", complained(&titled));

    // Nobody is known when it is said; it is told when the program rolls.
    let lines = format!("{party}lift gate by bo\n");
    let early = play(&folder("early"), &["--table=aad", "--error-format", "plain"], &lines);
    assert!(complained(&early).contains(refused), "{}", complained(&early));

    let folder = folder("nobody in a file");
    fs::write(folder.join("party.asz"), party).expect("it can be written");
    let at_start = play(&folder, &["--table=aad", "--error-format", "plain", "party.asz"], "");
    assert!(complained(&at_start).contains(refused), "{}", complained(&at_start));
}

/// What is remarked on in a scene: the messages, in their order, with their help and without the places beside them, which are others in
/// a session.
fn remarked(output: &Output) -> Vec<String> {
    let told = complained(output);
    let remarks = told.lines().filter_map(|line| line.split_once("warning[AZ612]: "));
    let parts =
        |line: &str| line.split("; ").filter(|part| !part.starts_with("see: ")).collect::<Vec<&str>>().join("; ");
    let mut remarks: Vec<String> = remarks.map(|(_, message)| parts(message)).collect();
    remarks.sort();
    remarks
}

#[test]
fn what_check_remarks_on_is_remarked_on_at_the_prompt() {
    let folder = folder("remarks");
    let lines = "use ttomp\nactor ada\nactor bo\naction go by ada {\n  task sneak { quality good }\n  unopposed\n  fumble \"never\"\n}\n\
                 action lift by ada {\n  task heave { quality good, unopposed }\n  circumstance 1p \"wet\"\n}\n";
    fs::write(folder.join("scene.asz"), lines).expect("it can be written");
    let checked = Command::new(env!("CARGO_BIN_EXE_assize"))
        .args(["check", "--error-format", "plain", "scene.asz"])
        .current_dir(&folder)
        .output()
        .expect("the program can be started");
    let expected = remarked(&checked);
    assert_eq!(expected.len(), 2, "{}", complained(&checked));
    let entered = play(&folder, &["--error-format", "plain", "--seed", "7"], lines);
    let told = complained(&entered);
    assert_eq!(remarked(&entered), expected, "{told}");
    for place in ["entry 4:", "entry 5:"] {
        assert!(told.lines().any(|line| line.starts_with(place)), "{place}\n{told}");
    }
}

#[test]
fn a_topic_that_is_called_as_a_command_is_can_be_read() {
    let output = play(&folder("topic"), &[], ":help odds\n:help topic odds\n");
    let told = said(&output);
    let (command, topic) = told.split_once("`:help topic odds`\n").expect("the command says where it is");
    assert!(command.contains("(short: :o)"), "{command}");
    assert!(topic.starts_with("Odds") && topic.lines().count() > 100, "{topic}");
}

#[test]
fn a_command_without_arguments_refuses_one() {
    let output = play(
        &folder("alone"),
        &["--error-format", "plain"],
        "note \"a\"\n:reset now\n:redo 2\n:history\n:quit now\n:history\n",
    );
    let told = complained(&output);
    for name in ["reset", "redo", "quit"] {
        assert!(told.contains(&format!("`:{name}` takes no argument; help: write `:{name}` alone\n")), "{told}");
    }
    assert_eq!(said(&output).matches("  1  note").count(), 2, "nothing has changed: {}", said(&output));
}

#[test]
fn a_session_begins_with_the_mode_that_is_set() {
    let folder = folder("mode set");
    let begins = |settings: &str, words: &[&str]| {
        fs::write(folder.join("assize.toml"), format!("[defaults]\n{settings}\n")).expect("it can be written");
        said(&play(&folder, words, ":mode\n"))
    };
    let (judged, by_hand) = ("judged without dice\n", "you roll all dice and enter the faces\n");
    assert_eq!(begins("mode = \"deliberate\"", &[]), judged);
    assert_eq!(begins("mode = \"deliberate\"", &["--mode", "automatic"]), "declared results, without dice\n");
    assert_eq!(begins("mode = \"deliberate\"", &["--table"]), by_hand, "what is typed is stronger");
    assert_eq!(begins("mode = \"deliberate\"\ndice = \"table\"", &[]), judged, "judgement rolls no dice");
    assert_eq!(begins("mode = \"random\"\ndice = \"table\"", &[]), by_hand);
    let both = play(&folder, &["--table", "--mode", "deliberate"], "");
    assert_eq!(both.status.code(), Some(2), "{}", complained(&both));
}

#[test]
fn a_change_is_undone_and_redone_and_each_says_what_comes_out() {
    let lines = "use stones\nperson ada\nset ada.stones = 4\nlift gate by ada\n:edit 3 set ada.stones = 6\n\
                 :undo\nada.stones\n:redo\nada.stones\n:undo 2\n:redo\nada.stones\n:redo\n";
    let output = play(&folder("change_redone"), &["--seed", "7", "--error-format", "plain"], lines);
    let told = said(&output);
    let undone = "the change to entry 3 is undone: set ada.stones = 4\nthe result of entry 3 is again:\n  ada.stones: 3 -> 4\n\
                  the result of entry 4 is again:\n  ada.stones: 4 -> 5 (gate)\n5\n";
    assert!(told.contains(undone), "{told}");
    assert!(told.contains("entry 3 is changed again: set ada.stones = 6\n7\n"), "{told}");
    let both = "entry 4 undone: lift gate by ada\n";
    let redone = "entry 4 restored: lift gate by ada\nentry 3 is changed again: set ada.stones = 6\n7\n";
    assert!(told.contains(both) && told.ends_with(redone), "{told}");
    assert!(complained(&output).contains("there is nothing to redo"), "{}", complained(&output));
}

#[test]
fn the_state_of_one_person_is_shown_and_names_that_have_none_are_refused() {
    let lines = "use stones\nperson ada\nperson bo\n:state bo\n:state bob\n";
    let output = play(&folder("state_of_one"), &["--error-format", "plain"], lines);
    assert_eq!(said(&output), "bo.stones = 3\n");
    assert!(
        complained(&output).contains("`bob` has no values here; help: did you mean `bo`?"),
        "{}",
        complained(&output)
    );
}

#[test]
fn members_of_a_family_that_are_no_are_shown_only_of_somebody_named() {
    let lines = "use d20\nactor ada \"Ada\" { score strength 16 }\n:state\nnote \"and now\"\n:state ada\n";
    let told = said(&play(&folder("idle_families"), &[], lines));
    let (all, one) = told.split_once("and now").expect("it is said");
    assert!(!all.contains(") = no\n") && all.contains(" (`:state NAME` shows all values of NAME)\n"), "{told}");
    assert!(one.contains(") = no\n") && !one.contains("left out"), "{told}");
}

#[test]
fn whoever_is_misspelt_as_rolling_at_the_table_begins_no_session() {
    let folder = folder("misspelt_table");
    fs::write(folder.join("party.asz"), "use d20\nactor till \"Till\"\n").expect("it can be written");
    let lines = "check climb by till { skill athletics, difficulty 12 }\n";
    let output = play(&folder, &["--error-format", "plain", "--table=tilll", "party.asz"], lines);
    assert!(!output.status.success() && !said(&output).contains("climb"), "{}", said(&output));
    let told = complained(&output);
    assert!(told.contains("`tilll` does not roll dice here; help: did you mean `till`?"), "{told}");
}

#[test]
fn whoever_finds_no_session_is_told_of_the_journals_that_lie_here() {
    let folder = folder("nothing_to_resume");
    let told = complained(&play(&folder, &["--resume"], ""));
    assert_eq!(told, "error: there is no session in this folder to resume\n");
    fs::write(folder.join("evening.journal"), "").expect("it can be written");
    let told = complained(&play(&folder, &["--resume"], ""));
    assert!(told.ends_with(" is resumed by it:\n  assize repl --resume evening.journal\n"), "{told}");
}

#[test]
fn a_page_is_saved_with_the_roles_that_are_on_it() {
    let folder = folder("roles_of_a_page");
    fs::write(folder.join("night.asz"), "cast sentry : person\nlift gate by sentry\n").expect("it can be written");
    let lines = "use stones\nperson ada\nperson bo\n:cast sentry=ada\n:cast sentri=bo\nuse \"night.asz\"\n:save one.asz\n\
                 :cast sentry=bo\nnote \"later\"\n:save two.asz\n";
    let output = play(&folder, &["--seed", "7"], lines);
    let told = said(&output);
    assert!(told.contains("ada fills the role of sentry, once a scene has it\n"), "{told}");
    let saved = |name: &str| fs::read_to_string(folder.join(name)).expect("it was saved");
    let (one, two) = (saved("one.asz"), saved("two.asz"));
    assert!(one.contains(" --cast \"sentry=ada\"") && !one.contains("sentri"), "{one}");
    assert!(two.contains("earlier page\ncast sentry : person\n") && two.contains(" --cast \"sentry=bo\"\n"), "{two}");
}

#[test]
fn a_page_is_saved_with_what_the_files_of_earlier_pages_say_of_who_there_is() {
    let folder = folder("people_of_earlier_pages");
    fs::write(folder.join("party.asz"), "use d20\nactor till \"Till\"\n").expect("it can be written");
    let scene = "use \"party.asz\"\ncast helper : actor\nactor wolf \"the wolf\" { armor class 13 }\nsecret tally told : number = 0\n\
                 check hide by till { skill stealth, difficulty 12 }\nsecret add 1 to told\n";
    fs::write(folder.join("mill.asz"), scene).expect("it can be written");
    let lines = "use \"mill.asz\"\n:cast helper=till\nset wolf.armor class = 15\n:save saved.asz\n";
    let output = play(&folder, &["--seed", "7"], lines);
    let saved = fs::read_to_string(folder.join("saved.asz")).unwrap_or_else(|_| panic!("{}", complained(&output)));
    assert!(saved.contains("happened on an earlier page") && !saved.contains("check hide"), "{saved}");
    assert!(saved.contains("use d20\n") && saved.contains("actor wolf") && saved.contains("set told = 1\n"), "{saved}");
    let run = Command::new(env!("CARGO_BIN_EXE_assize"))
        .args(["run", "saved.asz", "--cast", "helper=till"])
        .current_dir(&folder)
        .output();
    let run = run.expect("it starts");
    assert!(run.status.success(), "{saved}\n{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn who_plays_what_is_told() {
    let folder = folder("who_plays");
    fs::write(folder.join("night.asz"), "cast sentry : person\nlift gate by sentry\n").expect("it can be written");
    let lines = ":cast\nuse stones\nperson ada\nperson bo\nuse \"night.asz\"\n:cast\n:cast sentry=bo\n:cast\n";
    let output = play(&folder, &["--seed", "7"], lines);
    let told = said(&output);
    assert!(told.starts_with("there are no roles here\n"), "{told} {}", complained(&output));
    assert!(told.contains("sentry: nobody (could be ada, bo)\n"), "{told}");
    assert!(told.ends_with("bo fills the role of sentry\nsentry: bo\n"), "{told}");
}

#[test]
fn a_number_that_was_used_for_nothing_stands_in_the_history() {
    let lines = "use stones\nperson ada\nset ada.stones = 9\nlift gate by ada\nset ada.stones = 2\n:history\n";
    let output = play(&folder("history_gap"), &["--seed", "7"], lines);
    let told = said(&output);
    let listed = "   3  set ada.stones = 9\n-  4  (cancelled or refused) lift gate by ada\n   5  set ada.stones = 2\n";
    assert!(told.ends_with(listed), "{told}");
}

#[test]
fn a_dice_command_without_its_word_and_a_table_without_its_sign_are_put_right() {
    let output = play(&folder("dice_word"), &["--error-format", "plain"], ":dice ada, till\n");
    let help = "write `:dice table ada, till` to roll only their dice by hand, or `:dice program`";
    assert!(complained(&output).contains(help), "{}", complained(&output));
    let output = play(&folder("table_sign"), &["--error-format", "plain", "--table", "cass"], "");
    assert!(complained(&output).contains("write `--table=cass`"), "{}", complained(&output));
}

#[test]
fn odds_of_dice_that_nothing_reads_are_told() {
    let lines = ":odds roll a : 2d6\nuse stones\nperson ada\nlift gate by ada\n:odds roll b : 1d4\n:odds gate.aim\n";
    let output = play(&folder("rolled"), &["--seed", "7"], lines);
    assert_eq!(output.status.code(), Some(0), "{}", complained(&output));
    let told = said(&output);
    assert!(told.starts_with("a: mean 7, sd 2.42"), "on an empty page: {told}");
    assert!(told.contains("b: mean 2.50, sd 1.12"), "and on one that has begun: {told}");
    assert!(told.contains("\ngate.aim: always low\n"), "what has come about has one level: {told}");
}

#[test]
fn what_a_scene_counts_is_told_with_what_it_means() {
    let lines = "use stones\nperson ada\ntally paces : 0..9 = 3 \"to the gate\"\nflag open = no\n:state\n:state paces\n:info paces\n:state pace\n";
    let output = play(&folder("counted"), &[], lines);
    let told = said(&output);
    assert_eq!(told.matches("paces = 3 (to the gate)\n").count(), 3, "{told}");
    assert!(told.contains("open = no\n"), "{told}");
    assert!(complained(&output).contains("did you mean `paces`?"), "{}", complained(&output));
}

#[test]
fn odds_at_the_prompt_name_no_option_of_the_command_line() {
    let lines = "use ttomp\nactor mara \"Mara\"\n:odds action climb \"over the wall\" by mara { value 1b \"freedom\", task climb { quality good } }\n";
    let told = said(&play(&folder("odds_left_out"), &[], lines));
    assert!(!told.contains("--all"), "{told}");
    assert!(told.contains("(see one with `:odds NAME : STATEMENT`)"), "{told}");
}

#[test]
fn an_added_die_is_asked_for_with_those_that_lie_there() {
    let folder = folder("added_die");
    let system =
        "system pools\nkind person {}\nprocedure throw by person { ask more : 0..3 = 0, roll pool : (2 + more)d6 }\n";
    fs::write(folder.join("pools.asz"), system).expect("it can be written");
    let lines = "use pools\nperson ada\nthrow one by ada\n3 5\n:edit 3 throw one by ada { more 1 }\n6\n";
    let output = play(&folder, &["--table"], lines);
    let told = complained(&output);
    assert!(told.contains("ada: roll 1d6 in addition to the 3 and 5 on the table, for pool of one\n"), "{told}");
    assert!(said(&output).contains("3d6: 3 5 6"), "{} {told}", said(&output));
}
