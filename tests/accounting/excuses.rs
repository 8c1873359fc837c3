//! Changes that may make no difference, by what they are. What is none of these stands in `survivors.txt`, one by one.

use super::mutants::{Mutant, first_word};

/// Why a change need not make a difference. `kinds` are those of people and things that the scene's system knows.
pub fn of(mutant: &Mutant, kinds: &[String]) -> Option<&'static str> {
    let is = |piece: &str, with: &str| mutant.piece == piece && mutant.with == with;
    let begins = first_word(&mutant.line);
    if mutant.refused {
        return Some("what is refused is not made, and only the refusal is compared");
    }
    if is("yes", "") || is("+", "") || (is("deliberate", "") && begins == "expect") {
        return Some("the default, written out");
    }
    let is_kind = |word: &str| kinds.iter().any(|kind| kind == word);
    if mutant.within.iter().any(|word| is_kind(word)) {
        return Some("a sheet may hold what this scene does not use");
    }
    if is_kind(begins) && mutant.piece.starts_with('"') {
        return Some("the title of somebody who does not act");
    }
    let is_declared = begins == "ask" || mutant.within.iter().any(|word| word == "kind" || word == "one");
    if is_declared && mutant.piece.starts_with('"') && !mutant.line.contains(" else ") {
        return Some("the meaning of a blank or a field is for whoever writes it");
    }
    None
}
