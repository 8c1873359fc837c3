//! Scripts that mean harm, or went very wrong: each ends in findings or in success, on a small stack as on a large one.

use std::fmt::Write as _;

use assize::engine::{Answers, Engine, Failure, Shelf};
use assize::language_service::formatted;
use proptest::prelude::*;

/// The smallest stack a host is expected to have.
const SMALL: usize = 512 * 1024;
const LARGE: usize = 16 * 1024 * 1024;

/// The codes that are raised by the check and a run by judgement, on a stack of this size.
fn codes_on(stack: usize, text: &str) -> Vec<String> {
    let text = text.to_owned();
    let thread = std::thread::Builder::new().stack_size(stack).spawn(move || codes(&text)).expect("a thread can start");
    thread.join().expect("it does not panic")
}

fn codes(text: &str) -> Vec<String> {
    let mut shelf = Shelf::default();
    shelf.put("itself.asz", "use \"itself.asz\"\nnote \"x\"\n");
    let engine = Engine::with(shelf);
    // What is refused there is told below as well; here it has to end.
    let _ = formatted("hostile.asz", text);
    let found = |failure: Failure| failure.diagnostics.iter().map(|one| one.code.to_string()).collect();
    match engine.compile("hostile.asz", text) {
        Err(failure) => found(failure),
        Ok(encounter) if encounter.program().is_none() => Vec::new(),
        Ok(encounter) => encounter.adjudicate(Answers::deliberate()).err().map_or_else(Vec::new, found),
    }
}

/// Whether a text is refused with one code, whatever the stack.
fn refused(text: &str, code: &str) {
    let (small, large) = (codes_on(SMALL, text), codes_on(LARGE, text));
    assert_eq!(small, large);
    assert!(small.iter().any(|one| one == code), "{small:?}");
}

/// Whether a text ends, with the same findings on every stack.
fn ends(text: &str) {
    assert_eq!(codes_on(SMALL, text), codes_on(LARGE, text));
}

fn rule(body: &str) -> String {
    format!("system tiny\nrule f(n) = n\nrule deep(n) = {body}\n")
}

const DEEP: usize = 100_000;

#[test]
fn nesting_beyond_measure_is_refused() {
    refused(&rule(&format!("{}n{}", "(".repeat(DEEP / 4), ")".repeat(DEEP / 4))), "AZ103");
    refused(&rule(&format!("{}\nn{}", "(\n".repeat(DEEP), ")\n".repeat(DEEP))), "AZ103");
    refused(&format!("use ttomp\n{}{}", "if yes {\n".repeat(DEEP), "}\n".repeat(DEEP)), "AZ103");
    refused(&rule(&format!("if {} n > 1 then 1 else 0", "not\n".repeat(DEEP))), "AZ103");
    refused(&rule(&format!("if {} n > 1 then 1 else 0", "not ".repeat(10_000))), "AZ103");
    refused(&rule(&format!("if n is 1 then 1{} else 0", "\nelse if n is 1 then 1".repeat(DEEP))), "AZ103");
    refused(&rule(&format!("n{}", " + n".repeat(15_000))), "AZ103");
    refused(&rule(&format!("n{}", " otherwise n".repeat(5_000))), "AZ103");
    refused(&rule(&format!("n{}", " otherwise\nn".repeat(5_000))), "AZ103");
    refused(&rule(&format!("n{}", ".n".repeat(30_000))), "AZ103");
    refused(&rule(&format!("{}n{}", "f(".repeat(20_000), ")".repeat(20_000))), "AZ103");
    refused(&format!("use ttomp\n{}", "action a { assist ".repeat(3_000)), "AZ103");
}

#[test]
fn text_beyond_measure_is_refused() {
    refused(&format!("# {}\n", "x".repeat(10_000_000)), "AZ103");
    refused("use ttomp\nnote \"a\0b\"\n", "AZ104");
    refused("use \"itself.asz\"\n", "AZ109");
    refused(&rule(&"9".repeat(60_000)), "AZ105");
    ends(&"{".repeat(50_000));
    ends(&"\"".repeat(50_001));
    ends(&"if ".repeat(20_000));
}

const TINY: &str = "system tiny\nkind hero { oil : number = 1 }\n";

#[test]
fn repetitions_come_to_an_end() {
    refused("use ttomp\nrepeat up to 1000000000 { note \"x\" }\n", "AZ608");
    refused("use ttomp\nrepeat up to 9223372036854775807 { note \"x\" }\n", "AZ608");
    let nested =
        |depth: usize| format!("use ttomp\n{}note \"x\"{}\n", "repeat up to 2 {".repeat(depth), "}".repeat(depth));
    refused(&nested(100), "AZ103");
    refused(&nested(30), "AZ703");
}

/// `rule a(x) = b(x) + b(x)`, and so on: twice as much with every line.
fn exploding(rules: usize, known: bool) -> String {
    let mut text = TINY.to_owned();
    for number in 0..rules {
        let (this, next) = (name(number), name(number + 1));
        let _ = writeln!(text, "rule {this}(x) = {next}(x) + {next}(x)");
    }
    let value = if known { "1" } else { "h.oil" };
    let _ = writeln!(text, "rule {}(x) = x\nrule all of it(h : hero) = {}({value})", name(rules), name(0));
    let _ =
        writeln!(text, "expect deliberate {{\n  hero ilse \"Ilse\"\n  add 1 to ilse.oil\n  all of it(ilse) > 0\n}}");
    text
}

fn name(number: usize) -> String {
    let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap_or(0));
    format!("n{}{}{}", letter(number / 676), letter(number / 26), letter(number))
}

fn test_codes(text: &str) -> Vec<String> {
    match Engine::default().compile("hostile.asz", text) {
        Err(failure) => failure.diagnostics.iter().map(|one| one.code.to_string()).collect(),
        Ok(encounter) => {
            let failures = encounter.test().tested.into_iter().flat_map(|one| one.failures);
            failures.map(|one| one.code.to_string()).collect()
        }
    }
}

#[test]
fn rules_that_double_are_refused() {
    assert_eq!(test_codes(&exploding(8, false)), Vec::<String>::new());
    for known in [true, false] {
        assert_eq!(test_codes(&exploding(40, known)), ["AZ103"]);
    }
}

#[test]
fn rules_in_a_long_chain_are_refused_on_every_stack() {
    for rules in [20, 60, 1_000, 10_000] {
        let mut text = TINY.to_owned();
        for number in 0..rules {
            let _ = writeln!(text, "rule {}(x) = {}(x) + 1", name(number), name(number + 1));
        }
        let _ = writeln!(text, "rule {}(x) = x", name(rules));
        let _ =
            writeln!(text, "expect deliberate {{\n  hero ilse \"Ilse\"\n  {}(ilse.oil) is {}\n}}", name(0), rules + 1);
        let on = |stack: usize| {
            let text = text.clone();
            let thread = std::thread::Builder::new().stack_size(stack).spawn(move || test_codes(&text));
            thread.expect("a thread can start").join().expect("it does not panic")
        };
        assert_eq!(on(SMALL), on(LARGE));
    }
}

#[test]
fn lists_in_lists_do_not_double_the_work() {
    ends(&rule(&format!("{}n{}", "sum(".repeat(31), ")".repeat(31))));
    ends(&rule(&format!("{}n{}", "abs(".repeat(31), ")".repeat(31))));
    ends(&rule(&format!("{}nobody{}", "sum(".repeat(31), ")".repeat(31))));
    ends(&rule(&format!("{}n{}", "max(1, ".repeat(31), ")".repeat(31))));
}

#[test]
fn much_of_everything_ends() {
    ends(&format!("use ttomp\n{}", "note \"x\"\n".repeat(5_000)));
    let actors: String = (0..500).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "actor {} \"x\"", name(number));
        text
    });
    ends(&format!("use ttomp\n{actors}"));
    let rows: String = (0..5_000).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "  {number} | {number}");
        text
    });
    ends(&format!("system tiny\ntable cost(n) {{\n  n | price\n{rows}}}\n"));
    let tasks: String = (0..500).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "    task {} {{ quality good }}", name(number));
        text
    });
    refused(&format!("use ttomp\nactor ilse\naction climb by ilse {{\n  chain {{\n{tasks}  }}\n}}\n"), "AZ503");
}

#[test]
fn actions_within_actions_end() {
    let deep = 28;
    let inner = "assist help { task one { quality good }\n".repeat(deep);
    let text = format!("use ttomp\nactor ilse\naction climb by ilse {{\n{inner}{}}}\n", "}\n".repeat(deep));
    ends(&text);
}

/// Pieces scripts are made of.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,6}",
        "[0-9]{1,19}[bp]?",
        prop::sample::select(
            "use ttomp\n|action a by b {|}|{|(|)|\"x\"|if |then |else |not |is |+|-|*|div down |/|=|..|?|,|\n|: |.|rule a(n) = |scale s { a | b }\n|system s\n|actor b\n|repeat up to 3 |task t |quality good |expect deliberate {|sum(|x in |choose |mode random\n|kind k { a : number }\n|procedure p by k {|ask |resolve |table t(n) {\n|ladder l, rolls 2d6 {\n|dice d = |highest 2d6|#|é|\u{202e}|\0"
                .split('|')
                .map(str::to_owned)
                .collect::<Vec<_>>()
        ),
        any::<char>().prop_map(String::from),
    ]
}

/// A shipped script with some of its parts taken out, doubled or replaced.
fn mutated() -> impl Strategy<Value = String> {
    let texts = [include_str!("../scripts/systems/ttomp.asz"), include_str!("../scripts/new/ttomp/scene.asz")];
    let cut = (any::<prop::sample::Index>(), 0usize..40, piece());
    (prop::sample::select(texts.to_vec()), prop::collection::vec(cut, 1..6)).prop_map(|(text, cuts)| {
        let mut letters: Vec<char> = text.chars().collect();
        for (at, length, put) in cuts {
            let at = at.index(letters.len().max(1)).min(letters.len());
            let end = (at + length).min(letters.len());
            letters.splice(at..end, put.chars());
        }
        letters.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_text_never_panics(pieces in prop::collection::vec(piece(), 0..60)) {
        codes(&pieces.concat());
    }

    #[test]
    fn mutated_scripts_never_panic(text in mutated()) {
        codes(&text);
        test_codes(&text);
    }
}
