//! Words of the language in any order: nothing panics, and everything ends.

use assize::engine::{Argument, Limits};
use assize::hook_rhai::reader;
use proptest::prelude::*;

/// Pieces that scripts are made of.
const PIECES: &str = "fn f() {|fn g(a) {|}|{|(|)|[|]|#{|a: |, |; |let x = |x |x = |a |f() |g(1) |if |else |while |loop |for i in |0..9 |0..=99 |break; |continue; |return |throw |try {|} catch (e) {|switch x {|1 => |_ => |const |private |1 |-1 |9223372036854775807 |\"t\" |`${|}` |'c' |true |() |+ |- |* |/ |% |** |== |< |>= |&& |\\|\\| |! |?? |?. |. |.len |.push(1) |[0] |sum([1]) |max(1, 2) |\"a\".len |#{ add: 1 } |this |eval |import |// |/* |*/ |\n|\\ |é|\u{202e}|\0";

fn piece() -> impl Strategy<Value = String> {
    let pieces: Vec<String> = PIECES.split('|').map(str::to_owned).collect();
    prop_oneof![9 => prop::sample::select(pieces), 1 => any::<char>().prop_map(String::from)]
}

/// Reads a text and calls all its functions.
fn try_all(text: &str) {
    if let Ok(rules) = reader(Limits::untrusted())("soup.rhai", text) {
        for (at, function) in rules.declared().iter().enumerate() {
            assert!(text.get(function.place.clone()).is_some());
            let arguments = vec![Argument::Number(1); function.parameters.len()];
            if let Err(told) = rules.call(at, &arguments) {
                assert!(told.place.is_none_or(|place| text.get(place).is_some()));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn soup_never_panics(pieces in prop::collection::vec(piece(), 0..40)) {
        try_all(&pieces.concat());
    }

    #[test]
    fn soup_in_a_function_never_panics(pieces in prop::collection::vec(piece(), 0..25)) {
        try_all(&["fn f() { ", &pieces.concat(), " }"].concat());
    }
}
