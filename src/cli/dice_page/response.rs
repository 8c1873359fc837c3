//! What is sent back.

use std::io::{self, Write};

/// What a browser may do with anything from here: nothing but what the page itself brings, and no other page may show it.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'";

/// A response, after which the connection is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Response {
    pub(super) code: HttpCode,
    /// What kind of text the body is.
    kind: &'static str,
    pub(super) body: String,
}

/// How a request went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HttpCode {
    Ok,
    /// What is known already is still so.
    NoContent,
    BadRequest,
    NotFound,
    MethodNotAllowed,
    TooLarge,
    Unavailable,
}

impl HttpCode {
    fn line(self) -> &'static str {
        match self {
            Self::Ok => "200 OK",
            Self::NoContent => "204 No Content",
            Self::BadRequest => "400 Bad Request",
            Self::NotFound => "404 Not Found",
            Self::MethodNotAllowed => "405 Method Not Allowed\r\nAllow: GET, POST",
            Self::TooLarge => "413 Content Too Large",
            Self::Unavailable => "503 Service Unavailable",
        }
    }
}

impl Response {
    /// With nothing in it.
    pub(super) fn empty(code: HttpCode) -> Self {
        Self { code, kind: "text/plain", body: String::new() }
    }

    /// With a text of this kind in it.
    pub(super) fn of(kind: &'static str, body: impl Into<String>) -> Self {
        Self { code: HttpCode::Ok, kind, body: body.into() }
    }

    pub(super) fn html(body: String) -> Self {
        Self::of("text/html", body)
    }

    pub(super) fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let Self { code, kind, body } = self;
        let head = format!(
            "HTTP/1.1 {}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\
             Cache-Control: no-store\r\nContent-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\n\
             Referrer-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n",
            code.line(),
            body.len(),
        );
        output.write_all([head.as_bytes(), body.as_bytes()].concat().as_slice())?;
        output.flush()
    }
}
