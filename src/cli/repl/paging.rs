//! A long answer, a screen at a time.

use super::shell::Repl;
use crate::cli::terminal;

/// Shows what a command has told in pieces that fit the screen; the person goes on from each to the next, or leaves the rest.
pub(super) fn page(repl: &mut Repl<'_>) {
    let Some(height) = terminal::height().filter(|_| repl.input.is_typed()) else { return };
    let told = repl.terminal.take_output();
    let (mut rest, width) = (told.as_str(), terminal::width());
    while let Some((screen, others)) = first_screen(rest, (width, height.saturating_sub(1))) {
        repl.terminal.put_output(screen);
        let left = others.lines().count();
        let plural = if left == 1 { "" } else { "s" };
        let question = format!("-- {left} more line{plural}: Enter to continue, q to stop --");
        match repl.input.ask(&question, &[], repl.terminal) {
            Some(said) if said.is_empty() => rest = others,
            None => return,
            Some(said) => {
                // Whoever types a line instead has seen enough.
                repl.back = if said.eq_ignore_ascii_case("q") { String::new() } else { said };
                return;
            }
        }
    }
    repl.terminal.put_output(rest);
}

/// As many lines as fit so many columns and rows, and the others; `None` where all of them do.
fn first_screen(text: &str, (width, height): (usize, usize)) -> Option<(&str, &str)> {
    let rows_of = |line: &str| line.trim_end().chars().count().div_ceil(width.max(1)).max(1);
    let (mut rows, mut end) = (0, 0);
    for line in text.split_inclusive('\n') {
        rows += rows_of(line);
        if rows > height && end > 0 {
            let (screen, others) = text.split_at(end);
            // The question would take the place of a last row.
            let is_last_row = rows == height + 1 && rows_of(line) == 1 && others.len() == line.len();
            return (!is_last_row).then_some((screen, others));
        }
        end += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::first_screen;

    #[test]
    fn a_long_line_takes_the_rows_that_it_wraps_over() {
        assert_eq!(first_screen("a\nb\nc\n", (10, 3)), None);
        assert_eq!(first_screen("a\nb\nc\nd\n", (10, 3)), None, "nobody is asked for one row");
        assert_eq!(first_screen("a\nb\nc\nd\ne\n", (10, 3)), Some(("a\nb\nc\n", "d\ne\n")));
        assert_eq!(first_screen("aaaaaaaaaaaaaaa\nb\nc\nd\n", (10, 3)), Some(("aaaaaaaaaaaaaaa\nb\n", "c\nd\n")));
        assert_eq!(first_screen("aaaaaaaaaaaaaaa\n", (1, 3)), None, "something is shown in any case");
    }
}
