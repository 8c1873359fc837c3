//! What comes back of an edit does not tell whether an entry is as it was.

use assize::session::Session;
use assize::verdict::{Audience, text};
use assize::{Engine, Entered};

/// The lines that stand before what is edited, what it was, and what it becomes.
const EDITS: [(&str, [&str; 2], &str); 3] = [
    ("note \"a knock\"", ["secret note \"three\"", "secret note \"four\""], "secret note \"three\""),
    ("note \"a knock\"", ["hidden note \"three\"", "hidden note \"four\""], "hidden note \"three\""),
    ("secret tally z : number = 0", ["secret set z = 3", "secret set z = 4"], "secret set z = 3"),
];

fn edited(before: &str, old: &str, new: &str, audience: Audience) -> String {
    let mut session = Session::begin(Engine::default(), 7, None).expect("it begins");
    for line in ["use ttomp\nactor inez \"Inez\"", before, old] {
        let entered = session.enter(line, None).unwrap_or_else(|failure| panic!("{line}: {failure}"));
        assert!(matches!(entered, Entered::Statement { .. }), "{line}");
    }
    let edited = session.edit(3, new, None).unwrap_or_else(|failure| panic!("{new}: {failure}"));
    let seen = edited.verdict.of_session_seen_by(audience);
    let undone = session.undo().map(|entry| entry.map(|entry| entry.number));
    format!("{seen:?}\n{}\n{}\n{undone:?}", text::text(&seen), edited.changed.len())
}

#[test]
fn nobody_learns_whether_a_kept_entry_had_that_text_already() {
    for (before, [same, other], new) in EDITS {
        let viewers =
            if new.starts_with("hidden") { &[Audience::Players, Audience::Gm][..] } else { &[Audience::Players] };
        for viewer in viewers {
            let [same, other] = [same, other].map(|old| edited(before, old, new, *viewer));
            assert_eq!(same, other, "{viewer:?}: {new}");
        }
    }
}

#[test]
fn players_are_not_told_the_words_of_a_kept_entry_that_an_edit_would_break() {
    let lines = [
        "secret set ada.readiness = ready",
        "secret if ada.readiness is ready { note \"4711\" }",
        "secret note \"{ada}\"",
    ];
    for line in lines {
        let mut session = Session::begin(Engine::default(), 7, None).expect("it begins");
        for line in ["use ttomp", "actor ada", line] {
            session.enter(line, None).unwrap_or_else(|failure| panic!("{line}: {failure}"));
        }
        let refused = session.edit(2, "actor bo", None).expect_err("the line names ada");
        let told = refused.seen_by(Audience::Gm).to_string();
        assert!(told.contains(line), "{told}");
        let told = refused.seen_by(Audience::Players).to_string();
        assert!(!told.contains("ada") && told.contains("for a reason that is not shown"), "{told}");
    }
}

#[test]
fn an_edit_that_changes_nothing_tells_what_comes_of_the_entry() {
    let told = edited("note \"a knock\"", "note \"a cry\"", "note \"a cry\"", Audience::Players);
    assert!(told.contains("Travails and Misfortunes") && told.contains("a cry"), "{told}");
}
