//! What characters look like, as Unicode has it: its tables of composed letters, of characters that are not seen and of those that look
//! like others, in one. The build writes it into the program.

use std::collections::HashMap;

use unicode_normalization::char::canonical_combining_class;
use unicode_security::skeleton;

/// Syllables whose parts are computed, and characters that are never seen: neither needs a row.
const LEFT_OUT: [std::ops::RangeInclusive<char>; 2] = ['\u{ac00}'..='\u{d7a3}', '\u{e0000}'..='\u{e0fff}'];

/// The tables, in Rust: the characters that look like something else, in order; where in a text it stands what each looks like, up to the end
/// of a line; that text; and from where to where characters stand upon others.
pub fn tables() -> String {
    let mut at = HashMap::new();
    let (mut from, mut places, mut text) = (Vec::new(), Vec::new(), String::new());
    for c in ('\0'..=char::MAX).filter(|c| LEFT_OUT.iter().all(|range| !range.contains(c))) {
        let looks: String = skeleton(c.encode_utf8(&mut [0; 4])).collect();
        if !looks.chars().eq([c]) {
            from.push(c);
            places.push(*at.entry(looks.clone()).or_insert_with(|| {
                let place = text.len();
                text.extend([&looks, "\n"]);
                place
            }));
        }
    }
    let from = from.into_iter().map(quoted).collect::<Vec<_>>();
    let marks =
        marks().into_iter().map(|(first, last)| format!("({}, {})", quoted(first), quoted(last))).collect::<Vec<_>>();
    let listed = |name: &str, of: &str, all: &[String]| {
        format!("static {name}: [{of}; {}] = [{}];\n", all.len(), all.join(", "))
    };
    let places = places.iter().map(ToString::to_string).collect::<Vec<_>>();
    [
        listed("FROM", "char", &from),
        listed("PLACES", "u16", &places),
        format!("const TEXT: &str = \"{}\";\n", text.escape_unicode()),
        listed("MARKS", "(char, char)", &marks),
    ]
    .concat()
}

/// A character in Rust, written so that it can be told from others.
fn quoted(c: char) -> String {
    format!("'{}'", c.escape_unicode())
}

fn marks() -> Vec<(char, char)> {
    let mut marks: Vec<(char, char)> = Vec::new();
    for c in ('\0'..=char::MAX).filter(|c| canonical_combining_class(*c) != 0) {
        match marks.last_mut() {
            Some((_, last)) if u32::from(*last) + 1 == u32::from(c) => *last = c,
            _ => marks.push((c, c)),
        }
    }
    marks
}
