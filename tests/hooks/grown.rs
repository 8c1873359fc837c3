//! Scripts grown by the grammar, so that nearly all of them can be read and called: loops, calls, lists, and `try`
//! around all of it.

use assize::engine::{Argument, Change, Complaint, Limits};
use assize::hook_rhai::reader;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Far beyond what any of these scripts needs that ends at all.
const WIDE: Limits = Limits::untrusted()
    .fuel(u64::MAX)
    .files(1)
    .operations(5_000)
    .operations_in_all(u64::MAX)
    .calls(8)
    .text(10_000)
    .entries(400);

/// Little enough that many of them meet a limit.
const NARROW: Limits = WIDE.operations(120).calls(4).text(200).entries(20);

fn pick(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(words).prop_map(str::to_owned)
}

/// A value; the functions `f` and `g` are there, and the variables `a`, `n` and `list`.
fn value() -> impl Strategy<Value = String> {
    let leaf =
        pick(&["a", "n", "0", "1", "-1", "7", "9223372036854775807", "list.len", "sum(list)", "\"x\"", "list", "()"]);
    leaf.prop_recursive(3, 12, 3, |inner| {
        let two = (inner.clone(), pick(&["+", "-", "*", "/", "%", "+", "-"]), inner.clone());
        prop_oneof![
            4 => two.prop_map(|(one, sign, other)| format!("({one} {sign} {other})")),
            1 => inner.clone().prop_map(|one| format!("g({one})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("max({one}, {other})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("[{one}, {other}]")),
            1 => inner.prop_map(|one| format!("`${{{one}}}`")),
        ]
    })
}

fn condition() -> impl Strategy<Value = String> {
    let compared = (value(), pick(&["<", ">", "==", "!=", "<=", ">="]), value());
    prop_oneof![
        3 => compared.prop_map(|(one, sign, other)| format!("{one} {sign} {other}")),
        1 => pick(&["true", "a in list", "n % 2 == 0"]),
    ]
}

fn statements() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => value().prop_map(|value| format!("n = {value}; ")),
        2 => value().prop_map(|value| format!("list.push({value}); ")),
        1 => value().prop_map(|value| format!("list = {value}; ")),
        1 => value().prop_map(|value| format!("throw {value}; ")),
        1 => pick(&["list += list; ", "n += 1; ", "list.sort(); ", "let word = \"x\"; word += word; ", "f(n); "]),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let block = prop::collection::vec(inner, 1..4).prop_map(|lines| lines.concat());
        prop_oneof![
            2 => (condition(), block.clone()).prop_map(|(asked, body)| format!("if {asked} {{ {body} }} ")),
            1 => (condition(), block.clone()).prop_map(|(asked, body)| format!("while {asked} {{ {body} }} ")),
            1 => block.clone().prop_map(|body| format!("for i in 0..9 {{ {body} }} ")),
            1 => block.clone().prop_map(|body| format!("loop {{ {body} break; }} ")),
            3 => (block.clone(), block.clone())
                .prop_map(|(body, other)| format!("try {{ {body} }} catch (told) {{ {other} }} ")),
            2 => block,
        ]
    })
}

fn answer() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => value(),
        2 => value().prop_map(|value| format!("#{{ add: [[1, \"x\"]], note: `${{{value}}}` }}")),
        1 => pick(&["#{ level: \"x\" }", "#{ refuse: \"no\" }", "()"]),
    ]
}

/// `f(a)`, which may call itself, and `g`, which it may call.
fn script() -> impl Strategy<Value = String> {
    let body = prop::collection::vec(statements(), 0..5).prop_map(|lines| lines.concat());
    let second = prop_oneof![3 => value().boxed(), 1 => Just("f(a)".to_owned()).boxed()];
    (body, answer(), second).prop_map(|(body, answer, second)| {
        let begin = "let n = a; let list = [a]; ";
        format!("fn f(a) {{ {begin}{body}{answer} }}\nprivate fn g(a) {{ {begin}{second} }}")
    })
}

/// What is answered, and the operations it took.
fn called(text: &str, limits: Limits) -> Result<(Change, u64), Complaint> {
    let change = reader(limits)("grown.rhai", text)?.call(0, &[Argument::Number(3)])?;
    let operations = change.operations;
    Ok((Change { operations: 0, ..change }, operations))
}

/// A limit ends a call, and nothing the script does about it counts: what is answered within narrow limits is what is
/// answered without them, and took no more than they allow.
fn a_limit_only_ends(text: &str) {
    let (narrow, wide) = (called(text, NARROW), called(text, WIDE));
    assert_eq!(called(text, NARROW), narrow, "{text}");
    match narrow {
        Ok((answer, operations)) => {
            assert!(operations <= NARROW.operations, "{text}");
            assert_eq!(wide.map(|(answer, _)| answer), Ok(answer), "{text}");
        }
        Err(told) => {
            assert!(told.place.clone().is_none_or(|place| text.get(place).is_some()), "{text}");
            assert!(told.limit || wide == Err(told), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_grows_ends_and_limits_are_not_caught(text in script()) {
        a_limit_only_ends(&text);
    }
}

#[test]
fn what_grows_is_read_and_called() {
    let mut runner = TestRunner::deterministic();
    let (mut answered, mut limited, mut wrong) = (0, 0, 0);
    for _ in 0..500 {
        let text = script().new_tree(&mut runner).expect("scripts can be grown").current();
        assert!(reader(NARROW)("grown.rhai", &text).is_ok(), "{text}");
        match called(&text, NARROW) {
            Ok(_) => answered += 1,
            Err(told) if told.limit => limited += 1,
            Err(_) => wrong += 1,
        }
    }
    assert!(answered > 50 && limited > 50 && wrong > 50, "{answered} answered, {limited} limited, {wrong} wrong");
}
