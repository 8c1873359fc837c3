//! Reads line after line, and puts each request where it will be carried out. It never computes anything itself, so that it is
//! always free to receive the next line.

use std::io::BufRead;

use super::lanes::{Lane, Work};
use super::lines::{LONGEST, Line, Lines};
use super::server::{Job, Server};
use super::sync::atomic::Ordering;
use super::under_way::CalledOff;
use super::work::nothing_asked;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::Failure;
use crate::protocol::{
    CancelRequest, Capabilities, ClientMessage, ClientNotification, ErrorObject, Id, Initialize, Initialized, Misread,
    Peer, Reply, Request, Response, Said, ServerMessage, Unheeded, VERSION, methods, read,
};

/// A script in a message of so many bytes is small.
const SMALL: usize = 2000;

/// Whoever reads.
pub(super) struct Reader<'s> {
    server: &'s Server,
    /// So many lines were read.
    lines: u64,
}

impl<'s> Reader<'s> {
    pub(super) fn new(server: &'s Server) -> Self {
        Self { server, lines: 0 }
    }

    /// Reads to the end of the input.
    pub(super) fn read_all(&mut self, input: impl BufRead) {
        let mut lines = Lines::new(input);
        loop {
            match lines.next() {
                Ok(Some(line)) => self.hear(line),
                Ok(None) => return,
                Err(error) => return self.server.outbox.fail(error),
            }
        }
    }

    fn hear(&mut self, line: Line) {
        self.lines += 1;
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong => {
                let message = format!("a line is longer than {} kB", LONGEST / 1024);
                return self.refuse(None, &Diagnostic::placeless(codes::LINE_TOO_LONG, message).into());
            }
            Line::NotText => {
                let found = Diagnostic::placeless(codes::NOT_JSON, "this line is not UTF-8 text");
                return self.refuse(None, &found.into());
            }
        };
        match read(&text) {
            Ok(ClientMessage::Request { id, request }) => self.request(id, request, text.len()),
            Ok(ClientMessage::Notification(ClientNotification::Cancel(asked))) => self.call_off(&asked),
            Ok(ClientMessage::Response { id, said }) => self.answer(id, said, text.len()),
            Err(Misread { to: Unheeded::Request(id), found }) => {
                // A request of this id that is under way has a response of its own.
                let id = id.filter(|id| !self.server.under_way.has(id));
                self.refuse(id, &(*found).into());
            }
            Err(Misread { to: Unheeded::Other, found }) => self.server.remark(&(*found).into()),
        }
    }

    fn request(&self, id: Id, request: Box<Request>, bytes: usize) {
        if self.server.under_way.has(&id) {
            let found =
                Diagnostic::placeless(codes::ID_IN_USE, format!("a request with the id {id} is already running"));
            return self.refuse(None, &found.help("wait for its response, or take another `id`").into());
        }
        let is_initialized = &self.server.is_initialized;
        if let Request::Initialize(asked) = &*request {
            let done = self.initialized(asked);
            is_initialized.fetch_or(done.is_ok(), Ordering::SeqCst);
            return match done {
                Ok(done) => self.respond(Some(id), Response::Result(Reply::Initialized(done))),
                Err(found) => self.refuse(Some(id), &found.into()),
            };
        }
        if !is_initialized.load(Ordering::SeqCst) {
            let found = Diagnostic::placeless(codes::NOT_INITIALIZED, "this needs a handshake first");
            return self.refuse(Some(id), &found.help("send `initialize` first").into());
        }
        self.server.under_way.begin(&id);
        let lane = match request.session() {
            Some(session) => Lane::Session(session.to_owned()),
            None => Lane::Alone(self.lines),
        };
        let work = work_of(&request, bytes);
        self.server.lanes.put(lane, Job::Request(id, request), (work, bytes));
    }

    fn initialized(&self, asked: &Initialize) -> Result<Initialized, Diagnostic> {
        if asked.protocol != VERSION {
            let message = format!("version {} of the protocol is not supported", asked.protocol);
            return Err(Diagnostic::placeless(codes::PROTOCOL_VERSION, message).help(format!("use version {VERSION}")));
        }
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let capabilities = Capabilities {
            requests: methods().into_iter().map(|method| method.method).collect(),
            understands: words(&["$/cancel"]),
            notifies: words(&["event", "progress", "remark"]),
            asks: words(&["ask"]),
            journals: self.server.sessions.keep_journals(),
            rhai_rules: cfg!(feature = "rhai"),
        };
        let server = Peer { name: "assize".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() };
        Ok(Initialized { protocol: VERSION, server, capabilities })
    }

    /// Calls a request off; one that waits for a person is broken off where it waits.
    fn call_off(&self, asked: &CancelRequest) {
        match self.server.under_way.call_off(&asked.id) {
            CalledOff::Heard => {}
            CalledOff::Asking(question) => self.answer(question, Said::Never, 0),
            CalledOff::Unknown => {
                let message = format!("no request with the id {} is running", asked.id);
                let found = Diagnostic::placeless(codes::NOT_UNDER_WAY, message);
                self.server.remark(&found.help("it may already be done: see its response").into());
            }
        }
    }

    fn answer(&self, question: Id, said: Said, bytes: usize) {
        match self.server.waiting.lane_of(&question) {
            Some(lane) => {
                let work = if lane.session().is_some() { Work::Entry } else { Work::Small };
                self.server.lanes.put(lane, Job::Answer(question, said), (work, bytes));
            }
            None => self.server.remark(&nothing_asked().into()),
        }
    }

    /// Refuses a request. One whose id cannot be read is known by its line.
    fn refuse(&self, id: Option<Id>, failure: &Failure) {
        let mut error = ErrorObject::from(failure);
        error.data.line = if id.is_none() { Some(self.lines) } else { None };
        self.respond(id, Response::Error(error));
    }

    fn respond(&self, id: Option<Id>, response: Response) {
        self.server.outbox.send(&ServerMessage::response(id, response));
    }
}

/// How much work a request is that came in so many bytes.
fn work_of(request: &Request, bytes: usize) -> Work {
    match request {
        Request::Initialize(_)
        | Request::Enter(_)
        | Request::Undo(_)
        | Request::Redo(_)
        | Request::State(_)
        | Request::Why(_)
        | Request::History(_)
        | Request::AnswerBy(_)
        | Request::Open(_)
        | Request::Edit(_)
        | Request::CastRole(_)
        | Request::Close(_)
        | Request::Help(_) => Work::Entry,
        Request::Run(_) | Request::Check(_) if bytes <= SMALL => Work::Small,
        // How long odds take is not to be seen: they are tried first.
        Request::Odds(_) | Request::Advise(_) | Request::OddsOf(_) | Request::AdviceOf(_) => Work::Small,
        Request::Run(_) | Request::Check(_) | Request::Export(_) | Request::Test(_) => Work::Long,
    }
}
