//! The one layout: nothing changes its meaning, no comment is lost, and twice is once.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::random::line;
use super::{findings, read, shape};
use crate::diagnostic::Diagnostics;
use crate::source::SourceId;
use crate::syntax::format;
use crate::syntax::tokens::{Token, Tokens, comments};

/// The text in the one layout.
fn laid_out(text: &str) -> String {
    let mut sink = Diagnostics::default();
    let laid_out = format(SourceId(0), text, &mut sink).expect("the text is right");
    assert!(sink.is_empty());
    laid_out
}

/// The same, after what must hold of every text.
fn kept(text: &str) -> String {
    let once = laid_out(text);
    assert_eq!(meaning(&once), meaning(text), "\n{text}\n--- laid out ---\n{once}");
    assert_eq!(remarks(&once), remarks(text), "\n{text}\n--- laid out ---\n{once}");
    assert_eq!(laid_out(&once), once, "twice is once:\n{text}");
    once
}

/// The tree, without comments and places.
fn meaning(text: &str) -> String {
    let mut bare = String::new();
    let mut end = 0;
    for comment in comments(text) {
        bare += &text[end..comment.start];
        end = comment.end;
    }
    shape(&read(&(bare + &text[end..])))
}

/// The comments, in order.
fn remarks(text: &str) -> Vec<&str> {
    comments(text).into_iter().map(|place| text[place].trim_end()).collect()
}

fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "asz") {
            found.push(path);
        }
    }
}

#[test]
fn every_script_keeps_its_meaning() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for folder in ["scripts", "tests", "examples", "benches"] {
        scripts(&root.join(folder), &mut all);
    }
    let mut count = 0;
    for path in all {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if findings(&text).is_empty() {
            kept(&text);
            count += 1;
        }
    }
    assert!(count > 500, "only {count} scripts are right");
}

#[test]
fn a_text_is_laid_out() {
    insta::assert_snapshot!(kept(MESSY));
}

const MESSY: &str = r#"use   d20


# who is there
actor ada "Ada"{score strength 16,trained athletics,
   hit points 12,maximum 12 }   # a fighter
scale mood{level|cost,bright|-1,  # the best
dim|10
very   dark|2b..}
kind lamp{oil:0..9=6 "in drops" # of oil
  wick,glass:many optional yes/no
  needs oil>2*(3-1) else "too little"
}

rule gain(a:actor,n)=if a.oil is not unreached and n>-1 then max(a.oil-1,(n)d6) else if n is 0 then -n else highest 2 of 4d6

check climb "up the wall" by ada { skill athletics, difficulty 15, advantage "a rope from the roof", bonus +2 "the moon is out, and high" }
# fmt: off
scale  kept   {  a|b  }
   note   "as it is"
# fmt: on
if climb.outcome is success{note "up"}
else {
  note "down"

}
expect dice 4,5 , 1{ climb.total is 12 , climb.outcome is success }
"#;

#[test]
fn a_text_with_a_mistake_is_left_alone() {
    let mut sink = Diagnostics::default();
    assert_eq!(format(SourceId(0), "actor ada {\n  score strength 16\n", &mut sink), None);
    assert!(sink.has_errors());
}

#[test]
fn the_comment_of_a_block_that_is_broken_stays_with_its_head() {
    let long = "a or ".repeat(20);
    let block = kept(&format!("if {long}b {{ note \"one\", note \"two\" }}  # WE-001\n"));
    assert!(block.contains("b {  # WE-001\n"), "{block}");
    let branches = kept(&format!("if {long}b {{ note \"one\" }} else {{ note \"two\" }}  # WE-002\n"));
    assert!(branches.contains("b { note \"one\" }  # WE-002\n"), "{branches}");
    let line = kept(&format!("note \"a note\" if {long}{long}b  # WE-003\n"));
    assert!(line.ends_with("b  # WE-003\n"), "{line}");
}

#[test]
fn what_is_too_long_is_broken_where_the_language_allows_it() {
    let rows = (0..30).map(|number| format!("row {number} | {number}")).collect::<Vec<_>>().join(", ");
    let sum = (0..40).map(|number| format!("part{number}")).collect::<Vec<_>>().join(" + ");
    let chain = (0..20).map(|number| format!("if a is {number} then {number} else ")).collect::<Vec<_>>().concat();
    for text in [
        format!("procedure p by person {{ sum all {{ {rows} }}, let x = {sum}, let y = {chain}0 }}\n"),
        format!("rule r(a) = max({sum}, {chain}(1 + {sum}))\n"),
        format!("note \"a long note\" if {}\n", sum.replace('+', "or")),
        format!("kind k {{ a : 0..9 = 0\n needs {} else \"a reason that is also long\" }}\n", sum.replace('+', "or")),
        format!("expect dice {} \"all of them\" {{ a is 1 }}\n", ["1,2,3"; 40].join(", ")),
        format!("expect dice {} {{ a is 1 }}\n", ["1"; 200].join(",")),
        format!("if {sum} > 3 {{ note \"a\" }} else if a {{ set b = {sum} }} else {{ set b = 1, set c = {sum}\n}} else {{ note \"z\" }}\n").replace("\n} else { note \"z\" }", "\n}"),
    ] {
        let broken = kept(&text);
        assert!(broken.lines().all(|line| line.chars().count() <= 120), "{broken}");
    }
}

/// The same tokens with other blanks, comments and ends of lines between them.
fn messed(text: &str, picks: &[u8]) -> String {
    let mut messed = String::new();
    let mut end = 0;
    for (number, (token, place)) in Tokens::of(text).enumerate() {
        let pick = picks[number % picks.len()];
        let between = &text[end..place.start];
        messed += between;
        if !between.is_empty() && pick.is_multiple_of(3) {
            messed += "   ";
        }
        if token == Token::LineEnd {
            messed += match pick % 5 {
                0 => " # remark\n",
                1 => "\n\n\n",
                2 => "\n  # alone\n\t",
                _ => "\n",
            };
        } else {
            messed += &text[place.clone()];
        }
        end = place.end;
    }
    messed + &text[end..]
}

/// `LAYOUTS` says how many random texts are laid out; without it there are 1,000.
fn cases() -> u32 {
    std::env::var("LAYOUTS").map_or(1_000, |count| count.parse().expect("LAYOUTS is a number"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), max_global_rejects: 100_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_keeps_its_meaning(lines in prop::collection::vec(line(), 1..3), picks in prop::collection::vec(any::<u8>(), 1..40)) {
        let text = messed(&lines.join("\n"), &picks);
        prop_assume!(findings(&text).is_empty());
        kept(&text);
    }
}
