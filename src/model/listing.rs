//! How names are listed for people.

/// So many names are told: as a rule all that could stand at a place.
const MOST: usize = 20;

/// “`a`, `b` or `c`”, at most twenty of them.
pub fn one_of<'n>(candidates: impl IntoIterator<Item = &'n str>) -> String {
    joined(candidates, "or")
}

/// “`a`, `b` and `c`”, at most twenty of them.
pub fn all_of<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    joined(names, "and")
}

fn joined<'n>(candidates: impl IntoIterator<Item = &'n str>, word: &str) -> String {
    let mut all: Vec<String> = Vec::new();
    for candidate in candidates.into_iter().map(|candidate| format!("`{candidate}`")) {
        if !all.contains(&candidate) {
            all.push(candidate);
        }
        // However many there are, no more are looked at than are told.
        if all.len() > MOST {
            break;
        }
    }
    if all.len() > MOST {
        all.truncate(MOST);
        return format!("{}, …", all.join(", "));
    }
    match all.pop() {
        None => "none so far".into(),
        Some(last) if all.is_empty() => last,
        Some(last) => format!("{} {word} {last}", all.join(", ")),
    }
}

/// What there is to choose from, as a sentence: “the system has no decks”, “its only step is `first`”.
pub fn listed<'n>(whose: &str, one: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.as_slice() {
        [] => format!("{whose} has no {one}{}", if is_many(one) { "" } else { "s" }),
        [only] => format!("the only {one} of {whose} {} `{only}`", if is_many(one) { "are" } else { "is" }),
        several => {
            let plural = if is_many(one) { "" } else { "s" };
            format!("the {one}{plural} of {whose} are {}", all_of(several.iter().copied()))
        }
    }
}

/// Whether a word is one for several.
fn is_many(word: &str) -> bool {
    word == "dice"
}

/// A word of a system with its article: “an `action`”, “a `task`”.
pub fn with_article(word: &str) -> String {
    format!("{} `{word}`", article(word))
}

/// The article as it is spoken before most words; before a word without a vowel as before its first letter, since such a word is
/// read letter by letter.
fn article(word: &str) -> &'static str {
    let spoken = word.split([' ', '-']).next().unwrap_or_default().to_ascii_lowercase();
    let is_spelt =
        !spoken.is_empty() && spoken.bytes().all(|letter| letter.is_ascii_lowercase() && !b"aeiouy".contains(&letter));
    match spoken.chars().next() {
        Some('a' | 'e' | 'i' | 'o') => "an",
        Some('f' | 'h' | 'l' | 'm' | 'n' | 'r' | 's' | 'x') if is_spelt => "an",
        _ => "a",
    }
}

/// Says that something has a value for each of several names.
pub fn has_one_for_each(name: &str, names: &str) -> String {
    if name == names {
        format!("each `{name}` has a value of its own")
    } else {
        format!("`{name}` has one value for each `{names}`")
    }
}

#[cfg(test)]
mod tests {
    use super::with_article;

    #[test]
    fn a_word_has_the_article_that_is_spoken_before_it() {
        let said = ["actor", "task", "npc", "dm", "hp", "Item of use", "thing", "try"].map(with_article);
        let right =
            ["an `actor`", "a `task`", "an `npc`", "a `dm`", "an `hp`", "an `Item of use`", "a `thing`", "a `try`"];
        assert_eq!(said, right);
    }
}
