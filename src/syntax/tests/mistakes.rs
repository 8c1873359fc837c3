//! The likeliest errors and the messages about them.

use super::{findings, rendered};

fn said(text: &str) -> String {
    rendered(text, &findings(text))
}

macro_rules! mistakes {
    ($($name:ident: $text:expr;)*) => {
        $(#[test]
        fn $name() {
            insta::assert_snapshot!(said($text));
        })*
    };
}

mistakes! {
    a_repetition_without_an_end: "repeat night { note \"x\" }";
    a_repetition_of_times: "repeat 4 times {\n  note \"x\"\n}";
    two_equal_signs: "if lamp.lit == yes { note \"x\" }";
    two_ampersands: "if lamp.lit && lamp.full { note \"x\" }";
    an_exclamation_mark: "set a = !b";
    an_if_without_braces: "if lamp.lit\n  note \"x\"";
    an_if_with_then_and_braces: "if lamp.lit then { note \"x\" }";
    an_else_without_braces: "if lamp.lit { note \"x\" }\nelse note \"y\"";
    a_missing_closing_brace: "lamp tall {\n  oil 3\n\nlamp small {\n  oil 2\n}";
    a_missing_closing_parenthesis: "set a = max(1, (b + 2)\nset c = 3";
    a_brace_too_many: "lamp tall { oil 3 } }";
    a_missing_quote: "note \"the lamp\nset a = 1";
    curly_quotes: "note “the lamp”\nset a = – 1";
    dice_with_a_blank: "rule f() = 2 d6";
    a_broken_number: "rule f() = x.5";
    a_row_without_a_bar: "scale glow {\n  level | size\n  dim | 1 == 2\n  bright | 2\n}";
    a_joining_word_in_a_name: "kind sword and shield {\n  oil : number\n}";
    a_condition_inside_odds: "expect odds {\n  P(a > 3) = 1/2 given b\n}";
    two_bars: "if lamp.lit || lamp.full { note \"x\" }";
    a_set_without_a_sign: "set lamp.oil 3";
    an_add_without_a_place: "add 1 lamp.oil";
    a_ladder_without_a_comma: "ladder glow rolls 2d6 {\n  level | rolls\n}";
    an_ask_without_a_type: "procedure p by tom {\n  ask depth = 3\n}";
    a_type_that_is_missing: "kind lamp {\n  oil :\n  wick : number\n}";
    an_unfinished_line: "set a =";
    a_level_in_brackets: "ada {\n  score(wits) 14\n}";
    a_division_in_pieces: "rule f(a) = a div 2";
    six_mistakes_in_one_run: "set a == 1\nlamp b {\n  oil = = 3\n  wick [2]\n}\nprocedure p by tom {\n  let x\n  step s {\n    roll 2d6\n  }\n  note \"fine\"\n}\nif x note\nset d = 2\nadd 3";
}

#[test]
fn what_is_right_stays() {
    let mut sink = crate::diagnostic::Diagnostics::default();
    let file = super::super::parse(crate::source::SourceId(0), "use lamps\nset a == 1\nset b = 2", &mut sink);
    assert_eq!((file.items.len(), sink.iter().count()), (2, 1));
}
