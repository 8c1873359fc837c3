//! Questions about odds: what they say, and what is said of those that are none.

use super::super::ast::{Question, QuestionKind};
use super::super::{parse_question, print_expression, print_question};
use super::{rendered, shape};
use crate::diagnostic::Diagnostics;
use crate::source::SourceId;

fn read(text: &str) -> Question {
    let mut sink = Diagnostics::default();
    let question = parse_question(SourceId(0), text, &mut sink);
    assert!(sink.is_empty(), "{}\n{text}", rendered(text, &sink));
    question.unwrap_or_else(|| panic!("no question: {text}"))
}

/// The kind with what is asked, and the condition.
fn parts(text: &str) -> (String, Option<String>) {
    let question = read(text);
    let asked = match &question.kind {
        QuestionKind::Chance(condition) => format!("chance of {}", print_expression(condition)),
        QuestionKind::Mean(number) => format!("mean of {}", print_expression(number)),
        QuestionKind::Of(what) => format!("of {}", print_expression(what)),
    };
    (asked, question.given.as_ref().map(print_expression))
}

#[test]
fn a_question_is_a_chance_a_mean_or_a_condition_alone() {
    let cases = [
        ("P(lamp.glow is very bright)", "chance of lamp.glow is very bright", None),
        ("E(ship.leaks + 1)", "mean of ship.leaks + 1", None),
        ("lamp.glow >= dim", "of lamp.glow >= dim", None),
        ("climb", "of climb", None),
        ("P(lamp.glow is very bright given tom.oil > 3)", "chance of lamp.glow is very bright", Some("tom.oil > 3")),
        ("E(oil given if a then b else c)", "mean of oil", Some("if a then b else c")),
        ("a is b and not c given d or e", "of a is b and not c", Some("d or e")),
        ("lamp given tom is here", "of lamp", Some("tom is here")),
        ("\n P(\n  a is b\n  given\n c >=\n 3\n)\n", "chance of a is b", Some("c >= 3")),
        // A part may be called so; a name may not begin so, or hold the word.
        ("P(tom.given given not ann.given)", "chance of tom.given", Some("not ann.given")),
        ("E", "of E", None),
        ("P is E", "of P is E", None),
    ];
    for (text, asked, given) in cases {
        assert_eq!(parts(text), (asked.to_owned(), given.map(str::to_owned)), "{text}");
    }
}

#[test]
fn a_question_goes_round() {
    for text in ["P(a given b)", "E(max(a, b) * 2 given c is d)", "a knows b given c", "a.b", "P((if a then b else c))"]
    {
        let question = read(text);
        let printed = print_question(&question);
        assert_eq!(shape(&read(&printed)), shape(&question), "{text}: {printed}");
        assert_eq!(print_question(&read(&printed)), printed);
    }
}

#[test]
fn a_question_knows_its_place() {
    let question = read("  P(a given b) ");
    assert_eq!(question.span.range(), 2..14);
    assert_eq!(question.given.map(|given| given.span.range()), Some(12..13));
}

#[test]
fn given_stays_a_word_of_names_outside_of_questions() {
    let mut sink = Diagnostics::default();
    let expression = super::super::parse_expression(SourceId(0), "near given town", &mut sink);
    assert_eq!(expression.as_ref().map(print_expression), Some("near given town".to_owned()));
}

#[test]
fn what_is_no_question_is_refused_in_its_own_words() {
    let wrong = [
        "P(a is b) # why",
        "a >= 3 #",
        "P(a >= major",
        "a >= major)",
        "a >= major) = 0, P(b",
        "P(a), P(b)",
        "P(a) = 1/2",
        "P(a) + P(b)",
        "P(a, b)",
        "P(a) given b",
        "P(a given b given c)",
        "P(a given)",
        "P(given b)",
        "given b",
        "P()",
        "E(a\nb)",
        "a\nb",
        "a is b }",
        "a { b }",
        "P(a == b)",
        "",
        "\n",
        "\"a",
        "P(a “b”)",
    ];
    let said = wrong.map(|text| {
        let mut sink = Diagnostics::default();
        assert_eq!(parse_question(SourceId(0), text, &mut sink), None, "{text}");
        assert!(sink.has_errors(), "{text}");
        format!("{text:?}\n{}\n", rendered(text, &sink))
    });
    insta::assert_snapshot!(said.join("\n"));
}
