//! Colours for lines of a script.

use crate::engine::is_keyword;

/// A line of a script in colours; `known` tells the names that mean something.
pub(super) fn script(line: &str, known: impl Fn(&str) -> bool) -> String {
    let (mut painted, mut rest) = (String::with_capacity(line.len() * 2), line);
    while let Some(first) = rest.chars().next() {
        let (length, colour) = token(rest, first, &known);
        let (token, after) = rest.split_at(length);
        match colour {
            "" => painted.push_str(token),
            colour => painted.extend(["\u{1b}[", colour, "m", token, "\u{1b}[0m"]),
        }
        rest = after;
    }
    painted
}

/// Grey, for what is said aside.
pub(super) fn quiet(text: &str) -> String {
    format!("\u{1b}[90m{text}\u{1b}[0m")
}

/// Bold and in colour, for what a run came to.
pub(super) fn conclusion(text: &str) -> String {
    format!("\u{1b}[1;36m{text}\u{1b}[0m")
}

/// How long the token is that begins here, and its colour.
fn token(rest: &str, first: char, known: &impl Fn(&str) -> bool) -> (usize, &'static str) {
    let until = |stop: &dyn Fn(char) -> bool| rest.find(|c: char| stop(c)).unwrap_or(rest.len());
    if first == '#' {
        return (until(&|c| c == '\n'), "90");
    }
    if first == '"' {
        return (quoted(rest), "32");
    }
    if first.is_ascii_digit() {
        return (until(&|c| !c.is_alphanumeric()), "36");
    }
    if !first.is_alphabetic() {
        return (first.len_utf8(), "");
    }
    let length = until(&|c| !(c.is_alphanumeric() || c == '_' || c == '\''));
    let word = &rest[..length];
    let colour = if is_keyword(word) {
        "35"
    } else if known(word) {
        "34"
    } else {
        ""
    };
    (length, colour)
}

/// How long the text in quotes is; it never goes over the end of a line.
fn quoted(rest: &str) -> usize {
    let mut escaped = true;
    for (at, sign) in rest.char_indices() {
        match sign {
            '\n' => return at,
            '"' if !escaped => return at + 1,
            _ => escaped = sign == '\\' && !escaped,
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::script;

    #[test]
    fn colours_take_nothing_away() {
        let line = "set ada.oil = 2b \"a \\\"word\" # why";
        let painted = script(line, |word| word == "ada");
        let mut plain = String::new();
        let mut parts = painted.split("\u{1b}[");
        plain.push_str(parts.next().unwrap_or_default());
        for part in parts {
            plain.push_str(part.split_once('m').map_or("", |(_, text)| text));
        }
        assert_eq!(plain, line);
        assert!(painted.contains("\u{1b}[34mada"), "{painted:?}");
        assert!(painted.contains("\u{1b}[32m\"a \\\"word\"\u{1b}[0m"), "{painted:?}");
    }
}
