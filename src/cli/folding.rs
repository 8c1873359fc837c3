//! Lines that fit a screen.

/// So much deeper than its beginning stands what goes on with a line.
const DEEPER: usize = 2;

/// Lines longer than so many columns, broken between words; what goes on with one stands a little deeper. Colours take no column.
pub(super) fn folded(text: &str, columns: usize) -> String {
    text.split_inclusive('\n')
        .map(|line| if width(line.trim_end()) > columns { broken(line, columns) } else { line.to_owned() })
        .collect()
}

/// One line on several.
fn broken(line: &str, columns: usize) -> String {
    let begins = line.len() - line.trim_start_matches(' ').len();
    let margin = if begins + DEEPER < columns / 2 { begins + DEEPER } else { 0 };
    let (mut text, mut column, mut is_first) = (" ".repeat(begins), begins, true);
    for word in line.get(begins..).unwrap_or_default().split(' ') {
        let wide = width(word.trim_end());
        if !is_first && column + 1 + wide > columns {
            text.truncate(text.trim_end_matches(' ').len());
            text.extend(["\n", &" ".repeat(margin)]);
            column = margin;
        } else if !is_first {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += wide;
        is_first = false;
    }
    text
}

/// How many columns a text takes.
fn width(text: &str) -> usize {
    let (mut columns, mut is_colour) = (0, false);
    for sign in text.chars() {
        match sign {
            '\u{1b}' => is_colour = true,
            'm' if is_colour => is_colour = false,
            _ if is_colour => {}
            _ => columns += 1,
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn a_line_is_broken_between_words_and_goes_on_deeper() {
        assert_eq!(folded("one two three four\nfive\n", 12), "one two\n  three four\nfive\n");
        assert_eq!(folded("  one two three\n", 11), "  one two\n    three\n");
        assert_eq!(folded("one two", 7), "one two");
        assert_eq!(folded("\u{1b}[1mone\u{1b}[0m two", 7), "\u{1b}[1mone\u{1b}[0m two", "colours take no column");
        assert_eq!(folded("longer-than-that is\n", 6), "longer-than-that\n  is\n", "no word is broken");
    }

    #[test]
    fn what_is_folded_is_not_folded_again() {
        let once = folded("  a note that is told at the table in many words, one after another\n", 24);
        assert!(once.lines().all(|line| line.chars().count() <= 24), "{once}");
        assert_eq!(folded(&once, 24), once);
    }
}
