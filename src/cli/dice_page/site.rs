//! Which response a request gets.

use std::net::SocketAddr;

use super::board::{Board, Reply};
use super::form::Form;
use super::html::{self, Note};
use super::request::Request;
use super::response::{HttpCode, Response};
use crate::cli::token::Token;

/// The page, at its address.
pub(super) struct Site {
    /// What browsers may call this machine here. A page of somebody else that leads its own name to this address is not answered.
    hosts: Vec<String>,
    token: Token,
    pub(super) board: Board,
}

impl Site {
    pub(super) fn new(address: SocketAddr, token: Token) -> Self {
        let mut names = vec![if address.is_ipv6() { format!("[{}]", address.ip()) } else { address.ip().to_string() }];
        if address.ip().is_loopback() {
            names.push("localhost".to_owned());
        }
        let port = address.port();
        // Browsers leave the usual port out.
        let usual = if port == 80 { names.clone() } else { Vec::new() };
        let hosts = names.iter().map(|name| format!("{name}:{port}")).chain(usual).collect();
        Self { hosts, token, board: Board::default() }
    }

    /// Where people open it.
    pub(super) fn url(&self) -> String {
        let host = self.hosts.first().map_or("", String::as_str);
        format!("http://{host}{}", self.base())
    }

    fn base(&self) -> String {
        format!("/{}", self.token.text())
    }

    /// A sender that does not know the token, or calls this machine something else, is told nothing.
    pub(super) fn respond(&self, request: &Request) -> Response {
        let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
        let Some(rest) = self.of_the_page(path).filter(|_| self.is_called(&request.host)) else {
            return Response::empty(HttpCode::NotFound);
        };
        let base = self.base();
        match (request.method.as_str(), rest) {
            ("GET", "") => Response::html(html::page(&base, &self.board.look(), &Note::None)),
            ("GET", "page.css") => Response::of("text/css", html::STYLE),
            ("GET", "page.js") => Response::of("text/javascript", html::SCRIPT),
            ("GET", "now") => self.now(query),
            ("POST", "answer") if self.is_own(request.origin.as_deref()) => self.answered(&request.body, query),
            ("POST", "answer") => Response::empty(HttpCode::NotFound),
            (_, "" | "page.css" | "page.js" | "now" | "answer") => Response::empty(HttpCode::MethodNotAllowed),
            _ => Response::empty(HttpCode::NotFound),
        }
    }

    /// What stands behind the token in a path that begins with it.
    fn of_the_page<'p>(&self, path: &'p str) -> Option<&'p str> {
        let path = path.strip_prefix('/')?;
        let (token, rest) = path.split_once('/').unwrap_or((path, ""));
        self.token.is(token).then_some(rest)
    }

    fn is_called(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
    }

    /// Whether a form comes from the page itself, as far as the browser says from where it comes.
    fn is_own(&self, origin: Option<&str>) -> bool {
        origin.is_none_or(|origin| origin.strip_prefix("http://").is_some_and(|host| self.is_called(host)))
    }

    /// What is to be seen now, unless it has been seen.
    fn now(&self, query: &str) -> Response {
        let asked = self.board.look();
        if query.strip_prefix("seen=") == Some(asked.stamp().as_str()) {
            return Response::empty(HttpCode::NoContent);
        }
        Response::html(html::part(&self.base(), &asked, &Note::None))
    }

    /// An answer, and what is to be seen after it: the whole page, or only the part that changes.
    fn answered(&self, body: &[u8], query: &str) -> Response {
        let Some(form) = Form::read(body) else { return Response::empty(HttpCode::BadRequest) };
        let reply = match form.line() {
            Ok(line) => self.board.tell(form.question, &line),
            Err(why) => Reply::Refused(why.to_owned()),
        };
        let note = match reply {
            Reply::Taken => Note::None,
            Reply::Late => Note::Late,
            Reply::Refused(why) => Note::Refused(why, form),
        };
        let (base, asked) = (self.base(), self.board.look());
        Response::html(if query == "part" {
            html::part(&base, &asked, &note)
        } else {
            html::page(&base, &asked, &note)
        })
    }
}
