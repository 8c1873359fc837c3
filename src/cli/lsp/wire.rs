//! Messages over input and output, each behind a header that says how long it is. What is not a message is told, and the next one is read.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

use super::refusal::Refusal;

/// A line of a header has so many bytes at most.
const LONGEST_LINE: u64 = 1024;

/// A message has so many bytes at most; the longest script is far below it.
const LONGEST_MESSAGE: usize = 64 << 20;

/// What came in.
#[derive(Debug)]
pub(super) enum Incoming {
    Message(Message),
    /// It was not a message; what comes after it can be read.
    Malformed(Refusal),
}

/// The next message; nothing at the end of the input.
///
/// # Errors
/// When the input cannot be read, or nobody can know where the next message begins.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = read_length(input)? else { return Ok(None) };
    let mut body = vec![0; length];
    match input.read_exact(&mut body) {
        Ok(()) => Ok(Some(understood(&body))),
        // The editor went away in the middle of a message.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

/// How long the next message is, by its header.
fn read_length(input: &mut impl BufRead) -> io::Result<Option<usize>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim_end().split_once(':') {
            _ if !line.ends_with('\n') => return Err(malformed("a header line is too long, or cut off")),
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                let said = value.trim().parse().map_err(|_| malformed("the length of a message is not a number"))?;
                if said > LONGEST_MESSAGE {
                    return Err(malformed("a message is too long"));
                }
                length = Some(said);
            }
            Some(_) => {}
            None if line.trim().is_empty() => {
                return length.map(Some).ok_or_else(|| malformed("a message does not say how long it is"));
            }
            None => return Err(malformed("a header line has no colon")),
        }
    }
}

fn malformed(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

fn understood(body: &[u8]) -> Incoming {
    let refused = |code, why: &str| Incoming::Malformed(Refusal::new(code, why));
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => return refused(ErrorCode::ParseError, &format!("this is not valid JSON: {error}")),
    };
    let is_id = |id: &Value| id.is_string() || id.as_i64().is_some_and(|id| i32::try_from(id).is_ok());
    if value.get("method").is_some() && value.get("id").is_some_and(|id| !is_id(id)) {
        return refused(ErrorCode::InvalidRequest, "the `id` of a request is a text or a number of at most 32 bits");
    }
    match serde_json::from_value(value) {
        Ok(message) => Incoming::Message(message),
        Err(_) => refused(ErrorCode::InvalidRequest, "this is not a request, a response or a notification"),
    }
}

/// A message as it is sent.
pub(super) fn sent(message: Message) -> Value {
    let mut value = serde_json::to_value(message).unwrap_or_default();
    value["jsonrpc"] = "2.0".into();
    value
}

/// The response to something of which nobody knows the number.
pub(super) fn of_no_request(refusal: &Refusal) -> Value {
    json!({ "jsonrpc": "2.0", "id": null, "error": { "code": refusal.code as i32, "message": refusal.message } })
}

/// Writes a message with its header.
pub(super) fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::{Incoming, read, sent, write};
    use lsp_server::{Message, Notification};
    use serde_json::json;

    fn with_header(body: &str) -> Vec<u8> {
        format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut wire = Vec::new();
        let message = Message::Notification(Notification::new("a/b".to_owned(), json!({ "text": "ä" })));
        write(&mut wire, &sent(message)).expect("it can be written");
        let read = read(&mut wire.as_slice()).expect("it can be read");
        assert!(matches!(read, Some(Incoming::Message(Message::Notification(one))) if one.params["text"] == "ä"));
    }

    #[test]
    fn a_message_that_is_none_is_told_and_the_next_one_is_read() {
        let bodies =
            ["{", "[1]", "7", "{\"id\":1}", "{\"id\":null,\"method\":\"a\"}", "{\"id\":1.5,\"method\":\"a\"}", "\u{0}"];
        for body in bodies {
            let wire = [with_header(body), with_header("{\"method\":\"a\"}")].concat();
            let mut input = wire.as_slice();
            assert!(matches!(read(&mut input), Ok(Some(Incoming::Malformed(_)))), "{body}");
            assert!(matches!(read(&mut input), Ok(Some(Incoming::Message(_)))), "{body}");
            assert!(matches!(read(&mut input), Ok(None)), "{body}");
        }
    }

    #[test]
    fn a_header_that_is_none_ends_the_input() {
        let long = "x".repeat(5000);
        let headers =
            ["\r\n", "Content-Length: x\r\n\r\n", "Content-Length: 99999999999\r\n\r\n", "no colon\r\n\r\n", &long];
        for header in headers {
            assert!(read(&mut header.as_bytes()).is_err(), "{header}");
        }
        assert!(matches!(read(&mut "Content-Length: 50\r\n\r\n{".as_bytes()), Ok(None)), "cut off");
    }
}
