//! Reads a request: within limits, and within a time.

use std::io::{self, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::response::HttpCode;

/// So long a request may take until it is there.
const PATIENCE: Duration = Duration::from_secs(5);

/// A browser sends a head of less than a kilobyte.
const MOST_HEAD: usize = 8 * 1024;

/// The faces of a thousand dice, which are the most that are rolled at once.
const MOST_BODY: usize = 16 * 1024;

const MOST_HEADERS: usize = 64;

/// A request, as far as anybody here looks at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    /// The path, with what stands behind its question mark.
    pub(super) target: String,
    pub(super) host: String,
    /// The page that sends a form, if the browser says so.
    pub(super) origin: Option<String>,
    pub(super) body: Vec<u8>,
}

/// A head, and where the body begins and how long it is.
struct Head {
    request: Request,
    begins: usize,
    length: usize,
}

/// A connection that is read until its time is over, however little comes at a time.
pub(super) struct Timed<'s> {
    stream: &'s TcpStream,
    until: Instant,
}

impl<'s> Timed<'s> {
    pub(super) fn of(stream: &'s TcpStream) -> Self {
        Self { stream, until: Instant::now() + PATIENCE }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}

/// Reads a request. `None` when the sender has gone or takes too long: then nobody waits for a response.
///
/// # Errors
/// When it is not a request, or is too large.
pub(super) fn read(input: &mut impl Read) -> Result<Option<Request>, HttpCode> {
    let (mut bytes, mut chunk) = (Vec::new(), [0; 2048]);
    let head = loop {
        if let Some(head) = head(&bytes)? {
            break head;
        }
        if bytes.len() > MOST_HEAD {
            return Err(HttpCode::TooLarge);
        }
        match input.read(&mut chunk) {
            Ok(0) | Err(_) => return Ok(None),
            Ok(read) => bytes.extend(&chunk[..read]),
        }
    };
    let Head { mut request, begins, length } = head;
    let mut body = bytes.split_off(begins);
    while body.len() < length {
        match input.read(&mut chunk) {
            Ok(0) | Err(_) => return Ok(None),
            Ok(read) => body.extend(&chunk[..read]),
        }
    }
    body.truncate(length);
    request.body = body;
    Ok(Some(request))
}

/// The head, once it is whole.
fn head(bytes: &[u8]) -> Result<Option<Head>, HttpCode> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let begins = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(begins)) => begins,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(HttpCode::TooLarge),
        Err(_) => return Err(HttpCode::BadRequest),
    };
    if begins > MOST_HEAD {
        return Err(HttpCode::TooLarge);
    }
    let (method, target) = (parsed.method.unwrap_or_default().to_owned(), parsed.path.unwrap_or_default().to_owned());
    let host = only(parsed.headers, "host")?.unwrap_or_default();
    let origin = only(parsed.headers, "origin")?;
    // A body whose length is told in another way could be taken for another request.
    if only(parsed.headers, "transfer-encoding")?.is_some() {
        return Err(HttpCode::BadRequest);
    }
    let length = match only(parsed.headers, "content-length")? {
        None => 0,
        Some(told) if !told.is_empty() && told.bytes().all(|byte| byte.is_ascii_digit()) => {
            told.parse().unwrap_or(usize::MAX)
        }
        Some(_) => return Err(HttpCode::BadRequest),
    };
    if length > MOST_BODY {
        return Err(HttpCode::TooLarge);
    }
    Ok(Some(Head { request: Request { method, target, host, origin, body: Vec::new() }, begins, length }))
}

/// The value of a header that may be there once.
fn only(headers: &[httparse::Header<'_>], name: &str) -> Result<Option<String>, HttpCode> {
    let mut found = headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
    let Some(first) = found.next() else { return Ok(None) };
    match (std::str::from_utf8(first.value), found.next()) {
        (Ok(value), None) => Ok(Some(value.trim().to_owned())),
        _ => Err(HttpCode::BadRequest),
    }
}

#[cfg(test)]
mod tests {
    use super::{HttpCode, MOST_HEAD, Request, read};

    fn of(text: &str) -> Result<Option<Request>, HttpCode> {
        read(&mut text.as_bytes())
    }

    #[test]
    fn a_request_is_read_to_the_end_of_its_body() {
        let read = of("POST /t/answer HTTP/1.1\r\nhOsT: a:1 \r\nOrigin: http://a:1\r\nContent-Length: 3\r\n\r\nabcd");
        let wanted = Request {
            method: "POST".into(),
            target: "/t/answer".into(),
            host: "a:1".into(),
            origin: Some("http://a:1".into()),
            body: b"abc".to_vec(),
        };
        assert_eq!(read, Ok(Some(wanted)));
    }

    #[test]
    fn what_is_not_whole_is_not_answered() {
        for text in ["", "GET", "GET / HTTP/1.1\r\nHost: a\r\n", "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nab"] {
            assert_eq!(of(text), Ok(None), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_request_is_refused() {
        let with = |headers: &str| format!("POST / HTTP/1.1\r\n{headers}\r\n\r\n");
        for (text, code) in [
            ("\u{16}\u{3}\u{1}".to_owned(), HttpCode::BadRequest),
            ("GET /\r\n\r\n".to_owned(), HttpCode::BadRequest),
            ("GET / HTTP/3.0\r\n\r\n".to_owned(), HttpCode::BadRequest),
            (with("Host: a\r\nHost: b"), HttpCode::BadRequest),
            (with("Content-Length: 1\r\nContent-Length: 2"), HttpCode::BadRequest),
            (with("Content-Length: -1"), HttpCode::BadRequest),
            (with("Content-Length: +1"), HttpCode::BadRequest),
            (with("Content-Length: "), HttpCode::BadRequest),
            (with("Transfer-Encoding: chunked"), HttpCode::BadRequest),
            (with("Content-Length: 16385"), HttpCode::TooLarge),
            (with(&format!("Content-Length: {}", "9".repeat(99))), HttpCode::TooLarge),
            (with(&"A: b\r\n".repeat(100)), HttpCode::TooLarge),
            (with(&format!("A: {}", "b".repeat(MOST_HEAD))), HttpCode::TooLarge),
            (format!("GET /{}", "a".repeat(2 * MOST_HEAD)), HttpCode::TooLarge),
        ] {
            assert_eq!(of(&text), Err(code), "{}", &text[..text.len().min(60)]);
        }
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_come_to_an_end(begin in 0_usize..100, bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..400)) {
            let usual = b"POST /t/answer HTTP/1.1\r\nHost: a:1\r\nContent-Length: 20\r\n\r\nquestion=1&typed=1+1";
            let mixed = [&usual[..begin.min(usual.len())], &bytes].concat();
            if let Ok(Some(request)) = read(&mut mixed.as_slice()) {
                proptest::prop_assert!(request.body.len() <= super::MOST_BODY);
            }
        }
    }
}
