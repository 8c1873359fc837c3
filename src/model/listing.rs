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

/// `an action`, `a task`: the article as it is spoken before most words.
pub fn article(word: &str) -> &'static str {
    match word.chars().next().map(|first| first.to_ascii_lowercase()) {
        Some('a' | 'e' | 'i' | 'o') => "an",
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
