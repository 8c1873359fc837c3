//! What goes into a rule, and what comes out.

use assize::engine::{Argument, Change, Limits, Returned};
use assize::hook_rhai::reader;

use crate::call_with;

fn level(name: &str) -> Argument {
    let levels: Vec<String> = ["fumble", "minor", "major"].map(String::from).into();
    let rank = levels.iter().position(|level| level == name).expect("it is a level");
    Argument::Level { scale: "outcome".into(), levels, rank }
}

fn of(text: &str, arguments: &[Argument]) -> Change {
    let change = call_with(text, arguments).unwrap_or_else(|told| panic!("{text}: {told:?}"));
    assert!(change.operations <= Limits::default().operations);
    Change { operations: 0, ..change }
}

fn value(text: &str, arguments: &[Argument]) -> Option<Returned> {
    of(text, arguments).value
}

fn number(expression: &str) -> i64 {
    match value(&format!("fn f() {{ {expression} }}"), &[]) {
        Some(Returned::Number(number)) => number,
        other => panic!("{expression} is {other:?}"),
    }
}

#[test]
fn functions_declare_their_names_parameters_and_places() {
    let text = "const LUCK = 2;\n// burden(a, b)\nfn burden(actor_wounds, load) { helper() }\nprivate fn helper() { LUCK }\nfn after_roll_pair(pair) { }\n";
    let declared = reader(Limits::default())("rule.rhai", text).expect("it can be read").declared();
    let told: Vec<_> = declared.iter().map(|one| (one.name.as_str(), one.parameters.join(" "))).collect();
    assert_eq!(told, [("burden", "actor_wounds load".to_owned()), ("after_roll_pair", "pair".to_owned())]);
    assert_eq!(&text[declared[0].place.clone()], "burden");
    assert_eq!(declared[0].place.start, text.find("burden(actor").expect("it is there"));
    assert_eq!(&text[declared[1].place.clone()], "after_roll_pair");
}

#[test]
fn nothing_changes_nothing() {
    assert_eq!(of("fn f() { }", &[]), Change::default());
    assert_eq!(of("fn f(x) { if x > 1 { #{ note: \"x\" } } }", &[Argument::Number(0)]), Change::default());
    assert_eq!(of("fn f() { #{} }", &[]), Change::default());
    assert_eq!(of("fn f() { #{ note: (), add: () } }", &[]), Change::default());
}

#[test]
fn values_are_numbers_yes_and_no_and_levels() {
    assert_eq!(value("fn f(x) { x * 2 }", &[Argument::Number(21)]), Some(Returned::Number(42)));
    assert_eq!(value("fn f(x) { !x }", &[Argument::YesNo(true)]), Some(Returned::Number(0)));
    assert_eq!(value("fn f() { \"major\" }", &[]), Some(Returned::Level("major".into())));
    assert_eq!(value("fn f(x) { x.up(1) }", &[level("minor")]), Some(Returned::Level("major".into())));
}

#[test]
fn a_map_says_what_changes() {
    let all = "fn f() { #{ add: [[-1, \"greasy hands\"], [2, \"a rope\"]], level: \"minor\", note: [\"a\", \"b\"], refuse: \"no\" } }";
    let change = of(all, &[]);
    assert_eq!(change.add, [(-1, "greasy hands".to_owned()), (2, "a rope".to_owned())]);
    assert_eq!(change.level, Some(Returned::Level("minor".into())));
    assert_eq!(change.notes, ["a", "b"]);
    assert_eq!(change.refuse.as_deref(), Some("no"));
    assert_eq!(change.value, None);
    assert_eq!(of("fn f() { #{ add: -3 } }", &[]).add, [(-3, String::new())]);
    assert_eq!(of("fn f() { #{ add: [-3, \"mud\"] } }", &[]).add, [(-3, "mud".to_owned())]);
    assert_eq!(of("fn f() { #{ add: [] } }", &[]).add, []);
    assert_eq!(of("fn f() { #{ level: 4 } }", &[]).level, Some(Returned::Number(4)));
    assert_eq!(
        of("fn f(x) { #{ level: x.down(9) } }", &[level("major")]).level,
        Some(Returned::Level("fumble".into()))
    );
}

#[test]
fn levels_compare_with_levels_and_with_names() {
    let holds = |text: &str| value(&format!("fn f(one, other) {{ {text} }}"), &[level("minor"), level("major")]);
    let yes = Some(Returned::Number(1));
    for text in [
        "one < other",
        "other >= one",
        "one != other",
        "one == one",
        "one == \"minor\"",
        "one >= \"minor\"",
        "\"minor\" <= other",
        "\"fumble\" < one",
        "one < \"major\"",
        "!(one > \"minor\")",
        "one in [\"minor\", 3]",
        "one.name == \"minor\"",
        "one.rank == 1",
        "`it is ${one}` == \"it is minor\"",
        "\"a \" + one == \"a minor\"",
        "one != ()",
        "!(one == ())",
    ] {
        assert_eq!(holds(text), yes, "{text}");
    }
}

#[test]
fn levels_of_a_scale_of_numbers_compare_with_numbers() {
    let points = Argument::Level { scale: "points".into(), levels: ["1", "2", "4"].map(String::from).into(), rank: 2 };
    assert_eq!(value("fn f(p) { p >= 2 && 4 == p && 1 < p }", &[points]), Some(Returned::Number(1)));
}

#[test]
fn what_was_not_reached_is_nothing() {
    let text = "fn f(outcome) { if outcome == () { return 7; } if outcome >= \"minor\" { 1 } else { 0 } }";
    assert_eq!(value(text, &[Argument::Unreached]), Some(Returned::Number(7)));
    assert_eq!(value("fn f(x) { if x > 3 { 1 } else { 0 } }", &[Argument::Unreached]), Some(Returned::Number(0)));
}

#[test]
fn words_do_what_they_say() {
    for (expression, is) in [
        ("div_down(7, 2)", 3),
        ("div_up(7, 2)", 4),
        ("div_down(-7, 2)", -4),
        ("div_up(-7, 2)", -3),
        ("div_up(7, -2)", -3),
        ("div_down(8, 2)", 4),
        ("div_up(8, 2)", 4),
        ("-7 / 2", -3),
        ("abs(-3)", 3),
        ("sign(-3)", -1),
        ("min(1, 2)", 1),
        ("max(1, 2)", 2),
        ("sum([1, 2, 3])", 6),
        ("min([4, 2])", 2),
        ("max([4, 2])", 4),
        ("count([6, 1, 6], 6)", 2),
        ("[1, 2].len", 2),
        ("\"größe\".len", 5),
        ("let l = [3, 1, 2]; l.sort(); l[0]", 1),
        ("2 ** 10", 1024),
        ("let l = [1]; l += [2]; l.push(3); sum(l)", 6),
        ("let m = #{ a: 4 }; m.a + keys(m).len", 5),
        ("let n = 0; for i in 1..=6 { n += i; } n", 21),
        ("if 4 in 1..=6 && !(7 in 1..7) { 1 } else { 0 }", 1),
        ("if \"a\" in #{ a: 1 } && \"b\" in \"abc\" { 1 } else { 0 }", 1),
        ("switch 4 { 4 | 5 => 20, 1..=3 => 10, _ => 30 }", 20),
        ("if \"ab\".starts_with(\"a\") && \"ab\".ends_with(\"b\") { 1 } else { 0 }", 1),
        ("let n = 0; try { throw \"x\"; } catch (e) { if e == \"x\" { n = 1; } } n", 1),
    ] {
        assert_eq!(number(expression), is, "{expression}");
    }
}

#[test]
fn constants_are_known_in_every_function_and_stay_as_they_are() {
    let text = "const ODDS = [3, -1, true];\nconst WORD = \"mud\";\nfn f() { inner() }\nprivate fn inner() { let mine = ODDS; mine.push(1); #{ add: [ODDS[1] * ODDS.len, WORD] } }";
    for _ in 0..2 {
        assert_eq!(of(text, &[]).add, [(-3, "mud".to_owned())]);
    }
}

#[test]
fn the_same_arguments_give_the_same_answer_on_every_thread() {
    let rules = reader(Limits::default())("rule.rhai", "fn f(n) { let t = []; for i in 0..n { t.push(i); } sum(t) }");
    let rules = rules.expect("it can be read");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for n in 0..50 {
                    let value = rules.call(0, &[Argument::Number(n)]).map(|change| change.value);
                    assert_eq!(value, Ok(Some(Returned::Number(n * (n - 1) / 2))));
                }
            });
        }
    });
}
