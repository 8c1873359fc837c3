//! Did you mean: the name a person probably wanted.

/// The candidate nearest to `word`, if one is near enough to be worth an offer.
///
/// Case is forgiven first; then as many slips as a third of the word's letters. One or two letters are never guessed
/// at, except that a lone candidate is always offered.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let candidates: Vec<&str> = candidates.into_iter().filter(|candidate| !candidate.is_empty()).collect();
    if let [only] = candidates.as_slice() {
        return Some(only);
    }
    let folded = word.to_lowercase();
    if let Some(same) = candidates.iter().find(|c| c.to_lowercase() == folded) {
        return Some(same);
    }
    let letters = folded.chars().count();
    if letters <= 2 {
        return None;
    }
    let distance = |c: &&&str| strsim::damerau_levenshtein(&folded, &c.to_lowercase());
    let best = candidates.iter().min_by_key(distance)?;
    if distance(&best) * 3 <= letters {
        return Some(best);
    }
    part_of(&folded, &candidates)
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
    use super::nearest;

    #[test]
    fn offers_what_is_near() {
        assert_eq!(nearest("stedfast", ["steadfast", "wavering"]), Some("steadfast"));
        assert_eq!(nearest("STEADFAST", ["steadfast", "wavering"]), Some("steadfast"));
        assert_eq!(nearest("zebra", ["only"]), Some("only"));
        assert_eq!(nearest("stubborn", ["highly stubborn", "calm", "meek"]), Some("highly stubborn"));
    }

    #[test]
    fn keeps_silent_otherwise() {
        assert_eq!(nearest("zebra", ["steadfast", "wavering"]), None);
        assert_eq!(nearest("ab", ["ac", "bc"]), None);
        assert_eq!(nearest("word", []), None);
    }
}
