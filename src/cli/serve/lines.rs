//! Lines of the input, none of which is ever kept beyond a limit.

use std::io::{self, BufRead};

/// The longest request, in bytes, without its line feed: 1 MiB.
pub(crate) const LONGEST: usize = 1 << 20;

/// What stands on a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Text.
    Text(String),
    /// More than [`LONGEST`] bytes; they were passed over.
    TooLong,
    /// Bytes that are no text.
    NotText,
}

/// The lines of an input.
pub(crate) struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input }
    }

    /// The next line; `None` at the end. A last line without a line feed is a line.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        let (mut line, mut too_long, mut any) = (Vec::new(), false, false);
        loop {
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() {
                return Ok(any.then(|| read(line, too_long)));
            }
            any = true;
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            too_long |= line.len() + part.len() > LONGEST;
            if too_long {
                line = Vec::new();
            } else {
                line.extend_from_slice(part);
            }
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(read(line, too_long)));
            }
        }
    }
}

fn read(line: Vec<u8>, too_long: bool) -> Line {
    if too_long {
        return Line::TooLong;
    }
    match String::from_utf8(line) {
        Ok(text) => Line::Text(text),
        Err(_) => Line::NotText,
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{LONGEST, Line, Lines};

    fn lines(input: &[u8]) -> Vec<Line> {
        // A small buffer, so that lines are put together from parts.
        let mut lines = Lines::new(BufReader::with_capacity(7, input));
        std::iter::from_fn(|| lines.next().expect("memory can be read")).collect()
    }

    #[test]
    fn every_line_is_one_even_the_last() {
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(lines(b""), []);
        assert_eq!(
            lines(b"one\n\nthe third, longer\nlast"),
            [text("one"), text(""), text("the third, longer"), text("last")]
        );
    }

    #[test]
    fn what_is_no_text_or_too_long_loses_no_other_line() {
        let mut input = b"a\n\xff\xfe\n".to_vec();
        input.extend(vec![b'x'; LONGEST]);
        input.push(b'\n');
        input.extend(vec![b'x'; LONGEST + 1]);
        input.extend(b"\nb\n");
        let found = lines(&input);
        assert_eq!(found[0], Line::Text("a".to_owned()));
        assert_eq!(found[1], Line::NotText);
        assert!(matches!(&found[2], Line::Text(text) if text.len() == LONGEST));
        assert_eq!(found[3..], [Line::TooLong, Line::Text("b".to_owned())]);
    }
}
