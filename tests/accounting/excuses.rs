//! Changes that may make no difference, by what they are. What is none of these stands in `survivors.txt`, one by one.

use super::mutants::Mutant;

/// Why a change need not make a difference.
pub fn of(mutant: &Mutant, kinds: &[String]) -> Option<&'static str> {
    let is = |piece: &str, with: &str| mutant.piece == piece && mutant.with == with;
    let begins = mutant.line.split([' ', '\t']).next().unwrap_or_default();
    if mutant.refused {
        return Some("what is refused is not made, and only the refusal is compared");
    }
    if is("deliberate", "") || is("yes", "") || is("+", "") {
        return Some("the default, written out");
    }
    if kinds.iter().any(|kind| kind == begins) {
        return Some("a sheet may hold what this scene does not use, and a title of somebody who does not act");
    }
    None
}
