//! Pages of the book on a terminal: Markdown as people read it.

/// Scripts and other examples stand so far in.
const INDENT: &str = "    ";

/// A page without the signs that are for a program which lays it out: fences, the marks of headings, where links lead. With colours
/// headings are bold.
pub(super) fn readable(page: &str, colour: bool) -> String {
    let (mut text, mut is_example) = (String::new(), false);
    for line in page.lines() {
        if line.starts_with("```") {
            is_example = !is_example;
        } else if is_example {
            text.push_str(&if line.is_empty() { "\n".to_owned() } else { [INDENT, line, "\n"].concat() });
        } else if let Some((_, heading)) = line.split_once("# ").filter(|(marks, _)| marks.chars().all(|c| c == '#')) {
            let heading = without_links(heading);
            let marked = if colour { ["\u{1b}[1m", &heading, "\u{1b}[0m"].concat() } else { heading };
            text.push_str(&marked);
            text.push('\n');
        } else {
            text.push_str(&without_links(line).replace("**", ""));
            text.push('\n');
        }
    }
    text
}

/// A line with the words of its links only.
fn without_links(line: &str) -> String {
    let (mut text, mut rest) = (String::new(), line);
    while let Some((before, words, after)) = link(rest) {
        text.extend([before, words]);
        rest = after;
    }
    text + rest
}

/// What is before the first link, its words, and what is after it.
fn link(line: &str) -> Option<(&str, &str, &str)> {
    let middle = line.find("](")?;
    let begin = line[..middle].rfind('[')?;
    let end = middle + line[middle..].find(')')?;
    Some((&line[..begin], &line[begin + 1..middle], &line[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn a_page_is_read_without_its_signs() {
        let page = "# AZ1: a name\n\nSee [the list](a.md#b), **twice**, and [more](c.md).\n\nWrong:\n\n```assize wrong\n# a comment\nactor ada\n```\n";
        let shown = "AZ1: a name\n\nSee the list, twice, and more.\n\nWrong:\n\n    # a comment\n    actor ada\n";
        assert_eq!(readable(page, false), shown);
        assert!(readable(page, true).starts_with("\u{1b}[1mAZ1: a name\u{1b}[0m\n"));
    }

    #[test]
    fn what_is_no_link_stays() {
        for line in ["a list[0] and f(x)", "](", "[a]", "a](b)"] {
            assert_eq!(readable(line, false), format!("{line}\n"));
        }
    }
}
