//! Questions about odds: what they mean, and the messages about lines that are not questions.

use super::super::ast::{BinaryOp, CallArgument, ExprKind, OddsWord, Question};
use super::super::{parse_expression, parse_question, print_expression, print_question};
use super::{rendered, shape};
use crate::diagnostic::Diagnostics;
use crate::source::SourceId;

fn read(text: &str) -> Question {
    let mut sink = Diagnostics::default();
    let question = parse_question(SourceId(0), text, &mut sink);
    assert!(sink.is_empty(), "{}\n{text}", rendered(text, &sink));
    question.unwrap_or_else(|| panic!("no question: {text}"))
}

/// What is asked, and the condition.
fn parts(text: &str) -> (String, Option<String>) {
    let question = read(text);
    let sort = if question.asked.asks_for_odds() { "odds" } else { "of" };
    (format!("{sort} {}", print_expression(&question.asked)), question.given.as_ref().map(print_expression))
}

#[test]
fn a_question_is_a_formula_over_odds_or_a_condition_alone() {
    let cases = [
        ("P(lamp.glow is very bright)", "odds P(lamp.glow is very bright)", None),
        ("E(ship.leaks + 1)", "odds E(ship.leaks + 1)", None),
        ("lamp.glow >= dim", "of lamp.glow >= dim", None),
        ("climb", "of climb", None),
        ("P(lamp is very bright given tom.oil > 3)", "odds P(lamp is very bright given tom.oil > 3)", None),
        ("E(oil given if a then b else c)", "odds E(oil given if a then b else c)", None),
        ("a is b and not c given d or e", "of a is b and not c", Some("d or e")),
        ("lamp given tom is here", "of lamp", Some("tom is here")),
        ("\n P(\n  a is b\n  given\n c >=\n 3\n)\n", "odds P(a is b given c >= 3)", None),
        ("P(a) + P(b)", "odds P(a) + P(b)", None),
        ("2 * P(a given b)/3>=0.40", "odds 2 * P(a given b) / 3 >= 0.40", None),
        ("1 - E (a) = -(P(b) + 9/36 * 1/2)", "odds 1 - E(a) = -(P(b) + 9 / 36 * 1 / 2)", None),
        // A part may be called so; a name may not begin so, or hold the word.
        ("P(tom.given given not ann.given)", "odds P(tom.given given not ann.given)", None),
        ("E", "of E", None),
        ("sd(ship.leaks / 2) - median(a + 1)", "odds sd(ship.leaks / 2) - median(a + 1)", None),
        ("quantile(a,90%)", "odds quantile(a, 90%)", None),
        ("quantile(\n a given b is c\n ,\n 99.5% )", "odds quantile(a given b is c, 99.5%)", None),
        ("quantile(a, 9/10 given b)", "odds quantile(a, 9 / 10 given b)", None),
        // Any system may use these words for something of its own.
        ("median", "of median", None),
        ("median is sd", "of median is sd", None),
        ("median income(a, b)", "of median income(a, b)", None),
        ("a.median(3)", "of a.median(3)", None),
        ("median()", "odds median()", None),
        ("quantiles(a)", "of quantiles(a)", None),
        ("P is E", "of P is E", None),
        ("Pit is here", "of Pit is here", None),
    ];
    for (text, asked, given) in cases {
        assert_eq!(parts(text), (asked.to_owned(), given.map(str::to_owned)), "{text}");
    }
}

#[test]
fn a_condition_stands_in_the_brackets_of_a_claim_too() {
    let mut sink = Diagnostics::default();
    let text = "P(a given b) > near given town";
    let expression = parse_expression(SourceId(0), text, &mut sink).expect("it is one");
    assert!(matches!(&expression.kind, ExprKind::Binary(BinaryOp::Greater, left, _)
        if matches!(left.odds_of(), Some((OddsWord::Chance, [CallArgument::Given { .. }])))));
    assert_eq!(print_expression(&expression), text);
}

#[test]
fn a_question_goes_round() {
    let texts = [
        "P(a given b)",
        "E(max(a, b) * 2 given c is d)",
        "a knows b given c",
        "a.b",
        "P((if a then b else c))",
        "P(a) / (P(b) + P(c given d)) >= 0.05",
        "sd(a) < quantile(b given c, 7.25%) - quantile(b, 1 / 3 given d)",
    ];
    for text in texts {
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
    let question = read("  a is b given c ");
    assert_eq!(question.span.range(), 2..16);
    assert_eq!(question.given.map(|given| given.span.range()), Some(15..16));
}

#[test]
fn given_stays_a_word_of_names_outside_of_questions() {
    let mut sink = Diagnostics::default();
    let expression = parse_expression(SourceId(0), "near given town", &mut sink);
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
        "P()",
        "P(a) given b",
        "P(a given b given c)",
        "P(a given)",
        "quantile(a, 90 %)",
        "median(a, )",
        "median(a) = 50%",
        "P(given b)",
        "given b",
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
