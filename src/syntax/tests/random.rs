//! Generated texts: whatever is read prints back as itself, and nothing panics.

use proptest::prelude::*;

use super::{findings, round_trip};

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "lamp", "dim light", "très", "d6 luck", "near in town", "O'Neil", "order"])
        .prop_map(str::to_owned)
}

fn operator() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "or",
        "and",
        "is",
        "is not",
        "<",
        "<=",
        ">",
        ">=",
        "=",
        "knows",
        "+",
        "-",
        "*",
        "/",
        "div up",
        "div down",
        "mod",
        "up",
        "down",
        "towards",
        "otherwise",
    ])
}

fn expr() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        name(),
        (0..100_i64).prop_map(|number| number.to_string()),
        Just("2b".to_owned()),
        Just("d8".to_owned()),
        Just("3d6".to_owned()),
        Just("highest 2 of 4d6 \"x\"".to_owned()),
        Just("?".to_owned()),
        Just("\"a \\\"text\\\"\"".to_owned()),
        Just("\"{a}, {lamp + 1} and {{none}}\"".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            (inner.clone(), operator(), inner.clone()).prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
            (inner.clone(), operator(), inner.clone()).prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
            inner.clone().prop_map(|a| format!("({a})")),
            inner.clone().prop_map(|a| format!("({a})d(1 + {a})")),
            inner.clone().prop_map(|a| format!("lowest ({a})")),
            inner.clone().prop_map(|a| format!("({a}).from here")),
            inner.clone().prop_map(|a| format!("-{a}")),
            inner.clone().prop_map(|a| format!("not {a}")),
            (name(), inner.clone(), inner.clone()).prop_map(|(f, a, b)| format!("({f})({a}, {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("sum(x in ({a}) : {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("highest(x in ({a}) : {b})")),
            (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| format!("(if {a} then {b} else {c})")),
        ]
    })
}

pub(super) fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        expr().prop_map(|e| format!("set x.y = {e}")),
        expr().prop_map(|e| format!("add {e} to x")),
        expr().prop_map(|e| format!("modifier gust ({e}) \"x\" known to a, b")),
        expr().prop_map(|e| format!("note \"x\" if {e}")),
        (name(), expr()).prop_map(|(n, e)| format!("{n} 3 + {e} \"t\" by a versus b {{\n oil ({e})\n}}")),
        (expr(), expr()).prop_map(|(a, b)| format!("turns {{\nada by {a} then {b} {{\n note \"x\"\n}}\n}}")),
        (expr(), expr()).prop_map(|(a, b)| format!("repeat up to {a} until {b} {{\n note \"x\"\n}}")),
        (expr(), expr()).prop_map(|(a, b)| format!("if {a} {{ set b = {b} }} else if {b} {{ }} else {{ }}")),
        (expr(), expr()).prop_map(|(a, b)| format!("rule f(n : 1..4, m) = {a}\nexpect \"e\" {{\n ({b})\n}}")),
        (expr(), expr()).prop_map(|(a, b)| format!("scale s {{\n a | -\n {a} | ..{b}\n {b}.. | \"x\"\n}}")),
        (expr(), expr())
            .prop_map(|(a, b)| format!("procedure p {{\n decide x {{\n {a} | {b}\n }}\n run y with n = {a}\n}}")),
        (expr(), expr()).prop_map(|(a, b)| format!(
            "plan p {{\n upfront ({a}) \"t\"\n most {b}\n}}\ntable t(a) {{\n ({b}) \"t\" | 1\n}}"
        )),
        (expr(), expr()).prop_map(|(a, b)| format!("kind k {{\n n : (1)..3 = {a} \"t\"\n needs {b} else \"no\"\n}}")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn texts_go_round(lines in prop::collection::vec(line(), 1..4)) {
        let text = lines.join("\n");
        prop_assume!(findings(&text).is_empty());
        round_trip(&text);
    }

    #[test]
    fn any_text_is_survived(text in "\\PC{0,200}") {
        findings(&text);
    }

    #[test]
    fn any_run_of_tokens_is_survived(tokens in prop::collection::vec(prop::sample::select(vec![
        "set ", "if ", "then ", "else ", "{", "}", "(", ")", "\n", "\"", "|", "..", "=", "is ", "not ", "3", "d6", "x ", "é", "“",
        "repeat ", "up ", "to ", "choose ", "scale ", "kind ", "procedure ", "step ", ",", ":", ".", "#", "highest ", "in ", "expect ",
    ]), 0..60)) {
        findings(&tokens.concat());
    }
}
