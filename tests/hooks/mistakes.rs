//! What an author is told: in words that need no knowledge of Rust, and at the place.

use assize::engine::{Argument, Complaint, Limits};
use assize::hook_rhai::reader;

use crate::call;

/// The message, what it points at, and its help.
fn told(text: &str) -> String {
    let Err(Complaint { message, help, place, .. }) = call(text, Limits::default()) else {
        panic!("{text}: no complaint")
    };
    let at = place.and_then(|place| text.get(place)).map_or("nowhere".to_owned(), |at| format!("at `{at}`"));
    help.map_or(format!("{message} ({at})"), |help| format!("{message} ({at}; {help})"))
}

#[test]
fn mistakes_are_told_in_words() {
    let texts = [
        "fn f() { wounds }",
        "fn f() { sqrt(4) }",
        "fn f() { g(1, 2) } fn g(a) { a }",
        "fn f() { 1 + [2] }",
        "fn f() { 1 == \"1\" }",
        "fn f() { if 1 { 2 } }",
        "fn f() { [1, 2][5] }",
        "fn f() { #{ a: 1 }.b }",
        "fn f() { 5.a }",
        "fn f() { 1.5 }",
        "fn f() { 'long' }",
        "fn f() { let x = 1 let y = 2; }",
        "fn f() { (1 + 2 }",
        "fn f() { 1 + }",
        "fn f( { 1 }",
        "fn f { 1 }",
        "fn f()",
        "fn f() { for x in 3 { } }",
        "fn f() { const X = 1; X = 2; }",
        "fn f() { throw \"the rope is wet\"; }",
        "fn f() { sum([1, true]) }",
        "fn f() { max([]) }",
        "fn f() { break; }",
        "fn f() { 1 } fn f(a) { 2 }",
        "fn int.f() { 1 }",
        "func f() { 1 }",
        "fn f() { switch 4 { 1..3 => 1, 4 => 2 } }",
        "fn f() { switch 4 { _ => 1, 4 => 2 } }",
        "fn f() { 1 | 2 }",
        "fn f g() { 1 }",
        "fn f() { - 1",
        "fn f() { { add: -1 } }",
        "fn f(a.b) { 1 }",
        "fn f(a) { if a = 1 { 2 } }",
        "fn f() { if true { #{ note: \"a\" } } if true { #{ note: \"b\" } } }",
        "fn f() { for x in 1..3 { if x > 1 { x } } }",
        "fn f() { switch 4 { 4 => -1, _ => () } 3 }",
        "fn f() { 2 } fn g(a) { a + 1; 2 }",
    ];
    let shown: Vec<String> = texts.iter().map(|text| format!("{text}\n  {}", told(text))).collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn what_is_done_for_its_effect_or_stands_last_is_no_lost_answer() {
    let texts = [
        "fn f() { let list = []; if true { list.push(1) } list.len }",
        "fn f() { if true { return 1; } if false { 2 } else { 3 } }",
        "fn f() { let x = if true { 1 } else { 2 }; switch x { 1 => { x }, _ => 2 } }",
        "fn f() { for x in 1..3 { if x > 1 { return x; } } -1; }",
        "fn f() { try { 1 / 0 } catch { 2 } } fn g(a) { () }",
    ];
    for text in texts {
        call(text, Limits::default()).unwrap_or_else(|complaint| panic!("{text}: {}", complaint.message));
    }
}

#[test]
fn nonsense_is_refused_with_what_may_be_answered() {
    let texts = [
        "fn f() { [1] }",
        "fn f() { 'a' }",
        "fn f() { 1..3 }",
        "fn f() { \"\" }",
        "fn f() { #{ notes: \"x\" } }",
        "fn f() { #{ note: 3 } }",
        "fn f() { #{ note: \" \" } }",
        "fn f() { #{ add: true } }",
        "fn f() { #{ add: [1, 2] } }",
        "fn f() { #{ add: [[1, \"a\"], 2] } }",
        "fn f() { #{ add: [\"mud\", 2] } }",
        "fn f() { #{ level: true } }",
        "fn f() { #{ level: [] } }",
        "fn f() { #{ refuse: true } }",
    ];
    let shown: Vec<String> = texts.iter().map(|text| format!("{text}\n  {}", told(text))).collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn levels_that_do_not_exist_are_listed() {
    let level = |scale: &str, rank| {
        let levels = if scale == "outcome" { ["fumble", "minor"] } else { ["rested", "tired"] };
        Argument::Level { scale: scale.into(), levels: levels.map(String::from).into(), rank }
    };
    let told = |body: &str| {
        let rules = reader(Limits::default())("rule.rhai", &format!("fn f(outcome, mood) {{ {body} }}"));
        let rules = rules.expect("it can be read");
        rules.call(0, &[level("outcome", 1), level("mood", 0)]).expect_err("it fails").message
    };
    assert_eq!(told("outcome >= \"mild\""), "`mild` is not a level of `outcome`; its levels are `fumble`, `minor`");
    assert_eq!(told("3 < outcome"), "`3` is not a level of `outcome`; its levels are `fumble`, `minor`");
    assert_eq!(told("outcome == true"), "yes or no is not a level of `outcome`; its levels are `fumble`, `minor`");
    assert_eq!(told("outcome == mood"), "levels of `outcome` and of `mood` cannot be compared");
    assert_eq!(told("outcome.height"), "there is nothing called `height` in it");
}

#[test]
fn a_call_of_what_is_not_there_is_refused() {
    let rules = reader(Limits::default())("rule.rhai", "fn f(a) { a }").expect("it can be read");
    assert_eq!(rules.call(1, &[]).expect_err("there is one").message, "there is no such function");
    assert_eq!(rules.call(0, &[]).expect_err("it takes one").message, "`f` takes 1 argument, but gets 0");
}

#[test]
fn no_message_speaks_of_rust() {
    let words = ["i64", "Dynamic", "ImmutableString", "&str", "Array", "INT", "rhai"];
    let snapshots = [
        include_str!("snapshots/hooks__mistakes__mistakes_are_told_in_words.snap"),
        include_str!("snapshots/hooks__mistakes__nonsense_is_refused_with_what_may_be_answered.snap"),
    ];
    for word in words {
        assert!(snapshots.iter().all(|shown| !shown.lines().skip(4).any(|line| line.contains(word))), "{word}");
    }
}

/// A number as the book writes it: `10,000`.
fn written(number: u64) -> String {
    if number < 1_000 { number.to_string() } else { format!("{},{:03}", number / 1_000, number % 1_000) }
}

#[test]
fn the_book_knows_the_limits() {
    let page = include_str!("../../docs/src/cookbook/rhai-mistakes.md");
    let (own, strange) = (Limits::default(), Limits::untrusted());
    let text = |limits: Limits| written(u64::try_from(limits.text).expect("it is small"));
    for row in [
        format!("| steps | {} | {} |", written(own.operations), written(strange.operations)),
        format!(
            "| steps of all calls together | {} | {} |",
            written(own.operations_in_all),
            written(strange.operations_in_all)
        ),
        format!("| functions calling each other | {} deep | {} deep |", own.calls, strange.calls),
        format!("| a text, and all texts in one list or map | {} bytes | {} bytes |", text(own), text(strange)),
        format!("| entries of a list, those of lists in it included | {} | {} |", own.entries, strange.entries),
        format!("| entries of a map, likewise | {} | {} |", own.entries / 4, strange.entries / 4),
        format!("| variables at one time | {} | {} |", own.variables, strange.variables),
    ] {
        assert!(page.contains(&row), "{row}");
    }
}
