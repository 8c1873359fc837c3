//! What texts look like, whatever characters they are written with: Unicode calls it their skeletons.

use std::cmp::Ordering;

include!(concat!(env!("OUT_DIR"), "/looks.rs"));

/// What a text looks like. Two texts that look alike have the same: composed letters and their parts, letters of several alphabets, spaces of
/// several widths, with or without what is never seen.
pub(super) fn skeleton(text: &str) -> String {
    let mut looks: Vec<char> = Vec::new();
    for c in text.chars() {
        match parts(c) {
            Some(parts) => parts.into_iter().flatten().for_each(|part| add(part, &mut looks)),
            None => add(c, &mut looks),
        }
    }
    // What stands upon the same letter looks the same in whatever order it was written.
    for upon in looks.chunk_by_mut(|one, other| is_mark(*one) && is_mark(*other)) {
        upon.sort_unstable();
    }
    looks.into_iter().collect()
}

fn add(c: char, looks: &mut Vec<char>) {
    if is_never_seen(c) {
        return;
    }
    match FROM.binary_search(&c).ok().and_then(|row| TEXT.get(usize::from(PLACES[row])..)) {
        Some(rest) => looks.extend(rest.chars().take_while(|c| *c != '\n')),
        None => looks.push(c),
    }
}

/// A block of characters without a look; the table knows the others.
fn is_never_seen(c: char) -> bool {
    ('\u{e0000}'..='\u{e0fff}').contains(&c)
}

/// The parts of a syllable in Hangul, which Unicode computes.
fn parts(c: char) -> Option<[Option<char>; 3]> {
    let place = u32::from(c).checked_sub(0xac00).filter(|place| *place < 11_172)?;
    let last = (place % 28 > 0).then(|| char::from_u32(0x11a7 + place % 28)).flatten();
    Some([char::from_u32(0x1100 + place / 588), char::from_u32(0x1161 + place % 588 / 28), last])
}

fn is_mark(c: char) -> bool {
    let beside = |(first, last): &(char, char)| match (c < *first, c > *last) {
        (true, _) => Ordering::Greater,
        (_, true) => Ordering::Less,
        _ => Ordering::Equal,
    };
    MARKS.binary_search_by(beside).is_ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::skeleton;

    /// Characters of which many look like others, or stand upon them.
    fn text() -> impl Strategy<Value = String> {
        let near = prop_oneof![
            Just('o'),
            Just('0'),
            Just('\u{43e}'),
            Just('\u{f6}'),
            Just('\u{308}'),
            Just('\u{323}'),
            Just('\u{e0041}')
        ];
        let any = prop_oneof![3 => near, 1 => any::<char>(), 1 => prop::char::range('\u{ac00}', '\u{d7a3}')];
        prop::collection::vec(any, 0..6).prop_map(|all| all.into_iter().collect())
    }

    fn by_unicode(text: &str) -> String {
        unicode_security::skeleton(text).collect()
    }

    #[test]
    fn every_character_looks_as_unicode_has_it() {
        for c in '\0'..=char::MAX {
            let text = c.to_string();
            assert_eq!(skeleton(&text), skeleton(&by_unicode(&text)), "{c:?}");
        }
    }

    #[test]
    fn marks_are_looked_at_in_any_order() {
        assert_eq!(skeleton("\u{1ec7}"), skeleton("\u{ea}\u{323}"), "two ways to write one letter");
        assert_eq!(skeleton("e\u{323}\u{302}"), skeleton("e\u{302}\u{323}"));
        assert_ne!(skeleton("e\u{302}"), skeleton("e\u{323}"));
    }

    proptest! {
        #[test]
        fn a_text_looks_like_its_skeleton_by_unicode(text in text()) {
            prop_assert_eq!(skeleton(&text), skeleton(&by_unicode(&text)));
        }

        #[test]
        fn texts_that_look_alike_by_unicode_do_so_here(one in text(), other in text()) {
            if by_unicode(&one) == by_unicode(&other) {
                prop_assert_eq!(skeleton(&one), skeleton(&other));
            }
        }
    }
}
