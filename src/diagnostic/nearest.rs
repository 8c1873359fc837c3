//! Did you mean: the name a person probably wanted.

use super::Fix;
use crate::source::Span;

/// A name that was probably meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess<'a> {
    /// One of the names that were offered to choose from, as it is written there.
    pub name: &'a str,
    /// Whether it can hardly be another one: it differs by a slip of the fingers, and no other candidate is near.
    pub is_sure: bool,
}

impl Guess<'_> {
    /// What is written over `span`, where the word stands that was guessed at.
    pub fn fix(&self, span: Span) -> Fix {
        if self.is_sure { Fix::sure(span, self.name) } else { Fix::maybe(span, self.name) }
    }
}

/// The candidate nearest to `word`, if one is near enough to be worth an offer.
///
/// Case is forgiven first; then as many slips as a third of the word's letters. One or two letters are never guessed
/// at.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    guess(word, candidates).map(|guess| guess.name)
}

/// The same as [`nearest`], with how sure it is.
pub fn guess<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<Guess<'a>> {
    let candidates: Vec<&str> = candidates.into_iter().filter(|candidate| !candidate.is_empty()).collect();
    let name = best(word, &candidates)?;
    Some(Guess { name, is_sure: is_a_slip(word, name) && !candidates.iter().any(|c| *c != name && is_near(word, c)) })
}

fn best<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let folded = word.to_lowercase();
    if let Some(same) = candidates.iter().find(|c| c.to_lowercase() == folded) {
        return Some(same);
    }
    if folded.chars().count() <= 2 {
        return None;
    }
    let best = candidates.iter().min_by_key(|candidate| slips(word, candidate))?;
    if is_near(word, best) {
        return Some(best);
    }
    part_of(&folded, candidates)
}

/// How many letters are wrong, missing, too many or exchanged.
pub(crate) fn slips(word: &str, candidate: &str) -> usize {
    strsim::damerau_levenshtein(&word.to_lowercase(), &candidate.to_lowercase())
}

/// Whether at most a third of the letters differ.
fn is_near(word: &str, candidate: &str) -> bool {
    slips(word, candidate) * 3 <= word.chars().count()
}

/// Whether a name was probably meant and only mistyped: one slip in four letters, two in eight. A number in a name is no
/// slip, since `guard2` may well be somebody besides `guard1`.
fn is_a_slip(word: &str, name: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let slips = slips(word, name);
    slips <= 2 && slips * 4 <= word.chars().count() && digits(word) == digits(name)
}

/// The only candidate of several words that has `word` among them: `complex` for `highly complex`.
fn part_of<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let mut longer = candidates.iter().filter(|c| c.split(' ').any(|part| part.to_lowercase() == word));
    match (longer.next(), longer.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{guess, nearest};

    #[test]
    fn offers_what_is_near() {
        assert_eq!(nearest("stedfast", ["steadfast", "wavering"]), Some("steadfast"));
        assert_eq!(nearest("STEADFAST", ["steadfast", "wavering"]), Some("steadfast"));
        assert_eq!(nearest("stubborn", ["highly stubborn", "calm", "meek"]), Some("highly stubborn"));
    }

    #[test]
    fn a_slip_near_one_name_only_is_sure() {
        let is_sure = |word, names: &[&'static str]| guess(word, names.iter().copied()).map(|guess| guess.is_sure);
        assert_eq!(is_sure("stedfast", &["steadfast", "wavering"]), Some(true));
        assert_eq!(is_sure("STEADFAST", &["steadfast", "wavering"]), Some(true));
        assert_eq!(is_sure("lamp", &["limp", "lump"]), Some(false), "two are near");
        assert_eq!(is_sure("stubborn", &["highly stubborn", "calm", "meek"]), Some(false), "a part of a name");
        assert_eq!(is_sure("ada", &["ida", "robert"]), Some(false), "both are short names");
        assert_eq!(is_sure("guard2", &["guard1", "robert"]), Some(false), "perhaps there is another guard");
    }

    #[test]
    fn keeps_silent_otherwise() {
        assert_eq!(nearest("zebra", ["steadfast", "wavering"]), None);
        assert_eq!(nearest("zebra", ["only"]), None, "nothing else is there, but it is not near");
        assert_eq!(nearest("ab", ["ac", "bc"]), None);
        assert_eq!(nearest("word", []), None);
    }
}
