//! Changes that may make no difference, by what they are. What is none of these stands in `survivors.txt`, one by one.

use super::mutants::Mutant;

/// Why a change need not make a difference. `kinds` are those of people and things that the scene's system knows.
pub fn of(mutant: &Mutant, kinds: &[String]) -> Option<&'static str> {
    let is = |piece: &str, with: &str| mutant.piece == piece && mutant.with == with;
    let begins = mutant.line.split([' ', '\t']).next().unwrap_or_default();
    if mutant.refused {
        return Some("what is refused is not made, and only the refusal is compared");
    }
    if is("yes", "") || is("+", "") || (is("deliberate", "") && begins == "expect") {
        return Some("the default, written out");
    }
    if !kinds.iter().any(|kind| kind == begins) {
        return None;
    }
    match mutant.line[..mutant.column].contains('{') {
        true => Some("a sheet may hold what this scene does not use"),
        false if mutant.piece.starts_with('"') => Some("the title of somebody who does not act"),
        false => None,
    }
}
