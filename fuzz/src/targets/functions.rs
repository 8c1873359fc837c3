//! Files of functions in Rhai: read and called within limits, and without a word to the outside.

use assize::Limits;
use assize::engine::{Argument, Declared};
use assize::hook_rhai::reader;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use super::{Target, checks};
use crate::Chance;
use crate::corpus::Corpus;
use crate::mutate::loose;

/// Pieces that functions are made of.
const PIECES: [&str; 78] = [
    "fn f() {",
    "fn g(a) {",
    "}",
    "{",
    "(",
    ")",
    "[",
    "]",
    "#{",
    "a: ",
    ", ",
    "; ",
    "let x = ",
    "x ",
    "x = ",
    "a ",
    "f() ",
    "g(1) ",
    "if ",
    "else ",
    "while true {",
    "loop {",
    "for i in ",
    "0..9 ",
    "0..=9999999 ",
    "break; ",
    "continue; ",
    "return ",
    "throw ",
    "try {",
    "} catch (e) {",
    "switch x {",
    "1 => ",
    "_ => ",
    "const ",
    "private ",
    "1 ",
    "-1 ",
    "9223372036854775807 ",
    "\"t\" ",
    "`${",
    "}` ",
    "'c' ",
    "true ",
    "() ",
    "+ ",
    "- ",
    "* ",
    "/ ",
    "% ",
    "** ",
    "<< ",
    "== ",
    "< ",
    ">= ",
    "&& ",
    "|| ",
    "! ",
    "?? ",
    "?. ",
    ".len ",
    ".push(x) ",
    "[0] ",
    "x += x; ",
    "sum([1]) ",
    "max(1, 2) ",
    "\"a\".len ",
    "#{ add: 1 } ",
    "#{ note: x } ",
    "#{ refuse: \"no\" } ",
    "eval(\"1\") ",
    "import \"x\" ",
    "print(x) ",
    "sleep(9) ",
    "timestamp() ",
    "// ",
    "\n",
    "fn before_light(oil) {",
];

/// Texts that claim to be functions.
pub struct Texts;

impl Target for Texts {
    fn name(&self) -> &'static str {
        "functions"
    }

    fn seeds(&self, corpus: &Corpus) -> Vec<String> {
        let mut seeds = corpus.functions.clone();
        seeds
            .push("fn f() { loop { } }\nfn g(a) { g(a + 1) }\nfn h(a) { let x = [a]; loop { x.push(x); } }".to_owned());
        seeds
    }

    fn changed(&self, corpus: &Corpus, input: &str, chance: &mut Chance) -> String {
        let mut text = if chance.random_ratio(1, 3) { String::new() } else { input.to_owned() };
        for _ in 0..chance.random_range(1..12) {
            let ends: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
            let at = ends.choose(chance).copied().unwrap_or(0);
            text.insert_str(at, PIECES.choose(chance).copied().unwrap_or(" "));
        }
        if chance.random_ratio(1, 4) { loose::changed(&text, &corpus.words, chance) } else { text }
    }

    fn run(&self, _: &Corpus, input: &str) -> Vec<String> {
        let mut problems = Vec::new();
        let rules = match reader(Limits::untrusted())("soup.rhai", input) {
            Ok(rules) => rules,
            Err(complaint) => {
                complained(input, &complaint.message, complaint.place, &mut problems);
                return problems;
            }
        };
        for (at, function) in rules.declared().iter().enumerate() {
            if input.get(function.place.clone()).is_none() {
                problems.push(format!("a function stands outside of the text: {:?}", function.place));
            }
            for arguments in arguments(function) {
                if let Err(complaint) = rules.call(at, &arguments) {
                    complained(input, &complaint.message, complaint.place, &mut problems);
                }
            }
        }
        problems
    }
}

/// Arguments of each sort for a function.
fn arguments(function: &Declared) -> [Vec<Argument>; 4] {
    let level = Argument::Level { scale: "glow".into(), levels: vec!["dark".into(), "bright".into()], rank: 1 };
    [Argument::Number(1), Argument::Number(i64::MAX), level, Argument::Unreached]
        .map(|one| vec![one; function.parameters.len()])
}

fn complained(input: &str, message: &str, place: Option<std::ops::Range<usize>>, problems: &mut Vec<String>) {
    checks::text("a complaint about a function", &message.replace('\t', " "), problems);
    if place.is_some_and(|place| input.get(place).is_none()) {
        problems.push("a complaint about a function points outside of the text".to_owned());
    }
}
