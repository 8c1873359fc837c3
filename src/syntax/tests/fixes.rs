//! What the reader can fix by itself: the text before, and with its sure fixes applied.

use crate::diagnostic::{Diagnostics, fix};
use crate::source::SourceId;
use crate::syntax::parse;

/// The text with all sure fixes in it, and whether it follows the grammar then.
fn fixed(text: &str) -> (String, bool) {
    let mut text = text.to_owned();
    for _ in 0..5 {
        let mut sink = Diagnostics::default();
        parse(SourceId(0), &text, &mut sink);
        let fixes = fix::sure(sink.iter(), SourceId(0));
        if fixes.is_empty() {
            return (text, !sink.has_errors());
        }
        text = fix::write(&text, &fixes);
    }
    (text, false)
}

#[test]
fn what_is_said_word_for_word_can_be_written() {
    for (wrong, right) in [
        ("if a == b { note \"x\" }", "if a is b { note \"x\" }"),
        ("if a==b { note \"x\" }", "if a is b { note \"x\" }"),
        ("if a != b { note \"x\" }", "if a is not b { note \"x\" }"),
        ("if a <> b && !c { note \"x\" }", "if a is not b and not c { note \"x\" }"),
        ("if a || b { note \"x\" }", "if a or b { note \"x\" }"),
        ("if a then { note \"x\" }", "if a { note \"x\" }"),
        ("rule r(n) = n => 2", "rule r(n) = n >= 2"),
        ("rule r(n) = n =< 2", "rule r(n) = n <= 2"),
        ("rule r(n) = n % 2", "rule r(n) = n mod 2"),
        ("set ada.oil := 1", "set ada.oil = 1"),
        ("dice pair = 2 d6", "dice pair = 2d6"),
        ("rule r(n) = (n + 1 }", "rule r(n) = (n + 1 )"),
        ("note \"a\";", "note \"a\""),
        ("note \"a\"; note \"b\"; # twice", "note \"a\"\nnote \"b\" # twice"),
        ("if a {\n  note \"a\"; note \"b\";\n}", "if a {\n  note \"a\"\n  note \"b\"\n}"),
        ("lift \"up\" ada { note \"x\" }", "lift \"up\" by ada { note \"x\" }"),
        ("lift gate by ada, { note \"x\" }", "lift gate by ada { note \"x\" }"),
        ("ada {\n  score(wits) 14 # low\n}", "ada {\n  score wits 14 # low\n}"),
        ("ada { score (wits):14, luck 2 }", "ada { score wits 14, luck 2 }"),
        ("use ten-sided", "use \"ten-sided\""),
        ("use house ten-sided # one", "use house \"ten-sided\" # one"),
        ("// a word", "# a word"),
        ("note “a”", "note \"a\""),
        ("note „ä ö“ # “so”", "note \"ä ö\" # “so”"),
        ("set ada.oil = 2 – 1", "set ada.oil = 2 - 1"),
        ("set ada.oil = 2 × 1", "set ada.oil = 2 * 1"),
        ("set\u{a0}ada.oil = 1\u{200b}", "set ada.oil = 1"),
        ("if ada’s lamp ≥ 2 { note \"x\" }", "if ada's lamp >= 2 { note \"x\" }"),
    ] {
        assert_eq!(fixed(wrong), (right.to_owned(), true), "{wrong}");
    }
}

#[test]
fn what_a_person_has_to_say_is_left() {
    for text in [
        "note “a",
        "note \"a",
        "set ada.oil += 1",
        "lift first by ada -> berta",
        "rule r(n) = n ÷ 2",
        "note ‘a’",
        "rule r(n) 2 * n",
        "while a { note \"x\" }",
        "}",
    ] {
        assert_eq!(fixed(text).0, text);
    }
}
