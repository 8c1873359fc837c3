//! What kind of line was typed, before anyone looks at its meaning. Nothing in here executes anything.

/// What was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// Nothing, or a comment.
    Empty,
    /// `:name rest`
    Command { name: &'a str, rest: &'a str },
    /// `/name`, as commands of chats are written.
    Slash(&'a str),
    /// What stands before a question mark at the end: what could stand there?
    Hole(&'a str),
    /// A statement, a declaration or an expression.
    Entry(&'a str),
}

/// What came in.
pub(super) enum Heard {
    /// A line, or several where a block was open.
    Line(String),
    /// The person has cleared the line.
    Cleared,
    /// There is no more.
    End,
}

/// Reads what was typed.
pub(super) fn read(text: &str) -> Line<'_> {
    let trimmed = text.trim();
    if let Some(before) = hole(text) {
        return Line::Hole(before);
    }
    if let Some(command) = trimmed.strip_prefix(':') {
        let command = command.trim_start();
        let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        return Line::Command { name, rest: rest.trim() };
    }
    if let Some(command) = trimmed.strip_prefix('/').filter(|command| command.starts_with(char::is_alphabetic)) {
        return Line::Slash(command.split(char::is_whitespace).next().unwrap_or(command));
    }
    if text_state(text).has_code { Line::Entry(trimmed) } else { Line::Empty }
}

/// A command and the lines behind it, where several are typed or pasted at once. It ends with its line, or with the block that it opens.
pub(super) fn command_and_more(text: &str) -> (&str, &str) {
    if !text.trim_start().starts_with(':') {
        return (text, "");
    }
    let text = text.trim_start();
    let end = text.match_indices('\n').map(|(at, _)| at).find(|at| !is_open(&text[..*at]));
    end.map_or((text, ""), |at| (&text[..at], &text[at + 1..]))
}

/// What was typed behind a line that had been put back, if that is a line of its own which somebody typed without looking: a command, or
/// what `begins` a line. It may only stand where no word of the line that was put back could go on.
pub(super) fn typed_behind<'t>(text: &'t str, back: &str, begins: impl Fn(&str, &str) -> bool) -> Option<&'t str> {
    let behind = text.strip_prefix(back)?.trim_end();
    let state = text_state(back);
    let is_apart = behind.starts_with(char::is_whitespace) || back.ends_with(char::is_whitespace);
    if back.is_empty() || behind.is_empty() || is_apart || state.depth > 0 || state.inside != Inside::Code {
        return None;
    }
    let first = behind.split_whitespace().next()?;
    let before = back.rsplit(|sign: char| !sign.is_alphanumeric() && sign != '_').next().unwrap_or_default();
    begins(first, &[before, first].concat()).then_some(behind)
}

/// What stands before the question mark with which the text ends, if it stands alone and outside of quotes.
pub(super) fn hole(text: &str) -> Option<&str> {
    let before = text.trim_end().strip_suffix('?')?;
    let alone = before.is_empty() || before.ends_with([' ', '\t', '\n', '{', '.', '(', ':']);
    let state = text_state(before);
    (alone && state.inside == Inside::Code).then_some(before)
}

/// Whether more must follow: a block or bracket is open, or the line ends where an expression cannot end. A text never
/// goes over the end of a line, so a quote that is left open is a mistake, and is told as one.
pub(super) fn is_open(text: &str) -> bool {
    let state = text_state(text);
    state.depth > 0 || state.ends_open
}

/// Where the reader stands at the end of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Code,
    Quotes,
    Comment,
}

#[derive(Clone, Copy, Debug, Default)]
struct TextState {
    depth: usize,
    inside: Inside,
    has_code: bool,
    ends_open: bool,
}

fn text_state(text: &str) -> TextState {
    let mut state = TextState::default();
    let mut escaped = false;
    for sign in text.chars() {
        match (state.inside, sign) {
            (_, '\n') => state.inside = Inside::Code,
            (Inside::Quotes, '"') if !escaped => state.inside = Inside::Code,
            (Inside::Code, '"') => state.inside = Inside::Quotes,
            (Inside::Code, '#') => state.inside = Inside::Comment,
            (Inside::Code, '{' | '(') => state.depth += 1,
            (Inside::Code, '}' | ')') => state.depth = state.depth.saturating_sub(1),
            _ => {}
        }
        escaped = sign == '\\' && !escaped;
        if state.inside != Inside::Comment && !sign.is_whitespace() {
            state.has_code = true;
            let joins = matches!(sign, '=' | '+' | '-' | '*' | '/' | '<' | '>' | ',');
            state.ends_open = state.inside == Inside::Code && joins;
        }
    }
    state
}

#[cfg(test)]
mod tests {
    use super::{Line, command_and_more, is_open, read, typed_behind};

    #[test]
    fn a_line_typed_behind_one_that_was_put_back_stands_alone() {
        let behind = |text, back| typed_behind(text, back, |first, glued| first == "undo" && glued != "reundo");
        assert_eq!(behind("set a = 12undo", "set a = 12"), Some("undo"));
        assert_eq!(behind("set a = 12undo 2", "set a = 12"), Some("undo 2"));
        assert_eq!(behind("set a = 12 undo", "set a = 12"), None, "it is a word of the line");
        assert_eq!(behind("set a = 1undo", "set a = 12"), None, "somebody has corrected it");
        assert_eq!(behind("set a = reundo", "set a = re"), None, "the two are a word");
        assert_eq!(behind("note \"an undo", "note \"an "), None);
        assert_eq!(behind("note \"aundo", "note \"a"), None, "a text goes on");
        assert_eq!(behind("lift {undo", "lift {"), None);
        assert_eq!(behind("set a = 123", "set a = 12"), None);
    }

    #[test]
    fn a_colon_begins_a_command() {
        assert_eq!(read(":undo 2"), Line::Command { name: "undo", rest: "2" });
        assert_eq!(read(" : save  a b.asz "), Line::Command { name: "save", rest: "a b.asz" });
    }

    #[test]
    fn a_command_ends_with_its_line_or_its_block() {
        assert_eq!(command_and_more(":reset\nperson ada\n:why"), (":reset", "person ada\n:why"));
        assert_eq!(command_and_more(":edit 2 lift {\n  rope\n}\n:why"), (":edit 2 lift {\n  rope\n}", ":why"));
        assert_eq!(command_and_more(":undo\n"), (":undo", ""));
        assert_eq!(command_and_more("person ada\n:why"), ("person ada\n:why", ""));
    }

    #[test]
    fn a_question_mark_at_the_end_is_a_hole() {
        assert_eq!(read("height ?"), Line::Hole("height "));
        assert_eq!(read("?"), Line::Hole(""));
        assert_eq!(read(":mode ?"), Line::Hole(":mode "));
        assert_eq!(read("lift up {\n  ?"), Line::Hole("lift up {\n  "));
        assert_eq!(read("note \"why?\""), Line::Entry("note \"why?\""));
        assert_eq!(read("note \"why ?"), Line::Entry("note \"why ?"));
    }

    #[test]
    fn a_comment_is_nothing() {
        assert_eq!(read("# nothing { \"here"), Line::Empty);
        assert_eq!(read("  "), Line::Empty);
    }

    #[test]
    fn a_block_stays_open_until_it_is_closed() {
        assert!(is_open("lift up {"));
        assert!(is_open("max(1,"));
        assert!(is_open("1 +"));
        assert!(!is_open("lift up { a b }"));
        assert!(!is_open("note \"{\""));
        assert!(!is_open("lift # {"));
        assert!(!is_open("note \"never closed"));
    }
}
