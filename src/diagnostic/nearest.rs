//! Did you mean: the name a person probably wanted.

use unicode_security::skeleton;

use super::Fix;
use crate::source::Span;

/// A name that was probably meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess<'a> {
    /// One of the names that were offered to choose from, as it is written there.
    pub name: &'a str,
    /// Whether it can hardly be another one: it differs by a slip of the fingers, and no other candidate is near.
    pub is_sure: bool,
    /// Whether it looks like the word and is written with other characters, such as letters of another alphabet.
    pub looks_the_same: bool,
}

impl Guess<'_> {
    /// The question whether it was meant; it says what is not seen.
    pub fn question(&self) -> String {
        asked(self.name, self.looks_the_same)
    }

    /// What is written over `span`, where the word stands that was guessed at.
    pub fn fix(&self, span: Span) -> Fix {
        if self.is_sure { Fix::sure(span, self.name) } else { Fix::maybe(span, self.name) }
    }
}

/// The question whether a name was meant by a word.
pub fn question(word: &str, meant: &str) -> String {
    asked(meant, looks_the_same(word, meant))
}

fn asked(meant: &str, looks_the_same: bool) -> String {
    let why = if looks_the_same { " It looks the same, but is written with other characters" } else { "" };
    format!("did you mean `{meant}`?{why}")
}

/// A word of more letters is no slip of the fingers, and to compare it takes time that grows with the square of them.
const LONGEST: usize = 60;

/// No more names than this are compared with a word letter by letter: those whose length is nearest to its own.
const MOST_COMPARED: usize = 500;

/// The candidate nearest to `word`, if one is near enough to be worth an offer.
///
/// Case is forgiven first; then as many slips as a third of the word's letters. One or two letters are never guessed
/// at, nor are more than sixty.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    guess(word, candidates).map(|guess| guess.name)
}

/// The same as [`nearest`], with how sure it is.
pub fn guess<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<Guess<'a>> {
    let candidates: Vec<&str> = candidates.into_iter().filter(|candidate| !candidate.is_empty()).collect();
    let mut alike = candidates.iter().filter(|candidate| looks_the_same(word, candidate));
    if let Some(name) = alike.next().copied() {
        return Some(Guess { name, is_sure: alike.all(|other| *other == name), looks_the_same: true });
    }
    let near = near(word, &candidates);
    let name = best(word, &candidates, &near)?;
    Some(Guess {
        name,
        is_sure: is_a_slip(word, name) && !near.iter().any(|(_, other)| *other != name),
        looks_the_same: false,
    })
}

/// Whether two texts of different characters look alike, as Unicode has it: composed letters and their parts, letters of several
/// alphabets, spaces of several widths. Two texts in ASCII are told apart by whoever reads them.
pub fn looks_the_same(word: &str, other: &str) -> bool {
    let is_long = word.chars().count() > LONGEST;
    word != other && !is_long && !(word.is_ascii() && other.is_ascii()) && skeleton(word).eq(skeleton(other))
}

/// What a word looks like, whatever characters it is written with; nothing if it is too long to be looked at.
pub fn looks(word: &str) -> Option<String> {
    (word.chars().count() <= LONGEST).then(|| skeleton(word).collect())
}

fn best<'a>(word: &str, candidates: &[&'a str], near: &[(usize, &'a str)]) -> Option<&'a str> {
    let folded = word.to_lowercase();
    if let Some(same) = candidates.iter().find(|c| c.to_lowercase() == folded) {
        return Some(same);
    }
    if folded.chars().count() <= 2 {
        return None;
    }
    let best = near.iter().min_by_key(|(slips, _)| slips).map(|(_, name)| *name);
    best.or_else(|| part_of(&folded, candidates))
}

/// The candidates of which at most a third of the word's letters differ, each with how many do, in their order. So many letters
/// more or less are as many slips, so most names need not be compared.
fn near<'a>(word: &str, candidates: &[&'a str]) -> Vec<(usize, &'a str)> {
    let letters = word.chars().count();
    if letters > LONGEST {
        return Vec::new();
    }
    let apart = |candidate: &str| candidate.chars().count().abs_diff(letters);
    let mut alike: Vec<(usize, usize)> =
        (0..).zip(candidates).map(|(place, candidate)| (apart(candidate), place)).collect();
    alike.retain(|(apart, _)| apart * 3 <= letters);
    if alike.len() > MOST_COMPARED {
        alike.select_nth_unstable(MOST_COMPARED);
        alike.truncate(MOST_COMPARED);
    }
    alike.sort_unstable_by_key(|(_, place)| *place);
    let compared = alike.into_iter().map(|(_, place)| (slips(word, candidates[place]), candidates[place]));
    compared.filter(|(slips, _)| slips * 3 <= letters).collect()
}

/// So many of the names as are most like a word, the most alike first; of a word that is too long to be compared the first of them.
pub fn most_alike<'a>(word: &str, names: &'a [String], how_many: usize) -> Vec<&'a str> {
    let mut alike: Vec<&str> = names.iter().map(String::as_str).collect();
    if word.chars().count() <= LONGEST {
        alike.sort_by_cached_key(|name| slips(word, name));
    }
    alike.truncate(how_many);
    alike
}

/// How many letters are wrong, missing, too many or exchanged.
fn slips(word: &str, candidate: &str) -> usize {
    strsim::damerau_levenshtein(&word.to_lowercase(), &candidate.to_lowercase())
}

/// Whether a name was probably meant and only mistyped: one slip in four letters, two in eight. A number in a name is no
/// slip, since `guard2` may well be somebody besides `guard1`.
fn is_a_slip(word: &str, name: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    if word.chars().count() > LONGEST {
        return word.to_lowercase() == name.to_lowercase();
    }
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
    use super::{guess, most_alike, nearest};

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
    fn what_looks_the_same_is_said_to() {
        let meant = |word, names: &[&'static str]| {
            let guess = guess(word, names.iter().copied())?;
            Some((guess.name, guess.is_sure, guess.looks_the_same))
        };
        assert_eq!(meant("jo\u{308}rg", &["guard", "jörg"]), Some(("jörg", true, true)), "two characters for one");
        assert_eq!(meant("m\u{430}jor", &["major", "minor"]), Some(("major", true, true)), "a Cyrillic letter");
        assert_eq!(
            meant("entry\u{a0}1", &["entry 1", "entry 2"]),
            Some(("entry 1", true, true)),
            "no line is broken there"
        );
        assert_eq!(meant("\u{430}", &["a", "b"]), Some(("a", true, true)), "however short it is");
        assert_eq!(meant("barn", &["bam"]), None, "these can be told apart");
        assert_eq!(meant("major", &["major", "minor"]), Some(("major", true, false)));
    }

    #[test]
    fn among_very_many_names_those_of_like_length_are_compared() {
        let others: Vec<String> = (0..10_000).map(|number| format!("some{number:06}")).collect();
        let names = others.iter().map(String::as_str).chain(["steadfast"]);
        assert_eq!(nearest("stedfast", names), Some("steadfast"));
    }

    #[test]
    fn the_most_alike_come_first_and_what_is_long_is_not_compared() {
        let names = ["wavering", "steadfast", "steady"].map(str::to_owned);
        assert_eq!(most_alike("stedfast", &names, 2), ["steadfast", "steady"]);
        let long = "steadfast ".repeat(6_000);
        assert_eq!(most_alike(&long, &names, 2), ["wavering", "steadfast"]);
        let many = vec![long.clone(); 200];
        assert_eq!(most_alike(&long, &many, 1), [long.as_str()], "it would take hours to compare them");
        assert_eq!(guess(&long.to_uppercase(), [long.as_str()]).map(|guess| guess.is_sure), Some(true));
    }

    #[test]
    fn keeps_silent_otherwise() {
        assert_eq!(nearest("zebra", ["steadfast", "wavering"]), None);
        assert_eq!(nearest("zebra", ["only"]), None, "nothing else is there, but it is not near");
        assert_eq!(nearest("ab", ["ac", "bc"]), None);
        assert_eq!(nearest("word", []), None);
        let long = "ab".repeat(31);
        assert_eq!(nearest(&long[1..], [long.as_str()]), None, "nobody slips in so long a name");
        assert_eq!(nearest(&long.to_uppercase(), [long.as_str()]), Some(long.as_str()), "only its case is another");
    }
}
