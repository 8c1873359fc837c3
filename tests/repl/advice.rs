//! `:advise`: what is best at a line that is not entered.

use std::fs;

use super::{complained, folder, play, said};

/// What is told and complained of, by a system with choices.
fn advised(name: &str, lines: &str) -> (String, String) {
    let folder = folder(name);
    fs::write(folder.join("dice.asz"), include_str!("../shared/dice.asz")).expect("it can be written");
    let lines = format!("use dice\nperson ada\nperson bo\n{lines}");
    let output = play(&folder, &["--seed", "7", "--error-format", "plain"], &lines);
    (said(&output), complained(&output))
}

#[test]
fn advice_about_a_statement_does_not_enter_it() {
    let (said, wrong) = advised("advice", ":advise P(t.best >= 5) : throw t by ada\n:history\n");
    assert!(said.contains("P(t.best >= 5) = 55.56%  (5/9) at best"), "{said}{wrong}");
    assert!(said.contains("if t.a is at most 4 (66.67%)"), "{said}");
    assert!(said.ends_with("  2  person ada\n   3  person bo\n"), "{said}");
}

#[test]
fn advice_begins_with_everything_as_it_is() {
    let lines =
        "set ada.luck = 0\n:advise E(s.won) : stake s by ada\nset ada.luck = 3\n:advise E(s.won) : stake s by ada\n";
    let (said, wrong) = advised("advice behind", lines);
    assert!(said.contains("E(s.won) = 0.00  (0), whatever is chosen"), "{said}{wrong}");
    assert!(said.contains("at worst") && said.contains("s.bet, by ada: always asked"), "{said}{wrong}");
    // A die that has fallen is certain, and no condition is about it.
    let lines =
        "mode random\nthrow t by ada { again no }\nt.a\n:advise P(t.best + u.best >= t.a + 5) : throw u by ada\n";
    let (said, wrong) = advised("advice of dice", lines);
    assert!(said.contains("if u.a is at most 4 (66.67%)") && !said.contains("if t."), "{said}{wrong}");
}

#[test]
fn a_line_suggests_a_goal_where_none_is_given() {
    let (said, wrong) = advised("advice suggested", ":advise throw t by ada\n");
    assert!(said.contains("E(t.best) = 4.25") && said.contains("t.again"), "{said}{wrong}");
    assert!(!said.contains("no choice makes a difference to"), "{said}");
    // What has been rolled is no goal any more, and the same holds behind what is settled.
    let lines = "mode random\nthrow t by ada { again no }\nt.a\n:advise throw u by ada\n";
    let (said, wrong) = advised("advice suggested behind", lines);
    assert!(said.contains("E(u.best) = 4.25"), "{said}{wrong}");
    // If nothing that can be chosen makes a difference to the last result, another one is taken.
    let lines = ":advise if 1 is 1 { throw t by ada, throw u by ada { again no } }\n";
    let (said, wrong) = advised("advice suggested instead", lines);
    let instead = "no choice makes a difference to `E(u.best)`, so this is the advice for `E(t.best)`";
    assert!(said.contains(instead) && said.contains("E(t.best) = 4.25"), "{said}{wrong}");
    let (said, wrong) = advised(
        "advice suggests nothing",
        ":advise choose way \"roof?\" by ada { roof { note \"Up.\" }, door default { note \"Dark.\" } }\n",
    );
    assert!(wrong.contains("nothing here depends on chance") && wrong.contains("name one, such as"), "{said}{wrong}");
}

#[test]
fn judging_is_compared_unless_the_mode_says_how() {
    let lines = ":advise E(p.won) : plead p by ada\n:mode deliberate\n:advise E(p.won) : plead p by ada\n";
    let (said, wrong) = advised("advice mode", lines);
    assert_eq!(said.matches("p.mood \"judge or roll?\"").count(), 1, "{said}{wrong}");
}

#[test]
fn nobody_is_advised_where_nothing_is_to_be_decided_or_something_is_hidden() {
    let cases = [
        (":advise E(ada.luck) : set ada.luck = 3\n", "there are no choices here, so there is nothing to advise"),
        (
            "throw t by ada { again no }\n:advise P(t.best >= 4) : mode deliberate\n",
            "this line changes earlier lines, where something has already been rolled or chosen",
        ),
        (":advise E(t.best)\n", "write `:advise GOAL : STATEMENT`"),
        (":advise\n", "`:advise` needs a statement"),
        (":advise sd(t.best) : throw t by ada\n", "what is best for a deviation or a quantile"),
        (":advise t.best : throw t by ada\n", "a goal is one chance or one mean"),
        (
            ":advise E(t.best) : hidden throw t by ada\n",
            "what is best for `t.again` depends on something the person choosing does not know",
        ),
    ];
    for (line, message) in cases {
        let (said, wrong) = advised("advice refused", line);
        assert!(wrong.contains(message), "{line}{wrong}{said}");
    }
}
